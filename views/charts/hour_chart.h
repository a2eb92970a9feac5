// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart_base.h"

class QCPBars;

namespace onceover::models {
class HourCountModel;
}

namespace onceover::views {

/// Operations per hour over 24 hours: what succeeded is solid, what failed or became unknown stands hatched on top of
/// it.
class HourChart : public ChartBase {
    Q_OBJECT

public:
    HourChart(const QString& name, models::HourCountModel* hours, QWidget* parent = nullptr);
    void retranslate() override;
    /// Draws anew; the model changed as a whole.
    void redraw() { draw(); }

protected:
    void recolour() override;

private:
    void draw();
    QCPBars* addBars(models::Tone tone, const QString& name);

    models::HourCountModel* m_hours;
};

} // namespace onceover::views
