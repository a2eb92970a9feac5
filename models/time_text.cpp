// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/time_text.h"

#include <QCoreApplication>
#include <QDateTime>

#include <cstdlib>

namespace onceover::models {

namespace {

struct TimeWords {
    Q_DECLARE_TR_FUNCTIONS(TimeText)
};

qint64 wholeSeconds(Timestamp at)
{
    return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}

int offsetAt(const QTimeZone& zone, Timestamp at)
{
    return zone.offsetFromUtc(QDateTime::fromSecsSinceEpoch(wholeSeconds(at), Qt::UTC));
}

/// Date and time in the zone, carried in a UTC value so that nothing shifts them again.
QDateTime wallClock(const QTimeZone& zone, Timestamp at)
{
    return QDateTime::fromSecsSinceEpoch(wholeSeconds(at) + offsetAt(zone, at), Qt::UTC);
}

QString wallText(const QTimeZone& zone, Timestamp at, QLatin1String format)
{
    return wallClock(zone, at).toString(QString(format));
}

QString microsecondText(Timestamp at)
{
    const auto rest = at - std::chrono::floor<std::chrono::seconds>(at);
    return QStringLiteral("%1").arg(static_cast<qlonglong>(rest.count()), 6, 10, QLatin1Char('0'));
}

QString offsetText(int seconds)
{
    const int minutes = std::abs(seconds) / 60;
    return QStringLiteral("UTC%1%2:%3")
        .arg(QLatin1Char(seconds < 0 ? '-' : '+'))
        .arg(minutes / 60, 2, 10, QLatin1Char('0'))
        .arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

constexpr QLatin1String kFullFormat("yyyy-MM-dd HH:mm:ss");

} // namespace

TimeFormat::TimeFormat()
    : m_zone(QTimeZone::utc())
{
}

TimeFormat::TimeFormat(const QTimeZone& zone)
    : m_zone(zone.isValid() ? zone : QTimeZone::utc())
{
}

TimeFormat TimeFormat::utc()
{
    return {};
}

TimeFormat TimeFormat::local()
{
    return TimeFormat(QTimeZone::systemTimeZone());
}

TimeFormat TimeFormat::relativeTo(Timestamp reference) const
{
    TimeFormat format = *this;
    format.m_reference = reference;
    return format;
}

QString TimeFormat::full(Timestamp at) const
{
    return QStringLiteral("%1 %2").arg(wallText(m_zone, at, kFullFormat), offsetText(offsetAt(m_zone, at)));
}

QString TimeFormat::cell(Timestamp at) const
{
    if (!m_reference)
        return full(at);
    const QDateTime wall = wallClock(m_zone, at);
    const bool sameYear = wall.date().year() == wallClock(m_zone, *m_reference).date().year();
    QString text = wall.toString(sameYear ? QStringLiteral("MM-dd HH:mm:ss") : QString(kFullFormat));
    // Around a change of daylight saving time the header's offset is not this cell's.
    const int offsetHere = offsetAt(m_zone, at);
    if (offsetHere != offsetAt(m_zone, *m_reference))
        text += QLatin1Char(' ') + offsetText(offsetHere);
    return text;
}

QString TimeFormat::clock(Timestamp at) const
{
    if (!m_reference || wallClock(m_zone, at).date() != wallClock(m_zone, *m_reference).date()
        || offsetAt(m_zone, at) != offsetAt(m_zone, *m_reference))
        return cell(at);
    return wallText(m_zone, at, QLatin1String("HH:mm:ss"));
}

QString TimeFormat::offset() const
{
    return offsetText(m_reference ? offsetAt(m_zone, *m_reference)
                                  : m_zone.standardTimeOffset(QDateTime::fromSecsSinceEpoch(0, Qt::UTC)));
}

QString TimeFormat::hover(Timestamp at, Timestamp now) const
{
    const QString relative
        = at <= now ? TimeWords::tr("%1 ago").arg(ageText(at, now)) : TimeWords::tr("in %1").arg(ageText(now, at));
    QStringList lines{
        QStringLiteral("%1.%2 %3")
            .arg(wallText(m_zone, at, kFullFormat), microsecondText(at), offsetText(offsetAt(m_zone, at)))};
    if (m_zone != QTimeZone::utc())
        lines << plain(at);
    lines << relative;
    return lines.join(QLatin1Char('\n'));
}

QString TimeFormat::plain(Timestamp at)
{
    return QStringLiteral("%1.%2Z").arg(
        wallText(QTimeZone::utc(), at, QLatin1String("yyyy-MM-ddTHH:mm:ss")), microsecondText(at));
}

QString spanText(milliseconds span)
{
    const qint64 seconds = span.count() <= 0 ? 0 : span.count() / 1000;
    const qint64 minutes = seconds / 60;
    const qint64 hours = minutes / 60;
    if (seconds < 60)
        return TimeWords::tr("%1 s", "seconds").arg(seconds);
    if (minutes < 60)
        return TimeWords::tr("%1 min", "minutes").arg(minutes);
    if (hours < 48)
        return TimeWords::tr("%1 h %2 min", "hours and minutes").arg(hours).arg(minutes % 60, 2, 10, QLatin1Char('0'));
    return TimeWords::tr("%1 d %2 h", "days and hours").arg(hours / 24).arg(hours % 24);
}

QString ageText(Timestamp since, Timestamp now)
{
    return spanText(std::chrono::duration_cast<milliseconds>(now - since));
}

std::optional<Timestamp> writtenInstant(const QString& written)
{
    const QDateTime at = QDateTime::fromString(written, Qt::ISODateWithMs);
    return at.isValid() ? std::optional(Timestamp{milliseconds{at.toMSecsSinceEpoch()}}) : std::nullopt;
}

QString dateText(const BusinessDate& date)
{
    return QString::fromStdString(date.toString());
}

} // namespace onceover::models
