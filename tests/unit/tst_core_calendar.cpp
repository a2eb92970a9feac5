// SPDX-License-Identifier: GPL-3.0-or-later
// Business calendars, value dates and sending hours: what is not known is refused by name, and nothing depends on when
// an order is written but the moment from which it may be sent.
#include "core/policies/classify.h"
#include "core/schedule.h"
#include "core/send_window.h"
#include "core_cases.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <set>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

Timestamp instantFrom(const QString& utc)
{
    return Timestamp{std::chrono::milliseconds{QDateTime::fromString(utc, Qt::ISODate).toMSecsSinceEpoch()}};
}

QString textOf(const std::optional<Timestamp>& instant)
{
    if (!instant)
        return QStringLiteral("-");
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(instant->time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count(), Qt::UTC).toString(Qt::ISODate);
}

QString textOf(const BusinessDate& date)
{
    return QString::fromStdString(date.toString());
}

BusinessDate dayFrom(const QString& text)
{
    return *BusinessDate::parse(text.toStdString());
}

/// October 2026, closed on weekends and from the 1st to the 7th; the 10th is worked.
BusinessCalendar october()
{
    BusinessCalendar calendar{"cn-bank"};
    for (unsigned day = 31; day >= 1; --day) { // The order does not matter.
        const BusinessDate date = *BusinessDate::make(2026, 10, day);
        const bool weekend = QDate(2026, 10, static_cast<int>(day)).dayOfWeek() > 5;
        calendar.enter(date, day > 7 && (!weekend || day == 10));
    }
    return calendar;
}

/// What the database makes of a window for a message that is written at `at` (PostProcessingOperations).
std::optional<Timestamp> notBefore(const SendWindow& window, Timestamp at)
{
    if (window.closes && at >= *window.closes)
        return window.nextOpens;
    return window.opens ? std::max(at, *window.opens) : at;
}

} // namespace

