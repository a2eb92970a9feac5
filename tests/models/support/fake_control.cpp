// SPDX-License-Identifier: GPL-3.0-or-later
// The store of freezes, requests and decisions without a database, and what the console reads about them.
#include "fake_console.h"

#include <utility>

namespace onceover::testing {

namespace {

RequestAnswer doneRequest(const std::string& kind, const std::string& status)
{
    RequestAnswer answer;
    answer.done = true;
    answer.id = 311;
    answer.kind = kind;
    answer.status = status;
    answer.maker = "alice";
    answer.expiresAt = sampleTime() + std::chrono::hours{1};
    return answer;
}

template <typename Answer>
Result<Answer> nextOr(std::deque<Result<Answer>>& answers, Answer otherwise)
{
    if (answers.empty())
        return otherwise;
    Result<Answer> next = std::move(answers.front());
    answers.pop_front();
    return next;
}

std::string scopeOf(const ControlScope& scope)
{
    return scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref;
}

PlanItemRow planItem(int no, const char* key, std::int64_t minor, const char* failureClass)
{
    PlanItemRow item;
    item.no = no;
    item.operation = "00000000-0000-4000-8000-00000000000" + std::to_string(no);
    item.key = key;
    item.merchant = 1000 + no;
    item.payee = no == 2 ? "Blue Harbour Trading" : "Acme Wholesale";
    item.payeeAccount = "****100" + std::to_string(no);
    item.payeeChanged = no == 2;
    item.amountMinor = minor;
    item.currency = "CNY";
    item.statusPlanned = item.statusNow = "FAILED_PERMANENT";
    item.classPlanned = failureClass;
    item.lastAnswer = no == 1 ? "NOT_FOUND 404" : "";
    if (no == 1) {
        item.lastAnswerAt = sampleTime() - std::chrono::minutes{12};
        item.honouredUntil = sampleTime() + std::chrono::hours{20};
    }
    if (no < 3)
        item.valueDate = BusinessDate::parse("2026-03-16").value();
    item.status = "PENDING";
    return item;
}

RequestDetail sampleReplay(std::int64_t id)
{
    RequestDetail detail;
    detail.takenAt = sampleTime();
    detail.found = true;
    detail.request.id = id;
    detail.request.kind = "replay";
    detail.request.status = "REQUESTED";
    detail.request.maker = "alice";
    detail.makerName = "Alice Zhang";
    detail.request.reason = "INC-4711 bank timeout; the bank never saw them";
    detail.request.ticket = "INC-4711";
    detail.request.planHash = "7f3a91c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f";
    detail.request.planTotal = "128430000";
    detail.request.items = 3;
    detail.request.requestedAt = sampleTime() - std::chrono::minutes{18};
    detail.request.expiresAt = sampleTime() + std::chrono::minutes{42};
    detail.amounts = {{"CNY", 128430000}};
    detail.payees = 2;
    detail.kinds = {{"FAILED_PERMANENT", 3}};
    detail.items = {planItem(1, "ZAKYJFI4PQ4GI4D32KZCADMSIQNU26PD", 120000000, "NOT_SENT"),
        planItem(2, "BBKYJFI4PQ4GI4D32KZCADMSIQNU26PD", 5430000, "BUDGET_SPENT"),
        planItem(3, "CCKYJFI4PQ4GI4D32KZCADMSIQNU26PD", 3000000, "BUDGET_SPENT")};
    return detail;
}

} // namespace

FreezesNow sampleFreezes(Condition condition)
{
    FreezesNow now;
    now.takenAt = sampleTime();
    now.replayerAlive = true;
    if (condition != Condition::Filled)
        return now;
    FreezeRow job;
    job.id = 4;
    job.scope = {"job", "settle-daily"};
    job.status = "DRAINED";
    job.actor = "alice";
    job.reason = "INC-4711";
    job.requestedAt = sampleTime() - std::chrono::minutes{8};
    job.effectiveAt = sampleTime() - std::chrono::minutes{8};
    job.drainedAt = sampleTime() - std::chrono::minutes{6};
    job.operations = 214;
    job.messages = 3;
    job.runs = 1;
    FreezeRow all = job;
    all.id = 5;
    all.scope = {"everything", ""};
    all.status = "IN_FORCE";
    all.drainedAt.reset();
    all.mayStillLeave = 2;
    now.freezes = {job, all};
    MayLeaveRow message;
    message.operation = "00000000-0000-4000-8000-000000000001";
    message.channel = "practice-bank";
    message.key = "ZAKYJFI4PQ4GI4D32KZCADMSIQNU26PD";
    message.amountMinor = 120000000;
    message.currency = "CNY";
    message.status = "SENDING";
    message.worker = "w-2";
    message.host = "settle-2";
    message.lastSentAt = sampleTime() - std::chrono::seconds{9};
    now.held = {{4, "settle-daily", "all", 1, "2026-03-14", "2026-03-14"},
        {5, "settle-daily", "all", 1, "2026-03-14", "2026-03-14"}};
    now.mayLeave = {message, message};
    now.mayLeave[1].key = "BBKYJFI4PQ4GI4D32KZCADMSIQNU26PD";
    return now;
}

RequestDetail sampleRequest(Condition condition, std::int64_t id)
{
    if (condition != Condition::Filled || id < 311 || id > 313) {
        RequestDetail none;
        none.takenAt = sampleTime();
        none.request.id = id;
        return none;
    }
    RequestDetail detail = sampleReplay(id);
    if (id == 312) {
        detail.request.kind = "lift";
        detail.request.maker = "bob";
        detail.makerName = "Bob Li";
        detail.request.planTotal.clear();
        detail.request.items = 0;
        detail.request.reason = "the bank is back";
        detail.amounts.clear();
        detail.items.clear();
        detail.kinds.clear();
        detail.payees = 0;
        detail.freeze = sampleFreezes(condition).freezes.front();
        detail.openDifferences = 2;
    }
    if (id == 313) {
        detail.moved = 1;
        detail.items[1].moved = true;
        detail.items[1].statusNow = "RETRYABLE";
    }
    return detail;
}

// --- FakeScript ------------------------------------------------------------------------------------------------------

void FakeScript::answerFreezes(std::vector<Result<FreezeAnswer>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_freezeAnswers.assign(answers.begin(), answers.end());
}

void FakeScript::answerRequests(std::vector<Result<RequestAnswer>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_requestAnswers.assign(answers.begin(), answers.end());
}

void FakeScript::answerControlFind(Result<std::optional<RequestAnswer>> answer)
{
    const std::lock_guard lock(m_mutex);
    m_controlFind = std::move(answer);
}

std::vector<std::string> FakeScript::controls() const
{
    const std::lock_guard lock(m_mutex);
    return m_controls;
}

void FakeScript::setRequest(std::optional<RequestDetail> request)
{
    const std::lock_guard lock(m_mutex);
    m_request = std::move(request);
}

void FakeScript::setFreezes(std::optional<FreezesNow> freezes)
{
    const std::lock_guard lock(m_mutex);
    m_freezes = std::move(freezes);
}

// --- reading ---------------------------------------------------------------------------------------------------------

Result<FreezesNow> FakeConsoleReader::readFreezes()
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    return m_script->m_freezes.value_or(sampleFreezes(m_script->m_condition));
}

