// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/read_loop.h"

#include "models/failure_text.h"

#include <charconv>
#include <exception>
#include <thread>
#include <utility>

namespace onceover::models {

namespace {

std::optional<std::int64_t> numberOf(const std::string& key)
{
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
    const bool isNumber = error == std::errc{} && end == key.data() + key.size();
    return isNumber ? std::optional(id) : std::nullopt;
}

Failure noNumber(const char* what)
{
    Failure failure;
    failure.kind = FailureKind::Refused;
    failure.refusal = Refusal::ValueMalformed;
    failure.statement = what;
    return failure;
}

} // namespace

ReadLoop::ReadLoop(ReaderFactory factory, Deliver deliver)
    : m_factory(std::move(factory))
    , m_deliver(std::move(deliver))
{
}

void ReadLoop::start()
{
    m_thread.start([self = shared_from_this()] {
        self->run();
        self->m_thread.leave();
    });
}

void ReadLoop::ask(ReadJob job)
{
    const std::lock_guard lock(m_mutex);
    m_job = std::move(job);
    m_wake.notify_one();
}

void ReadLoop::requestStop()
{
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
    m_wake.notify_one();
}

void ReadLoop::cancel(std::function<void()> done)
{
    m_thread.enter();
    std::thread([self = shared_from_this(), done = std::move(done)] {
        try {
            const std::lock_guard lock(self->m_readerMutex);
            if (self->m_reader)
                self->m_reader->requestCancel();
        } catch (const std::exception&) {
            // A cancel gives no guarantee anyway (S11); the read tells what became of it.
        }
        if (done)
            done();
        self->m_thread.leave();
    }).detach();
}

std::optional<ReadJob> ReadLoop::nextJob()
{
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return m_stopping || m_job; });
    if (m_stopping)
        return std::nullopt;
    return std::exchange(m_job, std::nullopt);
}

void ReadLoop::run()
{
    std::unique_ptr<ConsoleReader> reader;
    while (const std::optional<ReadJob> job = nextJob()) {
        ReadAnswer answer;
        try {
            if (!reader) {
                reader = m_factory();
                const std::lock_guard lock(m_readerMutex);
                m_reader = reader.get();
            }
            answer = carryOut(*reader, *job);
        } catch (const std::exception& error) {
            answer = {job->kind, job->ticket, job->wish, {}, {}, std::nullopt, milliseconds{0}};
            answer.failure.kind = FailureKind::Broken;
            answer.failure.statement = "read";
            answer.failure.detail = error.what();
            m_connected = false;
        }
        m_deliver(std::move(answer));
    }
    const std::lock_guard lock(m_readerMutex);
    m_reader = nullptr;
    reader.reset(); // Under the lock: a cancel under way still uses it.
}

ReadAnswer ReadLoop::carryOut(ConsoleReader& reader, const ReadJob& job)
{
    ReadAnswer answer{job.kind, job.ticket, job.wish, {}, {}, std::nullopt, milliseconds{0}};
    if (!m_connected) {
        if (auto server = reader.connect()) {
            answer.server = std::move(*server);
            m_connected = true;
        } else {
            answer.failure = std::move(server.error());
            return answer;
        }
    }
    const auto connected = std::chrono::steady_clock::now();
    read(reader, job, answer);
    // Connecting may take its time; a slow read is what makes the screen Delayed.
    answer.duration = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - connected);
    if (std::holds_alternative<std::monostate>(answer.page) && isConnectionFailure(answer.failure))
        m_connected = false;
    return answer;
}

