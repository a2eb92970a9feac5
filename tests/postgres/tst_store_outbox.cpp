// SPDX-License-Identifier: GPL-3.0-or-later
// Sender and resolver on a real database: marked before a byte leaves, facts first, one place for every outcome, and a
// whole day from trigger to COMPLETED.
#include "core/digest.h"
#include "socket_cutter.h"
#include "store/operation_store.h"
#include "store/outbox_store.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTest>

#include <algorithm>
#include <thread>
#include <tuple>

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-03-10";
const ChannelId kBank{"practice-bank"};

ExternalFact factOf(const OutboxMessage& message, AnswerKind kind, const std::string& ref = {})
{
    ExternalFact fact;
    fact.ref = message.ref;
    fact.isQuery = isQueryAnswer(kind);
    fact.outboxVersion = message.version;
    fact.startedAt = message.lastSentAt.value_or(message.readAt);
    fact.answer.kind = kind;
    fact.answer.externalRef = ref;
    if (kind == AnswerKind::Accepted || kind == AnswerKind::FoundExecuted) {
        fact.answer.amountMinor = message.amountMinor;
        fact.answer.currency = message.currency;
        fact.answer.httpStatus = 201;
    }
    fact.answer.raw = std::string{"{\"raw\":\"\0\"}", 11};
    fact.answer.error = std::string{"nul \0 inside", 12};
    if (!fact.isQuery) {
        const Sha256 digest = sha256(message.payload);
        fact.requestSha256.assign(digest.begin(), digest.end());
    }
    return fact;
}

MessageOutcome outcomeOf(
    const OutboxMessage& message, MessageState to, std::optional<CallId> call, const std::string& ref = {})
{
    MessageOutcome outcome;
    outcome.ref = message.ref;
    outcome.from = message.status;
    outcome.to = to;
    outcome.externalRef = ref;
    outcome.call = call;
    outcome.answer = to == MessageState::Accepted ? AnswerKind::Accepted
        : to == MessageState::Refused             ? AnswerKind::Refused
                                                  : AnswerKind::Unknown;
    return outcome;
}

std::string refOf(const OutboxMessage& message)
{
    return "B-" + std::to_string(message.ref.id.value);
}

} // namespace

class TestStoreOutbox : public QObject {
    Q_OBJECT

private slots:
    void init();
    void profileIsReadWhole();
    void markIsCommittedBeforeAByteLeaves(); // K10
    void twoSendersShareTheMessages();
    void freezeKeepsMessagesFromBeingMarked(); // R105
    void factsKeepTheirOrder();
    void factOfALostCommitIsRecordedOnce_data();
    void factOfALostCommitIsRecordedOnce();      // DESIGN.md rule 6, K12, I7
    void acceptedDayCompletes();                 // R51, R52, I4, I5
    void lostSenderIsTakenOverAndAsked();        // K10
    void permittedResendUsesTheSameBytes();      // R57, I7
    void whatIsExecutedOnRecordIsNotSentAgain(); // DESIGN.md rule 4, I7
    void refusalGivesTheMoneyBack();
    void staleSenderIsNotApplied(); // F13
    void nextDueIsToldAndSkipsTheFrozen();

private:
    /// A posted day and its sender: everything marked.
    [[nodiscard]] Result<std::vector<OutboxMessage>> markAll(store::OutboxStore& sender);
    std::unique_ptr<StoreRig> m_rig;
    BatchId m_batch;
};

void TestStoreOutbox::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    m_batch = *batch;
    ONCEOVER_OK(m_rig->postAll());
}

Result<std::vector<OutboxMessage>> TestStoreOutbox::markAll(store::OutboxStore& sender)
{
    return sender.claimAndMark(kBank, 500, milliseconds{60000});
}

void TestStoreOutbox::profileIsReadWhole()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    const auto profiles = sender.channels();
    ONCEOVER_OK(profiles);
    QCOMPARE(profiles->size(), std::size_t{1});
    const ChannelProfile& profile = profiles->front();
    QCOMPARE(profile.retention, milliseconds{std::chrono::hours{30 * 24}});
    QCOMPARE(profile.answerTimeout, milliseconds{400});
    QVERIFY(profile.maxLateExecution.has_value());
    QCOMPARE(profile.maxLateExecution->count(), std::int64_t{0});
    QCOMPARE(profile.queryBackoff.size(), std::size_t{4});
    QVERIFY(profile.queryKind == QueryKind::Authoritative && profile.onInFlight == OnInFlight::Conflict409
        && profile.enabled);
}

