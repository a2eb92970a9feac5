// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/cell_text.h"
#include "models/error_text.h"
#include "models/work_spec.h"

#include <QStringList>

#include <utility>

namespace onceover::models {

// Cells and facts that the lists of the engine's work share.

inline constexpr std::chrono::hours kLetterMark{24}; // R84, R155: what waits longer than this alerts.

/// An outward key, 32 characters that a machine made, by its first eight as shortKeyCell shows ids; hover and copy have
/// all of it. What people read (a run key, a bank's reference) stands whole.
[[nodiscard]] inline CellText outwardKeyCell(std::string_view key)
{
    constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    constexpr std::size_t kKeyLength = 32;
    if (key.empty())
        return dashCell();
    CellText cell = shortKeyCell(key);
    if (key.size() == kKeyLength && key.find_first_not_of(kBase32) == std::string_view::npos)
        cell.display = cell.copy.left(8) + QChar(0x2026);
    return cell;
}

/// A digest in hex: the first of it in the cell, the whole when it is copied or hovered over.
[[nodiscard]] inline CellText hashCell(std::string_view hex)
{
    const QString whole = plainText(hex);
    return {.display = whole.left(8), .copy = whole, .hover = whole};
}

/// Text that may be missing.
[[nodiscard]] inline CellText textOrDash(std::string_view text)
{
    return text.empty() ? dashCell() : textCell(text);
}

/// Words for what is stored; the stored text is copied.
[[nodiscard]] inline CellText wordsCell(const QString& words, std::string_view stored)
{
    return {.display = words, .copy = plainText(stored), .hover = words};
}

/// A last error in words; what is stored is copied and stands on hover.
[[nodiscard]] inline CellText errorCell(std::string_view stored)
{
    if (stored.empty())
        return dashCell();
    CellText cell = wordsCell(errorText(stored), stored);
    if (cell.hover != cell.copy)
        cell.hover += QLatin1Char('\n') + cell.copy;
    return cell;
}

/// How long ago, by the database's clock; the instant on hover and when copied.
[[nodiscard]] inline CellText agoCell(std::optional<Timestamp> since, const RowTableModel& table)
{
    if (!since)
        return dashCell();
    return {.display = ageText(*since, table.now()),
        .copy = TimeFormat::plain(*since),
        .hover = table.timeFormat().hover(*since, table.now())};
}

/// A span; copied as whole milliseconds.
[[nodiscard]] inline CellText spanCell(std::optional<milliseconds> span)
{
    return span ? CellText{.display = spanText(*span), .copy = QString::number(span->count())} : dashCell();
}

[[nodiscard]] inline CellText amountCell(std::optional<std::int64_t> minor, std::string_view currency)
{
    if (minor && !currency.empty())
        return moneyCell(*minor, currency);
    CellText none = dashCell();
    none.copy = QStringLiteral("\t");
    return none;
}

/// The facts of a row, one after the other; what is empty is left out by whoever shows them.
class FactList {
public:
    FactList& add(const char* id, const QString& name, const QString& value, bool monospace = false)
    {
        m_facts.push_back({QLatin1String(id), name, value, monospace});
        return *this;
    }
    FactList& add(const char* id, const QString& name, std::optional<Timestamp> at, const WorkLook& look)
    {
        return add(id, name, at ? look.format.full(*at) : QString());
    }
    [[nodiscard]] std::vector<WorkFact> take() { return std::move(m_facts); }

private:
    std::vector<WorkFact> m_facts;
};

/// Does the row's text begin so, whatever the case?
[[nodiscard]] inline bool beginsWith(const std::string& text, const std::string& prefix)
{
    return QString::fromStdString(text).startsWith(QString::fromStdString(prefix), Qt::CaseInsensitive);
}

/// Is there no such wish, or does the row fulfil it?
[[nodiscard]] inline bool agrees(const std::string& wanted, const std::string& found)
{
    return wanted.empty() || wanted == found;
}

} // namespace onceover::models
