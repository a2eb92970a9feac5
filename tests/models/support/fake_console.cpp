// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_console.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace onceover::testing {

namespace {

Failure queryFailed()
{
    Failure failure;
    failure.kind = FailureKind::Broken;
    failure.statement = "ReadConsole";
    failure.sqlState = "42501";
    failure.detail = "permission denied for view v_batch";
    return failure;
}

ManualTriggerAnswer created()
{
    ManualTriggerAnswer answer;
    answer.done = true;
    answer.answer = "CREATED";
    answer.runKey = "settle-daily:2026-03-13";
    answer.runStatus = "DUE";
    return answer;
}

} // namespace

Failure serverAway()
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "connect";
    failure.sqlState = "08001";
    failure.detail = "could not connect to server: No such file or directory";
    return failure;
}

// --- FakeScript ------------------------------------------------------------------------------------------------------

FakeScript::FakeScript(Condition condition)
    : m_condition(condition)
    , m_server(sampleServer())
    , m_tickFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    , m_breakFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

FakeScript::~FakeScript()
{
    close(m_tickFd);
    close(m_breakFd);
}

void FakeScript::setCondition(Condition condition)
{
    const std::lock_guard lock(m_mutex);
    m_condition = condition;
}

void FakeScript::failWith(std::optional<Failure> failure)
{
    const std::lock_guard lock(m_mutex);
    m_failure = std::move(failure);
}

void FakeScript::failPeople(std::optional<Failure> failure)
{
    const std::lock_guard lock(m_mutex);
    m_peopleFailure = std::move(failure);
}

void FakeScript::setServer(const ServerIdentity& server)
{
    const std::lock_guard lock(m_mutex);
    m_server = server;
}

void FakeScript::holdReads(bool obeyCancel)
{
    const std::lock_guard lock(m_mutex);
    m_hold = true;
    m_obeyCancel = obeyCancel;
}

void FakeScript::letReadsGo()
{
    const std::lock_guard lock(m_mutex);
    m_hold = false;
    m_changed.notify_all();
}

void FakeScript::answerActs(std::vector<Result<ManualTriggerAnswer>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_actAnswers.assign(answers.begin(), answers.end());
}

void FakeScript::answerFind(Result<std::optional<ManualTriggerAnswer>> answer)
{
    const std::lock_guard lock(m_mutex);
    m_findAnswer = std::move(answer);
}

void FakeScript::answerAcknowledgements(std::vector<Result<Acknowledgement>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_seenAnswers.assign(answers.begin(), answers.end());
}

std::vector<std::pair<std::int64_t, std::string>> FakeScript::acknowledged() const
{
    const std::lock_guard lock(m_mutex);
    return m_acknowledged;
}

void FakeScript::answerReveals(std::vector<Result<Revealed>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_revealAnswers.assign(answers.begin(), answers.end());
}

std::vector<std::pair<std::string, std::string>> FakeScript::looks() const
{
    const std::lock_guard lock(m_mutex);
    return m_looks;
}

void FakeScript::holdActs()
{
    const std::lock_guard lock(m_mutex);
    m_holdActs = true;
}

void FakeScript::letActsGo()
{
    const std::lock_guard lock(m_mutex);
    m_holdActs = false;
    m_changed.notify_all();
}

void FakeScript::tick()
{
    eventfd_write(m_tickFd, 1);
}

void FakeScript::breakPeople()
{
    eventfd_write(m_breakFd, 1);
}

void FakeScript::setManyOperations(int first, int count)
{
    const std::lock_guard lock(m_mutex);
    m_manyFirst = first;
    m_manyCount = count;
}

void FakeScript::setOverview(const OverviewSnapshot& overview)
{
    const std::lock_guard lock(m_mutex);
    m_overview = overview;
}

std::vector<ListQuery> FakeScript::operationQueries() const
{
    const std::lock_guard lock(m_mutex);
    return m_operationQueries;
}

