// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/fact_table.h"

namespace onceover::models {

/// What one hour brought.
struct HourLine {
    Timestamp hour{};
    std::int64_t succeeded = 0;
    std::int64_t failed = 0;  ///< For good.
    std::int64_t unknown = 0; ///< Became unknown at the bank.
    friend bool operator==(const HourLine&, const HourLine&) = default;
};

/// The 24 hours that end with the hour of `now`, oldest first; an hour without anything is a line of zeros.
[[nodiscard]] std::vector<HourLine> hourLines(const std::vector<HourCount>& counts, Timestamp now);

/// Operations per hour: the table twin of the Overview's chart.
class HourCountModel : public ColumnRows<HourLine, HourCountModel> {
    Q_OBJECT

public:
    enum Column { HourColumn, SucceededColumn, FailedColumn, UnknownColumn };

    using ColumnRows::ColumnRows;
    [[nodiscard]] static QString keyOf(const HourLine& row);
    [[nodiscard]] static const std::vector<FactColumn<HourLine>>& columnList();
    /// Was anything ever counted by the hour? If not, the lines are no zeros but unknown.
    void setKnown(bool known) { m_known = known; }
    [[nodiscard]] bool known() const { return m_known; }

private:
    bool m_known = false;
};

} // namespace onceover::models
