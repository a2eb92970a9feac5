// SPDX-License-Identifier: GPL-3.0-or-later
// Sender, resolver and the desk between them: facts first, then decisions, nothing lost in between.
#include <QTest>

#include "core/digest.h"
#include "engine/outbox_sender.h"
#include "engine/unknown_resolver.h"
#include "engine_fakes.h"

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

template <typename DutyType, typename Parts>
struct Bench {
    ManualClock clock;
    LogKeeper log;
    Wakes wakes;
    ScriptedOutbox* port = nullptr;
    FakeChannel* channel = nullptr;
    std::unique_ptr<DutyType> duty;

    Bench()
    {
        auto outbox = std::make_unique<ScriptedOutbox>();
        auto bank = std::make_unique<FakeChannel>();
        port = outbox.get();
        channel = bank.get();
        duty = std::make_unique<DutyType>(Parts{std::move(outbox), std::move(bank), wakes, DutyLog(log.sink(), "duty"),
            [] { return 100U; }, clock.reader()});
    }
    [[nodiscard]] Result<Round> round() { return duty->runRound(); }
    static std::vector<OutboxMessage> messages(int count)
    {
        std::vector<OutboxMessage> list;
        for (int i = 1; i <= count; ++i)
            list.push_back(messageOf(i));
        return list;
    }
};

using SenderBench = Bench<OutboxSender, SenderParts>;
using ResolverBench = Bench<UnknownResolver, ResolverParts>;

OutboxMessage unknownOf(int number)
{
    OutboxMessage message = messageOf(number);
    message.status = MessageState::Unknown;
    message.operationStatus = OperationState::UnknownExternal;
    message.leaseUntil.reset();
    message.payload.clear();
    message.unknownSince = message.readAt - milliseconds{5000};
    message.firstSentAt = message.readAt - milliseconds{6000};
    message.lastSentAt = message.firstSentAt;
    message.attempts = 1;
    return message;
}

} // namespace

class TstEngineOutbox : public QObject {
    Q_OBJECT

private slots:
    void messagesAreMarkedBeforeTheyLeaveAndEndAccepted();
    void noMoreIsClaimedThanThereAreFreeSlots();
    void theWriteEndsNoLaterThanTheLease();
    void aFactIsRecordedBeforeItIsDecidedAbout();
    void aLostAnswerIsUnknownAndTheResolverIsWoken();
    void whatWasNotSentWaitsForTheBackoff();
    void aLostConnectionLosesNoAnswer();
    void oneRefusedFactDoesNotKeepTheOthers();
    void aMovedMessageIsDecidedAnew();
    void aContradictionIsToldAndEnds();
    void anUnknownProfileVersionSendsNothing();
    void aCleanStopAwaitsWhatIsUnderWay();
    void theResolverAsksAndEndsWhatWasExecuted();
    void notFoundSendsTheSameMessageAgain();
    void aChannelThatCannotBeAskedGoesToAPerson();
    void aRecordedAnswerIsDecidedFromBeforeAnybodyIsAsked_data();
    void aRecordedAnswerIsDecidedFromBeforeAnybodyIsAsked();
    void whatIsExecutedOnRecordIsNotSentAgain_data();
    void whatIsExecutedOnRecordIsNotSentAgain();
    void lostSendersAreTakenOver();
    void aWakeWhileAnswersAreAwaitedEndsTheWait();
};

// R60
void TstEngineOutbox::messagesAreMarkedBeforeTheyLeaveAndEndAccepted()
{
    SenderBench bench;
    bench.port->claims.push_back(SenderBench::messages(2));
    QVERIFY(bench.round());
    QCOMPARE(bench.port->calls.front(), std::string{"claim 2"});
    QCOMPARE(bench.channel->started.size(), std::size_t{2});
    QCOMPARE(bench.channel->started[0].payload, std::string{"pay 1"});
    QCOMPARE(bench.channel->started[0].key, messageOf(1).key);
    QVERIFY(!bench.channel->started[0].isQuery);
    bench.channel->answer(0, FakeChannel::accepted());
    bench.channel->answer(1, FakeChannel::accepted());
    const auto round = bench.round();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{2});
    QCOMPARE(bench.port->outcomes.size(), std::size_t{2});
    QCOMPARE(bench.port->outcomes[0].to, MessageState::Accepted);
    QCOMPARE(bench.port->outcomes[0].externalRef, std::string{"PB-1"});
    QVERIFY(bench.port->outcomes[0].call.has_value());
    QVERIFY(bench.wakes.scheduler.waitFor(milliseconds{0}));
    QVERIFY(bench.wakes.changed.load());
}

