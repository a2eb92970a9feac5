// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/text_label.h"

#include "models/plain_text.h"
#include "views/style/fonts.h"
#include "views/widgets/plain.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace onceover::views {

namespace {

constexpr int kLeastDigits = 7; // Of a text that may end in an ellipsis.

} // namespace

QFont fontOf(TextKind kind)
{
    QFont font = QApplication::font();
    switch (kind) {
    case TextKind::Title:
        font.setPointSizeF(font.pointSizeF() * 1.5);
        font.setWeight(QFont::DemiBold);
        break;
    case TextKind::Heading:
        font.setPointSizeF(font.pointSizeF() * 1.05);
        font.setWeight(QFont::DemiBold);
        break;
    case TextKind::Value:
        font.setPointSizeF(font.pointSizeF() * 1.7);
        font.setWeight(QFont::DemiBold);
        break;
    case TextKind::Strong:
        font.setWeight(QFont::DemiBold);
        break;
    case TextKind::Body:
        break;
    case TextKind::Caption:
        font.setPointSizeF(font.pointSizeF() * 0.93);
        break;
    }
    return font;
}

TextLabel::TextLabel(TextKind kind, QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    keepFont(this, [kind] { return fontOf(kind); });
    if (kind == TextKind::Caption)
        setForegroundRole(QPalette::PlaceholderText);
}

void TextLabel::setPlainText(const QString& text)
{
    if (text != QLabel::text())
        setPlain(this, text);
}

void TextLabel::setElides()
{
    m_elides = true;
    updateGeometry();
}

bool TextLabel::tooNarrow() const
{
    return m_elides && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

QSize TextLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    return m_elides ? QSize(qMin(whole.width(), kLeastDigits * fontMetrics().horizontalAdvance(QLatin1Char('0'))), whole.height()) : whole;
}

void TextLabel::paintEvent(QPaintEvent* event)
{
    if (!tooNarrow()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()),
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

bool TextLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && tooNarrow() && toolTip().isEmpty()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), models::toolTip(text()), this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace onceover::views
