// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules, zones, business dates and run keys: each local day has exactly one planned instant.
#include "core/run_key.h"
#include "core/schedule.h"
#include "core_cases.h"

#include <QDateTime>
#include <QFile>
#include <QTimeZone>
#include <QtTest>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

Timestamp at(const QString& utc)
{
    const QDateTime time = QDateTime::fromString(utc, Qt::ISODate);
    return Timestamp{std::chrono::milliseconds{time.toMSecsSinceEpoch()}};
}

QString text(Timestamp instant)
{
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(instant.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count(), Qt::UTC).toString(Qt::ISODate);
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

BusinessDate day(const QString& date)
{
    return *BusinessDate::parse(date.toStdString());
}

/// `M H * * *`.
CronExpression daily(int hour, int minute)
{
    return *CronExpression::parse(std::to_string(minute) + " " + std::to_string(hour) + " * * *");
}

} // namespace

class CoreSchedule : public QObject {
    Q_OBJECT

private slots:
    // R20, K25, K26, K27, K28, F25, F26, F27. Instants are worked out by hand from the zones' rules.
    void aFixedTimeOnADayOfChangeFiresOnce_data()
    {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<int>("hour");
        QTest::addColumn<int>("minute");
        QTest::addColumn<QString>("date");
        QTest::addColumn<QString>("instant");
        QTest::addColumn<QString>("wall");
        QTest::addColumn<QString>("resolution");
        const auto row = [](const char* zone, int hour, int minute, const char* date, const char* instant,
                             const char* wall, const char* resolution) {
            QTest::addRow("%s %s %02d:%02d", zone, date, hour, minute)
                << QString::fromLatin1(zone) << hour << minute << QString::fromLatin1(date)
                << QString::fromLatin1(instant) << QString::fromLatin1(wall) << QString::fromLatin1(resolution);
        };
        row("America/New_York", 2, 30, "2026-03-08", "2026-03-08T07:30:00Z", "2026-03-08 03:30 -04:00", "GAP_SHIFTED");
        row("America/New_York", 3, 0, "2026-03-08", "2026-03-08T07:00:00Z", "2026-03-08 03:00 -04:00", "PLAIN");
        row("America/New_York", 1, 30, "2026-11-01", "2026-11-01T05:30:00Z", "2026-11-01 01:30 -04:00",
            "OVERLAP_FIRST");
        row("America/New_York", 2, 0, "2026-11-01", "2026-11-01T07:00:00Z", "2026-11-01 02:00 -05:00", "PLAIN");
        row("Europe/Berlin", 2, 30, "2026-03-29", "2026-03-29T01:30:00Z", "2026-03-29 03:30 +02:00", "GAP_SHIFTED");
        row("Europe/Berlin", 2, 30, "2026-10-25", "2026-10-25T00:30:00Z", "2026-10-25 02:30 +02:00", "OVERLAP_FIRST");
        row("Europe/Zurich", 2, 30, "2026-03-29", "2026-03-29T01:30:00Z", "2026-03-29 03:30 +02:00", "GAP_SHIFTED");
        row("Europe/Zurich", 2, 0, "2026-03-29", "2026-03-29T01:00:00Z", "2026-03-29 03:00 +02:00", "GAP_SHIFTED");
        row("Australia/Lord_Howe", 2, 15, "2026-10-04", "2026-10-03T15:45:00Z", "2026-10-04 02:45 +11:00",
            "GAP_SHIFTED");
        row("Australia/Lord_Howe", 1, 45, "2026-04-05", "2026-04-04T14:45:00Z", "2026-04-05 01:45 +11:00",
            "OVERLAP_FIRST");
        row("Australia/Lord_Howe", 2, 0, "2026-04-05", "2026-04-04T15:30:00Z", "2026-04-05 02:00 +10:30", "PLAIN");
        row("Africa/Cairo", 0, 0, "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24 01:00 +03:00", "GAP_SHIFTED");
        row("Africa/Cairo", 0, 30, "2026-04-24", "2026-04-23T22:30:00Z", "2026-04-24 01:30 +03:00", "GAP_SHIFTED");
        row("Africa/Cairo", 10, 0, "2026-04-24", "2026-04-24T07:00:00Z", "2026-04-24 10:00 +03:00", "PLAIN");
        row("Africa/Cairo", 23, 30, "2026-10-29", "2026-10-29T20:30:00Z", "2026-10-29 23:30 +03:00", "OVERLAP_FIRST");
        row("America/Santiago", 0, 0, "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-06 01:00 -03:00", "GAP_SHIFTED");
        row("America/Santiago", 23, 30, "2026-04-04", "2026-04-05T02:30:00Z", "2026-04-04 23:30 -03:00",
            "OVERLAP_FIRST");
        row("America/Chicago", 10, 0, "2025-03-09", "2025-03-09T15:00:00Z", "2025-03-09 10:00 -05:00", "PLAIN");
        row("America/Chicago", 0, 0, "2025-03-09", "2025-03-09T06:00:00Z", "2025-03-09 00:00 -06:00", "PLAIN");
        // The gap ends at midnight: the shifted time is on the next wall day and still belongs to the planned one.
        row("America/Nuuk", 23, 30, "2026-03-28", "2026-03-29T01:30:00Z", "2026-03-29 00:30 -01:00", "GAP_SHIFTED");
        row("Asia/Kolkata", 0, 30, "2026-10-26", "2026-10-25T19:00:00Z", "2026-10-26 00:30 +05:30", "PLAIN"); // K31
        row("Asia/Kathmandu", 0, 30, "2026-10-26", "2026-10-25T18:45:00Z", "2026-10-26 00:30 +05:45", "PLAIN");
        row("Pacific/Kiritimati", 0, 30, "2026-10-26", "2026-10-25T10:30:00Z", "2026-10-26 00:30 +14:00", "PLAIN");
        row("UTC", 0, 0, "2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29 00:00 +00:00", "PLAIN");
    }
    void aFixedTimeOnADayOfChangeFiresOnce()
    {
        QFETCH(QString, zone);
        QFETCH(int, hour);
        QFETCH(int, minute);
        QFETCH(QString, date);
        QFETCH(QString, instant);
        QFETCH(QString, wall);
        QFETCH(QString, resolution);
        const BusinessDate planned = day(date);
        const Timestamp noonBefore{planned.days().time_since_epoch() - 48h};
        const auto all = scheduledBetween(daily(hour, minute), zone.toStdString(), noonBefore, noonBefore + 120h, 100);
        QVERIFY(all.has_value());
        const auto isPlanned = [&](const ScheduledInstant& one) { return one.localDate == planned; };
        QCOMPARE(std::count_if(all->begin(), all->end(), isPlanned), std::ptrdiff_t{1});
        const ScheduledInstant& found = *std::find_if(all->begin(), all->end(), isPlanned);
        QCOMPARE(text(found.scheduledAt), instant);
        QCOMPARE(text(found.localWall), wall);
        QCOMPARE(text(nameOf(found.resolution)), resolution);
        QCOMPARE(text(found.zone), zone);
        // The stored instant is the answer of "next", and asking from it goes on to the next day.
        const auto next = nextScheduled(daily(hour, minute), zone.toStdString(), found.scheduledAt - 1us);
        QCOMPARE(next->scheduledAt, found.scheduledAt);
        const auto later = nextScheduled(daily(hour, minute), zone.toStdString(), found.scheduledAt);
        QCOMPARE(later->localDate, *planned.plusDays(1));
    }

