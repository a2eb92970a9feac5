// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/connection_monitor.h"
#include "models/gateway/gateway_types.h"
#include "models/gateway/verification.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <array>
#include <map>
#include <memory>

namespace onceover::models {

class ActLoop;
class AuditJob;
class IncidentJob;
struct EvidencePlace;
struct IncidentFound;
struct IncidentWork;
class ReadLoop;
class Mailbox;
struct ReadAnswer;

/// The one bridge between Qt and the backend. Lives on the GUI thread; a read thread and an act thread own one store
/// each, made there by the factories. Wishes go in as calls that return at once; facts come back as immutable snapshots
/// and outcomes, always by signals on the GUI thread. One read is in flight at a time, newest wins, stale answers are
/// dropped; a lost connection is tried again by itself; an act runs once and always has an outcome. Nothing here waits.
class Gateway : public QObject {
    Q_OBJECT

public:
    Gateway(ReaderFactory readers, ActFactories acts, GatewaySettings settings = {}, QObject* parent = nullptr);
    /// Where audit chains are read to be verified. Before start(); without it nothing is verified.
    void serveAudit(AuditFactory audit) { m_audit = std::move(audit); }
    /// Shuts down as `shutdown()` does.
    ~Gateway() override;

    /// Starts both threads and reads the overview; from now on it is kept fresh. Call once.
    void start();

    /// Ends both threads within `atMost`, cancelling what runs. False: a thread hangs in the server and was left behind
    /// with everything it owns; the program should then leave by std::_Exit once its own state is saved. Idempotent.
    bool shutdown(std::chrono::milliseconds atMost = std::chrono::milliseconds{800});

    // --- reading -----------------------------------------------------------------------------------------------------
    /// Reads this list now and with each refresh, until called with nothing. The same query again changes nothing.
    /// Larger pages: the same query with a larger limit (at most kRowsMax).
    Ticket watchBatches(std::optional<ListQuery> query);
    Ticket watchOperations(std::optional<ListQuery> query);
    Ticket watchWork(WorkList list, std::optional<ListQuery> query);
    /// The same for one batch, by its run key, and one operation, by its id.
    Ticket watchBatch(std::optional<std::string> runKey);
    Ticket watchOperation(std::optional<OperationId> id);
    /// The open freezes, and one request with the largest items of its plan; these go on while the lists rest.
    Ticket watchFreezes(bool wanted);
    Ticket watchRequest(std::optional<std::int64_t> request, int itemsMost = kPlanItemsShown);
    /// One incident, by its number; this goes on while the lists rest, too.
    Ticket watchIncident(std::optional<std::int64_t> incident);
    /// Reads everything watched now, also while paused; in a lost connection: tries again now (F5).
    void refreshNow();
    /// [Retry now] of the banner.
    void retryNow();
    /// Gives up the read under way, if any ("cancel requested": no guarantee); it is read again with the next refresh.
    void cancelRead();

    /// Rests and resumes the refresh of the lists; the overview goes on, so that banner and connection state stay true.
    /// Each reason counts on its own.
    void pause(PauseReason reason);
    void resume(PauseReason reason);
    [[nodiscard]] bool paused() const { return !m_pauses.isEmpty(); }
    /// Changes announced since the pause began.
    [[nodiscard]] int changesWaiting() const { return m_changesWaiting; }

    // --- state -------------------------------------------------------------------------------------------------------
    [[nodiscard]] ConnectionStatus status() const;
    [[nodiscard]] OverviewPtr overview() const { return m_overview; }
    /// The database's clock now, as well as it can be told from the last answer; nothing before the first.
    [[nodiscard]] std::optional<Timestamp> databaseNow() const;
    /// The person goes on with the different server that answers now.
    void acknowledgeServer();

