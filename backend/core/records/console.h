// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/records/operation.h"
#include "core/records/timestamp.h"
#include "core/states/batch_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// Amounts per currency; never added across currencies.
using AmountPerCurrency = std::map<std::string, std::int64_t>;

/// Where a console or command is connected, as the server tells it.
struct ServerIdentity {
    std::string installationName;
    std::string environment; ///< sandbox, development, staging or production.
    std::string database;
    std::string host; ///< Host name, or the socket folder.
    std::string login;
    std::string person; ///< Empty: the login is not mapped to a person.
    std::string personName;
    std::vector<std::string> roles; ///< operator, approver, auditor, viewer, …: what this login holds.
    bool primary = true;
    bool encrypted = false;
    int schemaVersion = 0;
    int serverVersion = 0; ///< e.g. 150018
    std::int64_t systemIdentifier = 0;
    int timeline = 0;
    friend bool operator==(const ServerIdentity&, const ServerIdentity&) = default;
};

/// One number per operation state, as stored (a state that this program does not know keeps its name).
struct StateCount {
    std::string status;
    std::int64_t count = 0;
    AmountPerCurrency amounts;
    friend bool operator==(const StateCount&, const StateCount&) = default;
};

/// One worker incarnation as the engine line and the Workers list show it.
struct WorkerLine {
    std::string workerId;
    std::vector<std::string> duties;
    Timestamp lastBeat;
    bool alive = false; ///< Last beat younger than the limit, by the database's clock, and not stopped.
    friend bool operator==(const WorkerLine&, const WorkerLine&) = default;
};

/// One thing that needs a person, worst first (UX: P0 before P1, money before none, then age).
struct WorklistRow {
    std::string kind;  ///< unknown, dead-letter, stuck-lease, difference, batch
    std::string key;   ///< Operation id, or batch key
    std::string title; ///< e.g. payout 2026-03-14 M1032
    std::string grade;
    Timestamp since;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    friend bool operator==(const WorklistRow&, const WorklistRow&) = default;
};

/// One freeze in force.
struct FreezeLine {
    std::string scopeKind;
    std::string scopeRef;
    Timestamp since;
    std::string actor;
    std::string reason;
    bool isPause = false; ///< Of a channel, on an outage; ends by an operator's word.
    friend bool operator==(const FreezeLine&, const FreezeLine&) = default;
};

/// Operations that came to one status within one hour of the database's clock.
struct HourCount {
    Timestamp hour; ///< Its start.
    std::string status;
    std::int64_t count = 0;
    friend bool operator==(const HourCount&, const HourCount&) = default;
};

/// What the practice guide ticks its first steps by: facts of the last 24 hours, read in a sandbox only.
struct PracticeFacts {
    std::string liveWorker; ///< One that settles now and may be killed for practice; empty: none.
    std::int64_t livePid = 0;
    std::string goneWorker;               ///< A worker that stopped beating without a clean stop; empty: none.
    std::optional<Timestamp> goneSince;   ///< Its last beat.
    std::int64_t leftByGone = 0;          ///< Operations still leased to it.
    std::int64_t takenOver = 0;           ///< Its attempts that another worker found lost.
    std::string earlierWorker;            ///< The last one that went like that before those 24 hours; empty: none.
    std::optional<Timestamp> earlierLost; ///< When the last of its attempts was found lost; nothing: not kept any more.
    std::int64_t earlierTakenOver = 0;    ///< So many of its attempts that another worker found lost are kept.
    std::string repeatedRun; ///< Run key of a person's trigger that was answered ALREADY_COMPLETED; empty: none.
    std::optional<Timestamp> repeatedAt;
    std::string repeatedBy;
    std::int64_t frozen = 0; ///< The newest freeze that a person put in force; 0: none.
    std::string frozenScope; ///< "everything", or kind and name with a blank between.
    std::string frozenBy;
    std::optional<Timestamp> frozenAt;
    std::int64_t replay = 0; ///< The newest replay that was asked for; 0: none.
    std::string replayBy;
    std::optional<Timestamp> replayAt;
    std::int64_t letters = 0;  ///< Dead letters that are open.
    std::int64_t waiting = 0;  ///< Requests that nobody decided yet.
    std::int64_t approved = 0; ///< The newest request that a second person approved; 0: none.
    std::string approvedMaker;
    std::string approvedBy;
    std::optional<Timestamp> approvedAt;
    std::string verifiedBy; ///< Who judged the audit chains last and found them whole; empty: nobody.
    std::optional<Timestamp> verifiedAt;
    std::int64_t verifiedRows = 0;
    int workersAlive = 0; ///< Silent for under 30 seconds, leaps of practice time left out.
    int daysBehind = 0;   ///< Whole days from practice time to the present: more than none while a sandbox is filled.
    int daysSettled = 0;  ///< Business dates with a daily batch.
    friend bool operator==(const PracticeFacts&, const PracticeFacts&) = default;
};