void TstEngineOutbox::noMoreIsClaimedThanThereAreFreeSlots()
{
    SenderBench bench;
    bench.port->claims.push_back(SenderBench::messages(3));
    QVERIFY(bench.round());
    QVERIFY(bench.round());
    bench.port->claims.push_back({messageOf(4)});
    QVERIFY(bench.round());
    QVERIFY(bench.round()); // Full: not asked at all.
    QCOMPARE(bench.port->freeSlots, (std::vector<int>{4, 1, 1}));
    bench.channel->answer(0, FakeChannel::accepted());
    QVERIFY(bench.round());
    QCOMPARE(bench.port->freeSlots.back(), 1);
}

// DESIGN.md rule 12
void TstEngineOutbox::theWriteEndsNoLaterThanTheLease()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    QCOMPARE(bench.channel->started[0].writeBefore, bench.clock.now + milliseconds{5000});
}

// DESIGN.md rule 4
void TstEngineOutbox::aFactIsRecordedBeforeItIsDecidedAbout()
{
    SenderBench bench;
    bench.port->claims.push_back(SenderBench::messages(2));
    QVERIFY(bench.round());
    bench.channel->answer(0, FakeChannel::accepted());
    bench.channel->answer(1, FakeChannel::accepted(101)); // Another amount: a difference for a person.
    QVERIFY(bench.round());
    QCOMPARE(bench.port->calls, (std::vector<std::string>{"claim 2", "record 2", "read 2", "finish 2"}));
    const ExternalFact& fact = bench.port->facts[0];
    QCOMPARE(fact.outboxVersion, Version{1});
    QCOMPARE(fact.startedAt, messageOf(1).readAt);
    const Sha256 digest = sha256("pay 1");
    QCOMPARE(fact.requestSha256, std::string(digest.begin(), digest.end()));
    QCOMPARE(bench.port->outcomes[1].to, MessageState::Unknown);
    QCOMPARE(bench.port->outcomes[1].deadLetterClass, std::string{"DIFFERS"});
}

// R58
void TstEngineOutbox::aLostAnswerIsUnknownAndTheResolverIsWoken()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.channel->answer(0, FakeChannel::plain(AnswerKind::Unknown));
    QVERIFY(bench.round());
    QCOMPARE(bench.port->outcomes[0].to, MessageState::Unknown);
    QVERIFY(bench.wakes.resolver.waitFor(milliseconds{0}));
    QCOMPARE(bench.channel->started.size(), std::size_t{1});
}

// R73
void TstEngineOutbox::whatWasNotSentWaitsForTheBackoff()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.channel->answer(0, FakeChannel::plain(AnswerKind::NotSent));
    QVERIFY(bench.round());
    const MessageOutcome& outcome = bench.port->outcomes[0];
    QCOMPARE(outcome.to, MessageState::Pending);
    QVERIFY(outcome.provablyNotSent);
    QVERIFY(outcome.burnsAttempt);
    QCOMPARE(outcome.version, std::optional{Version{1}});
    QVERIFY(outcome.wait >= milliseconds{900} && outcome.wait <= milliseconds{1100});
}

// K12
void TstEngineOutbox::aLostConnectionLosesNoAnswer()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.port->recordFailures.push_back(failureOf(FailureKind::Unavailable));
    bench.port->finishFailures.push_back(failureOf(FailureKind::InDoubt));
    bench.channel->answer(0, FakeChannel::accepted());
    QVERIFY(!bench.round());
    QVERIFY(!bench.round());
    QVERIFY(bench.round());
    QCOMPARE(bench.port->facts.size(), std::size_t{1});
    QCOMPARE(bench.port->outcomes.size(), std::size_t{1});
    QCOMPARE(bench.port->rows.at(1).status, MessageState::Accepted);
}

// S15
void TstEngineOutbox::oneRefusedFactDoesNotKeepTheOthers()
{
    SenderBench bench;
    bench.port->claims.push_back(SenderBench::messages(3));
    bench.port->refusesFact
        = [](const ExternalFact& fact) { return fact.ref.id.value == 2 && !fact.answer.raw.empty(); };
    QVERIFY(bench.round());
    Answer hostile = FakeChannel::accepted();
    hostile.raw = "something that a column cannot hold";
    bench.channel->answer(0, FakeChannel::accepted());
    bench.channel->answer(1, hostile);
    bench.channel->answer(2, FakeChannel::accepted());
    QVERIFY(bench.round());
    QCOMPARE(bench.port->facts.size(), std::size_t{3});
    for (int i = 1; i <= 3; ++i)
        QCOMPARE(bench.port->rows.at(i).status, MessageState::Accepted);
    QCOMPARE(bench.log.count("fact_refused"), 1);
}