    // --- acts --------------------------------------------------------------------------------------------------------
    /// A manual trigger (acts::triggerRun). The request id is made when the dialog opens (newRequestId) and stays the
    /// same however often the person clicks. Runs once; actFinished tells the outcome. While the act connection is down
    /// it fails at once: no act is ever queued for later.
    void triggerRun(const JobId& job, const BusinessDate& bizDate, const Uuid& requestId);
    /// A person has seen an alert (acts::acknowledgeAlert). Request id and outcome as of a trigger.
    void acknowledgeAlert(std::int64_t alert, const QString& reason, const Uuid& requestId);
    /// Shows what is masked of one operation to whoever says why (acts::reveal): its outcome holds it, and nothing
    /// else.
    void reveal(const OperationId& operation, const QString& reason, const Uuid& requestId);
    /// Stops a scope (acts::freeze); one person may. The outcome says whether it is in force.
    void freeze(const ControlScope& scope, const QString& reason, const Uuid& requestId);
    /// Each asks for a second person's decision (acts::requestReplay, requestLift, requestDismissal). A lift says
    /// what becomes of held runs: `policies` is a JSON object of job to all, latest or none; a job that it does not
    /// name keeps its own policy.
    void requestReplay(const ReplayWish& wish, const Uuid& requestId);
    void requestLift(std::int64_t freeze, const std::string& policies, const QString& reason, const QString& ticket,
        const Uuid& requestId);
    void requestDismissal(std::int64_t letter, const QString& reason, const QString& ticket, const Uuid& requestId);
    /// The same about the rules of a job (acts::requestRollout), and for what makes an operation good (acts::requestResolve,
    /// requestCompensation, requestRevision, requestCorrection, requestMatch, requestMissingMessage, requestResend).
    void requestRollout(const RolloutWish& wish, const Uuid& requestId);
    void requestResolve(const ResolveWish& wish, const Uuid& requestId);
    void requestCompensation(const CompensationWish& wish, const Uuid& requestId);
    void requestRevision(const RevisionWish& wish, const Uuid& requestId);
    void requestCorrection(
        std::int64_t difference, const QString& reason, const QString& ticket, const Uuid& requestId);
    void requestMatch(const MatchWish& wish, const Uuid& requestId);
    void requestMissingMessage(const MessageWish& wish, const Uuid& requestId);
    void requestResend(const MessageWish& wish, const Uuid& requestId);
    /// Decisions about a request (acts::approve, reject, withdraw). `planHash` and `planTotal` are what was read and
    /// typed; the id is made when the sheet opens.
    void approve(std::int64_t request, const std::string& planHash, const std::string& planTotal, const QString& reason,
        const Uuid& decisionId);
    void reject(std::int64_t request, const QString& reason, const Uuid& decisionId);
    void withdraw(std::int64_t request, const QString& reason, const Uuid& decisionId);
    /// Ends what earlier holders in the scope may still do (acts::fence); one person may.
    void fence(const ControlScope& scope, const QString& reason, const Uuid& requestId);

    // --- incidents (gateway_incidents) -------------------------------------------------------------------------------
    /// Acts on an incident (acts::openIncident, takeOverIncident, noteIncident, …). Request id and outcome as of
    /// others.
    void openIncident(const IncidentWish& wish, const Uuid& requestId);
    void takeOverIncident(std::int64_t incident, const QString& why, const Uuid& requestId);
    void noteIncident(std::int64_t incident, const QString& text, const Uuid& requestId);
    void giveFreezeReason(std::int64_t incident, const QString& reason, const Uuid& requestId);
    void weighHypothesis(std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId);
    void answerWhy(std::int64_t incident, const QString& answer, const Uuid& requestId);
    void takeNextStep(std::int64_t incident, const QString& note, const Uuid& requestId);
    void closeIncident(std::int64_t incident, const QString& note, const Uuid& requestId);
    void goBackInIncident(std::int64_t incident, const QString& why, const Uuid& requestId);
    /// Both ask for a second person's decision.
    void requestRecovery(const RecoveryWish& wish, const QString& reason, const QString& ticket, const Uuid& requestId);
    void requestFalseAlarm(std::int64_t incident, const QString& reason, const QString& ticket, const Uuid& requestId);
    void beginRecovery(std::int64_t incident, const QString& note, const Uuid& requestId);
    /// Acts that look long first, on a thread and connections of their own; then what was found is recorded. Progress
    /// comes by incidentWorkProgressed, the outcome as of every act. A cancelled look records nothing.
    void saveEvidence(std::int64_t incident, const EvidencePlace& place, const Uuid& requestId);
    void diagnoseRun(std::int64_t incident, const JobId& job, const BusinessDate& bizDate, const Uuid& requestId);
    void compareBooks(std::int64_t incident, const Uuid& requestId);
    /// Long looks alone: what a plan would be, the five equalities, everything for a report. The answer or
    /// incidentWorkFailed follows under the id that is returned.
    Uuid readProposal(std::int64_t incident);
    Uuid countEqualities(std::int64_t incident);
    Uuid readIncidentReport(std::int64_t incident);
    /// Ends a look at its next row, by the id that it began under. Nothing when it is over.
    void cancelIncidentWork(const Uuid& id);