/// The first screen: one read-only repeatable-read snapshot, so that its numbers agree.
struct OverviewSnapshot {
    Timestamp takenAt; ///< Database time of the snapshot.
    ServerIdentity server;
    // engine line
    int workersAlive = 0;
    std::optional<Timestamp> lastSchedulerBeat;
    std::optional<Timestamp> lastSend;
    std::optional<Timestamp> lastWorkerSeen;
    std::vector<WorkerLine> workers;
    // banner
    std::vector<FreezeLine> freezes;
    std::int64_t heldOperations = 0; ///< Open work under a freeze in force.
    // tiles
    std::int64_t stuckLeases = 0;
    std::optional<Timestamp> oldestStuckLease;
    std::int64_t deadLetters = 0;
    std::int64_t deadLettersOver24h = 0;
    std::int64_t unknownAtBank = 0;
    AmountPerCurrency unknownAmounts;
    std::int64_t openDifferences = 0;
    AmountPerCurrency differenceAmounts;
    std::optional<Timestamp> lastReconciled;
    std::int64_t approvalsOpen = 0;
    std::int64_t incidentsOpen = 0;
    std::int64_t incident = 0; ///< The newest open one; 0: none is.
    std::int64_t alertsOpen = 0;   ///< Their cause is still there.
    std::int64_t alertsUnseen = 0; ///< Of these, those that nobody has acknowledged.
    // distribution and counters
    std::vector<StateCount> states;
    std::int64_t operations = 0;
    std::int64_t batchesOpen = 0;
    std::int64_t triggered = 0;  ///< run_trigger rows of the newest business date
    std::int64_t executed = 0;   ///< Tries at that date's runs, and one more for each worker lost within a shard.
    std::int64_t tookEffect = 0; ///< accepted effects of that date
    std::int64_t effectsMax
        = 0; ///< most accepted effects of any one operation of that date; more than 1 is an alarm (R6)
    std::optional<BusinessDate> newestBizDate;
    std::vector<WorklistRow> worklist; ///< At most 50.
    bool worklistHasMore = false;
    std::int64_t outboxOpen = 0;
    std::optional<Timestamp> oldestUnsent;
    std::vector<StateCount>
        succeededPerDay;          ///< status = business date; count and amounts: a picture over the days shown.
    std::vector<HourCount> hours; ///< The last 24 hours, oldest first; hours without any are left out.
    bool hoursKnown = false;      ///< False: nothing was counted by the hour yet.
    std::map<std::string, std::int64_t>
        hourAgo; ///< A tile's number (dead_letters, unknown_at_bank, stuck_leases, open_differences, outbox_open) as
                 ///< sampled an hour ago, or last before that, up to three days; missing: not sampled then.
    std::optional<Timestamp> hourAgoAt;    ///< When that was sampled.
    std::optional<PracticeFacts> practice; ///< In a sandbox.
};

