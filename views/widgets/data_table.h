// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"
#include "views/widgets/translated.h"

#include <QTableView>

class QAction;
class QMenu;
class QToolButton;

namespace onceover::views {

/// Our table: whole rows, keys and rows to the clipboard, a choice of columns, widths that fit until a person changes
/// them, and a place that does not move: rows that arrive above what is being read wait behind a button "12 new".
class DataTable : public Translated<QTableView> {
    Q_OBJECT

public:
    /// `name` is the object name; the model must outlive the table.
    DataTable(const QString& name, models::RowTableModel* model, QWidget* parent = nullptr);

    [[nodiscard]] models::RowTableModel* rows() const { return m_rows; }
    [[nodiscard]] int selectedRows() const;
    /// Keys of the selected rows from the top, one a line; of the current row when none is selected.
    void copyKeys();
    /// Header and selected rows as TSV, shown columns only; amounts are two fields.
    void copyRows();
    /// The menu of columns; owned by the table.
    [[nodiscard]] QMenu* columnsMenu() const { return m_columnsMenu; }
    /// Back to the columns and widths of the first start.
    void resetColumns();

    /// Columns, order and widths as a person left them; empty when nothing was changed.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayout(const QByteArray& state);

    /// Makes every column as wide as its content and shares out what is left. Nothing once a person set a width.
    void fitColumns();

    /// By which column the rows stand, as an arrow in its header; an empty id: by none that is shown. A header tells
    /// the order and does not change it: the whole list has the one that an index serves.
    void showOrder(const QString& columnId, Qt::SortOrder order);

    /// What the rows are that the model is given next: what the same part of the list holds now, more rows further up
    /// because a person scrolled there, or another list, which begins at its top.
    enum class Arrivals { New, Above, AnotherList };
    void setArrivals(Arrivals arrivals) { m_arrivals = arrivals; }
    /// Another list is shown: nothing in it is new.
    void forgetNew();
    /// Which rows are selected and which stand at the top, by key; restorePlace() goes back to those that still exist.
    [[nodiscard]] QVariantMap place() const;
    void restorePlace(const QVariantMap& place);

    void keyboardSearch(const QString&) override { } // Letters are shortcuts here, no type-ahead.
    void retranslate() override;

signals:
    void selectedRowsChanged(int count);
    void menuOpened();
    void menuClosed();
    /// Enter or a double click on a row.
    void rowOpened(const QString& key);
    void layoutChanged();
    /// The button "12 new" was pressed.
    void topWanted();

protected:
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fitWhatGrew();
    [[nodiscard]] bool textCouldGrow() const;
    [[nodiscard]] bool isList(int column) const;
    int widen(const QList<int>& columns, int room);
    int narrowTexts(const QList<int>& columns, int excess);
    void fillColumnsMenu();
    void applyMetrics();
    void holdPlace(int first, int last);
    void holdPlaceWithout(int first, int last);
    void placePill();
    [[nodiscard]] QList<int> chosenRows() const;

    models::RowTableModel* m_rows;
    QMenu* m_columnsMenu;
    QAction* m_copyKeys;
    QAction* m_copyRows;
    QToolButton* m_pill;
    int m_newAbove = 0;
    int m_topBeforeRemoval = 0;
    Arrivals m_arrivals = Arrivals::New;
    bool m_fitCheckDue = false;
    bool m_fitting = false;       ///< Widths and order change by the program just now.
    bool m_layoutIsMine = false;  ///< A person changed columns, order or widths.
    bool m_widthsAreMine = false; ///< Widths among them.
};

} // namespace onceover::views
