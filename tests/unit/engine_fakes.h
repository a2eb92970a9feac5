// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ports that answer what a test scripted and note what they were asked. They know no rule of the database: what
// PostgreSQL does is tested on PostgreSQL.

#include "core/ports/operation_port.h"
#include "core/ports/outbox_port.h"
#include "core/ports/payment_channel.h"
#include "core/ports/schedule_port.h"
#include "core/ports/worker_port.h"
#include "engine/boot_clock.h"
#include "engine/duty_log.h"

#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace onceover::engine::fakes {

/// A clock that moves only by hand.
struct ManualClock {
    BootInstant now{std::chrono::hours{1}};
    void pass(milliseconds length) { now += length; }
    [[nodiscard]] BootClock reader()
    {
        return [this] { return now; };
    }
};

/// Keeps every line.
struct LogKeeper {
    std::mutex mutex;
    std::vector<LogLine> lines;
    [[nodiscard]] LogSink sink()
    {
        return [this](const LogLine& line) {
            const std::lock_guard lock(mutex);
            lines.push_back(line);
        };
    }
    [[nodiscard]] int count(std::string_view event)
    {
        const std::lock_guard lock(mutex);
        int found = 0;
        for (const LogLine& line : lines)
            found += line.event == event ? 1 : 0;
        return found;
    }
};

inline Failure failureOf(FailureKind kind, std::string sqlState = {})
{
    Failure failure;
    failure.kind = kind;
    failure.sqlState = std::move(sqlState);
    failure.detail = "scripted";
    return failure;
}

inline OperationRef refOf(int number)
{
    OperationRef ref{{static_cast<std::int16_t>(number % kBucketCount)}, {}};
    ref.id.value.bytes[14] = static_cast<std::uint8_t>(number / 256);
    ref.id.value.bytes[15] = static_cast<std::uint8_t>(number % 256);
    return ref;
}

inline ClaimedOperation operationOf(int number)
{
    ClaimedOperation operation;
    operation.ref = refOf(number);
    operation.version = {1};
    operation.attempt = {9};
    operation.merchant = {1000 + number};
    operation.settleDate = *BusinessDate::make(2026, 3, 14);
    operation.settlementType = "settle-daily";
    operation.currency = "EUR";
    operation.amountMinor = 100 + number;
    operation.batch = {5};
    operation.job = {"settle-daily"};
    operation.channel = {"practice-bank"};
    operation.beneficiaryName = "Tea House";
    operation.beneficiaryAccount = "DE02120300000000202051";
    return operation;
}

inline Job jobOf()
{
    Job job;
    job.id = {"settle-daily"};
    job.jobType = "settle-daily";
    job.runKeyPrefix = "settle-daily";
    job.periodKind = "day";
    job.timeZone = "Asia/Shanghai";
    job.schedule = "30 18 * * *";
    job.lease = milliseconds{3000};
    job.retryBackoff = {milliseconds{1000}, milliseconds{5000}, milliseconds{25000}};
    return job;
}

inline ChannelProfile profileOf()
{
    ChannelProfile profile;
    profile.channel = {"practice-bank"};
    profile.profileVersion = 1;
    profile.kind = "payout";
    profile.endpoint = "http://bank.invalid";
    profile.enabled = true;
    profile.retention = std::chrono::hours{24};
    profile.retentionMargin = std::chrono::hours{1};
    profile.queryKind = QueryKind::Authoritative;
    profile.maxLateExecution = milliseconds{0};
    profile.retryBackoff = {milliseconds{1000}, milliseconds{5000}, milliseconds{25000}};
    profile.queryBackoff = {milliseconds{100}};
    profile.maxInFlight = 4;
    return profile;
}

/// The settler's port: claims come from a queue, posts are answered by a script or applied.
class ScriptedOperations final : public OperationPort {
public:
    std::deque<ClaimedSet> claims;
    std::deque<Result<SetOutcome>> postAnswers;  ///< Front first; empty: all applied.
    std::function<bool(const Posting&)> refuses; ///< DataRejected for every set that holds such a row.
    SetOutcome readBack;
    std::vector<Job> jobList{jobOf()};
    std::vector<ChannelProfile> profileList{profileOf()};
    std::vector<BusinessCalendar> calendarList;

