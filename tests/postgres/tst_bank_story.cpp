// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a bank does: never two effects, never a new key, no fact lost, and what a machine cannot decide stands in a
// person's list with its age. A whole day on a real database and a real bank for each kind of bank.
#include <QTest>

#include "engine_bench.h"

#include "channel/http_call.h"
#include "channel/practice_control.h"

#include <algorithm>
#include <map>
#include <set>

using namespace onceover;
using namespace onceover::test;
using engine::Role;

namespace {

const std::string kDay = "2026-10-25";

/// Nothing can move without a person: no work, no message under way, every unknown listed, every callback decided.
const std::string kStandsStill = R"(
  SELECT (SELECT count(*) FROM onceover.settlement_operation WHERE status IN ('PENDING', 'RETRYABLE', 'PROCESSING', 'AWAITING_EXTERNAL'))
       + (SELECT count(*) FROM onceover.settlement_operation o WHERE o.status = 'UNKNOWN_EXTERNAL' AND NOT EXISTS (
            SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id AND d.status <> 'RESOLVED'))
       + (SELECT count(*) FROM onceover.external_event_due WHERE NOT is_listed)
       + (SELECT count(*) FROM onceover.settlement_batch WHERE status NOT IN ('COMPLETED', 'PARTIAL'))
       + (SELECT 1 - count(*) FROM onceover.settlement_batch))";

bool tell(const EngineBench& bench, const char* path, const std::string& json)
{
    return json.empty() || channel::callHttp(bench.endpoint() + path, json, std::chrono::seconds{5}).has_value();
}

} // namespace

class TstBankStory : public QObject {
    Q_OBJECT

private slots:
    void neverTwoEffectsWhateverTheBankDoes_data();
    void neverTwoEffectsWhateverTheBankDoes();
};

void TstBankStory::neverTwoEffectsWhateverTheBankDoes_data()
{
    QTest::addColumn<std::string>("misbehaviour");
    QTest::addColumn<std::string>("character");
    QTest::addColumn<std::string>("declared"); ///< SET list of the profile.
    QTest::addColumn<std::string>("callbacks");
    QTest::addColumn<std::string>("batch");   ///< Where the day stands still; empty: either.
    QTest::addColumn<std::string>("letters"); ///< Classes of open letters that may be there.
    const auto row = [](const char* name, const char* misbehaviour, const char* character, const char* declared,
                         const char* callbacks, const char* batch, const char* letters) {
        QTest::newRow(name) << std::string{misbehaviour} << std::string{character} << std::string{declared}
                            << std::string{callbacks} << std::string{batch} << std::string{letters};
    };
    row("loses every answer (K52)", R"({"lose_answer":1})", "", "", "none", "COMPLETED", "");
    row("answers 5xx after executing (K53)", R"({"fail_after_execute":1})", "", "", "none", "COMPLETED", "");
    row("answers 5xx for ever (K54)", R"({"fail_after_execute":1})", R"({"stores_5xx":true})", "stores_5xx = true",
        "none", "COMPLETED", "");
    row("answers 5xx for ever and never executes", R"({"fail_before_execute":0.3,"seed":3})", R"({"stores_5xx":true})",
        "stores_5xx = true", "none", "PARTIAL", "UNKNOWN");
    row("forgets keys (K57)", R"({"lose_answer":1})", R"({"retention_ms":40})",
        "retention = '1 s', retention_margin = '0 s'", "none", "", "UNKNOWN");
    row("answers late (K52)", R"({"delay_ms":600})", "", "", "none", "COMPLETED", "");
    row("executes late (K51)", R"({"execute_late":0.3,"seed":5})", R"({"executes_late_ms":700})",
        "max_late_execution = '1500 ms'", "none", "COMPLETED", "");
    row("refuses", R"({"refuse":0.2,"seed":6})", "", "", "none", "PARTIAL", "REFUSED");
    row("limits the rate (K62)", R"({"throttle":0.5,"retry_after_s":0,"seed":7})", "", "", "none", "COMPLETED", "");
    row("ignores keys", R"({"lose_answer":0.4,"seed":8})", R"({"on_mismatch":"ignores_key"})",
        "on_mismatch = 'ignores_key'", "none", "COMPLETED", "");
    row("ignores keys and cannot be asked", R"({"lose_answer":0.4,"seed":8})",
        R"({"on_mismatch":"ignores_key","query":"none"})", "on_mismatch = 'ignores_key', query_kind = 'none'", "none",
        "PARTIAL", "UNKNOWN");
    row("cannot be asked, but calls back", R"({"lose_answer":1})", R"({"query":"none"})", "query_kind = 'none'", "late",
        "COMPLETED", "");
    row("answers another amount", R"({"other_amount":0.3,"seed":9})", "", "", "none", "", "DIFFERS");
    row("gives one reference twice", "", R"({"shares_references":true})", "", "none", "PARTIAL", "UNKNOWN");
    row("fences, and loses answers (R38)", R"({"lose_answer":0.5,"fail_before_execute":0.2,"seed":14})",
        R"({"fencing":true})", "fencing = true", "none", "COMPLETED", "");
    row("knows only later what it executed", R"({"lose_answer":0.4,"fail_before_execute":0.2,"seed":15})",
        R"({"query":"eventual","knows_after_ms":300})", "query_kind = 'eventual', query_eventual_max = '800 ms'",
        "none", "COMPLETED", "");
    row("lets wait what is in flight", R"({"execute_late":0.3,"seed":16})",
        R"({"on_in_flight":"blocks","executes_late_ms":700})", "on_in_flight = 'blocks', max_late_execution = '1500 ms'",
        "none", "COMPLETED", "");
    row("executes what is in flight", R"({"lose_answer":0.3,"fail_before_execute":0.2,"seed":17})",
        R"({"on_in_flight":"executes"})", "on_in_flight = 'executes'", "none", "PARTIAL", "UNKNOWN");
    row("gives old answers to other bytes", R"({"lose_answer":0.4,"fail_before_execute":0.2,"seed":18})",
        R"({"on_mismatch":"old_answer"})", "on_mismatch = 'old_answer'", "none", "COMPLETED", "");
    row("may execute what it refused", R"({"refuse":0.2,"seed":19})", R"({"refusal_is_final":false})",
        "refusal = 'retryable_same_key'", "none", "PARTIAL", "REFUSED");
    row("tells amounts in major units", R"({"lose_answer":0.4,"seed":20})", R"({"amount_is_major":true})",
        "amount_unit = 'major'", "none", "COMPLETED", "");
    row("takes no longer keys than ours, in a header of its own",
        R"({"lose_answer":0.4,"fail_before_execute":0.2,"seed":21})",
        R"({"key_max":32,"key_charset":"A-Z2-7","key_header":"X-Request-Id"})",
        "key_max_len = 32, key_charset = 'A-Z2-7', key_transport = 'header:X-Request-Id'", "none", "COMPLETED", "");
    row("calls back twice, answers lost (K61)", R"({"lose_answer":0.5,"seed":10})", "", "", "twice", "COMPLETED", "");
    row("calls back in the wrong order, answers lost (K61)", R"({"lose_answer":0.5,"seed":11})", "", "", "wrong_order",
        "COMPLETED", "");
    row("calls back before it answers, and answers 5xx", R"({"fail_after_execute":1})", "", "", "early", "COMPLETED",
        "");
    row("contradicts itself by callbacks (K61)", R"({"lose_answer":0.3,"seed":12})", "", "", "contradict", "", "");
    row("everything at once",
        R"({"lose_answer":0.2,"fail_after_execute":0.2,"fail_before_execute":0.1,"throttle":0.1,"retry_after_s":0,"seed":13})",
        "", "", "twice", "", "UNKNOWN");
}

