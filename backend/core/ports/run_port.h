// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// A run whose work is not a batch of operations (JobType::hasBatch is false), held under a lease by this attempt.
struct RunTask {
    RunId run;
    AttemptId attempt;
    int attemptNo = 1;
    JobId job;
    std::string jobType;
    RunKey runKey; ///< The identity of what is to be done: the work is done at least once under it.
    BusinessDate bizDate;
    int failures = 0; ///< Attempts at this run that failed before.
    int maxAttempts = 4;
    std::vector<milliseconds> retryBackoff;
    milliseconds lease{300000};
};

/// What the work came to.
struct WorkOutcome {
    std::int64_t rowsAffected = 0;
    std::string detail; ///< For run_attempt.outcome: what was done, in a word or two.
};

/// Runs without a batch, by the scheduler's login: who claims one writes its attempt, and the end of attempt and run is
/// one transaction. Nothing but this port ends such a run.
class RunPort {
public:
    virtual ~RunPort() = default;

    /// The oldest run of these types that is DUE, or RUNNING under a lease that ended; not under a freeze. Its attempt
    /// is STARTED and the one that it takes over from LOST. Nothing: there is none.
    [[nodiscard]] virtual Result<std::optional<RunTask>> claimRun(const std::vector<std::string>& jobTypes) = 0;

    /// Renews the lease while the work goes on. Conflict: the attempt was taken over, and the work must stop.
    [[nodiscard]] virtual Result<Done> keepRun(const RunTask& task) = 0;

    /// Attempt SUCCEEDED and run DONE. Conflict: somebody else ended it, or took it over.
    [[nodiscard]] virtual Result<Done> finishRun(const RunTask& task, const WorkOutcome& outcome) = 0;

    /// Attempt FAILED; the run waits for its next attempt, or is FAILED with a dead letter when `wait` is empty.
    [[nodiscard]] virtual Result<Done> failRun(
        const RunTask& task, std::string_view error, std::optional<milliseconds> wait)
        = 0;
};

/// The work of one job type. It may be done more than once for a run key (a worker dies after it and before the run is
/// DONE), so doing it again must change nothing: its own rows are keyed by the run key.
class JobWork {
public:
    virtual ~JobWork() = default;

    [[nodiscard]] virtual std::string_view jobType() const = 0;

    /// Does it. `keepGoing` is called now and then, at the latest each third of the lease: false ends the work without
    /// an effect that is not committed yet (stopping, or taken over).
    [[nodiscard]] virtual Result<WorkOutcome> work(const RunTask& task, const std::function<bool()>& keepGoing) = 0;
};

} // namespace onceover