/// A row of the Batches page.
struct BatchRow {
    BatchId batch;
    std::string runKey;
    std::string jobId;
    std::string jobType;
    BusinessDate bizDate;
    std::string scope;
    std::string grade;
    std::string status;
    std::string statusReason;
    std::int64_t total = 0;
    std::int64_t done = 0; ///< SUCCEEDED
    std::int64_t unknown = 0;
    std::int64_t dead = 0; ///< Unresolved dead letters.
    AmountPerCurrency amounts;
    std::optional<bool> countAgrees;
    std::optional<bool> amountAgrees;
    std::optional<Timestamp> lastCheck;
    std::int64_t triggered = 0;
    std::int64_t executed = 0;
    std::int64_t tookEffect = 0;
    Timestamp createdAt;
    std::optional<Timestamp> finishedAt;
    friend bool operator==(const BatchRow&, const BatchRow&) = default;
};

/// A row of the Operations page. The account number is masked by the view.
struct OperationRow {
    OperationRef ref;
    std::string settlementType;
    std::int64_t merchant = 0;
    std::string merchantName;
    BusinessDate bizDate;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status;
    std::string failureClass;
    int attempts = 0; ///< Claims ever.
    std::optional<Timestamp> nextAttempt;
    std::optional<Timestamp> leaseUntil;
    std::string worker;
    std::int64_t version = 0;
    std::string channel;
    std::string externalRef;
    std::string lastError;
    std::string batchKey;
    Timestamp updatedAt;
    friend bool operator==(const OperationRow&, const OperationRow&) = default;
};

/// What a list asks for. Keyset pages in the list's own order (newest business date first, else by key); a page is at
/// most `limit` rows and says when there are more in the direction read. At most one of after, before and fromDate is
/// set.
struct ListQuery {
    std::string status; ///< Empty: all.
    std::optional<BusinessDate> bizDate;
    std::string jobType;
    std::optional<std::int64_t> merchant;
    std::optional<std::int64_t> batch;
    std::string keyPrefix; ///< Of an operation id.
    int limit = 500;
    std::string after;                      ///< Opaque position: the rows after it; empty: from the start.
    std::string before{};                   ///< Opaque position: the rows up to it, the nearest ones.
    std::optional<BusinessDate> fromDate{}; ///< In lists by date: the rows of this business date and older ones.
    std::string group{};                    ///< Of the lists that are grouped: this group alone (a class, a worker, a kind).
    std::string groupBy{};                  ///< Of dead letters: by what, "task" or "worker"; empty: by class.
    std::optional<milliseconds> minAge{};   ///< In lists with an age: rows at least so old.
    std::string currency{};                 ///< Of differences: its code.
    std::string sign{};                     ///< Of differences: "more" than ours, "less", or "equal"; empty: any.
    friend bool operator==(const ListQuery&, const ListQuery&) = default;
};

/// How many rows of a list stand in one of its groups.
struct GroupCount {
    std::string name;
    std::int64_t count = 0;
    friend bool operator==(const GroupCount&, const GroupCount&) = default;
};

template <typename Row>
struct Page {
    Timestamp takenAt;
    std::vector<Row> rows;
    bool hasMore = false;   ///< Beyond the page, in the direction read.
    std::string start;      ///< Position just before its first row; empty without rows.
    std::string next;       ///< Position of its last row; empty without rows.
    std::int64_t total = 0; ///< From maintained counts; exact unless totalIsEstimate.
    bool totalIsEstimate = false;
    std::vector<GroupCount> groups{}; ///< Of the lists that are grouped: the whole filtered list, largest first.
};

/// What a manual trigger led to (`trigger_run`).
struct ManualTriggerAnswer {
    bool done = false;
    std::string reason; ///< Refusal name when not done.
    std::string answer; ///< CREATED, EXISTING, HELD, SKIPPED or ALREADY_COMPLETED.
    std::int64_t triggerId = 0;
    std::int64_t runId = 0;
    std::string runKey;
    std::string runStatus;
    std::optional<std::int64_t> batchId;
    std::string batchStatus;
    friend bool operator==(const ManualTriggerAnswer&, const ManualTriggerAnswer&) = default;
};

} // namespace onceover
