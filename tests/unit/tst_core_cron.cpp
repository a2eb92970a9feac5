// SPDX-License-Identifier: GPL-3.0-or-later
// Five fields of cron: what they mean, where a fault stands, and the laws of "next" for any expression, zone and
// instant.
#include "core/schedule.h"

#include <QtTest>
#include <date/tz.h>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <vector>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

/// A field as it is written and, found apart from the parser, the values that it means.
struct DrawnField {
    std::string text;
    std::set<int> values;
    bool beginsWithStar = false;
    bool runs = false;
};

struct DrawnExpression {
    DrawnField minute, hour, day, month, weekday;
    [[nodiscard]] std::string text() const
    {
        return minute.text + " " + hour.text + " " + day.text + " " + month.text + " " + weekday.text;
    }
    [[nodiscard]] bool isFixedTime() const { return !minute.runs && !hour.runs; }
    [[nodiscard]] bool means(date::local_days local) const
    {
        const date::year_month_day ymd{local};
        const bool onDay = day.values.count(static_cast<int>(static_cast<unsigned>(ymd.day()))) > 0;
        const bool onWeekday = weekday.values.count(static_cast<int>(date::weekday{local}.c_encoding())) > 0;
        const bool either = !day.beginsWithStar && !weekday.beginsWithStar;
        return month.values.count(static_cast<int>(static_cast<unsigned>(ymd.month()))) > 0
            && (either ? onDay || onWeekday : onDay && onWeekday);
    }
    [[nodiscard]] bool means(LocalMinute local) const
    {
        const auto midnight = date::floor<date::days>(local);
        const int ofDay = static_cast<int>((local - midnight).count());
        return means(midnight) && hour.values.count(ofDay / 60) > 0 && minute.values.count(ofDay % 60) > 0;
    }
};

rc::Gen<DrawnField> fieldOf(int least, int most, int starWeight)
{
    return rc::gen::exec([=] {
        DrawnField field;
        const int items = *rc::gen::weightedElement<int>({{6, 1}, {2, 2}, {1, 3}});
        for (int i = 0; i < items; ++i) {
            const int a = *rc::gen::inRange(least, most + 1);
            const int b = *rc::gen::inRange(a, most + 1);
            const int step = *rc::gen::inRange(1, most + 1);
            const int kind = *rc::gen::weightedElement<int>(
                {{static_cast<std::size_t>(starWeight), 0}, {4, 1}, {2, 2}, {2, 3}, {2, 4}});
            const std::string range = std::to_string(a) + "-" + std::to_string(b);
            const std::string stepText = "/" + std::to_string(step);
            const std::string text = kind == 0 ? "*"
                : kind == 1                    ? std::to_string(a)
                : kind == 2                    ? range
                : kind == 3                    ? range + stepText
                                               : "*" + stepText;
            const bool all = kind == 0 || kind == 4;
            for (int value = all ? least : a; value <= (kind == 1 ? a : all ? most : b); value += kind >= 3 ? step : 1)
                field.values.insert(value);
            field.text += (i > 0 ? "," : "") + text;
            field.beginsWithStar = field.beginsWithStar || (i == 0 && all);
            field.runs = field.runs || kind == 0 || kind >= 3;
        }
        return field;
    });
}

rc::Gen<DrawnExpression> expressions()
{
    return rc::gen::exec([] {
        DrawnExpression drawn{
            *fieldOf(0, 59, 3), *fieldOf(0, 23, 3), *fieldOf(1, 31, 12), *fieldOf(1, 12, 12), *fieldOf(0, 7, 12)};
        if (drawn.weekday.values.erase(7) > 0)
            drawn.weekday.values.insert(0);
        return drawn;
    });
}

/// A zone, and an instant of 1990 to 2036: half of the draws lie within a day and a half of a change of its offset.
struct Place {
    std::string zone;
    date::sys_seconds at;
};

/// Every zone of the machine that a job may name: those of a region, and UTC.
const std::vector<std::string>& zonesOfJobs()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> found;
        for (const date::time_zone& zone : date::get_tzdb().zones) {
            if (zone.name() == "UTC" || zone.name().find('/') != std::string::npos)
                found.push_back(zone.name());
        }
        return found;
    }();
    return names;
}

