// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/work_spec.h"
#include "views/charts/chart_base.h"

namespace onceover::views {

/// Attempts over time, a lane per worker: when each worker tried which shard, and how it ended (colour, hatch and the
/// word in the table below, its twin). Where one was fenced, taken over, or lost with its worker's heartbeat, a sign
/// stands at its end and is explained. Work at the same time stands below each other within the lane. Left, right, +
/// and − move and zoom; 0 shows everything.
class AttemptChart : public ChartBase {
    Q_OBJECT

public:
    AttemptChart(const QString& name, models::FactTable<AttemptRow>* rows, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    void recolour() override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void draw();
    void showTicks();

    models::FactTable<AttemptRow>* m_attempts;
    QTimer* m_soon; ///< Many changes of the model are one drawing.
    QCPRange m_whole;
};

} // namespace onceover::views
