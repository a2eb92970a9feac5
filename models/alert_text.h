// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace onceover::models {

/// What an alert is about, by the rule that called: "dead letter for too long". A rule that this program does not know
/// is shown as it is stored.
[[nodiscard]] QString alertRuleText(std::string_view stored);

/// The thing in question, `message 4711` or `worker w-3` as stored: its kind in the reader's language, its name as it
/// is.
[[nodiscard]] QString alertSubjectText(std::string_view stored);

} // namespace onceover::models