rc::Gen<Place> places()
{
    return rc::gen::exec([] {
        // Half of the draws from those that are known to be thorny, half from all that there are.
        const std::string thorny = *rc::gen::element<std::string>("America/New_York", "Europe/Berlin",
            "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago", "America/Nuuk", "Pacific/Chatham",
            "Asia/Kathmandu", "Africa/Casablanca", "Antarctica/Troll", "America/St_Johns", "Pacific/Apia", "UTC");
        const auto& every = zonesOfJobs();
        const auto any = *rc::gen::inRange<std::size_t>(0, every.size());
        const std::string zone = *rc::gen::arbitrary<bool>() ? thorny : every[any];
        const date::sys_seconds first{date::sys_days{date::year{1990} / 1 / 1}};
        const int days = *rc::gen::inRange(0, 17166);
        date::sys_seconds at = first + date::days{days} + seconds{*rc::gen::inRange(0, 86400)};
        const auto change = date::locate_zone(zone)->get_info(at).end;
        if (*rc::gen::arbitrary<bool>() && change < first + date::days{17166})
            at = change + seconds{*rc::gen::inRange(-129600, 129600)};
        return Place{zone, at};
    });
}

/// Is this instant one that the expression means, by the words of the ruling? Asks the zone in another way than the
/// code does.
bool isMeant(const DrawnExpression& drawn, const date::time_zone& zone, date::sys_seconds at)
{
    const auto here = zone.get_info(at);
    const date::local_seconds wall{at.time_since_epoch() + here.offset};
    const auto both = zone.get_info(wall);
    const bool secondPass = both.result == date::local_info::ambiguous && both.second.offset == here.offset
        && both.first.offset != here.offset;
    const auto wallMinute = date::floor<minutes>(wall);
    if (wallMinute == wall && drawn.means(wallMinute) && !(secondPass && drawn.isFixedTime()))
        return true;
    const auto before = zone.get_info(here.begin - 1s).offset;
    const seconds gap = here.offset - before;
    if (gap <= 0s || gap >= 24h || at - here.begin >= gap)
        return false;
    const date::local_seconds leftOut{at.time_since_epoch() + before};
    return date::floor<minutes>(leftOut) == leftOut && drawn.means(date::floor<minutes>(leftOut));
}

Timestamp stamp(date::sys_seconds at)
{
    return Timestamp{at.time_since_epoch()};
}

date::sys_seconds second(Timestamp at)
{
    return date::sys_seconds{std::chrono::floor<seconds>(at.time_since_epoch())};
}

