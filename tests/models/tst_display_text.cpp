// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/states/attempt_state.h"
#include "core/states/batch_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "core/states/run_state.h"
#include "core/states/shard_state.h"
#include "fake_console.h"
#include "models/display_text.h"
#include "models/overview_model.h"
#include "models/refusal_text.h"

#include <algorithm>
#include <limits>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);

TimeFormat shanghai()
{
    return TimeFormat(QTimeZone("Asia/Shanghai"));
}

template <typename Enum>
void addStates(const char* machine, Machine value)
{
    for (const std::string_view name : kNamesOf<Enum>) {
        QTest::addRow("%s %s", machine, std::string(name).c_str())
            << static_cast<int>(value) << QByteArray(name.data(), static_cast<qsizetype>(name.size()));
    }
}

Failure failureOf(FailureKind kind, const char* sqlState, const char* statement)
{
    Failure failure;
    failure.kind = kind;
    failure.sqlState = sqlState;
    failure.statement = statement;
    return failure;
}

const Tile& tileOf(const OverviewText& text, const char* id)
{
    for (const Tile& tile : text.tiles) {
        if (tile.id == QLatin1String(id))
            return tile;
    }
    qFatal("no such tile: %s", id);
}

} // namespace

class DisplayTextTest : public QObject {
    Q_OBJECT

private slots:
    void moneyHasItsCurrencysOwnDigits_data();
    void moneyHasItsCurrencysOwnDigits();
    void totalsAreNeverAddedAcrossCurrencies();
    void aBarIsFullOnlyWhenEverythingIsDone_data();
    void aBarIsFullOnlyWhenEverythingIsDone();
    void instantsCarryTheirOffset();
    void cellsShowYearAndOffsetOnlyWhereTheyDiffer();
    void agesReadLikeAPersonSaysThem_data();
    void agesReadLikeAPersonSaysThem();
    void hoverShowsZoneUtcMicrosecondsAndAge();
    void controlAndBidiCharactersAreMadeVisible_data();
    void controlAndBidiCharactersAreMadeVisible();
    void toolTipsCannotBecomeMarkup();
    void everyStoredStateHasWordToneIconAndMeaning_data();
    void everyStoredStateHasWordToneIconAndMeaning();
    void unknownAtBankIsNeitherFailureNorProgress();
    void aStoredValueWithoutAWordShowsAsItself();
    void productionAndUnknownEnvironmentsAlarm();
    void everyFailureClassHasWords();
    void everyRefusalSaysWhatHappenedAndWhatNext();
    void everyKindOfFailureSaysWhatHappenedAndWhatNext();
    void connectionFailuresNameTheRemedy_data();
    void connectionFailuresNameTheRemedy();
    void failuresNameTheItemAndKeepDetailsApart();
    void aLostCommitIsNeverToldAsFailedOrDone();
    void triggerAnswersSayThatARepetitionWroteNothing_data();
    void triggerAnswersSayThatARepetitionWroteNothing();
    void theEngineLineTellsWhetherAnythingWorks();
    void zeroTilesStayQuietAndSayWhenTheyWereChecked();
    void nothingComparedIsNeverAGreenZero();
    void aSecondEffectIsAnAlarm();
    void captionsTellHowMuchIsShown_data();
    void captionsTellHowMuchIsShown();
    void emptyListsSayWhy();
};

