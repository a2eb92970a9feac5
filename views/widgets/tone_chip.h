// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"

#include <QWidget>

class QPainter;

namespace onceover::views {

/// Icon, word and tone of one state on its tinted ground: colour, shape and word together (UX.md section 4).
struct Chip {
    QString word;
    QString icon;
    models::Tone tone = models::Tone::Neutral;
    friend bool operator==(const Chip&, const Chip&) = default;
};

/// How wide and high a chip is in this font.
[[nodiscard]] QSize chipSize(const Chip& chip, const QFontMetrics& metrics);
/// Draws it left in `rect`, vertically centred; the word is elided when the rectangle is too narrow.
void drawChip(QPainter* painter, const QRect& rect, const Chip& chip, const QFont& font, const QPalette& palette);

/// A chip as a widget, for headers and the status bar.
class ToneChip : public QWidget
{
    Q_OBJECT

public:
    explicit ToneChip(QWidget* parent = nullptr);
    /// `explanation` becomes the tooltip and the accessible description.
    void setChip(const Chip& chip, const QString& explanation);
    [[nodiscard]] const Chip& chip() const { return m_chip; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Chip m_chip;
};

/// One sentence with icon and tone, on the plain ground or (filled) on the tone's own; wraps when it must.
class ToneLine : public QWidget
{
    Q_OBJECT

public:
    enum class Ground { Plain, Filled };

    explicit ToneLine(Ground ground, QWidget* parent = nullptr);
    void setGround(Ground ground);
    void setLine(const QString& text, const QString& icon, models::Tone tone);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] models::Tone tone() const { return m_tone; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int iconSize() const;
    [[nodiscard]] int textLeft() const;
    [[nodiscard]] int margin() const { return m_ground == Ground::Filled ? 8 : 2; }

    Ground m_ground;
    QString m_text;
    QString m_icon;
    models::Tone m_tone = models::Tone::Neutral;
};

} // namespace onceover::views