    // Each day of a year has exactly one instant, in order, for every time of day that a change can touch. K25, K26,
    // K27, K28
    void everyDayOfAYearHasExactlyOneInstant_data()
    {
        QTest::addColumn<QString>("zone");
        for (const char* zone :
            {"America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago",
                "America/Nuuk", "Pacific/Chatham", "Asia/Kathmandu", "Africa/Casablanca", "Asia/Shanghai", "UTC"})
            QTest::newRow(zone) << QString::fromLatin1(zone);
    }
    void everyDayOfAYearHasExactlyOneInstant()
    {
        QFETCH(QString, zone);
        const std::string name = zone.toStdString();
        const Timestamp from = *startOfDay(name, day(QStringLiteral("2026-01-01"))) - 1us;
        const Timestamp to = *startOfDay(name, day(QStringLiteral("2027-01-01"))) - 1us;
        for (int quarter = 0; quarter < 96; ++quarter) {
            const CronExpression time = daily(quarter / 4, quarter % 4 * 15);
            const auto all = scheduledBetween(time, name, from, to, 1000);
            QVERIFY(all.has_value());
            QCOMPARE(all->size(), std::size_t{365});
            for (std::size_t i = 0; i < all->size(); ++i) {
                QCOMPARE((*all)[i].localDate, *day(QStringLiteral("2026-01-01")).plusDays(static_cast<int>(i)));
                QVERIFY(i == 0 || (*all)[i - 1].scheduledAt < (*all)[i].scheduledAt);
            }
        }
    }

