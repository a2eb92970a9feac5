// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace onceover {

/// One change of state that a machine allows, by names. `from` is "NONE" for the INSERT.
struct LegalChange {
    std::string_view machine; ///< operation, message, run, attempt, shard, batch, freeze, approval, approval item or incident.
    std::string_view from;
    std::string_view event;
    std::string_view to;
    std::string_view needs;
};

/// Every row of every machine, in table order: from this a test generates the truth of the database's guards and checks
/// the drawings in the README. Built anew at each call.
[[nodiscard]] std::vector<LegalChange> legalChanges();

} // namespace onceover
