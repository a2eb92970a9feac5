// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/data_table.h"

#include "views/delegates/cell_delegate.h"
#include "views/style/icons.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <numeric>
#include <utility>

namespace onceover::views {

namespace {

constexpr int kMeasuredRows = 60; // More would make the first fit slow without changing it much.
// First byte of a stored layout: are its widths a person's, or fitted anew each time?
constexpr char kOwnWidths = 'w';
constexpr char kFittedWidths = 'f';
constexpr int kWidestList = 24;  // A list of names and numbers ends at a whole one; sentences beside it go first.
constexpr int kWidestChars = 34; // A longer text is elided (a key never is); its hover and the copy have all of it.

QString headerText(const QAbstractItemModel* model, int column, int role)
{
    return model->headerData(column, Qt::Horizontal, role).toString();
}

/// A header with an arrow beside the name of the column by which the rows stand. Qt's own would take its room in every
/// column, and look as if a click turned it round.
class OrderHeader final : public QHeaderView {
public:
    explicit OrderHeader(QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
    }
    void setOrder(int column, Qt::SortOrder order)
    {
        if (column == m_ordered && order == m_order)
            return;
        m_ordered = column;
        m_order = order;
        viewport()->update();
    }
    [[nodiscard]] int orderedColumn() const { return m_ordered; }

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int column) const override
    {
        QSize size = QHeaderView::sectionSizeFromContents(column);
        if (column == m_ordered)
            size.rwidth() += kArrow + kArrowGap;
        return size;
    }
    void paintSection(QPainter* painter, const QRect& rect, int column) const override
    {
        QHeaderView::paintSection(painter, rect, column);
        if (column != m_ordered)
            return;
        const int words = fontMetrics().horizontalAdvance(headerText(model(), column, Qt::DisplayRole));
        const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this);
        const bool right
            = (model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
        const int left
            = right ? rect.right() - margin - words - kArrowGap - kArrow : rect.left() + margin + words + kArrowGap;
        const QString name
            = m_order == Qt::DescendingOrder ? QStringLiteral("chevron-down") : QStringLiteral("chevron-up");
        painter->drawPixmap(left, rect.center().y() - kArrow / 2,
            iconPixmap(name, palette().color(QPalette::WindowText), kArrow, devicePixelRatioF()));
    }

private:
    static constexpr int kArrow = 12;
    static constexpr int kArrowGap = 3;
    int m_ordered = -1;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace

DataTable::DataTable(const QString& name, models::RowTableModel* model, QWidget* parent)
    : Translated(parent)
    , m_rows(model)
    , m_columnsMenu(new QMenu(this))
    , m_copyKeys(new QAction(this))
    , m_copyRows(new QAction(this))
    , m_pill(new QToolButton(this))
{
    setObjectName(name);
    setHorizontalHeader(new OrderHeader(this));
    setModel(model);
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false); // Tab leaves the table; arrows move inside.
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setMouseTracking(true);
    verticalHeader()->hide();
    QHeaderView* header = horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setSectionsClickable(false); // The order is the database's; a header that gives way would promise another.
    header->setResizeContentsPrecision(kMeasuredRows);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setObjectName(name + QStringLiteral(".header"));

    m_copyKeys->setObjectName(name + QStringLiteral(".copyKeys"));
    m_copyKeys->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_C));
    m_copyRows->setObjectName(name + QStringLiteral(".copyRows"));
    m_copyRows->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    for (QAction* action : {m_copyKeys, m_copyRows}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
    }
    m_pill->setObjectName(name + QStringLiteral(".newRows"));
    m_pill->setIcon(icon(QStringLiteral("chevron-up")));
    m_pill->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pill->setAutoFillBackground(true);
    m_pill->hide();

    connect(m_copyKeys, &QAction::triggered, this, &DataTable::copyKeys);
    connect(m_copyRows, &QAction::triggered, this, &DataTable::copyRows);
    connect(m_pill, &QToolButton::clicked, this, [this] {
        scrollToTop();
        emit topWanted();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value > 0 || m_newAbove == 0)
            return;
        m_newAbove = 0;
        m_pill->hide();
    });
    connect(model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex&, int first, int last) { holdPlace(first, last); });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
        [this](const QModelIndex&, int first, int last) { holdPlaceWithout(first, last); });
    // After the rows and the ages of this turn: what was "3 s" may be "36 h 29 min" now.
    const auto checkFit = [this] {
        if (!std::exchange(m_fitCheckDue, true))
            QMetaObject::invokeMethod(this, &DataTable::fitWhatGrew, Qt::QueuedConnection);
    };
    connect(model, &QAbstractItemModel::rowsInserted, this, checkFit);
    connect(model, &QAbstractItemModel::dataChanged, this, checkFit);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this] { emit selectedRowsChanged(selectedRows()); });
    connect(this, &QTableView::doubleClicked, this,
        [this](const QModelIndex& index) { emit rowOpened(index.data(models::KeyRole).toString()); });
    connect(header, &QHeaderView::sectionResized, this, [this](int, int, int size) {
        if (m_fitting || size == 0)
            return;
        m_layoutIsMine = m_widthsAreMine = true;
        emit layoutChanged();
    });
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        if (m_fitting)
            return;
        m_layoutIsMine = true;
        emit layoutChanged();
    });
    connect(m_columnsMenu, &QMenu::aboutToShow, this, &DataTable::fillColumnsMenu);

    applyMetrics();
    resetColumns();
    retranslate();
}

