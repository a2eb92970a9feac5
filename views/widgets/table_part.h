// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/card.h"
#include "views/widgets/translated.h"

class QStackedWidget;

namespace onceover::models {
class RowTableModel;
}

namespace onceover::views {

class DataTable;
class TextLabel;

/// A table as one part of a page: heading, caption, rows, and in place of rows why there are none. Its owner sets the texts.
class TablePart : public Card
{
    Q_OBJECT

public:
    /// `name` is the object name; the model must outlive the part.
    TablePart(const QString& name, models::RowTableModel* rows, QWidget* parent = nullptr);

    void setHeading(const QString& heading);
    void setCaption(const QString& caption);
    /// Says why there is no row.
    void setEmptyText(const QString& text);
    [[nodiscard]] DataTable* table() const { return m_table; }
    /// As high as its rows (at most so many), for parts that stand above others.
    void setRowsShown(int atMost);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();

    TextLabel* m_heading;
    TextLabel* m_caption;
    TextLabel* m_empty;
    QStackedWidget* m_stack;
    DataTable* m_table;
    int m_rowsShown = 0; ///< Nothing: takes what room there is.
};

} // namespace onceover::views
