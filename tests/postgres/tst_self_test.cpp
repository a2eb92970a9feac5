// SPDX-License-Identifier: GPL-3.0-or-later
// The self-test of a channel against a real bank of every kind, its record, and the guard that lets no untested channel
// be enabled.
#include <QTest>

#include "engine_bench.h"

#include "acts/record_self_test.h"
#include "acts/request_id.h"
#include "channel/channel_self_test.h"
#include "channel/http_call.h"
#include "store/people_store.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";

class TestedBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// A day, and version 2 of the practice profile, not enabled, with these declarations changed. Empty when it is
    /// there.
    [[nodiscard]] std::string declare(const std::string& changes)
    {
        if (const auto entered = enterDay(kDay); !entered)
            return entered.error().detail;
        return sql("INSERT INTO onceover.channel_profile SELECT (jsonb_populate_record(p, '{\"profile_version\": 2, "
                   "\"enabled\": false, \"answer_timeout\": \"400 ms\", \"test_endpoint\": \""
            + endpoint() + "/test\"}'::jsonb || '" + (changes.empty() ? "{}" : changes)
            + "'::jsonb)).* FROM onceover.channel_profile p WHERE channel_id = 'practice-bank' AND profile_version = "
              "1");
    }
};

bool become(const EngineBench& bench, const std::string& character)
{
    return channel::callHttp(bench.endpoint() + "/control/character", character, std::chrono::seconds{5}).has_value();
}

std::string fieldsThat(const std::vector<ProbeResult>& probes, ProbeOutcome outcome)
{
    std::string fields;
    for (const ProbeResult& probe : probes)
        if (probe.outcome == outcome && fields.find(probe.field) == std::string::npos)
            fields += (fields.empty() ? "" : " ") + probe.field;
    return fields;
}

std::string inWords(const std::vector<ProbeResult>& probes)
{
    std::string text;
    for (const ProbeResult& probe : probes)
        text += std::string{nameOf(probe.outcome)} + " " + probe.field + ": declared " + probe.declared + ", found "
            + probe.found + "; " + probe.detail + "\n";
    return text;
}

/// Version 2 as a person reads it, tested where its test mode is.
std::vector<ProbeResult> probesOf(const EngineBench& bench, store::PeopleStore& people)
{
    const auto profile = people.channelProfile(ChannelId{"practice-bank"}, 2);
    if (!profile || !*profile)
        return {};
    ChannelProfile tested = **profile;
    tested.endpoint = bench.endpoint() + "/test";
    return channel::testChannel(tested, acts::newRequestId().toString());
}

/// As if two persons had approved it; what the self-test decides is looked at all the same.
const std::string kEnable
    = "BEGIN; ALTER TABLE onceover.channel_profile DISABLE TRIGGER guard_update; "
      "UPDATE onceover.channel_profile SET enabled = (profile_version = 2) WHERE channel_id = 'practice-bank' AND "
      "profile_version = 2; "
      "ALTER TABLE onceover.channel_profile ENABLE ALWAYS TRIGGER guard_update; COMMIT";
const std::string kDisableOne
    = "UPDATE onceover.channel_profile SET enabled = false WHERE channel_id = 'practice-bank' AND profile_version = 1";

} // namespace

class TstSelfTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsDeclaredWrongIsNamed_data();
    void whatIsDeclaredWrongIsNamed();
    void whatIsDeclaredRightPasses_data();
    void whatIsDeclaredRightPasses();
    void withoutLeversNothingIsMadeUp();
    void anUntestedVersionCannotBeEnabled();
    void aLaterFailureTakesThePermissionAway();
    void itIsRecordedOnceUnderAPersonsName();
    void testModeMovesNoMoney();
};