int DataTable::selectedRows() const
{
    return static_cast<int>(selectionModel()->selectedRows().size());
}

QList<int> DataTable::chosenRows() const
{
    QList<int> chosen;
    const QModelIndexList selected = selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        chosen << index.row();
    if (chosen.isEmpty() && currentIndex().isValid())
        chosen << currentIndex().row();
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

void DataTable::copyKeys()
{
    // The key that people use stands in a column of its own; KeyRole may be a number of the program.
    int keyColumn = 0;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        if (headerText(m_rows, column, models::ColumnIdRole) == QStringLiteral("key"))
            keyColumn = column;
    }
    QStringList keys;
    const QList<int> chosen = chosenRows();
    for (const int row : chosen)
        keys << m_rows->index(row, keyColumn).data(models::CopyRole).toString();
    if (!keys.isEmpty())
        QGuiApplication::clipboard()->setText(keys.join(QLatin1Char('\n')));
}

void DataTable::copyRows()
{
    const QList<int> chosen = chosenRows();
    if (chosen.isEmpty())
        return;
    const QHeaderView* header = horizontalHeader();
    QList<int> columns;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (!header->isSectionHidden(column))
            columns << column;
    }
    QStringList lines;
    QStringList fields;
    for (const int column : columns)
        fields << headerText(m_rows, column, models::CopyRole);
    lines << fields.join(QLatin1Char('\t'));
    for (const int row : chosen) {
        fields.clear();
        for (const int column : columns)
            fields << m_rows->index(row, column).data(models::CopyRole).toString();
        lines << fields.join(QLatin1Char('\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

void DataTable::resetColumns()
{
    QHeaderView* header = horizontalHeader();
    m_fitting = true;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        const bool shown = m_rows->headerData(column, Qt::Horizontal, models::DefaultShownRole).toBool();
        header->setSectionHidden(column, !shown);
        header->moveSection(header->visualIndex(column), column);
    }
    m_fitting = false;
    m_layoutIsMine = m_widthsAreMine = false;
    fitColumns();
}

QByteArray DataTable::layoutState() const
{
    if (!m_layoutIsMine)
        return {};
    return QByteArray(1, m_widthsAreMine ? kOwnWidths : kFittedWidths) + horizontalHeader()->saveState();
}

void DataTable::restoreLayout(const QByteArray& state)
{
    const bool ownWidths = state.startsWith(kOwnWidths);
    if (!ownWidths && !state.startsWith(kFittedWidths))
        return;
    m_fitting = true;
    m_layoutIsMine = horizontalHeader()->restoreState(state.mid(1));
    m_fitting = false;
    m_widthsAreMine = m_layoutIsMine && ownWidths;
    fitColumns();
}

QVariantMap DataTable::place() const
{
    QStringList selected;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex& index : rows)
        selected << index.data(models::KeyRole).toString();
    const int top = verticalScrollBar()->value(); // Rows: the table scrolls by item.
    return {{QStringLiteral("selected"), selected},
        {QStringLiteral("current"), currentIndex().data(models::KeyRole).toString()},
        {QStringLiteral("top"), top > 0 && top < m_rows->rowCount() ? m_rows->key(top) : QString()}};
}

void DataTable::restorePlace(const QVariantMap& place)
{
    const auto rowOf = [this](const QString& key) { return key.isEmpty() ? -1 : m_rows->rowOf(key); };
    if (const int current = rowOf(place.value(QStringLiteral("current")).toString()); current >= 0)
        selectionModel()->setCurrentIndex(m_rows->index(current, 0), QItemSelectionModel::NoUpdate);
    QItemSelection selection;
    const QStringList selected = place.value(QStringLiteral("selected")).toStringList();
    for (const QString& key : selected) {
        if (const int row = rowOf(key); row >= 0)
            selection.select(m_rows->index(row, 0), m_rows->index(row, m_rows->columnCount() - 1));
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (const int top = rowOf(place.value(QStringLiteral("top")).toString()); top >= 0)
        scrollTo(m_rows->index(top, 0), QAbstractItemView::PositionAtTop);
}

/// A column of several names, numbers or amounts a cell.
bool DataTable::isList(int column) const
{
    for (int row = 0; row < qMin(m_rows->rowCount(), kMeasuredRows); ++row) {
        if (m_rows->index(row, column).data().toString().contains(QStringLiteral(" \u00B7 ")))
            return true;
    }
    return false;
}

void DataTable::fitColumns()
{
    if (m_widthsAreMine)
        return;
    QHeaderView* header = horizontalHeader();
    m_fitting = true;
    QList<int> shown;
    int wanted = 0;
    for (int column = 0; column < header->count(); ++column) {
        if (header->isSectionHidden(column))
            continue;
        const bool isKey = headerText(m_rows, column, models::ColumnIdRole) == QStringLiteral("key");
        const int most = isKey ? QWIDGETSIZE_MAX : kWidestChars * fontMetrics().averageCharWidth();
        const int content = qMin(sizeHintForColumn(column),
            isList(column) && !m_rows->column(column).numeric ? kWidestList * fontMetrics().averageCharWidth() : most);
        const int width = qMax(content, header->sectionSizeHint(column));
        header->resizeSection(column, width);
        shown << column;
        wanted += width;
    }
    int left = viewport()->width() - wanted;
    if (left < 0)
        left += narrowTexts(shown, -left);
    left -= widen(shown, left);
    if (left > 0 && !shown.isEmpty()) {
        const int share = left / static_cast<int>(shown.size());
        for (const int column : shown)
            header->resizeSection(column, header->sectionSize(column) + share);
        const int rest = left - share * static_cast<int>(shown.size());
        header->resizeSection(shown.last(), header->sectionSize(shown.last()) + rest);
    }
    m_fitting = false;
}

void DataTable::showOrder(const QString& columnId, Qt::SortOrder order)
{
    int ordered = -1;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        if (!columnId.isEmpty() && headerText(m_rows, column, models::ColumnIdRole) == columnId)
            ordered = column;
    }
    static_cast<OrderHeader*>(horizontalHeader())->setOrder(ordered, order);
}

/// A text is cut off although the columns beside it have more than they need: it came after the widths were shared.
bool DataTable::textCouldGrow() const
{
    const QHeaderView* header = horizontalHeader();
    int wanted = 0;
    int spare = viewport()->width() - header->length();
    for (int column = 0; column < header->count(); ++column) {
        if (header->isSectionHidden(column))
            continue;
        const int more = qMax(sizeHintForColumn(column), header->sectionSizeHint(column)) - header->sectionSize(column);
        wanted += qMax(0, more);
        spare += qMax(0, -more);
    }
    return wanted > 0 && spare > header->count(); // What a division leaves over is no room.
}

/// Makes the columns anew when a number, key, time or state no longer fits in its own, or a text has room beside it.
void DataTable::fitWhatGrew()
{
    m_fitCheckDue = false;
    if (m_widthsAreMine || !isVisible())
        return;
    const QHeaderView* header = horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        const models::ColumnText text = m_rows->column(column);
        const bool isWhole = text.numeric || text.monospace || text.showsTime || text.plainDate;
        const bool isList
            = m_rows->rowCount() > 0 && m_rows->index(0, column).data().toString().contains(QStringLiteral(" \u00B7 "));
        if (header->isSectionHidden(column) || !isWhole || isList
            || sizeHintForColumn(column) <= header->sectionSize(column))
            continue;
        fitColumns();
        return;
    }
    if (textCouldGrow())
        fitColumns();
}

