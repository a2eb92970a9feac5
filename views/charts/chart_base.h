// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"
#include "views/widgets/translated.h"

#include <qcustomplot.h>

namespace onceover::views {

/// What our pictures share: palette and text size live, no own background, no moving parts, and for a screen reader a
/// name and the same numbers as words. Each picture has a table with the same rows as its twin.
class ChartBase : public Translated<QCustomPlot>
{
    Q_OBJECT

public:
    explicit ChartBase(const QString& name, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    /// Colours and fonts of axes; derived classes also recolour what they draw.
    virtual void recolour();
    /// A quiet sentence in the middle, when there is nothing to draw.
    void addEmptyText(const QString& text);

private:
    bool m_recolouring = false;
};

/// How a tone is filled in a picture: each has its own hatch, so that colour is never the only sign.
[[nodiscard]] QBrush toneBrush(models::Tone tone, const QPalette& palette, qreal devicePixelRatio);

/// Makes QCustomPlot a chart for screen readers. Called by ChartBase.
void installChartAccessibility();

} // namespace onceover::views
