// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "fake_console.h"
#include "models/overview_model.h"
#include "translations/translations.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

QString engineWith(int workers)
{
    OverviewSnapshot snapshot = sampleOverview();
    snapshot.workersAlive = workers;
    return describeOverview(snapshot, TimeFormat::utc(), sampleTime()).engine.text;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void englishPluralsComeFromTheBuiltInFile();
    void anUnknownLanguageIsEnglishAndSaysSo();
    void switchingTwiceGivesTheSameWords();
};

void TranslationsTest::englishPluralsComeFromTheBuiltInFile()
{
    Translations translations;
    QVERIFY(Translations::available().contains(QStringLiteral("en")));
    QVERIFY(translations.use(QStringLiteral("en")));
    QVERIFY2(engineWith(1).startsWith(QStringLiteral("Engine: 1 worker \u00B7")), qPrintable(engineWith(1)));
    QVERIFY(engineWith(3).startsWith(QStringLiteral("Engine: 3 workers \u00B7")));
}

void TranslationsTest::anUnknownLanguageIsEnglishAndSaysSo()
{
    Translations translations;
    QVERIFY(!translations.use(QStringLiteral("xx")));
    QCOMPARE(translations.language(), QStringLiteral("en"));
    QVERIFY(engineWith(3).startsWith(QStringLiteral("Engine: 3 workers \u00B7")));
}

void TranslationsTest::switchingTwiceGivesTheSameWords()
{
    Translations translations;
    for (const QString& language : Translations::available()) {
        translations.use(language);
        const QString first = engineWith(2);
        translations.use(QStringLiteral("en"));
        translations.use(language);
        QCOMPARE(engineWith(2), first);
    }
}

QTEST_GUILESS_MAIN(TranslationsTest)
#include "tst_translations.moc"
