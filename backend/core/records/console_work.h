// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/console_people.h"
#include "core/records/incident.h"

#include <string>
#include <variant>
#include <vector>

namespace onceover {

/// The lists of what the engine does, what it leaves to people, and what it goes by.
enum class WorkList {
    DeadLetters,
    StuckLeases,
    Messages,
    Channels,
    Runs,
    Attempts,
    Jobs,
    Workers,
    Reconciliations,
    Differences,
    Alerts,
    Requests,
    AuditLog,
    Access,
    Statements,
    StatementLines,
    Incidents,
    ChainHeads,
    Rollouts,
    Calls,
};

/// Something that stopped being retried. A to-do list, not a bin (R83).
struct DeadLetterListRow {
    std::int64_t letter = 0;
    std::string subjectKind; ///< operation, message or run.
    std::string subjectId;
    std::string operation; ///< Id; empty: a run.
    std::string jobId;
    BusinessDate bizDate;
    std::string grade;
    std::string idempotencyKey;
    std::string failureClass;
    std::string lastError;
    std::int64_t attempts = 0;
    std::int64_t payloadSize = 0;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    std::string status;
    std::string resolution;
    std::string reason;
    Timestamp openedAt;
    std::optional<Timestamp> resolvedAt;
    std::string batchKey;
    std::string operationStatus; ///< Empty: no operation.
    std::string settlementType;  ///< Of that operation.
    std::string standing;        ///< The money's phase that stands: HOLD, PAY, BACK; empty: none was booked.
    bool effectFound = false;    ///< The outside said at least once that it executed it.
    std::string worker;          ///< Whose attempt at that operation was the last one; empty: none had it.
    friend bool operator==(const DeadLetterListRow&, const DeadLetterListRow&) = default;
};

/// An operation whose worker did not renew its lease (R34).
struct StuckLeaseRow {
    OperationRef ref;
    std::string jobId;
    std::string settlementType;
    std::int64_t merchant = 0;
    BusinessDate bizDate;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string batchKey;
    std::string worker;
    std::string host; ///< Empty: the worker is not registered.
    std::int64_t pid = 0;
    std::optional<Timestamp> lastBeat; ///< Of the worker; nothing: never.
    bool workerStopped = false;        ///< It said goodbye.
    std::int64_t version = 0;
    Timestamp leaseUntil;
    std::int64_t attempts = 0;   ///< Claims ever.
    std::int64_t recoveries = 0; ///< Claims of it alone that lost their worker; the third ends it.
    bool lost = false;           ///< Lost its worker before: is claimed alone.
    bool frozen = false;         ///< A freeze in force keeps it from being taken over.
    std::int64_t settlers = 0;   ///< Workers alive that could take it over.
    friend bool operator==(const StuckLeaseRow&, const StuckLeaseRow&) = default;
};

/// A message that is not finished.
struct MessageRow {
    std::int64_t outbox = 0;
    std::string operation;
    std::string messageKind;
    std::string channel;
    int profileVersion = 0;
    std::string idempotencyKey;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string jobId;
    std::int64_t merchant = 0;
    std::string status;
    std::int64_t version = 0;
    std::string worker;
    std::int64_t attempts = 0;
    std::int64_t sends = 0;
    std::int64_t maybeLeft = 0; ///< Sends that may have left.
    std::int64_t queries = 0;
    Timestamp createdAt;
    std::optional<Timestamp> nextAt; ///< When it is looked at next: sent, taken over or asked about.
    std::optional<Timestamp> firstSentAt;
    std::optional<Timestamp> lastSentAt;
    std::optional<Timestamp> unknownSince;
    std::optional<Timestamp> honouredUntil; ///< First send + retention − margin of its profile version.
    std::string lastAnswer;
    std::optional<std::int64_t> lastHttp; ///< Status of the last call about it; nothing: no call, or no answer.
    std::string lastCode;                 ///< What the outside called it.
    std::optional<milliseconds> lastTook; ///< From the question to its answer.
    std::string lastError;
    std::string externalRef;
    bool held = false; ///< A freeze in force covers it.
    friend bool operator==(const MessageRow&, const MessageRow&) = default;
};

/// A version of a channel's profile and how the channel behaves now.
struct ChannelRow {
    std::string channel;
    int version = 0;
    std::string kind;
    std::string endpoint;
    bool enabled = false;
    std::string keyTransport;
    milliseconds retention{0};
    milliseconds margin{0};
    std::string onMismatch;
    std::string onInFlight;
    bool stores5xx = false;
    std::string queryKind;
    std::optional<milliseconds> queryEventualMax;
    std::optional<milliseconds> maxLateExecution;
    std::string refusal;
    std::vector<std::string> refusalCodes;
    milliseconds escalateAfter{0};
    std::int64_t maxSendAttempts = 0;
    std::int64_t maxQueries = 0;
    milliseconds retrySpan{0}; ///< From the first to the last attempt of the schedule.
    std::int64_t unknown = 0;
    std::int64_t open = 0;  ///< To send or being sent.
    std::int64_t calls = 0; ///< Of the last hour, at most 20,000.
    std::optional<milliseconds> median;
    std::optional<milliseconds> slowest5Percent;
    std::optional<Timestamp> pausedAt; ///< Its channel is paused.
    std::string pausedBy;
    std::string pauseReason;
    std::optional<Timestamp> testedAt; ///< Of this version's last self-test.
    bool testPassed = false;
    std::string testedBy;
    Timestamp createdAt;
    std::string createdBy;
    friend bool operator==(const ChannelRow&, const ChannelRow&) = default;
};

/// One planned occurrence of a job.
struct RunRow {
    std::int64_t run = 0;
    std::string runKey;
    std::string jobId;
    BusinessDate bizDate;
    std::string grade;
    std::string status;
    std::string statusReason;
    std::optional<Timestamp> scheduledAt;
    std::string localWall;
    std::string zone;
    std::string resolution;
    std::int64_t triggers = 0;
    std::int64_t tries = 0; ///< Attempts at the run itself.
    std::int64_t shardTries = 0;
    std::int64_t lost = 0; ///< Attempts that lost their worker or were fenced.
    std::optional<std::int64_t> batch;
    std::string batchStatus;
    std::int64_t operations = 0;
    std::int64_t tookEffect = 0;
    Timestamp createdAt;
    std::optional<Timestamp> startedAt;
    std::optional<Timestamp> finishedAt;
    friend bool operator==(const RunRow&, const RunRow&) = default;
};

/// One try at a run or at one shard of it.
struct AttemptRow {
    std::int64_t attempt = 0;
    std::string runKey;
    std::string jobId;
    BusinessDate bizDate;
    std::optional<std::int64_t> batch;
    std::optional<int> shard;
    int number = 0;
    std::string worker;
    std::string status;
    Timestamp startedAt;
    std::optional<Timestamp> finishedAt;
    std::int64_t rows = 0;
    std::string outcome;
    std::string error;
    bool overlaps = false; ///< Another attempt at the same shard ran at the same time.
    friend bool operator==(const AttemptRow&, const AttemptRow&) = default;
};

/// A job as it declares itself (R10).
struct JobRow {
    std::string jobId;
    std::string jobType;
    std::string grade;
    bool enabled = true;
    bool frozen = false;
    std::string periodKind;
    std::string schedule;
    std::string zone;
    std::string sameAction;
    milliseconds allowedLateness{0};
    std::string mayRepeat;
    bool needsCompensation = false;
    std::string heldPolicy;
    std::string rolloutMode;
    int ruleVersion = 0;
    std::vector<milliseconds> retryBackoff;
    int maxAttempts = 0;
    milliseconds maxTotalTime{0};
    milliseconds lease{0};
    int shards = 0;
    std::string lastRunKey;
    std::string lastRunStatus;
    std::optional<Timestamp> lastRunAt;
    std::vector<Timestamp> nextRuns; ///< The next three instants; empty: disabled, or the schedule is not understood.
    std::string nextProblem;         ///< Why none could be told.
    friend bool operator==(const JobRow&, const JobRow&) = default;
};

/// One incarnation of one worker process.
struct WorkerRow {
    std::string worker;
    std::string program;
    std::string appVersion;
    std::string host;
    std::int64_t pid = 0;
    std::vector<std::string> duties;
    Timestamp startedAt;
    std::optional<Timestamp> stoppedAt;
    std::string stopReason;
    std::optional<Timestamp> lastBeat;
    std::optional<Timestamp> lastProgress;
    bool alive = false;
    std::int64_t holdsOperations = 0;
    std::int64_t holdsMessages = 0;
    std::int64_t openAttempts = 0;
    friend bool operator==(const WorkerRow&, const WorkerRow&) = default;
};

/// One comparison of the books.
struct ReconciliationRow {
    std::int64_t reconciliation = 0;
    std::string kind;
    std::optional<BusinessDate> bizDate;
    std::string batchKey;
    std::string channel;
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    std::string outcome; ///< COMPARED, NOTHING_COMPARED or NOT_READ.
    std::string detail;
    Timestamp startedAt;
    std::optional<Timestamp> finishedAt;
    std::string worker;
    friend bool operator==(const ReconciliationRow&, const ReconciliationRow&) = default;
};

/// What two books disagree about. Shown and alerted, never repaired automatically.
struct DifferenceListRow {
    std::int64_t difference = 0;
    std::string kind;
    std::string pair;    ///< Which two were compared; empty: its kind says it.
    std::string subject; ///< Order, payment, subscription or callback, where no operation of ours names it.
    std::string grade;
    std::optional<BusinessDate> bizDate;
    std::string batchKey;
    std::string operation;      ///< Id; empty: of no operation of ours.
    std::string settlementType; ///< Of that operation, as are the next five.
    std::string operationStatus;
    std::string operationFailure;
    std::int64_t operationMinor = 0;
    std::string operationCurrency;
    bool effectFound = false; ///< The outside said at least once that it executed it.
    std::string channel;
    std::string idempotencyKey;
    std::string externalRef;
    std::optional<std::int64_t> oursMinor;
    std::optional<std::int64_t> theirsMinor;
    std::string currency;
    std::string detail;
    std::string status;
    Timestamp openedAt;
    std::optional<Timestamp> resolvedAt;
    std::optional<milliseconds>
        ageAtDiscovery; ///< From when it happened, else from our last send; nothing: neither is known.
    friend bool operator==(const DifferenceListRow&, const DifferenceListRow&) = default;
};

/// Something that calls for a person until it is acknowledged or over.
struct AlertListRow {
    std::int64_t alert = 0;
    std::string rule;
    std::string subject;
    std::string grade;
    std::string idempotencyKey;
    std::string lastError;
    std::string status; ///< OPEN, ACKNOWLEDGED or CLOSED.
    Timestamp openedAt;
    std::string acknowledgedBy; ///< A person's name; empty: nobody.
    std::optional<Timestamp> acknowledgedAt;
    std::optional<Timestamp> closedAt;
    friend bool operator==(const AlertListRow&, const AlertListRow&) = default;
};

/// A statement of a bank as a person imported it. The account is masked by the view.
struct StatementRow {
    std::int64_t statement = 0;
    std::string channel;
    std::string format;
    std::string account;
    std::string reference; ///< The bank's name of it.
    std::string currency;
    std::optional<std::int64_t> openingMinor;
    std::optional<std::int64_t> closingMinor;
    std::optional<BusinessDate> from; ///< The first and the last day that it covers.
    std::optional<BusinessDate> to;
    std::int64_t lines = 0;
    std::string outcome; ///< Of its comparison: COMPARED or NOTHING_COMPARED; empty: it was imported without one.
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    Timestamp importedAt;
    std::string importedBy;
    friend bool operator==(const StatementRow&, const StatementRow&) = default;
};

/// A line of a statement and what it comes to beside our messages, now.
struct StatementLineRow {
    std::int64_t statement = 0;
    int line = 0;
    std::string channel;
    std::string bankReference;
    std::string endToEnd;
    std::int64_t amountMinor = 0; ///< Signed: what came in is above 0.
    std::string currency;
    BusinessDate bookedOn;
    std::optional<BusinessDate> valueOn;
    std::string kind; ///< The bank's code.
    bool isReversal = false;
    std::string returnReason;
    std::string match; ///< MATCHED, NOT_YET, NOT_OURS or the kind of a difference.
    bool isDifference = false;
    std::string detail;
    std::string operation; ///< Id; empty: of no operation of ours.
    std::string idempotencyKey;
    friend bool operator==(const StatementLineRow&, const StatementLineRow&) = default;
};

/// What going back from a version must deal with: "run", "operation STATE", "letter" or "effect".
struct RolloutLeft {
    std::string what;
    std::int64_t count = 0;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    friend bool operator==(const RolloutLeft&, const RolloutLeft&) = default;
};

/// In which stage a version of a job's rules is, what the stage holds and what it led to (R132 to R135).
struct RolloutListRow {
    std::string jobId;
    int ruleVersion = 0;
    std::string mode;                ///< observe, limited or full.
    std::vector<std::string> scopes; ///< For whom a limited one takes effect.
    Timestamp since;
    std::string maker; ///< A person's name; empty: the job began so.
    std::string checker;
    bool isCurrent = false;       ///< The job plans by it.
    bool isActing = false;        ///< It takes effect, for everybody or for those who are named.
    bool isNewest = false;        ///< No later version is known.
    bool isStaged = false;        ///< The job has a batch, so its rules are moved in stages.
    std::int64_t openRequest = 0; ///< The request about the job's rules that is open; 0: none.
    std::int64_t open = 0;        ///< This and the next two over its newest batches, at most 400.
    std::int64_t done = 0;
    std::int64_t failed = 0;
    std::int64_t held = 0;     ///< Counted up to 10,001, as are the findings.
    std::int64_t findings = 0; ///< What it would have done that did not take effect.
    std::int64_t takeovers = 0;
    std::int64_t alertsOpen = 0;
    std::vector<RolloutLeft> left;
    friend bool operator==(const RolloutListRow&, const RolloutListRow&) = default;
};

/// One call to the outside, a callback from it, or a decision from evidence: a fact that is never changed.
struct CallRow {
    std::int64_t call = 0;
    Timestamp at;     ///< When its answer was written down.
    std::string kind; ///< SEND, QUERY, CALLBACK or EVIDENCE.
    std::string channel;
    int profileVersion = 0;
    std::string operation; ///< Id.
    std::string idempotencyKey;
    std::string answer;
    std::optional<std::int64_t> http; ///< Nothing: no answer came.
    std::string code;                 ///< What the outside called it.
    milliseconds took{0};             ///< From the question to its answer.
    std::string externalRef;
    std::optional<std::int64_t> amountMinor; ///< As the outside said it.
    std::string currency;
    std::string error;
    std::string worker;
    friend bool operator==(const CallRow&, const CallRow&) = default;
};

/// A page of one of the lists, in the order of WorkList.
using WorkPage = std::variant<Page<DeadLetterListRow>, Page<StuckLeaseRow>, Page<MessageRow>, Page<ChannelRow>,
    Page<RunRow>, Page<AttemptRow>, Page<JobRow>, Page<WorkerRow>, Page<ReconciliationRow>, Page<DifferenceListRow>,
    Page<AlertListRow>, Page<RequestListRow>, Page<AuditListRow>, Page<AccessRow>, Page<StatementRow>,
    Page<StatementLineRow>, Page<IncidentRow>, Page<AuditHeadRow>,
    Page<RolloutListRow>, Page<CallRow>>;

} // namespace onceover
