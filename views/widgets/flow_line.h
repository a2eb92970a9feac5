// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace onceover::views {

/// Controls beside each other from the left. Where room is short they first give up what they can spare; then the last
/// ones go on in a further row, so that a narrow window hides none of them.
class FlowLine : public QLayout {
public:
    /// `gap` pixels between controls, in both directions.
    explicit FlowLine(int gap);
    ~FlowLine() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;

private:
    [[nodiscard]] std::vector<QLayoutItem*> shown() const;
    int place(const QRect& rect, bool move) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap;
};

} // namespace onceover::views