Result<RequestDetail> FakeConsoleReader::readRequest(std::int64_t id, int itemsMost)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    RequestDetail detail = m_script->m_request.value_or(sampleRequest(m_script->m_condition, id));
    if (detail.items.size() > static_cast<std::size_t>(itemsMost))
        detail.items.resize(static_cast<std::size_t>(itemsMost));
    return detail;
}

// --- FakeControl -----------------------------------------------------------------------------------------------------

FakeControl::FakeControl(std::shared_ptr<FakeScript> script)
    : m_script(std::move(script))
{
}

Result<ServerIdentity> FakeControl::connect()
{
    const std::lock_guard lock(m_script->m_mutex);
    return m_script->m_server;
}

Result<RequestAnswer> FakeScript::takeRequest(const std::string& what, const std::string& kind)
{
    std::unique_lock lock(m_mutex);
    m_controls.push_back(what);
    m_changed.wait(lock, [this] { return !m_holdActs; });
    return nextOr(m_requestAnswers, doneRequest(kind, "REQUESTED"));
}

Result<RequestAnswer> FakeControl::asked(const std::string& what, const std::string& kind, const char* status)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_controls.push_back(what);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    return nextOr(m_script->m_requestAnswers, doneRequest(kind, status));
}

Result<FreezeAnswer> FakeControl::requestFreeze(const ControlScope& scope, const std::string& reason, const Uuid&)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_controls.push_back("freeze " + scopeOf(scope) + ": " + reason);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    return nextOr(m_script->m_freezeAnswers, FreezeAnswer{true, "", "CREATED", 5, "REQUESTED", {}});
}

Result<FreezeAnswer> FakeControl::enforceFreeze(std::int64_t freeze)
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->m_controls.push_back("enforce " + std::to_string(freeze));
    return FreezeAnswer{true, "", "CREATED", freeze, "IN_FORCE", sampleTime()};
}

