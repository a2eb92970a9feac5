// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "core/ports/book_desk.h"
#include "core/ports/console_port.h"
#include "core/ports/control_outcome_port.h"
#include "core/ports/diagnosis_port.h"
#include "core/ports/evidence_port.h"
#include "core/ports/incident_port.h"
#include "core/ports/recovery_port.h"
#include "core/ports/remedy_port.h"
#include "core/ports/settings_port.h"
#include "core/records/incident_report.h"

#include <QMetaType>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace onceover::models {

/// Makes the store of one thread, on that thread. May return nothing only when memory is out.
using ReaderFactory = std::function<std::unique_ptr<ConsoleReader>()>;
using PeopleFactory = std::function<std::unique_ptr<PeoplePort>()>;
using ControlFactory = std::function<std::unique_ptr<RecoverableControlPort>()>;
/// Where what is asked for about rules, and what makes an operation good, goes.
struct RequestPorts {
    std::unique_ptr<SettingsPort> settings;
    std::unique_ptr<RemedyPort> remedies;
};
using RequestsFactory = std::function<RequestPorts()>;
using AuditFactory = std::function<std::unique_ptr<AuditReader>()>;

/// The stores of an incident: of its acts, and of the long looks that some of them need.
struct IncidentFactories {
    std::function<std::unique_ptr<IncidentPort>()> incidents{};
    std::function<std::unique_ptr<RecoveryPort>()> recovery{};
    std::function<std::unique_ptr<EvidenceReader>()> evidence{};
    std::function<std::unique_ptr<DiagnosisPort>()> diagnosis{};
    std::function<BookDesk()> books{};
};

/// The stores behind every act. Without one its acts fail as if there were no connection.
struct ActFactories {
    PeopleFactory people;
    ControlFactory control{};
    RequestsFactory requests{};
    IncidentFactories incidents{};
};

/// What is read. Each kind has at most one wanted query; a newer one replaces it. The lists of the engine's work follow
/// in the order of WorkList.
enum class ReadKind {
    Overview,
    Batches,
    Operations,
    Batch,
    Operation,
    Freezes,
    Request,
    Incident,
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
inline constexpr int kReadKinds = static_cast<int>(ReadKind::Calls) + 1;

/// The kind under which a list of the engine's work is read.
[[nodiscard]] constexpr ReadKind readKindOf(WorkList list)
{
    return static_cast<ReadKind>(static_cast<int>(ReadKind::DeadLetters) + static_cast<int>(list));
}
static_assert(readKindOf(WorkList::Calls) == ReadKind::Calls);

/// What goes on being read while the lists rest: what a person looks at who is about to stop something or to decide.
[[nodiscard]] constexpr bool restsWhilePaused(ReadKind kind)
{
    return kind != ReadKind::Overview && kind != ReadKind::Freezes && kind != ReadKind::Request
        && kind != ReadKind::Incident;
}

/// What is asked for: a list by its query, or one thing by its key (a run key, an operation id).
struct ReadWish {
    ListQuery list{};
    std::string key{};
    friend bool operator==(const ReadWish&, const ReadWish&) = default;
};

/// Numbers the queries of one kind; an answer to an older number than the newest of its kind is dropped.
using Ticket = quint64;

using OverviewPtr = std::shared_ptr<const OverviewSnapshot>;
using BatchPagePtr = std::shared_ptr<const Page<BatchRow>>;
using OperationPagePtr = std::shared_ptr<const Page<OperationRow>>;
using WorkPagePtr = std::shared_ptr<const WorkPage>;
using BatchDetailPtr = std::shared_ptr<const BatchDetail>;
using OperationDetailPtr = std::shared_ptr<const OperationDetail>;
using FreezesPtr = std::shared_ptr<const FreezesNow>;
using RequestDetailPtr = std::shared_ptr<const RequestDetail>;
using IncidentDetailPtr = std::shared_ptr<const IncidentDetail>;
using ProposalPtr = std::shared_ptr<const RecoveryProposal>;
using EqualitiesPtr = std::shared_ptr<const std::vector<EqualityRow>>;
using IncidentReportPtr = std::shared_ptr<const IncidentReport>;

/// How an act ended. Every act gets one.
enum class ActResult {
    Completed,      ///< It is done; the answer tells what it led to.
    Refused,        ///< A rule said no; nothing changed but the audit row.
    Failed,         ///< It was not carried out.
    OutcomeUnknown, ///< The answer was lost; the gateway asks by request id and never sends it again by itself.
};

/// What a person asked for.
enum class ActKind {
    TriggerRun,
    AcknowledgeAlert,
    Reveal,
    Freeze,
    RequestReplay,
    RequestLift,
    RequestDismissal,
    RequestRollout,
    RequestResolve,
    RequestCompensation,
    RequestRevision,
    RequestCorrection,
    RequestMatch,
    RequestMissingMessage,
    RequestResend,
    Approve,
    Reject,
    Withdraw,
    Fence,
    OpenIncident,
    TakeOverIncident,
    NoteIncident,
    GiveFreezeReason,
    RecordEvidence,
    WeighHypotheses,
    AnswerWhy,
    RecordComparisons,
    AdvanceIncident,
    CloseIncident,
    GoBackInIncident,
    RequestRecovery,
    RequestFalseAlarm,
    BeginRecovery,
};

/// Every kind of act, in the order of the enum.
inline constexpr auto kActKinds = [] {
    std::array<ActKind, static_cast<std::size_t>(ActKind::BeginRecovery) + 1> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i)
        kinds[i] = static_cast<ActKind>(i);
    return kinds;
}();

