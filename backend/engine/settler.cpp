// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/settler.h"

#include "core/keys.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <set>
#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::seconds kJobsRefreshEvery{1}; ///< Jobs and profiles change by people's acts, not by the second.
constexpr int kWholeTriesMax = 3; ///< Of one transaction that met a deadlock or a lock, under the same keys (K41, K42).

template <typename Row>
void eraseRefs(std::vector<Row>& rows, const std::set<OperationRef>& refs, const OperationRef& (*refOf)(const Row&))
{
    std::erase_if(rows, [&](const Row& row) { return refs.contains(refOf(row)); });
}

const OperationRef& refOfPosting(const Posting& row)
{
    return row.operation.ref;
}
const OperationRef& refOfUnpaid(const UnpaidSettlement& row)
{
    return row.operation.ref;
}
const OperationRef& refOfRetry(const RetryLater& row)
{
    return row.ref;
}
const OperationRef& refOfFailure(const PermanentFailure& row)
{
    return row.operation.ref;
}

} // namespace

Settler::Settler(SettlerParts parts)
    : m_parts(std::move(parts))
    , m_claimer(*m_parts.port, m_parts.draw(), m_parts.clock)
{
}

Result<Round> Settler::runRound()
{
    m_pieces = 0;
    if (!m_hand.isEmpty()) {
        const auto worked = workHand();
        if (!worked)
            return tl::unexpected{worked.error()};
        return Round{m_pieces, true, std::nullopt};
    }
    if (const auto prepared = prepare(); !prepared)
        return tl::unexpected{prepared.error()};
    const auto taken = takeNext();
    if (!taken)
        return tl::unexpected{taken.error()};
    if (!*taken) {
        m_refreshedAt = BootInstant{0}; // Idle: look at jobs and profiles with the next look at the work.
        return Round{};
    }
    if (const auto worked = workHand(); !worked)
        return tl::unexpected{worked.error()};
    return Round{m_pieces, true, std::nullopt};
}

Result<Done> Settler::prepare()
{
    if (!m_namespace) {
        const auto ns = m_parts.port->keyNamespace();
        if (!ns)
            return tl::unexpected{ns.error()};
        m_namespace = *ns;
    }
    if (m_isPrepared && m_refreshedAt.count() != 0 && m_parts.clock() - m_refreshedAt < kJobsRefreshEvery)
        return Done{};
    if (const auto jobs = m_claimer.refreshJobs(); !jobs)
        return tl::unexpected{jobs.error()};
    auto profiles = m_parts.port->channels();
    if (!profiles)
        return tl::unexpected{profiles.error()};
    const bool anyCalendar = std::any_of(profiles->begin(), profiles->end(),
        [](const ChannelProfile& profile) { return !profile.hours.calendar.empty(); });
    auto calendars = anyCalendar ? m_parts.port->calendars() : std::vector<BusinessCalendar>{};
    if (!calendars)
        return tl::unexpected{calendars.error()};
    m_profiles = std::move(*profiles);
    m_calendars = std::move(*calendars);
    m_refreshedAt = m_parts.clock();
    m_isPrepared = true;
    return Done{};
}

