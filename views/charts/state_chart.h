// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart_base.h"

namespace onceover::models {
class StateCountModel;
}

namespace onceover::views {

/// How many operations stand in which state: one hatched bar and its number per state, in the model's order. The sum of
/// the bars is the model's total.
class StateChart : public ChartBase
{
    Q_OBJECT

public:
    StateChart(const QString& name, models::StateCountModel* counts, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    void recolour() override;

private:
    void draw();

    models::StateCountModel* m_counts;
};

} // namespace onceover::views
