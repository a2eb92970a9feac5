// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chart_base.h"

#include "views/style/theme.h"
#include "views/widgets/text_label.h"

#include <QAccessibleWidget>
#include <QPainter>
#include <QPixmap>

namespace onceover::views {

namespace {

constexpr int kHatchSize = 8;

QAccessibleInterface* chartInterface(const QString&, QObject* object)
{
    auto* chart = qobject_cast<ChartBase*>(object);
    return chart ? new QAccessibleWidget(chart, QAccessible::Chart) : nullptr;
}

/// The lines of a tone's hatch inside one tile; none: a solid bar.
QList<QLineF> hatchLines(models::Tone tone)
{
    constexpr qreal s = kHatchSize;
    switch (tone) {
    case models::Tone::Neutral:
        return {{s / 2, 0, s / 2, s}};
    case models::Tone::Info:
        return {{0, s, s, 0}};
    case models::Tone::Ok:
        return {};
    case models::Tone::Warn:
        return {{0, s / 2, s, s / 2}};
    case models::Tone::Danger:
        return {{0, 0, s, s}, {0, s, s, 0}};
    case models::Tone::Unknown:
        return {{0, 0, s, s}};
    case models::Tone::Critical:
        return {{0, s / 2, s, s / 2}, {s / 2, 0, s / 2, s}};
    }
    return {};
}

} // namespace

void installChartAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(chartInterface);
        return true;
    }();
    Q_UNUSED(once)
}

QBrush toneBrush(models::Tone tone, const QPalette& palette, qreal devicePixelRatio)
{
    const QColor ink = toneSurface(tone, palette);
    const QList<QLineF> lines = hatchLines(tone);
    if (lines.isEmpty())
        return ink;
    // A texture of device pixels: Qt's own hatch patterns do not scale with the screen.
    QPixmap tile(qRound(kHatchSize * devicePixelRatio), qRound(kHatchSize * devicePixelRatio));
    tile.setDevicePixelRatio(devicePixelRatio);
    QColor ground = ink;
    ground.setAlphaF(0.35F);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.8));
    painter.drawLines(lines);
    painter.end();
    return QBrush(tile);
}

ChartBase::ChartBase(const QString& name, QWidget* parent)
    : Translated(parent)
{
    installChartAccessibility();
    setObjectName(name);
    setFocusPolicy(Qt::TabFocus);
    setInteractions(QCP::iNone);
    setNotAntialiasedElements(QCP::aeAxes);
    setPlottingHint(QCP::phCacheLabels, true);
    axisRect()->setAutoMargins(QCP::msAll);
}

bool ChartBase::event(QEvent* event)
{
    const bool done = QCustomPlot::event(event);
    // A hidden picture may have the new palette without having been told, so it looks again when it is shown.
    const bool looksChanged = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::Show || event->type() == QEvent::ApplicationFontChange
        || event->type() == QEvent::Polish;
    if (looksChanged && !m_recolouring) {
        m_recolouring = true;
        recolour();
        m_recolouring = false;
        replot(QCustomPlot::rpQueuedReplot);
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        replot(QCustomPlot::rpQueuedReplot);
    return done;
}

void ChartBase::addEmptyText(const QString& text)
{
    auto* item = new QCPItemText(this);
    item->position->setType(QCPItemPosition::ptAxisRectRatio);
    item->position->setCoords(0.5, 0.45);
    item->setText(text);
    item->setFont(fontOf(TextKind::Body));
    item->setColor(palette().color(QPalette::PlaceholderText));
}

void ChartBase::recolour()
{
    setBackground(QBrush(palette().color(QPalette::Base)));
    const QPen line(palette().color(QPalette::Mid));
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(line);
        axis->setTickLabelFont(fontOf(TextKind::Caption));
        axis->setTickLabelColor(palette().color(QPalette::Text));
        axis->setLabelFont(fontOf(TextKind::Caption));
        axis->setLabelColor(palette().color(QPalette::PlaceholderText));
        axis->grid()->setPen(QPen(palette().color(QPalette::Midlight), 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

} // namespace onceover::views