void DisplayTextTest::moneyHasItsCurrencysOwnDigits_data()
{
    QTest::addColumn<qlonglong>("minor");
    QTest::addColumn<QByteArray>("currency");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("plain");
    const QString nbsp(QChar(0x00A0));
    QTest::newRow("CNY has two") << 128430000LL << QByteArray("CNY")
                                 << QStringLiteral("1,284,300.00") + nbsp + QStringLiteral("CNY")
                                 << QStringLiteral("1284300.00");
    QTest::newRow("JPY has none") << 84300LL << QByteArray("JPY")
                                  << QStringLiteral("84,300") + nbsp + QStringLiteral("JPY") << QStringLiteral("84300");
    QTest::newRow("KWD has three") << 1234567LL << QByteArray("KWD")
                                   << QStringLiteral("1,234.567") + nbsp + QStringLiteral("KWD")
                                   << QStringLiteral("1234.567");
    QTest::newRow("negative") << -12050LL << QByteArray("USD")
                              << QStringLiteral("\u2212120.50") + nbsp + QStringLiteral("USD")
                              << QStringLiteral("-120.50");
    QTest::newRow("negative below one") << -5LL << QByteArray("EUR")
                                        << QStringLiteral("\u22120.05") + nbsp + QStringLiteral("EUR")
                                        << QStringLiteral("-0.05");
    QTest::newRow("zero") << 0LL << QByteArray("GBP") << QStringLiteral("0.00") + nbsp + QStringLiteral("GBP")
                          << QStringLiteral("0.00");
    QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min() << QByteArray("CNY")
                              << QStringLiteral("\u221292,233,720,368,547,758.08") + nbsp + QStringLiteral("CNY")
                              << QStringLiteral("-92233720368547758.08");
    QTest::newRow("largest") << std::numeric_limits<qlonglong>::max() << QByteArray("JPY")
                             << QStringLiteral("9,223,372,036,854,775,807") + nbsp + QStringLiteral("JPY")
                             << QStringLiteral("9223372036854775807");
    QTest::newRow("unknown code is not guessed")
        << -1200LL << QByteArray("ZZZ") << QStringLiteral("\u22121,200 minor units of ZZZ?") << QStringLiteral("-1200");
}

void DisplayTextTest::moneyHasItsCurrencysOwnDigits()
{
    QFETCH(qlonglong, minor);
    QFETCH(QByteArray, currency);
    QFETCH(QString, shown);
    QFETCH(QString, plain);
    QCOMPARE(moneyText(minor, currency.toStdString(), kEnglish), shown);
    QCOMPARE(moneyPlain(minor, currency.toStdString()), plain);
}

void DisplayTextTest::totalsAreNeverAddedAcrossCurrencies()
{
    QCOMPARE(totalsText({{"CNY", 100}, {"JPY", 7}}, kEnglish), QStringLiteral("1.00\u00A0CNY \u00B7 7\u00A0JPY"));
    QCOMPARE(totalsText({}, kEnglish), QStringLiteral("\u2013"));
    QCOMPARE(totalsPlain({{"CNY", -100}, {"JPY", 7}}), QStringLiteral("-1.00 CNY; 7 JPY"));
}

void DisplayTextTest::aBarIsFullOnlyWhenEverythingIsDone_data()
{
    QTest::addColumn<qlonglong>("done");
    QTest::addColumn<qlonglong>("total");
    QTest::addColumn<int>("percent");
    QTest::newRow("nothing of nothing") << 0LL << 0LL << 0;
    QTest::newRow("one of very many") << 1LL << 1000000LL << 1;
    QTest::newRow("all but one") << 999999LL << 1000000LL << 99;
    QTest::newRow("all") << 120LL << 120LL << 100;
    QTest::newRow("half") << 60LL << 120LL << 50;
    QTest::newRow("no overflow") << std::numeric_limits<qlonglong>::max() / 2 << std::numeric_limits<qlonglong>::max()
                                 << 50;
}

void DisplayTextTest::aBarIsFullOnlyWhenEverythingIsDone()
{
    QFETCH(qlonglong, done);
    QFETCH(qlonglong, total);
    QTEST(percentOf(done, total), "percent");
}

void DisplayTextTest::instantsCarryTheirOffset()
{
    QCOMPARE(shanghai().full(sampleTime()), QStringLiteral("2026-03-15 03:12:44 UTC+08:00"));
    QCOMPARE(TimeFormat::utc().full(sampleTime()), QStringLiteral("2026-03-14 19:12:44 UTC+00:00"));
    QCOMPARE(
        TimeFormat(QTimeZone("Asia/Kathmandu")).full(sampleTime()), QStringLiteral("2026-03-15 00:57:44 UTC+05:45"));
    QCOMPARE(
        TimeFormat(QTimeZone("America/New_York")).full(sampleTime()), QStringLiteral("2026-03-14 15:12:44 UTC-04:00"));
    QCOMPARE(TimeFormat::plain(sampleTime()), QStringLiteral("2026-03-14T19:12:44.123456Z"));
    QCOMPARE(
        TimeFormat::plain(Timestamp{std::chrono::microseconds{-1}}), QStringLiteral("1969-12-31T23:59:59.999999Z"));
    QCOMPARE(dateText(BusinessDate::make(2026, 3, 14).value()), QStringLiteral("2026-03-14"));
}

