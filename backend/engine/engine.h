// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/ports/audit_port.h"
#include "core/ports/callback_port.h"
#include "core/ports/control_port.h"
#include "core/ports/operation_port.h"
#include "core/ports/outbox_port.h"
#include "core/ports/payment_channel.h"
#include "core/ports/run_port.h"
#include "core/ports/schedule_port.h"
#include "core/ports/watch_port.h"
#include "core/ports/worker_port.h"
#include "engine/duty_log.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace onceover::engine {

/// What a worker may be told to do. The settler brings its lease keeper, the scheduler the worker of runs without a
/// batch, the janitor the anchorer of the audit chains where this worker has a key.
enum class Role { Scheduler, Settler, Sender, Resolver, Callback, Reconciler, Replayer, Janitor };

} // namespace onceover::engine

template <>
inline constexpr std::array<std::string_view, 8> onceover::kNamesOf<onceover::engine::Role>{
    "scheduler", "settler", "sender", "resolver", "callback", "reconciler", "replayer", "janitor"};
static_assert(onceover::namesAreComplete(onceover::engine::Role::Janitor));

namespace onceover::engine {

/// A duty's own port beside the one of every duty; both speak on the same connection.
template <typename Port>
struct DutyPorts {
    std::unique_ptr<DutyPort> duty;
    std::unique_ptr<Port> port; ///< Destroyed before `duty`.
};

/// The ports of the callback duty, all on one connection.
struct CallbackPorts {
    std::unique_ptr<DutyPort> duty;
    std::unique_ptr<CallbackPort> callbacks; ///< Destroyed before `duty`, as is the next.
    std::unique_ptr<OutboxPort> outbox;
};

/// Makes what a duty needs, called on the duty's own thread, so that a connection is born, used and destroyed there. A
/// factory does not connect.
struct EngineFactories {
    std::function<DutyPorts<SchedulePort>()> scheduler;
    std::function<DutyPorts<RunPort>()> runs;                     ///< The scheduler's login: runs without a batch.
    std::function<std::vector<std::unique_ptr<JobWork>>()> works; ///< What such runs do, by job type.
    std::function<DutyPorts<OperationPort>()> settler;
    std::function<DutyPorts<LeasePort>()> leaseKeeper;
    std::function<DutyPorts<OutboxPort>()> sender;
    std::function<DutyPorts<OutboxPort>()> resolver;
    std::function<CallbackPorts()> callback;
    std::function<DutyPorts<WatchPort>()> reconciler;
    std::function<DutyPorts<WatchPort>()> comparer; ///< The reconciler's login on a thread of its own.
    std::function<std::unique_ptr<BookPort>()> books;
    std::function<DutyPorts<ReplayPort>()> replayer;
    std::function<DutyPorts<JanitorPort>()> janitor;
    std::function<DutyPorts<AnchorPort>()> anchors;    ///< The janitor's login.
    std::function<std::unique_ptr<AnchorSeal>()> seal; ///< Empty: this worker signs no anchors.
    std::function<std::unique_ptr<DutyPort>()> ticker;
    std::function<std::unique_ptr<PaymentChannel>()> channel;
    std::function<std::unique_ptr<PayloadBuilder>()> payloads;
    CallbackDoor* door = nullptr;  ///< Where the outside calls; outlives the engine. Needed by the role callback.
    FigureSink* figures = nullptr; ///< Where the reconciler puts what is measured; outlives the engine. Null: nowhere.
};

/// How long each duty waits when nobody wakes it. In a sandbox nothing waits longer than `longest`.
struct PollIntervals {
    milliseconds outbox{30000}; ///< Sender: R54.
    milliseconds others{1000};
    milliseconds longest{30000};
};

struct EngineOptions {
    WorkerIdentity identity; ///< Its duties are filled from the roles.
    std::set<Role> roles;
    PollIntervals polls;
    std::string tzdataVersion; ///< First line of tzdata.zi; stored with each planned run.
    LogSink log;
};

/// One worker incarnation: each duty on a thread and a connection of its own, woken by each other, by ticks and by
/// poll intervals as backstop. Nothing waits for a computed instant. A duty that cannot reach the database tries again
/// for ever while the others go on.
class Engine {
public:
    Engine(EngineOptions options, EngineFactories factories);
    /// Stops.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    void start();

    /// Clean stop, returns when it is done: no new work; the running set is finished and what is in hand given back;
    /// answers under way are awaited; the lease keeper goes on until the settler has ended (F12); the incarnation's row
    /// is closed last. Leaves what the database could not be told to the leases.
    void stop();

private:
    struct Running;

    EngineOptions m_options;
    EngineFactories m_factories;
    std::unique_ptr<Running> m_running;
};

} // namespace onceover::engine