// R58, R59, R60, R61, R62, R63, R64, R65, R66, R85, K51 to K62; each row ends with every promise of `verify`.
void TstBankStory::neverTwoEffectsWhateverTheBankDoes()
{
    QFETCH(std::string, misbehaviour);
    QFETCH(std::string, character);
    QFETCH(std::string, declared);
    QFETCH(std::string, callbacks);
    QFETCH(std::string, batch);
    QFETCH(std::string, letters);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(
        bench.sql("UPDATE onceover.channel_profile SET max_in_flight = 16, max_send_attempts = 6, max_queries = 8, "
                  "escalate_after = '3 s'"),
        std::string{});
    if (!declared.empty()) // What it declares does not change in a version; here it is declared so from the start.
        QCOMPARE(bench.sql("ALTER TABLE onceover.channel_profile DISABLE TRIGGER guard_update; UPDATE "
                           "onceover.channel_profile SET "
                     + declared + "; ALTER TABLE onceover.channel_profile ENABLE ALWAYS TRIGGER guard_update"),
            std::string{});
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(tell(bench, "/control/misbehave", misbehaviour));
    QVERIFY(tell(bench, "/control/character", character));
    QVERIFY(tell(bench, "/control/callbacks",
        R"({"url":")" + bench.callbackUrl() + R"(","secret":")" + EngineBench::kCallbackSecret + R"(","plan":")"
            + callbacks + R"(","delay_ms":50})"));
    auto roles = EngineBench::allRoles();
    roles.insert(Role::Callback);
    bench.startEngine(roles);
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await(kStandsStill, "0", std::chrono::seconds{90}), std::string{"0"});
    QTRY_VERIFY_WITH_TIMEOUT(
        channel::callHttp(bench.endpoint() + "/control/callbacks", std::nullopt, std::chrono::seconds{5})
                ->find("\"waiting\":0")
            != std::string::npos,
        30000);
    QCOMPARE(bench.await(kStandsStill, "0", std::chrono::seconds{90}), std::string{"0"});
    bench.stopEngine();

    // Never two effects, never a key that is not the computed one.
    const auto book = channel::readBook(bench.endpoint(), "practice-bank");
    QVERIFY(book);
    std::map<std::string, int> effects;
    for (const OutsideEffect& effect : *book)
        ++effects[effect.key];
    for (const auto& [key, n] : effects)
        QVERIFY2(n == 1, (key + " was executed " + std::to_string(n) + " times").c_str());
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox WHERE idempotency_key <> onceover.outward_key_of("
                       "onceover.namespace(), operation_id, message_kind)"),
        std::string{"0"});
    QCOMPARE(
        bench.sql("SELECT count(*), count(DISTINCT idempotency_key) FROM onceover.outbox"), std::string{"120|120"});
    // No fact is lost: every send that was marked has its record.
    QCOMPARE(bench.sql("SELECT (SELECT count(*) FROM onceover.external_call WHERE kind = 'SEND') = (SELECT "
                       "sum(sends_total) FROM onceover.outbox)"),
        std::string{"t"});
    // R63: where a question proves nothing for a while, nothing that may have left is sent again before that while is
    // over. What provably did not leave (no connection in time) waits for its own schedule alone.
    if (declared.find("query_eventual_max") != std::string::npos)
        QCOMPARE(bench.sql("SELECT count(*) > 0, bool_and(later - at >= (SELECT query_eventual_max FROM "
                           "onceover.channel_profile)) FROM (SELECT answer, started_at AS at, lead(started_at) OVER "
                           "(PARTITION BY idempotency_key ORDER BY call_id) AS later FROM onceover.external_call "
                           "WHERE kind = 'SEND') s WHERE later IS NOT NULL AND answer <> 'NOT_SENT'"),
            std::string{"t|t"});
    // R101: what was executed is what was ordered, whatever the unit on the wire.
    std::string lines;
    for (const OutsideEffect& effect : *book)
        lines += (lines.empty() ? "('" : ",('") + effect.key + "'," + std::to_string(effect.amountMinor) + ",'"
            + effect.currency + "')";
    if (!lines.empty())
        QCOMPARE(bench.sql("SELECT count(*) FROM (VALUES " + lines
                     + ") b(key, minor, currency) JOIN onceover.outbox m ON m.idempotency_key = b.key WHERE "
                       "(m.amount_minor, m.currency) IS DISTINCT FROM (b.minor::bigint, b.currency::char(3))"),
            std::string{"0"});
    // What was executed there is known here: as a success, or as an unknown in somebody's list.
    std::string keys;
    for (const auto& [key, n] : effects)
        keys += (keys.empty() ? "" : ",") + key;
    QCOMPARE(bench.sql("SELECT count(*) FROM unnest(string_to_array('" + keys
                 + "', ',')) k JOIN onceover.outbox m ON m.idempotency_key = k JOIN onceover.settlement_operation o "
                   "USING (bucket, "
                   "operation_id) WHERE o.status NOT IN ('SUCCEEDED', 'UNKNOWN_EXTERNAL') AND NOT EXISTS (SELECT FROM "
                   "onceover.reconciliation_difference d WHERE d.operation_id = o.operation_id AND d.status = 'OPEN')"),
        std::string{"0"});
    // A person's list, with ages: of the classes that belong to this story, and nothing else.
    QCOMPARE(
        bench.sql(
            "SELECT coalesce(string_agg(DISTINCT failure_class, ' '), '') FROM onceover.dead_letter WHERE status <> "
            "'RESOLVED' AND failure_class <> ALL (string_to_array('"
            + letters + "', ' '))"),
        std::string{});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.dead_letter WHERE opened_at NOT BETWEEN (SELECT min(created_at) "
                       "FROM onceover.settlement_operation) AND onceover.clock()"),
        std::string{"0"});
    if (!batch.empty())
        QCOMPARE(bench.sql("SELECT status FROM onceover.settlement_batch"), batch);
    // One that told two amounts for one effect has an open difference for each, and breaks no promise of ours.
    if (misbehaviour.find("other_amount") != std::string::npos)
        QVERIFY(bench.sql("SELECT count(*) FROM onceover.reconciliation_difference WHERE kind = 'AMOUNT' AND status = "
                          "'OPEN'")
            != "0");
    // One reference for two effects is a difference of its own.
    if (character.find("shares_references") != std::string::npos)
        QVERIFY(bench.sql("SELECT count(*) FROM onceover.reconciliation_difference WHERE kind = 'REFERENCE_TAKEN' AND "
                          "status = 'OPEN'")
            != "0");
    QCOMPARE(bench.brokenPromises(), std::string{});
}

QTEST_GUILESS_MAIN(TstBankStory)
#include "tst_bank_story.moc"