    /// Asks for the jobs that a person may trigger; jobsReady or jobsFailed answers.
    void requestJobs();
    /// Judges every row of every chain against hashes and anchors, on a thread and a connection of its own; progress
    /// and result come by signals. One at a time; the same call again changes nothing while one runs.
    void verifyAudit();
    void cancelVerification();
    [[nodiscard]] bool verifying() const { return m_auditJob != nullptr; }
    /// Is an act under way or its outcome still being asked for?
    [[nodiscard]] bool actUnderWay() const { return !m_actsOpen.empty(); }
    /// A random UUID for one dialog.
    [[nodiscard]] static Uuid newRequestId();

    /// At most so many rows of a list are held.
    static constexpr int kRowsMax = 5000;

signals:
    void overviewReady(const onceover::models::OverviewPtr& overview);
    void batchesReady(const onceover::models::BatchPagePtr& page, const onceover::ListQuery& query);
    void operationsReady(const onceover::models::OperationPagePtr& page, const onceover::ListQuery& query);
    /// A page of one of the lists of the engine's work; which one, its alternative tells.
    void workReady(const onceover::models::WorkPagePtr& page, const onceover::ListQuery& query);
    /// An unknown key comes as a detail that was not found.
    void batchReady(const onceover::models::BatchDetailPtr& batch);
    void operationReady(const onceover::models::OperationDetailPtr& operation);
    void freezesReady(const onceover::models::FreezesPtr& freezes);
    void requestReady(const onceover::models::RequestDetailPtr& request);
    void incidentReady(const onceover::models::IncidentDetailPtr& incident);
    /// A long look has read so many rows.
    void incidentWorkProgressed(const onceover::Uuid& id, qint64 rows);
    void incidentWorkFailed(const onceover::Uuid& id, const onceover::Failure& failure);
    void proposalReady(const onceover::Uuid& id, const onceover::models::ProposalPtr& proposal);
    void equalitiesReady(qint64 incident, const onceover::models::EqualitiesPtr& equalities);
    void incidentReportReady(const onceover::Uuid& id, const onceover::models::IncidentReportPtr& report);
    /// A read failed that was still wanted. The rows on screen stay; connection failures come by statusChanged as well.
    void readFailed(onceover::models::ReadKind kind, const onceover::Failure& failure);
    /// A read of that kind began or ended (thin bar; "still loading" after 3 s).
    void readingChanged(onceover::models::ReadKind kind, bool reading);
    /// About once a second, and at each change of state.
    void statusChanged(const onceover::models::ConnectionStatus& status);
    /// Another server answers than before: whatever was derived from the former one is void.
    void serverChanged(const onceover::ServerIdentity& server);
    void pausedChanged(bool paused, int changesWaiting);
    void jobsReady(const QStringList& jobs);
    void jobsFailed(const onceover::Failure& failure);
    void actStarted(const onceover::Uuid& requestId);
    void actFinished(const onceover::models::ActOutcome& outcome);
    void verificationProgressed(qint64 rows, qint64 expected);
    void verificationEnded(const onceover::models::VerificationPtr& result);

private:
    /// What should be read of one kind.
    struct Wanted {
        Ticket ticket = 0;            ///< Of the newest query of this kind.
        std::optional<ReadWish> wish; ///< Nothing: not watched. The overview always is.
        bool due = false;             ///< To be read as soon as the reader is free.
        bool evenPaused = false;      ///< A person asked for this very read.
        int strayCancels = 0;         ///< Times in a row that a cancel meant for another read hit this one.
    };
    struct InFlight {
        ReadKind kind = ReadKind::Overview;
        Ticket ticket = 0;
        ConnectionMonitor::Instant since;
        bool evenPaused = false;
        bool cancelWished = false; ///< By a person: its end is told, not repeated.
        bool hangs = false;
    };
    struct OpenAct {
        ActOutcome draft;
        ConnectionMonitor::Instant since;
        bool toldUnknown = false;
    };

