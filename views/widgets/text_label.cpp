// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/text_label.h"

#include "views/style/fonts.h"
#include "views/widgets/plain.h"

#include <QApplication>

namespace onceover::views {

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

} // namespace onceover::views
