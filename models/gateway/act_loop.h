// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"
#include "models/gateway/loop_thread.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace onceover::models {

/// Statement name in the failure of an act of which nothing is recorded under its request id.
inline constexpr const char* kNothingRecorded = "nothing recorded";

/// What the act thread tells; each is called on the act thread.
struct ActEvents {
    std::function<void(bool connected, std::optional<ServerIdentity> server)> connectionChanged;
    std::function<void()> ticked;
    std::function<void(ActOutcome outcome)> actEnded;
    std::function<void(Result<std::vector<std::string>> jobs)> jobsRead;
};

/// The act thread: one store on the primary, LISTEN while idle, one act at a time in order. An act runs once. When its
/// answer is lost, the outcome is reported as unknown and asked for by request id once the connection is back; it is
/// never sent again, but for an acknowledgement, a look at what is masked and a fence, which say the same however often
/// they are said. While the connection is down an act fails at once. Acts that stop, ask and decide, and those on
/// incidents, have stores of their own, made when the first one comes.
class ActLoop : public std::enable_shared_from_this<ActLoop> {
public:
    ActLoop(ActFactories factories, ActEvents events, milliseconds tickWait, milliseconds retry);
    ~ActLoop();
    ActLoop(const ActLoop&) = delete;
    ActLoop& operator=(const ActLoop&) = delete;

    void start();
    /// Queues the act that the draft describes; actEnded tells its outcome.
    void carryOut(ActOutcome draft);
    /// Queues the question for jobs; jobsRead answers.
    void readJobs();
    /// Tries to connect at once.
    void retryNow();
    /// Ends the thread after the act under way. Does not wait.
    void requestStop();
    /// Waits at most so long. False: left behind.
    bool join(std::chrono::milliseconds atMost) { return m_thread.join(atMost); }

    /// More than so many wishes are refused: a person cannot mean them.
    static constexpr std::size_t kQueueMost = 16;

private:
    /// An act whose answer was lost.
    struct Question {
        ActOutcome draft;
        int asked = 0;
    };

    [[nodiscard]] Result<Done> askFor(PeoplePort& port, ActOutcome& draft);
    [[nodiscard]] Result<bool> findOutcome(PeoplePort& port, ActOutcome& draft);
    [[nodiscard]] Result<RecoverableControlPort*> control();
    [[nodiscard]] Result<Done> askAboutIncident(ActOutcome& draft);
    [[nodiscard]] Result<bool> findAboutIncident(ActOutcome& draft);
    [[nodiscard]] Result<RequestPorts*> requests();
    void run();
    void serve(PeoplePort& port);
    void connect(PeoplePort& port);
    void disconnect();
    void listJobs(PeoplePort& port);
    void runNow(PeoplePort& port, ActOutcome draft);
    void askAgain(PeoplePort& port);
    void failWaiting(const Failure& failure);
    void sleepUntilWoken(milliseconds atMost);
    void wake();
    void emptyWakeFd();
    bool stopping();

    ActFactories m_factories;
    ActEvents m_events;
    milliseconds m_tickWait;
    milliseconds m_retry;
    int m_wakeFd = -1; ///< An eventfd: the store's wait watches it beside the socket.
    LoopThread m_thread;
    std::mutex m_mutex; ///< Protects m_acts, m_jobsWanted and m_stopping.
    std::deque<ActOutcome> m_acts;
    bool m_jobsWanted = false;
    bool m_stopping = false;
    // act thread only
    bool m_connected = false;
    std::unique_ptr<RecoverableControlPort> m_control;
    std::unique_ptr<IncidentPort> m_incident;
    std::unique_ptr<RecoveryPort> m_recovery;
    RequestPorts m_requestPorts;
    std::vector<Question> m_questions;
};

} // namespace onceover::models
