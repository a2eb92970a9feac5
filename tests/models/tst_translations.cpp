// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
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
    void everyCatalogueIsCurrent_data();
    void everyCatalogueIsCurrent();
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

void TranslationsTest::everyCatalogueIsCurrent_data()
{
    QTest::addColumn<QString>("language");
    for (const QString& language : Translations::available()) {
        QTest::newRow(qPrintable(language)) << language;
    }
}

// Reads the sources into a copy of the .ts file: a text that is missing, gone or unfinished fails.
void TranslationsTest::everyCatalogueIsCurrent()
{
    QFETCH(QString, language);
    QTemporaryDir scratch;
    const QString root = QStringLiteral(ONCEOVER_SOURCE_DIR);
    QProcess check;
    check.start(QStringLiteral(ONCEOVER_CMAKE),
        {QStringLiteral("-DLUPDATE=" ONCEOVER_LUPDATE),
            QStringLiteral("-DTS=%1/translations/onceover_%2.ts").arg(root, language), QStringLiteral("-DROOT=") + root,
            QStringLiteral("-DWORK=") + scratch.path(), QStringLiteral("-P"),
            root + QStringLiteral("/translations/check_current.cmake")});
    QVERIFY(check.waitForFinished(120'000));
    const QByteArray said = check.readAllStandardError();
    QVERIFY2(check.exitStatus() == QProcess::NormalExit && check.exitCode() == 0, said.constData());
}

QTEST_GUILESS_MAIN(TranslationsTest)
#include "tst_translations.moc"
