// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_incident.h"

#include <utility>

namespace onceover::testing {

namespace {

using std::chrono::minutes;

IncidentStepRow stepOf(int no, const char* kind, const char* status, const char* note, const char* facts)
{
    IncidentStepRow step;
    step.no = no;
    step.kind = kind;
    step.status = status;
    step.actor = no % 2 == 0 ? "bob" : "alice";
    step.note = note;
    step.facts = facts;
    step.at = sampleTime() - minutes{60 - no};
    return step;
}

std::vector<IncidentStepRow> sampleSteps()
{
    return {stepOf(1, "OPEN", "OPEN", "two nodes ran the whole batch", "{}"),
        stepOf(2, "NOTE", "OPEN", "seen by the desk as well", "{}"),
        stepOf(3, "ADVANCE", "FROZEN", "", "{\"from\": \"OPEN\"}"),
        stepOf(4, "ADVANCE", "FENCED", "", "{\"from\": \"FROZEN\"}"),
        stepOf(5, "REASON", "FENCED", "two nodes worked on one batch", "{\"freezes\": [4]}"),
        stepOf(6, "EVIDENCE", "FENCED", "settle-daily 2026-03-13",
            "{\"job\": \"settle-daily\", \"biz_date\": \"2026-03-13\", \"snapshot_at\": \"2026-03-14T19:00:00Z\", "
            "\"parts\": {\"scheduler\": {\"sha256\": "
            "\"7f3a91c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f\", \"lines\": 12}, \"outside\": "
            "{\"sha256\": \"00aa91c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f\", \"lines\": 214}}, "
            "\"where\": \"/home/alice/evidence-INC-4711\", \"signed_by\": \"\"}"),
        stepOf(7, "ADVANCE", "EVIDENCE_SAVED", "", "{\"from\": \"FENCED\"}"),
        stepOf(8, "HYPOTHESIS", "EVIDENCE_SAVED", "w-2 was alive all the time",
            "{\"hypothesis\": \"FAILOVER\", \"verdict\": \"SUPPORTED\", \"rows\": [\"attempt 812\", \"attempt 813\"]}"),
        stepOf(9, "HYPOTHESIS", "EVIDENCE_SAVED", "nobody asked for it",
            "{\"hypothesis\": \"MANUAL_RERUN\", \"verdict\": \"REFUTED\", \"rows\": [\"trigger 41\"]}")};
}

IncidentRow rowOf(std::int64_t id, const char* status)
{
    IncidentRow row;
    row.id = id;
    row.status = status;
    row.title = "two nodes ran the whole batch";
    row.scope = {"job", "settle-daily"};
    row.fromDate = "2026-03-13";
    row.owner = "alice";
    row.openedBy = "alice";
    row.openedAt = sampleTime() - minutes{60};
    row.freezesInForce = 1;
    row.frozenAt = sampleTime() - minutes{58};
    row.steps = 9;
    row.lastStepAt = sampleTime() - minutes{51};
    return row;
}

IncidentFreezeRow freezeOf()
{
    IncidentFreezeRow freeze;
    freeze.id = 4;
    freeze.scope = {"job", "settle-daily"};
    freeze.status = "DRAINED";
    freeze.actor = "alice";
    freeze.reason = "two nodes worked on one batch";
    freeze.effectiveAt = sampleTime() - minutes{58};
    freeze.drainedAt = sampleTime() - minutes{56};
    return freeze;
}

RequestRow planOf()
{
    RequestRow plan;
    plan.id = 320;
    plan.kind = "recovery plan";
    plan.status = "EXECUTED";
    plan.maker = "alice";
    plan.checker = "bob";
    plan.reason = "go on where it stopped";
    plan.plan = "{\"incident\": 4712, \"counts\": [{\"action\": \"resume\", \"currency\": \"CNY\", \"operations\": 41, "
                "\"amount\": 128430000}, {\"action\": \"query\", \"currency\": \"JPY\", \"operations\": 3, \"amount\": "
                "90500}], \"actions\": []}";
    return plan;
}

std::vector<EqualityRow> sampleEqualities()
{
    return {{"OPERATIONS", "60", "60", true}, {"LEDGER_ENTRIES", "60", "60", true}, {"OUTSIDE_FLOWS", "60", "60", true},
        {"TOTAL_AMOUNT", "CNY 128430000", "CNY 128430000", true},
        {"STATE_DISTRIBUTION", "SUCCEEDED 60", "SUCCEEDED 59, UNKNOWN_EXTERNAL 1", false}};
}

std::string scopeWord(const ControlScope& scope)
{
    return scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref;
}

/// Books of which neither has a line.
class EmptyBook final : public BookPort {
public:
    [[nodiscard]] Result<BookPage> readPage(const std::string&, std::uint64_t) override { return BookPage{}; }
};

class EmptyOwnBook final : public OurBookPort {
public:
    [[nodiscard]] Result<std::vector<BookPair>> pairUp(const std::string&, std::vector<TheirEntry>) override
    {
        return std::vector<BookPair>{};
    }
    [[nodiscard]] Result<std::vector<OurEntry>> acceptedBefore(const std::string&, Timestamp, OurPlace, int) override
    {
        return std::vector<OurEntry>{};
    }
    [[nodiscard]] Result<std::int64_t> countAcceptedBefore(const std::string&, Timestamp) override { return 0; }
};

} // namespace

std::vector<IncidentRow> sampleIncidentRows()
{
    IncidentRow recovering = rowOf(4712, "RECOVERING");
    recovering.scope = {"everything", ""};
    recovering.title = "a bank that answered twice";
    recovering.owner = "bob";
    recovering.plan = 320;
    recovering.planStatus = "EXECUTED";
    IncidentRow closed = rowOf(4710, "CLOSED");
    closed.title = "a number looked odd";
    closed.isFalseAlarm = true;
    closed.freezesInForce = 0;
    closed.closedAt = sampleTime() - std::chrono::hours{30};
    return {recovering, rowOf(4711, "EVIDENCE_SAVED"), closed};
}

IncidentDetail sampleIncident(Condition condition, std::int64_t id)
{
    IncidentDetail detail;
    detail.takenAt = sampleTime();
    detail.incident.id = id;
    if (condition != Condition::Filled)
        return detail;
    for (const IncidentRow& row : sampleIncidentRows()) {
        if (row.id != id)
            continue;
        detail.found = true;
        detail.incident = row;
        detail.steps = sampleSteps();
        detail.freezes = {freezeOf()};
        if (row.status == "EVIDENCE_SAVED")
            detail.gate = {"DIAGNOSED", {"HYPOTHESIS CLOCK", "HYPOTHESIS WRONG_RETRY", "ANSWER"}};
        if (row.status == "RECOVERING") {
            detail.gate = {"VERIFIED", {"VERIFICATION 320"}};
            detail.plans = {planOf()};
        }
    }
    return detail;
}

// --- FakeScript ------------------------------------------------------------------------------------------------------

void FakeScript::answerSteps(std::vector<Result<IncidentAnswer>> answers)
{
    const std::lock_guard lock(m_mutex);
    m_stepAnswers.assign(answers.begin(), answers.end());
}

void FakeScript::answerStepFind(Result<std::optional<IncidentAnswer>> answer)
{
    const std::lock_guard lock(m_mutex);
    m_stepFind = std::move(answer);
}

void FakeScript::setIncident(std::optional<IncidentDetail> incident)
{
    const std::lock_guard lock(m_mutex);
    m_incident = std::move(incident);
}

Result<IncidentDetail> FakeConsoleReader::readIncident(std::int64_t id)
{
    const std::optional<Failure> failure = m_script->beginRead();
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    if (failure)
        return tl::unexpected<Failure>(*failure);
    return m_script->m_incident.value_or(sampleIncident(m_script->m_condition, id));
}

// --- FakeIncidents ---------------------------------------------------------------------------------------------------

FakeIncidents::FakeIncidents(std::shared_ptr<FakeScript> script)
    : m_script(std::move(script))
{
}

Result<ServerIdentity> FakeIncidents::connect()
{
    const std::lock_guard lock(m_script->m_mutex);
    return m_script->m_server;
}

Result<IncidentAnswer> FakeIncidents::done(const std::string& what, std::int64_t incident)
{
    std::unique_lock lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    m_script->m_controls.push_back(what);
    m_script->m_changed.wait(lock, [this] { return !m_script->m_holdActs; });
    if (m_script->m_stepAnswers.empty())
        return IncidentAnswer{true, "", "", incident, "EVIDENCE_SAVED", 10};
    Result<IncidentAnswer> next = std::move(m_script->m_stepAnswers.front());
    m_script->m_stepAnswers.pop_front();
    return next;
}

Result<IncidentAnswer> FakeIncidents::open(const IncidentWish& wish, const Uuid&)
{
    return done("open " + scopeWord(wish.scope) + ": " + wish.title, 4711);
}

Result<IncidentAnswer> FakeIncidents::takeOver(std::int64_t incident, const std::string& why, const Uuid&)
{
    return done("take over " + std::to_string(incident) + ": " + why, incident);
}

Result<IncidentAnswer> FakeIncidents::note(std::int64_t incident, const std::string& text, const Uuid&)
{
    return done("note " + std::to_string(incident) + ": " + text, incident);
}

Result<IncidentAnswer> FakeIncidents::giveReason(std::int64_t incident, const std::string& reason, const Uuid&)
{
    return done("reason " + std::to_string(incident) + ": " + reason, incident);
}

Result<IncidentAnswer> FakeIncidents::recordEvidence(std::int64_t incident, const EvidenceRecord& evidence, const Uuid&)
{
    std::string runs;
    for (const SecuredRun& run : evidence.runs)
        runs += (runs.empty() ? "" : ", ") + run.job.value + " " + run.bizDate.toString();
    return done("evidence " + std::to_string(incident) + ": " + std::to_string(evidence.parts.size()) + " parts of " + runs,
        incident);
}

Result<IncidentAnswer> FakeIncidents::weigh(std::int64_t incident, const HypothesisVerdict& verdict, const Uuid&)
{
    return done("weigh " + std::to_string(incident) + ": " + std::string(nameOf(verdict.hypothesis)) + " "
            + std::string(nameOf(verdict.verdict)) + " " + std::to_string(verdict.rows.size()),
        incident);
}

Result<IncidentAnswer> FakeIncidents::answerWhy(std::int64_t incident, const std::string& answer, const Uuid&)
{
    return done("answer " + std::to_string(incident) + ": " + answer, incident);
}

Result<IncidentAnswer> FakeIncidents::recordComparison(
    std::int64_t incident, const IncidentComparison& comparison, const Uuid&)
{
    return done("compare " + std::to_string(incident) + ": " + comparison.channel + " " + comparison.outcome, incident);
}

Result<IncidentAnswer> FakeIncidents::advance(
    std::int64_t incident, const std::string& to, const std::string& note, const Uuid&)
{
    return done("advance " + std::to_string(incident) + " " + to + ": " + note, incident);
}

Result<IncidentAnswer> FakeIncidents::goBack(std::int64_t incident, const std::string& why, const Uuid&)
{
    return done("back " + std::to_string(incident) + ": " + why, incident);
}

Result<std::optional<IncidentAnswer>> FakeIncidents::find(const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread(m_born);
    ++m_script->m_finds;
    return m_script->m_stepFind;
}

Result<std::vector<IncidentRow>> FakeIncidents::incidents(std::optional<std::int64_t> only, int)
{
    std::vector<IncidentRow> rows;
    for (const IncidentRow& row : sampleIncidentRows()) {
        if (!only || *only == row.id)
            rows.push_back(row);
    }
    return rows;
}

Result<std::vector<IncidentStepRow>> FakeIncidents::steps(std::int64_t incident, int)
{
    return sampleIncident(Condition::Filled, incident).steps;
}

Result<IncidentGate> FakeIncidents::gate(std::int64_t incident)
{
    return sampleIncident(Condition::Filled, incident).gate;
}

Result<std::vector<EqualityRow>> FakeIncidents::equalities(std::int64_t)
{
    return sampleEqualities();
}

Result<std::vector<IncidentFreezeRow>> FakeIncidents::freezes(std::int64_t incident)
{
    return sampleIncident(Condition::Filled, incident).freezes;
}

Result<std::vector<std::int64_t>> FakeIncidents::plans(std::int64_t)
{
    return std::vector<std::int64_t>{};
}

Result<std::vector<std::string>> FakeIncidents::channels(std::int64_t)
{
    return std::vector<std::string>{"practice-bank", "practice-bank-2"};
}

// --- the others ------------------------------------------------------------------------------------------------------

FakeRecovery::FakeRecovery(std::shared_ptr<FakeScript> script)
    : m_script(std::move(script))
{
}

Result<ServerIdentity> FakeRecovery::connect()
{
    return sampleServer();
}

Result<std::vector<RecoveryFacts>> FakeRecovery::facts(std::int64_t, int)
{
    RecoveryFacts asked;
    asked.operation = OperationId{*Uuid::parse("00000000-0000-4000-8000-000000000001")};
    asked.merchant = MerchantId{1001};
    asked.job = JobId{"settle-daily"};
    asked.status = OperationState::UnknownExternal;
    asked.message = MessageState::Unknown;
    asked.amountMinor = 120000000;
    asked.currency = "CNY";
    asked.key = "ZAKYJFI4PQ4GI4D32KZCADMSIQNU26PD";
    RecoveryFacts twice = asked;
    twice.operation = OperationId{*Uuid::parse("00000000-0000-4000-8000-000000000002")};
    twice.status = OperationState::Succeeded;
    twice.message = MessageState::Accepted;
    twice.amountMinor = 5430000;
    twice.effects = 2;
    return std::vector<RecoveryFacts>{asked, twice};
}

Result<std::vector<RecoveryTotal>> FakeRecovery::scopeTotals(std::int64_t)
{
    return std::vector<RecoveryTotal>{{RecoveryAction::Nothing, "CNY", 60, 512430000}};
}

Result<RequestAnswer> FakeRecovery::requestPlan(const RecoveryWish& wish, const Uuid&)
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->m_controls.push_back((wish.isFalseAlarm ? "false alarm " : "plan ") + std::to_string(wish.incident) + " "
        + std::to_string(wish.items.size()) + ": " + wish.reason + " " + wish.ticket);
    if (m_script->m_requestAnswers.empty()) {
        RequestAnswer answer;
        answer.done = true;
        answer.id = 320;
        answer.kind = "recovery plan";
        answer.status = "REQUESTED";
        return answer;
    }
    Result<RequestAnswer> next = std::move(m_script->m_requestAnswers.front());
    m_script->m_requestAnswers.pop_front();
    return next;
}