void TestStoreOutbox::markIsCommittedBeforeAByteLeaves()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    const auto marked = sender.claimAndMark(kBank, 7, milliseconds{60000});
    ONCEOVER_OK(marked);
    QCOMPARE(marked->size(), std::size_t{7}); // No more than there are free slots.
    for (const OutboxMessage& message : *marked) {
        QCOMPARE(message.version.value, std::int64_t{1});
        QCOMPARE(message.sendsMaybeLeft, 1);
        QVERIFY(message.firstSentAt.has_value() && message.firstSentAt == message.lastSentAt
            && message.leaseUntil.has_value());
        QCOMPARE(QString::fromStdString(toHex(sha256(message.payload))),
            QString::fromStdString(m_rig->ask("SELECT encode(payload_sha256, 'hex') FROM outbox WHERE outbox_id = "
                + std::to_string(message.ref.id.value))));
    }
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox WHERE status = 'SENDING' AND sends_total = 1"), 7);
}

void TestStoreOutbox::twoSendersShareTheMessages()
{
    std::vector<OutboxMessage> taken[2];
    {
        std::vector<std::jthread> senders;
        for (int i = 0; i < 2; ++i) {
            senders.emplace_back([&, i] {
                store::OutboxStore sender{m_rig->duty("sender", "w" + std::to_string(i))};
                while (true) {
                    const auto some = sender.claimAndMark(kBank, 3, milliseconds{60000});
                    if (!some || some->empty())
                        return;
                    taken[i].insert(taken[i].end(), some->begin(), some->end());
                }
            });
        }
    }
    QCOMPARE(taken[0].size() + taken[1].size(), std::size_t{kRigMerchants});
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox WHERE status = 'SENDING' AND version = 1"), kRigMerchants);
}

void TestStoreOutbox::freezeKeepsMessagesFromBeingMarked()
{
    std::ignore = m_rig->ask("INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('merchant', '4', "
                             "'bob', 'test'), ('merchant', '5', 'bob', 'test')");
    std::ignore = m_rig->ask("UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock()");
    store::OutboxStore sender{m_rig->duty("sender")};
    const auto marked = markAll(sender);
    ONCEOVER_OK(marked);
    QCOMPARE(marked->size(), std::size_t{kRigMerchants - 2});
    const auto again = markAll(sender);
    ONCEOVER_OK(again);
    QVERIFY(again->empty());
}

void TestStoreOutbox::factsKeepTheirOrder()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    auto marked = markAll(sender);
    ONCEOVER_OK(marked);
    std::reverse(marked->begin(), marked->end());
    std::vector<ExternalFact> facts;
    for (const OutboxMessage& message : *marked)
        facts.push_back(factOf(message, AnswerKind::Accepted, refOf(message)));
    const auto calls = sender.recordFacts(facts);
    ONCEOVER_OK(calls);
    QCOMPARE(calls->size(), facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i)
        QCOMPARE(
            m_rig->ask("SELECT external_ref FROM external_call WHERE call_id = " + std::to_string((*calls)[i].value)),
            refOf((*marked)[i]));
    ExternalFact stray = facts.front();
    stray.ref.id.value += 100000;
    const auto refused = sender.recordFacts({stray});
    QVERIFY(!refused);
    QCOMPARE(m_rig->count("SELECT count(*) FROM external_call"), kRigMerchants);
}

void TestStoreOutbox::factOfALostCommitIsRecordedOnce_data()
{
    QTest::addColumn<bool>("committed");
    QTest::newRow("it got there") << true;
    QTest::newRow("it never got there") << false;
}