// F38: a callback or another query came first.
void TstEngineOutbox::aMovedMessageIsDecidedAnew()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.port->conflicts.emplace_back("CONFLICT");
    bench.port->onConflict = [](OutboxMessage& row) { row.status = MessageState::Unknown; };
    bench.channel->answer(0, FakeChannel::accepted());
    QVERIFY(bench.round());
    QCOMPARE(bench.port->outcomes.size(), std::size_t{2});
    QCOMPARE(bench.port->outcomes[0].from, MessageState::Sending);
    QCOMPARE(bench.port->outcomes[1].from, MessageState::Unknown);
    QCOMPARE(bench.port->outcomes[1].to, MessageState::Accepted);
    QCOMPARE(bench.port->facts.size(), std::size_t{1});
}

// K61, I4
void TstEngineOutbox::aContradictionIsToldAndEnds()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.port->rows.at(1).status = MessageState::Refused;
    bench.port->conflicts.emplace_back("CONTRADICTION");
    bench.channel->answer(0, FakeChannel::accepted());
    QVERIFY(bench.round());
    QCOMPARE(bench.log.count("contradiction"), 1);
    QCOMPARE(bench.port->rows.at(1).status, MessageState::Refused);
    QCOMPARE(bench.port->outcomes.size(), std::size_t{1});
}

// DESIGN.md rule 7
void TstEngineOutbox::anUnknownProfileVersionSendsNothing()
{
    SenderBench bench;
    OutboxMessage message = messageOf(1);
    message.profileVersion = 7;
    bench.port->claims.push_back({message});
    QVERIFY(bench.round());
    QVERIFY(bench.channel->started.empty());
    QVERIFY(bench.round());
    QCOMPARE(bench.port->facts.size(), std::size_t{1});
    QCOMPARE(bench.port->facts[0].answer.kind, AnswerKind::NotSent);
    QCOMPARE(
        bench.port->facts[0].requestSha256.size(), std::size_t{32}); // I7: every send says which bytes it was about.
}

// F12
void TstEngineOutbox::aCleanStopAwaitsWhatIsUnderWay()
{
    SenderBench bench;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    bench.channel->answer(0, FakeChannel::accepted());
    bench.port->claims.push_back({messageOf(2)});
    bench.duty->windDown();
    QCOMPARE(bench.port->rows.at(1).status, MessageState::Accepted);
    QCOMPARE(bench.channel->started.size(), std::size_t{1});
    QCOMPARE(bench.port->claims.size(), std::size_t{1});
}

// R59, K52
void TstEngineOutbox::theResolverAsksAndEndsWhatWasExecuted()
{
    ResolverBench bench;
    bench.port->unknowns.push_back({unknownOf(1)});
    QVERIFY(bench.round());
    QCOMPARE(bench.channel->started.size(), std::size_t{1});
    QVERIFY(bench.channel->started[0].isQuery);
    QVERIFY(bench.channel->started[0].payload.empty());
    Answer found = FakeChannel::accepted();
    found.kind = AnswerKind::FoundExecuted;
    bench.channel->answer(0, found);
    QVERIFY(bench.round());
    QVERIFY(bench.port->facts[0].isQuery);
    QVERIFY(bench.port->facts[0].requestSha256.empty());
    QCOMPARE(bench.port->outcomes[0].to, MessageState::Accepted);
    QVERIFY(bench.wakes.scheduler.waitFor(milliseconds{0}));
    QVERIFY(!bench.wakes.sender.waitFor(milliseconds{0}));
}

// K51, R59
void TstEngineOutbox::notFoundSendsTheSameMessageAgain()
{
    ResolverBench bench;
    bench.port->unknowns.push_back({unknownOf(1)});
    QVERIFY(bench.round());
    bench.channel->answer(0, FakeChannel::plain(AnswerKind::NotFound));
    QVERIFY(bench.round());
    QCOMPARE(bench.port->outcomes[0].to, MessageState::Pending);
    QVERIFY(bench.port->outcomes[0].call.has_value());
    QVERIFY(bench.wakes.sender.waitFor(milliseconds{0}));
}

// R66
void TstEngineOutbox::aChannelThatCannotBeAskedGoesToAPerson()
{
    ResolverBench bench;
    bench.port->profileList[0].queryKind = QueryKind::None;
    bench.port->unknowns.push_back({unknownOf(1)});
    QVERIFY(bench.round());
    QVERIFY(bench.round());
    QVERIFY(bench.channel->started.empty());
    QVERIFY(bench.port->facts.empty());
    QCOMPARE(bench.port->outcomes[0].to, MessageState::Unknown);
    QCOMPARE(bench.port->outcomes[0].deadLetterClass, std::string{"UNKNOWN"});
}

