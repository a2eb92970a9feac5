// SPDX-License-Identifier: GPL-3.0-or-later
// A batch that was run twice, and one of its operations: its worker was lost, its answer as well, and it took effect
// once.
#include "fake_console.h"

namespace onceover::testing {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr const char* kFirstWorker = "w-1.host-a.4710";
constexpr const char* kSecondWorker = "w-2.host-a.4711";

Timestamp began()
{
    return sampleTime() - minutes{40};
}

std::vector<TriggerFact> triggers()
{
    TriggerFact trigger;
    trigger.trigger = TriggerId{71};
    trigger.source = "schedule";
    trigger.scheduledAt = began() - seconds{2};
    trigger.answer = "CREATED";
    trigger.requestedBy = "scheduler";
    trigger.at = began();
    return {trigger};
}

AttemptFact attempt(
    std::int64_t id, std::optional<int> shard, int number, const char* worker, const char* status, seconds after)
{
    AttemptFact fact;
    fact.attempt = AttemptId{id};
    fact.shard = shard;
    fact.number = number;
    fact.worker = worker;
    fact.inputVersion = "2026-03-14T00:00:00Z";
    fact.status = status;
    fact.startedAt = began() + after;
    if (fact.status != "STARTED")
        fact.finishedAt = fact.startedAt + seconds{31};
    fact.rows = 15;
    return fact;
}

std::vector<AttemptFact> attempts()
{
    std::vector<AttemptFact> all{attempt(901, std::nullopt, 1, kFirstWorker, "SUCCEEDED", seconds{1}),
        attempt(911, 3, 1, kFirstWorker, "LOST", seconds{4}),
        attempt(912, 3, 2, kSecondWorker, "SUCCEEDED", seconds{340})};
    all[1].error = "no heartbeat for 5 min";
    all[1].rows = 0;
    return all;
}

RunFact run(const std::string& runKey)
{
    RunFact fact;
    fact.run = RunId{14};
    fact.runKey = runKey;
    fact.jobId = "settle-daily";
    fact.status = "RUNNING";
    fact.zone = "Asia/Shanghai";
    fact.localWall = "2026-03-15 02:32";
    fact.resolution = "PLAIN";
    fact.attempts = 1;
    fact.scheduledAt = began() - seconds{2};
    fact.createdAt = began();
    fact.startedAt = began() + seconds{1};
    return fact;
}

std::vector<ShardFact> shards()
{
    std::vector<ShardFact> all;
    for (int number = 0; number < 8; ++number) {
        ShardFact shard;
        shard.number = number;
        shard.total = 8;
        shard.bucketFrom = number * 8;
        shard.bucketTo = number * 8 + 8;
        shard.status = number < 5 ? "DONE" : "ENUMERATED";
        shard.inputVersion = "2026-03-14T00:00:00Z";
        shard.expectedCount = 15;
        shard.expectedItems = 60;
        shard.expected = {{"CNY", 16'053'750}, {"JPY", 1'140'050}, {"KWD", 154'321}};
        shard.actualCount = number == 6 ? 14 : 15;
        shard.actual = shard.expected;
        if (number == 6)
            shard.actual["JPY"] -= 84'300;
        shard.accepted = number < 5 ? 15 : 3;
        shard.enumeratedAt = began() + seconds{2};
        if (number < 5)
            shard.finishedAt = began() + minutes{3};
        all.push_back(shard);
    }
    return all;
}

DifferenceFact difference()
{
    DifferenceFact fact;
    fact.difference = 5;
    fact.kind = "AMOUNT";
    fact.grade = "P0";
    fact.operation = sampleOperations().rows.at(4).ref.id.value.toString();
    fact.oursMinor = 120'000'000;
    fact.theirsMinor = 119'000'000;
    fact.currency = "CNY";
    fact.detail = "the bank booked less than was ordered";
    fact.status = "OPEN";
    fact.openedAt = sampleTime() - minutes{9};
    return fact;
}

std::vector<AuditFact> audit()
{
    AuditFact fact;
    fact.chain = "people";
    fact.seq = 41;
    fact.at = sampleTime() - minutes{20};
    fact.actor = "alice";
    fact.role = "operator";
    fact.action = "trigger";
    fact.target = "settle-daily 2026-03-14";
    fact.outcome = "REFUSED";
    fact.reason = "AlreadyRunning";
    fact.ticket = "INC-4711";
    return {fact};
}

EventFact event(std::int64_t id, const char* kind, const char* from, const char* to, const char* worker,
    std::int64_t version, milliseconds after)
{
    EventFact fact;
    fact.event = id;
    fact.at = began() + after;
    fact.kind = kind;
    fact.from = from;
    fact.to = to;
    fact.worker = worker;
    fact.version = version;
    fact.setSize = 15;
    return fact;
}

std::vector<EventFact> events()
{
    std::vector<EventFact> all{event(1, "ENUMERATE", "NONE", "PENDING", "scheduler", 0, seconds{2}),
        event(2, "CLAIM", "PENDING", "PROCESSING", kFirstWorker, 1, seconds{4}),
        event(3, "TAKE_OVER", "PROCESSING", "PROCESSING", kSecondWorker, 2, seconds{340}),
        event(4, "POST", "PROCESSING", "AWAITING_EXTERNAL", kSecondWorker, 2, seconds{341}),
        event(5, "LOSE_ANSWER", "AWAITING_EXTERNAL", "UNKNOWN_EXTERNAL", kSecondWorker, 2, seconds{372})};
    all[1].attempt = AttemptId{911};
    all[2].attempt = AttemptId{912};
    all[2].setSize = 1;
    all[3].attempt = AttemptId{912};
    all[4].detail = "no answer within 30 s";
    return all;
}

LegFact leg(const char* side, const char* kind, const char* owner, std::int64_t minor, const char* currency)
{
    LegFact fact;
    fact.phase = "HOLD";
    fact.side = side;
    fact.accountKind = kind;
    fact.owner = owner;
    fact.amountMinor = minor;
    fact.currency = currency;
    fact.version = 2;
    fact.attempt = AttemptId{912};
    fact.at = began() + seconds{341};
    return fact;
}

MessageFact message()
{
    MessageFact fact;
    fact.outbox = OutboxId{502};
    fact.kind = "payout";
    fact.channel = "practice-bank";
    fact.profileVersion = 1;
    fact.idempotencyKey = "Q7ZK2M5XWB3A6N4RTHYJ5CDE2F7GLPSV";
    fact.payloadSize = 214;
    fact.payloadSha256 = "7f3a91c2b0d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e";
    fact.status = "UNKNOWN";
    fact.version = 1;
    fact.sends = 1;
    fact.sendsMaybeLeft = 1;
    fact.queries = 1;
    fact.createdAt = began() + seconds{341};
    fact.firstSentAt = began() + seconds{342};
    fact.lastSentAt = fact.firstSentAt;
    fact.unknownSince = began() + seconds{372};
    fact.nextQueryAt = sampleTime() + minutes{3};
    fact.honouredUntil = sampleTime() + hours{23} + minutes{9};
    fact.lastError = "no answer within 30 s";
    return fact;
}

std::vector<CallFact> calls()
{
    CallFact send;
    send.call = CallId{8001};
    send.kind = "SEND";
    send.startedAt = began() + seconds{342};
    send.at = began() + seconds{372};
    send.duration = milliseconds{30'004};
    send.answer = "UNKNOWN";
    send.version = 1;
    send.worker = kSecondWorker;
    send.error = "no answer within 30 s";
    CallFact query = send;
    query.call = CallId{8002};
    query.kind = "QUERY";
    query.startedAt = began() + seconds{382};
    query.at = query.startedAt;
    query.duration = milliseconds{48};
    query.answer = "FOUND_PENDING";
    query.httpStatus = 200;
    query.error.clear();
    return {send, query};
}

} // namespace

BatchDetail sampleBatchDetail(Condition condition, const std::string& runKey)
{
    BatchDetail detail;
    detail.takenAt = sampleTime();
    detail.runKey = runKey;
    if (condition != Condition::Filled || runKey.ends_with("1999-01-01"))
        return detail;
    detail.found = true;
    detail.batch = sampleBatches().rows.at(1);
    detail.batch.runKey = runKey;
    detail.inputVersion = "2026-03-14T00:00:00Z";
    detail.ruleVersion = 3;
    detail.effectsMax = 1;
    detail.states = {{"SUCCEEDED", 117, {{"CNY", 120'000'000}}}, {"UNKNOWN_EXTERNAL", 1, {{"CNY", 8'430'000}}},
        {"FAILED_PERMANENT", 2, {{"JPY", 84'300}}}};
    detail.run = run(runKey);
    detail.triggers = triggers();
    detail.attempts = attempts();
    detail.shards = shards();
    ReconcileLook look;
    look.reconciliation = 3;
    look.kind = "books";
    look.compared = 120;
    look.differences = 1;
    look.startedAt = sampleTime() - minutes{9};
    look.finishedAt = look.startedAt + seconds{1};
    look.worker = kFirstWorker;
    detail.looks = {look};
    detail.differences = {difference()};
    detail.audit = audit();
    return detail;
}

OperationDetail sampleOperationDetail(Condition condition, const OperationId& id)
{
    OperationDetail detail;
    detail.takenAt = sampleTime();
    detail.id = id;
    if (condition != Condition::Filled || id == OperationId{})
        return detail;
    detail.found = true;
    detail.operation = sampleOperations().rows.at(4);
    detail.operation.ref.id = id;
    detail.operation.version = 2;
    detail.settleDate = detail.operation.bizDate;
    detail.shard = 3;
    detail.operation.attempts = 2;
    detail.budgetAttempts = 1;
    detail.inputVersion = "2026-03-14T00:00:00Z";
    detail.ruleVersion = 3;
    detail.beneficiaryName = "Baker & Sons <b>Ltd</b>";
    detail.beneficiaryAccount = "****1004";
    detail.beneficiaryCountry = "GB";
    detail.createdAt = began() + seconds{2};
    detail.run = run("settle-daily:2026-03-14");
    detail.triggers = triggers();
    detail.attempts = attempts();
    detail.events = events();
    const std::int64_t minor = detail.operation.amountMinor;
    const char* currency = "GBP";
    detail.legs = {leg("DEBIT", "payable", "1004", -minor, currency),
        leg("CREDIT", "in_transit", "practice-bank", minor, currency)};
    detail.message = message();
    detail.calls = calls();
    detail.items = {{"fee", "fee-1004-1", -250, currency}, {"refund", "refund-1004-1", -1'500, currency},
        {"sale", "sale-1004-1", minor + 1'750, currency}};
    detail.itemCount = 3;
    detail.itemsMinor = minor;
    DeadLetterFact letter;
    letter.deadLetter = 17;
    letter.subjectKind = "message";
    letter.failureClass = "UNKNOWN";
    letter.lastError = "no answer within 30 s";
    letter.attempts = 1;
    letter.status = "OPEN";
    letter.openedAt = began() + seconds{372};
    detail.deadLetters = {letter};
    return detail;
}

} // namespace onceover::testing