void TestStoreOutbox::factOfALostCommitIsRecordedOnce()
{
    QFETCH(bool, committed);
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    store::OutboxStore sender{m_rig->dutyThrough(cutter.folder(), "sender")};
    const auto marked = markAll(sender);
    ONCEOVER_OK(marked);
    std::vector<ExternalFact> facts;
    for (const OutboxMessage& message : *marked)
        facts.push_back(factOf(message, AnswerKind::Accepted, refOf(message)));
    cutter.cutNext(committed ? SocketCutter::Cut::AfterCommit : SocketCutter::Cut::BeforeCommit);
    const auto calls = sender.recordFacts(facts);
    ONCEOVER_OK(calls);
    QCOMPARE(calls->size(), facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i)
        QCOMPARE(
            m_rig->ask("SELECT external_ref FROM external_call WHERE call_id = " + std::to_string((*calls)[i].value)),
            refOf((*marked)[i]));
    QCOMPARE(m_rig->count("SELECT count(*) FROM external_call"), kRigMerchants);
}

void TestStoreOutbox::acceptedDayCompletes()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    const auto marked = markAll(sender);
    ONCEOVER_OK(marked);
    std::vector<ExternalFact> facts;
    for (const OutboxMessage& message : *marked)
        facts.push_back(factOf(message, AnswerKind::Accepted, refOf(message)));
    const auto calls = sender.recordFacts(facts);
    ONCEOVER_OK(calls);
    std::vector<MessageOutcome> outcomes;
    for (std::size_t i = 0; i < marked->size(); ++i)
        outcomes.push_back(outcomeOf((*marked)[i], MessageState::Accepted, (*calls)[i], refOf((*marked)[i])));
    const auto applied = sender.finish(outcomes);
    ONCEOVER_OK(applied);
    for (const AppliedOutcome& one : *applied)
        QVERIFY2(one.applied && one.messageStatus == MessageState::Accepted
                && one.operationStatus == OperationState::Succeeded,
            one.note.c_str());
    // The same facts again: nothing more happens.
    const auto again = sender.finish(outcomes);
    ONCEOVER_OK(again);
    QVERIFY(std::none_of(again->begin(), again->end(), [](const AppliedOutcome& one) { return one.applied; }));
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 4 * kRigMerchants);

    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto shards = scheduler.moveShards(m_batch);
    ONCEOVER_OK(shards);
    QCOMPARE(*shards, 4);
    // R2: an attempt ends with what it was for, while its worker lives on.
    QCOMPARE(
        m_rig->ask(
            "SELECT string_agg(DISTINCT status || ' ' || outcome, ',') FROM run_attempt WHERE shard_no IS NOT NULL"),
        std::string{"SUCCEEDED SHARD_DONE"});
    BatchState status = BatchState::Created;
    for (int round = 0; round < 3 && status != BatchState::Completed; ++round) {
        auto batches = scheduler.openBatches();
        ONCEOVER_OK(batches);
        if (status == BatchState::Reconciling) {
            const auto figures = scheduler.reconcile(m_batch);
            ONCEOVER_OK(figures);
            QCOMPARE(figures->answers.count, std::int64_t{kRigMerchants});
            QVERIFY2(countsAgree(*figures) && amountsAgree(*figures), describeDifference(*figures).c_str());
            batches->front().reconciled = *figures;
        }
        const auto move = decideBatch(batches->front());
        QVERIFY(move.has_value());
        ONCEOVER_OK(scheduler.moveBatch(m_batch, status, move->to, move->reason));
        status = move->to;
    }
    QVERIFY(status == BatchState::Completed);
    QCOMPARE(m_rig->ask("SELECT status || ' ' || done_count || ' ' || expected_count FROM settlement_batch"),
        std::string{"COMPLETED 24 24"});
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"DONE"});
}

