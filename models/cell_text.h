// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/row_table_model.h"

#include <optional>
#include <string_view>

namespace onceover::models {

// Cells of one kind look alike in every table; these make them.

/// Text of the database, made plain.
[[nodiscard]] inline CellText textCell(std::string_view text)
{
    const QString plain = plainText(text);
    return {.display = plain, .hover = plain};
}

/// Words of ours; whole on hover where the column is too narrow.
[[nodiscard]] inline CellText plainCell(const QString& text)
{
    return {.display = text, .hover = text};
}

/// Nothing is known or nothing is there.
[[nodiscard]] inline CellText dashCell()
{
    return {.display = QString(QChar(0x2013))};
}

/// A key: one that a machine made (36 characters, no meaning in any part) by its first eight, so that the columns
/// beside it stay whole; hover and copy have all of it. A key that people read stands whole.
[[nodiscard]] inline CellText shortKeyCell(std::string_view key)
{
    constexpr qsizetype kShown = 8;
    constexpr qsizetype kUuidLength = 36;
    const QString whole = plainText(key);
    const bool made = whole.size() == kUuidLength && whole.count(QLatin1Char('-')) == 4;
    return {.display = made ? whole.left(kShown) + QChar(0x2026) : whole, .copy = whole, .hover = whole};
}

/// A count with grouping; copied as bare digits.
[[nodiscard]] inline CellText countCell(std::int64_t count)
{
    return {.display = countText(count), .copy = QString::number(count)};
}

/// An amount; copied as two fields.
[[nodiscard]] inline CellText moneyCell(std::int64_t minor, std::string_view currency)
{
    return {.display = moneyText(minor, currency),
        .copy = moneyPlain(minor, currency) + QLatin1Char('\t') + plainText(currency)};
}

/// What another book has more than ours, with its sign; copied as two fields.
[[nodiscard]] inline CellText differenceCell(std::int64_t minor, std::string_view currency)
{
    CellText cell = moneyCell(minor, currency);
    if (minor > 0)
        cell.display.prepend(QLatin1Char('+'));
    return cell;
}

/// Amounts per currency in one field.
[[nodiscard]] inline CellText totalsCell(const AmountPerCurrency& amounts)
{
    const QString text = totalsText(amounts);
    return {.display = text, .copy = totalsPlain(amounts), .hover = text};
}

/// An instant in the short form; the long one on hover and when copied. Nothing: a dash.
[[nodiscard]] inline CellText timeCell(std::optional<Timestamp> at, const TimeFormat& format, Timestamp now)
{
    if (!at)
        return {.display = QString(QChar(0x2013))};
    return {.display = format.cell(*at), .copy = TimeFormat::plain(*at), .hover = format.hover(*at, now)};
}

/// A state: word, icon, tone; copied as stored.
[[nodiscard]] inline CellText stateCell(const StateText& text, std::string_view stored)
{
    const QString plain = plainText(stored);
    const QString hover = plain.isEmpty() ? text.explanation : QStringLiteral("%1\n%2").arg(text.explanation, plain);
    return {.display = text.word, .copy = plain, .hover = hover, .state = plain, .icon = text.icon, .tone = text.tone};
}

/// Microseconds since the epoch, for sorting; invalid when there is none.
[[nodiscard]] inline QVariant timeValue(std::optional<Timestamp> at)
{
    return at ? QVariant(static_cast<qlonglong>(at->time_since_epoch().count())) : QVariant();
}

[[nodiscard]] inline QVariant countValue(std::int64_t count)
{
    return static_cast<qlonglong>(count);
}

} // namespace onceover::models