void TstSelfTest::whatIsDeclaredWrongIsNamed_data()
{
    QTest::addColumn<std::string>("character"); ///< What the bank is, against the practice profile's declarations.
    QTest::addColumn<std::string>("declared");  ///< Declarations that differ from it.
    QTest::addColumn<std::string>("fields");    ///< Named as wrong.
    const auto row = [](const char* name, const char* character, const char* declared, const char* fields) {
        QTest::newRow(name) << std::string{character} << std::string{declared} << std::string{fields};
    };
    row("the key is silently ignored (F39)", R"({"on_mismatch":"ignores_key"})", "",
        "on_mismatch on_in_flight refusal retention");
    row("other bytes get the old answer", R"({"on_mismatch":"old_answer"})", "", "on_mismatch");
    row("other bytes get an error, not the old answer", "{}", R"({"on_mismatch":"old_answer"})", "on_mismatch");
    row("what is in flight blocks", R"({"on_in_flight":"blocks"})", "", "on_in_flight");
    row("what is in flight is executed twice", R"({"on_in_flight":"executes"})", "", "on_in_flight");
    row("nobody can ask", R"({"query":"none"})", "", "query_kind max_late_execution");
    row("it can be asked after all", "{}", R"({"query_kind":"none"})", "query_kind");
    row("it knows only later", R"({"query":"eventual","knows_after_ms":300})", "", "query_kind");
    row("it knows later than it says", R"({"query":"eventual","knows_after_ms":400})",
        R"({"query_kind":"eventual","query_eventual_max":"100 ms"})", "query_eventual_max");
    row("keys live an hour", R"({"retention_ms":3600000})", "", "retention");
    row("it executes later than it says", R"({"executes_late_ms":1200})", "", "max_late_execution");
    row("a refused key may be executed later", R"({"refusal_is_final":false})", "", "refusal");
    row("a refusal is final, not retryable", "{}", R"({"refusal":"retryable_same_key"})", "refusal");
    row("it refuses with a code that is not listed", "{}", R"({"refusal_codes":["ACCOUNT_CLOSED"]})", "refusal_codes");
    row("a 5xx is given for ever", R"({"stores_5xx":true})", "", "stores_5xx");
    row("a 5xx is not given for ever", "{}", R"({"stores_5xx":true})", "stores_5xx");
    row("keys are shorter than it says", R"({"key_max":64})", "", "key_max_len");
    row("keys are of hex digits", R"({"key_charset":"0-9a-f"})", "", "key_transport amount_unit");
    row("it says that keys are of hex digits", "{}", R"({"key_charset":"0-9a-f"})", "key_charset");
    row("it says that keys are shorter than ours", "{}", R"({"key_max_len":20})", "key_max_len");
    row("keys are in another header", R"({"key_header":"X-Request-Id"})", "", "key_transport amount_unit");
    row("it does not fence (R38)", "{}", R"({"fencing":true})", "fencing");
    row("it takes a past value date", "{}",
        R"({"cutoff_zone":"UTC","calendar_id":"cn-bank","past_value_date":"refuses"})", "past_value_date");
    row("it refuses a past value date", R"({"past_value_date":"refuses"})",
        R"({"cutoff_zone":"UTC","calendar_id":"cn-bank"})", "past_value_date");
    row("amounts are in major units", R"({"amount_is_major":true})", "", "key_transport amount_unit");
    row("amounts are in minor units", "{}", R"({"amount_unit":"major"})", "key_transport amount_unit");
}

// R62, R64, R65, F39, DESIGN.md section 5: each declared field wrong, and the self-test says which.
void TstSelfTest::whatIsDeclaredWrongIsNamed()
{
    QFETCH(std::string, character);
    QFETCH(std::string, declared);
    QFETCH(std::string, fields);
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare(declared), std::string{});
    QVERIFY(become(bench, character));
    store::PeopleStore people({bench.database.conninfo("alice"), "test"}, "tst_self_test");
    const auto probes = probesOf(bench, people);
    QVERIFY2(fieldsThat(probes, ProbeOutcome::Differs) == fields, inWords(probes).c_str());
    QVERIFY(!isPassed(probes));
}

