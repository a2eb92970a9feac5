// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/gateway.h"

#include "models/failure_text.h"
#include "models/gateway/act_loop.h"
#include "models/gateway/audit_job.h"
#include "models/gateway/mailbox.h"
#include "models/gateway/read_loop.h"
#include "models/plain_text.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace onceover::models {

namespace {

constexpr int kStrayCancelsMost = 3;
/// However much happens, what happens makes the server read for at most a twentieth of the time: the rest is the engine's.
constexpr int kRestPerRead = 20;

double randomJitter()
{
    return 0.9 + QRandomGenerator::global()->generateDouble() * 0.2;
}

bool failed(const ReadAnswer& answer)
{
    return std::holds_alternative<std::monostate>(answer.page);
}

Timestamp takenAt(const ReadAnswer& answer)
{
    if (const auto* overview = std::get_if<OverviewPtr>(&answer.page))
        return (*overview)->takenAt;
    if (const auto* batches = std::get_if<BatchPagePtr>(&answer.page))
        return (*batches)->takenAt;
    if (const auto* operations = std::get_if<OperationPagePtr>(&answer.page))
        return (*operations)->takenAt;
    if (const auto* work = std::get_if<WorkPagePtr>(&answer.page))
        return std::visit([](const auto& page) { return page.takenAt; }, **work);
    if (const auto* batch = std::get_if<BatchDetailPtr>(&answer.page))
        return (*batch)->takenAt;
    if (const auto* operation = std::get_if<OperationDetailPtr>(&answer.page))
        return (*operation)->takenAt;
    if (const auto* freezes = std::get_if<FreezesPtr>(&answer.page))
        return (*freezes)->takenAt;
    if (const auto* request = std::get_if<RequestDetailPtr>(&answer.page))
        return (*request)->takenAt;
    if (const auto* incident = std::get_if<IncidentDetailPtr>(&answer.page))
        return (*incident)->takenAt;
    return {};
}

} // namespace

Gateway::Gateway(ReaderFactory readers, ActFactories acts, GatewaySettings settings, QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_readers(std::move(readers))
    , m_acts(std::move(acts))
    , m_monitor(m_settings.jitter ? m_settings.jitter : ConnectionMonitor::Jitter(randomJitter))
    , m_mailbox(std::make_shared<Mailbox>(this))
{
    m_pollTimer.setSingleShot(true);
    m_tickTimer.setSingleShot(true);
    connect(&m_pollTimer, &QTimer::timeout, this, &Gateway::onPollDue);
    connect(&m_tickTimer, &QTimer::timeout, this, &Gateway::onTicksMerged);
    connect(&m_statusTimer, &QTimer::timeout, this, &Gateway::onStatusDue);
}

Gateway::~Gateway()
{
    shutdown();
}

void Gateway::start()
{
    if (m_readLoop || m_shutDown)
        return;
    m_readLoop = std::make_shared<ReadLoop>(m_readers, [this, mailbox = m_mailbox](ReadAnswer answer) {
        // `this` is only used in its own thread, and never after the mailbox was closed.
        mailbox->post([this, answer = std::move(answer)]() mutable { onReadAnswer(std::move(answer)); });
    });
    m_readLoop->start();
    if (m_acts.people && !m_settings.readOnly)
        startActLoop();
    m_statusTimer.start(m_settings.statusInterval);
    markDue(true, true);
    startNextRead();
    tellStatus();
}

void Gateway::startActLoop()
{
    ActEvents events;
    events.connectionChanged = [this, mailbox = m_mailbox](bool connected, std::optional<ServerIdentity> server) {
        mailbox->post([this, connected, server = std::move(server)] { onActsConnection(connected, server); });
    };
    events.ticked = [this, mailbox = m_mailbox] { mailbox->post([this] { onTick(); }); };
    events.actEnded = [this, mailbox = m_mailbox](ActOutcome outcome) {
        mailbox->post([this, outcome = std::move(outcome)] { onActEnded(outcome); });
    };
    events.jobsRead = [this, mailbox = m_mailbox](Result<std::vector<std::string>> jobs) {
        mailbox->post([this, jobs = std::move(jobs)] { onJobs(jobs); });
    };
    m_actLoop = std::make_shared<ActLoop>(m_acts, std::move(events), m_settings.tickWait, m_settings.actRetry);
    m_actLoop->start();
}

bool Gateway::shutdown(std::chrono::milliseconds atMost)
{
    if (m_shutDown)
        return m_allEnded;
    m_shutDown = true;
    m_mailbox->close();
    m_pollTimer.stop();
    m_tickTimer.stop();
    m_statusTimer.stop();
    for (auto& [requestId, act] : m_actsOpen) {
        act.draft.result = ActResult::OutcomeUnknown;
        act.draft.stillAsking = false;
        emit actFinished(act.draft);
    }
    m_actsOpen.clear();

    const auto end = std::chrono::steady_clock::now() + atMost;
    const auto left = [end] {
        const auto rest = std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now());
        return std::max(rest, milliseconds{0});
    };
    if (m_readLoop) {
        m_readLoop->requestStop();
        if (m_inFlight && !m_cancelRunning)
            m_readLoop->cancel({});
    }
    if (m_actLoop)
        m_actLoop->requestStop();
    if (m_auditJob) {
        m_auditJob->cancel();
        m_allEnded = m_auditJob->join(left()) && m_allEnded;
    }
    m_allEnded = endLooks(left) && m_allEnded;
    if (m_actLoop)
        m_allEnded = m_actLoop->join(left()) && m_allEnded;
    if (m_readLoop)
        m_allEnded = m_readLoop->join(left()) && m_allEnded;
    return m_allEnded;
}

