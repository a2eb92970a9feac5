// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/day_chart.h"

#include "models/day_count_model.h"
#include "models/display_text.h"
#include "views/widgets/text_label.h"

namespace onceover::views {

namespace {

constexpr int kNumberedDays = 16; // More bars leave no room for a number each.
constexpr int kLabelledDays = 6;  ///< Dates below the bars: more of them would touch each other in a narrow card.

/// `03-14` of `2026-03-14`; anything else as it is.
QString shortDay(const QString& day)
{
    return day.size() == 10 ? day.mid(5) : day;
}

} // namespace

DayChart::DayChart(const QString& name, models::DayCountModel* days, QWidget* parent)
    : ChartBase(name, parent)
    , m_days(days)
{
    xAxis->setTickLength(0);
    xAxis->setSubTicks(false);
    xAxis->grid()->setVisible(false);
    yAxis->setVisible(false);
    yAxis->grid()->setVisible(false);
    connect(days, &QAbstractItemModel::dataChanged, this, &DayChart::draw);
    connect(days, &QAbstractItemModel::rowsInserted, this, &DayChart::draw);
    connect(days, &QAbstractItemModel::rowsRemoved, this, &DayChart::draw);
    retranslate();
}

void DayChart::draw()
{
    clearPlottables();
    clearItems();
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const int rows = m_days->rowCount();
    const int every = qMax(1, (rows + kLabelledDays - 1) / kLabelledDays);
    auto* bars = new QCPBars(xAxis, yAxis);
    bars->setWidth(0.6);
    bars->setAntialiased(false);
    bars->setPen(Qt::NoPen);
    bars->setBrush(toneBrush(models::Tone::Ok, palette(), devicePixelRatioF()));
    double most = 1;
    QStringList spoken;
    for (int row = 0; row < rows; ++row) {
        const StateCount& day = m_days->rowAt(row);
        const QString name = models::plainText(day.status);
        const double value = static_cast<double>(day.count);
        most = qMax(most, value);
        bars->addData(row, value);
        if ((rows - 1 - row) % every == 0) // The newest day has its date.
            ticker->addTick(row, shortDay(name));
        if (rows <= kNumberedDays) {
            auto* number = new QCPItemText(this);
            number->setClipToAxisRect(false);
            number->setText(models::countText(day.count));
            number->setFont(fontOf(TextKind::Caption));
            number->setColor(palette().color(QPalette::Text));
            number->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
            number->setPadding(QMargins(0, 0, 0, 3));
            number->position->setCoords(row, value);
        }
        spoken << tr("%1: %2", "day, count").arg(name, models::countText(day.count));
    }
    if (rows == 0)
        addEmptyText(tr("Nothing was settled yet"));
    xAxis->setTicker(ticker);
    xAxis->setRange(-0.6, qMax(7, rows) - 0.4);
    yAxis->setRange(0, most * 1.22); // Room for the number above the highest bar.
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    replot(QCustomPlot::rpQueuedReplot);
}

void DayChart::recolour()
{
    ChartBase::recolour();
    draw();
}

void DayChart::retranslate()
{
    setAccessibleName(tr("Succeeded operations per business date, as bars"));
    draw();
}

} // namespace onceover::views
