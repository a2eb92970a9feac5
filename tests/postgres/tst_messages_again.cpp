// SPDX-License-Identifier: GPL-3.0-or-later
// A message that leaves, or is made, once more: never under another key and never with other bytes. Asked for and
// decided through the stores, executed by the real replayer, sent by the real engine to a bank with a book of its own;
// each story ends with every promise of `verify`.
#include <QTest>

#include "remedy_bench.h"

#include "acts/remedy.h"
#include "channel/payload_builder.h"
#include "channel/practice_control.h"
#include "core/business_calendar.h"
#include "core/send_window.h"

using namespace onceover;
using namespace onceover::test;

namespace {

/// Takes the message of an operation away, as only a superuser can who takes the guards off first.
std::string loseMessage(const RemedyBench& bench, const Uuid& operation)
{
    return bench.sql("ALTER TABLE onceover.outbox DISABLE TRIGGER guard_delete; DELETE FROM onceover.outbox WHERE "
                     "operation_id = '"
        + operation.toString() + "'; ALTER TABLE onceover.outbox ENABLE ALWAYS TRIGGER guard_delete");
}

/// A text as SQL writes it.
std::string quoted(const std::string& text)
{
    std::string made = "'";
    for (const char c : text)
        made += c == '\'' ? std::string("''") : std::string(1, c);
    return made + "'";
}

ClaimedOperation orderOf(const std::string& type, const std::string& currency, std::int64_t minor)
{
    ClaimedOperation order;
    order.ref.id.value = *Uuid::parse("0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f");
    order.merchant.value = 1032;
    order.settleDate = *BusinessDate::parse("2026-05-11");
    order.settlementType = type;
    order.currency = currency;
    order.amountMinor = minor;
    order.scopeRef = "0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f/1";
    order.beneficiaryName = "南洋茶行 \"Tea\" \\ O'Neil\t\x01\x7f";
    order.beneficiaryAccount = "6222020000001234";
    return order;
}

/// The bytes of the same order as the database makes them, on terms that these assignments change.
std::string bytesOf(const RemedyBench& bench, const ClaimedOperation& order, const std::string& terms)
{
    return bench.sql("SELECT convert_from(onceover.payout_bytes(o, p), 'UTF8') FROM onceover.channel_profile t, "
                     "jsonb_populate_record(t, "
        + terms + ") p, jsonb_populate_record(NULL::onceover.settlement_operation, jsonb_build_object('operation_id', "
        + quoted(order.ref.id.value.toString()) + ", 'merchant_id', " + std::to_string(order.merchant.value)
        + ", 'settle_date', " + quoted(order.settleDate.toString()) + ", 'settlement_type', "
        + quoted(order.settlementType) + ", 'currency', " + quoted(order.currency) + ", 'amount_minor', "
        + std::to_string(order.amountMinor) + ", 'scope_ref', " + quoted(order.scopeRef)
        + ", 'beneficiary', jsonb_build_object('name', " + quoted(order.beneficiaryName) + ", 'account', "
        + quoted(order.beneficiaryAccount) + "))) o WHERE t.channel_id = 'practice-bank'");
}

} // namespace

class TstMessagesAgain : public QObject {
    Q_OBJECT

private slots:
    void aMissingMessageIsFoundAndMadeAgain();
    void whatTheBankNeverSawIsSentOnceMore();
    void whoPressesRetryAgainAndAgainPaysOnce();
    void theDatabaseMakesTheBytesThatTheSettlerMakes();
    void theDatabaseKnowsTheHoursThatTheSettlerKnows();
};

