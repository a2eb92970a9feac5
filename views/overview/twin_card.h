// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/card.h"
#include "views/widgets/translated.h"

class QStackedWidget;
class QToolButton;

namespace onceover::models {
class RowTableModel;
}

namespace onceover::views {

class ChartBase;
class DataTable;
class TextLabel;

/// A picture and its twin: the same rows as a table, one button away.
class TwinCard : public Translated<Card>
{
    Q_OBJECT

public:
    TwinCard(const QString& name, ChartBase* chart, models::RowTableModel* rows, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] ChartBase* chart() const { return m_chart; }
    void retranslate() override;

private:
    TextLabel* m_title;
    QToolButton* m_toggle;
    QStackedWidget* m_stack;
    ChartBase* m_chart;
    DataTable* m_table;
};

} // namespace onceover::views
