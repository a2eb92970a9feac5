// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace onceover::models {

/// A run of neighbouring rows, both ends included.
struct RowRange {
    int first = 0;
    int last = 0;
    friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// How one keyed list becomes another, in the order in which it must be applied.
struct RowDiff {
    std::vector<RowRange> removed;  ///< Of the old list, from the bottom up.
    std::vector<int> permutation;   ///< Then: where each kept row stood; empty when the kept rows keep their order.
    std::vector<RowRange> inserted; ///< Then: of the new list, from the top down.
    std::vector<RowRange> changed;  ///< Then: of the new list; same key, other content.
    [[nodiscard]] bool empty() const
    {
        return removed.empty() && permutation.empty() && inserted.empty() && changed.empty();
    }
};

/// The difference of two lists with unique keys, in linear time. `same` compares the content of an old and a new row.
[[nodiscard]] RowDiff diffRows(const std::vector<QString>& oldKeys, const std::vector<QString>& newKeys,
    const std::function<bool(int oldRow, int newRow)>& same);

} // namespace onceover::models
