// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/flow_line.h"

#include <QWidget>

#include <algorithm>

namespace onceover::views {

namespace {

int leastWidth(const QLayoutItem* item)
{
    return item->minimumSize().width();
}

int wishedWidth(const QLayoutItem* item)
{
    return std::clamp(
        item->sizeHint().width(), leastWidth(item), std::max(leastWidth(item), item->maximumSize().width()));
}

} // namespace

FlowLine::FlowLine(int gap)
    : m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLine::~FlowLine() = default;

void FlowLine::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
    invalidate();
}

int FlowLine::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLine::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLine::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

std::vector<QLayoutItem*> FlowLine::shown() const
{
    std::vector<QLayoutItem*> items;
    for (const auto& item : m_items) {
        if (!item->isEmpty())
            items.push_back(item.get());
    }
    return items;
}

QSize FlowLine::sizeHint() const
{
    QSize size;
    for (const QLayoutItem* item : shown()) {
        size.rwidth() += wishedWidth(item) + (size.width() > 0 ? m_gap : 0);
        size.setHeight(std::max(size.height(), item->sizeHint().height()));
    }
    return size;
}

QSize FlowLine::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : shown())
        size = size.expandedTo(item->minimumSize());
    return size;
}

int FlowLine::heightForWidth(int width) const
{
    return place(QRect(0, 0, width, 0), false);
}

void FlowLine::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

/// Row by row; the height that is taken.
int FlowLine::place(const QRect& rect, bool move) const
{
    const std::vector<QLayoutItem*> items = shown();
    int top = 0;
    for (std::size_t first = 0; first < items.size();) {
        std::size_t end = first;
        int least = 0;
        int wished = 0;
        int height = 0;
        while (end < items.size()) {
            const int gap = end > first ? m_gap : 0;
            if (end > first && least + gap + leastWidth(items[end]) > rect.width())
                break;
            least += gap + leastWidth(items[end]);
            wished += gap + wishedWidth(items[end]);
            height = std::max(height, items[end]->sizeHint().height());
            ++end;
        }
        // What all wish for, or the least and an even share of what there is beyond.
        const int spare = std::max(0, std::min(rect.width(), wished) - least);
        int left = rect.left();
        for (std::size_t i = first; i < end && move; ++i) {
            const int more = wishedWidth(items[i]) - leastWidth(items[i]);
            const int width = leastWidth(items[i]) + (wished > least ? more * spare / (wished - least) : 0);
            const int high = std::min(height, items[i]->sizeHint().height());
            items[i]->setGeometry(QRect(left, rect.top() + top + (height - high) / 2, width, high));
            left += width + m_gap;
        }
        top += height + (end < items.size() ? m_gap : 0);
        first = end;
    }
    return top;
}

} // namespace onceover::views