class CoreCalendar : public QObject {
    Q_OBJECT

private slots:
    void theNextOpenDayIsFound_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("day");
        const auto row = [](const char* name, const char* from, int count, const char* day) {
            QTest::newRow(name) << QString::fromLatin1(from) << count << QString::fromLatin1(day);
        };
        row("an open day is itself", "2026-10-08", 0, "2026-10-08");
        row("holidays roll to their end", "2026-10-01", 0, "2026-10-08");
        row("a worked Saturday is open", "2026-10-10", 0, "2026-10-10");
        row("Sunday rolls to Monday", "2026-10-11", 0, "2026-10-12");
        row("one open day on", "2026-10-08", 1, "2026-10-09");
        row("two open days on, over a worked Saturday", "2026-10-08", 2, "2026-10-10");
        row("three, over the Sunday", "2026-10-08", 3, "2026-10-12");
        row("counted from where it rolls to", "2026-10-03", 1, "2026-10-09");
    }
    void theNextOpenDayIsFound()
    {
        QFETCH(QString, from);
        QFETCH(int, count);
        QFETCH(QString, day);
        const auto found = october().openDayAfter(dayFrom(from), count);
        QVERIFY(found.has_value());
        QCOMPARE(textOf(*found), day);
    }

    // An empty calendar means "unknown", never "no holidays".
    void whatACalendarDoesNotKnowIsRefusedByName_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("empty");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* from, int count, bool empty, const char* said) {
            QTest::newRow(name) << QString::fromLatin1(from) << count << empty << QString::fromLatin1(said);
        };
        row("the day before its first", "2026-09-30", 0, false,
            "calendar cn-bank knows 2026-10-01 to 2026-10-31, not 2026-09-30: enter its days up to there");
        row("the last weekend rolls out of it", "2026-10-31", 0, false,
            "calendar cn-bank knows 2026-10-01 to 2026-10-31, not 2026-11-01: enter its days up to there");
        row("a value date beyond it", "2026-10-30", 1, false,
            "calendar cn-bank knows 2026-10-01 to 2026-10-31, not 2026-11-01: enter its days up to there");
        row("a calendar without a day", "2026-10-08", 0, true,
            "calendar cn-bank knows no day, not 2026-10-08: enter its days up to there");
    }
    void whatACalendarDoesNotKnowIsRefusedByName()
    {
        QFETCH(QString, from);
        QFETCH(int, count);
        QFETCH(bool, empty);
        QFETCH(QString, said);
        const BusinessCalendar calendar = empty ? BusinessCalendar{"cn-bank"} : october();
        const auto found = calendar.openDayAfter(dayFrom(from), count);
        QVERIFY(!found.has_value());
        QCOMPARE(found.error().refusal, std::optional{Refusal::CalendarUnknown});
        QCOMPARE(QString::fromStdString(found.error().found), said);
        // The row waits for a person who enters the days; it neither stops its batch nor is it lost.
        QCOMPARE(classify(found.error()), RetryClass::Transient);
    }

    void aHoleInACalendarIsUnknownAsWell()
    {
        BusinessCalendar calendar{"holes"};
        calendar.enter(dayFrom(QStringLiteral("2026-10-10")), false);
        calendar.enter(dayFrom(QStringLiteral("2026-10-12")), true);
        QVERIFY(!calendar.openDayFrom(dayFrom(QStringLiteral("2026-10-10"))).has_value());
        calendar.enter(dayFrom(QStringLiteral("2026-10-11")), true);
        calendar.enter(dayFrom(QStringLiteral("2026-10-11")), false); // The last word counts.
        QCOMPARE(textOf(*calendar.openDayFrom(dayFrom(QStringLiteral("2026-10-10")))), QStringLiteral("2026-10-12"));
    }

    void aMessageWaitsForTheChannelsHours_data() // K31, R20
    {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<int>("cutOff");
        QTest::addColumn<bool>("hasCalendar");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("settleDate");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("notBefore");
        const auto row = [](const char* name, const char* zone, int cutOff, bool hasCalendar, const char* rule,
                             const char* settleDate, const char* written, const char* notBefore) {
            QTest::newRow(name) << QString::fromLatin1(zone) << cutOff << hasCalendar << QString::fromLatin1(rule)
                                << QString::fromLatin1(settleDate) << QString::fromLatin1(written)
                                << QString::fromLatin1(notBefore);
        };
        const char* china = "Asia/Shanghai";
        const int five = 17 * 60;
        row("no hours: at once", "", -1, false, "same-day", "2026-10-08", "2026-10-09T03:00:00Z",
            "2026-10-09T03:00:00Z");
        row("before the cut-off: at once", china, five, true, "same-day", "2026-10-08", "2026-10-09T08:59:59Z",
            "2026-10-09T08:59:59Z");
        row("at the cut-off: the next day", china, five, true, "same-day", "2026-10-08", "2026-10-09T09:00:00Z",
            "2026-10-09T16:00:00Z");
        row("after the last day of the week: over the Sunday", china, five, true, "same-day", "2026-10-09",
            "2026-10-10T09:00:00Z", "2026-10-11T16:00:00Z");
        row("on a Sunday: Monday", china, five, true, "same-day", "2026-10-10", "2026-10-11T03:00:00Z",
            "2026-10-11T16:00:00Z");
        row("in the holidays: their end", china, five, true, "same-day", "2026-10-01", "2026-10-02T03:00:00Z",
            "2026-10-07T16:00:00Z");
        row("a value date of tomorrow: tomorrow", china, five, true, "T+1", "2026-10-08", "2026-10-08T03:00:00Z",
            "2026-10-08T16:00:00Z");
        row("a value date that has passed: at once", china, five, true, "T+1", "2026-10-08", "2026-10-13T03:00:00Z",
            "2026-10-13T03:00:00Z");
        row("a calendar without a cut-off: all day", china, -1, true, "same-day", "2026-10-08", "2026-10-09T15:59:59Z",
            "2026-10-09T15:59:59Z");
        row("a cut-off without a calendar: on Sundays too", china, five, false, "same-day", "2026-10-10",
            "2026-10-11T08:00:00Z", "2026-10-11T08:00:00Z");
        row("without a calendar the next day is a Sunday", china, five, false, "same-day", "2026-10-10",
            "2026-10-10T09:00:00Z", "2026-10-10T16:00:00Z");
        // The cut-off of 02:30 does not exist on 29 March in Berlin: orders end at 03:30 of summer time.
        row("in the gap, before", "Europe/Berlin", 150, false, "same-day", "2026-03-28", "2026-03-29T01:29:59Z",
            "2026-03-29T01:29:59Z");
        row("in the gap, at", "Europe/Berlin", 150, false, "same-day", "2026-03-28", "2026-03-29T01:30:00Z",
            "2026-03-29T22:00:00Z");
        // On 25 October it exists twice: orders end in the first pass, and the day after begins an hour later.
        row("in the overlap, before", "Europe/Berlin", 150, false, "same-day", "2026-10-24", "2026-10-25T00:29:59Z",
            "2026-10-25T00:29:59Z");
        row("in the overlap, at", "Europe/Berlin", 150, false, "same-day", "2026-10-24", "2026-10-25T00:30:00Z",
            "2026-10-25T23:00:00Z");
        // Cairo has no midnight on 24 April: the day begins at one.
        row("a day without a midnight", "Africa/Cairo", 60, false, "same-day", "2026-04-23", "2026-04-23T12:00:00Z",
            "2026-04-23T22:00:00Z");
        row("ahead of UTC", "Pacific/Kiritimati", 60, false, "same-day", "2026-10-25", "2026-10-25T10:30:00Z",
            "2026-10-25T10:30:00Z");
        row("half an hour off", "Asia/Kolkata", five, false, "same-day", "2026-10-25", "2026-10-25T11:30:00Z",
            "2026-10-25T18:30:00Z");
    }
    void aMessageWaitsForTheChannelsHours()
    {
        QFETCH(QString, zone);
        QFETCH(int, cutOff);
        QFETCH(bool, hasCalendar);
        QFETCH(QString, rule);
        QFETCH(QString, settleDate);
        QFETCH(QString, written);
        QFETCH(QString, notBefore);
        SendingHours hours;
        hours.zone = zone.toStdString();
        hours.valueDateRule = rule.toStdString();
        if (cutOff >= 0)
            hours.cutOff = std::chrono::minutes{cutOff};
        if (hasCalendar)
            hours.calendar = "cn-bank";
        const BusinessCalendar calendar = october();
        const Timestamp at = instantFrom(written);
        // The window is computed with the claim, a little before the message is written, and it is the same then.
        for (const auto earlier : {0min, 4min}) {
            const auto window
                = sendWindowFor(hours, hasCalendar ? &calendar : nullptr, dayFrom(settleDate), at - earlier, at + 5min);
            QVERIFY2(window.has_value(), window ? "" : window.error().found.c_str());
            QCOMPARE(textOf(::notBefore(*window, at)), notBefore);
            QCOMPARE(window->valueDate.has_value(), hasCalendar);
        }
    }

    // DESIGN.md section 2: the same operation gives the same bytes again, whenever it is written.
    void theValueDateComesFromTheSettleDateAlone()
    {
        SendingHours hours;
        hours.zone = "Asia/Shanghai";
        hours.cutOff = 17h;
        hours.calendar = "cn-bank";
        hours.valueDateRule = "T+2";
        const BusinessCalendar calendar = october();
        std::set<std::string> dates;
        for (const char* written : {"2026-10-07T16:00:01Z", "2026-10-09T09:30:00Z", "2026-10-29T23:00:00Z"}) {
            const Timestamp at = instantFrom(QString::fromLatin1(written));
            const auto window = sendWindowFor(hours, &calendar, dayFrom(QStringLiteral("2026-10-08")), at, at + 5min);
            QVERIFY(window.has_value());
            dates.insert(window->valueDate->toString());
        }
        QCOMPARE(dates, std::set<std::string>{"2026-10-10"});
    }

    void theLastKnownDayServesUntilItsCutOff()
    {
        SendingHours hours;
        hours.zone = "Asia/Shanghai";
        hours.cutOff = 17h;
        hours.calendar = "cn-bank";
        const BusinessCalendar calendar = october();
        const BusinessDate settled = dayFrom(QStringLiteral("2026-10-29"));
        const Timestamp cutOff = instantFrom(QStringLiteral("2026-10-30T09:00:00Z"));
        const auto inTime = sendWindowFor(hours, &calendar, settled, cutOff - 10min, cutOff - 5min);
        QVERIFY(inTime.has_value());
        QCOMPARE(textOf(inTime->closes), textOf(cutOff));
        QVERIFY(!inTime->nextOpens);
        // It could be written after the cut-off, and nobody has said which day is open next.
        const auto late = sendWindowFor(hours, &calendar, settled, cutOff - 2min, cutOff + 3min);
        QVERIFY(!late.has_value());
        QCOMPARE(late.error().refusal, std::optional{Refusal::CalendarUnknown});
        const auto after = sendWindowFor(hours, &calendar, settled, cutOff, cutOff + 5min);
        QVERIFY(!after.has_value());
        const auto unnamed = sendWindowFor(hours, nullptr, settled, cutOff - 10min, cutOff - 5min);
        QVERIFY(!unnamed.has_value());
        QCOMPARE(unnamed.error().refusal, std::optional{Refusal::CalendarUnknown});
    }

    // DESIGN.md section 5, past_value_date: what could only leave after its value date is refused before anything moves.
    void aPastValueDateIsSentOnlyWhereItIsTaken()
    {
        SendingHours hours;
        hours.zone = "Asia/Shanghai";
        hours.cutOff = 17h;
        hours.calendar = "cn-bank";
        const BusinessCalendar calendar = october();
        const BusinessDate settled = dayFrom(QStringLiteral("2026-10-20"));
        const Timestamp cutOff = instantFrom(QStringLiteral("2026-10-20T09:00:00Z"));
        for (const bool takesIt : {true, false}) {
            hours.takesPastValueDates = takesIt;
            const auto inTime = sendWindowFor(hours, &calendar, settled, cutOff - 10min, cutOff - 5min);
            QVERIFY(inTime.has_value());
            QCOMPARE(inTime->valueDate->toString(), std::string{"2026-10-20"});
            // Written past the cut-off after all, it would leave a day too late.
            QCOMPARE(inTime->nextOpens.has_value(), takesIt);
            const auto late = sendWindowFor(hours, &calendar, settled, cutOff, cutOff + 5min);
            QCOMPARE(late.has_value(), takesIt);
            if (!late) {
                QCOMPARE(late.error().refusal, std::optional{Refusal::ValueDatePast});
                QCOMPARE(classify(late.error()), RetryClass::Data); // No other attempt helps.
                QVERIFY(late.error().found.find("2026-10-20") != std::string::npos);
            }
            // A value date ahead is waited for, by either kind.
            hours.valueDateRule = "T+2";
            QVERIFY(sendWindowFor(hours, &calendar, settled, cutOff, cutOff + 5min).has_value());
            hours.valueDateRule = "same-day";
        }
    }

    void whatIsNoRuleIsRefused()
    {
        QCOMPARE(*valueDaysOf("same-day"), 0);
        QCOMPARE(*valueDaysOf("T+1"), 1);
        QCOMPARE(*valueDaysOf("T+9"), 9);
        for (const char* rule : {"", "T+0", "T+10", "t+1", "next-day"})
            QCOMPARE(valueDaysOf(rule).error().refusal, std::optional{Refusal::ValueMalformed});
        SendingHours hours;
        hours.zone = "Europe/Nowhere";
        QCOMPARE(sendWindowFor(hours, nullptr, BusinessDate{}, Timestamp{}, Timestamp{}).error().refusal,
            std::optional{Refusal::UnknownTimeZone});
        QVERIFY(!instantOfDay("Europe/Berlin", BusinessDate{}, 24h).has_value());
    }

    // Published holidays and worked weekends of a year, on top of ordinary weekends.
    void publishedHolidaysRollToTheDayThatIsWorked()
    {
        QFile file(casesFolder() + QStringLiteral("/calendar/cn_holidays_2026.json"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the folder of cases is absent");
        BusinessCalendar calendar{"cn"};
        for (QDate date(2026, 1, 1); date.year() == 2026; date = date.addDays(1))
            calendar.enter(dayFrom(date.toString(Qt::ISODate)), date.dayOfWeek() <= 5);
        const QJsonArray days
            = QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("days")).toArray();
        QVERIFY(days.size() > 30);
        std::set<QString> worked;
        std::set<QString> off;
        for (const QJsonValue& value : days) {
            const QString date = value[QStringLiteral("date")].toString();
            const bool isOff = value[QStringLiteral("isOffDay")].toBool();
            calendar.enter(dayFrom(date), !isOff);
            (isOff ? off : worked).insert(date);
        }
        for (const QString& date : worked) {
            QCOMPARE(textOf(*calendar.openDayFrom(dayFrom(date))), date);
            QVERIFY(QDate::fromString(date, Qt::ISODate).dayOfWeek() > 5); // Only weekends are worked in exchange.
        }
        for (const QString& date : off) {
            const auto open = calendar.openDayFrom(dayFrom(date));
            QVERIFY(open.has_value());
            QVERIFY(textOf(*open) > date && off.count(textOf(*open)) == 0);
        }
        QCOMPARE(textOf(*calendar.openDayFrom(dayFrom(QStringLiteral("2026-10-01")))), QStringLiteral("2026-10-08"));
        QVERIFY(!calendar.openDayFrom(dayFrom(QStringLiteral("2027-01-01"))).has_value());
    }

    // The sessions of an exchange over five years: each day rolls to the session that follows.
    void publishedSessionsAreTheOpenDays()
    {
        QFile file(casesFolder() + QStringLiteral("/calendar/xeur_sessions_2026_2030.csv"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the folder of cases is absent");
        file.readLine();
        std::vector<QDate> sessions;
        while (!file.atEnd())
            sessions.push_back(QDate::fromString(QString::fromLatin1(file.readLine().left(10)), Qt::ISODate));
        QVERIFY(sessions.size() > 1200);
        const std::set<QDate> open(sessions.begin(), sessions.end());
        BusinessCalendar calendar{"xeur"};
        for (QDate date = sessions.front(); date <= sessions.back(); date = date.addDays(1))
            calendar.enter(dayFrom(date.toString(Qt::ISODate)), open.count(date) > 0);
        for (std::size_t i = 0; i + 2 < sessions.size(); ++i) {
            const BusinessDate date = dayFrom(sessions[i].toString(Qt::ISODate));
            QCOMPARE(textOf(*calendar.openDayAfter(date, 2)), sessions[i + 2].toString(Qt::ISODate));
            const auto after = calendar.openDayFrom(*date.plusDays(1));
            QVERIFY(after.has_value());
            QCOMPARE(textOf(*after), sessions[i + 1].toString(Qt::ISODate));
        }
    }
};

QTEST_GUILESS_MAIN(CoreCalendar)
#include "tst_core_calendar.moc"
