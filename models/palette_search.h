// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/page_address.h"

#include <QList>
#include <QString>

#include <optional>

namespace onceover::models {

/// How well a typed text fits a name: all its characters in order, blanks apart, without regard to case. Larger is
/// better; whole words and unbroken pieces count more. Nothing: it does not fit. An empty text fits everything with 0.
[[nodiscard]] std::optional<int> fuzzyScore(const QString& typed, const QString& name);

/// `&` of a menu removed, and the `(&X)` that Chinese texts end with.
[[nodiscard]] QString withoutMnemonic(const QString& text);

/// What a pasted text points at: an operation id, a run key, or an address (its profile then stands in `profile`).
struct PastedTarget {
    enum class Kind { Operation, Batch, Address };
    Kind kind = Kind::Address;
    PageAddress address{};
    QString profile{}; ///< Of an address; else empty: the one that is open.
    friend bool operator==(const PastedTarget&, const PastedTarget&) = default;
};

/// Nothing when the text is none of them.
[[nodiscard]] std::optional<PastedTarget> pastedTarget(const QString& text);

} // namespace onceover::models