std::vector<std::pair<WorkList, ListQuery>> FakeScript::workQueries() const
{
    const std::lock_guard lock(m_mutex);
    return m_workQueries;
}

int FakeScript::overviewReads() const
{
    const std::lock_guard lock(m_mutex);
    return m_overviewReads;
}

int FakeScript::heldReads() const
{
    const std::lock_guard lock(m_mutex);
    return m_held;
}

int FakeScript::cancels() const
{
    const std::lock_guard lock(m_mutex);
    return m_cancels;
}

int FakeScript::connects() const
{
    const std::lock_guard lock(m_mutex);
    return m_connects;
}

std::vector<std::string> FakeScript::detailKeys() const
{
    const std::lock_guard lock(m_mutex);
    return m_detailKeys;
}

void FakeScript::setOperationDetail(std::optional<OperationDetail> detail)
{
    const std::lock_guard lock(m_mutex);
    m_operationDetail = std::move(detail);
}

std::vector<ListQuery> FakeScript::batchQueries() const
{
    const std::lock_guard lock(m_mutex);
    return m_batchQueries;
}

std::vector<Uuid> FakeScript::actsSent() const
{
    const std::lock_guard lock(m_mutex);
    return m_acts;
}

int FakeScript::finds() const
{
    const std::lock_guard lock(m_mutex);
    return m_finds;
}

bool FakeScript::oneThreadEach() const
{
    const std::lock_guard lock(m_mutex);
    return m_oneThreadEach;
}

void FakeScript::noteThread(std::thread::id born)
{
    if (born != std::this_thread::get_id())
        m_oneThreadEach = false;
}

/// Waits while reads are held, then tells what every read of the present condition fails with.
std::optional<Failure> FakeScript::beginRead()
{
    std::unique_lock lock(m_mutex);
    if (m_hold) {
        m_cancelled = false;
        ++m_held;
        m_changed.wait(lock, [this] { return !m_hold || (m_obeyCancel && m_cancelled); });
        --m_held;
        if (m_hold) {
            Failure failure;
            failure.kind = FailureKind::Cancelled;
            failure.sqlState = "57014";
            return failure;
        }
    }
    if (m_failure)
        return m_failure;
    if (m_condition == Condition::Offline)
        return serverAway();
    if (m_condition == Condition::Error)
        return queryFailed();
    return std::nullopt;
}

// --- FakeConsoleReader -----------------------------------------------------------------------------------------------

FakeConsoleReader::FakeConsoleReader(std::shared_ptr<FakeScript> script)
    : m_script(std::move(script))
{
}

Result<ServerIdentity> FakeConsoleReader::connect()
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    ++m_script->m_connects;
    if (m_script->m_failure && m_script->m_failure->statement == "connect")
        return tl::unexpected<Failure>(*m_script->m_failure);
    if (m_script->m_condition == Condition::Offline)
        return tl::unexpected<Failure>(serverAway());
    return m_script->m_server;
}

Result<OverviewSnapshot> FakeConsoleReader::readOverview()
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    ++m_script->m_overviewReads;
    if (failure)
        return tl::unexpected<Failure>(*failure);
    OverviewSnapshot snapshot = m_script->m_overview.value_or(sampleOverview(m_script->m_condition));
    snapshot.server = m_script->m_server;
    return snapshot;
}

Result<Page<BatchRow>> FakeConsoleReader::readBatches(const ListQuery& query)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_batchQueries.push_back(query);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    return sampleBatches(m_script->m_condition);
}

Result<Page<OperationRow>> FakeConsoleReader::readOperations(const ListQuery& query)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_operationQueries.push_back(query);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    if (m_script->m_manyCount > 0)
        return pageOfMany(query, m_script->m_manyFirst, m_script->m_manyCount);
    return sampleOperations(m_script->m_condition);
}

Result<WorkPage> FakeConsoleReader::readWork(WorkList list, const ListQuery& query)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_workQueries.emplace_back(list, query);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    return sampleWork(m_script->m_condition, list, query.groupBy);
}

