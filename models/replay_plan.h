// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "core/records/console_work.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace onceover::models {

/// Something that a person picked to be done again.
struct ReplayCandidate {
    std::string operation; ///< Id.
    std::string key;       ///< Idempotency key; empty: none is known here.
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status;       ///< Of the operation; empty: not known.
    std::string failureClass; ///< Why it failed for good.
    bool effectFound = false; ///< A recorded answer says that it was executed.
};

[[nodiscard]] ReplayCandidate replayCandidate(const DeadLetterListRow& letter);
[[nodiscard]] ReplayCandidate replayCandidate(const OperationRow& operation);
[[nodiscard]] ReplayCandidate replayCandidate(const OperationDetail& detail);

/// One picked row: in the plan, or out and why.
struct ReplayLine {
    ReplayCandidate candidate;
    QString why; ///< Out because of this; empty: it is in.
    friend bool operator==(const ReplayLine& a, const ReplayLine& b)
    {
        return a.candidate.operation == b.candidate.operation && a.why == b.why;
    }
};

/// What would be asked for: "3 picked, 2 in the plan".
struct ReplayPlan {
    std::vector<ReplayLine> lines;
    std::vector<Uuid> operations; ///< Those that are in.
    AmountPerCurrency amounts;
    std::vector<GroupCount> classes; ///< Of those that are in.

    [[nodiscard]] std::string total() const; ///< What is typed: see totalToType().
};

/// At most so many at once.
inline constexpr std::size_t kReplayMost = 1000;

/// Sorts the picked ones; the database has the last word about each.
[[nodiscard]] ReplayPlan replayPlan(const std::vector<ReplayCandidate>& picked);
/// "3 picked, 2 in the plan · 1,284,300.00 CNY · keys unchanged".
[[nodiscard]] QString replayHeadline(const ReplayPlan& plan);
/// "2 × retries exhausted · 1 × never sent: …": what a replay does to each class.
[[nodiscard]] QString replayClasses(const ReplayPlan& plan);

} // namespace onceover::models