Result<bool> Settler::takeNext()
{
    ONCEOVER_FAILPOINT("settler.before_claim");
    auto claim = m_claimer.claimNext();
    if (!claim)
        return tl::unexpected{claim.error()};
    if (!*claim)
        return false;
    ClaimedSet& set = (*claim)->set;
    for (const OperationRef& ref : set.workerLost)
        m_parts.log.error("worker_lost", "lost its worker three times: written off with a dead letter",
            {{"operation_id", ref.id.value.toString()}});
    m_pieces += static_cast<std::int64_t>(set.workerLost.size());
    if (!set.workerLost.empty())
        m_parts.wakes.scheduler.notify(); // A final state: the batch may move.
    if (set.operations.empty())
        return true;
    m_parts.held.take(set.operations, (*claim)->job.lease, (*claim)->askedAt);
    m_parts.wakes.leaseKeeper.notify();
    ONCEOVER_FAILPOINT("settler.after_claim");
    m_hand = Hand{};
    m_hand.jobType = (*claim)->job.jobType;
    m_hand.rows = static_cast<int>(set.operations.size());
    m_hand.asked = (*claim)->asked;
    m_hand.askedAt = (*claim)->askedAt;
    m_hand.leaseUntil = set.leaseUntil;
    m_hand.claimedAt = set.leaseUntil - (*claim)->job.lease;
    for (const ClaimedOperation& operation : set.operations) {
        if (operation.takenOver)
            m_parts.log.warning("taken_over", "its worker's lease had run out", fieldsOf(operation));
        plan(operation);
    }
    return true;
}

/// Decides from the row alone what is to become of it.
void Settler::plan(const ClaimedOperation& operation)
{
    const PayoutFacts facts{operation.amountMinor, operation.merchantMinimumMinor, operation.merchantOnHold};
    if (const auto unpaid = decideUnpaid(operation.settlementType, facts)) {
        m_hand.unpaid.push_back({operation, *unpaid});
        return;
    }
    const auto profile = std::find_if(m_profiles.begin(), m_profiles.end(),
        [&](const ChannelProfile& candidate) { return candidate.channel == operation.channel && candidate.enabled; });
    if (profile == m_profiles.end()) {
        Failure failure;
        failure.kind = FailureKind::Refused;
        failure.refusal = Refusal::NoChannelProfile;
        failure.found = operation.channel.value;
        putOff(operation, failure, classify(failure));
        return;
    }
    auto window = windowOf(*profile, operation.settleDate);
    if (!window) { // Zone, rule and calendar are settings: the row waits until somebody has mended them.
        const bool isForGood = window.error().refusal == Refusal::ValueDatePast;
        putOff(operation, window.error(), isForGood ? classify(window.error()) : RetryClass::Transient);
        return;
    }
    Posting posting;
    posting.operation = operation;
    posting.operation.valueDate = window->valueDate;
    posting.message.window = *window;
    auto payload = m_parts.payloads->build(posting.operation, *profile);
    if (!payload) {
        putOff(operation, payload.error(), classify(payload.error()));
        return;
    }
    posting.message.messageKind = profile->kind;
    posting.message.key = outwardKeyFor(*m_namespace, operation.ref.id, profile->kind);
    posting.message.profileVersion = profile->profileVersion;
    posting.message.payload = std::move(*payload);
    m_hand.postings.push_back(std::move(posting));
}

/// When a message to this channel may be sent. Most rows of a set have one channel and one settle date.
Result<SendWindow> Settler::windowOf(const ChannelProfile& profile, BusinessDate settleDate)
{
    const std::pair key{profile.channel.value, settleDate.toString()};
    const auto known = m_hand.windows.find(key);
    if (known != m_hand.windows.end())
        return known->second;
    const auto calendar = std::find_if(m_calendars.begin(), m_calendars.end(),
        [&](const BusinessCalendar& candidate) { return candidate.name() == profile.hours.calendar; });
    auto window = sendWindowFor(profile.hours, calendar != m_calendars.end() ? &*calendar : nullptr, settleDate,
        m_hand.claimedAt, m_hand.leaseUntil);
    return m_hand.windows.emplace(key, std::move(window)).first->second;
}

/// Again later, or for good: by class and budget.
void Settler::putOff(const ClaimedOperation& operation, const Failure& failure, RetryClass retryClass)
{
    const Job* job = m_claimer.findJob(operation.job);
    const RetryPolicy policy = job != nullptr ? retryPolicyOf(*job) : RetryPolicy{};
    RetryFacts facts;
    facts.attempts = operation.attempts;
    facts.budgetUsed = operation.budgetUsed;
    facts.draw = m_parts.draw();
    const RetryDecision decision = decideRetry(policy, retryClass, facts);
    const std::string error = describe(failure);
    m_parts.log.failure(decision.again ? "operation_put_off" : "operation_failed", failure, fieldsOf(operation));
    if (decision.again) {
        m_hand.retries.push_back({operation.ref, operation.version, decision.wait, decision.burnsAttempt, error});
        return;
    }
    m_hand.failures.push_back({operation, decision.failureClass.value_or(FailureClass::BudgetSpent), error});
}