// --- reading ---------------------------------------------------------------------------------------------------------

Ticket Gateway::watchBatches(std::optional<ListQuery> query)
{
    return watchList(ReadKind::Batches, std::move(query));
}

Ticket Gateway::watchOperations(std::optional<ListQuery> query)
{
    return watchList(ReadKind::Operations, std::move(query));
}

Ticket Gateway::watchWork(WorkList list, std::optional<ListQuery> query)
{
    return watchList(readKindOf(list), std::move(query));
}

Ticket Gateway::watchBatch(std::optional<std::string> runKey)
{
    return watch(ReadKind::Batch, runKey ? std::optional{ReadWish{{}, std::move(*runKey)}} : std::nullopt);
}

Ticket Gateway::watchOperation(std::optional<OperationId> id)
{
    return watch(ReadKind::Operation, id ? std::optional{ReadWish{{}, id->value.toString()}} : std::nullopt);
}

Ticket Gateway::watchFreezes(bool wanted)
{
    return watch(ReadKind::Freezes, wanted ? std::optional{ReadWish{}} : std::nullopt);
}

Ticket Gateway::watchRequest(std::optional<std::int64_t> request, int itemsMost)
{
    if (!request)
        return watch(ReadKind::Request, std::nullopt);
    ReadWish wish{{}, std::to_string(*request)};
    wish.list.limit = itemsMost;
    return watch(ReadKind::Request, std::move(wish));
}

Ticket Gateway::watchList(ReadKind kind, std::optional<ListQuery> query)
{
    if (!query)
        return watch(kind, std::nullopt);
    query->limit = std::clamp(query->limit, 1, kRowsMax);
    return watch(kind, ReadWish{std::move(*query), {}});
}

Ticket Gateway::watch(ReadKind kind, std::optional<ReadWish> wish)
{
    Wanted& what = wanted(kind);
    if (wish == what.wish)
        return what.ticket;
    what.wish = std::move(wish);
    ++what.ticket; // From now on answers to the former query are stale.
    what.strayCancels = 0;
    what.due = what.wish.has_value();
    what.evenPaused = what.due; // A person changed what is shown; a pause must not hide the answer.
    if (m_inFlight && m_inFlight->kind == kind)
        cancelInFlight();
    startNextRead();
    return what.ticket;
}

void Gateway::refreshNow()
{
    if (!m_monitor.connected()) {
        retryNow();
        return;
    }
    m_changesWaiting = 0;
    if (paused())
        emit pausedChanged(true, 0);
    markDue(true, true);
    startNextRead();
}

void Gateway::retryNow()
{
    m_monitor.retryNow(now());
    if (m_actLoop)
        m_actLoop->retryNow();
    if (!m_inFlight)
        onPollDue();
    tellStatus();
}

void Gateway::cancelRead()
{
    if (!m_inFlight)
        return;
    m_inFlight->cancelWished = true;
    cancelInFlight();
}

