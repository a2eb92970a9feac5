// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/operation_store.h"

#include "core/policies/lease.h"
#include "store/shared_rows.h"

#include <set>

namespace onceover::store {

/// A due row that this transaction has locked.
struct OperationStore::LockedRow {
    OperationRef ref;
    ShardKey shard;
    bool standsAlone = false; ///< Lost its worker before, or is losing it now: claimed by itself.
    bool inWork = false;      ///< PROCESSING under a lease that ran out.
    bool claimedAlone = false;
    int recoveries = 0;
};

namespace {

ClaimedOperation claimedFrom(const Row& row)
{
    ClaimedOperation operation;
    operation.ref = OperationRef{row.bucket("bucket"), row.operationId("operation_id")};
    operation.version = Version{row.int64("version")};
    operation.attempt = AttemptId{row.int64("attempt_id")};
    operation.merchant = MerchantId{row.int64("merchant_id")};
    operation.settleDate = row.date("settle_date");
    operation.settlementType = row.string("settlement_type");
    operation.currency = row.string("currency");
    operation.scopeRef = row.string("scope_ref");
    operation.amountMinor = row.int64("amount_minor");
    operation.batch = BatchId{row.int64("batch_id")};
    operation.shard = ShardNumber{row.int16("shard_no")};
    operation.job = JobId{row.string("job_id")};
    operation.channel = ChannelId{row.string("channel_id")};
    operation.beneficiaryName = row.string("beneficiary_name");
    operation.beneficiaryAccount = row.string("beneficiary_account");
    operation.beneficiaryCountry = row.string("beneficiary_country");
    operation.notice = row.string("notice");
    operation.attempts = row.int32("attempts");
    operation.merchantOnHold = !row.isNull("merchant_on_hold") && row.boolean("merchant_on_hold");
    operation.merchantMinimumMinor = row.optionalInt64("merchant_minimum_minor").value_or(0);
    operation.budgetUsed = row.millis("budget_used_ms");
    return operation;
}

/// The rows of a claim as a set. They come in the order of the update, which is that of the keys.
Result<ClaimedSet> claimedSetFrom(const Result<Rows>& rows)
{
    if (!rows)
        return tl::unexpected{rows.error()};
    ClaimedSet set;
    auto operations = rows->readAll([&set](const Row& row) {
        set.leaseUntil = row.timestamp("lease_until");
        return claimedFrom(row);
    });
    if (!operations)
        return tl::unexpected{operations.error()};
    set.operations = *std::move(operations);
    return set;
}

/// The arrays (bucket, id, version) of a set write.
struct FencedKeys {
    std::vector<Bucket> buckets;
    std::vector<OperationId> ids;
    std::vector<Version> versions;

    void add(const OperationRef& ref, Version version)
    {
        buckets.push_back(ref.bucket);
        ids.push_back(ref.id);
        versions.push_back(version);
    }
};

constexpr auto kRefOfPosting = [](const Posting& posting) { return posting.operation.ref; };
constexpr auto kRefOfUnpaid = [](const UnpaidSettlement& settlement) { return settlement.operation.ref; };
constexpr auto kRefOfRetry = [](const RetryLater& row) { return row.ref; };
constexpr auto kRefOfFailure = [](const PermanentFailure& failure) { return failure.operation.ref; };

/// A dead letter must say something; text from elsewhere may hold a NUL, which PostgreSQL's text cannot.
std::string storedError(const std::string& error)
{
    std::string text = error.empty() ? "no reason given" : error;
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

} // namespace

OperationStore::OperationStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
    m_duty->planByIndex();
}

Result<KeyNamespace> OperationStore::keyNamespace()
{
    return readNamespace(*m_duty);
}

Result<std::vector<Job>> OperationStore::jobs()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadClaimableJobs");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(jobFrom);
}

Result<std::vector<ChannelProfile>> OperationStore::channels()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadChannelProfiles");
    if (!rows)
        return tl::unexpected{rows.error()};
    auto profiles = rows->readAll(channelProfileFrom);
    if (profiles)
        std::erase_if(*profiles, [](const ChannelProfile& profile) { return !profile.enabled; });
    return profiles;
}

Result<std::vector<BusinessCalendar>> OperationStore::calendars()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadCalendarDays");
    if (!rows)
        return tl::unexpected{rows.error()};
    std::vector<BusinessCalendar> calendars;
    const auto read = rows->readAll([&calendars](const Row& row) {
        const std::string name = row.string("calendar_id");
        if (calendars.empty() || calendars.back().name() != name)
            calendars.emplace_back(name);
        calendars.back().enter(row.date("day"), row.boolean("is_open"));
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return calendars;
}

Result<std::vector<std::string>> OperationStore::dueTypes(const std::vector<std::string>& jobTypes)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadDueTypes", params(jobTypes));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) { return row.string("job_type"); });
}