    void aDayThatAZoneLeftOutHasNoInstant()
    {
        const auto all = scheduledBetween(daily(2, 0), "Pacific/Apia", at(QStringLiteral("2011-12-29T00:00:00Z")),
            at(QStringLiteral("2012-01-01T00:00:00Z")), 10);
        QVERIFY(all.has_value());
        QStringList days;
        for (const auto& instant : *all)
            days << text(instant.localDate.toString());
        QCOMPARE(days,
            (QStringList{QStringLiteral("2011-12-29"), QStringLiteral("2011-12-31"), QStringLiteral("2012-01-01")}));
    }

    void atMostSoManyInstantsComeBackTheEarliestFirst()
    {
        const Timestamp from = at(QStringLiteral("2026-01-01T00:00:00Z"));
        const auto some = scheduledBetween(daily(0, 0), "UTC", from, from + 24h * 365, 3);
        QCOMPARE(some->size(), std::size_t{3});
        QCOMPARE(text(some->front().scheduledAt), QStringLiteral("2026-01-02T00:00:00Z")); // from is exclusive
        const auto inclusive = scheduledBetween(daily(0, 0), "UTC", from, from + 24h, 9);
        QCOMPARE(inclusive->size(), std::size_t{1});
        QVERIFY(scheduledBetween(daily(0, 0), "UTC", from, from, 9)->empty());
        QVERIFY(scheduledBetween(daily(0, 0), "UTC", from, from - 24h, 9)->empty());
        QVERIFY(scheduledBetween(daily(0, 0), "UTC", from, from + 24h, 0)->empty());
        QCOMPARE(scheduledBetween(daily(0, 0), "UTC", Timestamp{}, Timestamp{} + 25h, 9)->size(), std::size_t{1});
    }

    void zoneDataAreChecked()
    {
        QVERIFY(checkZoneData().has_value());
        QVERIFY(checkTimeZone("Asia/Shanghai").has_value());
    }

    void unknownZonesAreRefused_data()
    {
        QTest::addColumn<QString>("zone");
        for (const char* zone : {"", "Mars/Olympus", "localtime", "posixrules", "EST5EDT", "../etc/passwd",
                 "Asia/../UTC", "+08:00", "CST", "CET"})
            QTest::newRow(zone) << QString::fromLatin1(zone);
    }
    void unknownZonesAreRefused()
    {
        QFETCH(QString, zone);
        const auto next = nextScheduled(daily(2, 0), zone.toStdString(), Timestamp{});
        QVERIFY(!next.has_value());
        QCOMPARE(next.error().refusal, std::optional{Refusal::UnknownTimeZone});
    }

    void instantsBeyondTheZoneDataAreRefusedByName()
    {
        const Timestamp before = at(QStringLiteral("2037-12-29T12:00:00Z"));
        const auto last = nextScheduled(daily(2, 0), "America/New_York", before);
        QVERIFY(last.has_value());
        QCOMPARE(text(last->localDate.toString()), QStringLiteral("2037-12-30"));
        // A zone without changes of its offset is known for good.
        QVERIFY(nextScheduled(daily(2, 0), "Asia/Shanghai", at(QStringLiteral("2040-07-01T00:00:00Z"))).has_value());
        QVERIFY(nextScheduled(daily(2, 0), "UTC", at(QStringLiteral("2040-07-01T00:00:00Z"))).has_value());
        const auto beyond = nextScheduled(daily(2, 0), "America/New_York", at(QStringLiteral("2038-06-30T00:00:00Z")));
        if (beyond.has_value()) {
            QCOMPARE(text(beyond->localWall).right(6), QStringLiteral("-04:00")); // This library knows the rules.
            return;
        }
        QCOMPARE(beyond.error().refusal, std::optional{Refusal::InstantBeyondZoneData});
        QVERIFY(!nextScheduled(daily(2, 0), "America/New_York", last->scheduledAt).has_value());
        QVERIFY(!startOfDay("Europe/Berlin", day(QStringLiteral("2040-07-01"))).has_value());
    }