void TstSelfTest::whatIsDeclaredRightPasses_data()
{
    QTest::addColumn<std::string>("character");
    QTest::addColumn<std::string>("declared");
    const auto row = [](const char* name, const char* character, const char* declared) {
        QTest::newRow(name) << std::string{character} << std::string{declared};
    };
    row("as the practice bank is", "{}", "{}");
    row("old answers", R"({"on_mismatch":"old_answer"})", R"({"on_mismatch":"old_answer"})");
    row("blocks", R"({"on_in_flight":"blocks"})", R"({"on_in_flight":"blocks"})");
    row("executes", R"({"on_in_flight":"executes"})", R"({"on_in_flight":"executes"})");
    row("cannot be asked", R"({"query":"none"})", R"({"query_kind":"none"})");
    row("knows later", R"({"query":"eventual","knows_after_ms":200})",
        R"({"query_kind":"eventual","query_eventual_max":"1500 ms"})");
    row("keys of an hour", R"({"retention_ms":3600000})", R"({"retention":"1 hour","retention_margin":"10 min"})");
    row("no promise of lateness", R"({"executes_late_ms":1500})", R"({"max_late_execution":null})");
    row("retryable refusals", R"({"refusal_is_final":false})", R"({"refusal":"retryable_same_key"})");
    row("5xx for ever", R"({"stores_5xx":true})", R"({"stores_5xx":true})");
    row("short keys", R"({"key_max":32})", R"({"key_max_len":32})");
    row("keys of our length and characters alone", R"({"key_max":32,"key_charset":"A-Z2-7"})",
        R"({"key_max_len":32,"key_charset":"A-Z2-7"})");
    row("keys in a header of its own", R"({"key_header":"X-Request-Id"})", R"({"key_transport":"header:X-Request-Id"})");
    row("fences (R38)", R"({"fencing":true})", R"({"fencing":true})");
    row("refuses past value dates", R"({"past_value_date":"refuses"})",
        R"({"cutoff_zone":"UTC","calendar_id":"cn-bank","past_value_date":"refuses"})");
    row("major units", R"({"amount_is_major":true})", R"({"amount_unit":"major"})");
}

// DESIGN.md section 5: the practice bank plays every value, and who declares it passes.
void TstSelfTest::whatIsDeclaredRightPasses()
{
    QFETCH(std::string, character);
    QFETCH(std::string, declared);
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare(declared), std::string{});
    QVERIFY(become(bench, character));
    store::PeopleStore people({bench.database.conninfo("alice"), "test"}, "tst_self_test");
    const auto probes = probesOf(bench, people);
    QVERIFY2(isPassed(probes), inWords(probes).c_str());
    QCOMPARE(fieldsThat(probes, ProbeOutcome::Differs), std::string{});
    const auto profile = people.channelProfile(ChannelId{"practice-bank"}, 2);
    const auto recorded
        = acts::recordSelfTest(people, **profile, bench.endpoint() + "/test", probes, acts::newRequestId());
    QVERIFY(recorded && recorded->done && recorded->passed);
    QCOMPARE(bench.sql(kDisableOne + "; " + kEnable), std::string{});
}

// What a bank without levers cannot show is said to rest on its word.
void TstSelfTest::withoutLeversNothingIsMadeUp()
{
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare("{}"), std::string{});
    store::PeopleStore people({bench.database.conninfo("alice"), "test"}, "tst_self_test");
    auto profile = people.channelProfile(ChannelId{"practice-bank"}, 2);
    QVERIFY(profile && *profile);
    (*profile)->endpoint = bench.endpoint() + "/nothing/there";
    const auto probes = channel::testChannel(**profile, acts::newRequestId().toString());
    QVERIFY2(!isPassed(probes), inWords(probes).c_str());
    QCOMPARE(fieldsThat(probes, ProbeOutcome::Agrees), std::string{});
}

// DESIGN.md section 5: no role, the owner included, enables money on a version that nobody tested.
void TstSelfTest::anUntestedVersionCannotBeEnabled()
{
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare("{}"), std::string{});
    QCOMPARE(bench.sql(kDisableOne), std::string{});
    QVERIFY2(bench.sql(kEnable).find("has no passed self-test") != std::string::npos, bench.sql(kEnable).c_str());
    QVERIFY(bench
                .sql("INSERT INTO onceover.channel_profile SELECT (jsonb_populate_record(p, '{\"profile_version\": 3, "
                     "\"enabled\": true}')).* FROM onceover.channel_profile p WHERE profile_version = 2")
                .find("has no passed self-test")
        != std::string::npos);
    // Another version's test does not count, and what was recorded stays.
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.channel_self_test WHERE profile_version = 1 AND passed"),
        std::string{"1"});
    QVERIFY(bench.sql("UPDATE onceover.channel_self_test SET profile_version = 2").starts_with("ERROR"));
    QVERIFY(bench.sql("DELETE FROM onceover.channel_self_test").starts_with("ERROR"));
}