Result<BatchDetail> FakeConsoleReader::readBatch(const std::string& runKey)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_detailKeys.push_back(runKey);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    return sampleBatchDetail(m_script->m_condition, runKey);
}

Result<OperationDetail> FakeConsoleReader::readOperation(const OperationId& id)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_detailKeys.push_back(id.value.toString());
    if (failure)
        return tl::unexpected<Failure>(*failure);
    if (m_script->m_operationDetail)
        return *m_script->m_operationDetail;
    return sampleOperationDetail(m_script->m_condition, id);
}

void FakeConsoleReader::requestCancel()
{
    const std::lock_guard lock(m_script->m_mutex);
    ++m_script->m_cancels;
    m_script->m_cancelled = true;
    m_script->m_changed.notify_all();
}

// --- FakePeople ------------------------------------------------------------------------------------------------------

FakePeople::FakePeople(std::shared_ptr<FakeScript> script)
    : m_script(std::move(script))
{
}

Result<ServerIdentity> FakePeople::connect()
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    if (m_script->m_peopleFailure)
        return tl::unexpected<Failure>(*m_script->m_peopleFailure);
    if (m_script->m_condition == Condition::Offline)
        return tl::unexpected<Failure>(serverAway());
    return m_script->m_server;
}

Result<ManualTriggerAnswer> FakePeople::triggerRun(const JobId&, const BusinessDate&, const Uuid& requestId)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_acts.push_back(requestId);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    if (m_script->m_actAnswers.empty())
        return created();
    Result<ManualTriggerAnswer> answer = m_script->m_actAnswers.front();
    m_script->m_actAnswers.pop_front();
    return answer;
}

Result<std::optional<ManualTriggerAnswer>> FakePeople::findTrigger(const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    ++m_script->m_finds;
    return m_script->m_findAnswer;
}

Result<Acknowledgement> FakePeople::acknowledge(std::int64_t alert, const Uuid& requestId, const std::string& reason)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_acts.push_back(requestId);
    m_script->m_acknowledged.emplace_back(alert, reason);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    if (m_script->m_seenAnswers.empty())
        return Acknowledgement{true, {}, m_script->m_server.person, sampleTime()};
    Result<Acknowledgement> answer = m_script->m_seenAnswers.front();
    m_script->m_seenAnswers.pop_front();
    return answer;
}

Revealed sampleRevealed()
{
    return {true, {}, "Li\u202E Ltd <b>", "CN6212260200001234567", "CN", "{\"account\":\"CN6212260200001234567\"}\n"};
}

Result<Revealed> FakePeople::reveal(const OperationId& operation, const std::string& reason, const Uuid& requestId)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_acts.push_back(requestId);
    m_script->m_looks.emplace_back(operation.value.toString(), reason);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    if (m_script->m_revealAnswers.empty())
        return sampleRevealed();
    Result<Revealed> answer = m_script->m_revealAnswers.front();
    m_script->m_revealAnswers.pop_front();
    return answer;
}

Result<std::vector<std::string>> FakePeople::jobIds()
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    return std::vector<std::string>{"settle-daily"};
}

Woken FakePeople::waitForTick(int wakeFd, milliseconds atMost)
{
    std::array<pollfd, 3> watched{
        pollfd{wakeFd, POLLIN, 0}, pollfd{m_script->m_tickFd, POLLIN, 0}, pollfd{m_script->m_breakFd, POLLIN, 0}};
    poll(watched.data(), watched.size(), static_cast<int>(atMost.count()));
    eventfd_t count = 0;
    if (watched[2].revents != 0) {
        eventfd_read(m_script->m_breakFd, &count);
        return Woken::ConnectionLost;
    }
    if (watched[1].revents != 0) {
        eventfd_read(m_script->m_tickFd, &count);
        return Woken::Tick;
    }
    return watched[0].revents != 0 ? Woken::WakeFd : Woken::Timeout;
}

} // namespace onceover::testing