Result<FenceAnswer> FakeControl::fence(const ControlScope& scope, const std::string&, const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->m_controls.push_back("fence " + scopeOf(scope));
    return FenceAnswer{true, "", 0, 0};
}

Result<RequestAnswer> FakeControl::declareDead(const std::string& worker, const std::string&, const Uuid&)
{
    return asked("dead " + worker, "", "");
}

Result<RequestAnswer> FakeControl::requestReplay(const ReplayWish& wish, const Uuid&)
{
    return asked("replay " + std::to_string(wish.operations.size()) + (wish.keyEverSucceeded ? " yes" : " no") + ": "
            + wish.reason + " " + wish.ticket + (wish.forTheMorning ? " morning" : "")
            + (wish.underFreeze ? " under-freeze" : ""),
        "replay", "REQUESTED");
}

Result<RequestAnswer> FakeControl::requestLift(
    std::int64_t freeze, const std::string& policies, const std::string& reason, const std::string& ticket, const Uuid&)
{
    return asked("lift " + std::to_string(freeze) + " " + policies + ": " + reason + " " + ticket, "lift", "REQUESTED");
}

Result<RequestAnswer> FakeControl::requestDismissal(
    std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid&)
{
    return asked("dismiss " + std::to_string(deadLetter) + ": " + reason + " " + ticket, "dismissal", "REQUESTED");
}

Result<RequestAnswer> FakeControl::approve(
    std::int64_t request, const std::string& planHash, const std::string& total, const std::string& reason, const Uuid&)
{
    return asked("approve " + std::to_string(request) + " " + planHash.substr(0, 8) + " " + total + ": " + reason,
        "replay", "APPROVED");
}

Result<RequestAnswer> FakeControl::reject(std::int64_t request, const std::string& reason, const Uuid&)
{
    return asked("reject " + std::to_string(request) + ": " + reason, "replay", "REJECTED");
}

Result<RequestAnswer> FakeControl::withdraw(std::int64_t request, const std::string& reason, const Uuid&)
{
    return asked("withdraw " + std::to_string(request) + ": " + reason, "replay", "WITHDRAWN");
}

Result<std::vector<RequestRow>> FakeControl::requests(std::optional<std::int64_t>, int)
{
    return std::vector<RequestRow>{};
}

Result<std::vector<RequestItemRow>> FakeControl::requestItems(std::int64_t, int)
{
    return std::vector<RequestItemRow>{};
}

Result<std::vector<FreezeRow>> FakeControl::freezes()
{
    return std::vector<FreezeRow>{};
}

Result<std::vector<MayLeaveRow>> FakeControl::mayStillLeave(int)
{
    return std::vector<MayLeaveRow>{};
}

Result<std::optional<FreezeAnswer>> FakeControl::findFreeze(const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    ++m_script->m_finds;
    if (!m_script->m_controlFind)
        return tl::unexpected<Failure>(m_script->m_controlFind.error());
    if (!*m_script->m_controlFind)
        return std::optional<FreezeAnswer>{};
    return std::optional{FreezeAnswer{true, "", "EXISTING", 5, "IN_FORCE", sampleTime()}};
}

Result<std::optional<RequestAnswer>> FakeControl::findRequest(const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    ++m_script->m_finds;
    return m_script->m_controlFind;
}

Result<std::optional<RequestAnswer>> FakeControl::findDecision(std::int64_t, std::string_view)
{
    const std::lock_guard lock(m_script->m_mutex);
    ++m_script->m_finds;
    return m_script->m_controlFind;
}

// --- FakeAudit -------------------------------------------------------------------------------------------------------

Result<Done> FakeAudit::readAudit(const Sink& sink)
{
    AuditOrigin origin;
    origin.installation = "Practice";
    origin.environment = "sandbox";
    origin.keyNamespace = "6f1d2c3b-4a59-4e68-8777-9a0b1c2d3e4f";
    origin.database = "settlement";
    origin.madeBy = "carol";
    origin.snapshotAt = "2026-03-14T19:12:44.123456Z";
    AuditHeads heads;
    if (m_rows > 0)
        heads["people"] = {m_rows, std::string(32, 'h')};
    if (const Result<Done> begun = sink.begin(origin, heads); !begun)
        return begun;
    for (int seq = 1; seq <= m_rows; ++seq) {
        AuditRow row;
        row.chain = "people";
        row.seq = seq;
        row.at = "2026-03-14T19:12:44.123456Z";
        row.actor = row.login = "alice";
        row.action = "freeze";
        row.outcome = "DONE";
        row.detail = "{}";
        row.hash = std::string(32, 'h');
        if (const Result<Done> taken = sink.row(row); !taken)
            return taken;
    }
    return Done{};
}

} // namespace onceover::testing
