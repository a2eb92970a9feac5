// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/policies/alert_rules.h"
#include "core/policies/job_types.h"
#include "fake_console.h"
#include "models/alert_text.h"
#include "models/difference_text.h"
#include "models/error_text.h"
#include "models/overview_model.h"
#include "models/plan_text.h"
#include "models/reason_text.h"
#include "models/request_text.h"
#include "models/timeline_text.h"
#include "models/work_spec.h"
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
    void reasonsOfTheEngineAreTranslated();
    void whatTheDatabaseSaysIsTranslated();
    void aMatchIsToldInSingularAndPlural();
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

// What the engine stores as the reason of a batch's state is English; a reader of another language gets their own.
void TranslationsTest::reasonsOfTheEngineAreTranslated()
{
    QFile source(QStringLiteral(ONCEOVER_SOURCE_DIR "/backend/core/analysis/batch_decision.cpp"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QString code = QString::fromUtf8(source.readAll());
    static const QRegularExpression move(QStringLiteral("moveBy\\(facts, BatchEvent::\\w+,\\s*\"([^\"]+)\"\\)"));
    QStringList reasons{QStringLiteral("3 failed, 4 unknown, 1 differences wait for a person"),
        QStringLiteral("queue full: 20 wait to be worked or sent; nothing is added before it sinks")};
    for (auto match = move.globalMatch(code); match.hasNext();)
        reasons << match.next().captured(1);
    QVERIFY2(reasons.size() > 6, qPrintable(reasons.join(QLatin1Char('\n'))));
    Translations translations;
    for (const QString& reason : reasons) {
        const std::string stored = reason.toStdString();
        translations.use(QStringLiteral("en"));
        QCOMPARE(reasonText(stored), reason);
        translations.use(QStringLiteral("zh_CN"));
        QVERIFY2(!reasonText(stored).contains(QRegularExpression(QStringLiteral("[a-z]{3}"))), stored.c_str());
    }
    QCOMPARE(reasonText("ledger has 3 of 4"), QStringLiteral("ledger has 3 of 4"));

    QFile statements(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/sql/statements/run_attempt.sql"));
    QVERIFY(statements.open(QIODevice::ReadOnly));
    const QString sql = QString::fromUtf8(statements.readAll());
    static const QRegularExpression ending(
        QStringLiteral("outcome = [^,\\n]*?'([A-Z_]+)'(?: ELSE '([A-Z_]+)')?(?: END)?,?\\n"));
    QSet<QString> codes;
    for (auto match = ending.globalMatch(sql); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        codes << found.captured(1) << found.captured(2);
    }
    codes.remove(QString());
    QVERIFY2(codes.contains(QStringLiteral("SHARD_DONE")), qPrintable(codes.values().join(QLatin1Char(' '))));
    for (const QString& outcome : codes) {
        if (outcome != QLatin1String("SUCCEEDED")) // The other value of the same line.
            QVERIFY2(attemptOutcomeText(outcome.toStdString()) != outcome, qPrintable(outcome));
    }
}

/// Rules of alerts, what job types declare and how an engine's own work ended: stored in English, read in the reader's
/// language.
void TranslationsTest::whatTheDatabaseSaysIsTranslated()
{
    Translations translations;
    translations.use(QStringLiteral("zh_CN"));
    static const QRegularExpression english(QStringLiteral("[A-Za-z]{4}"));
    const auto translated = [](const QString& text) { return !text.isEmpty() && !text.contains(english); };
    for (const std::string_view rule : kNamesOf<AlertRule>)
        QVERIFY2(translated(alertRuleText(rule)), std::string{rule}.c_str());
    for (const char* subject : {"message 1", "run 2", "worker 3", "channel 4", "job 5", "difference 6", "calendar 7",
             "anchor 7", "book 8", "guard x", "request 1", "more guards", "database", "three tables"})
        QVERIFY2(translated(alertSubjectText(subject)), subject);
    for (const char* subject : {"order 1", "payment 2", "subscription 3", "callback 4"})
        QVERIFY2(translated(differenceSubjectText(subject)), subject);
    for (const char* pair :
        {"ours/book", "ours/statement", "orders/payments", "payments/subscriptions", "orders/subscriptions"})
        QVERIFY2(translated(differencePairText(pair)), pair);
    for (const char* outcome : {"COMPARED", "CLEANED", "NO_FOLDER"})
        QVERIFY2(translated(attemptOutcomeText(outcome)), outcome);
    for (const char* kind : {"payable", "in_transit", "paid", "receivable", "collected"})
        QVERIFY2(translated(accountText(kind, "1")), kind);
    for (const char* error : {"UNKNOWN: an earlier send may have left", "QUERY_UNKNOWN: the channel cannot be asked",
             "NOT_SENT; the budget is spent", "LATE: executed there, still UNKNOWN here", "it took 7 s", "frozen",
             "the order was not paid", "the payment belongs to no order", "paid again: the first payment is 7",
             "paid to 2026-04-10, extended to 2026-03-10", "extended to 2026-05-10, ordered to 2026-04-10",
             "subscription 99 does not exist", "nobody has decided it; it expires at 2026-05-11T01:00:00Z",
             "it is missing, not as recorded", "it is disabled, not as recorded", "it is invalid, not as recorded",
             "it is changed, not as recorded", "it is missing or disabled, not as recorded",
             "it is empty, not as recorded", "12 more are not as recorded",
             "made again by request 7; an earlier one may have left", "request 7: sent again under the same key"})
        QVERIFY2(translated(errorText(error)), error);
    for (const JobType& type : kJobTypes) {
        JobRow row;
        row.sameAction = type.sameAction;
        row.mayRepeat = type.mayRepeat;
        const std::vector<WorkFact> facts = WorkSpec<JobRow>::facts(row, {TimeFormat::utc(), sampleTime()});
        for (const WorkFact& fact : facts) {
            if (fact.id == QLatin1String("same") || fact.id == QLatin1String("repeat"))
                QVERIFY2(translated(fact.value), qPrintable(fact.value));
        }
    }
}

/// An approver reads how many differences a match closes, one or several.
void TranslationsTest::aMatchIsToldInSingularAndPlural()
{
    Translations translations;
    translations.use(QStringLiteral("en"));
    RequestDetail detail;
    detail.request.kind = "match";
    detail.request.status = "REQUESTED";
    detail.request.plan = R"({"facts":{"closes":[9]}})";
    const auto told = [&detail] { return planLines("match", detail.request.plan, TimeFormat::utc()).join(u'\n'); };
    QVERIFY2(told().contains(QStringLiteral("Closes: difference 9")), qPrintable(told()));
    QVERIFY(requestMeaning(detail).contains(QStringLiteral("1 difference is closed")));
    QVERIFY(ifNothingIsDone(detail, TimeFormat::utc()).contains(QStringLiteral("1 difference stays open")));
    detail.request.plan = R"({"facts":{"closes":[9,10]}})";
    QVERIFY2(told().contains(QStringLiteral("Closes: differences 9, 10")), qPrintable(told()));
    QVERIFY(requestMeaning(detail).contains(QStringLiteral("2 differences are closed")));
    QVERIFY(ifNothingIsDone(detail, TimeFormat::utc()).contains(QStringLiteral("2 differences stay open")));
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