Result<ClaimedSet> OperationStore::claim(const ClaimRequest& request)
{
    return runAgainAfterDeadlock([&] { return claimOnce(request); });
}

Result<ClaimedSet> OperationStore::claimOnce(const ClaimRequest& request)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    Transaction transaction{**connection};
    transaction.queue("HoldFreezeBarrier");
    const int most = m_expectsAlone ? 1 : request.most;
    const auto locked = transaction.run("LockDueOperations", params(request.jobType, request.buckets, most));
    if (!locked)
        return tl::unexpected{locked.error()};
    auto rows = locked->readAll([](const Row& row) {
        LockedRow due;
        due.ref = OperationRef{row.bucket("bucket"), row.operationId("operation_id")};
        due.shard = ShardKey{BatchId{row.int64("batch_id")}, ShardNumber{row.int16("shard_no")}};
        due.inWork = row.named<OperationState>("status") == OperationState::Processing;
        due.standsAlone = due.inWork || row.boolean("lost");
        due.claimedAlone = row.boolean("claimed_alone");
        due.recoveries = row.int32("recoveries");
        return due;
    });
    if (!rows)
        return tl::unexpected{rows.error()};

    Result<ClaimedSet> set;
    if (rows->empty()) {
        m_expectsAlone = false;
        set = lookAhead(transaction, request);
    } else if (rows->front().standsAlone) {
        m_expectsAlone = true;
        set = claimAlone(transaction, request, rows->front());
    } else {
        m_expectsAlone = false;
        std::erase_if(*rows, [](const LockedRow& row) { return row.standsAlone; });
        std::sort(rows->begin(), rows->end(), [](const LockedRow& a, const LockedRow& b) { return a.ref < b.ref; });
        set = claimSet(transaction, request, *rows);
    }
    if (!set)
        return set;
    const auto committed = transaction.commit();
    if (committed)
        return set;
    m_duty->remember(transaction.doubt());
    if (committed.error().kind == FailureKind::InDoubt && !set->operations.empty())
        return readBackClaimed(*std::move(set));
    return tl::unexpected{committed.error()};
}

Result<ClaimedSet> OperationStore::lookAhead(Transaction& transaction, const ClaimRequest& request)
{
    const auto rows = transaction.run("ReadNextDue", params(request.jobType, request.buckets));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) {
        ClaimedSet set;
        set.frozen = row.boolean("frozen");
        set.nextDue = row.optionalTimestamp("next_due");
        return set;
    });
}

/// This worker's running attempt at each shard of the rows, by insert-or-read. Read anew for each set: an attempt ends
/// with its shard, and by whoever took a row of it for lost.
Result<OperationStore::ShardAttempts> OperationStore::attemptsAt(
    Transaction& transaction, const std::vector<LockedRow>& rows)
{
    std::set<ShardKey> wanted;
    for (const LockedRow& row : rows)
        wanted.insert(row.shard);
    std::vector<BatchId> batches;
    std::vector<ShardNumber> shards;
    for (const auto& [batch, shard] : wanted) {
        batches.push_back(batch);
        shards.push_back(shard);
    }
    const Params parameters = params(batches, shards, m_duty->worker());
    ShardAttempts attempts;
    for (const bool inserts : {false, true}) {
        if (inserts)
            transaction.queue("InsertShardAttempts", parameters);
        const auto found = transaction.run("ReadShardAttempts", parameters);
        if (!found)
            return tl::unexpected{found.error()};
        const auto read = found->readAll([&attempts](const Row& row) {
            attempts[ShardKey{BatchId{row.int64("batch_id")}, ShardNumber{row.int16("shard_no")}}]
                = AttemptId{row.int64("attempt_id")};
            return Done{};
        });
        if (!read)
            return tl::unexpected{read.error()};
        if (attempts.size() == wanted.size())
            return attempts;
    }
    return fail(FailureKind::Broken, "an operation's batch or shard does not exist", "ReadShardAttempts");
}

Result<ClaimedSet> OperationStore::claimSet(
    Transaction& transaction, const ClaimRequest& request, const std::vector<LockedRow>& rows)
{
    const auto running = attemptsAt(transaction, rows);
    if (!running)
        return tl::unexpected{running.error()};
    std::vector<Bucket> buckets;
    std::vector<OperationId> ids;
    std::vector<AttemptId> attempts;
    for (const LockedRow& row : rows) {
        buckets.push_back(row.ref.bucket);
        ids.push_back(row.ref.id);
        attempts.push_back(running->at(row.shard));
    }
    const bool alone = rows.size() == 1;
    auto set = claimedSetFrom(transaction.run(
        "ClaimLockedOperations", params(buckets, ids, attempts, m_duty->worker(), request.lease, alone)));
    if (!set)
        return set;
    // Who locks the due row owns the claim; another outcome means that a row was changed past operation_due.
    if (set->operations.size() != rows.size())
        return fail(FailureKind::Broken, "operation_due lists operations that are not due", "ClaimLockedOperations");
    for (std::size_t i = 0; i < rows.size(); ++i)
        set->operations[i].claimedAlone = alone;
    return set;
}

