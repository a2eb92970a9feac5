// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/states/batch_state.h"
#include "core/states/run_state.h"
#include "core/states/shard_state.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What becomes of planned instants that are later than the job allows, after a downtime. Names are those of job.catch_up.
enum class CatchUp {
    All,    ///< Each is caught up, the oldest first.
    Latest, ///< The newest is; the others are skipped, each with a row that says so.
    None,   ///< All are skipped, each with a row that says so.
};

template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<CatchUp>{"all", "latest", "none"};
static_assert(namesAreComplete(CatchUp::None));

/// A recurring duty as its row says; what decides about money stands here, versioned and audited.
struct Job {
    JobId id;
    std::string jobType;
    std::string scope;
    std::string runKeyPrefix;
    std::string periodKind;           ///< day, week, month or slot.
    std::string grade;                ///< P0 or P1.
    std::string timeZone;
    std::string schedule;
    int bizDateOffset = -1;
    bool enabled = true;
    bool frozen = false;              ///< A freeze in force covers it.
    Timestamp scheduledUpTo;          ///< The last instant that has a trigger, else schedule_from.
    int ruleVersion = 1;
    int shardCount = 8;
    int claimSize = 500;
    milliseconds lease{300000};
    std::vector<milliseconds> retryBackoff;
    int maxAttempts = 4;
    milliseconds maxTotalTime{0};
    milliseconds conflictBackoff{2000};
    CatchUp catchUp = CatchUp::All;
    milliseconds allowedLateness{0};  ///< Later than this after its instant, a run is a catch-up.
};

/// One scheduled instant that came due, as the resolver answered it.
struct DueTrigger {
    JobId job;
    Timestamp scheduledAt;
    std::string localWall;
    std::string zone;
    std::string tzdataVersion;
    std::string resolution;           ///< PLAIN, GAP_SHIFTED or OVERLAP_FIRST.
    BusinessDate bizDate;
    RunKey runKey;
    bool late = false;                ///< Later than the job allows: a catch-up.
    std::string skipReason;           ///< The policy that leaves it out; empty when it is to run.
};

/// A time in which a release is rolled out (R81).
struct ReleaseWindow {
    std::int64_t id = 0;
    Timestamp startsAt;
    Timestamp endsAt;                 ///< Exclusive.
    std::string what;
    friend bool operator==(const ReleaseWindow&, const ReleaseWindow&) = default;
};

/// What a scheduler sees ahead of a job and behind it; stored, so that people read it before anything of it starts.
struct JobOutlook {
    JobId job;
    std::string tzdataVersion;
    std::string problem;              ///< Why nothing is planned; empty when all is well.
    std::optional<Timestamp> nextAt;
    std::string nextWall;
    std::string nextResolution;
    std::int64_t backlog = 0;         ///< Instants that are due and have no trigger yet.
    bool backlogIsMore = false;       ///< There are more than were counted.
    std::optional<Timestamp> backlogFrom;
    std::optional<Timestamp> backlogTo;
    std::optional<std::int64_t> releaseWindow; ///< The next run or its retries cross it.
    friend bool operator==(const JobOutlook&, const JobOutlook&) = default;
};

/// What a trigger led to.
struct TriggerAnswer {
    TriggerId trigger;
    RunId run;
    RunState runStatus = RunState::Due;
    bool newTrigger = false;          ///< False: another scheduler recorded this instant before.
    bool newRun = false;
};

/// A run that needs its scheduler: due, or running with a batch that is not enumerated yet.
struct OpenRun {
    RunId run;
    RunKey runKey;
    JobId job;
    RunState status = RunState::Due;
    BusinessDate bizDate;
};

/// A shard of a batch, as enumeration sees it.
struct ShardPlan {
    ShardNumber number;
    int total = 1;
    Bucket from;                      ///< Inclusive.
    int bucketTo = kBucketCount;      ///< Exclusive.
    ShardState status = ShardState::Open;
};

/// What a scheduler holds after it began (or joined) a run.
struct RunWork {
    RunId run;
    AttemptId attempt;
    BatchId batch;
    BatchState batchStatus = BatchState::Created;
    std::string inputVersion;
    std::vector<ShardPlan> shards;
    bool alreadyCompleted = false;    ///< A rerun of a COMPLETED batch leaves at once (R44).
};

/// One merchant's input of one shard: what becomes one operation. Date and scope are those of its natural key.
struct InputGroup {
    MerchantId merchant;
    Bucket bucket;
    std::string currency;
    std::string scopeRef;
    BusinessDate settleDate;
    std::int64_t netMinor = 0;
    std::int64_t items = 0;
};

/// An operation to enumerate: its computed id beside its inputs.
struct PlannedOperation {
    InputGroup input;
    OperationId id;
};

} // namespace onceover
