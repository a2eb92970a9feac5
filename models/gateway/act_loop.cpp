// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/act_loop.h"

#include "acts/acknowledge_alert.h"
#include "acts/decide.h"
#include "acts/freeze.h"
#include "acts/reveal.h"
#include "acts/trigger_run.h"
#include "models/failure_text.h"
#include "models/gateway/act_answers.h"
#include "models/gateway/incident_acts.h"
#include "models/gateway/request_acts.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace onceover::models {

namespace {

/// How often an act of which nothing is recorded yet is asked for: the server may still be carrying it out.
constexpr int kQuestionsMost = 3;

Failure brokenBy(const std::exception& error, const char* statement)
{
    Failure failure;
    failure.kind = FailureKind::Broken;
    failure.statement = statement;
    failure.detail = error.what();
    return failure;
}

Failure notConnected()
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "connect";
    failure.detail = "the act connection is down; nothing was sent";
    return failure;
}

/// May the server have carried it out although no answer came? When in doubt, yes.
bool mayHaveHappened(const Failure& failure)
{
    if (failure.statement == "connect" || failure.statement == "conninfo" || failure.statement == "target")
        return false;
    return failure.kind == FailureKind::InDoubt
        || (failure.kind == FailureKind::Unavailable && isConnectionFailure(failure));
}

ReplayWish replayOf(const ActOutcome& draft)
{
    ReplayWish wish = draft.control.replay;
    wish.reason = draft.reason;
    wish.ticket = draft.control.ticket;
    return wish;
}

/// Sends what stops, asks or decides.
Result<Done> askControl(RecoverableControlPort& port, ActOutcome& draft)
{
    const ControlWish& wish = draft.control;
    const Uuid& id = draft.requestId;
    const acts::Decision decision{wish.subject, wish.planHash, wish.planTotal, draft.reason};
    const auto request = &ActOutcome::request;
    switch (draft.kind) {
    case ActKind::Fence:
        return keepAnswer(draft, &ActOutcome::fenced, acts::fence(port, wish.scope, draft.reason, id));
    case ActKind::Freeze:
        return keepAnswer(draft, &ActOutcome::frozen, acts::freeze(port, wish.scope, draft.reason, id));
    case ActKind::RequestReplay:
        return keepAnswer(draft, request, acts::requestReplay(port, replayOf(draft), id));
    case ActKind::RequestLift:
        return keepAnswer(
            draft, request, acts::requestLift(port, wish.subject, wish.policies, draft.reason, wish.ticket, id));
    case ActKind::RequestDismissal:
        return keepAnswer(draft, request, acts::requestDismissal(port, wish.subject, draft.reason, wish.ticket, id));
    case ActKind::Approve:
        return keepAnswer(draft, request, acts::approve(port, decision, id));
    case ActKind::Reject:
        return keepAnswer(draft, request, acts::reject(port, decision, id));
    case ActKind::Withdraw:
        return keepAnswer(draft, request, acts::withdraw(port, decision, id));
    default:
        break; // Of other stores: askFor() has sent it there.
    }
    return fail(FailureKind::Broken, "no such act", "act");
}

/// What is recorded of such an act. Changes nothing.
Result<bool> findControl(RecoverableControlPort& port, ActOutcome& draft)
{
    const auto request = &ActOutcome::request;
    switch (draft.kind) {
    case ActKind::Fence: // The same id says what was done, or does it: what a fence took away it takes away once.
        return acts::fence(port, draft.control.scope, draft.reason, draft.requestId).map([&draft](FenceAnswer answer) {
            takeAnswer(draft, answer.done);
            draft.fenced = std::move(answer);
            return true;
        });
    case ActKind::Freeze:
        return keepFound(draft, &ActOutcome::frozen, port.findFreeze(draft.requestId));
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::RequestRollout:
    case ActKind::RequestResolve:
    case ActKind::RequestCompensation:
    case ActKind::RequestRevision:
    case ActKind::RequestCorrection:
    case ActKind::RequestMatch:
    case ActKind::RequestMissingMessage:
    case ActKind::RequestResend:
        return keepFound(draft, request, port.findRequest(draft.requestId));
    case ActKind::Approve:
        return keepFound(draft, request, port.findDecision(draft.control.subject, "APPROVED"));
    case ActKind::Reject:
        return keepFound(draft, request, port.findDecision(draft.control.subject, "REJECTED"));
    case ActKind::Withdraw:
        return keepFound(draft, request, port.findDecision(draft.control.subject, "WITHDRAWN"));
    default:
        break; // Of other stores: findOutcome() has asked there.
    }
    return fail(FailureKind::Broken, "no such act", "act");
}

} // namespace

ActLoop::ActLoop(ActFactories factories, ActEvents events, milliseconds tickWait, milliseconds retry)
    : m_factories(std::move(factories))
    , m_events(std::move(events))
    , m_tickWait(tickWait)
    , m_retry(retry)
    , m_wakeFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

ActLoop::~ActLoop()
{
    if (m_wakeFd >= 0)
        close(m_wakeFd);
}