QString utf8(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

class CoreCron : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("RC_PARAMS"))
            qputenv("RC_PARAMS", "max_success=500");
    }

    void fieldsMeanTheirValues_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("sameAs");
        const auto row = [](const char* expression, const char* sameAs) {
            QTest::newRow(expression) << QString::fromLatin1(expression) << QString::fromLatin1(sameAs);
        };
        row("  05\t02  * * * ", "5 2 * * *");
        row("0 2 * JAN,feb,Dec *", "0 2 * 1,2,12 *");
        row("0 2 * * MON-FRI", "0 2 * * 1-5");
        row("0 2 * * 7", "0 2 * * SUN");
        row("0 2 * * 5-7", "0 2 * * 0,5,6");
        row("0 2 * * FRI-SUN", "0 2 * * 0,5,6");
        row("0 2 * * SUN-TUE", "0 2 * * 0-2");
        row("0 8-18/4 * * *", "0 8-18/4,12,16 * * *");
    }
    void fieldsMeanTheirValues()
    {
        QFETCH(QString, expression);
        QFETCH(QString, sameAs);
        QVERIFY(*CronExpression::parse(expression.toStdString()) == *CronExpression::parse(sameAs.toStdString()));
    }

    // R20
    void everyFaultIsRefusedAtItsPlace_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* expression, const char* found) {
            QTest::newRow(expression) << QString::fromLatin1(expression) << QString::fromLatin1(found);
        };
        row("60 2 * * *", "minute (field 1), column 1: '60': not in 0 to 59");
        row("0 24 * * *", "hour (field 2), column 3: '24': not in 0 to 23");
        row("000 2 * * *", "minute (field 1), column 1: '000': not in 0 to 59");
        row("0 1,2,x * * *", "hour (field 2), column 7: 'x': not a number");
        row("0 2 0 * *", "day-of-month (field 3), column 5: '0': not in 1 to 31");
        row("0 2 * JANUARY *", "month (field 4), column 7: 'JANUARY': neither a number nor a name of this field");
        row("0 2 MON * *", "day-of-month (field 3), column 5: 'MON': not a number");
        row("-1 2 * * *", "minute (field 1), column 1: a value is missing");
        row("1, 2 * * *", "minute (field 1), column 3: a value is missing");
        row("1- 2 * * *", "minute (field 1), column 3: a value is missing");
        row("0 5-2 * * *", "hour (field 2), column 3: '5-2': the range runs backwards");
        row("0 2 * * SAT-TUE", "day-of-week (field 5), column 9: 'SAT-TUE': the range runs backwards");
        row("5/15 2 * * *", "minute (field 1), column 2: '/15': a step needs '*' or a range before it");
        row("*/60 2 * * *", "minute (field 1), column 3: '60': a step is a number from 1 to 59");
        row("*/0 2 * * *", "minute (field 1), column 3: '0': a step is a number from 1 to 59");
        row("1-9/ 2 * * *", "minute (field 1), column 5: a step is a number from 1 to 59");
        row("*1 2 * * *", "minute (field 1), column 2: '1': only a step may follow '*'");
        row("0 2 ? * *", "day-of-month (field 3), column 5: '?': signs of other cron dialects are not supported");
        row("0 2 L * *", "day-of-month (field 3), column 5: 'L': signs of other cron dialects are not supported");
        row("0 2 * * 5#2", "day-of-week (field 5), column 9: '5#2': signs of other cron dialects are not supported");
        row("0 0 30 2 *", "day-of-month (field 3), column 5: '30': never comes: no such day in these months");
        row("0 0 31 4,6,9,11 */2", "day-of-month (field 3), column 5: '31': never comes: no such day in these months");
        row("@daily", "column 1: '@daily': nicknames are not supported: write '0 0 * * *'");
        row("@reboot", "column 1: '@reboot': not the five fields of an expression");
        row("0 0 2 * * *",
            "column 11: '*': a sixth field: an expression has the five fields minute, hour, day-of-month, month, "
            "day-of-week");
        row("0 2 * *",
            "day-of-week (field 5), column 8: missing: an expression has the five fields minute, hour, day-of-month, "
            "month, day-of-week");
        row("",
            "minute (field 1), column 1: missing: an expression has the five fields minute, hour, day-of-month, month, "
            "day-of-week");
    }
    void everyFaultIsRefusedAtItsPlace()
    {
        QFETCH(QString, expression);
        QFETCH(QString, found);
        const auto parsed = CronExpression::parse(expression.toStdString());
        QVERIFY(!parsed.has_value());
        QCOMPARE(parsed.error().refusal, std::optional{Refusal::ScheduleNotSupported});
        QCOMPARE(utf8(parsed.error().found), found);
    }

    void anExpressionOfAnyLengthIsRead()
    {
        QVERIFY(!CronExpression::parse(std::string(100000, ',')));
        QVERIFY(!CronExpression::parse(std::string(5000, ' ') + "* * * * *"));
    }

    // A day needs one of two restricted day fields; a field that begins with a star is not restricted.
    void dayFieldsAreOredWhenBothAreRestricted_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("days"); ///< Of October 2026, which begins with a Thursday.
        QTest::newRow("both") << QStringLiteral("0 0 1,15 * MON") << QStringLiteral("1 5 12 15 19 26");
        QTest::newRow("all days named") << QStringLiteral("0 0 15 * 0-2")
                                        << QStringLiteral("4 5 6 11 12 13 15 18 19 20 25 26 27");
        QTest::newRow("star step") << QStringLiteral("0 0 */2 * MON") << QStringLiteral("5 19");
        QTest::newRow("star and weekday") << QStringLiteral("0 0 * * MON") << QStringLiteral("5 12 19 26");
        QTest::newRow("day and star") << QStringLiteral("0 0 10-12 * *") << QStringLiteral("10 11 12");
    }
    void dayFieldsAreOredWhenBothAreRestricted()
    {
        QFETCH(QString, expression);
        QFETCH(QString, days);
        const auto cron = *CronExpression::parse(expression.toStdString());
        QStringList found;
        for (int day = 1; day <= 31; ++day) {
            const date::local_days midnight{date::year{2026} / 10 / day};
            if (cron.matches(midnight + minutes{0}))
                found << QString::number(day);
        }
        QCOMPARE(found.join(u' '), days);
    }

    // R20, K25, K26, K27, K28
    void changesOfTheOffsetAreCrossedByTheRuling_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("date"); ///< The wall clock's day, from its first instant on.
        QTest::addColumn<QString>("instants");
        const auto row = [](const char* expression, const char* zone, const char* date, const char* instants) {
            QTest::addRow("%s %s %s", expression, zone, date)
                << QString::fromLatin1(expression) << QString::fromLatin1(zone) << QString::fromLatin1(date)
                << QString::fromLatin1(instants);
        };
        // The gap 02:00–03:00 on 2026-03-29.
        row("30 1-3 * * *", "Europe/Berlin", "2026-03-29", "01:30 +01:00 PLAIN, 03:30 +02:00 PLAIN");
        row("30 2 * * *", "Europe/Berlin", "2026-03-29", "03:30 +02:00 GAP_SHIFTED");
        row("*/20 2 * * *", "Europe/Berlin", "2026-03-29",
            "03:00 +02:00 GAP_SHIFTED, 03:20 +02:00 GAP_SHIFTED, 03:40 +02:00 GAP_SHIFTED");
        row("0 */2 29 3 *", "Europe/Berlin", "2026-03-29",
            "00:00 +01:00 PLAIN, 03:00 +02:00 GAP_SHIFTED, 04:00 +02:00 PLAIN, 06:00 +02:00 PLAIN, 08:00 +02:00 PLAIN, "
            "10:00 +02:00 PLAIN, 12:00 +02:00 PLAIN, 14:00 +02:00 PLAIN, 16:00 +02:00 PLAIN, 18:00 +02:00 PLAIN, "
            "20:00 +02:00 PLAIN, 22:00 +02:00 PLAIN");
        // The overlap 02:00–03:00 on 2026-10-25: a fixed time once, a wildcard or a step in both passes.
        row("30 1-3 * * *", "Europe/Berlin", "2026-10-25",
            "01:30 +02:00 PLAIN, 02:30 +02:00 OVERLAP_FIRST, 03:30 +01:00 PLAIN");
        row("*/30 2 * * *", "Europe/Berlin", "2026-10-25",
            "02:00 +02:00 OVERLAP_FIRST, 02:30 +02:00 OVERLAP_FIRST, 02:00 +01:00 OVERLAP_SECOND, "
            "02:30 +01:00 OVERLAP_SECOND");
        row("0 1-4/1 * * *", "Europe/Berlin", "2026-10-25",
            "01:00 +02:00 PLAIN, 02:00 +02:00 OVERLAP_FIRST, 02:00 +01:00 OVERLAP_SECOND, 03:00 +01:00 PLAIN, "
            "04:00 +01:00 PLAIN");
        // Half an hour on Lord Howe: 02:00 is left out on 2026-10-04, 01:30–02:00 comes twice on 2026-04-05.
        row("*/30 2 * * *", "Australia/Lord_Howe", "2026-10-04", "02:30 +11:00 PLAIN");
        row("0 2 * * *", "Australia/Lord_Howe", "2026-10-04", "02:30 +11:00 GAP_SHIFTED");
        row("15,45 1 * * *", "Australia/Lord_Howe", "2026-04-05", "01:15 +11:00 PLAIN, 01:45 +11:00 OVERLAP_FIRST");
        row("*/15 1 * * *", "Australia/Lord_Howe", "2026-04-05",
            "01:00 +11:00 PLAIN, 01:15 +11:00 PLAIN, 01:30 +11:00 OVERLAP_FIRST, 01:45 +11:00 OVERLAP_FIRST, "
            "01:30 +10:30 OVERLAP_SECOND, 01:45 +10:30 OVERLAP_SECOND");
        // Midnight is left out in Cairo on 2026-04-24.
        row("0 0,1 * * *", "Africa/Cairo", "2026-04-24", "01:00 +03:00 PLAIN");
        row("30 0 * * *", "Africa/Cairo", "2026-04-24", "01:30 +03:00 GAP_SHIFTED");
    }
    void changesOfTheOffsetAreCrossedByTheRuling()
    {
        QFETCH(QString, expression);
        QFETCH(QString, zone);
        QFETCH(QString, date);
        QFETCH(QString, instants);
        const auto cron = *CronExpression::parse(expression.toStdString());
        const auto day = *BusinessDate::parse(date.toStdString());
        const std::string name = zone.toStdString();
        const auto all = scheduledBetween(
            cron, name, *startOfDay(name, day) - 1us, *startOfDay(name, *day.plusDays(1)) - 1us, 100);
        QVERIFY(all.has_value());
        QStringList found;
        for (const ScheduledInstant& one : *all) {
            QVERIFY(utf8(one.localWall).startsWith(date));
            found << utf8(one.localWall).mid(11) + u' ' + utf8(std::string{nameOf(one.resolution)});
        }
        QCOMPARE(found.join(QStringLiteral(", ")), instants);
    }

    void theRarestDayIsFoundAndTheSearchEnds()
    {
        const auto leapSunday = *CronExpression::parse("0 0 29 2 */7");
        const Timestamp after = stamp(date::sys_days{date::year{2072} / 3 / 1});
        QCOMPARE(utf8(nextScheduled(leapSunday, "UTC", after)->localWall), QStringLiteral("2088-02-29 00:00 +00:00"));
        const Timestamp last = stamp(date::sys_days{date::year{2088} / 3 / 1});
        QCOMPARE(utf8(nextScheduled(leapSunday, "UTC", last)->localWall), QStringLiteral("2128-02-29 00:00 +00:00"));
        const Timestamp end = stamp(date::sys_days{date::year{9999} / 6 / 1});
        QVERIFY(!nextScheduled(leapSunday, "UTC", end).has_value());
    }

    // R20: for any expression, zone and instant.
    void nextIsLaterMinimalAndMatches()
    {
        const bool held = rc::check("next is later, matches, and nothing before it does", [] {
            const DrawnExpression drawn = *expressions();
            const Place place = *places();
            RC_LOG() << drawn.text() << " in " << place.zone << " after " << place.at.time_since_epoch().count();
            const auto cron = CronExpression::parse(drawn.text());
            RC_PRE(cron.has_value()); // Only days that never come are refused.
            const auto next = nextScheduled(*cron, place.zone, stamp(place.at));
            if (!next) {
                RC_ASSERT(next.error().refusal == Refusal::InstantBeyondZoneData);
                return;
            }
            const auto* zone = date::locate_zone(place.zone);
            const auto found = second(next->scheduledAt);
            RC_ASSERT(found > place.at);
            RC_ASSERT(isMeant(drawn, *zone, found));
            // Minute by minute for four days and to the end of the fifth, which covers each change that a draw lies
            // next to; then day by day; then minute by minute through the day on which it was found.
            const auto localDay = [&](date::sys_seconds at) { return date::floor<date::days>(zone->to_local(at)); };
            const auto lastDay = localDay(place.at + date::days{4});
            for (auto at = date::ceil<minutes>(place.at + 1s); at < found && localDay(at) <= lastDay; at += 1min)
                RC_ASSERT(!isMeant(drawn, *zone, at));
            const date::local_days plannedDay{next->localDate.days().time_since_epoch()};
            for (auto at = date::floor<minutes>(found - 1s); at > place.at && localDay(at) >= plannedDay; at -= 1min)
                RC_ASSERT(!isMeant(drawn, *zone, at));
            for (auto day = lastDay + date::days{1}; day < plannedDay; day += date::days{1})
                RC_ASSERT(!drawn.means(day) || zone->get_info(day + 12h).result == date::local_info::nonexistent);
        });
        QVERIFY(held);
    }

    void betweenIsNextAgainAndAgain()
    {
        const bool held = rc::check("the instants between are those of next, each once", [] {
            const DrawnExpression drawn = *expressions();
            const Place place = *places();
            const auto cron = CronExpression::parse(drawn.text());
            RC_PRE(cron.has_value());
            const Timestamp from = stamp(place.at);
            const auto all = scheduledBetween(*cron, place.zone, from, from + 72h, 40);
            RC_ASSERT(all.has_value());
            Timestamp after = from;
            for (const ScheduledInstant& one : *all) {
                const auto next = nextScheduled(*cron, place.zone, after);
                RC_ASSERT(next.has_value() && next->scheduledAt == one.scheduledAt);
                RC_ASSERT(next->localWall == one.localWall && next->localDate == one.localDate);
                after = one.scheduledAt;
            }
        });
        QVERIFY(held);
    }
};

QTEST_GUILESS_MAIN(CoreCron)
#include "tst_core_cron.moc"
