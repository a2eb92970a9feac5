// SPDX-License-Identifier: GPL-3.0-or-later
// A channel is paused on an outage and started again: an act of one person, in the audit, under which nothing is sent,
// nothing is lost and nothing changes its key.
#include <QTest>

#include "engine_bench.h"

#include "acts/pause_channel.h"
#include "acts/request_id.h"
#include "channel/practice_control.h"
#include "store/people_store.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";
const std::string kHeld = "SELECT messages || ' ' || under_way || ' ' || operations FROM onceover.v_channel_pause "
                          "WHERE resumed_at IS NULL";
const std::string kSends = "SELECT count(*) FROM onceover.external_call WHERE kind = 'SEND'";

class PauseBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// "outcome reason changed actor" of that person's wish.
    [[nodiscard]] std::string say(bool pause, const std::string& who = "alice",
        const std::string& channel = "practice-bank", const std::string& why = "the bank is away",
        const std::string& request = "gen_random_uuid()") const
    {
        return sql("SELECT concat_ws(' ', outcome, nullif(reason, ''), changed, actor) FROM onceover.pause_channel('"
                + channel + "', " + (pause ? "true" : "false") + ", '" + why + "', " + request + ")",
            who);
    }
    /// Every duty that could move work has looked once more.
    [[nodiscard]] bool everyDutyLooksAgain() const
    {
        const std::string now = sql("SELECT onceover.clock()");
        return await(
                   "SELECT count(DISTINCT duty) FROM onceover.worker_heartbeat WHERE duty IN ('scheduler', 'settler', "
                   "'sender', 'resolver') AND beat_at > '"
                       + now + "'",
                   "4")
            == "4";
    }
};

} // namespace

class TstChannelPause : public QObject {
    Q_OBJECT

private slots:
    void aPausedChannelHoldsTheWholeDay();
    void whatIsUnderWayWhenItIsPausedIsToldAndFinishes();
    void theTimeOfAPauseIsChargedToNobody();
    void refusalsAreReturnedAndAudited();
    void sayingItAgainChangesNothing();
    void aSendUnderAPauseBreaksAPromise();
};

// DESIGN.md section 9: nothing is claimed and nothing leaves; what is held is counted; afterwards it goes on.
void TstChannelPause::aPausedChannelHoldsTheWholeDay()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.say(true), std::string{"DONE t alice"});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT bool_and(status = 'ENUMERATED') FROM onceover.batch_shard", "t"), std::string{"t"});
    QVERIFY(bench.everyDutyLooksAgain());
    const std::string operations = bench.sql("SELECT count(*) FROM onceover.settlement_operation");
    QCOMPARE(bench.sql(kHeld), "0 0 " + operations);
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox"), std::string{"0"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{0});
    QCOMPARE(bench.brokenPromises(), std::string{}); // Held is not stuck (I6).

    QCOMPARE(bench.say(false, "alice", "practice-bank", "it is back"), std::string{"DONE t alice"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(std::to_string(channel::readBook(bench.endpoint())->size()), operations);
    QCOMPARE(bench.sql("SELECT max(sends_total) FROM onceover.outbox"), std::string{"1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// In the middle of a day: what was marked before may still leave, is told, and is recorded; nothing follows it.
void TstChannelPause::whatIsUnderWayWhenItIsPausedIsToldAndFinishes()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET max_in_flight = 2, answer_timeout = '20 s', send_lease = "
                       "'40 s'"),
        std::string{});
    // The first two orders stay with the bank until they are let go.
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"delay_ms": 15000})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT bool_and(status = 'ENUMERATED') FROM onceover.batch_shard", "t"), std::string{"t"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.operation_due", "0"), std::string{"0"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'", "2"), std::string{"2"});
    const std::string waiting = bench.sql("SELECT count(*) FROM onceover.outbox WHERE status = 'PENDING'");
    QVERIFY(std::stoi(waiting) > 0);
    QCOMPARE(bench.say(true), std::string{"DONE t alice"});
    const std::string held = bench.sql(kHeld);
    QVERIFY2(held == waiting + " 2 0", (held + " of " + waiting).c_str());
    QCOMPARE(bench.sql("SELECT value FROM onceover.v_figure WHERE figure = 'messages_held_by_pause' AND channel_id = "
                       "'practice-bank'"),
        waiting);
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), "{}"));
    const std::string keys = "SELECT string_agg(idempotency_key, ' ' ORDER BY idempotency_key) FROM onceover.outbox";
    const std::string before = bench.sql(keys);
    QCOMPARE(
        bench.await("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'", "0", std::chrono::seconds{40}),
        std::string{"0"});
    QVERIFY(bench.everyDutyLooksAgain());
    QCOMPARE(bench.sql(kSends), std::string{"2"}); // Facts are recorded, and nothing was sent since.
    QCOMPARE(bench.sql(kHeld), waiting + " 0 0");
    QCOMPARE(bench.say(false), std::string{"DONE t alice"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql(keys), before);
    QCOMPARE(bench.brokenPromises(), std::string{}); // I12: no send began while it was paused.
}