void Settler::handBack(const ClaimedOperation& operation, std::string_view why)
{
    m_hand.retries.push_back({operation.ref, operation.version, milliseconds{0}, false, std::string{why}});
}

Result<Done> Settler::workHand()
{
    dropWhatIsLost();
    if (m_hand.postingsInDoubt) {
        if (const auto read = readBack(); !read)
            return read;
    }
    if (const auto posted = postAll(); !posted)
        return posted;
    // Failures first: one that stops its batch freezes it before the others are given back to whoever claims next.
    if (const auto failed = applyFailures(); !failed)
        return failed;
    if (const auto settled = applyUnpaid(); !settled)
        return settled;
    if (const auto later = applyRetries(); !later)
        return later;
    putDown();
    return Done{};
}

void Settler::putDown()
{
    m_parts.held.releaseAll();
    const Hand hand = std::exchange(m_hand, Hand{});
    if (hand.rows == 0)
        return;
    const WorkedSet worked{hand.rows, std::chrono::duration_cast<milliseconds>(m_parts.clock() - hand.askedAt)};
    const int next = m_claimer.noteWorked(hand.jobType, worked);
    m_parts.log.debug("set_worked", "out of hand",
        {{"job_type", hand.jobType}, {"rows", std::int64_t{hand.rows}}, {"asked", std::int64_t{hand.asked}},
            {"took_ms", std::int64_t{worked.took.count()}}, {"next_size", std::int64_t{next}}});
}

/// Before anything is written: what the lease keeper lost, and everything once the lease is over by our own clock. The
/// fence would refuse these writes one by one; this saves them, and says so.
void Settler::dropWhatIsLost()
{
    const auto lost = m_parts.held.takeLost();
    if (!lost.empty()) {
        const std::set<OperationRef> refs(lost.begin(), lost.end());
        eraseRefs<Posting>(m_hand.postings, refs, &refOfPosting);
        eraseRefs<UnpaidSettlement>(m_hand.unpaid, refs, &refOfUnpaid);
        eraseRefs<RetryLater>(m_hand.retries, refs, &refOfRetry);
        eraseRefs<PermanentFailure>(m_hand.failures, refs, &refOfFailure);
    }
    if (!m_parts.held.hasLapsed(m_parts.clock()))
        return;
    if (!m_hand.isEmpty())
        m_parts.log.warning("set_lapsed", "the lease ran out before the set was posted",
            {{"rows_affected", static_cast<std::int64_t>(m_hand.postings.size())}});
    putDown();
}

Result<Done> Settler::readBack()
{
    const auto found = m_parts.port->readBackPosted(m_hand.postings);
    if (!found)
        return tl::unexpected{found.error()};
    m_parts.log.warning("commit_read_back", "the connection was lost in COMMIT: read back by key",
        {{"rows_affected", static_cast<std::int64_t>(found->applied.size())}});
    m_hand.postingsInDoubt = false;
    SetOutcome posted;
    posted.applied = found->applied;
    notePosted(m_hand.postings, posted);
    const std::set<OperationRef> refs(found->applied.begin(), found->applied.end());
    eraseRefs<Posting>(m_hand.postings, refs, &refOfPosting);
    return Done{}; // The others are posted again, under the same version: the fence answers for them.
}

