// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"
#include "views/page.h"

class QHBoxLayout;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace onceover::views {

class Banner;
class DataTable;
class FilterLine;
class Notice;
class TextLabel;
class ToneLine;

/// The frame that every list shares: title, filter, "n of N, as of", columns, table, and in place of rows why there are
/// none. Two or more selected rows and an open menu rest the refresh; the page says so.
class ListPage : public Page
{
    Q_OBJECT

public:
    void enter() override;
    void leave() override;
    void follow(const PageLink& link) override;
    void focusFilter() override;
    bool escape() override;
    void saveLayout() override;
    void retranslate() override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterLine* filter() const { return m_filter; }

protected:
    /// Takes ownership of model and filter line.
    ListPage(const QString& name, const PageContext& context, models::ReadKind kind, models::RowTableModel* rows,
             FilterLine* filter, QWidget* parent);

    /// Tells the gateway what to read.
    virtual void watch(std::optional<ListQuery> query) = 0;
    /// Shows those of the rows read last that match; how many were read. Used while nothing can be read.
    virtual std::size_t showLoaded(const ListQuery& query) = 0;
    /// Forgets all rows.
    virtual void clearRows() = 0;
    [[nodiscard]] virtual QString emptyText(const ListQuery& query, Timestamp takenAt) const = 0;
    /// A name for the batch in the filter, from the link.
    [[nodiscard]] virtual QString batchName(const PageLink& link) const;

    /// What is known about a page of rows that the model shows now.
    struct Shown {
        ListQuery query;
        Timestamp takenAt{};
        std::int64_t rows = 0;
        std::int64_t total = 0;
        bool totalIsEstimate = false;
        bool hasMore = false;
    };
    /// The model holds new rows.
    void rowsShown(const Shown& shown);

private:
    void build(FilterLine* filter);
    QHBoxLayout* titleRow();
    void listen();
    void queryChanged();
    void onFailure(models::ReadKind kind, const Failure& failure);
    void onStatus(const models::ConnectionStatus& status);
    void onReading(models::ReadKind kind, bool reading);
    void retry();
    void loadMore();
    void showCaption();
    void showPause();
    void showNotice();
    [[nodiscard]] bool offline() const;

    models::ReadKind m_kind;
    models::RowTableModel* m_rows;
    FilterLine* m_filter;
    DataTable* m_table;
    TextLabel* m_title;
    TextLabel* m_caption;
    ToneLine* m_note;
    QPushButton* m_more;
    QToolButton* m_columns;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    Banner* m_error;
    QPushButton* m_errorRetry;
    QStackedWidget* m_stack;
    Notice* m_notice;
    QPushButton* m_noticeRetry;
    QPushButton* m_noticeClear;
    QTimer* m_barTimer;
    QTimer* m_slowTimer;
    bool m_entered = false;
    bool m_laidOut = false;
    bool m_slow = false;
    int m_limit;
    std::optional<Shown> m_shown;
    std::optional<std::size_t> m_loadedOnly; ///< So many rows were searched without the database.
    std::optional<Failure> m_failure;
};

} // namespace onceover::views
