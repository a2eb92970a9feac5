// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart_base.h"

namespace onceover::models {
class DayCountModel;
}

namespace onceover::views {

/// Operations that succeeded per business date: one bar and its number a day. Amounts are in the table twin, for they
/// are never added across currencies.
class DayChart : public ChartBase
{
    Q_OBJECT

public:
    DayChart(const QString& name, models::DayCountModel* days, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    void recolour() override;

private:
    void draw();

    models::DayCountModel* m_days;
};

} // namespace onceover::views
