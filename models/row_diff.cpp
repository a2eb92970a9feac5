// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/row_diff.h"

#include <QHash>

#include <algorithm>
#include <cstddef>

namespace onceover::models {

namespace {

QHash<QString, int> positionsOf(const std::vector<QString>& keys)
{
    QHash<QString, int> positions;
    positions.reserve(static_cast<qsizetype>(keys.size()));
    for (std::size_t i = 0; i < keys.size(); ++i)
        positions.insert(keys[i], static_cast<int>(i));
    return positions;
}

/// Puts a row at the end of the last range, or begins a new one. Rows come in ascending order.
void appendRow(std::vector<RowRange>& ranges, int row)
{
    if (!ranges.empty() && ranges.back().last + 1 == row)
        ranges.back().last = row;
    else
        ranges.push_back({row, row});
}

} // namespace

RowDiff diffRows(const std::vector<QString>& oldKeys, const std::vector<QString>& newKeys,
    const std::function<bool(int oldRow, int newRow)>& same)
{
    RowDiff diff;
    const QHash<QString, int> newPositions = positionsOf(newKeys);
    const QHash<QString, int> oldPositions = positionsOf(oldKeys);

    // Where each kept row stands once the gone ones are out.
    std::vector<int> keptPosition(oldKeys.size(), -1);
    int kept = 0;
    for (std::size_t i = 0; i < oldKeys.size(); ++i) {
        if (newPositions.contains(oldKeys[i]))
            keptPosition[i] = kept++;
        else
            appendRow(diff.removed, static_cast<int>(i));
    }
    std::reverse(diff.removed.begin(), diff.removed.end());

    for (std::size_t i = 0; i < newKeys.size(); ++i) {
        const auto old = oldPositions.constFind(newKeys[i]);
        if (old == oldPositions.cend()) {
            appendRow(diff.inserted, static_cast<int>(i));
            continue;
        }
        diff.permutation.push_back(keptPosition[static_cast<std::size_t>(*old)]);
        if (!same(*old, static_cast<int>(i)))
            appendRow(diff.changed, static_cast<int>(i));
    }
    if (std::is_sorted(diff.permutation.begin(), diff.permutation.end()))
        diff.permutation.clear();
    return diff;
}

} // namespace onceover::models
