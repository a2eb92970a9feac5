// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace onceover::views {

class TextLabel;

/// A named value of a header.
struct Fact {
    QString id{}; ///< Stable, for object names.
    QString name{};
    QString value{};
    QString hint{};       ///< Plain text; empty: none.
    bool monospace = false;
    friend bool operator==(const Fact&, const Fact&) = default;
};

/// Names over values in aligned columns, as many as fit; values can be selected and copied. A value wider than the grid
/// wraps. Calm by design: no lines, no colours.
class FactGrid : public QWidget
{
    Q_OBJECT

public:
    explicit FactGrid(const QString& name, QWidget* parent = nullptr);
    /// Facts without a value are left out.
    void setFacts(const std::vector<Fact>& facts);
    [[nodiscard]] QString value(const QString& id) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Cell {
        Fact fact;
        TextLabel* name = nullptr;
        TextLabel* value = nullptr;
    };
    struct Place {
        int columns = 1;
        int columnWidth = 0;
    };

    [[nodiscard]] int widthOf(const Cell& cell) const;
    [[nodiscard]] Place placeIn(int width) const;
    /// Puts every cell where it belongs when `move`; the height that is needed.
    int arrange(int width, bool move) const;
    [[nodiscard]] Cell makeCell();

    std::vector<Cell> m_cells;
};

} // namespace onceover::views