    bool isAnythingDue = true;
    std::vector<ClaimRequest> asked;
    std::vector<std::vector<Posting>> posted; ///< Every call of post().
    std::vector<UnpaidSettlement> settledHere;
    std::set<OperationRef> payableAfterAll; ///< settleHere() does not find these unpaid any more.
    std::deque<Failure> settleFailures;
    std::vector<RetryLater> retried;
    std::vector<PermanentFailure> failed;
    int readBacks = 0;
    int cleanEnds = 0;
    std::deque<Failure> retryFailures;

    Result<KeyNamespace> keyNamespace() override
    {
        return KeyNamespace{*Uuid::parse("11111111-2222-3333-4444-555555555555")};
    }
    Result<std::vector<Job>> jobs() override { return jobList; }
    Result<std::vector<ChannelProfile>> channels() override { return profileList; }
    Result<std::vector<BusinessCalendar>> calendars() override { return calendarList; }
    Result<std::vector<std::string>> dueTypes(const std::vector<std::string>& jobTypes) override
    {
        return isAnythingDue ? jobTypes : std::vector<std::string>{};
    }
    Result<ClaimedSet> claim(const ClaimRequest& request) override
    {
        asked.push_back(request);
        if (claims.empty())
            return ClaimedSet{};
        ClaimedSet set = std::move(claims.front());
        claims.pop_front();
        return set;
    }
    Result<SetOutcome> post(const std::vector<Posting>& postings) override
    {
        posted.push_back(postings);
        if (!postAnswers.empty()) {
            auto answer = postAnswers.front();
            postAnswers.pop_front();
            return answer;
        }
        SetOutcome outcome;
        for (const Posting& posting : postings) {
            if (refuses && refuses(posting))
                return tl::unexpected{failureOf(FailureKind::DataRejected, "23514")};
            outcome.applied.push_back(posting.operation.ref);
        }
        return outcome;
    }
    Result<SetOutcome> readBackPosted(const std::vector<Posting>&) override
    {
        ++readBacks;
        return readBack;
    }
    Result<SetOutcome> settleHere(const std::vector<UnpaidSettlement>& settlements) override
    {
        if (!settleFailures.empty()) {
            const Failure failure = settleFailures.front();
            settleFailures.pop_front();
            return tl::unexpected{failure};
        }
        SetOutcome outcome;
        for (const UnpaidSettlement& settlement : settlements) {
            settledHere.push_back(settlement);
            (payableAfterAll.contains(settlement.operation.ref) ? outcome.lost : outcome.applied)
                .push_back(settlement.operation.ref);
        }
        return outcome;
    }
    Result<SetOutcome> retryLater(const std::vector<RetryLater>& rows) override
    {
        if (!retryFailures.empty()) {
            const Failure failure = retryFailures.front();
            retryFailures.pop_front();
            return tl::unexpected{failure};
        }
        retried.insert(retried.end(), rows.begin(), rows.end());
        return SetOutcome{};
    }
    Result<SetOutcome> failForGood(const std::vector<PermanentFailure>& failures) override
    {
        failed.insert(failed.end(), failures.begin(), failures.end());
        return SetOutcome{};
    }
    Result<int> releaseAttempts() override
    {
        ++cleanEnds;
        return 1;
    }
};

/// Bytes that show what they were built from; refuses amounts that are not above zero.
class PlainPayloads final : public PayloadBuilder {
public:
    Result<std::string> build(const ClaimedOperation& operation, const ChannelProfile&) const override
    {
        if (operation.amountMinor <= 0)
            return refuse(Refusal::AmountOutOfRange);
        return "pay " + std::to_string(operation.amountMinor);
    }
};

class ScriptedLeases final : public LeasePort {
public:
    std::vector<OperationRef> lose;
    std::deque<Failure> failures;
    int renewals = 0;
    std::size_t lastRows = 0;

