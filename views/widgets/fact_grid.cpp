// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/fact_grid.h"

#include "views/style/fonts.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QApplication>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kColumnGap = 24;
constexpr int kRowGap = 8;
constexpr int kNameGap = 1;
constexpr int kSpanMost = 2; ///< A long value may take two columns before all columns grow for it.

} // namespace

FactGrid::FactGrid(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(name);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

FactGrid::Cell FactGrid::makeCell()
{
    Cell cell;
    cell.name = new TextLabel(TextKind::Caption, this);
    cell.value = new TextLabel(TextKind::Body, this);
    cell.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    cell.value->setWordWrap(true);
    cell.value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    cell.name->show();
    cell.value->show();
    return cell;
}

void FactGrid::setFacts(const std::vector<Fact>& facts)
{
    std::vector<Fact> shown;
    std::copy_if(facts.begin(), facts.end(), std::back_inserter(shown), [](const Fact& fact) { return !fact.value.isEmpty(); });
    const bool same = shown.size() == m_cells.size()
        && std::equal(shown.begin(), shown.end(), m_cells.begin(), [](const Fact& fact, const Cell& cell) { return fact == cell.fact; });
    if (same)
        return;
    while (m_cells.size() > shown.size()) {
        delete m_cells.back().name;
        delete m_cells.back().value;
        m_cells.pop_back();
    }
    while (m_cells.size() < shown.size())
        m_cells.push_back(makeCell());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        Cell& cell = m_cells[i];
        const bool fontChanges = cell.fact.monospace != shown[i].monospace;
        cell.fact = shown[i];
        cell.name->setPlainText(cell.fact.name);
        cell.value->setPlainText(cell.fact.value);
        cell.value->setObjectName(QStringLiteral("%1.%2").arg(objectName(), cell.fact.id));
        cell.value->setAccessibleName(QStringLiteral("%1: %2").arg(cell.fact.name, cell.fact.value));
        setHint(cell.value, cell.fact.hint);
        if (fontChanges) {
            const bool mono = cell.fact.monospace;
            keepFont(cell.value, [mono] { return mono ? monospaced(QApplication::font()) : fontOf(TextKind::Body); });
        }
    }
    updateGeometry();
    arrange(width(), true);
}

QString FactGrid::value(const QString& id) const
{
    for (const Cell& cell : m_cells) {
        if (cell.fact.id == id)
            return cell.fact.value;
    }
    return {};
}

int FactGrid::widthOf(const Cell& cell) const
{
    return std::max(cell.name->fontMetrics().horizontalAdvance(cell.fact.name),
                    cell.value->fontMetrics().horizontalAdvance(cell.fact.value))
        + 4;
}

FactGrid::Place FactGrid::placeIn(int width) const
{
    std::vector<int> widths;
    for (const Cell& cell : m_cells)
        widths.push_back(widthOf(cell));
    if (widths.empty())
        return {};
    // Columns fit three of four values; the longer ones take two columns.
    std::sort(widths.begin(), widths.end());
    const int usual = std::max(widths[widths.size() * 3 / 4], 8 * fontMetrics().averageCharWidth());
    const int columns = std::max(1, (width + kColumnGap) / (usual + kColumnGap));
    return {columns, (width - (columns - 1) * kColumnGap) / columns};
}

int FactGrid::arrange(int width, bool move) const
{
    const Place place = placeIn(width);
    int column = 0;
    int top = 0;
    int rowHeight = 0;
    for (const Cell& cell : m_cells) {
        const int wanted = widthOf(cell);
        int span = 1;
        while (span < place.columns && span * (place.columnWidth + kColumnGap) - kColumnGap < wanted)
            ++span;
        if (span > kSpanMost)
            span = place.columns;
        if (column + span > place.columns) {
            top += rowHeight + kRowGap;
            column = 0;
            rowHeight = 0;
        }
        const int cellWidth = span * (place.columnWidth + kColumnGap) - kColumnGap;
        const int nameHeight = cell.name->sizeHint().height();
        const int valueHeight = std::max(cell.value->heightForWidth(cellWidth), cell.value->fontMetrics().height());
        if (move) {
            const int left = column * (place.columnWidth + kColumnGap);
            cell.name->setGeometry(left, top, cellWidth, nameHeight);
            cell.value->setGeometry(left, top + nameHeight + kNameGap, cellWidth, valueHeight);
        }
        rowHeight = std::max(rowHeight, nameHeight + kNameGap + valueHeight);
        column += span;
    }
    return top + rowHeight;
}

QSize FactGrid::sizeHint() const
{
    return {600, arrange(600, false)};
}

QSize FactGrid::minimumSizeHint() const
{
    int widest = 0;
    for (const Cell& cell : m_cells)
        widest = std::max(widest, cell.value->minimumSizeHint().width());
    return {widest, fontMetrics().height()};
}

int FactGrid::heightForWidth(int width) const
{
    return arrange(width, false);
}

void FactGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange(width(), true);
}

bool FactGrid::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        arrange(width(), true);
    }
    return done;
}

} // namespace onceover::views
