// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at the desk reads, against a real database: every figure equals the rows that it counts.
#include <QTest>

#include "acts/reveal.h"
#include "store/desk_store.h"
#include "store/people_store.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kDay = "2026-03-10";
constexpr std::chrono::days kMonth{30};

} // namespace

class TestDesk : public QObject {
    Q_OBJECT

private slots:
    void init();
    void ownMonthCountsExecutionsFailuresAndRepeats(); // R141, R131
    void ownMonthOfAnEmptyInstallationIsZero();
    void deadLettersAreListedWithWhatTheyMustHave(); // R82, R84, R155
    void alertsAreListedMoneyFirst();                // R128, R129
    void aDayWithoutComparisonSaysSo();
    void aRecordedDayIsReadWithItsDifferences();    // R96, R102
    void theThreeTablesAreComparedWithoutWriting(); // R95, R98
    void whatIsMaskedIsShownOnceTheLookIsRecorded(); // S15

private:
    [[nodiscard]] store::DeskStore desk(const std::string& login = "carol") const;
    std::unique_ptr<StoreRig> m_rig;
};

void TestDesk::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

store::DeskStore TestDesk::desk(const std::string& login) const
{
    return {store::ConnectionTarget{m_rig->database().conninfo(login), "--dsn"}, "tst_desk"};
}

void TestDesk::ownMonthCountsExecutionsFailuresAndRepeats()
{
    // Two runs: one succeeds at once; the other fails, loses its worker, and fails again for good.
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->trigger("2026-03-11"));
    const std::string attempts
        = "INSERT INTO run_attempt (run_id, attempt_no, worker_id, started_at) SELECT run_id, n, 'w', clock() - "
          "interval '1 hour' + n * interval '1 min' FROM job_run, generate_series(1, 3) n WHERE run_key = "
          "'settle-daily:2026-03-11'; "
          "UPDATE run_attempt SET status = CASE attempt_no WHEN 2 THEN 'LOST' ELSE 'FAILED' END, finished_at = clock() "
          "WHERE worker_id = 'w'; "
          "INSERT INTO run_attempt (run_id, attempt_no, worker_id, started_at) SELECT run_id, 9, 'old', clock() - "
          "interval '31 days' FROM job_run WHERE run_key = 'settle-daily:2026-03-11'";
    QCOMPARE(m_rig->ask(attempts), std::string{});
    auto reader = desk();
    const auto month = reader.ownMonth(kMonth);
    ONCEOVER_OK(month);
    QCOMPARE(month->jobs, 1);
    QCOMPARE(month->executions, 4);
    QCOMPARE(month->failures, 3);
    QCOMPARE(month->repeats, 2); // Nobody tried again after the third.
    QCOMPARE(month->failuresOfMoney, 3);
    QCOMPARE(month->executionsOfMoney, 4);
    QCOMPARE(month->backoffMillis, (std::vector<std::int64_t>{60'000, 300'000, 1'500'000}));
    QVERIFY(!month->reconciliationMillis);
}

void TestDesk::ownMonthOfAnEmptyInstallationIsZero()
{
    auto reader = desk("alice");
    const auto month = reader.ownMonth(kMonth);
    ONCEOVER_OK(month);
    QCOMPARE(month->executions, 0);
    QCOMPARE(month->repeats, 0);
}

void TestDesk::deadLettersAreListedWithWhatTheyMustHave()
{
    QCOMPARE(m_rig->ask("INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, "
                        "failure_class, "
                        "last_error, payload, attempts, opened_at) SELECT 'run', n::text, 'settle-daily', "
                        "'2026-03-10', 'P0', 'k' || n, "
                        "'DATA', 'bad', 'body', 1, clock() - n * interval '20 hours' FROM generate_series(0, 2) n"),
        std::string{});
    auto reader = desk("alice");
    const auto all = reader.deadLetters(milliseconds{0});
    ONCEOVER_OK(all);
    QCOMPARE(all->rows.size(), 3U);
    QCOMPARE(all->rows.front().key, std::string{"k2"}); // The oldest first.
    const auto old = reader.deadLetters(std::chrono::hours{24});
    ONCEOVER_OK(old);
    QCOMPARE(old->rows.size(), 1U);
    const DeadLetterRow& letter = old->rows.front();
    QCOMPARE(letter.job, std::string{"settle-daily"});
    QCOMPARE(letter.bizDate.toString(), std::string{"2026-03-10"});
    QCOMPARE(letter.lastError, std::string{"bad"});
    QCOMPARE(letter.payloadBytes, 4);
    QVERIFY(!letter.amountMinor);
    QVERIFY(old->readAt - letter.openedAt > std::chrono::hours{39});
}