void TstSelfTest::aLaterFailureTakesThePermissionAway()
{
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare("{}"), std::string{});
    store::PeopleStore people({bench.database.conninfo("bob"), "test"}, "tst_self_test");
    const auto profile = people.channelProfile(ChannelId{"practice-bank"}, std::nullopt);
    QVERIFY(profile && *profile);
    QCOMPARE((*profile)->profileVersion, 2); // The newest.
    const auto record = [&] {
        return acts::recordSelfTest(
            people, **profile, bench.endpoint() + "/test", probesOf(bench, people), acts::newRequestId());
    };
    const auto good = record();
    QVERIFY(good && good->done && good->passed);
    QVERIFY(become(bench, R"({"on_mismatch":"ignores_key"})"));
    const auto bad = record();
    QVERIFY(bad && bad->done && !bad->passed);
    QCOMPARE(bench.sql(kDisableOne), std::string{});
    QVERIFY(bench.sql(kEnable).find("has no passed self-test") != std::string::npos);
    QVERIFY(become(bench, "{}"));
    const auto again = record();
    QVERIFY(again && again->passed);
    QCOMPARE(bench.sql(kEnable), std::string{});
}

// R120: who, when, which version, each probe; a lost answer told again is the same test.
void TstSelfTest::itIsRecordedOnceUnderAPersonsName()
{
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare("{}"), std::string{});
    store::PeopleStore alice({bench.database.conninfo("alice"), "test"}, "tst_self_test");
    const auto profile = alice.channelProfile(ChannelId{"practice-bank"}, 2);
    QVERIFY(profile && *profile);
    const std::vector<ProbeResult> probes{
        {"on_mismatch", "error", "old_answer", ProbeOutcome::Differs, "seen it's so"}};
    const Uuid request = acts::newRequestId();
    const auto first = acts::recordSelfTest(alice, **profile, "http://x/test", probes, request);
    const auto again = acts::recordSelfTest(alice, **profile, "http://x/test", probes, request);
    QVERIFY(first && again && first->done && again->done);
    QCOMPARE(again->id, first->id);
    QCOMPARE(
        bench.sql(
            "SELECT actor, login, passed, endpoint, results->0->>'field', results->0->>'found', results->0->>'detail' "
            "FROM onceover.channel_self_test WHERE profile_version = 2"),
        std::string{"alice|alice|f|http://x/test|on_mismatch|old_answer|seen it's so"});
    QCOMPARE(
        bench.sql(
            "SELECT count(*) FROM onceover.audit_log WHERE action = 'self-test' AND target = 'channel practice-bank "
            "version 2' AND outcome = 'DONE'"),
        std::string{"1"});
    store::PeopleStore bob({bench.database.conninfo("bob"), "test"}, "tst_self_test");
    const auto taken = acts::recordSelfTest(bob, **profile, "http://x/test", probes, request);
    QVERIFY(taken && !taken->done);
    QCOMPARE(taken->reason, std::string{"REQUEST_ID_REUSED"});
    ChannelProfile nobodys = **profile;
    nobodys.profileVersion = 9;
    const auto nothing = acts::recordSelfTest(alice, nobodys, "http://x/test", probes, acts::newRequestId());
    QVERIFY(nothing && !nothing->done);
    QCOMPARE(nothing->reason, std::string{"NO_CHANNEL_PROFILE"});
    store::PeopleStore carol({bench.database.conninfo("carol"), "test"}, "tst_self_test");
    QVERIFY(!acts::recordSelfTest(carol, **profile, "http://x/test", probes, acts::newRequestId()));
    QVERIFY(!alice.channelProfile(ChannelId{"no-such"}, std::nullopt)->has_value());
}

// The book that is compared with ours never learns of a test.
void TstSelfTest::testModeMovesNoMoney()
{
    TestedBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.declare("{}"), std::string{});
    store::PeopleStore people({bench.database.conninfo("alice"), "test"}, "tst_self_test");
    QVERIFY(isPassed(probesOf(bench, people)));
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{0});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

QTEST_GUILESS_MAIN(TstSelfTest)
#include "tst_self_test.moc"
