// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QVBoxLayout;

namespace onceover::views {

/// A surface that holds one part of a page: the base colour, a thin line, a small radius.
class Card : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);
    /// Where the content goes.
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_body;
};

/// Draws such a surface.
void drawCard(QPainter* painter, const QRect& rect, const QPalette& palette);

} // namespace onceover::views