void DisplayTextTest::cellsShowYearAndOffsetOnlyWhereTheyDiffer()
{
    const TimeFormat format = shanghai().relativeTo(sampleTime());
    QCOMPARE(format.cell(sampleTime()), QStringLiteral("03-15 03:12:44"));
    QCOMPARE(format.clock(sampleTime()), QStringLiteral("03:12:44"));
    QCOMPARE(format.offset(), QStringLiteral("UTC+08:00"));
    QCOMPARE(format.cell(sampleTime() - std::chrono::hours{24 * 90}), QStringLiteral("2025-12-15 03:12:44"));
    QCOMPARE(format.clock(sampleTime() - std::chrono::hours{24}), QStringLiteral("03-14 03:12:44"));

    const TimeFormat newYork = TimeFormat(QTimeZone("America/New_York")).relativeTo(sampleTime());
    // Daylight saving time began on 2026-03-08: before, the offset was another one.
    QCOMPARE(newYork.cell(sampleTime() - std::chrono::hours{24 * 10}), QStringLiteral("03-04 14:12:44 UTC-05:00"));
}

void DisplayTextTest::agesReadLikeAPersonSaysThem_data()
{
    QTest::addColumn<qlonglong>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("future is nothing") << -5LL << QStringLiteral("0 s");
    QTest::newRow("seconds") << 59LL << QStringLiteral("59 s");
    QTest::newRow("minutes") << 41LL * 60 << QStringLiteral("41 min");
    QTest::newRow("hours") << (26LL * 60 + 4) * 60 << QStringLiteral("26 h 04 min");
    QTest::newRow("days") << 74LL * 3600 << QStringLiteral("3 d 2 h");
}

void DisplayTextTest::agesReadLikeAPersonSaysThem()
{
    QFETCH(qlonglong, seconds);
    QTEST(ageText(sampleTime(), sampleTime() + std::chrono::seconds{seconds}), "text");
}

void DisplayTextTest::hoverShowsZoneUtcMicrosecondsAndAge()
{
    QCOMPARE(shanghai().hover(sampleTime(), sampleTime() + std::chrono::minutes{41}),
        QStringLiteral("2026-03-15 03:12:44.123456 UTC+08:00\n2026-03-14T19:12:44.123456Z\n41 min ago"));
    QVERIFY(TimeFormat::utc()
                .hover(sampleTime(), sampleTime() - std::chrono::minutes{4})
                .endsWith(QLatin1String("in 4 min")));
}

void DisplayTextTest::controlAndBidiCharactersAreMadeVisible_data()
{
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QByteArray("M1032 \xe5\x8c\x97\xe4\xba\xac") << QStringLiteral("M1032 \u5317\u4eac");
    QTest::newRow("newline") << QByteArray("a\nb") << QStringLiteral("a\u2424b");
    QTest::newRow("nul") << QByteArray("a\0b", 3) << QStringLiteral("a\u2400b");
    QTest::newRow("escape") << QByteArray("\x1b[31m") << QStringLiteral("\u241B[31m");
    QTest::newRow("delete") << QByteArray("\x7f") << QStringLiteral("\u2421");
    QTest::newRow("c1") << QByteArray("\xc2\x85") << QStringLiteral("\u2039U+0085\u203A");
    QTest::newRow("override") << QByteArray("\xe2\x80\xae"
                                            "gnp")
                              << QStringLiteral("\u2039U+202E\u203Agnp");
    QTest::newRow("isolate") << QByteArray("\xe2\x81\xa6") << QStringLiteral("\u2039U+2066\u203A");
    QTest::newRow("zero width") << QByteArray("a\xe2\x80\x8b") << QStringLiteral("a\u2039U+200B\u203A");
    QTest::newRow("line separator") << QByteArray("\xe2\x80\xa8") << QStringLiteral("\u2039U+2028\u203A");
    QTest::newRow("tag beyond the plane") << QByteArray("\xf3\xa0\x81\x81") << QStringLiteral("\u2039U+E0041\u203A");
    QTest::newRow("emoji stays") << QByteArray("\xf0\x9f\x98\x80") << QString::fromUtf8("\xf0\x9f\x98\x80");
    QTest::newRow("not UTF-8") << QByteArray("\xff") << QStringLiteral("\uFFFD");
}

