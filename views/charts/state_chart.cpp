// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/state_chart.h"

#include "models/display_text.h"
#include "models/state_count_model.h"
#include "views/widgets/text_label.h"

namespace onceover::views {

namespace {

constexpr double kLeastShare = 0.012;

} // namespace

StateChart::StateChart(const QString& name, models::StateCountModel* counts, QWidget* parent)
    : ChartBase(name, parent)
    , m_counts(counts)
{
    yAxis->setRangeReversed(true);
    yAxis->setTicks(true);
    yAxis->setTickLength(0);
    yAxis->setSubTicks(false);
    yAxis->grid()->setVisible(false);
    yAxis->setBasePen(Qt::NoPen);
    xAxis->setVisible(false);
    xAxis->grid()->setVisible(false);
    connect(counts, &QAbstractItemModel::dataChanged, this, &StateChart::draw);
    connect(counts, &QAbstractItemModel::rowsInserted, this, &StateChart::draw);
    connect(counts, &QAbstractItemModel::rowsRemoved, this, &StateChart::draw);
    retranslate();
}

void StateChart::draw()
{
    clearPlottables();
    clearItems();
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const int rows = m_counts->rowCount();
    double most = 1;
    for (int row = 0; row < rows; ++row)
        most = qMax(most, static_cast<double>(m_counts->rowAt(row).count));
    QStringList spoken;
    for (int row = 0; row < rows; ++row) {
        const StateCount& count = m_counts->rowAt(row);
        const models::StateText text = models::stateText(models::Machine::Operation, count.status);
        // Four among ten thousand must still be seen; the number beside the bar is the exact one.
        const double value = count.count > 0 ? qMax(static_cast<double>(count.count), most * kLeastShare) : 0;
        ticker->addTick(row, text.word);
        auto* bar = new QCPBars(yAxis, xAxis);
        bar->setWidth(0.62);
        bar->setAntialiased(false);
        bar->setPen(Qt::NoPen);
        bar->setBrush(toneBrush(text.tone, palette(), devicePixelRatioF()));
        bar->addData(row, value);
        auto* number = new QCPItemText(this);
        number->setClipToAxisRect(false);
        number->setText(models::countText(count.count));
        number->setFont(fontOf(TextKind::Caption));
        number->setColor(palette().color(count.count == 0 ? QPalette::PlaceholderText : QPalette::Text));
        number->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        number->setPadding(QMargins(5, 0, 0, 0));
        number->position->setCoords(value, row);
        spoken << tr("%1: %2", "state, count").arg(text.word, models::countText(count.count));
    }
    yAxis->setTicker(ticker);
    yAxis->setRange(-0.5, qMax(1, rows) - 0.5);
    xAxis->setRange(0, most * 1.18); // Room for the number beside the longest bar.
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    replot(QCustomPlot::rpQueuedReplot);
}

void StateChart::recolour()
{
    ChartBase::recolour();
    yAxis->setBasePen(Qt::NoPen);
    draw();
}

void StateChart::retranslate()
{
    setAccessibleName(tr("Operations by state, as bars"));
    draw();
}

} // namespace onceover::views
