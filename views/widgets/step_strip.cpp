// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/step_strip.h"

#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "models/plain_text.h"

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kSide = 12;
constexpr int kAbove = 8;
constexpr int kGap = 22; ///< Between two cells, with the arrow in it.
constexpr int kLineGap = 8;
constexpr int kArrow = 14;

QFontMetrics metricsOf(TextKind kind)
{
    return QFontMetrics(fontOf(kind));
}

} // namespace

StepStrip::StepStrip(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(name);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void StepStrip::setSteps(const QString& title, const std::vector<Step>& steps)
{
    QStringList spoken;
    for (const Step& step : steps)
        spoken << QStringLiteral("%1 %2 (%3)").arg(step.word, step.value, step.caption);
    setAccessibleName(title);
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (steps == m_steps)
        return;
    m_steps = steps;
    updateGeometry();
    update();
}

int StepStrip::cellWidth() const
{
    int widest = 0;
    for (const Step& step : m_steps) {
        const int head = metricsOf(TextKind::Value).horizontalAdvance(step.value) + 8
            + metricsOf(TextKind::Strong).horizontalAdvance(step.word) + metricsOf(TextKind::Strong).height() + 6;
        widest = std::max({widest, head, metricsOf(TextKind::Caption).horizontalAdvance(step.caption)});
    }
    return widest + 2 * kSide;
}

int StepStrip::cellHeight() const
{
    return metricsOf(TextKind::Value).height() + metricsOf(TextKind::Caption).height() + 2 * kAbove + 2;
}

int StepStrip::columnsIn(int width) const
{
    const int count = std::max(1, static_cast<int>(m_steps.size()));
    return std::clamp((width + kGap) / (cellWidth() + kGap), 1, count);
}

QRect StepStrip::cell(int index) const
{
    const int columns = columnsIn(width());
    const int cellWide = (width() - (columns - 1) * kGap) / columns;
    const int row = index / columns;
    return {(index % columns) * (cellWide + kGap), row * (cellHeight() + kLineGap), cellWide, cellHeight()};
}

QSize StepStrip::sizeHint() const
{
    const int count = std::max(1, static_cast<int>(m_steps.size()));
    return {count * (cellWidth() + kGap) - kGap, cellHeight()};
}

QSize StepStrip::minimumSizeHint() const
{
    return {cellWidth(), cellHeight()};
}

int StepStrip::heightForWidth(int width) const
{
    const int columns = columnsIn(width);
    const int rows = (static_cast<int>(m_steps.size()) + columns - 1) / columns;
    return std::max(1, rows) * (cellHeight() + kLineGap) - kLineGap;
}

QStringList StepStrip::clippedTexts() const
{
    QStringList clipped;
    const int columns = columnsIn(width());
    const int cellWide = (width() - (columns - 1) * kGap) / columns;
    if (heightForWidth(width()) > height())
        clipped << accessibleName();
    for (const Step& step : m_steps) {
        if (cellWide < cellWidth())
            clipped << step.caption;
    }
    return clipped;
}

void StepStrip::drawStep(QPainter& painter, const QRect& rect, const Step& step) const
{
    const bool quiet = step.tone == models::Tone::Neutral;
    const TonePair pair = toneColours(step.tone, palette());
    const QColor ground = step.marked ? pair.background : palette().color(QPalette::AlternateBase);
    const QColor ink = step.marked ? pair.foreground : quiet ? palette().color(QPalette::WindowText) : toneInk(step.tone, palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect), 6, 6);
    if (step.marked) // A line beside icon, number and words: colour is never the only sign.
        painter.fillRect(QRect(rect.left() + 6, rect.top(), rect.width() - 12, 3), pair.foreground);

    const QFontMetrics big = metricsOf(TextKind::Value);
    const QFontMetrics strong = metricsOf(TextKind::Strong);
    const QRect head(rect.left() + kSide, rect.top() + kAbove, rect.width() - 2 * kSide, big.height());
    const int size = strong.height();
    painter.drawPixmap(head.left(), head.top() + (head.height() - size) / 2, iconPixmap(step.icon, ink, size, devicePixelRatioF()));
    int x = head.left() + size + 6;
    painter.setPen(ink);
    painter.setFont(fontOf(TextKind::Value));
    painter.drawText(QRect(x, head.top(), head.right() - x, head.height()), Qt::AlignLeft | Qt::AlignVCenter, step.value);
    x += big.horizontalAdvance(step.value) + 8;
    painter.setFont(fontOf(TextKind::Strong));
    painter.setPen(step.marked ? pair.foreground : palette().color(QPalette::WindowText));
    painter.drawText(QRect(x, head.top(), head.right() - x, head.height()), Qt::AlignLeft | Qt::AlignVCenter, step.word);
    painter.setFont(fontOf(TextKind::Caption));
    painter.setPen(step.marked ? pair.foreground : quiet ? palette().color(QPalette::PlaceholderText) : ink);
    const QRect caption(head.left(), head.bottom() + 2, head.width(), metricsOf(TextKind::Caption).height());
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(step.caption, Qt::ElideRight, caption.width()));
}

void StepStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int columns = columnsIn(width());
    const QColor line = palette().color(QPalette::PlaceholderText);
    for (int i = 0; i < static_cast<int>(m_steps.size()); ++i) {
        const QRect rect = cell(i);
        drawStep(painter, rect, m_steps[static_cast<std::size_t>(i)]);
        const bool last = i + 1 == static_cast<int>(m_steps.size()) || (i + 1) % columns == 0;
        if (!last)
            painter.drawPixmap(rect.right() + 1 + (kGap - kArrow) / 2, rect.center().y() - kArrow / 2,
                               iconPixmap(QStringLiteral("chevron-right"), line, kArrow, devicePixelRatioF()));
    }
}

bool StepStrip::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        updateGeometry();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int i = 0; i < static_cast<int>(m_steps.size()); ++i) {
            if (!cell(i).contains(help->pos()))
                continue;
            const Step& step = m_steps[static_cast<std::size_t>(i)];
            QToolTip::showText(help->globalPos(), models::toolTip(step.hint.isEmpty() ? step.caption : step.hint), this, cell(i));
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace onceover::views