void ReadLoop::read(ConsoleReader& reader, const ReadJob& job, ReadAnswer& answer)
{
    switch (job.kind) {
    case ReadKind::Overview:
        if (auto snapshot = reader.readOverview()) {
            answer.server = snapshot->server;
            answer.page = std::make_shared<const OverviewSnapshot>(std::move(*snapshot));
        } else {
            answer.failure = std::move(snapshot.error());
        }
        return;
    case ReadKind::Batches:
        if (auto page = reader.readBatches(job.wish.list))
            answer.page = std::make_shared<const Page<BatchRow>>(std::move(*page));
        else
            answer.failure = std::move(page.error());
        return;
    case ReadKind::Operations:
        if (auto page = reader.readOperations(job.wish.list))
            answer.page = std::make_shared<const Page<OperationRow>>(std::move(*page));
        else
            answer.failure = std::move(page.error());
        return;
    case ReadKind::Batch:
        if (auto detail = reader.readBatch(job.wish.key))
            answer.page = std::make_shared<const BatchDetail>(std::move(*detail));
        else
            answer.failure = std::move(detail.error());
        return;
    case ReadKind::Operation:
        readOperation(reader, job.wish.key, answer);
        return;
    case ReadKind::Freezes:
        if (auto freezes = reader.readFreezes())
            answer.page = std::make_shared<const FreezesNow>(std::move(*freezes));
        else
            answer.failure = std::move(freezes.error());
        return;
    case ReadKind::Request:
        readRequest(reader, job.wish, answer);
        return;
    case ReadKind::Incident:
        readIncident(reader, job.wish.key, answer);
        return;
    case ReadKind::DeadLetters:
    case ReadKind::StuckLeases:
    case ReadKind::Messages:
    case ReadKind::Channels:
    case ReadKind::Runs:
    case ReadKind::Attempts:
    case ReadKind::Jobs:
    case ReadKind::Workers:
    case ReadKind::Reconciliations:
    case ReadKind::Differences:
    case ReadKind::Alerts:
    case ReadKind::Requests:
    case ReadKind::AuditLog:
    case ReadKind::Access:
    case ReadKind::Statements:
    case ReadKind::StatementLines:
    case ReadKind::Incidents:
    case ReadKind::ChainHeads:
    case ReadKind::Rollouts:
    case ReadKind::Calls:
        readWork(reader, job, answer);
        return;
    }
}

void ReadLoop::readWork(ConsoleReader& reader, const ReadJob& job, ReadAnswer& answer)
{
    const auto list = static_cast<WorkList>(static_cast<int>(job.kind) - static_cast<int>(ReadKind::DeadLetters));
    if (auto page = reader.readWork(list, job.wish.list))
        answer.page = std::make_shared<const WorkPage>(std::move(*page));
    else
        answer.failure = std::move(page.error());
}

void ReadLoop::readOperation(ConsoleReader& reader, const std::string& key, ReadAnswer& answer)
{
    const std::optional<Uuid> id = Uuid::parse(key);
    if (!id) {
        answer.failure.kind = FailureKind::Refused;
        answer.failure.refusal = Refusal::ValueMalformed;
        answer.failure.statement = "operation id";
        return;
    }
    if (auto detail = reader.readOperation(OperationId{*id}))
        answer.page = std::make_shared<const OperationDetail>(std::move(*detail));
    else
        answer.failure = std::move(detail.error());
}

/// A request and an incident are named by their numbers.
void ReadLoop::readRequest(ConsoleReader& reader, const ReadWish& wish, ReadAnswer& answer)
{
    const std::optional<std::int64_t> id = numberOf(wish.key);
    if (!id) {
        answer.failure = noNumber("request number");
        return;
    }
    if (auto detail = reader.readRequest(*id, wish.list.limit))
        answer.page = std::make_shared<const RequestDetail>(std::move(*detail));
    else
        answer.failure = std::move(detail.error());
}

void ReadLoop::readIncident(ConsoleReader& reader, const std::string& key, ReadAnswer& answer)
{
    const std::optional<std::int64_t> id = numberOf(key);
    if (!id) {
        answer.failure = noNumber("incident number");
        return;
    }
    if (auto detail = reader.readIncident(*id))
        answer.page = std::make_shared<const IncidentDetail>(std::move(*detail));
    else
        answer.failure = std::move(detail.error());
}

} // namespace onceover::models