void DisplayTextTest::controlAndBidiCharactersAreMadeVisible()
{
    QFETCH(QByteArray, stored);
    QTEST(plainText(std::string_view(stored.constData(), static_cast<std::size_t>(stored.size()))), "shown");
}

void DisplayTextTest::toolTipsCannotBecomeMarkup()
{
    const QString tip = toolTip(QStringLiteral("<b>x</b> & <img src='/etc/hosts'>"));
    QVERIFY(!tip.contains(QLatin1String("<b>")));
    QVERIFY(!tip.contains(QLatin1String("<img")));
    QVERIFY(tip.contains(QLatin1String("&lt;b&gt;x")));
    QVERIFY(toolTip({}).isEmpty());
}

void DisplayTextTest::everyStoredStateHasWordToneIconAndMeaning_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<QByteArray>("stored");
    addStates<OperationState>("operation", Machine::Operation);
    addStates<MessageState>("message", Machine::Message);
    addStates<RunState>("run", Machine::Run);
    addStates<AttemptState>("attempt", Machine::Attempt);
    addStates<ShardState>("shard", Machine::Shard);
    addStates<BatchState>("batch", Machine::Batch);
}

void DisplayTextTest::everyStoredStateHasWordToneIconAndMeaning()
{
    QFETCH(int, machine);
    QFETCH(QByteArray, stored);
    const StateText text = stateText(static_cast<Machine>(machine), stored.toStdString());
    QVERIFY(text.known);
    QVERIFY(!text.word.isEmpty());
    QVERIFY(!text.icon.isEmpty());
    QVERIFY(text.explanation.endsWith(QLatin1Char('.')));
}

void DisplayTextTest::unknownAtBankIsNeitherFailureNorProgress() // R114
{
    const StateText text = stateText(Machine::Operation, "UNKNOWN_EXTERNAL");
    QCOMPARE(text.tone, Tone::Unknown);
    for (const std::string_view other : kNamesOf<OperationState>) {
        if (other != "UNKNOWN_EXTERNAL")
            QVERIFY(stateText(Machine::Operation, other).tone != Tone::Unknown);
    }
}

void DisplayTextTest::aStoredValueWithoutAWordShowsAsItself()
{
    QTest::ignoreMessage(QtWarningMsg, "unknown stored value of batch: HALF_DONE");
    const StateText text = stateText(Machine::Batch, "HALF_DONE");
    QCOMPARE(text.word, QStringLiteral("HALF_DONE?"));
    QCOMPARE(text.tone, Tone::Neutral);
    QVERIFY(!text.known);
}

void DisplayTextTest::productionAndUnknownEnvironmentsAlarm()
{
    QCOMPARE(environmentText("production").tone, Tone::Critical);
    QCOMPARE(environmentText("something-new").tone, Tone::Critical);
    QVERIFY(environmentText("sandbox").tone != Tone::Critical);
    QCOMPARE(environmentText("production").word, QStringLiteral("PRODUCTION"));
}

void DisplayTextTest::everyFailureClassHasWords()
{
    for (const std::string_view name : kNamesOf<FailureClass>) {
        const QString words = failureClassText(name);
        QVERIFY(!words.isEmpty());
        QVERIFY(!words.endsWith(QLatin1Char('?')));
    }
    QVERIFY(failureClassText("").isEmpty());
}

void DisplayTextTest::everyRefusalSaysWhatHappenedAndWhatNext()
{
    for (int i = 0; i <= static_cast<int>(Refusal::BudgetSpent); ++i) {
        for (const QString& found : {QString(), QStringLiteral("SUCCEEDED v7")}) {
            const FailureText text = refusalText(static_cast<Refusal>(i), found);
            QVERIFY2(
                !text.title.isEmpty() && text.what.endsWith(QLatin1Char('.')) && text.next.endsWith(QLatin1Char('.')),
                qPrintable(QString::number(i)));
            QVERIFY(!text.what.contains(QLatin1String("%1")));
        }
        const std::string name(refusalName(static_cast<Refusal>(i)));
        QVERIFY(!refusalSentence(name).contains(QLatin1String("does not know")));
    }
    // What found tells is the request that matched one of the two sides: its number is said, once.
    QVERIFY(refusalText(Refusal::AlreadyMatched, QStringLiteral("request 8"))
                .what.endsWith(QLatin1String(", by request 8.")));
    QVERIFY(refusalSentence("MOON_TOO_HIGH").contains(QLatin1String("MOON_TOO_HIGH")));
}