Result<ClaimedSet> OperationStore::claimAlone(
    Transaction& transaction, const ClaimRequest& request, const LockedRow& row)
{
    if (row.inWork)
        return takeOver(transaction, request, row);
    auto set = claimSet(transaction, request, {row});
    if (set && !set->operations.empty())
        set->operations.front().recoveries = row.recoveries;
    return set;
}

Result<ClaimedSet> OperationStore::takeOver(Transaction& transaction, const ClaimRequest& request, const LockedRow& row)
{
    const auto lost = transaction.run("LockLostOperation", params(row.ref.bucket, row.ref.id));
    if (!lost)
        return tl::unexpected{lost.error()};
    if (lost->empty())
        return ClaimedSet{}; // Its holder is just posting, renewing or ending it.
    Version version;
    std::optional<std::int64_t> lostAttempt;
    const auto read = lost->readOne([&](const Row& found) {
        version = Version{found.int64("version")};
        lostAttempt = found.optionalInt64("attempt_id");
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};

    const TakeoverDecision decision = decideTakeover(row.recoveries, row.claimedAlone);
    if (lostAttempt)
        transaction.queue("LoseAttemptOf", params(*lostAttempt, m_duty->worker()));
    if (decision.giveUp) {
        const std::string error
            = "lost its worker " + std::to_string(decision.recoveries) + " times while claimed alone";
        const auto failed = transaction.run(
            "FailLostOperation", params(row.ref.bucket, row.ref.id, version, m_duty->worker(), error));
        if (!failed)
            return tl::unexpected{failed.error()};
        ClaimedSet set;
        if (!failed->empty())
            set.workerLost.push_back(row.ref);
        return set;
    }
    const auto running = attemptsAt(transaction, {row});
    if (!running)
        return tl::unexpected{running.error()};
    auto set = claimedSetFrom(transaction.run("TakeOverLostOperation",
        params(row.ref.bucket, row.ref.id, running->at(row.shard), m_duty->worker(), request.lease, version,
            decision.recoveries)));
    if (!set)
        return set;
    for (ClaimedOperation& operation : set->operations) {
        operation.claimedAlone = true;
        operation.takenOver = true;
        operation.recoveries = decision.recoveries;
    }
    return set;
}

/// The COMMIT of a claim was lost: which of these rows are ours after all? (Those that are not were never claimed;
/// those that we cannot ask about lapse with their lease.)
Result<ClaimedSet> OperationStore::readBackClaimed(ClaimedSet claimed)
{
    if (const auto fate = m_duty->settleDoubt(); !fate)
        return tl::unexpected{fate.error()};
    FencedKeys keys;
    for (const ClaimedOperation& operation : claimed.operations)
        keys.add(operation.ref, operation.version);
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows
        = (*connection)->run("ReadClaimedOperations", params(keys.buckets, keys.ids, keys.versions, m_duty->worker()));
    if (!rows)
        return tl::unexpected{rows.error()};
    std::set<OperationRef> ours;
    const auto read = rows->readAll([&](const Row& row) {
        ours.insert(OperationRef{row.bucket("bucket"), row.operationId("operation_id")});
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    std::erase_if(claimed.operations, [&](const ClaimedOperation& operation) { return !ours.contains(operation.ref); });
    return claimed;
}

Result<SetOutcome> OperationStore::post(const std::vector<Posting>& postings)
{
    if (postings.empty())
        return SetOutcome{};
    FencedKeys keys;
    std::vector<std::string> kinds;
    std::vector<IdempotencyKey> outwardKeys;
    std::vector<int> profileVersions;
    std::vector<Bytes> payloads;
    std::vector<std::optional<Timestamp>> opens;
    std::vector<std::optional<Timestamp>> closes;
    std::vector<std::optional<Timestamp>> nextOpens;
    for (const Posting* posting : inKeyOrder(postings, kRefOfPosting)) {
        keys.add(posting->operation.ref, posting->operation.version);
        kinds.push_back(posting->message.messageKind);
        outwardKeys.push_back(posting->message.key);
        profileVersions.push_back(posting->message.profileVersion);
        payloads.push_back(Bytes{posting->message.payload});
        opens.push_back(posting->message.window.opens);
        closes.push_back(posting->message.window.closes);
        nextOpens.push_back(posting->message.window.nextOpens);
    }
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<SetOutcome> {
        const auto posted = transaction.run("PostProcessingOperations",
            params(keys.buckets, keys.ids, keys.versions, kinds, outwardKeys, profileVersions, payloads,
                m_duty->worker(), opens, closes, nextOpens));
        if (!posted)
            return tl::unexpected{posted.error()};
        return setOutcomeOf(*posted, postings, kRefOfPosting);
    });
}

Result<SetOutcome> OperationStore::readBackPosted(const std::vector<Posting>& postings)
{
    if (const auto fate = m_duty->settleDoubt(); !fate)
        return tl::unexpected{fate.error()};
    if (postings.empty())
        return SetOutcome{};
    FencedKeys keys;
    for (const Posting& posting : postings)
        keys.add(posting.operation.ref, posting.operation.version);
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadPostedOperations", params(keys.buckets, keys.ids, keys.versions));
    if (!rows)
        return tl::unexpected{rows.error()};
    return setOutcomeOf(*rows, postings, kRefOfPosting);
}

Result<SetOutcome> OperationStore::settleHere(const std::vector<UnpaidSettlement>& settlements)
{
    if (settlements.empty())
        return SetOutcome{};
    FencedKeys keys;
    for (const UnpaidSettlement* settlement : inKeyOrder(settlements, kRefOfUnpaid))
        keys.add(settlement->operation.ref, settlement->operation.version);
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<SetOutcome> {
        const auto settled = transaction.run(
            "SettleProcessingOperationsHere", params(keys.buckets, keys.ids, keys.versions, m_duty->worker()));
        if (!settled)
            return tl::unexpected{settled.error()};
        return setOutcomeOf(*settled, settlements, kRefOfUnpaid);
    });
}

Result<SetOutcome> OperationStore::retryLater(const std::vector<RetryLater>& rows)
{
    if (rows.empty())
        return SetOutcome{};
    FencedKeys keys;
    std::vector<milliseconds> waits;
    std::vector<int> burned;
    std::vector<std::string> errors;
    for (const RetryLater* row : inKeyOrder(rows, kRefOfRetry)) {
        keys.add(row->ref, row->version);
        waits.push_back(row->wait);
        burned.push_back(row->burnsAttempt ? 1 : 0);
        errors.push_back(storedError(row->error));
    }
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<SetOutcome> {
        transaction.queue("HoldFreezeBarrier");
        const auto back = transaction.run("RetryProcessingOperationsLater",
            params(keys.buckets, keys.ids, keys.versions, waits, burned, errors, m_duty->worker()));
        if (!back)
            return tl::unexpected{back.error()};
        return setOutcomeOf(*back, rows, kRefOfRetry);
    });
}