/// Shares up to `room` pixels among the columns whose texts need more, each in proportion to its need; how much was
/// used.
int DataTable::widen(const QList<int>& columns, int room)
{
    QHeaderView* header = horizontalHeader();
    const auto need = [&](int column) { return qMax(0, sizeHintForColumn(column) - header->sectionSize(column)); };
    const int needed
        = std::accumulate(columns.begin(), columns.end(), 0, [&](int sum, int c) { return sum + need(c); });
    if (room <= 0 || needed == 0)
        return 0;
    int used = 0;
    for (const int column : columns) {
        const int more = room >= needed ? need(column) : static_cast<int>(qint64{need(column)} * room / needed);
        header->resizeSection(column, header->sectionSize(column) + more);
        used += more;
    }
    return used;
}

/// Takes `excess` pixels from free text columns, a third of each at most; how much was taken. Nothing when that is not
/// enough: the table then scrolls, and its texts stay whole.
int DataTable::narrowTexts(const QList<int>& columns, int excess)
{
    QHeaderView* header = horizontalHeader();
    const auto gives = [&](int column) {
        const models::ColumnText text = m_rows->column(column);
        // A word beside its sign is a state, whether or not the table calls it one.
        const QModelIndex top = m_rows->rowCount() > 0 ? m_rows->index(0, column) : QModelIndex();
        const bool isState = top.isValid()
            && (top.data(models::StateRole).isValid() || !top.data(models::IconRole).toString().isEmpty());
        if (text.numeric && isList(column)) // Of several amounts the last ones give way to "+2".
            return qMax(0, header->sectionSize(column) - kWidestList * fontMetrics().averageCharWidth());
        if (text.numeric || text.monospace || text.showsTime || text.plainDate || isState)
            return 0;
        const int width = header->sectionSize(column);
        return qMax(0, width - qMax(header->sectionSizeHint(column), width * 2 / 3));
    };
    if (std::accumulate(columns.begin(), columns.end(), 0, [&](int sum, int c) { return sum + gives(c); }) < excess)
        return 0;
    int taken = 0;
    for (const int column : columns) {
        const int give = qMin(excess - taken, gives(column));
        header->resizeSection(column, header->sectionSize(column) - give);
        taken += give;
    }
    return taken;
}