void DisplayTextTest::everyKindOfFailureSaysWhatHappenedAndWhatNext()
{
    for (int i = 0; i <= static_cast<int>(FailureKind::Broken); ++i) {
        const FailureText text = failureText(failureOf(static_cast<FailureKind>(i), "", "ClaimDue"));
        QVERIFY(!text.title.isEmpty());
        QVERIFY(text.what.endsWith(QLatin1Char('.')));
        QVERIFY(text.next.endsWith(QLatin1Char('.')));
        QVERIFY(text.details.contains(QLatin1String("ClaimDue")));
    }
}

void DisplayTextTest::connectionFailuresNameTheRemedy_data()
{
    QTest::addColumn<QByteArray>("sqlState");
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("wrong connection string")
        << QByteArray() << QByteArray("conninfo") << QStringLiteral("Connection string not understood")
        << QStringLiteral("host=");
    QTest::newRow("nothing named") << QByteArray() << QByteArray("target") << QStringLiteral("No database chosen")
                                   << QStringLiteral("./app/sandbox.sh");
    QTest::newRow("missing database") << QByteArray("3D000") << QByteArray("connect")
                                      << QStringLiteral("No such database") << QStringLiteral("onceoverctl migrate");
    QTest::newRow("wrong password") << QByteArray("28P01") << QByteArray("connect") << QStringLiteral("Login refused")
                                    << QStringLiteral(".pgpass");
    QTest::newRow("pg_hba") << QByteArray("28000") << QByteArray("connect") << QStringLiteral("Login refused")
                            << QStringLiteral("pg_hba.conf");
    QTest::newRow("no server") << QByteArray("08001") << QByteArray("connect") << QStringLiteral("Server not reachable")
                               << QStringLiteral("onceoverctl sandbox start");
    QTest::newRow("no server, no code") << QByteArray() << QByteArray("connect")
                                        << QStringLiteral("Server not reachable") << QStringLiteral("socket folder");
    QTest::newRow("no schema") << QByteArray("3F000") << QByteArray("connect") << QStringLiteral("No Onceover schema")
                               << QStringLiteral("onceoverctl migrate");
    QTest::newRow("lost") << QByteArray("57P01") << QByteArray("ReadOverview") << QStringLiteral("Connection lost")
                          << QStringLiteral("try again");
    QTest::newRow("starting") << QByteArray("57P03") << QByteArray("connect") << QStringLiteral("Server is starting")
                              << QStringLiteral("Wait until it is ready");
    QTest::newRow("read only") << QByteArray("25006") << QByteArray("trigger_run") << QStringLiteral("Read only")
                               << QStringLiteral("primary");
    QTest::newRow("missing privilege") << QByteArray("42501") << QByteArray("trigger_run")
                                       << QStringLiteral("Not permitted") << QStringLiteral("onceoverctl doctor");
}

void DisplayTextTest::connectionFailuresNameTheRemedy()
{
    QFETCH(QByteArray, sqlState);
    QFETCH(QByteArray, statement);
    QFETCH(QString, remedy);
    const FailureText text
        = failureText(failureOf(FailureKind::Unavailable, sqlState.constData(), statement.constData()));
    QTEST(text.title, "title");
    QVERIFY2(text.next.contains(remedy), qPrintable(text.next));
}

void DisplayTextTest::failuresNameTheItemAndKeepDetailsApart()
{
    Failure failure = failureOf(FailureKind::Conflict, "", "SettleIfVersionIsMine");
    failure.found = "SUCCEEDED v7";
    failure.detail = "zero rows\nin set";
    const FailureText text = failureText(failure, QStringLiteral("OP-88213"));
    QVERIFY(text.what.startsWith(QLatin1String("OP-88213: ")));
    QVERIFY(text.what.contains(QLatin1String("SUCCEEDED v7")));
    QVERIFY(!failureSentence(failure).contains(QLatin1String("zero rows")));
    QVERIFY(text.details.contains(QStringLiteral("zero rows\u2424in set")));
    QVERIFY(isConnectionFailure(failureOf(FailureKind::Unavailable, "", "ReadOverview")));
    QVERIFY(!isConnectionFailure(failureOf(FailureKind::Unavailable, "55P03", "ReadOverview")));
    QVERIFY(!isConnectionFailure(failureOf(FailureKind::Cancelled, "57014", "ReadOverview")));
}