    Result<SetOutcome> renew(const std::vector<std::pair<OperationRef, Version>>& held, milliseconds) override
    {
        if (!failures.empty()) {
            const Failure failure = failures.front();
            failures.pop_front();
            return tl::unexpected{failure};
        }
        ++renewals;
        lastRows = held.size();
        return SetOutcome{{}, lose};
    }
};

inline OutboxMessage messageOf(int number)
{
    OutboxMessage message;
    message.ref = {{static_cast<std::int16_t>(number % kBucketCount)}, {number}};
    message.operation = refOf(number).id;
    message.channel = {"practice-bank"};
    message.profileVersion = 1;
    message.key = {std::string(32, 'A')};
    message.payload = "pay " + std::to_string(number);
    message.amountMinor = 100;
    message.currency = "EUR";
    message.status = MessageState::Sending;
    message.version = {1};
    message.sendsMaybeLeft = 1;
    message.readAt = Timestamp{std::chrono::hours{500000}};
    message.firstSentAt = message.readAt;
    message.lastSentAt = message.readAt;
    message.leaseUntil = message.readAt + milliseconds{5000};
    return message;
}

/// The outbox of a test: rows by id in the state that the test (or a finished outcome) gave them.
class ScriptedOutbox final : public OutboxPort {
public:
    std::deque<std::vector<OutboxMessage>> claims;
    std::deque<std::vector<OutboxMessage>> unknowns;
    std::map<std::int64_t, OutboxMessage> rows;
    std::vector<ChannelProfile> profileList{profileOf()};
    std::function<bool(const ExternalFact&)> refusesFact;
    std::deque<Failure> recordFailures;
    std::deque<Failure> finishFailures;
    std::deque<std::string> conflicts; ///< Notes of outcomes that are not applied, front first.
    std::function<void(OutboxMessage&)> onConflict;

    std::vector<RecordedAnswer> onRecord; ///< Newest first.

    std::vector<std::string> calls; ///< In order: claim N, record N, read N, finish N, …
    bool isAnythingDue = true;
    std::vector<int> freeSlots;
    std::vector<ExternalFact> facts;
    std::vector<MessageOutcome> outcomes;
    int lostNow = 0;

    Result<std::vector<ChannelProfile>> channels() override { return profileList; }
    Result<std::vector<ChannelId>> channelsToSend(const std::vector<ChannelId>& channels) override
    {
        return isAnythingDue ? channels : std::vector<ChannelId>{};
    }
    Result<std::vector<OutboxMessage>> claimAndMark(const ChannelId&, int places, milliseconds) override
    {
        freeSlots.push_back(places);
        return take(claims, "claim");
    }
    Result<std::vector<OutboxMessage>> claimUnknown(int, milliseconds) override
    {
        return take(unknowns, "claimUnknown");
    }
    Result<int> takeOverLost(int) override { return std::exchange(lostNow, 0); }
    Result<std::vector<CallId>> recordFacts(const std::vector<ExternalFact>& newFacts) override
    {
        if (!recordFailures.empty()) {
            const Failure failure = recordFailures.front();
            recordFailures.pop_front();
            return tl::unexpected{failure};
        }
        for (const ExternalFact& fact : newFacts) {
            if (refusesFact && refusesFact(fact))
                return tl::unexpected{failureOf(FailureKind::DataRejected, "22021")};
        }
        calls.push_back("record " + std::to_string(newFacts.size()));
        std::vector<CallId> ids;
        for (const ExternalFact& fact : newFacts) {
            facts.push_back(fact);
            ids.push_back({static_cast<std::int64_t>(facts.size())});
        }
        return ids;
    }
    Result<std::vector<RecordedAnswer>> finalAnswers(const std::vector<MessageRef>& refs) override
    {
        std::vector<RecordedAnswer> found;
        for (const RecordedAnswer& answer : onRecord) {
            if (std::find(refs.begin(), refs.end(), answer.ref) != refs.end())
                found.push_back(answer);
        }
        return found;
    }
    Result<std::vector<OutboxMessage>> read(const std::vector<MessageRef>& refs) override
    {
        calls.push_back("read " + std::to_string(refs.size()));
        std::vector<OutboxMessage> found;
        for (const MessageRef& ref : refs) {
            if (const auto row = rows.find(ref.id.value); row != rows.end())
                found.push_back(row->second);
        }
        return found;
    }
    Result<std::vector<AppliedOutcome>> finish(const std::vector<MessageOutcome>& newOutcomes) override
    {
        if (!finishFailures.empty()) {
            const Failure failure = finishFailures.front();
            finishFailures.pop_front();
            return tl::unexpected{failure};
        }
        calls.push_back("finish " + std::to_string(newOutcomes.size()));
        std::vector<AppliedOutcome> applied;
        for (const MessageOutcome& outcome : newOutcomes) {
            outcomes.push_back(outcome);
            OutboxMessage& row = rows.at(outcome.ref.id.value);
            if (!conflicts.empty()) {
                const std::string note = conflicts.front();
                conflicts.pop_front();
                if (onConflict)
                    onConflict(row);
                applied.push_back({outcome.ref, false, row.status, row.operationStatus, note});
                continue;
            }
            row.status = outcome.to;
            row.operationStatus = operationStateFor(outcome.to);
            applied.push_back({outcome.ref, true, row.status, row.operationStatus, {}});
        }
        return applied;
    }
    Result<std::optional<milliseconds>> untilNextDue() override { return std::optional<milliseconds>{}; }

private:
    Result<std::vector<OutboxMessage>> take(std::deque<std::vector<OutboxMessage>>& queue, const std::string& name)
    {
        if (queue.empty())
            return std::vector<OutboxMessage>{};
        std::vector<OutboxMessage> set = std::move(queue.front());
        queue.pop_front();
        calls.push_back(name + " " + std::to_string(set.size()));
        for (const OutboxMessage& message : set)
            rows[message.ref.id.value] = message;
        return set;
    }
};