Result<Done> Settler::postAll()
{
    std::vector<std::vector<Posting>> open;
    if (!m_hand.postings.empty())
        open.push_back(std::exchange(m_hand.postings, {}));
    while (!open.empty()) {
        std::vector<Posting> set = std::move(open.back());
        open.pop_back();
        ONCEOVER_FAILPOINT("settler.before_post");
        const auto outcome = postWhole(set);
        if (outcome) {
            ONCEOVER_FAILPOINT("settler.after_post");
            notePosted(set, *outcome);
            continue;
        }
        const Failure& failure = outcome.error();
        if (!connectionLost(failure)) {
            divide(std::move(set), failure, open);
            continue;
        }
        // Everything not posted stays in hand. Reading back more than what is in doubt does no harm.
        m_hand.postings = std::move(set);
        for (std::vector<Posting>& rest : open)
            m_hand.postings.insert(
                m_hand.postings.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
        m_hand.postingsInDoubt = failure.kind == FailureKind::InDoubt;
        return tl::unexpected{failure};
    }
    return Done{};
}

Result<SetOutcome> Settler::postWhole(const std::vector<Posting>& set)
{
    auto outcome = m_parts.port->post(set);
    const auto isServersAnswer = [](const Failure& failure) {
        return failure.kind == FailureKind::Unavailable && !connectionLost(failure); // It was rolled back as a whole.
    };
    for (int tries = 1; !outcome && isServersAnswer(outcome.error()) && tries < kWholeTriesMax; ++tries)
        outcome = m_parts.port->post(set);
    return outcome;
}

void Settler::notePosted(const std::vector<Posting>& set, const SetOutcome& outcome)
{
    m_parts.held.release(outcome.applied);
    m_parts.held.release(outcome.lost);
    m_parts.held.noteProgress(m_parts.clock());
    m_pieces += static_cast<std::int64_t>(outcome.applied.size());
    if (!outcome.applied.empty()) {
        m_parts.wakes.sender.notify();
        m_parts.wakes.announce();
        LogFields fields = fieldsOf(set.front().operation);
        std::erase_if(
            fields, [](const LogField& field) { return field.name == "operation_id" || field.name == "version"; });
        fields.emplace_back("rows_affected", static_cast<std::int64_t>(outcome.applied.size()));
        m_parts.log.info("set_posted", "posted with their messages", std::move(fields));
    }
    const std::set<OperationRef> lost(outcome.lost.begin(), outcome.lost.end());
    for (const Posting& posting : set) {
        if (lost.contains(posting.operation.ref))
            m_parts.log.warning(
                "operation_lost", "somebody else holds or ended it: left alone", fieldsOf(posting.operation));
    }
}

void Settler::divide(std::vector<Posting> set, const Failure& failure, std::vector<std::vector<Posting>>& open)
{
    const RetryClass retryClass = classify(failure);
    const bool isRowsOwn = failure.kind == FailureKind::DataRejected || failure.kind == FailureKind::Refused;
    if (set.size() > 1 && isRowsOwn) {
        const auto middle = set.begin() + static_cast<std::ptrdiff_t>(set.size() / 2);
        open.emplace_back(std::make_move_iterator(middle), std::make_move_iterator(set.end()));
        set.erase(middle, set.end());
        open.push_back(std::move(set));
        return;
    }
    if (set.size() > 1 && retryClass == RetryClass::Defect) {
        // Our own fault hits every row alike: one row stands for it and stops the batch, the others go back unharmed.
        m_parts.log.failure("set_hit_a_defect", failure, {{"rows_affected", static_cast<std::int64_t>(set.size())}});
        for (std::size_t i = 1; i < set.size(); ++i)
            handBack(set[i].operation, describe(failure));
        set.erase(set.begin() + 1, set.end());
    }
    for (const Posting& posting : set)
        putOff(posting.operation, failure, retryClass);
}

/// Nothing is paid: settled here, and carried over. What is in doubt is asked for again under the same version: the
/// fence answers for it. Whoever may be paid after all (its hold was lifted meanwhile) goes back, to be claimed anew.
Result<Done> Settler::applyUnpaid()
{
    if (m_hand.unpaid.empty())
        return Done{};
    ONCEOVER_FAILPOINT("settler.before_settle_here");
    const auto outcome = m_parts.port->settleHere(m_hand.unpaid);
    if (!outcome && connectionLost(outcome.error()))
        return tl::unexpected{outcome.error()};
    if (!outcome) {
        const bool isRaced = outcome.error().kind == FailureKind::DataRejected && outcome.error().sqlState == "OC005";
        for (const UnpaidSettlement& settlement : std::exchange(m_hand.unpaid, {}))
            putOff(settlement.operation, outcome.error(), isRaced ? RetryClass::Conflict : classify(outcome.error()));
        return applyFailures();
    }
    ONCEOVER_FAILPOINT("settler.after_settle_here");
    m_parts.held.release(outcome->applied);
    m_parts.held.noteProgress(m_parts.clock());
    m_pieces += static_cast<std::int64_t>(outcome->applied.size());
    const std::set<OperationRef> lost(outcome->lost.begin(), outcome->lost.end());
    for (const UnpaidSettlement& settlement : std::exchange(m_hand.unpaid, {})) {
        if (lost.contains(settlement.operation.ref)) {
            handBack(settlement.operation, "nothing forbids its payment any more");
            continue;
        }
        LogFields fields = fieldsOf(settlement.operation);
        fields.emplace_back("outcome", std::string{nameOf(settlement.reason)});
        m_parts.log.info("carried_over", "nothing is paid in this cycle", std::move(fields));
    }
    if (!outcome->applied.empty()) {
        m_parts.wakes.scheduler.notify(); // Final states: the batch may move.
        m_parts.wakes.announce();
    }
    return Done{};
}

Result<Done> Settler::applyRetries()
{
    if (m_hand.retries.empty())
        return Done{};
    const auto outcome = m_parts.port->retryLater(m_hand.retries);
    if (!outcome) {
        if (outcome.error().kind == FailureKind::Unavailable || outcome.error().kind == FailureKind::InDoubt)
            return tl::unexpected{outcome.error()};
        m_parts.log.failure("retry_not_stored", outcome.error());
    } else {
        m_pieces += static_cast<std::int64_t>(outcome->applied.size());
    }
    m_parts.held.noteProgress(m_parts.clock());
    m_hand.retries.clear(); // What could not be stored lapses by its lease.
    return Done{};
}

Result<Done> Settler::applyFailures()
{
    if (m_hand.failures.empty())
        return Done{};
    const auto outcome = m_parts.port->failForGood(m_hand.failures);
    if (!outcome) {
        if (outcome.error().kind == FailureKind::Unavailable || outcome.error().kind == FailureKind::InDoubt)
            return tl::unexpected{outcome.error()};
        m_parts.log.failure("failure_not_stored", outcome.error());
    } else {
        m_pieces += static_cast<std::int64_t>(outcome->applied.size());
        m_parts.wakes.scheduler.notify();
        m_parts.wakes.announce();
    }
    m_parts.held.noteProgress(m_parts.clock());
    m_hand.failures.clear();
    return Done{};
}

/// The running set was finished by the round that ran; what a lost connection left in hand is given back, not burned.
void Settler::windDown()
{
    dropWhatIsLost();
    if (m_hand.postingsInDoubt && !readBack())
        m_hand.postings.clear(); // Unknown to us: the lease will tell.
    for (const Posting& posting : std::exchange(m_hand.postings, {}))
        handBack(posting.operation, "clean stop");
    static_cast<void>(applyUnpaid());
    static_cast<void>(applyFailures());
    static_cast<void>(applyRetries());
    m_parts.held.releaseAll();
    m_hand = Hand{};
    const auto ended = m_parts.port->releaseAttempts();
    if (!ended)
        m_parts.log.failure("attempts_not_released", ended.error());
}

} // namespace onceover::engine
