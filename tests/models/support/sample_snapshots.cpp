// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/states/batch_state.h"
#include "core/states/operation_state.h"
#include "fake_console.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace onceover::testing {

namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

BusinessDate day(int dayOfMonth)
{
    return BusinessDate::make(2026, 3, static_cast<unsigned>(dayOfMonth)).value();
}

/// A different but fixed id per number.
OperationId operationId(int number)
{
    OperationId id;
    for (std::size_t i = 0; i < id.value.bytes.size(); ++i)
        id.value.bytes[i] = static_cast<std::uint8_t>((number * 167 + static_cast<int>(i) * 59 + 11) & 0xFF);
    id.value.bytes[14] = static_cast<std::uint8_t>(number >> 8);
    id.value.bytes[15] = static_cast<std::uint8_t>(number);
    return id;
}

BatchRow batch(int dayOfMonth, BatchState state)
{
    BatchRow row;
    row.batch = BatchId{dayOfMonth};
    row.bizDate = day(dayOfMonth);
    row.runKey = "settle-daily:" + row.bizDate.toString();
    row.jobId = "settle-daily";
    row.jobType = "settle-daily";
    row.grade = "P0";
    row.status = nameOf(state);
    row.total = 120;
    row.done = 120;
    row.amounts = {{"CNY", 128'430'000}, {"JPY", 9'120'400}, {"KWD", 1'234'567}};
    row.countAgrees = true;
    row.amountAgrees = true;
    row.lastCheck = sampleTime() - hours{24 * (14 - dayOfMonth)};
    row.triggered = 1;
    row.executed = 2;
    row.tookEffect = 120;
    row.createdAt = *row.lastCheck - minutes{3};
    row.finishedAt = row.lastCheck;
    return row;
}

std::vector<BatchRow> batchRows()
{
    std::vector<BatchRow> rows;
    BatchRow open = batch(14, BatchState::Running);
    open.done = 84;
    open.tookEffect = 84;
    open.countAgrees.reset();
    open.amountAgrees.reset();
    open.lastCheck.reset();
    open.finishedAt.reset();
    rows.push_back(open);
    BatchRow partial = batch(13, BatchState::Partial);
    partial.done = 117;
    partial.unknown = 1;
    partial.dead = 2;
    partial.countAgrees = false;
    partial.amountAgrees = false;
    partial.statusReason = "1 failed, 2 unknown, 0 differences wait for a person";
    partial.finishedAt.reset();
    rows.push_back(partial);
    for (int dayOfMonth = 12; dayOfMonth >= 8; --dayOfMonth)
        rows.push_back(batch(dayOfMonth, BatchState::Completed));
    return rows;
}

struct Sample {
    const char* merchant;
    const char* currency;
    std::int64_t amountMinor;
};

