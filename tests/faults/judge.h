// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fault_rig.h"

#include <map>
#include <string>

namespace onceover::test {

/// Rows that a repeated trigger may not add to, and the bank's book.
struct Effects {
    std::map<std::string, long long> counts;
    friend bool operator==(const Effects&, const Effects&) = default;
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] Effects effectsOf(FaultRig& rig);

/// Everything that is wrong with an installation whose days are all settled, by three books that know nothing of each
/// other: our tables by plain SQL, the bank's own file, and `onceoverctl verify` as the auditor. Empty when all agree.
[[nodiscard]] std::string judge(FaultRig& rig);

/// The parts: tables and the bank's file alone; the promises alone (with `--quiescent`).
[[nodiscard]] std::string judgeBooks(FaultRig& rig);
[[nodiscard]] std::string judgePromises(FaultRig& rig);

} // namespace onceover::test
