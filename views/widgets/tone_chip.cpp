// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tone_chip.h"

#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/plain.h"

#include <QPainter>

namespace onceover::views {

namespace {

constexpr int kChipSide = 7;  // Left and right of a chip's content.
constexpr int kChipGap = 5;   // Between icon and word.
constexpr int kChipAbove = 2; // Above and below the word.

int chipIcon(const QFontMetrics& metrics)
{
    return metrics.ascent() + 2;
}

} // namespace

QSize chipSize(const Chip& chip, const QFontMetrics& metrics)
{
    const int icon = chip.icon.isEmpty() ? 0 : chipIcon(metrics) + kChipGap;
    return {2 * kChipSide + icon + metrics.horizontalAdvance(chip.word), metrics.height() + 2 * kChipAbove};
}

void drawChip(QPainter* painter, const QRect& rect, const Chip& chip, const QFont& font, const QPalette& palette)
{
    const QFontMetrics metrics(font);
    const QSize wanted = chipSize(chip, metrics);
    const TonePair colours = toneColours(chip.tone, palette);
    const QRect body(rect.x(), rect.y() + (rect.height() - wanted.height() + 1) / 2, qMin(wanted.width(), rect.width()),
        wanted.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.background);
    painter->drawRoundedRect(body, 4, 4);
    int x = body.x() + kChipSide;
    if (!chip.icon.isEmpty()) {
        const int size = chipIcon(metrics);
        painter->drawPixmap(x, body.y() + (body.height() - size) / 2,
            iconPixmap(chip.icon, colours.foreground, size, painter->device()->devicePixelRatioF()));
        x += size + kChipGap;
    }
    painter->setFont(font);
    painter->setPen(colours.foreground);
    const QRect words(x, body.y(), body.right() - kChipSide - x + 2, body.height());
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        metrics.elidedText(chip.word, Qt::ElideRight, words.width()));
    painter->restore();
}

ToneChip::ToneChip(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ToneChip::setChip(const Chip& chip, const QString& explanation)
{
    setAccessibleName(chip.word);
    setAccessibleDescription(explanation);
    setHint(this, explanation);
    if (chip == m_chip)
        return;
    m_chip = chip;
    updateGeometry();
    update();
}

QSize ToneChip::sizeHint() const
{
    return chipSize(m_chip, fontMetrics());
}

void ToneChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawChip(&painter, rect(), m_chip, font(), palette());
}

ToneLine::ToneLine(Ground ground, QWidget* parent)
    : QWidget(parent)
    , m_ground(ground)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // Fixed would be one line, ever.
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ToneLine::setGround(Ground ground)
{
    if (ground == m_ground)
        return;
    m_ground = ground;
    updateGeometry();
    update();
}

void ToneLine::setLine(const QString& text, const QString& icon, models::Tone tone)
{
    if (text == m_text && icon == m_icon && tone == m_tone)
        return;
    m_text = text;
    m_icon = icon;
    m_tone = tone;
    setAccessibleName(text);
    updateGeometry();
    update();
}

int ToneLine::iconSize() const
{
    return fontMetrics().ascent() + 4;
}

int ToneLine::textLeft() const
{
    return margin() + (m_icon.isEmpty() ? 0 : iconSize() + 7);
}

QSize ToneLine::sizeHint() const
{
    const int width = textLeft() + fontMetrics().horizontalAdvance(m_text) + margin() + 4;
    return {width, qMax(fontMetrics().height() + 2 * margin(), heightForWidth(width))};
}

QSize ToneLine::minimumSizeHint() const
{
    const int whole = textLeft() + fontMetrics().horizontalAdvance(m_text) + margin() + 4;
    return {qMin(whole, 20 * fontMetrics().averageCharWidth()), fontMetrics().height() + 2 * margin()};
}

int ToneLine::heightForWidth(int width) const
{
    const QRect words(0, 0, qMax(1, width - textLeft() - margin()), 1000);
    return fontMetrics().boundingRect(words, Qt::TextWordWrap, m_text).height() + 2 * margin();
}

void ToneLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor ink = m_tone == models::Tone::Neutral || m_tone == models::Tone::Ok ? palette().color(QPalette::WindowText)
                                                                               : toneInk(m_tone, palette());
    QColor iconInk = toneInk(m_tone, palette());
    if (m_ground == Ground::Filled) {
        const TonePair colours = toneColours(m_tone, palette());
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.background);
        painter.drawRoundedRect(rect(), 4, 4);
        ink = iconInk = colours.foreground;
    }
    if (!m_icon.isEmpty()) {
        const int top = margin() + (fontMetrics().height() - iconSize()) / 2;
        painter.drawPixmap(margin(), top, iconPixmap(m_icon, iconInk, iconSize(), devicePixelRatioF()));
    }
    painter.setPen(ink);
    painter.drawText(QRect(textLeft(), margin(), width() - textLeft() - margin(), height() - 2 * margin()),
        Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, m_text);
}

} // namespace onceover::views