constexpr std::array kSamples{
    Sample{"\u5317\u4eac\u6668\u5149\u8336\u884c", "CNY", 120'000'000},
    Sample{"Blue Heron Books", "USD", 1'500},
    Sample{"Kiku Stationery", "JPY", 84'300},
    Sample{"Gulf Pearl Trading", "KWD", 1'234'567},
    Sample{"Baker & Sons", "GBP", 98'765},
    Sample{"\u4e0a\u6d77\u4e91\u5e06\u79d1\u6280\u6709\u9650\u516c\u53f8", "CNY", 8'430'000},
    Sample{"Alpenglow Outdoor", "EUR", 45'050},
};

OperationRow operation(int number)
{
    const Sample& sample = kSamples.at(static_cast<std::size_t>(number) % kSamples.size());
    OperationRow row;
    row.ref.bucket = Bucket{static_cast<std::int16_t>(number % 64)};
    row.ref.id = operationId(number);
    row.settlementType = "settle-daily";
    row.merchant = 1000 + number;
    row.merchantName = sample.merchant;
    row.bizDate = day(14);
    row.amountMinor = sample.amountMinor + number * 100;
    row.currency = sample.currency;
    row.status = nameOf(OperationState::Succeeded);
    row.attempts = 1;
    row.version = 1;
    row.channel = "practice-bank";
    row.externalRef = "PB-" + std::to_string(900'000 + number);
    row.batchKey = "settle-daily:2026-03-14";
    row.updatedAt = sampleTime() - seconds{number * 7};
    return row;
}

/// Gives one row what its state goes with.
void put(OperationRow& row, OperationState state)
{
    row.status = nameOf(state);
    if (state != OperationState::Succeeded)
        row.externalRef.clear();
    switch (state) {
    case OperationState::Pending:
        row.attempts = 0;
        row.version = 0;
        return;
    case OperationState::Retryable:
        row.nextAttempt = sampleTime() + minutes{5};
        row.lastError = "connection refused by practice-bank";
        return;
    case OperationState::Processing:
        row.worker = "w-2.host-a.4711";
        row.leaseUntil = sampleTime() + minutes{4};
        return;
    case OperationState::AwaitingExternal:
    case OperationState::Succeeded:
        return;
    case OperationState::UnknownExternal:
        row.lastError = "no answer within 30 s";
        return;
    case OperationState::FailedPermanent:
        row.failureClass = nameOf(FailureClass::Refused);
        row.lastError = "refused: account closed";
        return;
    }
}

std::vector<OperationRow> operationRows()
{
    std::vector<OperationRow> rows;
    for (int i = 0; i < 40; ++i)
        rows.push_back(operation(i));
    for (std::size_t i = 0; i < kCountOf<OperationState>; ++i)
        put(rows[i], static_cast<OperationState>(i));
    put(rows[8], OperationState::Processing);
    rows[8].leaseUntil = sampleTime() - minutes{9}; // Overdue.
    return rows;
}

WorklistRow need(const char* kind, int number, const char* title, std::chrono::minutes age)
{
    const OperationRow row = operation(number);
    return {kind, row.ref.id.value.toString(), title, "P0", sampleTime() - age, row.amountMinor, row.currency};
}

} // namespace

Timestamp sampleTime()
{
    // 1,773,515,564 s after the epoch.
    return Timestamp{std::chrono::microseconds{1'773'515'564'123'456}};
}

ServerIdentity sampleServer()
{
    ServerIdentity server;
    server.installationName = "Practice";
    server.environment = "sandbox";
    server.database = "settlement";
    server.host = "/run/onceover";
    server.login = "alice";
    server.person = "alice";
    server.personName = "Alice";
    server.roles = {"operator", "viewer"};
    server.schemaVersion = 4;
    server.serverVersion = 150'018;
    server.systemIdentifier = 7'000'000'000'000'000'001;
    server.timeline = 1;
    return server;
}

OverviewSnapshot sampleOverview(Condition condition)
{
    OverviewSnapshot snapshot;
    snapshot.takenAt = sampleTime();
    snapshot.server = sampleServer();
    if (condition != Condition::Filled)
        return snapshot;

    snapshot.workersAlive = 3;
    snapshot.lastSchedulerBeat = sampleTime() - seconds{2};
    snapshot.lastSend = sampleTime() - seconds{4};
    snapshot.lastWorkerSeen = sampleTime() - seconds{2};
    snapshot.workers = {{"w-1.host-a.4710", {"scheduler", "settler", "sender"}, sampleTime() - seconds{2}, true},
        {"w-2.host-a.4711", {"settler", "sender", "resolver"}, sampleTime() - seconds{3}, true},
        {"w-3.host-b.312", {"settler", "janitor"}, sampleTime() - seconds{1}, true},
        {"w-0.host-b.298", {"settler"}, sampleTime() - minutes{41}, false}};
    snapshot.freezes
        = {{"channel", "practice-bank", sampleTime() - minutes{7}, "Alice", "on-call freeze, reason to follow"}};
    snapshot.heldOperations = 214;
    snapshot.stuckLeases = 1;
    snapshot.oldestStuckLease = sampleTime() - minutes{9};
    snapshot.deadLetters = 17;
    snapshot.alertsOpen = 5;
    snapshot.alertsUnseen = 3;
    snapshot.deadLettersOver24h = 2;
    snapshot.unknownAtBank = 4;
    snapshot.unknownAmounts = {{"CNY", 128'430'000}, {"USD", 1'500}};
    snapshot.openDifferences = 1;
    snapshot.differenceAmounts = {{"USD", -12'050}};
    snapshot.lastReconciled = sampleTime() - minutes{2};
    snapshot.states = {{"PENDING", 31, {{"CNY", 4'200'000}}}, {"RETRYABLE", 12, {{"CNY", 310'000}}},
        {"PROCESSING", 200, {{"CNY", 9'000'000}}}, {"AWAITING_EXTERNAL", 25, {{"EUR", 400'000}}},
        {"UNKNOWN_EXTERNAL", 4, snapshot.unknownAmounts}, {"SUCCEEDED", 10'412, {{"CNY", 912'000'000}}},
        {"FAILED_PERMANENT", 17, {{"JPY", 84'300}}}};
    snapshot.operations = 10'701;
    snapshot.batchesOpen = 2;
    snapshot.triggered = 2;
    snapshot.executed = 3;
    snapshot.tookEffect = 84;
    snapshot.effectsMax = 1;
    snapshot.newestBizDate = day(14);
    snapshot.worklist = {need("unknown", 4, "payout 2026-03-14 M1004", minutes{41}),
        need("dead-letter", 6, "payout 2026-03-13 M1006", minutes{26 * 60 + 4}),
        need("stuck-lease", 8, "payout 2026-03-14 M1008", minutes{9})};
    snapshot.outboxOpen = 25;
    snapshot.oldestUnsent = sampleTime() - seconds{3};
    for (int dayOfMonth = 8; dayOfMonth <= 14; ++dayOfMonth)
        snapshot.succeededPerDay.push_back(
            {day(dayOfMonth).toString(), dayOfMonth == 14 ? 84 : 120, {{"CNY", 128'430'000}}});
    snapshot.hoursKnown = true;
    for (int back = 23; back >= 0; --back) {
        const Timestamp hour{std::chrono::floor<hours>(sampleTime()) - hours{back}};
        snapshot.hours.push_back({hour, "SUCCEEDED", 40 + (back * 37) % 90});
        if (back % 6 == 1)
            snapshot.hours.push_back({hour, "FAILED_PERMANENT", 3 + back});
        if (back == 4)
            snapshot.hours.push_back({hour, "UNKNOWN_EXTERNAL", 9});
    }
    snapshot.hourAgo = {{"dead_letters", 12}, {"unknown_at_bank", 4}, {"stuck_leases", 3}, {"open_differences", 1}};
    PracticeFacts practice;
    practice.liveWorker = "w-2.host-a.4711";
    practice.livePid = 4711;
    practice.repeatedRun = "settle-daily:2026-03-12";
    practice.repeatedAt = sampleTime() - minutes{3};
    practice.repeatedBy = "alice";
    snapshot.practice = practice;
    return snapshot;
}

std::string idOfMany(int number)
{
    return operationId(number).value.toString();
}

Page<OperationRow> pageOfMany(const ListQuery& query, int first, int count)
{
    constexpr int kPerDay = 600;
    const auto dayOf = [](int number) { return day(14).plusDays(-(number >= 0 ? number / kPerDay : 0)).value(); };
    int begin = first;
    int end = first + count;
    if (!query.before.empty()) {
        end = std::stoi(query.before) + 1; // Up to and including the position.
        begin = std::max(first, end - query.limit);
    } else {
        if (!query.after.empty())
            begin = std::stoi(query.after) + 1;
        while (query.fromDate && begin < end && *query.fromDate < dayOf(begin))
            ++begin;
        end = std::min(end, begin + query.limit);
    }
    Page<OperationRow> page;
    page.takenAt = sampleTime();
    for (int number = begin; number < end; ++number) {
        OperationRow row = operation(std::abs(number));
        row.ref.id = operationId(number);
        row.bizDate = dayOf(number);
        page.rows.push_back(row);
    }
    page.hasMore = query.before.empty() ? end < first + count : begin > first;
    if (!page.rows.empty()) {
        page.start = std::to_string(begin - 1);
        page.next = std::to_string(end - 1);
    }
    page.total = count;
    return page;
}

Page<BatchRow> sampleBatches(Condition condition)
{
    Page<BatchRow> page;
    page.takenAt = sampleTime();
    if (condition != Condition::Filled)
        return page;
    page.rows = batchRows();
    page.total = static_cast<std::int64_t>(page.rows.size());
    return page;
}

Page<OperationRow> sampleOperations(Condition condition)
{
    Page<OperationRow> page;
    page.takenAt = sampleTime();
    if (condition != Condition::Filled)
        return page;
    page.rows = operationRows();
    page.start = "-1";
    page.next = "39";
    page.total = static_cast<std::int64_t>(page.rows.size());
    return page;
}

} // namespace onceover::testing
