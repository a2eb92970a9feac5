// SPDX-License-Identifier: GPL-3.0-or-later
// A day settled by the real engine between a real database and a real bank.
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";

/// Counts of everything that must not grow when a date is triggered again.
const std::string kEverything
    = "SELECT (SELECT count(*) FROM onceover.settlement_operation), (SELECT count(*) FROM onceover.settlement_item), "
      "(SELECT count(*) FROM onceover.ledger_entry), (SELECT count(*) FROM onceover.outbox), "
      "(SELECT count(*) FROM onceover.external_call)";

} // namespace

class TstEngineDay : public QObject
{
    Q_OBJECT

private slots:
    void aDayIsSettledEndToEnd();
};

// R50, R51, R53, R57, R60, R43
void TstEngineDay::aDayIsSettledEndToEnd()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    const auto sales = bench.enterDay(kDay);
    QVERIFY2(sales, sales ? "" : sales.error().detail.c_str());
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + bench.troubles()).c_str());
    qInfo("%s", bench.sql(kEverything).c_str());
}

QTEST_GUILESS_MAIN(TstEngineDay)
#include "tst_engine_day.moc"
