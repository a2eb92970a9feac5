// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>

#include <optional>

namespace onceover::models {

/// Where a page is: `onceover://PROFILE/op/<operation id>?tab=payload`. It leads somewhere and never carries an act.
struct PageAddress {
    QString page{}; ///< overview, batches, operations, batch, op, incident.
    QString key{};  ///< Which one: a run key for batch, an operation id for op, a number for incident; empty for pages of lists.
    QMap<QString, QString> query{}; ///< tab, q and the like.
    friend bool operator==(const PageAddress&, const PageAddress&) = default;
};

/// Names of the pages of one thing.
inline constexpr const char* kBatchPage = "batch";
inline constexpr const char* kOperationPage = "op";
inline constexpr const char* kIncidentPage = "incident";

/// An address as it was handed over, with the profile that it was made in.
struct ProfileAddress {
    QString profile{};
    PageAddress address{};
    friend bool operator==(const ProfileAddress&, const ProfileAddress&) = default;
};

/// `onceover://PROFILE/page/key?name=value`, percent-encoded where it must be; parseAddress reads it back.
[[nodiscard]] QString addressText(const QString& profile, const PageAddress& address);

/// Reads such a text. Nothing: another scheme, no profile or page, user name or port in it, bytes that are no UTF-8, or
/// longer than 2,000 characters (it comes from outside).
[[nodiscard]] std::optional<ProfileAddress> parseAddress(const QString& text);

} // namespace onceover::models