// A budget of time is for trying, not for waiting (R77): pauses and freezes that overlap count once.
void TstChannelPause::theTimeOfAPauseIsChargedToNobody()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(
        bench.sql(
            "INSERT INTO onceover.channel_pause (channel_id, reason, paused_by, paused_at, request_id, resume_reason, "
            "resumed_by, resumed_at, resume_request_id) SELECT 'practice-bank', 'away', 'alice', "
            "'2026-05-01 10:00Z', gen_random_uuid(), 'back', 'alice', '2026-05-01 12:00Z', gen_random_uuid(); "
            "INSERT INTO onceover.channel_pause (channel_id, reason, paused_by, paused_at, request_id) VALUES "
            "('practice-bank', 'away', 'alice', '2026-05-01 14:00Z', gen_random_uuid())"),
        std::string{});
    const auto held = [&](const char* channel) {
        return bench.sql(std::string{"SELECT onceover.frozen_between('settle-daily', 1, 1, '"} + channel
            + "', '2026-05-01 11:00Z', '2026-05-01 15:30Z')");
    };
    QCOMPARE(held("practice-bank"), std::string{"02:30:00"});
    QCOMPARE(held("another"), std::string{"00:00:00"});
}

void TstChannelPause::refusalsAreReturnedAndAudited()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.say(true, "alice", "no-such-bank"), std::string{"REFUSED UNKNOWN_SUBJECT f"});
    QCOMPARE(bench.say(true, "alice", "practice-bank", "  "), std::string{"REFUSED VALUE_MALFORMED f"});
    QCOMPARE(bench.say(false, "alice", "practice-bank", ""), std::string{"REFUSED VALUE_MALFORMED f"});
    for (const char* who : {"bob", "carol", "svc_sender"})
        QVERIFY2(bench.say(true, who).find("permission denied") != std::string::npos, who);
    QCOMPARE(
        bench.sql("SELECT string_agg(actor || ' ' || action || ' ' || target || ' ' || outcome || ' ' || reason, ', ' "
                  "ORDER BY seq) FROM onceover.audit_log WHERE action LIKE 'channel.%'"),
        std::string{"alice channel.pause channel no-such-bank REFUSED UNKNOWN_SUBJECT, alice channel.pause channel "
                    "practice-bank REFUSED VALUE_MALFORMED, alice channel.resume channel practice-bank REFUSED "
                    "VALUE_MALFORMED"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.channel_pause"), std::string{"0"});
    // Through the act a missing role is told by its name and stands in the audit as well.
    store::PeopleStore bob({bench.database.conninfo("bob"), "test"}, "tst_channel_pause");
    const auto refused = acts::pauseChannel(bob, ChannelId{"practice-bank"}, "the bank is away", acts::newRequestId());
    QVERIFY(!refused && refused.error().kind == FailureKind::Refused);
    QCOMPARE(
        bench.sql(
            "SELECT count(*) FROM onceover.audit_log WHERE actor = 'bob' AND action = 'channel.pause' AND outcome = "
            "'REFUSED'"),
        std::string{"1"});
    QVERIFY(bench.brokenPromises().find("I10") == std::string::npos); // The chain stays whole.
}

void TstChannelPause::sayingItAgainChangesNothing()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    const std::string request = "'00000000-0000-4000-8000-00000000000a'";
    const std::string back = "'00000000-0000-4000-8000-00000000000b'";
    QCOMPARE(bench.say(false), std::string{"DONE f"}); // It was not paused.
    QCOMPARE(bench.say(true, "alice", "practice-bank", "away", request), std::string{"DONE t alice"});
    QCOMPARE(bench.say(true, "alice", "practice-bank", "away again"), std::string{"DONE f alice"});
    QCOMPARE(bench.say(false, "alice", "practice-bank", "back", back), std::string{"DONE t alice"});
    // An answer that was lost is asked for late: nothing is paused or resumed once more.
    QCOMPARE(bench.say(true, "alice", "practice-bank", "away", request), std::string{"DONE t alice"});
    QCOMPARE(bench.sql("SELECT count(*) || ' ' || count(resumed_at) FROM onceover.channel_pause"), std::string{"1 1"});
    QCOMPARE(bench.say(true), std::string{"DONE t alice"});
    QCOMPARE(bench.say(false, "alice", "practice-bank", "back", back), std::string{"DONE t alice"});
    QCOMPARE(bench.sql("SELECT count(*) || ' ' || count(resumed_at) FROM onceover.channel_pause"), std::string{"2 1"});
    // Two who press at once pause once; a pause that ended stays ended.
    store::PeopleStore alice({bench.database.conninfo("alice"), "test"}, "tst_channel_pause");
    const auto pauses = alice.channelPauses();
    QVERIFY(
        pauses && pauses->size() == 1 && pauses->front().by == "alice" && pauses->front().reason == "the bank is away");
    QVERIFY(bench
                .sql("UPDATE onceover.channel_pause SET resumed_at = NULL, resumed_by = NULL, resume_reason = NULL, "
                     "resume_request_id = NULL WHERE resumed_at IS NOT NULL")
                .find("a pause ends once")
        != std::string::npos);
    QVERIFY(bench.sql("DELETE FROM onceover.channel_pause").find("ERROR") == 0);
}

// I12 looks at pauses too.
void TstChannelPause::aSendUnderAPauseBreaksAPromise()
{
    PauseBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
    QCOMPARE(
        bench.sql("INSERT INTO onceover.channel_pause (channel_id, reason, paused_by, paused_at, request_id) SELECT "
                  "'practice-bank', 'away', 'alice', min(started_at) - interval '1 ms', gen_random_uuid() FROM "
                  "onceover.external_call WHERE kind = 'SEND'"),
        std::string{});
    const std::string broken = bench.brokenPromises();
    QVERIFY2(broken.find("I12") == 0 && broken.find("under pause 1") != std::string::npos, broken.c_str());
}

QTEST_GUILESS_MAIN(TstChannelPause)
#include "tst_channel_pause.moc"