// F41, R90, I6, I7: an operation waits for the bank and its message is gone. `verify` names it; an approved act makes
// the message again with the key and the bytes that it had, and the bank pays once.
void TstMessagesAgain::aMissingMessageIsFoundAndMadeAgain()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(), std::string{});
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler});
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) > 1 AND bool_and(status IN ('AWAITING_EXTERNAL', 'SUCCEEDED')) FROM "
                         "onceover.settlement_operation",
                 "t", std::chrono::seconds{90}),
        std::string{"t"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.outbox m JOIN onceover.settlement_operation o ON o.operation_id = "
                  "m.operation_id JOIN onceover.channel_profile p ON p.channel_id = m.channel_id AND "
                  "p.profile_version = m.profile_version WHERE m.payload <> onceover.payout_bytes(o, p)"),
        std::string{"0"});
    const Uuid lost
        = bench.idOf("SELECT operation_id FROM onceover.outbox WHERE status = 'PENDING' ORDER BY 1 LIMIT 1");
    const std::string known = "SELECT idempotency_key, encode(payload_sha256, 'hex') FROM onceover.outbox WHERE "
                              "operation_id = '"
        + lost.toString() + "'";
    const std::string was = bench.sql(known);
    const MessageWish wish{lost, "its row is gone", "T-8"};
    QCOMPARE(saidTo(acts::requestMissingMessage(bench.alice, wish, acts::newRequestId())),
        std::string{"NOT_IN_THIS_STATE"}); // It is there.
    QCOMPARE(loseMessage(bench, lost), std::string{});
    // Everything else is sent, so that nothing else is open.
    bench.startEngine({engine::Role::Sender, engine::Role::Resolver});
    QCOMPARE(
        bench.await("SELECT count(*) FROM onceover.outbox WHERE status <> 'ACCEPTED'", "0", std::chrono::seconds{90}),
        std::string{"0"});
    bench.stopEngine();
    QVERIFY(bench.brokenPromises().find("operation " + lost.toString() + " (AWAITING_EXTERNAL): its message is missing")
        != std::string::npos);
    const Uuid id = acts::newRequestId();
    const auto asked = acts::requestMissingMessage(bench.alice, wish, id);
    QCOMPARE(saidTo(asked), std::string{"DONE"});
    QCOMPARE(acts::requestMissingMessage(bench.alice, wish, id)->id, asked->id);
    QCOMPARE(saidTo(acts::requestMissingMessage(bench.alice, wish, acts::newRequestId())), std::string{"OPEN_REQUEST"});
    QCOMPARE(bench.approve(asked->id), std::string{});
    bench.startEngine({engine::Role::Replayer});
    QCOMPARE(bench.awaitRequest(asked->id), std::string{});
    QCOMPARE(bench.sql(known), was);
    bench.startEngine(EngineBench::allRoles());
    QCOMPARE(bench.awaitBatches("COMPLETED"), std::string{"COMPLETED"});
    bench.stopEngine();
    const auto book = channel::readBook(bench.endpoint(), "practice-bank");
    QVERIFY(book);
    QCOMPARE(std::count_if(book->begin(), book->end(),
                 [&](const OutsideEffect& effect) { return was.rfind(effect.key + "|", 0) == 0; }),
        std::ptrdiff_t{1});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md section 5, R90, I7: the bank loses one order before it executes it, and the channel's one attempt is spent.
