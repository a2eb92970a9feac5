// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"
#include "models/gateway/loop_thread.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>

namespace onceover::models {

/// One read for the read thread.
struct ReadJob {
    ReadKind kind = ReadKind::Overview;
    Ticket ticket = 0;
    ReadWish wish;
};

/// What came of it.
struct ReadAnswer {
    ReadKind kind = ReadKind::Overview;
    Ticket ticket = 0;
    ReadWish wish;
    /// Nothing: it failed.
    std::variant<std::monostate, OverviewPtr, BatchPagePtr, OperationPagePtr, WorkPagePtr, BatchDetailPtr,
        OperationDetailPtr, FreezesPtr, RequestDetailPtr, IncidentDetailPtr>
        page;
    Failure failure;
    std::optional<ServerIdentity> server; ///< When the server told who it is on the way.
    milliseconds duration{0};
};

/// The read thread: one store, one job at a time, in order of arrival of at most one waiting job. Dumb on purpose: what
/// is read next, and what an answer is worth, is decided on the GUI thread.
class ReadLoop : public std::enable_shared_from_this<ReadLoop> {
public:
    using Deliver = std::function<void(ReadAnswer)>;

    /// `deliver` is called on the read thread.
    ReadLoop(ReaderFactory factory, Deliver deliver);

    void start();
    /// The next job; the caller waits for its answer before it asks again.
    void ask(ReadJob job);
    /// Asks the server to cancel what runs, on a short-lived thread of its own, because that blocks; then `done` there.
    void cancel(std::function<void()> done);
    /// Ends the thread after the job under way. Does not wait.
    void requestStop();
    /// Waits at most so long. False: left behind.
    bool join(std::chrono::milliseconds atMost) { return m_thread.join(atMost); }

private:
    void run();
    [[nodiscard]] std::optional<ReadJob> nextJob();
    [[nodiscard]] ReadAnswer carryOut(ConsoleReader& reader, const ReadJob& job);
    void read(ConsoleReader& reader, const ReadJob& job, ReadAnswer& answer);
    void readWork(ConsoleReader& reader, const ReadJob& job, ReadAnswer& answer);
    void readOperation(ConsoleReader& reader, const std::string& key, ReadAnswer& answer);
    void readRequest(ConsoleReader& reader, const ReadWish& wish, ReadAnswer& answer);
    void readIncident(ConsoleReader& reader, const std::string& key, ReadAnswer& answer);

    ReaderFactory m_factory;
    Deliver m_deliver;
    LoopThread m_thread;
    std::mutex m_mutex; ///< Protects m_job and m_stopping.
    std::condition_variable m_wake;
    std::optional<ReadJob> m_job;
    bool m_stopping = false;
    std::mutex m_readerMutex; ///< Protects the pointer's life against cancel(); never held while reading.
    ConsoleReader* m_reader = nullptr;
    bool m_connected = false; ///< Read thread only.
};

} // namespace onceover::models