    void everyPublishedTransitionIsCrossedOnce() // K25, K26, K27, K28
    {
        QFile list(casesFolder() + QStringLiteral("/calendar/tz_transitions_2026_tzdb_b9bc7a8.csv"));
        if (!list.open(QIODevice::ReadOnly))
            QSKIP("the folder of cases is absent");
        list.readLine();
        int crossed = 0;
        int otherData = 0;
        while (!list.atEnd()) {
            const QStringList columns = QString::fromLatin1(list.readLine().trimmed()).split(u',');
            const std::string zone = columns[0].toStdString();
            const Timestamp instant = at(columns[1]);
            if (!checkTimeZone(zone)
                || (columns[6] != QStringLiteral("gap") && columns[6] != QStringLiteral("overlap")))
                continue;
            // The first second of the gap, or of the second pass of the overlap, as a local time.
            const bool gap = columns[6] == QStringLiteral("gap");
            const QDateTime local = gap
                ? QDateTime::fromString(columns[8], QStringLiteral("yyyy-MM-dd HH:mm:ss")).addSecs(1)
                : QDateTime::fromString(columns[9], QStringLiteral("yyyy-MM-dd HH:mm:ss"));
            const CronExpression time = daily(local.time().hour(), local.time().minute());
            const auto all = scheduledBetween(time, zone, instant - 12h, instant + 12h, 9);
            QVERIFY(all.has_value());
            QCOMPARE(all->size(), std::size_t{1});
            const Resolution expected = gap ? Resolution::GapShifted : Resolution::OverlapFirst;
            if (all->front().resolution != expected) {
                ++otherData; // This machine's zone data are of another version.
                continue;
            }
            const auto shift = std::chrono::minutes{columns[7].toInt()};
            QCOMPARE(all->front().scheduledAt, gap ? instant : instant + shift);
            ++crossed;
        }
        QVERIFY2(crossed > 100 && otherData < 20, qPrintable(QStringLiteral("%1 %2").arg(crossed).arg(otherData)));
    }

    // -- days
    void aDayBeginsWithItsFirstExistingMoment()
    {
        QCOMPARE(text(*startOfDay("Africa/Cairo", day(QStringLiteral("2026-04-24")))),
            QStringLiteral("2026-04-23T22:00:00Z"));
        QCOMPARE(text(*startOfDay("Asia/Kolkata", day(QStringLiteral("2026-10-26")))),
            QStringLiteral("2026-10-25T18:30:00Z"));
        QCOMPARE(text(localDateOf("Africa/Cairo", at(QStringLiteral("2026-04-23T21:59:59Z")))->toString()),
            QStringLiteral("2026-04-23"));
        QCOMPARE(text(localDateOf("Africa/Cairo", at(QStringLiteral("2026-04-23T22:00:00Z")))->toString()),
            QStringLiteral("2026-04-24"));
    }

    void theSettleDateFollowsZoneAndCutOff_data() // K31
    {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<int>("cutOffMinutes");
        QTest::addColumn<QString>("instant");
        QTest::addColumn<QString>("date");
        const auto row = [](const char* name, const char* zone, int cutOff, const char* instant, const char* date) {
            QTest::newRow(name) << QString::fromLatin1(zone) << cutOff << QString::fromLatin1(instant)
                                << QString::fromLatin1(date);
        };
        row("midnight, before", "Asia/Kolkata", 0, "2026-10-26T18:29:59Z", "2026-10-26");
        row("midnight, after", "Asia/Kolkata", 0, "2026-10-26T18:30:00Z", "2026-10-27");
        row("23:00, before", "Asia/Kathmandu", 23 * 60, "2026-10-26T17:14:59Z", "2026-10-26");
        row("23:00, at", "Asia/Kathmandu", 23 * 60, "2026-10-26T17:15:00Z", "2026-10-27");
        row("+14", "Pacific/Kiritimati", 0, "2026-10-25T10:00:00Z", "2026-10-26");
        row("leap day", "America/New_York", 22 * 60, "2024-03-01T02:59:59Z", "2024-02-29");
        row("after leap day", "America/New_York", 22 * 60, "2024-03-01T03:00:00Z", "2024-03-01");
        row("31st to next month", "Asia/Shanghai", 18 * 60, "2026-10-31T10:00:00Z", "2026-11-01");
        row("year end", "Asia/Shanghai", 18 * 60, "2026-12-31T10:00:00Z", "2027-01-01");
    }
    void theSettleDateFollowsZoneAndCutOff()
    {
        QFETCH(QString, zone);
        QFETCH(int, cutOffMinutes);
        QFETCH(QString, instant);
        QFETCH(QString, date);
        const auto settled = settleDateFor(zone.toStdString(), std::chrono::minutes{cutOffMinutes}, at(instant));
        QVERIFY(settled.has_value());
        QCOMPARE(text(settled->toString()), date);
        QVERIFY(!settleDateFor(zone.toStdString(), 24h, at(instant)).has_value());
    }