/// A channel that answers when the test says so.
class FakeChannel final : public PaymentChannel {
public:
    std::vector<ChannelRequest> started;
    std::vector<ChannelAnswer> ready;
    std::size_t open = 0;

    void start(ChannelRequest request) override
    {
        started.push_back(std::move(request));
        ++open;
    }
    std::vector<ChannelAnswer> pump(std::chrono::milliseconds, int, int) override
    {
        open -= ready.size();
        return std::exchange(ready, {});
    }
    [[nodiscard]] std::size_t inFlight() const override { return open; }

    /// Answers the request that was started as number `index`.
    void answer(std::size_t index, Answer with) { ready.push_back({started.at(index).token, std::move(with)}); }
    static Answer accepted(std::int64_t amount = 100)
    {
        Answer answer;
        answer.kind = AnswerKind::Accepted;
        answer.httpStatus = 201;
        answer.externalRef = "PB-1";
        answer.amountMinor = amount;
        answer.currency = "EUR";
        return answer;
    }
    static Answer plain(AnswerKind kind)
    {
        Answer answer;
        answer.kind = kind;
        answer.error = "scripted";
        return answer;
    }
};

/// What every duty needs beside its work.
class ScriptedDuty final : public DutyPort {
public:
    std::deque<Failure> connectFailures;
    std::function<Woken(int, std::chrono::milliseconds)> onWait;
    int connects = 0;
    int registrations = 0;
    std::int64_t pieces = 0;
    int beats = 0;
    int announcements = 0;
    int stops = 0;

    Result<Done> registerWorker(const WorkerIdentity&) override
    {
        ++registrations;
        return Done{};
    }
    Result<Done> beat(std::string_view, std::int64_t done) override
    {
        ++beats;
        pieces += done;
        return Done{};
    }
    Result<Done> stopWorker(std::string_view) override
    {
        ++stops;
        return Done{};
    }
    Woken wait(int wakeFd, std::chrono::milliseconds atMost) override
    {
        return onWait ? onWait(wakeFd, atMost) : Woken::Timeout;
    }
    Result<Done> announce() override
    {
        ++announcements;
        return Done{};
    }
    Result<Done> ensureConnected() override
    {
        ++connects;
        if (connectFailures.empty())
            return Done{};
        const Failure failure = connectFailures.front();
        connectFailures.pop_front();
        return tl::unexpected{failure};
    }
};

} // namespace onceover::engine::fakes
