// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"

#include <QString>

#include <string_view>

namespace onceover::models {

/// Which side has more and who owes whom, with both sides. What that means depends on which two were compared and on
/// whether the money goes out (a payout) or comes in (a charge).
[[nodiscard]] QString differenceMeaning(const DifferenceListRow& row);
/// Which two were compared; empty: their kind does not say.
[[nodiscard]] QString differencePairText(std::string_view pair);
/// What it is about where no key of ours names it, `order 7` or `subscription 7` as stored: its kind in the reader's
/// language, its name as it is.
[[nodiscard]] QString differenceSubjectText(std::string_view stored);
/// Both sides are amounts of one currency, so that one can be taken from the other.
[[nodiscard]] bool canBeSubtracted(const DifferenceListRow& row);

} // namespace onceover::models
