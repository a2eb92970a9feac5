// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/tile.h"

#include "views/style/console_style.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QPainter>

namespace onceover::views {

namespace {

constexpr int kTileSide = 14;
constexpr int kTileAbove = 10;

int lineHeight(TextKind kind)
{
    return QFontMetrics(fontOf(kind)).height();
}

} // namespace

TileButton::TileButton(const QString& name, QWidget* parent)
    : QAbstractButton(parent)
{
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TileButton::setTile(const models::Tile& tile)
{
    if (tile == m_tile)
        return;
    m_tile = tile;
    const QString said = QStringList{tile.first, tile.second}.join(QStringLiteral(", "));
    setAccessibleName(tr("%1: %2", "tile, value").arg(tile.title, tile.value));
    setAccessibleDescription(said);
    setHint(this, QStringList{tile.title, tile.value, tile.first, tile.second}.join(QLatin1Char('\n')).trimmed());
    setCursor(leads() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    updateGeometry();
    update();
}

QSize TileButton::sizeHint() const
{
    const int lines = lineHeight(TextKind::Body) + 4 + lineHeight(TextKind::Value) + 2 + 2 * lineHeight(TextKind::Caption);
    return {150, lines + 2 * kTileAbove};
}

QSize TileButton::minimumSizeHint() const
{
    return {120, sizeHint().height()};
}

void TileButton::drawLine(QPainter* painter, const QRect& rect, const QString& text)
{
    const QString parts = fittingParts(text, painter->fontMetrics(), rect.width());
    const QString shown = painter->fontMetrics().elidedText(parts, Qt::ElideRight, rect.width());
    if (shown != parts)
        m_clipped << text;
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

void TileButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_clipped.clear();
    drawCard(&painter, rect(), palette());
    if (leads() && (underMouse() || isDown())) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(isDown() ? QPalette::Highlight : QPalette::AlternateBase));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
    const bool quiet = m_tile.tone == models::Tone::Neutral;
    const QColor secondary = palette().color(QPalette::PlaceholderText);
    const QColor ink = quiet ? secondary : toneInk(m_tile.tone, palette());
    if (!quiet) // A coloured edge beside icon, number and words.
        painter.fillRect(QRect(1, 6, 3, height() - 12), ink);

    QRect line(kTileSide, kTileAbove, width() - 2 * kTileSide, lineHeight(TextKind::Body));
    painter.setFont(fontOf(TextKind::Body));
    painter.setPen(palette().color(QPalette::WindowText));
    drawLine(&painter, line, m_tile.title);

    line.setTop(line.bottom() + 5);
    line.setHeight(lineHeight(TextKind::Value));
    const int icon = line.height() - 6;
    painter.drawPixmap(line.x(), line.y() + 3, iconPixmap(m_tile.icon, ink, icon, devicePixelRatioF()));
    painter.setFont(fontOf(TextKind::Value));
    painter.setPen(quiet ? secondary : palette().color(QPalette::WindowText));
    drawLine(&painter, line.adjusted(icon + 8, 0, 0, 0), m_tile.value);

    line.setTop(line.bottom() + 3);
    line.setHeight(lineHeight(TextKind::Caption));
    painter.setFont(fontOf(TextKind::Caption));
    painter.setPen(quiet ? secondary : palette().color(QPalette::WindowText));
    drawLine(&painter, line, m_tile.first);
    line.translate(0, line.height());
    painter.setPen(secondary);
    drawLine(&painter, line, m_tile.second);
    if (hasFocus())
        drawFocusRing(&painter, rect(), palette(), 6);
}

void TileButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void TileButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace onceover::views
