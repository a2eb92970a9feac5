// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the engine's work as the sample day has them.
#include "fake_console.h"
#include "sample_people.h"

#include <string>
#include <utility>

namespace onceover::testing {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

BusinessDate dayOfMarch(int dayOfMonth)
{
    return BusinessDate::make(2026, 3, static_cast<unsigned>(dayOfMonth)).value();
}

/// A key of 32 base32 characters, another one per number.
std::string sampleKey(int number)
{
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    std::string key;
    for (std::size_t i = 0; i < 32; ++i)
        key += letters[(static_cast<std::size_t>(number) * 7 + i * 11) % letters.size()];
    return key;
}

DeadLetterListRow letter(int number, const char* failureClass, const char* error, Timestamp opened)
{
    DeadLetterListRow row;
    row.letter = number;
    row.subjectKind = "message";
    row.subjectId = std::to_string(number);
    row.operation = idOfMany(number);
    row.jobId = "settle-daily";
    row.bizDate = dayOfMarch(13);
    row.grade = "P0";
    row.idempotencyKey = sampleKey(number);
    row.failureClass = failureClass;
    row.lastError = error;
    row.attempts = 4;
    row.payloadSize = 312;
    row.amountMinor = 1'284'300 + number * 100;
    row.currency = "CNY";
    row.status = "OPEN";
    row.openedAt = opened;
    row.batchKey = "settle-daily:2026-03-13";
    row.operationStatus = "FAILED_PERMANENT";
    row.settlementType = "settle-daily";
    row.standing = "HOLD";
    row.worker = number < 3 ? "w-2-41f0" : "w-3-9a3e";
    return row;
}

std::vector<GroupCount> letterGroups(const std::string& by)
{
    if (by == "task")
        return {{"settle-daily", 4}, {"weekly-report", 1}};
    if (by == "worker")
        return {{"w-2-41f0", 2}, {"w-3-9a3e", 2}, {"none", 1}};
    return {{"NOT_SENT", 1}, {"REFUSED", 1}, {"UNKNOWN", 1}, {"DIFFERS", 1}, {"DEFECT", 1}};
}

std::vector<DeadLetterListRow> workLetters()
{
    DeadLetterListRow old
        = letter(1, "NOT_SENT", "connection refused by practice-bank", sampleTime() - hours{26} - minutes{4});
    DeadLetterListRow refused = letter(2, "REFUSED", "refused: account closed", sampleTime() - hours{3});
    refused.standing = "BACK";
    DeadLetterListRow unknown = letter(3, "UNKNOWN", "no answer within 30 s", sampleTime() - minutes{41});
    unknown.operationStatus = "UNKNOWN_EXTERNAL";
    DeadLetterListRow differs
        = letter(4, "DIFFERS", "accepted 12.00 CNY instead of 12.50 CNY", sampleTime() - minutes{9});
    differs.effectFound = true;
    DeadLetterListRow run = letter(5, "DEFECT", "no answer within 30 s", sampleTime() - minutes{2});
    run.subjectKind = "run";
    run.operation.clear();
    run.idempotencyKey = "weekly-report:2026-W10";
    run.jobId = "weekly-report";
    run.grade = "P1";
    run.amountMinor.reset();
    run.currency.clear();
    run.standing.clear();
    run.operationStatus.clear();
    run.settlementType.clear();
    run.worker.clear();
    return {old, refused, unknown, differs, run};
}

std::vector<StuckLeaseRow> workLeases()
{
    std::vector<StuckLeaseRow> rows;
    for (int number = 1; number <= 3; ++number) {
        StuckLeaseRow row;
        row.ref.bucket = Bucket{static_cast<std::int16_t>(number)};
        row.ref.id = OperationId{Uuid::parse(idOfMany(number)).value()};
        row.jobId = "settle-daily";
        row.settlementType = "settle-daily";
        row.merchant = 1000 + number;
        row.bizDate = dayOfMarch(14);
        row.amountMinor = 98'765 * number;
        row.currency = "CNY";
        row.batchKey = "settle-daily:2026-03-14";
        row.worker = number < 3 ? "w-2-41f0" : "w-3-9a3e";
        row.host = number < 3 ? "host-b" : "host-a";
        row.pid = 4100 + number;
        row.lastBeat = sampleTime() - (number < 3 ? seconds{2460} : seconds{3});
        row.version = 1 + number;
        row.leaseUntil = sampleTime() - minutes{40 / number};
        row.attempts = number;
        row.recoveries = number - 1;
        row.lost = number > 1;
        row.settlers = 2;
        rows.push_back(row);
    }
    return rows;
}

std::vector<MessageRow> workMessages()
{
    std::vector<MessageRow> rows;
    const std::vector<std::string> states{"UNKNOWN", "SENDING", "PENDING"};
    for (int number = 1; number <= 3; ++number) {
        MessageRow row;
        row.outbox = 8800 + number;
        row.operation = idOfMany(number);
        row.messageKind = "payout";
        row.channel = number < 3 ? "practice-bank" : "practice-bank-2";
        row.profileVersion = 2;
        row.idempotencyKey = sampleKey(40 + number);
        row.amountMinor = 120'000'000 / number;
        row.currency = "CNY";
        row.jobId = "settle-daily";
        row.merchant = 1000 + number;
        row.status = states[static_cast<std::size_t>(number - 1)];
        row.version = 4 - number;
        row.createdAt = sampleTime() - minutes{45};
        row.nextAt = sampleTime() + seconds{60 * number - 90};
        if (number < 3) {
            row.sends = 1;
            row.maybeLeft = 1;
            row.firstSentAt = sampleTime() - minutes{42};
            row.lastSentAt = row.firstSentAt;
            row.honouredUntil = *row.firstSentAt + (number == 1 ? hours{23} : hours{0});
        }
        if (number == 1) {
            row.queries = 3;
            row.unknownSince = sampleTime() - minutes{41};
            row.lastAnswer = "UNKNOWN";
            row.lastHttp = 503;
            row.lastCode = "UNAVAILABLE";
            row.lastTook = milliseconds{412};
            row.lastError = "no answer within 30 s";
        }
        row.held = number == 3;
        rows.push_back(row);
    }
    return rows;
}

std::vector<ChannelRow> workChannels()
{
    ChannelRow good;
    good.channel = "practice-bank";
    good.version = 2;
    good.kind = "payout";
    good.endpoint = "http://127.0.0.1:8099";
    good.enabled = true;
    good.keyTransport = "header:Idempotency-Key";
    good.retention = hours{24};
    good.margin = hours{1};
    good.onMismatch = "error";
    good.onInFlight = "409";
    good.queryKind = "authoritative";
    good.maxLateExecution = minutes{10};
    good.refusal = "final";
    good.refusalCodes = {"AC04", "AM04"};
    good.escalateAfter = hours{4};
    good.maxSendAttempts = 4;
    good.maxQueries = 20;
    good.retrySpan = minutes{31};
    good.unknown = 4;
    good.open = 12;
    good.calls = 1840;
    good.median = milliseconds{23};
    good.slowest5Percent = milliseconds{410};
    good.testedAt = sampleTime() - hours{50};
    good.testPassed = true;
    good.testedBy = "alice";
    good.createdAt = sampleTime() - hours{900};
    good.createdBy = "alice";
    ChannelRow poor = good;
    poor.testPassed = false;
    poor.pausedAt = sampleTime() - minutes{40};
    poor.pausedBy = "alice";
    poor.pauseReason = "The bank announced an outage until 05:00";
    poor.channel = "practice-bank-2";
    poor.version = 1;
    poor.onInFlight = "executes";
    poor.queryKind = "none";
    poor.maxLateExecution.reset();
    poor.unknown = 0;
    poor.median.reset();
    poor.calls = 0;
    ChannelRow former = good;
    former.version = 1;
    former.enabled = false;
    former.testedAt.reset();
    return {good, poor, former};
}

std::vector<RunRow> workRuns()
{
    std::vector<RunRow> rows;
    for (int day = 14; day >= 10; --day) {
        RunRow row;
        row.run = day;
        row.bizDate = dayOfMarch(day);
        row.runKey = "settle-daily:" + row.bizDate.toString();
        row.jobId = "settle-daily";
        row.grade = "P0";
        row.status = day == 14 ? "RUNNING" : "DONE";
        row.scheduledAt = sampleTime() - hours{24 * (14 - day)} - minutes{42};
        row.localWall = row.bizDate.toString() + " 18:30 +08:00";
        row.zone = "Asia/Shanghai";
        row.resolution = "PLAIN";
        row.triggers = day == 13 ? 2 : 1;
        row.tries = day == 13 ? 2 : 1;
        row.shardTries = 8;
        row.lost = day == 13 ? 1 : 0;
        row.batch = day;
        row.batchStatus = day == 14 ? "RUNNING" : "COMPLETED";
        row.operations = 120;
        row.tookEffect = day == 14 ? 84 : 120;
        row.createdAt = *row.scheduledAt;
        row.startedAt = row.createdAt + seconds{1};
        if (day < 14)
            row.finishedAt = *row.startedAt + minutes{3};
        rows.push_back(row);
    }
    return rows;
}

std::vector<AttemptRow> workAttempts()
{
    std::vector<AttemptRow> rows;
    const std::vector<std::string> states{"STARTED", "STARTED", "SUCCEEDED", "LOST", "SUCCEEDED", "FENCED"};
    for (int number = 0; number < 6; ++number) {
        AttemptRow row;
        row.attempt = 900 - number;
        row.bizDate = dayOfMarch(14);
        row.runKey = "settle-daily:2026-03-14";
        row.jobId = "settle-daily";
        row.batch = 14;
        row.shard = number / 2;
        row.number = 1 + number % 2;
        row.worker = number % 3 == 0 ? "w-2-41f0" : number % 3 == 1 ? "w-1-77bc" : "w-3-9a3e";
        row.status = states[static_cast<std::size_t>(number)];
        row.startedAt = sampleTime() - seconds{60 + 25 * number};
        if (row.status != "STARTED")
            row.finishedAt = row.startedAt + seconds{40};
        row.rows = 15;
        row.overlaps = number == 3;
        rows.push_back(row);
    }
    return rows;
}

std::vector<JobRow> workJobs()
{
    JobRow settle;
    settle.jobId = "settle-daily";
    settle.jobType = "settle-daily";
    settle.grade = "P0";
    settle.periodKind = "day";
    settle.schedule = "30 18 * * *";
    settle.zone = "Asia/Shanghai";
    settle.sameAction = "the payout of one merchant's day in one currency"; // As job_type declares it.
    settle.allowedLateness = hours{6};
    settle.mayRepeat = "safe to trigger again: the effect is keyed by merchant, day and currency";
    settle.needsCompensation = true;
    settle.heldPolicy = "all";
    settle.rolloutMode = "full";
    settle.ruleVersion = 3;
    settle.retryBackoff = {minutes{1}, minutes{5}, minutes{25}};
    settle.maxAttempts = 4;
    settle.maxTotalTime = hours{6};
    settle.lease = minutes{5};
    settle.shards = 8;
    settle.lastRunKey = "settle-daily:2026-03-14";
    settle.lastRunStatus = "RUNNING";
    settle.lastRunAt = sampleTime() - minutes{42};
    settle.nextRuns = {sampleTime() + hours{23}, sampleTime() + hours{47}, sampleTime() + hours{71}};
    JobRow weekly = settle;
    weekly.jobId = "weekly-report";
    weekly.jobType = "weekly-report";
    weekly.grade = "P1";
    weekly.enabled = false;
    weekly.nextRuns.clear();
    weekly.lastRunKey.clear();
    return {settle, weekly};
}

std::vector<WorkerRow> workWorkers()
{
    std::vector<WorkerRow> rows;
    for (int number = 1; number <= 3; ++number) {
        WorkerRow row;
        row.worker = "w-" + std::to_string(number) + "-77bc";
        row.program = "onceover-worker";
        row.appVersion = "0.9.0";
        row.host = number == 2 ? "host-b" : "host-a";
        row.pid = 4100 + number;
        row.duties = {"scheduler", "settler", "sender", "resolver"};
        row.startedAt = sampleTime() - hours{number};
        row.alive = number == 1;
        row.lastBeat = sampleTime() - seconds{number == 1 ? 2 : 2460};
        row.lastProgress = *row.lastBeat - seconds{4};
        row.holdsOperations = number == 2 ? 3 : 0;
        row.holdsMessages = number == 1 ? 2 : 0;
        row.openAttempts = number == 3 ? 0 : 4;
        if (number == 3) {
            row.stoppedAt = sampleTime() - minutes{50};
            row.stopReason = "SIGTERM";
        }
        rows.push_back(row);
    }
    return rows;
}

std::vector<ReconciliationRow> workComparisons()
{
    std::vector<ReconciliationRow> rows;
    for (int number = 0; number < 3; ++number) {
        ReconciliationRow row;
        row.reconciliation = 40 - number;
        row.kind = "batch";
        row.bizDate = dayOfMarch(14 - number);
        row.batchKey = "settle-daily:" + row.bizDate->toString();
        row.channel = "practice-bank";
        row.compared = number == 2 ? 0 : 120;
        row.differences = number == 1 ? 1 : 0;
        row.outcome = number == 2 ? "NOTHING_COMPARED" : "COMPARED";
        row.startedAt = sampleTime() - hours{24 * number} - minutes{5};
        row.finishedAt = row.startedAt + milliseconds{412};
        row.worker = "w-1-77bc";
        rows.push_back(row);
    }
    return rows;
}

std::vector<DifferenceListRow> workDifferences()
{
    DifferenceListRow amount;
    amount.difference = 7;
    amount.kind = "AMOUNT";
    amount.pair = "ours/book";
    amount.settlementType = "settle-daily";
    amount.operationStatus = "SUCCEEDED";
    amount.operationMinor = 1250;
    amount.operationCurrency = "USD";
    amount.effectFound = true;
    amount.grade = "P0";
    amount.bizDate = dayOfMarch(13);
    amount.batchKey = "settle-daily:2026-03-13";
    amount.operation = idOfMany(4);
    amount.channel = "practice-bank";
    amount.idempotencyKey = sampleKey(4);
    amount.externalRef = "BANK-000004";
    amount.oursMinor = 1250;
    amount.theirsMinor = 1200;
    amount.currency = "USD";
    amount.detail = "accepted with another amount";
    amount.status = "OPEN";
    amount.openedAt = sampleTime() - hours{5};
    amount.ageAtDiscovery = minutes{12};
    DifferenceListRow missing = amount;
    missing.difference = 8;
    missing.kind = "MISSING_HERE";
    missing.operation.clear();
    missing.settlementType.clear();
    missing.operationStatus.clear();
    missing.operationMinor = 0;
    missing.operationCurrency.clear();
    missing.effectFound = false;
    missing.idempotencyKey.clear();
    missing.externalRef = "BANK-000931";
    missing.oursMinor.reset();
    missing.theirsMinor = 8'430'000;
    missing.currency = "CNY";
    missing.ageAtDiscovery.reset();
    DifferenceListRow charged = missing;
    charged.difference = 9;
    charged.kind = "CHARGED_NOT_EXTENDED";
    charged.pair = "payments/subscriptions";
    charged.subject = "subscription 7";
    charged.batchKey.clear();
    charged.channel.clear();
    charged.externalRef = "BANK-001201";
    charged.oursMinor = 0;
    charged.theirsMinor = 1500;
    charged.currency = "CNY";
    charged.detail = "paid to 2026-04-10, extended to 2026-03-10";
    return {amount, missing, charged};
}

std::vector<StatementRow> workStatements()
{
    StatementRow agrees;
    agrees.statement = 12;
    agrees.channel = "practice-bank";
    agrees.format = "camt.053";
    agrees.account = "********3000";
    agrees.reference = "STMT-2026-03-13";
    agrees.currency = "CNY";
    agrees.openingMinor = 1'000'000;
    agrees.closingMinor = 990'025;
    agrees.from = dayOfMarch(13);
    agrees.to = dayOfMarch(13);
    agrees.lines = 1;
    agrees.outcome = "COMPARED";
    agrees.compared = 1;
    agrees.importedAt = sampleTime() - hours{2};
    agrees.importedBy = "Alice";
    StatementRow differs = agrees;
    differs.statement = 11;
    differs.reference = "STMT-2026-03-12";
    differs.from = dayOfMarch(11);
    differs.to = dayOfMarch(12);
    differs.lines = 3;
    differs.compared = 2;
    differs.differences = 1;
    differs.importedAt = sampleTime() - hours{26};
    StatementRow nothing = agrees;
    nothing.statement = 10;
    nothing.reference = "STMT-2026-03-10";
    nothing.lines = 0;
    nothing.outcome = "NOTHING_COMPARED";
    nothing.compared = 0;
    nothing.importedAt = sampleTime() - hours{50};
    return {agrees, differs, nothing};
}

std::vector<StatementLineRow> workStatementLines()
{
    StatementLineRow matched;
    matched.statement = 12;
    matched.line = 1;
    matched.channel = "practice-bank";
    matched.bankReference = "BANK-000004";
    matched.endToEnd = sampleKey(4);
    matched.amountMinor = -9975;
    matched.currency = "CNY";
    matched.bookedOn = dayOfMarch(13);
    matched.valueOn = dayOfMarch(13);
    matched.kind = "PMNT/ICDT/ESCT";
    matched.match = "MATCHED";
    matched.operation = idOfMany(4);
    matched.idempotencyKey = sampleKey(4);
    StatementLineRow returned = matched;
    returned.statement = 11;
    returned.line = 2;
    returned.bankReference = "BANK-000931";
    returned.amountMinor = 9975;
    returned.returnReason = "AC01";
    returned.match = "RETURNED";
    returned.isDifference = true;
    returned.detail = "the statement says that 9975 CNY (minor) came back: AC01";
    StatementLineRow stranger = matched;
    stranger.statement = 11;
    stranger.line = 1;
    stranger.bankReference.clear();
    stranger.endToEnd.clear();
    stranger.amountMinor = 50'000;
    stranger.match = "NOT_OURS";
    stranger.operation.clear();
    stranger.idempotencyKey.clear();
    return {matched, returned, stranger};
}

std::vector<CallRow> workCalls()
{
    CallRow accepted;
    accepted.call = 904;
    accepted.at = sampleTime() - std::chrono::seconds{3};
    accepted.kind = "SEND";
    accepted.channel = "practice-bank";
    accepted.profileVersion = 2;
    accepted.operation = idOfMany(1);
    accepted.idempotencyKey = sampleKey(1);
    accepted.answer = "ACCEPTED";
    accepted.http = 200;
    accepted.took = milliseconds{1240};
    accepted.externalRef = "BANK-000001";
    accepted.amountMinor = 128'430;
    accepted.currency = "CNY";
    accepted.worker = "w-3-9a3e";
    CallRow unanswered = accepted;
    unanswered.call = 903;
    unanswered.at = sampleTime() - minutes{41};
    unanswered.operation = idOfMany(3);
    unanswered.idempotencyKey = sampleKey(3);
    unanswered.answer = "UNKNOWN";
    unanswered.http.reset();
    unanswered.took = milliseconds{30'000};
    unanswered.externalRef.clear();
    unanswered.amountMinor.reset();
    unanswered.currency.clear();
    unanswered.error = "no answer within 30 s";
    CallRow asked = unanswered;
    asked.call = 902;
    asked.at = sampleTime() - minutes{42};
    asked.kind = "QUERY";
    asked.answer = "NOT_FOUND";
    asked.http = 404;
    asked.took = milliseconds{18};
    asked.error.clear();
    CallRow called = accepted;
    called.call = 901;
    called.at = sampleTime() - hours{2};
    called.kind = "CALLBACK";
    called.answer = "FOUND_REFUSED";
    called.http.reset();
    called.code = "AC04";
    called.took = milliseconds{0};
    return {accepted, unanswered, asked, called};
}

std::vector<AlertListRow> workAlerts()
{
    AlertListRow open;
    open.alert = 3;
    open.rule = "dead-letter-over-24h";
    open.subject = idOfMany(1);
    open.grade = "P0";
    open.idempotencyKey = sampleKey(1);
    open.lastError = "connection refused by practice-bank";
    open.status = "OPEN";
    open.openedAt = sampleTime() - hours{2};
    AlertListRow taken = open;
    taken.alert = 4;
    taken.rule = "worker-gone";
    taken.subject = "w-2-41f0";
    taken.grade = "P1";
    taken.idempotencyKey.clear();
    taken.status = "ACKNOWLEDGED";
    taken.acknowledgedBy = "Wang";
    taken.acknowledgedAt = sampleTime() - minutes{30};
    return {open, taken};
}

template <typename Row>
WorkPage pageOf(Condition condition, std::vector<Row> rows, std::vector<GroupCount> groups)
{
    Page<Row> page;
    page.takenAt = sampleTime();
    if (condition != Condition::Filled)
        return page;
    page.rows = std::move(rows);
    page.groups = std::move(groups);
    page.total = static_cast<std::int64_t>(page.rows.size());
    page.start = "1";
    page.next = "9";
    return page;
}

} // namespace

WorkPage sampleWork(Condition condition, WorkList list, const std::string& groupBy)
{
    switch (list) {
    case WorkList::DeadLetters:
        return pageOf(condition, workLetters(), letterGroups(groupBy));
    case WorkList::StuckLeases:
        return pageOf(condition, workLeases(), {{"w-2-41f0", 2}, {"w-3-9a3e", 1}});
    case WorkList::Messages:
        return pageOf(condition, workMessages(), {{"practice-bank", 2}, {"practice-bank-2", 1}});
    case WorkList::Channels:
        return pageOf(condition, workChannels(), {{"payout", 3}});
    case WorkList::Runs:
        return pageOf(condition, workRuns(), {{"settle-daily", 5}});
    case WorkList::Attempts:
        return pageOf(condition, workAttempts(), {{"w-1-77bc", 2}, {"w-2-41f0", 2}, {"w-3-9a3e", 2}});
    case WorkList::Jobs:
        return pageOf(condition, workJobs(), {{"P0", 1}, {"P1", 1}});
    case WorkList::Workers:
        return pageOf(condition, workWorkers(), {{"host-a", 2}, {"host-b", 1}});
    case WorkList::Reconciliations:
        return pageOf(condition, workComparisons(), {{"batch", 3}});
    case WorkList::Differences:
        return pageOf(condition, workDifferences(), {{"AMOUNT", 1}, {"MISSING_HERE", 1}, {"CHARGED_NOT_EXTENDED", 1}});
    case WorkList::Alerts:
        return pageOf(condition, workAlerts(), {{"dead-letter-over-24h", 1}, {"worker-gone", 1}});
    case WorkList::Requests:
        return pageOf(condition, workRequests(), {{"to-me", 1}, {"mine", 1}, {"decided", 2}});
    case WorkList::AuditLog:
        return pageOf(condition, workAudit(), {{"approve", 1}, {"freeze", 1}, {"request replay", 1}});
    case WorkList::Incidents:
        return pageOf(condition, sampleIncidentRows(), {{"open", 2}, {"closed", 1}});
    case WorkList::Access:
        return pageOf(condition, workAccess(), {{"viewer", 3}, {"operator", 2}, {"approver", 1}});
    case WorkList::Statements:
        return pageOf(condition, workStatements(), {{"practice-bank", 3}});
    case WorkList::StatementLines:
        return pageOf(condition, workStatementLines(), {{"practice-bank", 3}});
    case WorkList::ChainHeads:
        return pageOf(condition, workHeads(), {{"people", 1}, {"system", 1}, {"worker", 1}});
    case WorkList::Rollouts:
        return pageOf(condition, workRollouts(), {{"full", 2}, {"limited", 1}, {"observe", 1}});
    case WorkList::Calls:
        return pageOf(
            condition, workCalls(), {{"ACCEPTED", 1}, {"FOUND_REFUSED", 1}, {"NOT_FOUND", 1}, {"UNKNOWN", 1}});
    }
    return {};
}

} // namespace onceover::testing
