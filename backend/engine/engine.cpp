// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/engine.h"

#include "engine/audit_anchorer.h"
#include "engine/callback_listener.h"
#include "engine/duty_runner.h"
#include "engine/freeze_comparer.h"
#include "engine/held_leases.h"
#include "engine/janitor.h"
#include "engine/lease_keeper.h"
#include "engine/outbox_sender.h"
#include "engine/reconciler.h"
#include "engine/replayer.h"
#include "engine/run_worker.h"
#include "engine/scheduler.h"
#include "engine/settler.h"
#include "engine/ticker.h"
#include "engine/unknown_resolver.h"
#include "engine/wake.h"

#include <algorithm>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace onceover::engine {

namespace {

Draw makeDraw()
{
    return [generator = std::mt19937{std::random_device{}()}]() mutable {
        return static_cast<std::uint32_t>(generator());
    };
}

} // namespace

/// The threads and what they share. Declared in the order in which they depend on each other.
struct Engine::Running {
    Running(const EngineOptions& engineOptions, const EngineFactories& engineFactories)
        : options(engineOptions)
        , factories(engineFactories)
    {
    }

    void startDuty(std::vector<std::jthread>& threads, std::string name, Wake& wake, milliseconds poll,
        std::function<DutyOnThread(const DutyLog&)> make, std::function<void(DutyPort&)> onCleanEnd = {});
    void startRole(Role role);
    void startSettler();
    void startAnchorer();
    void startTicker();
    static void end(std::vector<std::jthread>& threads);

    const EngineOptions& options;
    const EngineFactories& factories;
    Wakes wakes;
    HeldLeases held;
    std::vector<std::jthread> ticker;  ///< Ends last: it closes the incarnation.
    std::vector<std::jthread> keepers; ///< Ends after the settler, whose leases it renews.
    std::vector<std::jthread> duties;
};

void Engine::Running::startDuty(std::vector<std::jthread>& threads, std::string name, Wake& wake, milliseconds poll,
    std::function<DutyOnThread(const DutyLog&)> make, std::function<void(DutyPort&)> onCleanEnd)
{
    DutyOptions dutyOptions;
    dutyOptions.name = name;
    dutyOptions.identity = options.identity;
    dutyOptions.poll = std::min(poll, options.polls.longest);
    dutyOptions.onCleanEnd = std::move(onCleanEnd);
    DutyLog log(options.log, std::move(name));
    threads.emplace_back([dutyOptions = std::move(dutyOptions), log = std::move(log), make = std::move(make), &wake](
                             const std::stop_token& stop) {
        runDuty(
            stop, dutyOptions, [&] { return make(log); }, wake, log);
    });
}

void Engine::Running::startSettler()
{
    startDuty(keepers, "lease_keeper", wakes.leaseKeeper, options.polls.others, [this](const DutyLog& log) {
        auto ports = factories.leaseKeeper();
        return DutyOnThread{std::move(ports.duty), std::make_unique<LeaseKeeper>(std::move(ports.port), held, log)};
    });
    startDuty(duties, "settler", wakes.settler, options.polls.others, [this](const DutyLog& log) {
        auto ports = factories.settler();
        return DutyOnThread{std::move(ports.duty),
            std::make_unique<Settler>(
                SettlerParts{std::move(ports.port), factories.payloads(), held, wakes, log, makeDraw()})};
    });
}

void Engine::Running::startAnchorer()
{
    startDuty(duties, "anchorer", wakes.anchorer, options.polls.others, [this](const DutyLog& log) {
        auto ports = factories.anchors();
        return DutyOnThread{
            std::move(ports.duty), std::make_unique<AuditAnchorer>(std::move(ports.port), factories.seal(), log)};
    });
}