void Gateway::cancelInFlight()
{
    if (m_cancelRunning || !m_readLoop || m_shutDown)
        return;
    m_cancelRunning = true;
    m_readLoop->cancel([this, mailbox = m_mailbox] {
        mailbox->post([this] {
            m_cancelRunning = false;
            startNextRead();
        });
    });
}

void Gateway::pause(PauseReason reason)
{
    const bool before = paused();
    m_pauses.insert(reason);
    if (before)
        return;
    m_changesWaiting = 0;
    emit pausedChanged(true, 0);
}

void Gateway::resume(PauseReason reason)
{
    if (!m_pauses.remove(reason) || paused())
        return;
    m_changesWaiting = 0;
    emit pausedChanged(false, 0);
    markDue(true, false);
    startNextRead();
}

void Gateway::markDue(bool lists, bool evenPaused)
{
    for (int number = 0; number < kReadKinds; ++number) {
        const auto kind = static_cast<ReadKind>(number);
        Wanted& what = wanted(kind);
        const bool isWatched = kind == ReadKind::Overview || (lists && what.wish);
        if (!isWatched || (restsWhilePaused(kind) && paused() && !evenPaused))
            continue;
        what.due = true;
        what.evenPaused = what.evenPaused || evenPaused;
    }
}

void Gateway::startNextRead()
{
    if (m_inFlight || m_cancelRunning || m_shutDown || !m_readLoop)
        return;
    for (int number = 0; number < kReadKinds; ++number) {
        const auto kind = static_cast<ReadKind>(number);
        Wanted& what = wanted(kind);
        // While the connection is lost only the overview is tried; the lists follow when it is back.
        if (!what.due || (!m_monitor.connected() && kind != ReadKind::Overview))
            continue;
        what.due = false;
        m_inFlight = InFlight{kind, what.ticket, now(), std::exchange(what.evenPaused, false)};
        m_pollTimer.stop();
        m_monitor.readStarted(now());
        m_readLoop->ask({kind, what.ticket, what.wish.value_or(ReadWish{})});
        emit readingChanged(kind, true);
        return;
    }
    planNextRead();
}

/// Sets the timer of the next look: the poll, or the next try of a lost connection.
void Gateway::planNextRead()
{
    if (m_monitor.connected()) {
        m_pollTimer.start(m_settings.pollInterval);
        return;
    }
    const auto at = m_monitor.nextReadAt();
    if (!at) {
        m_pollTimer.stop(); // A person must ask (login refused, bad connection string).
        return;
    }
    const auto wait = std::chrono::ceil<milliseconds>(*at - now());
    m_pollTimer.start(std::max(wait, milliseconds{0}));
}

void Gateway::onPollDue()
{
    markDue(true, false);
    startNextRead();
}

void Gateway::onReadAnswer(ReadAnswer answer)
{
    const InFlight flight = m_inFlight.value_or(InFlight{});
    m_inFlight.reset();
    emit readingChanged(answer.kind, false);

    const bool stale = answer.ticket != wanted(answer.kind).ticket;
    if (failed(answer)) {
        onReadFailed(answer, stale, flight.cancelWished);
    } else {
        const bool held = restsWhilePaused(answer.kind) && paused() && !flight.evenPaused;
        onReadSucceeded(answer, !stale && !held);
    }
    startNextRead();
    tellStatus();
}

void Gateway::onReadSucceeded(const ReadAnswer& answer, bool deliverIt)
{
    const bool wasLost = !m_monitor.connected();
    const auto arrived = now();
    m_lastDuration = answer.duration;
    m_databaseClock = {takenAt(answer), arrived};
    m_clockOffset = std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now() - takenAt(answer));
    m_monitor.readSucceeded(arrived, answer.duration, takenAt(answer));
    wanted(answer.kind).strayCancels = 0;

    const bool wasDifferent = m_monitor.differentServer();
    if (answer.server)
        m_monitor.identified(*answer.server);
    const bool isDifferent = m_monitor.differentServer();
    if (isDifferent && !wasDifferent)
        emit serverChanged(*answer.server);
    if (wasLost || isDifferent != wasDifferent)
        markDue(true, true); // Whatever is on the screen may come from another life of the database.
    if (wasLost)
        wanted(answer.kind).due = false;
    if (deliverIt)
        deliver(answer);
}

