// SPDX-License-Identifier: GPL-3.0-or-later
// The practice business in a real database: accepted by its guards, once.
#include <QTest>

#include "sandbox/practice_business.h"
#include "support/practice_rows.h"

using namespace onceover;
using namespace onceover::test;

class TestPracticeRows : public QObject
{
    Q_OBJECT

private slots:
    void aDayIsEnteredOnceAndAgreesWithTheGenerator();
};

void TestPracticeRows::aDayIsEnteredOnceAndAgreesWithTheGenerator()
{
    TestDatabase database;
    ONCEOVER_NEED(database);
    const BusinessDate day = BusinessDate::make(2026, 10, 25).value();
    const auto first = putPracticeDay(database, day, "http://127.0.0.1:9");
    QVERIFY2(first, first ? "" : first.error().detail.c_str());
    const auto again = putPracticeDay(database, day, "http://127.0.0.1:9");
    QVERIFY(again);
    QCOMPARE(*again, std::int64_t{0});

    const auto generated = sandbox::PracticeBusiness(20261).salesOf(day, Timestamp::max());
    QVERIFY(generated);
    QCOMPARE(*first, static_cast<std::int64_t>(generated->size()));
    QCOMPARE(*database.runAsSuperuser("SELECT count(*), min(settle_date), max(settle_date) FROM onceover.sale"),
             std::to_string(*first) + "|2026-10-25|2026-10-25");
    QCOMPARE(*database.runAsSuperuser("SELECT count(*), count(DISTINCT time_zone), count(DISTINCT currency) FROM onceover.merchant"),
             std::string{"120|8|6"});
    QCOMPARE(*database.runAsSuperuser("SELECT bool_and(bucket = onceover.bucket_of(merchant_id)) FROM onceover.merchant"), std::string{"t"});
}

QTEST_GUILESS_MAIN(TestPracticeRows)
#include "tst_practice_rows.moc"