void DisplayTextTest::aLostCommitIsNeverToldAsFailedOrDone()
{
    const FailureText text = failureText(failureOf(FailureKind::InDoubt, "08006", "commit"));
    QCOMPARE(text.title, QStringLiteral("Outcome unknown"));
    QVERIFY(text.next.contains(QLatin1String("request id")));
}

void DisplayTextTest::triggerAnswersSayThatARepetitionWroteNothing_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("says");
    QTest::newRow("created") << QByteArray("CREATED") << QStringLiteral("was created");
    QTest::newRow("existing") << QByteArray("EXISTING")
                              << QStringLiteral("exists already (Running); nothing new was written");
    QTest::newRow("completed") << QByteArray("ALREADY_COMPLETED") << QStringLiteral("nothing was done again");
    QTest::newRow("held") << QByteArray("HELD") << QStringLiteral("held by a freeze");
    QTest::newRow("skipped") << QByteArray("SKIPPED") << QStringLiteral("was skipped by a recorded policy");
}

void DisplayTextTest::triggerAnswersSayThatARepetitionWroteNothing() // R18
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, says);
    ManualTriggerAnswer record;
    record.done = true;
    record.answer = answer.toStdString();
    record.runKey = "settle-daily:2026-03-13";
    record.runStatus = "RUNNING";
    const BusinessDate date = BusinessDate::make(2026, 3, 13).value();
    const QString sentence = triggerSentence(record, QStringLiteral("settle-daily"), date);
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY(sentence.contains(QLatin1String("settle-daily:2026-03-13")));

    record.done = false;
    record.reason = "BUSINESS_DATE_NOT_OVER";
    const QString refused = triggerSentence(record, QStringLiteral("settle-daily"), date);
    QVERIFY(refused.contains(QLatin1String("not over yet")));
}

void DisplayTextTest::theEngineLineTellsWhetherAnythingWorks()
{
    OverviewSnapshot snapshot = sampleOverview();
    const auto engine = [&] { return describeOverview(snapshot, shanghai(), sampleTime(), kEnglish).engine; };
    QVERIFY(engine().text.contains(QLatin1String("scheduler tick 2 s ago")));
    QVERIFY(engine().text.contains(QLatin1String("sender last sent 4 s ago")));
    QCOMPARE(engine().tone, Tone::Ok);

    snapshot.workersAlive = 0;
    snapshot.lastWorkerSeen = sampleTime() - std::chrono::minutes{7};
    QCOMPARE(engine().text, QStringLiteral("No worker seen for 7 min: nothing is being settled."));
    QCOMPARE(engine().tone, Tone::Danger);

    snapshot.lastWorkerSeen.reset();
    QVERIFY(engine().text.contains(QLatin1String("onceover-worker")));

    // A sandbox that is being filled: its time leaps a day, in which nobody can have beaten.
    snapshot.practice = PracticeFacts{};
    snapshot.practice->daysSettled = 37;
    snapshot.practice->daysBehind = 53;
    QVERIFY(engine().text.contains(QLatin1String("onceover-worker"))); // Nobody works all the same.
    snapshot.practice->workersAlive = 2;
    QVERIFY(engine().text.endsWith(QLatin1String("settling day 37 of 90, up to the present")));
    QCOMPARE(engine().tone, Tone::Ok);
    snapshot.practice->daysBehind = 0;
    QVERIFY(!engine().text.contains(QLatin1String("settling day")));
}

void DisplayTextTest::zeroTilesStayQuietAndSayWhenTheyWereChecked()
{
    const OverviewText empty = describeOverview(sampleOverview(Condition::Empty), shanghai(), sampleTime(), kEnglish);
    const OverviewText filled = describeOverview(sampleOverview(), shanghai(), sampleTime(), kEnglish);
    QCOMPARE(empty.tiles.size(), filled.tiles.size());
    for (std::size_t i = 0; i < empty.tiles.size(); ++i)
        QCOMPARE(empty.tiles[i].id, filled.tiles[i].id); // Tiles never reorder.
    QCOMPARE(tileOf(empty, "deadLetters").tone, Tone::Neutral);
    QCOMPARE(tileOf(empty, "deadLetters").first, QStringLiteral("checked 03:12:44"));
    QCOMPARE(tileOf(filled, "unknownAtBank").tone, Tone::Unknown);
    QCOMPARE(tileOf(filled, "unknownAtBank").first, QStringLiteral("1,284,300.00\u00A0CNY \u00B7 15.00\u00A0USD"));
    QCOMPARE(tileOf(filled, "deadLetters").first, QStringLiteral("2 over 24 h"));
    // A freeze has the banner of every page; here stands only what is paused.
    QVERIFY(std::none_of(filled.banners.begin(), filled.banners.end(),
        [](const ToneLine& line) { return line.text.contains(QLatin1String("channel practice-bank")); }));
    QVERIFY(filled.asOf.contains(QLatin1String("03:12:44 UTC+08:00")));
}