void Gateway::deliver(const ReadAnswer& answer)
{
    if (const auto* overview = std::get_if<OverviewPtr>(&answer.page)) {
        m_overview = *overview;
        emit overviewReady(m_overview);
    } else if (const auto* batches = std::get_if<BatchPagePtr>(&answer.page)) {
        emit batchesReady(*batches, answer.wish.list);
    } else if (const auto* operations = std::get_if<OperationPagePtr>(&answer.page)) {
        emit operationsReady(*operations, answer.wish.list);
    } else if (const auto* work = std::get_if<WorkPagePtr>(&answer.page)) {
        emit workReady(*work, answer.wish.list);
    } else if (const auto* batch = std::get_if<BatchDetailPtr>(&answer.page)) {
        emit batchReady(*batch);
    } else if (const auto* operation = std::get_if<OperationDetailPtr>(&answer.page)) {
        emit operationReady(*operation);
    } else if (const auto* freezes = std::get_if<FreezesPtr>(&answer.page)) {
        emit freezesReady(*freezes);
    } else if (const auto* request = std::get_if<RequestDetailPtr>(&answer.page)) {
        emit requestReady(*request);
    } else if (const auto* incident = std::get_if<IncidentDetailPtr>(&answer.page)) {
        emit incidentReady(*incident);
    }
}

void Gateway::onReadFailed(const ReadAnswer& answer, bool stale, bool cancelWished)
{
    Wanted& what = wanted(answer.kind);
    if (answer.failure.kind == FailureKind::Cancelled) {
        m_monitor.readFailed(now(), answer.failure);
        if (stale)
            return; // That is what the cancel was for.
        if (!cancelWished && ++what.strayCancels <= kStrayCancelsMost) {
            what.due = true; // The cancel of an older read came late and hit this one.
            what.evenPaused = true;
            return;
        }
    } else {
        m_monitor.readFailed(now(), answer.failure);
    }
    if (!stale)
        emit readFailed(answer.kind, answer.failure);
}

// --- live ------------------------------------------------------------------------------------------------------------

void Gateway::onTick()
{
    if (paused()) {
        ++m_changesWaiting;
        emit pausedChanged(true, m_changesWaiting);
    }
    if (m_tickTimer.isActive())
        return; // Merged with the burst that began it.
    // A database that answers slowly is not asked all the time because much happens in it; what the poll asks anyway is
    // not put off further.
    const auto rest = std::min(m_lastDuration * kRestPerRead, m_settings.pollInterval);
    m_tickTimer.start(std::max(m_settings.tickMerge, rest));
}

void Gateway::onTicksMerged()
{
    if (!m_monitor.connected())
        return;
    markDue(true, false);
    startNextRead();
}

void Gateway::onStatusDue()
{
    const auto at = now();
    if (m_inFlight && !m_inFlight->hangs && at - m_inFlight->since > m_settings.readWatchdog) {
        m_inFlight->hangs = true;
        m_monitor.readHangs(at);
        cancelInFlight();
    }
    for (auto& [requestId, act] : m_actsOpen) {
        if (act.toldUnknown || at - act.since <= m_settings.actWatchdog)
            continue;
        act.toldUnknown = true;
        ActOutcome outcome = act.draft;
        outcome.result = ActResult::OutcomeUnknown;
        outcome.stillAsking = true;
        emit actFinished(outcome);
    }
    tellStatus();
}

// --- state -----------------------------------------------------------------------------------------------------------

ConnectionStatus Gateway::status() const
{
    ConnectionStatus status = m_monitor.status(now());
    // An act connection that reached another system than the one on the screen must not act.
    const bool sameSystem
        = !m_actServer || !status.server || m_actServer->systemIdentifier == status.server->systemIdentifier;
    status.actsConnected = m_actsConnected && sameSystem;
    status.readOnly = m_settings.readOnly;
    status.clockOffset = m_clockOffset;
    return status;
}

std::optional<Timestamp> Gateway::databaseNow() const
{
    if (!m_databaseClock)
        return std::nullopt;
    const auto& [at, received] = *m_databaseClock;
    return at + std::chrono::duration_cast<std::chrono::microseconds>(now() - received);
}

void Gateway::acknowledgeServer()
{
    m_monitor.acknowledgeServer();
    tellStatus();
}

void Gateway::tellStatus()
{
    if (!m_shutDown)
        emit statusChanged(status());
}

} // namespace onceover::models
