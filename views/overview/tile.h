// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/overview_model.h"

#include <QAbstractButton>

namespace onceover::views {

/// One number of the Overview that may need a person. A button when it leads somewhere; a zero stays, quiet.
class TileButton : public QAbstractButton
{
    Q_OBJECT

public:
    explicit TileButton(const QString& name, QWidget* parent = nullptr);
    void setTile(const models::Tile& tile);
    [[nodiscard]] const models::Tile& tile() const { return m_tile; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Lines that did not fit at the last painting, for tests.
    [[nodiscard]] QStringList clippedLines() const { return m_clipped; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] bool leads() const { return !m_tile.page.isEmpty(); }
    void drawLine(QPainter* painter, const QRect& rect, const QString& text);

    models::Tile m_tile;
    QStringList m_clipped;
};

} // namespace onceover::views
