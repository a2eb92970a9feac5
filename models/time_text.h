// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"

#include <QString>
#include <QTimeZone>

#include <optional>

namespace onceover::models {

/// How instants are written for people: always with their offset, in one chosen zone (setting UTC, local or the
/// bank's). Database instants keep their microseconds; no QDateTime carries them.
class TimeFormat {
public:
    /// UTC.
    TimeFormat();
    explicit TimeFormat(const QTimeZone& zone);

    [[nodiscard]] static TimeFormat utc();
    /// The zone of this machine.
    [[nodiscard]] static TimeFormat local();

    /// The same zone, with the instant that headers and short forms refer to (normally the snapshot's time): cells
    /// leave out this instant's year and offset and write them only where theirs differ.
    [[nodiscard]] TimeFormat relativeTo(Timestamp reference) const;

    /// `2026-03-15 03:12:44 UTC+08:00`: detail, copy, export.
    [[nodiscard]] QString full(Timestamp at) const;
    /// `03-15 03:12:44`; with the year or the offset where they are not the reference's.
    [[nodiscard]] QString cell(Timestamp at) const;
    /// `03:12:44` on the reference's day, else as `cell`.
    [[nodiscard]] QString clock(Timestamp at) const;
    /// `UTC+08:00`, the offset that headers show, at the reference instant.
    [[nodiscard]] QString offset() const;
    /// Several lines: this zone and UTC with microseconds, and how long ago by `now` (the database's clock).
    [[nodiscard]] QString hover(Timestamp at, Timestamp now) const;
    /// `2026-03-14T19:12:44.123456Z`: plain and sortable, for copying.
    [[nodiscard]] static QString plain(Timestamp at);

    friend bool operator==(const TimeFormat&, const TimeFormat&) = default;

private:
    QTimeZone m_zone;
    std::optional<Timestamp> m_reference;
};

/// `41 s`, `41 min`, `26 h 04 min`, `3 d 2 h`; negative spans count as nothing. Both instants by the database's clock.
[[nodiscard]] QString ageText(Timestamp since, Timestamp now);
/// The same for a span.
[[nodiscard]] QString spanText(milliseconds span);

/// An instant that the database or a manifest wrote as text, `2026-03-14T19:12:44.123456+00:00`, to the millisecond;
/// nothing: it is none.
[[nodiscard]] std::optional<Timestamp> writtenInstant(const QString& written);

/// A business date is a plain date, never shifted: `2026-03-14`.
[[nodiscard]] QString dateText(const BusinessDate& date);

} // namespace onceover::models
