// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/control.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// A request as the list of approvals shows it. Which of the lists it belongs to depends on who reads.
struct RequestListRow {
    std::int64_t id = 0;
    std::string view; ///< to-me, mine, open or decided.
    std::string kind;
    std::string status;
    std::string maker;
    std::string makerName;
    std::string checkerName; ///< Empty: nobody decided.
    std::string reason;
    std::string ticket;
    std::string planHash; ///< Hex.
    AmountPerCurrency amounts;
    std::int64_t items = 0;
    std::int64_t itemsDone = 0;
    std::int64_t itemsRefused = 0;
    Timestamp requestedAt;
    Timestamp expiresAt;
    std::optional<Timestamp> decidedAt;
    std::string decisionReason;
    friend bool operator==(const RequestListRow&, const RequestListRow&) = default;
};

/// How many items of a plan are read: at once, and when somebody wants all of them (the most that a plan holds).
inline constexpr int kPlanItemsShown = 500;
inline constexpr int kPlanItemsMost = 10'000;

/// One item of a frozen plan beside what it is now.
struct PlanItemRow {
    int no = 0;
    std::string operation;
    std::string key;
    std::int64_t merchant = 0;
    std::string payee;         ///< Name of the beneficiary's snapshot.
    std::string payeeAccount;  ///< Masked.
    bool payeeChanged = false; ///< The merchant's beneficiary is another one now than the operation's snapshot.
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string statusPlanned;
    std::string classPlanned;
    std::string statusNow;
    bool moved = false; ///< State or version are not those of the plan any more.
    bool effectOnRecord = false;
    std::string lastAnswer; ///< The bank's last answer, as recorded; empty: none.
    std::optional<Timestamp> lastAnswerAt;
    std::optional<Timestamp> honouredUntil; ///< How long the channel honours the key; nothing: it was never sent.
    std::optional<BusinessDate> valueDate;  ///< That its order carries; nothing: the channel has no calendar.
    std::string status;                     ///< Of the item: PENDING, DONE, REFUSED, UNKNOWN.
    std::string reason;
    friend bool operator==(const PlanItemRow&, const PlanItemRow&) = default;
};

/// One request with its plan, largest amounts first; sums are over all items.
struct RequestDetail {
    Timestamp takenAt;
    bool found = false;
    RequestRow request;
    std::string makerName;
    std::string checkerName;
    AmountPerCurrency amounts;
    std::int64_t payees = 0;
    std::int64_t moved = 0;
    std::vector<GroupCount> kinds; ///< How many items were in which state when it was planned.
    std::vector<PlanItemRow> items;
    /// Of a lift: what the freeze keeps back now, and the differences that are open.
    std::optional<FreezeRow> freeze;
    std::int64_t openDifferences = 0;
};

/// Runs of one job that a freeze keeps back.
struct HeldJobRow {
    std::int64_t freeze = 0;
    std::string job;
    std::string policy; ///< What the job says becomes of them: all, latest or none.
    std::int64_t runs = 0;
    std::string oldest; ///< Business dates.
    std::string newest;
    friend bool operator==(const HeldJobRow&, const HeldJobRow&) = default;
};

/// The open freezes and what may still leave.
struct FreezesNow {
    Timestamp takenAt;
    std::vector<FreezeRow> freezes;
    std::vector<MayLeaveRow> mayLeave; ///< At most 200.
    bool replayerAlive = false;        ///< Somebody executes what two persons decided, and watches freezes drain.
    std::vector<HeldJobRow> held{}; ///< By freeze and job; at most 500.
};

/// One row of the audit chains of people and of the system.
struct AuditListRow {
    std::string chain;
    std::int64_t seq = 0;
    Timestamp at;
    std::string actor;
    std::string actorName;
    std::string login;
    std::string role;
    std::string action;
    std::string target;
    std::string outcome; ///< DONE or REFUSED.
    std::string reason;
    std::string ticket;
    std::string detail; ///< JSON as the database keeps it.
    std::string requestId;
    std::string hash; ///< Hex: what an export has of the row.
    friend bool operator==(const AuditListRow&, const AuditListRow&) = default;
};

/// The last row of one chain, and how far the chain is anchored.
struct AuditHeadRow {
    std::string chain; ///< people, system, or worker:NAME of one incarnation.
    std::int64_t seq = 0;
    std::string hash;                        ///< Hex.
    std::optional<std::int64_t> anchoredSeq; ///< Nothing: no anchor names it yet.
    Timestamp at;
    friend bool operator==(const AuditHeadRow&, const AuditHeadRow&) = default;
};

/// One login and what it may do.
struct AccessRow {
    std::int64_t id = 0; ///< The login's number in the server.
    std::string login;
    std::string person; ///< Empty: mapped to nobody.
    std::string personName;
    std::vector<std::string> duties; ///< operator, approver, …: what it holds, directly or through another role.
    bool superuser = false;
    Timestamp recordedAt; ///< When the janitor wrote it into the chain `system`.
    friend bool operator==(const AccessRow&, const AccessRow&) = default;
};

} // namespace onceover