void DisplayTextTest::nothingComparedIsNeverAGreenZero()
{
    const OverviewText text = describeOverview(sampleOverview(Condition::Empty), shanghai(), sampleTime(), kEnglish);
    QCOMPARE(tileOf(text, "differences").value, QStringLiteral("\u2013"));
    QCOMPARE(tileOf(text, "differences").first, QStringLiteral("nothing was compared yet"));
    QVERIFY(agreementText(std::nullopt).tone != Tone::Ok);
}

void DisplayTextTest::aSecondEffectIsAnAlarm() // R6
{
    OverviewSnapshot snapshot = sampleOverview();
    QCOMPARE(describeOverview(snapshot, shanghai(), sampleTime(), kEnglish).onces.tone, Tone::Ok);
    snapshot.effectsMax = 2;
    const OverviewText text = describeOverview(snapshot, shanghai(), sampleTime(), kEnglish);
    QCOMPARE(text.onces.tone, Tone::Danger);
    QVERIFY(std::any_of(text.banners.begin(), text.banners.end(),
        [](const ToneLine& line) { return line.text.contains(QLatin1String("took effect 2")); }));
}

void DisplayTextTest::captionsTellHowMuchIsShown_data()
{
    QTest::addColumn<qlonglong>("above");
    QTest::addColumn<qlonglong>("rows");
    QTest::addColumn<qlonglong>("total");
    QTest::addColumn<bool>("estimate");
    QTest::addColumn<bool>("newestFirst");
    QTest::addColumn<QString>("caption");
    const auto text = [](const char* utf8) { return QString::fromUtf8(utf8); };
    QTest::newRow("all") << 0LL << 7LL << 7LL << false << true << text("7 of 7, as of 03:12:44");
    QTest::newRow("the first") << 0LL << 5000LL << 12400LL << false << true
                               << text("rows 1\xe2\x80\x93"
                                       "5,000 of 12,400, newest first, as of 03:12:44");
    QTest::newRow("further down") << 500LL << 5000LL << 12400LL << false << true
                                  << text("rows 501\xe2\x80\x93"
                                          "5,500 of 12,400, newest first, as of 03:12:44");
    QTest::newRow("many") << 0LL << 500LL << 10001LL << true << false
                          << text("rows 1\xe2\x80\x93"
                                  "500 of more than 10,000, by key, as of 03:12:44");
    QTest::newRow("after a jump") << -1LL << 500LL << 12400LL << false << true
                                  << text("500 rows loaded of 12,400, newest first, as of 03:12:44");
}

void DisplayTextTest::captionsTellHowMuchIsShown()
{
    QFETCH(qlonglong, above);
    QFETCH(qlonglong, rows);
    QFETCH(qlonglong, total);
    QFETCH(bool, estimate);
    QFETCH(bool, newestFirst);
    HeldRows held{std::nullopt, rows, total, estimate, newestFirst};
    if (above >= 0)
        held.above = above;
    QTEST(listCaption(held, sampleTime(), shanghai(), kEnglish), "caption");
}

void DisplayTextTest::emptyListsSayWhy()
{
    ListQuery filtered;
    filtered.status = "FAILED";
    QVERIFY(emptyBatchesText(filtered, sampleTime(), shanghai()).contains(QLatin1String("Clear it")));
    QVERIFY(emptyBatchesText({}, sampleTime(), shanghai()).contains(QLatin1String("onceoverctl trigger")));
    QVERIFY(emptyOperationsText({}, sampleTime(), shanghai()).contains(QLatin1String("03:12:44")));
}

QTEST_GUILESS_MAIN(DisplayTextTest)
#include "tst_display_text.moc"
