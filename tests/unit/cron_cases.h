// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cron.h"
#include "core/records/timestamp.h"
#include "core_cases.h"

#include <QDateTime>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QStringList>
#include <date/tz.h>

/// Rows of the published cases of cron (ONCEOVER_CASES/cron): what a file says, and how it is asked here.
namespace cron_cases {

/// One row of a file: the text of each column by its name.
using CaseRow = QMap<QString, QString>;

inline QStringList splitCsv(const QString& line)
{
    QStringList cells{QString{}};
    bool quoted = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (c == u'"' && quoted && i + 1 < line.size() && line[i + 1] == u'"')
            cells.last() += line[++i];
        else if (c == u'"')
            quoted = !quoted;
        else if (c == u',' && !quoted)
            cells << QString{};
        else
            cells.last() += c;
    }
    return cells;
}

/// The rows of a file, with "line" beside its columns; empty where the folder is absent.
inline QList<CaseRow> readCases(const QString& name)
{
    QFile file(casesFolder() + QStringLiteral("/cron/") + name);
    QList<CaseRow> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    const QStringList columns = splitCsv(QString::fromUtf8(file.readLine()).trimmed());
    for (int line = 2; !file.atEnd(); ++line) {
        QString text = QString::fromUtf8(file.readLine());
        while (text.endsWith(u'\n') || text.endsWith(u'\r'))
            text.chop(1);
        const QStringList cells = splitCsv(text);
        CaseRow row{{QStringLiteral("line"), QString::number(line)}};
        for (qsizetype i = 0; i < columns.size() && i < cells.size(); ++i)
            row[columns[i]] = cells[i];
        rows << row;
    }
    return rows;
}

/// A moment as the files write it: a local date with or without time and fraction, perhaps with an offset.
struct CaseMoment {
    onceover::Timestamp local; ///< The wall clock, as if it were UTC.
    std::optional<std::chrono::minutes> offset;
};

inline std::optional<CaseMoment> parseMoment(QString text)
{
    static const QRegularExpression form(QStringLiteral(
        R"(^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(?: ?([+-])(\d\d):(\d\d))?$)"));
    const auto match = form.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    using namespace std::chrono;
    const auto number = [&](int group) { return match.captured(group).toInt(); };
    const QDate day = QDate::fromString(match.captured(1), Qt::ISODate);
    // Seven digits are more than a Timestamp has: it is the first one not before the moment.
    const int tenths = match.captured(5).leftJustified(7, u'0').toInt();
    CaseMoment moment;
    moment.local = onceover::Timestamp{date::sys_days{date::days{day.toJulianDay() - 2440588}}.time_since_epoch()
        + hours{number(2)} + minutes{number(3)} + seconds{number(4)} + microseconds{(tenths + 9) / 10}};
    if (!match.captured(6).isEmpty()) {
        const auto offset = hours{number(7)} + minutes{number(8)};
        moment.offset = match.captured(6) == u'-' ? -offset : offset;
    }
    return moment;
}

/// The zone that a row means; "local (naive)" is a clock without changes.
inline std::string zoneOf(const CaseRow& row)
{
    const QString zone = row[QStringLiteral("tz")];
    if (zone.contains(u'/') || zone == QStringLiteral("UTC"))
        return zone.toStdString();
    if (zone == QStringLiteral("-07:00"))
        return "Etc/GMT+7";
    const auto from = parseMoment(row[QStringLiteral("from")]);
    return from && from->offset == std::chrono::minutes{330} ? "Asia/Kolkata" : "UTC";
}

/// The instant of a moment in a zone; the first one where it exists twice.
inline onceover::Timestamp instantOf(const CaseMoment& moment, const std::string& zone)
{
    if (moment.offset)
        return moment.local - *moment.offset;
    const date::local_time<std::chrono::microseconds> local{moment.local.time_since_epoch()};
    const auto info = date::locate_zone(zone)->get_info(local);
    return onceover::Timestamp{local.time_since_epoch() - info.first.offset};
}

/// The expression in five fields, where that says the same: without seconds that are 0, and `*` for the `?` of other
/// dialects. Nothing where it says something else.
inline std::optional<QString> inFiveFields(const CaseRow& row)
{
    QString text = row[QStringLiteral("expression")].simplified();
    QStringList fields = text.split(u' ');
    const int count = row[QStringLiteral("fields")].toInt();
    if (count > 6 || (count == 6 && fields.takeFirst() != QStringLiteral("0")))
        return std::nullopt;
    for (QString& field : fields) {
        if (field == QStringLiteral("?"))
            field = QStringLiteral("*");
    }
    return fields.join(u' ');
}

} // namespace cron_cases
