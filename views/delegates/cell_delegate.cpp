// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/delegates/cell_delegate.h"

#include "models/row_table_model.h"
#include "views/style/console_style.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QPainter>

namespace onceover::views {

namespace {

constexpr int kCellSide = 7;      // Left and right of a cell's content.
constexpr int kSignGap = 6;       // Between sign and word, bar and number.
constexpr int kBarHeight = 6;
constexpr int kBarWidth = 72; // Asked for; a wider column makes a wider bar.

/// What a cell shows, read once.
struct Cell {
    QString text;
    QString icon;
    std::optional<models::Tone> tone;
    std::optional<int> progress;
    bool isState = false;
    bool monospace = false;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

Cell cellOf(const QModelIndex& index)
{
    Cell cell;
    cell.text = index.data(Qt::DisplayRole).toString();
    cell.icon = index.data(models::IconRole).toString();
    cell.isState = !index.data(models::StateRole).toString().isEmpty();
    cell.monospace = index.data(models::MonospaceRole).toBool();
    if (const QVariant tone = index.data(models::ToneRole); tone.isValid())
        cell.tone = tone.value<models::Tone>();
    if (const QVariant progress = index.data(models::ProgressRole); progress.isValid())
        cell.progress = progress.toInt();
    if (const QVariant alignment = index.data(Qt::TextAlignmentRole); alignment.isValid())
        cell.alignment = Qt::Alignment(alignment.toInt()) | Qt::AlignVCenter;
    return cell;
}

/// Amounts stay as large as text; long keys are a little smaller.
QFont fontOfCell(const Cell& cell, const QFont& font)
{
    if (!cell.monospace)
        return font;
    return cell.alignment.testFlag(Qt::AlignRight) ? monospaced(font) : monospacedKey(font);
}

int signSize(const QFontMetrics& metrics)
{
    return metrics.ascent() + 2;
}

/// A share as a bar that fills what the number leaves free.
void drawProgress(QPainter* painter, const QRect& rect, const Cell& cell, const QFont& font, const QPalette& palette)
{
    const QFontMetrics metrics(font);
    const int words = metrics.horizontalAdvance(cell.text);
    const QRect bar(rect.x(), rect.center().y() - kBarHeight / 2, rect.width() - words - kSignGap, kBarHeight);
    if (bar.width() > 16) {
        const int percent = qBound(0, *cell.progress, 100);
        const models::Tone tone = cell.tone.value_or(percent == 100 ? models::Tone::Ok : models::Tone::Info);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(palette.color(QPalette::Mid));
        painter->drawRoundedRect(bar, kBarHeight / 2.0, kBarHeight / 2.0);
        if (percent > 0) {
            QRect done = bar;
            done.setWidth(qMax(kBarHeight, bar.width() * percent / 100));
            painter->setBrush(toneSurface(tone, palette));
            painter->drawRoundedRect(done, kBarHeight / 2.0, kBarHeight / 2.0);
        }
        painter->restore();
    }
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, cell.text);
}

/// The first column carries the tone of the whole row; only what needs attention gets a mark.
void drawRowMark(QPainter* painter, const QRect& rect, models::Tone tone, const QPalette& palette)
{
    switch (tone) {
    case models::Tone::Neutral:
    case models::Tone::Info:
    case models::Tone::Ok:
        return;
    case models::Tone::Warn:
    case models::Tone::Danger:
    case models::Tone::Unknown:
    case models::Tone::Critical:
        painter->fillRect(QRect(rect.x(), rect.y(), 3, rect.height() - 1), toneInk(tone, palette));
        return;
    }
}

void drawText(QPainter* painter, QRect rect, const Cell& cell, const QFont& font, const QPalette& palette)
{
    const QFontMetrics metrics(font);
    if (!cell.icon.isEmpty()) {
        const int size = signSize(metrics);
        const QColor ink = cell.tone ? toneInk(*cell.tone, palette) : palette.color(QPalette::Text);
        // Beside its number, wherever that ends.
        const int spare = cell.alignment.testFlag(Qt::AlignRight)
            ? qMax(0, rect.width() - size - kSignGap - metrics.horizontalAdvance(cell.text))
            : 0;
        rect.setLeft(rect.left() + spare);
        painter->drawPixmap(rect.x(), rect.y() + (rect.height() - size) / 2,
                            iconPixmap(cell.icon, ink, size, painter->device()->devicePixelRatioF()));
        rect.setLeft(rect.left() + size + kSignGap);
        painter->setPen(ink);
    }
    painter->drawText(rect, int(cell.alignment) | Qt::TextSingleLine,
                      metrics.elidedText(fittingParts(cell.text, metrics, rect.width()), Qt::ElideRight, rect.width()));
}

} // namespace

int rowHeight(const QFontMetrics& metrics)
{
    return metrics.height() + 12;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Cell cell = cellOf(index);
    const QPalette& palette = option.palette;
    const QFont font = fontOfCell(cell, option.font);
    const QRect inside = option.rect.adjusted(kCellSide, 0, -kCellSide, -1);

    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, palette.color(QPalette::Highlight));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, palette.color(QPalette::AlternateBase));
    painter->setPen(palette.color(QPalette::Midlight));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->setFont(font);
    const bool quiet = cell.text == QStringLiteral("\u2013") || cell.text == QStringLiteral("0");
    painter->setPen(palette.color(quiet ? QPalette::PlaceholderText : QPalette::Text));
    if (cell.tone && index.column() == 0)
        drawRowMark(painter, option.rect, *cell.tone, palette);
    else if (cell.tone)
        painter->setPen(toneInk(*cell.tone, palette));
    if (cell.progress)
        drawProgress(painter, inside, cell, font, palette);
    else if (cell.isState && cell.tone)
        drawChip(painter, inside, {cell.text, cell.icon, *cell.tone}, font, palette);
    else
        drawText(painter, inside, cell, font, palette);
    painter->restore();

    if (option.state & QStyle::State_HasFocus)
        drawFocusRing(painter, option.rect.adjusted(0, 0, -1, -1), palette, 2);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Cell cell = cellOf(index);
    const QFontMetrics metrics(fontOfCell(cell, option.font));
    int width = metrics.horizontalAdvance(cell.text);
    if (cell.progress)
        width += kBarWidth + kSignGap;
    else if (cell.isState && cell.tone)
        width = chipSize({cell.text, cell.icon, *cell.tone}, metrics).width();
    else if (!cell.icon.isEmpty())
        width += signSize(metrics) + kSignGap;
    return {width + 2 * kCellSide + 2, rowHeight(metrics)};
}

} // namespace onceover::views
