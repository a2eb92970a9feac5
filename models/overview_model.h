// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QLocale>
#include <QString>

#include <optional>
#include <vector>

namespace onceover::models {

/// One tile of the Overview. Tiles never reorder; a zero tile stays, quiet, with when it was looked at.
struct Tile {
    QString id{}; ///< Stable: stuckLeases, deadLetters, unknownAtBank, approvals, differences.
    QString title{};
    QString value{};  ///< The big number.
    QString first{};  ///< First line below, may be empty.
    QString second{}; ///< Second line below, may be empty.
    Tone tone = Tone::Neutral;
    QString icon{};
    QString page{}; ///< Deep link below the profile, e.g. "operations?state:unknown_external"; empty: no page yet.
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// One sentence with its tone.
struct ToneLine {
    QString text;
    Tone tone = Tone::Neutral;
    QString icon;
    friend bool operator==(const ToneLine&, const ToneLine&) = default;
};

/// The Overview in words: everything derived from one snapshot, so that its parts agree.
struct OverviewText {
    ToneLine engine;               ///< "Engine: 3 workers · scheduler tick 2 s ago · sender last sent 4 s ago"
    std::vector<ToneLine> banners; ///< Freezes, a database without job or worker, practice time; worst first.
    std::vector<Tile> tiles;
    ToneLine onces; ///< "2026-03-14: triggered 1 · executed 2 · took effect 1"; Danger when an effect came twice.
    QString worklistTitle;
    ToneLine worklistEmpty; ///< Shown when the worklist has no row: says why and when it was looked at.
    QString distributionTitle;
    QString asOf;   ///< "as of 03:12:44 UTC+08:00"
    QString outbox; ///< "Outbox: 4 open, oldest unsent 3 s"
};

/// Makes the words. `now` is the database's clock (the snapshot's time, or later while it ages on the screen).
[[nodiscard]] OverviewText describeOverview(
    const OverviewSnapshot& snapshot, const TimeFormat& format, Timestamp now, const QLocale& locale = QLocale());

/// Turns what reads as "now" into "then": for a screen that is cut off from the database.
void tellAsPast(OverviewText& text, const OverviewSnapshot& snapshot, const TimeFormat& format);

/// Alerts whose cause is still there, and how many of them nobody has acknowledged.
struct OpenAlerts {
    std::int64_t open = 0;
    std::int64_t unseen = 0;
};
/// "5 alerts, 3 unseen": what the foot of the window says of them.
[[nodiscard]] StateText openAlertsText(const OpenAlerts& alerts);

/// What is held of a list.
struct HeldRows {
    std::optional<std::int64_t> above; ///< Rows before the first one held; nothing: not known (after a jump).
    std::int64_t rows = 0;
    std::int64_t total = 0;
    bool totalIsEstimate = false;
    bool newestFirst = false; ///< Ordered by business date; else by key.
};

/// Caption of a list: "7 rows, as of 03:12:44"; of a longer one which rows are loaded: "rows 1–5,000 of 12,400, newest
/// first, as of 03:12:44". More than 10,000 that were not counted further are said as such.
[[nodiscard]] QString listCaption(
    const HeldRows& held, Timestamp takenAt, const TimeFormat& format, const QLocale& locale = QLocale());

/// Is the list ordered by business date, newest first? Then a date can be gone to. Operations by batch, key or open
/// state are ordered by key.
[[nodiscard]] bool listIsByDate(const ListQuery& query, bool ofOperations);

/// What an empty list says: why it is empty and what to do next.
[[nodiscard]] QString emptyBatchesText(const ListQuery& query, Timestamp takenAt, const TimeFormat& format);
[[nodiscard]] QString emptyOperationsText(const ListQuery& query, Timestamp takenAt, const TimeFormat& format);

} // namespace onceover::models
