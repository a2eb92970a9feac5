// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"

#include <QString>

namespace onceover::models {

/// Which side has more and who owes whom, with both sides. What that means depends on which two were compared and on
/// whether the money goes out (a payout) or comes in (a charge).
[[nodiscard]] QString differenceMeaning(const DifferenceListRow& row);
/// Which two were compared; empty: their kind does not say.
[[nodiscard]] QString differencePairText(std::string_view pair);
/// What it is about in one word or key: our key, else order, payment or subscription, else the bank's reference.
[[nodiscard]] const std::string& differenceSubject(const DifferenceListRow& row);
/// Both sides are amounts of one currency, so that one can be taken from the other.
[[nodiscard]] bool canBeSubtracted(const DifferenceListRow& row);

} // namespace onceover::models