Result<SetOutcome> OperationStore::failForGood(const std::vector<PermanentFailure>& failures)
{
    if (failures.empty())
        return SetOutcome{};
    FencedKeys keys;
    std::vector<FailureClass> classes;
    std::vector<std::string> errors;
    std::map<OperationRef, const PermanentFailure*> stopping;
    for (const PermanentFailure* failure : inKeyOrder(failures, kRefOfFailure)) {
        keys.add(failure->operation.ref, failure->operation.version);
        classes.push_back(failure->failureClass);
        errors.push_back(storedError(failure->error));
        if (stopsTheBatch(failure->failureClass))
            stopping[failure->operation.ref] = failure;
    }
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<SetOutcome> {
        const auto failed = transaction.run("FailProcessingOperations",
            params(keys.buckets, keys.ids, keys.versions, classes, errors, m_duty->worker()));
        if (!failed)
            return tl::unexpected{failed.error()};
        auto outcome = setOutcomeOf(*failed, failures, kRefOfFailure);
        if (!outcome)
            return outcome;
        // A failure that was lost to another holder stops nothing: it is that holder's to judge.
        std::set<BatchId> frozen;
        for (const OperationRef& ref : outcome->applied) {
            const auto found = stopping.find(ref);
            if (found == stopping.end() || !frozen.insert(found->second->operation.batch).second)
                continue;
            const PermanentFailure& failure = *found->second;
            transaction.queue("FreezeBatchForFailure",
                params(failure.operation.batch, failure.failureClass, ref.id, storedError(failure.error)));
        }
        return outcome;
    });
}

Result<int> OperationStore::releaseAttempts()
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<int> {
        const auto ended = transaction.run("ReleaseAttempts", params(m_duty->worker()));
        if (!ended)
            return tl::unexpected{ended.error()};
        return static_cast<int>(ended->affected());
    });
}

} // namespace onceover::store
