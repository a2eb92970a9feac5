// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/keyset_window.h"
#include "views/reading_page.h"

#include <functional>

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QTimer;
class QToolButton;

namespace onceover::views {

class FilterLine;

/// The frame that every list shares: title, filter, "n of N, as of", columns, table, and in place of rows why there are
/// none. Of a long list only a window is held; it grows where a person scrolls to.
class ListPage : public ReadingPage {
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

    [[nodiscard]] std::optional<Timestamp> readAt() const override;
    [[nodiscard]] bool filled() const override;
    [[nodiscard]] std::optional<Notice::Text> emptyNotice() const override;
    void forgetAll() override;
    [[nodiscard]] QString captionText() const override;
    void showAges() override;
    void pauseChanged(bool paused) override;
    /// Says by an arrow and on hover by what the rows stand, and why a header does not change it.
    virtual void showOrder();
    [[nodiscard]] bool saysPause() const override { return !m_embedded; }
    void showNotice() override;

private:
    void build();
    QHBoxLayout* titleRow();
    void listen();
    void queryChanged();
    void watchNext();
    void viewMoved();
    void jump();
    [[nodiscard]] bool byDate() const;
    void applyPlace();

    models::RowTableModel* m_rows;
    models::RowWindow* m_window;
    FilterLine* m_filter;
    DataTable* m_table;
    TextLabel* m_title;
    QLineEdit* m_jump;
    QToolButton* m_columns;
    QPushButton* m_noticeClear;
    QTimer* m_viewTimer; ///< Scrolling rests before it is looked at.
    bool m_embedded = false;
    bool m_laidOut = false;
    std::optional<Shown> m_shown;
    std::optional<std::size_t> m_loadedOnly; ///< So many rows were searched without the database.
    bool m_restarted = false;                ///< The next rows are those of another list, or of another place in it.
    std::optional<ListQuery> m_origin;       ///< Where the list is to begin: a jump, or a place to go back to.
    QVariantMap m_placeWanted;               ///< Where to go back to, once the rows are there.
};

} // namespace onceover::views