void TestStoreOutbox::lostSenderIsTakenOverAndAsked()
{
    store::OutboxStore sender{m_rig->duty("sender", "w-lost")};
    const auto marked = sender.claimAndMark(kBank, 5, milliseconds{1});
    ONCEOVER_OK(marked);
    store::OutboxStore resolver{m_rig->duty("resolver", "w2")};
    int taken = 0;
    QTRY_VERIFY((taken += resolver.takeOverLost(100).value_or(0)) == 5);
    const auto asked = resolver.claimUnknown(100, std::chrono::minutes{1});
    ONCEOVER_OK(asked);
    QCOMPARE(asked->size(), std::size_t{5});
    QVERIFY(asked->front().unknownSince.has_value());
    // Meanwhile nobody else asks.
    const auto nobody = resolver.claimUnknown(100, std::chrono::minutes{1});
    ONCEOVER_OK(nobody);
    QVERIFY(nobody->empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'UNKNOWN_EXTERNAL'"), 5);
    // The lost sender's answer arrives after all: facts are not fenced.
    const auto facts = sender.recordFacts({factOf(marked->front(), AnswerKind::Accepted, refOf(marked->front()))});
    ONCEOVER_OK(facts);
    auto outcome = outcomeOf(marked->front(), MessageState::Accepted, facts->front(), refOf(marked->front()));
    outcome.from = MessageState::Unknown;
    const auto applied = sender.finish({outcome});
    ONCEOVER_OK(applied);
    QVERIFY2(applied->front().applied, applied->front().note.c_str());
}

void TestStoreOutbox::permittedResendUsesTheSameBytes()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    store::OutboxStore resolver{m_rig->duty("resolver")};
    const auto marked = sender.claimAndMark(kBank, 1, milliseconds{1});
    ONCEOVER_OK(marked);
    int taken = 0;
    QTRY_VERIFY((taken += resolver.takeOverLost(100).value_or(0)) == 1);
    const auto asked = resolver.claimUnknown(1, std::chrono::minutes{1});
    ONCEOVER_OK(asked);
    auto allow = outcomeOf(asked->front(), MessageState::Pending, std::nullopt);
    allow.version = asked->front().version;
    const auto unproved = resolver.finish({allow});
    ONCEOVER_OK(unproved);
    QVERIFY(!unproved->front().applied); // Without a recorded query that permits it: no.
    const auto calls = resolver.recordFacts({factOf(asked->front(), AnswerKind::NotFound)});
    ONCEOVER_OK(calls);
    allow.call = calls->front();
    const auto allowed = resolver.finish({allow});
    ONCEOVER_OK(allowed);
    QVERIFY2(allowed->front().applied, allowed->front().note.c_str());
    std::vector<OutboxMessage> again;
    for (const OutboxMessage& message : markAll(sender).value_or(std::vector<OutboxMessage>{})) {
        if (message.ref == marked->front().ref)
            again.push_back(message);
    }
    QCOMPARE(again.size(), std::size_t{1});
    QCOMPARE(again.front().payload, marked->front().payload);
    QCOMPARE(again.front().key.value, marked->front().key.value);
    QCOMPARE(again.front().sendsMaybeLeft, 2);
    QVERIFY(again.front().firstSentAt == marked->front().firstSentAt);
}

void TestStoreOutbox::whatIsExecutedOnRecordIsNotSentAgain()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    store::OutboxStore resolver{m_rig->duty("resolver")};
    const auto marked = sender.claimAndMark(kBank, 1, milliseconds{1});
    ONCEOVER_OK(marked);
    int taken = 0;
    QTRY_VERIFY((taken += resolver.takeOverLost(100).value_or(0)) == 1);
    const auto asked = resolver.claimUnknown(1, std::chrono::minutes{1});
    ONCEOVER_OK(asked);
    QVERIFY(!asked->front().executedOnRecord);
    QVERIFY(resolver.finalAnswers({asked->front().ref}).value().empty());
    // An answer of the lost sender is recorded; then a query, begun before it, finds nothing and wants a re-send.
    const auto late = sender.recordFacts({factOf(marked->front(), AnswerKind::Accepted, refOf(marked->front()))});
    ONCEOVER_OK(late);
    const auto nothing = resolver.recordFacts({factOf(asked->front(), AnswerKind::NotFound)});
    ONCEOVER_OK(nothing);
    auto allow = outcomeOf(asked->front(), MessageState::Pending, nothing->front());
    allow.version = asked->front().version;
    const auto refused = resolver.finish({allow});
    ONCEOVER_OK(refused);
    QVERIFY(!refused->front().applied);
    QCOMPARE(refused->front().note, std::string{"EXECUTED_ON_RECORD"});
    const auto present = resolver.read({asked->front().ref});
    ONCEOVER_OK(present);
    QVERIFY(present->front().executedOnRecord);
    const auto final = resolver.finalAnswers({asked->front().ref});
    ONCEOVER_OK(final);
    QCOMPARE(final->size(), std::size_t{1});
    QCOMPARE(final->front().call.value, late->front().value);
    QVERIFY(
        final->front().answer.kind == AnswerKind::Accepted && final->front().outboxVersion == marked->front().version);
    QCOMPARE(final->front().answer.externalRef, refOf(marked->front()));
}