/// The store of what stops, asks and decides, made on this thread when it is first needed.
Result<RecoverableControlPort*> ActLoop::control()
{
    if (!m_control && m_factories.control)
        m_control = m_factories.control();
    if (!m_control)
        return tl::unexpected<Failure>(notConnected());
    return m_control.get();
}

/// The stores of incidents, made on this thread when they are first needed.
Result<Done> ActLoop::askAboutIncident(ActOutcome& draft)
{
    const IncidentFactories& factories = m_factories.incidents;
    if (!m_incident && factories.incidents)
        m_incident = factories.incidents();
    if (!m_recovery && factories.recovery && asksForPlan(draft.kind))
        m_recovery = factories.recovery();
    if (!m_incident)
        return tl::unexpected<Failure>(notConnected());
    return askIncident(*m_incident, m_recovery.get(), draft);
}

Result<bool> ActLoop::findAboutIncident(ActOutcome& draft)
{
    if (!m_incident)
        return tl::unexpected<Failure>(notConnected());
    return control().and_then(
        [this, &draft](RecoverableControlPort* requests) { return findIncident(*m_incident, *requests, draft); });
}

/// The stores of requests about rules and of what makes good, made likewise.
Result<RequestPorts*> ActLoop::requests()
{
    if ((!m_requestPorts.settings || !m_requestPorts.remedies) && m_factories.requests)
        m_requestPorts = m_factories.requests();
    if (!m_requestPorts.settings || !m_requestPorts.remedies)
        return tl::unexpected<Failure>(notConnected());
    return &m_requestPorts;
}

/// Does what the draft asks for and puts the answer into it.
Result<Done> ActLoop::askFor(PeoplePort& port, ActOutcome& draft)
{
    if (draft.kind == ActKind::TriggerRun)
        return keepAnswer(
            draft, &ActOutcome::answer, acts::triggerRun(port, {JobId{draft.jobId}, draft.bizDate, draft.requestId}));
    if (draft.kind == ActKind::AcknowledgeAlert)
        return keepAnswer(
            draft, &ActOutcome::seen, acts::acknowledgeAlert(port, draft.alert, draft.requestId, draft.reason));
    if (draft.kind == ActKind::Reveal)
        return keepAnswer(
            draft, &ActOutcome::revealed, acts::reveal(port, draft.operation, draft.reason, draft.requestId));
    if (isIncidentAct(draft.kind))
        return askAboutIncident(draft);
    if (isOfRequestPorts(draft.kind))
        return requests().and_then([&draft](RequestPorts* ports) {
            return keepAnswer(draft, &ActOutcome::request, askForRequest(*ports, draft));
        });
    return control().and_then([&draft](RecoverableControlPort* store) { return askControl(*store, draft); });
}

/// What became of an act whose answer was lost; nothing: not known yet. Asking changes nothing that was not asked for.
Result<bool> ActLoop::findOutcome(PeoplePort& port, ActOutcome& draft)
{
    if (draft.kind == ActKind::AcknowledgeAlert || draft.kind == ActKind::Reveal)
        return askFor(port, draft).map([](Done) { return true; });
    if (draft.kind == ActKind::TriggerRun)
        return keepFound(draft, &ActOutcome::answer, port.findTrigger(draft.requestId));
    if (isIncidentAct(draft.kind))
        return findAboutIncident(draft);
    return control().and_then([&draft](RecoverableControlPort* store) { return findControl(*store, draft); });
}

void ActLoop::start()
{
    m_thread.start([self = shared_from_this()] {
        self->run();
        self->m_thread.leave();
    });
}

void ActLoop::carryOut(ActOutcome draft)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_acts.size() < kQueueMost && !m_stopping) {
            m_acts.push_back(std::move(draft));
            wake();
            return;
        }
    }
    draft.result = ActResult::Failed;
    draft.failure = notConnected();
    draft.failure->detail = "too many acts are waiting";
    m_events.actEnded(std::move(draft));
}

void ActLoop::readJobs()
{
    const std::lock_guard lock(m_mutex);
    m_jobsWanted = true;
    wake();
}

void ActLoop::retryNow()
{
    wake();
}

void ActLoop::requestStop()
{
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
    wake();
}

bool ActLoop::stopping()
{
    const std::lock_guard lock(m_mutex);
    return m_stopping;
}

void ActLoop::wake()
{
    // Nothing to do when it fails: then the counter is full, and the thread is woken already.
    static_cast<void>(eventfd_write(m_wakeFd, 1));
}

void ActLoop::emptyWakeFd()
{
    eventfd_t count = 0;
    static_cast<void>(eventfd_read(m_wakeFd, &count));
}

void ActLoop::sleepUntilWoken(milliseconds atMost)
{
    pollfd watched{m_wakeFd, POLLIN, 0};
    static_cast<void>(poll(&watched, 1, static_cast<int>(atMost.count())));
    emptyWakeFd();
}