void Engine::Running::startRole(Role role)
{
    switch (role) {
    case Role::Scheduler:
        startDuty(duties, "scheduler", wakes.scheduler, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.scheduler();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<Scheduler>(SchedulerParts{std::move(ports.port), wakes, log, options.tzdataVersion})};
        });
        startDuty(duties, "run_worker", wakes.runWorker, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.runs();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<RunWorker>(
                    RunWorkerParts{std::move(ports.port), factories.works(), wakes, log, makeDraw()})};
        });
        return;
    case Role::Settler:
        startSettler();
        return;
    case Role::Sender:
        startDuty(duties, "sender", wakes.sender, options.polls.outbox, [this](const DutyLog& log) {
            auto ports = factories.sender();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<OutboxSender>(
                    SenderParts{std::move(ports.port), factories.channel(), wakes, log, makeDraw()})};
        });
        return;
    case Role::Resolver:
        startDuty(duties, "resolver", wakes.resolver, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.resolver();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<UnknownResolver>(
                    ResolverParts{std::move(ports.port), factories.channel(), wakes, log, makeDraw()})};
        });
        return;
    case Role::Callback:
        startDuty(duties, "callback", wakes.callback, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.callback();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<CallbackListener>(CallbackParts{
                    std::move(ports.callbacks), std::move(ports.outbox), *factories.door, wakes, log, makeDraw()})};
        });
        return;
    case Role::Reconciler:
        startDuty(duties, "reconciler", wakes.reconciler, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.reconciler();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<Reconciler>(
                    ReconcilerParts{std::move(ports.port), factories.figures, log, bootNow, &wakes})};
        });
        startDuty(duties, "comparer", wakes.comparer, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.comparer();
            return DutyOnThread{std::move(ports.duty),
                std::make_unique<FreezeComparer>(ReconcileWork{std::move(ports.port), factories.books()}, log)};
        });
        return;
    case Role::Replayer:
        startDuty(duties, "replayer", wakes.replayer, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.replayer();
            return DutyOnThread{
                std::move(ports.duty), std::make_unique<Replayer>(ReplayerParts{std::move(ports.port), wakes, log})};
        });
        return;
    case Role::Janitor:
        startDuty(duties, "janitor", wakes.janitor, options.polls.others, [this](const DutyLog& log) {
            auto ports = factories.janitor();
            return DutyOnThread{std::move(ports.duty), std::make_unique<Janitor>(std::move(ports.port), log)};
        });
        if (factories.seal)
            startAnchorer();
        return;
    }
}

void Engine::Running::startTicker()
{
    const auto closeIncarnation = [log = DutyLog(options.log, "ticker")](DutyPort& port) {
        const auto stopped = port.stopWorker("clean stop");
        if (!stopped)
            log.failure("stop_not_recorded", stopped.error());
    };
    startDuty(
        ticker, "ticker", wakes.ticker, options.polls.others,
        [this](const DutyLog&) {
            DutyOnThread parts;
            parts.port = factories.ticker();
            parts.duty = std::make_unique<Ticker>(*parts.port, wakes);
            return parts;
        },
        closeIncarnation);
}

void Engine::Running::end(std::vector<std::jthread>& threads)
{
    for (std::jthread& thread : threads)
        thread.request_stop();
    threads.clear(); // Joins.
}

Engine::Engine(EngineOptions options, EngineFactories factories)
    : m_options(std::move(options))
    , m_factories(std::move(factories))
{
    m_options.identity.duties.clear();
    for (const Role role : m_options.roles)
        m_options.identity.duties.emplace_back(nameOf(role));
}

Engine::~Engine()
{
    stop();
}

void Engine::start()
{
    if (m_running)
        return;
    m_running = std::make_unique<Running>(m_options, m_factories);
    m_running->startTicker();
    for (const Role role : m_options.roles)
        m_running->startRole(role);
}

void Engine::stop()
{
    if (!m_running)
        return;
    Running::end(m_running->duties);
    Running::end(m_running->keepers);
    Running::end(m_running->ticker);
    m_running.reset();
}

} // namespace onceover::engine