    [[nodiscard]] Wanted& wanted(ReadKind kind) { return m_wanted[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] ConnectionMonitor::Instant now() const { return m_settings.clock(); }

    Ticket watchList(ReadKind kind, std::optional<ListQuery> query);
    Ticket watch(ReadKind kind, std::optional<ReadWish> wish);
    void markDue(bool lists, bool evenPaused);
    void startNextRead();
    void planNextRead();
    void cancelInFlight();
    void onReadAnswer(ReadAnswer answer);
    void onReadSucceeded(const ReadAnswer& answer, bool deliverIt);
    void onReadFailed(const ReadAnswer& answer, bool stale, bool cancelWished);
    void deliver(const ReadAnswer& answer);
    void onPollDue();
    void onTick();
    void onTicksMerged();
    void onStatusDue();
    void onActsConnection(bool connected, const std::optional<ServerIdentity>& server);
    void startAct(ActOutcome draft);
    void startControl(ActKind kind, ControlWish wish, const QString& reason, const Uuid& requestId);
    void startIncident(
        ActKind kind, IncidentAct act, const QString& words, const Uuid& requestId, const QString& ticket = {});
    Uuid startLook(IncidentWork work);
    void onLookEnded(IncidentFound found);
    void deliverLook(const IncidentFound& found);
    bool endLooks(const std::function<milliseconds()>& left);
    void onActEnded(ActOutcome outcome);
    void onJobs(const Result<std::vector<std::string>>& jobs);
    void tellStatus();
    void startActLoop();

    GatewaySettings m_settings;
    ReaderFactory m_readers;
    ActFactories m_acts;
    AuditFactory m_audit;
    ConnectionMonitor m_monitor;
    std::shared_ptr<Mailbox> m_mailbox;
    std::shared_ptr<ReadLoop> m_readLoop;
    std::shared_ptr<ActLoop> m_actLoop;
    std::shared_ptr<AuditJob> m_auditJob;                 ///< While chains are verified.
    std::map<Uuid, std::shared_ptr<IncidentJob>> m_looks; ///< Long looks under way.

    std::array<Wanted, kReadKinds> m_wanted; ///< By ReadKind.
    std::optional<InFlight> m_inFlight;
    bool m_cancelRunning = false; ///< The next read waits for it, or the cancel could hit that one.
    QSet<PauseReason> m_pauses;
    int m_changesWaiting = 0;

    OverviewPtr m_overview;
    std::optional<std::pair<Timestamp, ConnectionMonitor::Instant>> m_databaseClock;
    std::optional<milliseconds> m_clockOffset;
    milliseconds m_lastDuration{0};
    bool m_actsConnected = false;
    std::optional<ServerIdentity> m_actServer; ///< Where the act connection stands.
    std::map<Uuid, OpenAct> m_actsOpen;

    QTimer m_pollTimer;   ///< Fires when the next read of what is watched is due.
    QTimer m_tickTimer;   ///< Merges bursts of ticks.
    QTimer m_statusTimer; ///< Ages and watchdogs.
    bool m_shutDown = false;
    bool m_allEnded = true;
};

} // namespace onceover::models