// The receiver died between recording an answer and deciding from it: DESIGN.md rule 4.
void TstEngineOutbox::aRecordedAnswerIsDecidedFromBeforeAnybodyIsAsked_data()
{
    QTest::addColumn<QueryKind>("query");
    QTest::addColumn<Answer>("recorded");
    QTest::addColumn<MessageState>("becomes");
    QTest::newRow("executed") << QueryKind::Authoritative << FakeChannel::accepted() << MessageState::Accepted;
    QTest::newRow("executed, nobody to ask") << QueryKind::None << FakeChannel::accepted() << MessageState::Accepted;
    QTest::newRow("refused") << QueryKind::None << FakeChannel::plain(AnswerKind::Refused) << MessageState::Refused;
}

void TstEngineOutbox::aRecordedAnswerIsDecidedFromBeforeAnybodyIsAsked()
{
    QFETCH(QueryKind, query);
    QFETCH(Answer, recorded);
    QFETCH(MessageState, becomes);
    ResolverBench bench;
    bench.port->profileList[0].queryKind = query;
    const OutboxMessage first = unknownOf(1);
    bench.port->onRecord.push_back({first.ref, {77}, false, first.version, *first.lastSentAt, recorded});
    bench.port->unknowns.push_back({first, unknownOf(2)});
    QVERIFY(bench.round());
    QVERIFY(bench.round());
    QCOMPARE(bench.channel->started.size(), query == QueryKind::None ? std::size_t{0} : std::size_t{1});
    QVERIFY(bench.port->facts.empty()); // It is on record once.
    const auto outcome = std::find_if(bench.port->outcomes.begin(), bench.port->outcomes.end(),
        [&](const MessageOutcome& one) { return one.ref == first.ref; });
    QVERIFY(outcome != bench.port->outcomes.end());
    QCOMPARE(outcome->to, becomes);
    QVERIFY(outcome->call && outcome->call->value == 77);
    QCOMPARE(bench.log.count("answer_on_record"), 1);
}

void TstEngineOutbox::whatIsExecutedOnRecordIsNotSentAgain_data()
{
    QTest::addColumn<qint64>("amount");
    QTest::addColumn<MessageState>("becomes");
    QTest::addColumn<QByteArray>("letter");
    QTest::newRow("as it should be") << qint64{100} << MessageState::Accepted << QByteArray{};
    QTest::newRow("with another amount") << qint64{99} << MessageState::Unknown << QByteArray{"DIFFERS"};
}

void TstEngineOutbox::whatIsExecutedOnRecordIsNotSentAgain()
{
    QFETCH(qint64, amount);
    QFETCH(MessageState, becomes);
    QFETCH(QByteArray, letter);
    SenderBench bench;
    OutboxMessage executed = messageOf(1);
    executed.executedOnRecord = true;
    executed.sendsMaybeLeft = 2;
    executed.version = {2};
    Answer answer = FakeChannel::accepted();
    answer.amountMinor = amount;
    bench.port->onRecord.push_back({executed.ref, {78}, false, {1}, *executed.firstSentAt, answer});
    bench.port->claims.push_back({executed, messageOf(2)});
    QVERIFY(bench.round());
    QCOMPARE(bench.channel->started.size(), std::size_t{1});
    QCOMPARE(bench.channel->started[0].payload, std::string{"pay 2"});
    QVERIFY(bench.round());
    QCOMPARE(bench.port->outcomes.size(), std::size_t{1});
    QCOMPARE(bench.port->outcomes[0].ref, executed.ref);
    QCOMPARE(bench.port->outcomes[0].to, becomes);
    QCOMPARE(bench.port->outcomes[0].deadLetterClass, letter.toStdString());
}

// K10
void TstEngineOutbox::lostSendersAreTakenOver()
{
    ResolverBench bench;
    bench.port->lostNow = 3;
    const auto round = bench.round();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{3});
    QCOMPARE(bench.log.count("senders_lost"), 1);
}

// A wait that does not end on its wake would spin until the next answer.
void TstEngineOutbox::aWakeWhileAnswersAreAwaitedEndsTheWait()
{
    SenderBench bench;
    ScriptedDuty port;
    bench.port->claims.push_back({messageOf(1)});
    QVERIFY(bench.round());
    QCOMPARE(bench.duty->wait(port, bench.wakes.sender.fd(), milliseconds{0}), Woken::Timeout);
    bench.wakes.sender.notify();
    QCOMPARE(bench.duty->wait(port, bench.wakes.sender.fd(), milliseconds{0}), Woken::WakeFd);
    bench.wakes.sender.drain();
    bench.channel->answer(0, FakeChannel::accepted());
    QCOMPARE(bench.duty->wait(port, bench.wakes.sender.fd(), milliseconds{0}), Woken::WakeFd);
}

QTEST_GUILESS_MAIN(TstEngineOutbox)
#include "tst_engine_outbox.moc"
