// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/palette_delegate.h"

#include "views/style/fonts.h"
#include "views/widgets/text_label.h"

#include <QPainter>

namespace onceover::views {

namespace {

constexpr int kSide = 8;
constexpr int kAboveAndBelow = 5;

} // namespace

int PaletteDelegate::rowHeight(const QFontMetrics& metrics)
{
    return metrics.height() + 2 * kAboveAndBelow;
}

QString PaletteDelegate::keysText(const QKeySequence& keys)
{
    return keys.toString(QKeySequence::NativeText).replace(QStringLiteral(", "), QStringLiteral(" "));
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette& palette = option.palette;
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(palette.color(QPalette::Highlight));
        painter->drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 4, 4);
    }
    const QString reason = index.data(kReasonRole).toString();
    const bool off = index.data(kOffRole).toBool();
    const QColor ink = palette.color(off ? QPalette::PlaceholderText : QPalette::WindowText);
    const QFontMetrics metrics(option.font);
    QRect line = option.rect.adjusted(kSide, kAboveAndBelow, -kSide, 0);
    line.setHeight(metrics.height());

    const int size = metrics.ascent() + 4;
    const QIcon drawing = index.data(Qt::DecorationRole).value<QIcon>();
    drawing.paint(painter, QRect(line.x(), line.y() + (line.height() - size) / 2, size, size), Qt::AlignCenter,
        off ? QIcon::Disabled : QIcon::Normal);
    line.setLeft(line.left() + size + kSide);

    const QString keys = index.data(kKeysRole).toString();
    const QFont keysFont = monospaced(fontOf(TextKind::Caption));
    const int keysWidth = keys.isEmpty() ? 0 : QFontMetrics(keysFont).horizontalAdvance(keys) + kSide;
    painter->setFont(keysFont);
    painter->setPen(palette.color(QPalette::PlaceholderText));
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, keys);
    painter->setFont(option.font);
    painter->setPen(ink);
    const QRect words = line.adjusted(0, 0, -keysWidth, 0);
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, words.width()));
    if (!reason.isEmpty()) {
        painter->setFont(fontOf(TextKind::Caption));
        painter->setPen(palette.color(QPalette::PlaceholderText));
        const QRect below(line.x(), line.bottom() + 1, line.width(), painter->fontMetrics().height());
        painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(reason, Qt::ElideRight, below.width()));
    }
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    int height = rowHeight(QFontMetrics(option.font));
    if (!index.data(kReasonRole).toString().isEmpty())
        height += QFontMetrics(fontOf(TextKind::Caption)).height() + 1;
    return {100, height};
}

} // namespace onceover::views