void DataTable::fillColumnsMenu()
{
    m_columnsMenu->clear();
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        QAction* action = m_columnsMenu->addAction(headerText(m_rows, column, Qt::DisplayRole));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != 0); // A row without its key is of no use.
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_fitting = true; // The width of a column that appears is not a person's wish.
            setColumnHidden(column, !shown);
            m_fitting = false;
            m_layoutIsMine = true;
            fitColumns();
            emit layoutChanged();
        });
    }
    m_columnsMenu->addSeparator();
    connect(m_columnsMenu->addAction(tr("Reset columns")), &QAction::triggered, this, [this] {
        resetColumns();
        emit layoutChanged();
    });
}

void DataTable::holdPlace(int first, int last)
{
    const int top = verticalScrollBar()->value(); // Rows: the table scrolls by item.
    // At the very top new rows are seen at once; rows that were scrolled to push nothing away.
    if (m_arrivals == Arrivals::AnotherList || (top == 0 && m_arrivals == Arrivals::New) || first > top)
        return;
    const int count = last - first + 1;
    verticalScrollBar()->setMaximum(verticalScrollBar()->maximum() + count);
    verticalScrollBar()->setValue(top + count);
    if (m_arrivals == Arrivals::Above)
        return;
    m_newAbove += count;
    retranslate();
    m_pill->show();
    placePill();
}

/// When the current row goes, another becomes current and the table would scroll to it: the place is noted before.
void DataTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    m_topBeforeRemoval = verticalScrollBar()->value();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

/// Rows above went away: the rest keeps its place on the screen.
void DataTable::holdPlaceWithout(int first, int last)
{
    const int top = m_topBeforeRemoval;
    verticalScrollBar()->setValue(first < top ? top - (qMin(last, top - 1) - first + 1) : top);
}

void DataTable::forgetNew()
{
    m_newAbove = 0;
    m_pill->hide();
    scrollToTop();
}

void DataTable::placePill()
{
    m_pill->adjustSize();
    m_pill->move((width() - m_pill->width()) / 2, horizontalHeader()->height() + 6);
    m_pill->raise();
}

void DataTable::applyMetrics()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(views::rowHeight(fontMetrics()));
    horizontalHeader()->setMinimumHeight(views::rowHeight(fontMetrics()) - 2);
}

void DataTable::retranslate()
{
    m_copyKeys->setText(tr("Copy keys"));
    m_copyRows->setText(tr("Copy rows"));
    m_pill->setText(tr("%n new", nullptr, m_newAbove));
    m_columnsMenu->setTitle(tr("Columns"));
}

void DataTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    placePill();
}

void DataTable::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_copyKeys);
    menu->addAction(m_copyRows);
    menu->addSeparator();
    menu->addMenu(m_columnsMenu);
    connect(menu, &QMenu::aboutToHide, this, &DataTable::menuClosed);
    emit menuOpened();
    menu->popup(event->globalPos());
}

void DataTable::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
        emit rowOpened(currentIndex().data(models::KeyRole).toString());
        return;
    }
    QTableView::keyPressEvent(event);
}

bool DataTable::event(QEvent* event)
{
    const bool done = QTableView::event(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        applyMetrics();
        fitColumns();
    }
    return done;
}

} // namespace onceover::views