void TestDesk::alertsAreListedMoneyFirst()
{
    QCOMPARE(m_rig->ask("INSERT INTO alert (rule, subject, grade, idempotency_key, last_error, closed_at) VALUES "
                        "('queue old', 'a', 'P1', '', "
                        "'waits', NULL), ('money failed', 'b', 'P0', 'settle-daily:2026-03-10', 'timeout', NULL), "
                        "('dead letter', 'c', 'P0', 'k', "
                        "'x', clock())"),
        std::string{});
    auto reader = desk();
    const auto alerts = reader.openAlerts();
    ONCEOVER_OK(alerts);
    QCOMPARE(alerts->rows.size(), 2U);
    QCOMPARE(alerts->rows.front().key, std::string{"settle-daily:2026-03-10"});
    QCOMPARE(alerts->rows.front().lastError, std::string{"timeout"});
    QVERIFY(alerts->rows.front().acknowledgedBy.empty());
}

void TestDesk::aDayWithoutComparisonSaysSo()
{
    auto reader = desk();
    const auto sheet = reader.recordedDay(*BusinessDate::parse(kDay), {});
    ONCEOVER_OK(sheet);
    QVERIFY(sheet->comparisons.empty());
}

void TestDesk::aRecordedDayIsReadWithItsDifferences()
{
    QCOMPARE(m_rig->ask("INSERT INTO reconciliation_run (kind, channel_id, biz_date, compared, differences, outcome, "
                        "took, finished_at, worker_id) "
                        "VALUES ('book', 'practice-bank', '2026-03-10', 9, 1, 'COMPARED', '1.5 s', clock(), 'w'); "
                        "INSERT INTO reconciliation_difference (reconciliation_id, kind, grade, channel_id, "
                        "idempotency_key, ours_minor, theirs_minor, "
                        "currency, occurred_at) SELECT max(reconciliation_id), 'AMOUNT', 'P0', 'practice-bank', 'k1', "
                        "100, 90, 'CNY', clock() - interval "
                        "'1 hour' FROM reconciliation_run"),
        std::string{});
    auto reader = desk();
    const auto sheet = reader.recordedDay(*BusinessDate::parse(kDay), "practice-bank");
    ONCEOVER_OK(sheet);
    QCOMPARE(sheet->comparisons.size(), 1U);
    QCOMPARE(sheet->comparisons.front().tookMillis, 1500);
    QCOMPARE(sheet->differences.size(), 1U);
    QCOMPARE(*sheet->differences.front().theirsMinor - *sheet->differences.front().oursMinor, -10);
    QVERIFY(*sheet->differences.front().openedAt > *sheet->differences.front().occurredAt);
    const auto other = reader.recordedDay(*BusinessDate::parse(kDay), "other-bank");
    ONCEOVER_OK(other);
    QVERIFY(other->comparisons.empty());
}

void TestDesk::theThreeTablesAreComparedWithoutWriting()
{
    QCOMPARE(m_rig->ask("INSERT INTO payment_callback (external_ref, amount_minor, currency, status) VALUES ('lost', "
                        "1500, 'CNY', 'PAID')"),
        std::string{});
    auto reader = desk();
    const auto sheet = reader.threeTablesNow();
    ONCEOVER_OK(sheet);
    QCOMPARE(sheet->comparisons.front().compared, 1);
    QCOMPARE(sheet->differences.size(), 1U);
    QCOMPARE(sheet->differences.front().kind, std::string{"MISSING_HERE"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_difference"), 0);
}

// The look is in the audit once, also if its answer was lost and it is asked for again; under another reason it is another look.
void TestDesk::whatIsMaskedIsShownOnceTheLookIsRecorded()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    const auto operation = Uuid::parse(m_rig->ask("SELECT operation_id FROM outbox ORDER BY outbox_id LIMIT 1"));
    QVERIFY(operation.has_value());
    const std::string account = m_rig->ask("SELECT o.beneficiary ->> 'account' FROM settlement_operation o WHERE o.operation_id = '"
        + operation->toString() + "'");
    const auto looks = [this] { return m_rig->count("SELECT count(*) FROM audit_log WHERE action = 'reveal' AND outcome = 'DONE'"); };
    Uuid request;
    request.bytes[0] = 1;
    for (int time = 0; time < 2; ++time) {
        store::PeopleStore people{{m_rig->database().conninfo("alice"), "--dsn"}, "tst_desk"};
        const auto shown = acts::reveal(people, OperationId{*operation}, "the bank asks", request);
        ONCEOVER_OK(shown);
        QVERIFY2(shown->done, shown->reason.c_str());
        QCOMPARE(shown->beneficiaryAccount, account);
        QVERIFY(!shown->payload.empty());
        QCOMPARE(looks(), std::int64_t{1});
    }
    store::PeopleStore people{{m_rig->database().conninfo("alice"), "--dsn"}, "tst_desk"};
    ONCEOVER_OK(acts::reveal(people, OperationId{*operation}, "another one asks", request));
    QCOMPARE(looks(), std::int64_t{2});
}

QTEST_GUILESS_MAIN(TestDesk)
#include "tst_desk.moc"
