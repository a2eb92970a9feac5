// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "models/page_address.h"

using namespace onceover::models;

class PageAddressTest : public QObject {
    Q_OBJECT

private slots:
    void printsAndReadsBack_data();
    void printsAndReadsBack();
    void refusesWhatIsNoAddress_data();
    void refusesWhatIsNoAddress();
};

void PageAddressTest::printsAndReadsBack_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QString>("text");
    const auto text = [](const char* utf8) { return QString::fromUtf8(utf8); };
    QTest::newRow("a batch") << text("sandbox") << text("batch") << text("settle-daily:2026-10-26") << QString()
                             << text("onceover://sandbox/batch/settle-daily:2026-10-26");
    QTest::newRow("an operation and its tab")
        << text("prod") << text("op") << text("0a1b2c3d-0000-4000-8000-000000000001") << text("payload")
        << text("onceover://prod/op/0a1b2c3d-0000-4000-8000-000000000001?tab=payload");
    QTest::newRow("a list") << text("prod") << text("batches") << QString() << QString()
                            << text("onceover://prod/batches");
    QTest::newRow("a scope") << text("prod") << text("batch") << text("settle-daily@eu:2026-10-26") << QString()
                             << text("onceover://prod/batch/settle-daily@eu:2026-10-26");
    QTest::newRow("hostile names") << text("a/b:c@d?") << text("batch") << text("x/y?z#&=\xe2\x80\xae") << text("a&b=c")
                                   << text("onceover://a%2Fb%3Ac%40d%3F/batch/"
                                           "x%2Fy%3Fz%23%26%3D%E2%80%AE?tab=a%26b%3Dc");
}

void PageAddressTest::printsAndReadsBack()
{
    QFETCH(QString, profile);
    QFETCH(QString, page);
    QFETCH(QString, key);
    QFETCH(QString, tab);
    QFETCH(QString, text);
    PageAddress address{page, key, {}};
    if (!tab.isEmpty())
        address.query.insert(QStringLiteral("tab"), tab);
    QCOMPARE(addressText(profile, address), text);
    const auto read = parseAddress(text);
    QVERIFY(read);
    QCOMPARE(read->profile, profile);
    QCOMPARE(read->address.page, page);
    QCOMPARE(read->address.key, key);
    QCOMPARE(read->address.query, address.query);
}

void PageAddressTest::refusesWhatIsNoAddress_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "onceover:", "onceover://", "onceover://prod", "onceover://prod/", "onceover:///op/1",
             "https://prod/op/1", "onceover://a@prod/op/1", "onceover://prod:5432/op/1", "onceover://prod/op/1/2",
             "onceover://prod/op/%FF", "onceover://prod/op/1?=x"})
        QTest::newRow(text) << QString::fromUtf8(text);
    QTest::newRow("too long") << QStringLiteral("onceover://prod/op/") + QString(3000, QLatin1Char('a'));
}

void PageAddressTest::refusesWhatIsNoAddress()
{
    QFETCH(QString, text);
    QVERIFY(!parseAddress(text));
}

QTEST_APPLESS_MAIN(PageAddressTest)
#include "tst_page_address.moc"
