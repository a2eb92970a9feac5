// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace onceover::views {

/// What a text is to the reader; size and weight follow from it and from the text size in force.
enum class TextKind {
    Title,   ///< Name of the page.
    Heading, ///< Name of a part of a page.
    Value,   ///< The big number of a tile.
    Body,
    Strong,  ///< Body, but bold.
    Caption, ///< Secondary: ages, sources, units.
};

/// The font of a kind of text at the text size in force.
[[nodiscard]] QFont fontOf(TextKind kind);

/// A plain text label. It never shows rich text, follows the text size live and takes its colour from the palette.
class TextLabel : public QLabel
{
    Q_OBJECT

public:
    explicit TextLabel(TextKind kind, QWidget* parent = nullptr);
    void setPlainText(const QString& text);
    /// Where room is short it ends in an ellipsis instead of widening the window, and its hover has the whole text.
    void setElides();

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] bool tooNarrow() const;

    bool m_elides = false;
};

} // namespace onceover::views