    // -- periods and run keys
    void isoWeeksBelongToTheYearOfTheirThursday_data() // K30, F30
    {
        QTest::addColumn<QString>("date");
        QTest::addColumn<QString>("week");
        const auto row = [](const char* date, const char* week) {
            QTest::newRow(date) << QString::fromLatin1(date) << QString::fromLatin1(week);
        };
        row("2027-01-01", "2026-W53");
        row("2026-12-31", "2026-W53");
        row("2027-01-04", "2027-W01");
        row("2021-01-03", "2020-W53");
        row("2019-12-29", "2019-W52");
        row("2019-12-30", "2020-W01");
        row("2026-10-26", "2026-W44");
        row("1970-01-01", "1970-W01");
    }
    void isoWeeksBelongToTheYearOfTheirThursday()
    {
        QFETCH(QString, date);
        QFETCH(QString, week);
        QCOMPARE(text(isoWeek(day(date)).toString()), week);
    }

    void isoWeeksMatchThePublishedList() // F30
    {
        QFile list(casesFolder() + QStringLiteral("/calendar/iso_week_golang.csv"));
        if (!list.open(QIODevice::ReadOnly))
            QSKIP("the folder of cases is absent");
        list.readLine();
        int compared = 0;
        while (!list.atEnd()) {
            const QStringList columns = QString::fromLatin1(list.readLine().trimmed()).split(u',');
            const auto date = BusinessDate::parse(columns[0].toStdString());
            QVERIFY(date.has_value());
            QCOMPARE(isoWeek(*date), (IsoWeek{columns[1].toInt(), columns[2].toInt()}));
            ++compared;
        }
        QVERIFY(compared > 90);
    }

    void runKeysComeFromTheBusinessDate_data() // R3, R11, R12, R18
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("scope");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("date");
        QTest::addColumn<QString>("key");
        const auto row = [](const char* prefix, const char* scope, const char* kind, const char* date,
                             const char* key) {
            QTest::newRow(key) << QString::fromLatin1(prefix) << QString::fromLatin1(scope) << QString::fromLatin1(kind)
                               << QString::fromLatin1(date) << QString::fromLatin1(key);
        };
        row("settle-daily", "", "day", "2026-10-26", "settle-daily:2026-10-26");
        row("settle-daily", "emea", "day", "2026-10-26", "settle-daily@emea:2026-10-26");
        row("weekly-report", "", "week", "2026-10-26", "weekly-report:2026-W43");
        row("weekly-report", "tue", "week", "2026-10-27", "weekly-report@tue:2026-W43");
        row("weekly-report", "year-end", "week", "2027-01-01", "weekly-report@year-end:2026-W52");
        row("weekly-report", "after", "week", "2027-01-04", "weekly-report@after:2026-W53");
        row("settlement", "", "month", "2026-09-30", "settlement:2026-09");
    }
    void runKeysComeFromTheBusinessDate()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, scope);
        QFETCH(QString, kind);
        QFETCH(QString, date);
        QFETCH(QString, key);
        const auto made = runKeyFor(
            prefix.toStdString(), scope.toStdString(), *fromName<PeriodKind>(kind.toStdString()), day(date));
        QVERIFY(made.has_value());
        QCOMPARE(text(made->value), key);
    }

    void malformedRunKeysAreRefused()
    {
        const BusinessDate date = day(QStringLiteral("2026-10-26"));
        for (const char* prefix : {"", "Settle", "settle daily", "1settle", "settle:daily", "settle@x"})
            QCOMPARE(
                runKeyFor(prefix, "", PeriodKind::Day, date).error().refusal, std::optional{Refusal::KeyMalformed});
        QVERIFY(!runKeyFor("settle-daily", "a b", PeriodKind::Day, date).has_value());
        QVERIFY(!runKeyFor("weekly-report", "", PeriodKind::IsoWeek, BusinessDate{}).has_value());
        QCOMPARE(runKeyFor("cleanup-temp", "", PeriodKind::Slot, date).error().refusal,
            std::optional{Refusal::KeyMalformed});
        QCOMPARE(text(businessDateFor(date, -1)->toString()), QStringLiteral("2026-10-25"));
    }
};

QTEST_GUILESS_MAIN(CoreSchedule)
#include "tst_core_schedule.moc"
