// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/keyset_window.h"
#include "models/row_table_model.h"
#include "views/page.h"

#include <functional>

class QHBoxLayout;
class QLineEdit;
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
/// none. Of a long list only a window is held; it grows where a person scrolls to. Two or more selected rows and an
/// open menu rest the refresh; the page says so.
class ListPage : public Page {
    Q_OBJECT

public:
    void enter() override;
    void leave() override;
    void open(const models::PageAddress& address) override;
    [[nodiscard]] models::PageAddress address() const override;
    [[nodiscard]] QVariantMap place() const override;
    void restorePlace(const QVariantMap& place) override;
    void focusFilter() override;
    bool escape() override;
    void saveLayout() override;
    void retranslate() override;

    /// A part of another page, which has the title and says when updates rest.
    void setEmbedded();

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterLine* filter() const { return m_filter; }
    [[nodiscard]] bool isEntered() const { return m_entered; }

protected:
    /// Takes ownership of model and filter line; the window lives as long as the page.
    ListPage(const QString& name, const PageContext& context, models::ReadKind kind, models::RowTableModel* rows,
        models::RowWindow* window, FilterLine* filter, QWidget* parent);

    /// Tells the gateway what to read.
    virtual void watch(std::optional<ListQuery> query) = 0;
    /// Shows those of the rows read last that match; how many were read. Used while nothing can be read.
    virtual std::size_t showLoaded(const ListQuery& query) = 0;
    /// Forgets all rows.
    virtual void clearRows() = 0;
    [[nodiscard]] virtual QString emptyText(const ListQuery& query, Timestamp takenAt) const = 0;

    /// What is known about a page of rows that the model shows now.
    struct Shown {
        ListQuery query;
        Timestamp takenAt{};
        std::int64_t total = 0;
        bool totalIsEstimate = false;
    };
    /// Shows what the window holds after an answer: `setRows` puts its rows into the model.
    void showRows(const Shown& shown, const std::function<void()>& setRows);

private:
    void build(FilterLine* filter);
    QHBoxLayout* titleRow();
    void listen();
    void queryChanged();
    void watchNext();
    void viewMoved();
    void jump();
    [[nodiscard]] bool byDate() const;
    void onFailure(models::ReadKind kind, const Failure& failure);
    void onStatus(const models::ConnectionStatus& status);
    void onReading(models::ReadKind kind, bool reading);
    void retry();
    void showCaption();
    void showPause();
    void showNotice();
    void applyPlace();
    [[nodiscard]] bool offline() const;

    models::ReadKind m_kind;
    models::RowTableModel* m_rows;
    models::RowWindow* m_window;
    FilterLine* m_filter;
    DataTable* m_table;
    TextLabel* m_title;
    TextLabel* m_caption;
    ToneLine* m_note;
    QLineEdit* m_jump;
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
    QTimer* m_viewTimer; ///< Scrolling rests before it is looked at.
    bool m_embedded = false;
    bool m_entered = false;
    bool m_laidOut = false;
    bool m_slow = false;
    std::optional<Shown> m_shown;
    std::optional<std::size_t> m_loadedOnly; ///< So many rows were searched without the database.
    std::optional<Failure> m_failure;
    bool m_restarted = false;          ///< The next rows are those of another list, or of another place in it.
    std::optional<ListQuery> m_origin; ///< Where the list is to begin: a jump, or a place to go back to.
    QVariantMap m_placeWanted;         ///< Where to go back to, once the rows are there.
};

} // namespace onceover::views
