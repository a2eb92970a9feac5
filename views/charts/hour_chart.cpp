// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/hour_chart.h"

#include "models/display_text.h"
#include "models/hour_count_model.h"
#include "views/widgets/text_label.h"

namespace onceover::views {

namespace {

constexpr int kLabelledHours = 4; // Every fourth hour has its time below.

} // namespace

HourChart::HourChart(const QString& name, models::HourCountModel* hours, QWidget* parent)
    : ChartBase(name, parent)
    , m_hours(hours)
{
    xAxis->setTickLength(0);
    xAxis->setSubTicks(false);
    xAxis->grid()->setVisible(false);
    yAxis->setTickLength(0);
    yAxis->setSubTicks(false);
    yAxis->ticker()->setTickCount(3);
    legend->setBorderPen(Qt::NoPen);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    legend->setIconSize(12, 9);
    legend->setMargins(QMargins(0, 0, 0, 2));
    axisRect()->insetLayout()->take(legend);
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    retranslate();
}

QCPBars* HourChart::addBars(models::Tone tone, const QString& name)
{
    auto* bars = new QCPBars(xAxis, yAxis);
    bars->setWidth(0.72);
    bars->setAntialiased(false);
    bars->setPen(Qt::NoPen);
    bars->setBrush(toneBrush(tone, palette(), devicePixelRatioF()));
    bars->setName(name);
    return bars;
}

void HourChart::draw()
{
    clearPlottables();
    clearItems();
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    auto* succeeded = addBars(models::Tone::Ok, tr("succeeded", "bars"));
    auto* failed = addBars(models::Tone::Danger, tr("failed", "bars"));
    auto* unknown = addBars(models::Tone::Unknown, tr("unknown", "bars"));
    failed->moveAbove(succeeded);
    unknown->moveAbove(failed);
    const int rows = m_hours->rowCount();
    double most = 4; // A single operation is no mountain.
    QStringList spoken;
    for (int row = 0; row < rows; ++row) {
        const models::HourLine& line = m_hours->rowAt(row);
        succeeded->addData(row, static_cast<double>(line.succeeded));
        failed->addData(row, static_cast<double>(line.failed));
        unknown->addData(row, static_cast<double>(line.unknown));
        most = qMax(most, static_cast<double>(line.succeeded + line.failed + line.unknown));
        const QString time = m_hours->timeFormat().cell(line.hour).section(QLatin1Char(' '), 1).left(5);
        if (row % kLabelledHours == kLabelledHours - 1)
            ticker->addTick(row, time);
        spoken << tr("%1: %2 succeeded, %3 failed, %4 unknown", "hour, counts")
                      .arg(time, models::countText(line.succeeded), models::countText(line.failed),
                          models::countText(line.unknown));
    }
    const bool known = m_hours->known();
    legend->setVisible(known);
    xAxis->setVisible(known);
    yAxis->setVisible(known);
    if (!known)
        addEmptyText(tr("Nothing was counted in the last 24 hours"));
    xAxis->setTicker(ticker);
    xAxis->setRange(-0.6, qMax(1, rows) - 0.4);
    yAxis->setRange(0, most * 1.08);
    setAccessibleDescription(
        known ? spoken.join(QStringLiteral("; ")) : tr("Nothing was counted in the last 24 hours"));
    replot(QCustomPlot::rpQueuedReplot);
}

void HourChart::recolour()
{
    ChartBase::recolour();
    legend->setBrush(Qt::NoBrush);
    legend->setFont(fontOf(TextKind::Caption));
    legend->setTextColor(palette().color(QPalette::PlaceholderText));
    draw();
}

void HourChart::retranslate()
{
    setAccessibleName(tr("Operations per hour, as bars: succeeded, failed, unknown"));
    draw();
}

} // namespace onceover::views