void ActLoop::run()
{
    std::unique_ptr<PeoplePort> port;
    while (!stopping()) {
        try {
            if (!port)
                port = m_factories.people();
            serve(*port);
        } catch (const std::exception& error) {
            failWaiting(brokenBy(error, "act"));
            disconnect();
            port.reset(); // Whatever state it is in: the next round makes a new one.
            sleepUntilWoken(m_retry);
        }
    }
    failWaiting(notConnected());
    m_control.reset(); // On the thread that made them.
    m_incident.reset();
    m_recovery.reset();
    m_requestPorts = {};
}

void ActLoop::serve(PeoplePort& port)
{
    if (!m_connected) {
        connect(port);
        if (!m_connected)
            return;
    }
    for (;;) {
        std::optional<ActOutcome> act;
        bool jobs = false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_stopping)
                return;
            jobs = std::exchange(m_jobsWanted, false);
            if (!m_acts.empty()) {
                act = std::move(m_acts.front());
                m_acts.pop_front();
            }
        }
        if (jobs)
            listJobs(port);
        if (act)
            runNow(port, std::move(*act));
        if (!m_connected)
            return;
        if (!act && !jobs)
            break;
    }
    askAgain(port);
    if (!m_connected) {
        sleepUntilWoken(m_retry); // A server that takes connections but answers nothing is not asked without a pause.
        return;
    }

    // Somebody waits for the answer of an open question: the server is asked again soon.
    switch (port.waitForTick(m_wakeFd, m_questions.empty() ? m_tickWait : std::min(m_tickWait, m_retry))) {
    case Woken::Timeout:
        break;
    case Woken::Tick:
        m_events.ticked();
        break;
    case Woken::WakeFd:
        emptyWakeFd();
        break;
    case Woken::ConnectionLost:
        disconnect();
        break;
    }
}

void ActLoop::connect(PeoplePort& port)
{
    auto server = port.connect();
    if (server) {
        m_connected = true;
        m_events.connectionChanged(true, std::move(*server));
        return;
    }
    failWaiting(server.error());
    sleepUntilWoken(m_retry);
}

void ActLoop::disconnect()
{
    if (std::exchange(m_connected, false))
        m_events.connectionChanged(false, std::nullopt);
}

void ActLoop::listJobs(PeoplePort& port)
{
    auto jobs = port.jobIds();
    const bool lost = !jobs && isConnectionFailure(jobs.error());
    m_events.jobsRead(std::move(jobs));
    if (lost)
        disconnect();
}

void ActLoop::runNow(PeoplePort& port, ActOutcome draft)
{
    Result<Done> answer = Done{};
    try {
        answer = askFor(port, draft);
    } catch (const std::exception& error) {
        // It may have been sent before it threw.
        Failure failure = brokenBy(error, "act");
        failure.kind = FailureKind::InDoubt;
        answer = tl::unexpected<Failure>(std::move(failure));
    }
    if (answer) {
        m_events.actEnded(std::move(draft));
        return;
    }
    draft.failure = answer.error();
    const bool lost = isConnectionFailure(answer.error()) && isOfListener(draft.kind);
    if (mayHaveHappened(answer.error())) {
        m_questions.push_back({draft, 0});
        draft.result = ActResult::OutcomeUnknown;
        draft.stillAsking = true;
    } else {
        draft.result = answer.error().kind == FailureKind::Refused ? ActResult::Refused : ActResult::Failed;
    }
    m_events.actEnded(std::move(draft));
    if (lost)
        disconnect();
}

void ActLoop::askAgain(PeoplePort& port)
{
    std::vector<Question> open = std::exchange(m_questions, {});
    for (Question& question : open) {
        ActOutcome outcome = question.draft;
        const auto found
            = m_connected ? findOutcome(port, outcome) : Result<bool>(tl::unexpected<Failure>(notConnected()));
        if (found && *found) {
            m_events.actEnded(std::move(outcome));
            continue;
        }
        if (found && ++question.asked < kQuestionsMost) {
            m_questions.push_back(std::move(question));
            continue;
        } else if (found) {
            outcome.result = ActResult::Failed;
            outcome.failure = Failure{};
            outcome.failure->kind = FailureKind::Unavailable;
            outcome.failure->statement = kNothingRecorded;
        } else if (isConnectionFailure(found.error())) {
            if (isOfListener(question.draft.kind))
                disconnect();
            m_questions.push_back(std::move(question));
            continue;
        } else {
            outcome.result = ActResult::OutcomeUnknown; // It cannot be asked for; a person must look.
            outcome.failure = found.error();
        }
        m_events.actEnded(std::move(outcome));
    }
}

void ActLoop::failWaiting(const Failure& failure)
{
    std::deque<ActOutcome> acts;
    bool jobs = false;
    {
        const std::lock_guard lock(m_mutex);
        acts.swap(m_acts);
        jobs = std::exchange(m_jobsWanted, false);
    }
    for (ActOutcome& act : acts) {
        act.result = ActResult::Failed;
        act.failure = failure;
        m_events.actEnded(std::move(act));
    }
    if (jobs)
        m_events.jobsRead(tl::unexpected<Failure>(failure));
}

} // namespace onceover::models