/// Does it go to the store that listens for ticks? Every other act has a store of its own, whose broken connection says
/// nothing about that one.
[[nodiscard]] constexpr bool isOfListener(ActKind kind)
{
    return kind == ActKind::TriggerRun || kind == ActKind::AcknowledgeAlert || kind == ActKind::Reveal;
}

/// What takes long in an incident: it reads much, off every thread that others wait for.
enum class IncidentWorkKind { SaveEvidence, Diagnose, CompareBooks, Propose, CountEqualities, Report };

/// What an act that stops, asks or decides is about; its kind says which members count.
struct ControlWish {
    ControlScope scope{};     ///< Freeze, Fence.
    ReplayWish replay{};      ///< RequestReplay, without reason and ticket.
    std::int64_t subject = 0; ///< The freeze to lift, letter to dismiss, difference to correct, request to decide.
    std::string ticket{};
    std::string policies{};  ///< RequestLift: JSON of job to all, latest or none.
    std::string planHash{};  ///< Approve: the plan that was read, in hex.
    std::string planTotal{}; ///< Approve: what was typed, as RequestRow::planTotal.
    RolloutWish rollout{};
    ResolveWish resolve{};
    CompensationWish compensation{};
    RevisionWish revision{};
    MatchWish match{};
    MessageWish message{}; ///< RequestMissingMessage, RequestResend.
};

/// What an act on an incident is about; its kind says which members count.
struct IncidentAct {
    std::int64_t incident = 0;
    IncidentWish opening{};
    EvidenceRecord evidence{};
    std::vector<HypothesisVerdict> verdicts{}; ///< An open one is not sent.
    std::vector<IncidentComparison> comparisons{};
    RecoveryWish recovery{}; ///< Without reason and ticket.
    std::vector<Uuid> ids{}; ///< Of the steps, where one act makes several; else the request id is the step's.
};

/// One act's outcome, for toast, dialog and jobs list.
struct ActOutcome {
    Uuid requestId;
    ActKind kind = ActKind::TriggerRun;
    ActResult result = ActResult::Failed;
    std::string jobId;
    BusinessDate bizDate;
    std::int64_t alert = 0;                      ///< Its number, of an acknowledgement.
    OperationId operation{};                     ///< Of a look at what is masked.
    std::string reason;                          ///< What the person said.
    ControlWish control;                         ///< Of a freeze, a request or a decision.
    std::optional<ManualTriggerAnswer> answer;   ///< Completed and Refused, of a trigger.
    std::optional<Acknowledgement> seen;         ///< Completed and Refused, of an acknowledgement.
    std::optional<Revealed> revealed;            ///< Completed and Refused, of a look at what is masked.
    std::optional<FreezeAnswer> frozen;          ///< Completed and Refused, of a freeze.
    std::optional<RequestAnswer> request;        ///< Completed and Refused, of a request or a decision.
    std::shared_ptr<const IncidentAct> incident; ///< Of an act on an incident.
    std::optional<IncidentAnswer> step;          ///< Completed and Refused, of an act on an incident.
    std::optional<FenceAnswer> fenced;           ///< Completed and Refused, of a fence.
    std::optional<Failure> failure;              ///< Failed and OutcomeUnknown.
    bool stillAsking = false;                    ///< OutcomeUnknown: another outcome follows when the truth is found.
};

/// Why the live refresh of lists rests (UX.md: two or more selected rows, an open dialog, a menu, the person's wish).
enum class PauseReason { Person, Selection, Dialog, Menu };

/// Intervals of the gateway; tests shorten them. The defaults are UX.md section 9's.
struct GatewaySettings {
    std::chrono::milliseconds pollInterval{5000}; ///< Backstop between the end of a read and the next.
    std::chrono::milliseconds tickMerge{200};     ///< Ticks within this span are one refresh.
    std::chrono::milliseconds readWatchdog{8000}; ///< A read without an answer for so long counts as a lost connection.
    std::chrono::milliseconds actWatchdog{10000}; ///< An act without an answer for so long is reported OutcomeUnknown.
    std::chrono::milliseconds statusInterval{1000}; ///< How often ages are told anew.
    std::chrono::milliseconds tickWait{5000};       ///< The act thread looks at its connection at least so often.
    std::chrono::milliseconds actRetry{2000};       ///< Between attempts to connect the act connection.
    bool readOnly = false;                          ///< Acts are absent (--read-only, auditor, replica).
    std::function<std::chrono::steady_clock::time_point()> clock = [] { return std::chrono::steady_clock::now(); };
    std::function<double()> jitter; ///< Empty: random within ±10 %.
};

} // namespace onceover::models

Q_DECLARE_METATYPE(onceover::models::ActOutcome)
