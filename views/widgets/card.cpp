// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/card.h"

#include <QPainter>
#include <QVBoxLayout>

namespace onceover::views {

void drawCard(QPainter* painter, const QRect& rect, const QPalette& palette)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(palette.color(QPalette::Mid));
    painter->setBrush(palette.color(QPalette::Base));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter->restore();
}

Card::Card(QWidget* parent)
    : QFrame(parent)
    , m_body(new QVBoxLayout(this))
{
    m_body->setContentsMargins(1, 1, 1, 1);
    m_body->setSpacing(0);
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawCard(&painter, rect(), palette());
}

} // namespace onceover::views
