// SPDX-License-Identifier: GPL-3.0-or-later
// Cut-off, calendar and value date on a real database with the real engine: what waits is stored with its instant, what
// is not known stops its channel's orders by name, and a sale gets its date at intake. DESIGN.md section 9.
#include "core/schedule.h"
#include "engine_bench.h"

#include <QDateTime>

using namespace onceover;
using namespace onceover::test;
using namespace std::chrono_literals;

namespace {

const std::string kDay = "2026-03-10";

/// A zone in which it is noon now, so that no test stands next to a midnight. (Etc/GMT-3 is three hours ahead of UTC.)
constexpr const char* kNoonZone
    = "(SELECT format('Etc/GMT%s%s', CASE WHEN ahead > 0 THEN '-' ELSE '+' END, abs(ahead)) FROM "
      "(SELECT 12 - extract(hour FROM clock() AT TIME ZONE 'UTC')::integer AS ahead) h)";

} // namespace

class TestCalendar : public QObject {
    Q_OBJECT

private slots:
    void init();
    void anOrderWaitsForTheChannelsHours_data(); // K31
    void anOrderWaitsForTheChannelsHours();
    void anUnknownDayStopsTheOrdersUntilItIsEntered(); // R70, "empty means unknown"
    void aPastValueDateGoesToAPersonWhereTheBankRefusesIt(); // R71
    void whatWasTrueOnADayStays();
    void onlyAnAdministratorEntersDays();
    void aSaleGetsItsDateFromZoneAndCutOff_data(); // R20, K31
    void aSaleGetsItsDateFromZoneAndCutOff();
    void aSaleOfASealedDateGoesIntoTheNextCycle();
    void theBeneficiaryOfAnOrderStays();

private:
    [[nodiscard]] std::string sql(const std::string& statement) const
    {
        return m_bench->sql("SET search_path = onceover, pg_temp; " + statement);
    }
    /// The bank's profile in a new version with these members; empty when it is enabled.
    [[nodiscard]] std::string giveHours(const std::string& members) const
    {
        return sql("INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, "
                   "login) SELECT channel_id, profile_version + 1, endpoint, true, '[]', 'test', 'test' FROM "
                   "channel_profile WHERE channel_id = 'practice-bank'; "
                   "UPDATE channel_profile SET enabled = false WHERE channel_id = 'practice-bank'; "
                   "INSERT INTO channel_profile SELECT (jsonb_populate_record(p, jsonb_build_object('profile_version', "
                   "p.profile_version + 1, 'enabled', true, 'cutoff_zone', "
            + std::string{kNoonZone} + ", " + members
            + "))).* FROM channel_profile p WHERE channel_id = 'practice-bank'");
    }
    /// Every day from before the practice day to a month ahead is open, except these days from today on.
    [[nodiscard]] std::string enterDays(const std::string& closed) const
    {
        return sql("SELECT enter_calendar('cn-bank', '2026-03-01', t.day + 60, '{}', coalesce((SELECT "
                   "jsonb_object_agg((t.day + n)::text, false) FROM unnest('{"
            + closed + "}'::integer[]) n), '{}')) > 60 FROM (SELECT (clock() AT TIME ZONE " + kNoonZone
            + ")::date AS day) t");
    }
    /// Waits until every shard is enumerated and every operation posted; "t" when they are.
    [[nodiscard]] std::string awaitEverythingPosted() const
    {
        return m_bench->await(
            "SELECT EXISTS (SELECT FROM onceover.outbox) AND NOT EXISTS (SELECT FROM onceover.batch_shard WHERE status "
            "= 'OPEN') AND NOT EXISTS (SELECT FROM onceover.operation_due)",
            "t");
    }
    std::unique_ptr<EngineBench> m_bench;
};

void TestCalendar::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_bench = std::make_unique<EngineBench>();
    ONCEOVER_NEED(m_bench->database);
    QVERIFY(m_bench->enterDay(kDay));
}

