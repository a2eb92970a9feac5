// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at the desk reads, against a real database: every figure equals the rows that it counts.
#include <QTest>

#include "store/desk_store.h"
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

QTEST_GUILESS_MAIN(TestDesk)
#include "tst_desk.moc"