FakeEvidence::FakeEvidence(std::shared_ptr<FakeScript> script, int rows)
    : m_script(std::move(script))
    , m_rows(rows)
{
}

Result<Done> FakeEvidence::readEvidence(const JobId&, const BusinessDate&, const Sink& sink)
{
    return read({{"run_key", "settle-daily:2026-03-13"}, {"runs", "settle-daily 2026-03-13"}}, sink);
}

Result<Done> FakeEvidence::readIncident(std::int64_t incident, const Sink& sink)
{
    return read({{"incident", std::to_string(incident)}, {"run_key", "settle-daily:2026-03-12, settle-daily:2026-03-13"},
                    {"runs", "settle-daily 2026-03-12\nsettle-daily 2026-03-13"}},
        sink);
}

Result<Done> FakeEvidence::read(const std::map<std::string, std::string>& details, const Sink& sink)
{
    AuditOrigin origin;
    origin.installation = "Practice";
    origin.environment = "sandbox";
    origin.keyNamespace = "6f1d2c3b-4a59-4e68-8777-9a0b1c2d3e4f";
    origin.database = "settlement";
    origin.madeBy = "alice";
    origin.snapshotAt = "2026-03-14T19:12:44.123456Z";
    if (const Result<Done> begun = sink.begin(origin, {}, details); !begun)
        return begun;
    for (int row = 1; row <= m_rows; ++row) {
        if (row == 2 && m_script->beginRead()) // Waits while reads are held.
            return tl::unexpected<Failure>(serverAway());
        const auto part = static_cast<EvidencePart>(row % static_cast<int>(kCountOf<EvidencePart>));
        if (const Result<Done> taken = sink.row(part, {"run_attempt", "{\"attempt_id\": " + std::to_string(row) + "}"});
            !taken)
            return taken;
    }
    return Done{};
}

Result<std::optional<RunToDiagnose>> FakeDiagnosis::readRun(const JobId& job, const BusinessDate& bizDate, int)
{
    if (bizDate.toString() == "1999-01-01")
        return std::optional<RunToDiagnose>{};
    RunToDiagnose run;
    run.runKey = job.value + ":" + bizDate.toString();
    run.runStatus = "DONE";
    run.operations = 60;
    return std::optional(run);
}

BookDesk fakeBooks()
{
    BookDesk desk;
    desk.readable = [] {
        return Result<ReadableBooks>(ReadableBooks{sampleTime(), {{"practice-bank", "http://127.0.0.1:1/"}}});
    };
    desk.theirs = std::make_shared<EmptyBook>();
    desk.ours = std::make_shared<EmptyOwnBook>();
    return desk;
}

} // namespace onceover::testing