void TestCalendar::anOrderWaitsForTheChannelsHours_data()
{
    QTest::addColumn<QString>("hours");
    QTest::addColumn<QString>("closed");
    QTest::addColumn<int>("waitsDays");
    QTest::addColumn<QString>("valueDate");
    const auto row = [](const char* name, const char* hours, const char* closed, int waitsDays, const char* valueDate) {
        QTest::newRow(name) << QString::fromLatin1(hours) << QString::fromLatin1(closed) << waitsDays
                            << QString::fromLatin1(valueDate);
    };
    row("before the cut-off", "'cutoff', '18:00'", "", 0, "");
    row("after the cut-off", "'cutoff', '06:00'", "", 1, "");
    row("after the cut-off, tomorrow is a holiday", "'cutoff', '06:00', 'calendar_id', 'cn-bank'", "1", 2,
        "2026-03-10");
    row("on a holiday", "'cutoff', '18:00', 'calendar_id', 'cn-bank'", "0,1,2", 3, "2026-03-10");
    row("an open day without a cut-off", "'calendar_id', 'cn-bank', 'value_date_rule', 'T+2'", "1", 0, "2026-03-12");
}

void TestCalendar::anOrderWaitsForTheChannelsHours()
{
    QFETCH(QString, hours);
    QFETCH(QString, closed);
    QFETCH(int, waitsDays);
    QFETCH(QString, valueDate);
    QCOMPARE(enterDays(closed.toStdString()), std::string{"t"});
    QCOMPARE(giveHours(hours.toStdString()), std::string{});
    m_bench->startEngine();
    QCOMPARE(m_bench->trigger(kDay), std::string{"DONE CREATED"});
    if (waitsDays > 0) {
        // Everything is posted and nothing leaves: each order stands there with the first moment of that day.
        QCOMPARE(awaitEverythingPosted(), std::string{"t"});
        QCOMPARE(
            sql("SELECT count(*) > 0 AND bool_and(status = 'PENDING' AND sends_total = 0 AND not_before = "
                "((clock() AT TIME ZONE p.cutoff_zone)::date + "
                + std::to_string(waitsDays)
                + ")::timestamp AT TIME ZONE p.cutoff_zone) FROM outbox m JOIN channel_profile p USING (channel_id, "
                  "profile_version)"),
            std::string{"t"});
        QCOMPARE(sql("SELECT count(*) FROM external_call"), std::string{"0"});
        QCOMPARE(sql("SELECT count(*) = count(m.not_before) FROM v_outbox m"), std::string{"t"}); // What people see.
        QCOMPARE(sql("UPDATE outbox SET not_before = clock()"), std::string{});                   // Its time has come.
    }
    QCOMPARE(m_bench->awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(
        sql("SELECT string_agg(DISTINCT coalesce(convert_from(payload, 'UTF8')::jsonb ->> 'value_date', ''), ',') FROM "
            "outbox"),
        valueDate.toStdString());
    QCOMPARE(m_bench->brokenPromises(), std::string{});
}

void TestCalendar::anUnknownDayStopsTheOrdersUntilItIsEntered()
{
    QCOMPARE(giveHours("'calendar_id', 'cn-bank'"), std::string{});
    QCOMPARE(sql("UPDATE job SET max_attempts = 1000, retry_backoff = '{200 ms}'"), std::string{});
    m_bench->startEngine();
    QCOMPARE(m_bench->trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(m_bench->await("SELECT count(*) > 0 AND bool_and(last_error LIKE '%calendar cn-bank knows no day, not "
                            "2026-03-10: enter its days up to there%') FROM onceover.settlement_operation WHERE "
                            "status <> 'SUCCEEDED'",
                 "t"),
        std::string{"t"});
    QCOMPARE(sql("SELECT count(*) FROM ledger_entry"), std::string{"0"});
    QCOMPARE(sql("SELECT count(*) FROM outbox"), std::string{"0"});
    QCOMPARE(enterDays(""), std::string{"t"});
    QCOMPARE(m_bench->awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(m_bench->brokenPromises(), std::string{});
}

// The day is months ago: its value dates are past. No attempt is made with what the bank says that it refuses.
void TestCalendar::aPastValueDateGoesToAPersonWhereTheBankRefusesIt()
{
    QCOMPARE(enterDays(""), std::string{"t"});
    QCOMPARE(giveHours("'calendar_id', 'cn-bank', 'past_value_date', 'refuses'"), std::string{});
    m_bench->startEngine();
    QCOMPARE(m_bench->trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(m_bench->await("SELECT status FROM onceover.settlement_batch", "PARTIAL"), std::string{"PARTIAL"});
    QCOMPARE(sql("SELECT count(*) > 0 AND bool_and(o.status = 'FAILED_PERMANENT' AND o.failure_class = 'DATA' AND "
                 "o.attempts_total = 1 AND d.last_error LIKE '%VALUE_DATE_PAST%2026-03-10%') FROM "
                 "settlement_operation o LEFT JOIN dead_letter d USING (bucket, operation_id)"),
        std::string{"t"});
    QCOMPARE(sql("SELECT (SELECT count(*) FROM ledger_entry) + (SELECT count(*) FROM outbox)"), std::string{"0"});
    QCOMPARE(m_bench->brokenPromises(), std::string{});
}

void TestCalendar::whatWasTrueOnADayStays()
{
    QCOMPARE(enterDays(""), std::string{"t"});
    // Entered again it is the same; what lies ahead may change, what has begun may not.
    QCOMPARE(sql("SELECT enter_calendar('cn-bank', '2026-03-01', '2026-03-31', '{}')"), std::string{"0"});
    QCOMPARE(sql("SELECT enter_calendar('cn-bank', d, d, '{1,2,3,4,5,6,7}') FROM (SELECT clock()::date + 20 AS d) x"),
        std::string{"1"});
    QVERIFY(sql("SELECT enter_calendar('cn-bank', '2026-03-10', '2026-03-10', '{1,2,3,4,5,6,7}')").find("IMMUTABLE")
        != std::string::npos);
    QVERIFY(sql("DELETE FROM business_calendar").find("APPEND_ONLY") != std::string::npos);
    QVERIFY(sql("SELECT enter_calendar('cn-bank', '2026-03-10', '2026-03-01', '{}')").find("MALFORMED")
        != std::string::npos);
    QVERIFY(sql("SELECT enter_calendar('cn-bank', '2026-03-01', '2026-03-10', '{}', '{\"2026-04-01\": false}')")
                .find("MALFORMED")
        != std::string::npos);
    QCOMPARE(sql("SELECT known_from, missing_days FROM v_calendar"), std::string{"2026-03-01|0"});
}

void TestCalendar::onlyAnAdministratorEntersDays()
{
    const std::string enter
        = "SELECT enter_calendar('cn-bank', '2027-01-01', '2027-12-31', '{6,7}', '{\"2027-01-01\": false}')";
    for (const char* role : {"onceover_worker", "onceover_scheduler", "onceover_operator", "onceover_approver", "onceover_admin"})
        QVERIFY2(
            sql("SET ROLE " + std::string{role} + "; " + enter).find("permission denied") != std::string::npos, role);
    // An administrator does so by an act, which asks who speaks and is audited (guard_cases.sql).
    const std::string act = "SELECT (set_calendar('cn-bank', '2027-01-01', '2027-12-31', '{6,7}', '{\"2027-01-01\": "
                            "false}', 'the holidays are published', gen_random_uuid())).outcome";
    // adam is one in the whole cluster; a role given here would stay with its login in every other program's database.
    QCOMPARE(sql("INSERT INTO person (person_id, display_name) VALUES ('adam', 'Adam'); INSERT INTO person_login (rolname, "
                 "roleoid, person_id) SELECT rolname, oid, rolname FROM pg_roles WHERE rolname = 'adam'; "
                 "SET SESSION AUTHORIZATION adam; "
                 + act),
        std::string{"DONE"});
    QCOMPARE(sql("SET ROLE onceover_viewer; SELECT calendar_id, known_from, known_to, open_days FROM v_calendar"),
        std::string{"cn-bank|2027-01-01|2027-12-31|260"});
}

void TestCalendar::aSaleGetsItsDateFromZoneAndCutOff_data()
{
    QTest::addColumn<QString>("zone");
    QTest::addColumn<int>("cutOff");
    QTest::addColumn<QString>("occurred");
    const auto row = [](const char* zone, int cutOff, const char* occurred) {
        QTest::addRow("%s %d %s", zone, cutOff, occurred)
            << QString::fromLatin1(zone) << cutOff << QString::fromLatin1(occurred);
    };
    row("Asia/Shanghai", 0, "2026-10-31T15:59:59Z");
    row("Asia/Shanghai", 0, "2026-10-31T16:00:00Z");
    row("Asia/Shanghai", 18 * 60, "2026-12-31T10:00:00Z");
    row("Europe/Berlin", 150, "2026-03-29T00:59:59Z"); // A cut-off that the gap leaves out.
    row("Europe/Berlin", 150, "2026-03-29T01:00:00Z");
    row("Europe/Berlin", 150, "2026-10-25T00:30:00Z"); // The first pass of the overlap,
    row("Europe/Berlin", 150, "2026-10-25T01:29:59Z"); // and the second one before the cut-off.
    row("Europe/Berlin", 150, "2026-10-25T01:30:00Z");
    row("Africa/Cairo", 30, "2026-04-23T22:00:00Z"); // A day that begins at one.
    row("Asia/Kathmandu", 23 * 60, "2026-10-26T17:15:00Z");
    row("Pacific/Kiritimati", 60, "2026-10-25T10:30:00Z");
    row("America/New_York", 22 * 60, "2024-03-01T03:00:00Z");
}

void TestCalendar::aSaleGetsItsDateFromZoneAndCutOff()
{
    QFETCH(QString, zone);
    QFETCH(int, cutOff);
    QFETCH(QString, occurred);
    QCOMPARE(sql("UPDATE merchant SET time_zone = '" + zone.toStdString() + "', cutoff = '00:00'::time + interval '"
                 + std::to_string(cutOff) + " min' WHERE merchant_id = (SELECT min(merchant_id) FROM merchant)"),
        std::string{});
    const Timestamp at{1ms * QDateTime::fromString(occurred, Qt::ISODate).toMSecsSinceEpoch()};
    const auto wanted = settleDateFor(zone.toStdString(), std::chrono::minutes{cutOff}, at);
    QVERIFY(wanted.has_value());
    QCOMPARE(sql("INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at) "
                 "SELECT bucket, "
                 "'sale', 'at intake', merchant_id, 100, currency, '"
                 + occurred.toStdString() + "' FROM merchant ORDER BY merchant_id LIMIT 1 RETURNING settle_date"),
        wanted->toString());
}

void TestCalendar::aSaleOfASealedDateGoesIntoTheNextCycle()
{
    m_bench->startEngine();
    QCOMPARE(m_bench->trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(m_bench->awaitBatch(kDay), std::string{"COMPLETED"});
    const std::string late
        = "INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, "
          "settle_date) SELECT bucket, 'sale', 'late', merchant_id, 100, currency, '2026-03-10 "
          "00:00'::timestamp AT TIME ZONE time_zone, ";
    const std::string whose = " FROM merchant WHERE cutoff = '00:00' OR cutoff > '00:01' ORDER BY merchant_id LIMIT 1 "
                              "RETURNING settle_date";
    QVERIFY(sql(late + "'2026-03-10'" + whose).find("SEALED_DATE")
        != std::string::npos); // R45, section 9: a date with a batch is sealed.
    QCOMPARE(sql(late + "NULL" + whose), std::string{"2026-03-11"});
    // The batch that was sealed has not seen it; that of the day after settles it.
    QCOMPARE(m_bench->trigger("2026-03-11"), std::string{"DONE CREATED"});
    QCOMPARE(m_bench->awaitBatch("2026-03-11"), std::string{"COMPLETED"});
    QCOMPARE(
        sql("SELECT b.biz_date FROM settlement_item i JOIN settlement_operation o ON o.operation_id = i.root_id JOIN "
            "settlement_batch b USING (batch_id) WHERE i.item_id = 'late'"),
        std::string{"2026-03-11"});
    QCOMPARE(m_bench->brokenPromises(), std::string{});
}

void TestCalendar::theBeneficiaryOfAnOrderStays()
{
    QCOMPARE(giveHours("'cutoff', '06:00'"), std::string{});
    m_bench->startEngine();
    QCOMPARE(m_bench->trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(awaitEverythingPosted(), std::string{"t"});
    // The merchants move to other accounts while their orders wait: what was enumerated is what is paid.
    QCOMPARE(sql("BEGIN; ALTER TABLE merchant DISABLE TRIGGER guard_update; UPDATE merchant SET beneficiary_account = "
                 "'NEW-' || merchant_id; ALTER TABLE merchant ENABLE ALWAYS TRIGGER guard_update; COMMIT"),
        std::string{});
    QCOMPARE(sql("UPDATE outbox SET not_before = clock()"), std::string{});
    QCOMPARE(m_bench->awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(sql("SELECT count(*) FROM settlement_operation o JOIN outbox m USING (bucket, operation_id) WHERE "
                 "o.beneficiary ->> 'account' IS DISTINCT FROM convert_from(m.payload, 'UTF8')::jsonb #>> "
                 "'{beneficiary,account}' OR o.beneficiary ->> 'account' LIKE 'NEW-%'"),
        std::string{"0"});
    QVERIFY(sql("UPDATE settlement_operation SET beneficiary = '{}'").find("IMMUTABLE") != std::string::npos);
    QCOMPARE(m_bench->brokenPromises(), std::string{});
}

QTEST_GUILESS_MAIN(TestCalendar)
#include "tst_calendar.moc"