void TestStoreOutbox::refusalGivesTheMoneyBack()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    const auto marked = sender.claimAndMark(kBank, 1, milliseconds{60000});
    ONCEOVER_OK(marked);
    const auto calls = sender.recordFacts({factOf(marked->front(), AnswerKind::Refused)});
    ONCEOVER_OK(calls);
    auto outcome = outcomeOf(marked->front(), MessageState::Refused, calls->front());
    outcome.error = "account closed";
    const auto unfenced = sender.finish({outcome});
    ONCEOVER_OK(unfenced);
    QVERIFY(!unfenced->front().applied);
    QCOMPARE(unfenced->front().note, std::string{"VERSION_REQUIRED"});
    outcome.version = marked->front().version;
    const auto applied = sender.finish({outcome});
    ONCEOVER_OK(applied);
    QVERIFY2(applied->front().applied, applied->front().note.c_str());
    QCOMPARE(
        m_rig->ask("SELECT string_agg(phase || side, ',' ORDER BY phase, side) FROM ledger_entry WHERE operation_id = '"
            + marked->front().operation.value.toString() + "'"),
        std::string{"BACKCREDIT,BACKDEBIT,HOLDCREDIT,HOLDDEBIT"});
    QCOMPARE(m_rig->ask("SELECT failure_class || ' ' || last_error FROM dead_letter"),
        std::string{"REFUSED account closed"});
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    QCOMPARE(batches->front().operations[static_cast<std::size_t>(OperationState::FailedPermanent)], std::int64_t{1});
    QCOMPARE(batches->front().failedAccepted, std::int64_t{0});
    std::ignore
        = m_rig->ask("UPDATE dead_letter SET status = 'RESOLVED', resolution = 'replaced', resolved_at = clock()");
    const auto resolved = scheduler.openBatches();
    ONCEOVER_OK(resolved);
    QCOMPARE(resolved->front().failedAccepted, std::int64_t{1});
}

void TestStoreOutbox::staleSenderIsNotApplied()
{
    store::OutboxStore sender{m_rig->duty("sender", "w-stale")};
    const auto marked = sender.claimAndMark(kBank, 1, milliseconds{60000});
    ONCEOVER_OK(marked);
    auto outcome = outcomeOf(marked->front(), MessageState::Pending, std::nullopt);
    outcome.version = Version{marked->front().version.value - 1};
    outcome.provablyNotSent = true;
    const auto applied = sender.finish({outcome});
    ONCEOVER_OK(applied);
    QVERIFY(!applied->front().applied);
    QVERIFY(!applied->front().note.empty());
    const auto present = sender.read({marked->front().ref, MessageRef{Bucket{0}, OutboxId{999999}}});
    ONCEOVER_OK(present);
    QCOMPARE(present->size(), std::size_t{1});
    QVERIFY(present->front().status == MessageState::Sending
        && present->front().operationStatus == OperationState::AwaitingExternal);
}

void TestStoreOutbox::nextDueIsToldAndSkipsTheFrozen()
{
    store::OutboxStore sender{m_rig->duty("sender")};
    auto until = sender.untilNextDue();
    ONCEOVER_OK(until);
    QVERIFY(until->has_value() && until->value().count() == 0);
    const std::vector<ChannelId> channels{ChannelId{"another"}, kBank};
    const auto due = sender.channelsToSend(channels);
    QVERIFY(due && *due == std::vector<ChannelId>{kBank});
    std::ignore = m_rig->ask("UPDATE outbox SET not_before = clock() + interval '1 hour' WHERE status = 'PENDING'");
    const auto later = sender.channelsToSend(channels);
    QVERIFY(later && later->empty());
    std::ignore = m_rig->ask("UPDATE outbox SET not_before = clock() WHERE status = 'PENDING'");
    std::ignore = m_rig->ask(
        "INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', '', 'bob', 'test')");
    std::ignore = m_rig->ask("UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock()");
    until = sender.untilNextDue();
    ONCEOVER_OK(until);
    QVERIFY(!until->has_value());
}

QTEST_GUILESS_MAIN(TestStoreOutbox)
#include "tst_store_outbox.moc"