// A query has found nothing; two persons send the same bytes under the same key once more.
void TstMessagesAgain::whatTheBankNeverSawIsSentOnceMore()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(R"({"next":{"fail_before_execute":1}})"), std::string{});
    QCOMPARE(
        bench.declare("max_send_attempts = 1, max_late_execution = '0 s', query_backoff = '{1 s}', max_queries = 3"),
        std::string{});
    bench.startAll();
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.untilNothingMoves(), std::string{});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'"), std::string{"1"});
    const Uuid unknown = bench.idOf("SELECT operation_id FROM onceover.outbox WHERE status = 'UNKNOWN'");
    const std::string known = "SELECT idempotency_key, encode(payload_sha256, 'hex') FROM onceover.outbox WHERE "
                              "operation_id = '"
        + unknown.toString() + "'";
    const std::string was = bench.sql(known);
    const Uuid paid = bench.idOf("SELECT operation_id FROM onceover.outbox WHERE status = 'ACCEPTED' LIMIT 1");
    QCOMPARE(saidTo(acts::requestResend(bench.alice, {paid, "again", ""}, acts::newRequestId())),
        std::string{"NOT_IN_THIS_STATE"});
    QCOMPARE(bench.carryThrough(
                 acts::requestResend(bench.alice, {unknown, "the bank never saw it", "T-9"}, acts::newRequestId())),
        std::string{});
    QCOMPARE(bench.awaitBatches("COMPLETED"), std::string{"COMPLETED"});
    QCOMPARE(bench.sql(known), was);
    QCOMPARE(
        bench.sql("SELECT o.status, m.sends_total, d.resolution FROM onceover.settlement_operation o JOIN "
                  "onceover.outbox m USING (bucket, operation_id) JOIN onceover.dead_letter d USING (operation_id) "
                  "WHERE o.operation_id = '"
            + unknown.toString() + "'"),
        std::string{"SUCCEEDED|2|answered"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// F33, F45, R58: the bank pays, and its answer does not reach us. Whoever presses Retry meanwhile, in every way that there
// is, is told that nobody knows; the bank is asked, and it has paid once. Who presses afterwards sends nothing either.
void TstMessagesAgain::whoPressesRetryAgainAndAgainPaysOnce()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(R"({"next":{"lose_answer":1}})"), std::string{});
    bench.startEngine(
        {engine::Role::Scheduler, engine::Role::Settler, engine::Role::Sender, engine::Role::Replayer}); // Nobody asks.
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT (SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'), (SELECT count(*) FROM "
                         "onceover.outbox WHERE status NOT IN ('UNKNOWN', 'ACCEPTED')), (SELECT count(*) FROM "
                         "onceover.settlement_operation WHERE status IN ('PENDING', 'RETRYABLE', 'PROCESSING'))",
                 "1|0|0", std::chrono::seconds{90}),
        std::string{"1|0|0"});
    const Uuid unknown = bench.idOf("SELECT operation_id FROM onceover.outbox WHERE status = 'UNKNOWN'");
    const std::string key
        = bench.sql("SELECT idempotency_key FROM onceover.outbox WHERE operation_id = '" + unknown.toString() + "'");
    store::ControlStore alice({bench.database.conninfo("alice"), "test"}, "tst_messages_again");
    ReplayWish wish;
    wish.operations = {unknown};
    wish.reason = "it hangs";
    const auto payments = [&]() -> std::ptrdiff_t {
        const auto book = channel::readBook(bench.endpoint(), "practice-bank");
        return !book ? -1
                     : std::count_if(book->begin(), book->end(),
                           [&](const OutsideEffect& effect) { return effect.key == key; });
    };
    for (int press = 0; press < 3; ++press) {
        QCOMPARE(saidTo(acts::requestReplay(alice, wish, acts::newRequestId())), std::string{"ANSWER_IS_UNKNOWN"});
        QVERIFY(saidTo(acts::requestResend(bench.alice, {unknown, "again", ""}, acts::newRequestId())) != "DONE");
        QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE EXISTING"});
    }
    QCOMPARE(payments(), std::ptrdiff_t{1});
    bench.startEngine({engine::Role::Resolver});
    QCOMPARE(bench.awaitBatches("COMPLETED"), std::string{"COMPLETED"});
    for (int press = 0; press < 3; ++press) {
        QCOMPARE(saidTo(acts::requestReplay(alice, wish, acts::newRequestId())), std::string{"EFFECT_ON_RECORD"});
        QCOMPARE(saidTo(acts::requestResend(bench.alice, {unknown, "again", ""}, acts::newRequestId())),
            std::string{"NOT_IN_THIS_STATE"});
        QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE ALREADY_COMPLETED"});
    }
    bench.stopEngine();
    QCOMPARE(payments(), std::ptrdiff_t{1});
    QCOMPARE(bench.sql("SELECT (SELECT count(*) FROM onceover.approval), max(sends_total), count(DISTINCT "
                       "idempotency_key) FROM onceover.outbox WHERE operation_id = '"
                 + unknown.toString() + "'"),
        std::string{"0|1|1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md section 2: the first payload follows from the operation and its inputs, so that whoever makes it makes the
// same bytes: the settler in C++, and the database where a message is missing.
void TstMessagesAgain::theDatabaseMakesTheBytesThatTheSettlerMakes()
{
    struct Order {
        const char* type;
        const char* currency;
        std::int64_t minor;
        bool major;
    };
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(), std::string{}); // Its channels are there.
    // With a calendar the order carries a value date: two open days after the settle date, the holiday left out.
    QCOMPARE(bench.sql("INSERT INTO onceover.business_calendar (calendar_id, day, is_open) SELECT 'again', d, "
                       "extract(isodow FROM d) < 6 AND d <> '2026-05-12' FROM generate_series(date '2026-05-01', date "
                       "'2026-05-31', interval '1 day') d"),
        std::string{});
    for (const Order& one : {Order{"settle-daily", "CNY", 123'456, false}, Order{"settle-monthly", "JPY", 500, true},
             Order{"settle-daily", "EUR", 5, true}, Order{"settle-daily", "KWD", 1234, true},
             Order{"settle-daily", "CLF", 9'223'372'036'854'775'807, true}, Order{"renew", "CNY", 990, false},
             Order{"refund", "CNY", 990, false}, Order{"reversal", "CNY", 990, true}}) {
        ClaimedOperation order = orderOf(one.type, one.currency, one.minor);
        ChannelProfile profile;
        profile.kind = "payout";
        profile.amountUnit = one.major ? AmountUnit::Major : AmountUnit::Minor;
        const std::string unit = std::string("'amount_unit', ") + (one.major ? "'major'" : "'minor'");
        const auto bytes = channel::JsonPayloadBuilder{}.build(order, profile);
        QVERIFY2(bytes, one.type);
        QCOMPARE(bytesOf(bench, order,
                     "jsonb_build_object(" + unit + ", 'calendar_id', NULL, 'cutoff_zone', NULL, 'cutoff', NULL)"),
            *bytes);
        order.valueDate = *BusinessDate::parse("2026-05-14");
        const auto dated = channel::JsonPayloadBuilder{}.build(order, profile);
        QVERIFY2(dated, one.type);
        QCOMPARE(bytesOf(bench, order,
                     "jsonb_build_object(" + unit
                         + ", 'cutoff_zone', 'Asia/Shanghai', 'calendar_id', 'again', 'value_date_rule', 'T+2')"),
            *dated);
    }
}

// K24: when the message may leave follows from the same rules as for the settler: cut-off, closed days, a value date
// that is insisted on, and a calendar that ends.
void TstMessagesAgain::theDatabaseKnowsTheHoursThatTheSettlerKnows()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(), std::string{}); // Its channels are there.
    BusinessCalendar calendar("again");
    std::string entered;
    for (int day = 1; day <= 20; ++day) {
        const std::string text = std::string("2026-05-") + (day < 10 ? "0" : "") + std::to_string(day);
        const bool open = day % 7 != 2 && day % 7 != 3 && day != 12; // Saturdays, Sundays, and a holiday.
        calendar.enter(*BusinessDate::parse(text), open);
        entered
            += std::string(entered.empty() ? "" : ", ") + "('again', '" + text + "', " + (open ? "true)" : "false)");
    }
    QCOMPARE(bench.sql("INSERT INTO onceover.business_calendar (calendar_id, day, is_open) VALUES " + entered),
        std::string{});
    const BusinessDate settleDate = *BusinessDate::parse("2026-05-11");
    for (const char* rule : {"same-day", "T+1", "T+3"}) {
        for (const bool takesPast : {true, false}) {
            for (const bool cutOff : {true, false}) {
                SendingHours hours;
                hours.zone = "Asia/Shanghai";
                hours.calendar = "again";
                hours.valueDateRule = rule;
                hours.takesPastValueDates = takesPast;
                if (cutOff)
                    hours.cutOff = std::chrono::minutes{17 * 60 + 30};
                for (const int hour : {0, 9, 33, 81, 105, 250}) { // From the settle date's midnight in UTC on.
                    const Timestamp at{std::chrono::seconds{1'778'457'600} + std::chrono::hours{hour}};
                    const auto window = sendWindowFor(hours, &calendar, settleDate, at, at);
                    const std::string expected = !window
                        ? std::string{}
                        : std::to_string(std::chrono::duration_cast<std::chrono::seconds>(
                            std::max(at, *window->opens).time_since_epoch())
                                             .count());
                    const std::string terms = std::string("jsonb_build_object('cutoff_zone', 'Asia/Shanghai', "
                                                          "'calendar_id', 'again', 'value_date_rule', '")
                        + rule + "', 'past_value_date', " + (takesPast ? "'accepts'" : "'refuses'") + ", 'cutoff', "
                        + (cutOff ? "'17:30'" : "NULL") + ")";
                    const std::string found
                        = bench.sql("SELECT extract(epoch FROM onceover.order_may_leave(p, '2026-05-11', to_timestamp("
                            + std::to_string(
                                std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count())
                            + ")))::bigint FROM onceover.channel_profile t, jsonb_populate_record(t, " + terms
                            + ") p WHERE t.channel_id = 'practice-bank'");
                    QVERIFY2(found == expected,
                        qPrintable(QStringLiteral("%1, %2, %3, hour %4: %5 instead of %6")
                                       .arg(QLatin1String(rule))
                                       .arg(takesPast)
                                       .arg(cutOff)
                                       .arg(hour)
                                       .arg(QString::fromStdString(found), QString::fromStdString(expected))));
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TstMessagesAgain)
#include "tst_messages_again.moc"
