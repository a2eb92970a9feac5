// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"
#include "views/page.h"
#include "views/widgets/breadcrumb.h"

#include <functional>

class QHBoxLayout;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTimer;
class QVBoxLayout;

namespace onceover::views {

class Banner;
class DataTable;
class Notice;
class TextLabel;
class TablePart;
class ToneLine;

/// The frame of a page about one thing: the way here, "as of", a header, tabs, and in place of them why there is nothing to
/// show. It reads one key while it is shown and keeps what it read last when the server goes away. Two or more selected rows
/// and an open menu rest the refresh, as in lists; Ctrl+Page Up and Down change the tab.
class DetailPage : public Page
{
    Q_OBJECT

public:
    void enter() override;
    void leave() override;
    void open(const models::PageAddress& address) override;
    [[nodiscard]] models::PageAddress address() const override;
    [[nodiscard]] QVariantMap place() const override;
    void restorePlace(const QVariantMap& place) override;
    bool escape() override;
    void retranslate() override;

    [[nodiscard]] QString key() const { return m_key; }
    [[nodiscard]] QString tab() const;
    void showTab(const QString& id);
    [[nodiscard]] Breadcrumb* breadcrumb() const { return m_crumbs; }

protected:
    DetailPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent);

    /// Where the header's parts go.
    [[nodiscard]] QVBoxLayout* header() const { return m_header; }
    /// Buttons at the right end of the first line.
    [[nodiscard]] QHBoxLayout* buttons() const { return m_buttons; }
    /// `title` is asked for whenever words or numbers change.
    void addTab(const QString& id, QWidget* content, std::function<QString()> title);
    /// A table whose selection and menu rest the refresh, and whose instants follow the page's clock.
    void adopt(DataTable* table, models::RowTableModel* rows);
    void adopt(TablePart* part, models::RowTableModel* rows);

    /// Tells the gateway to read the key of this page, or (nothing) to stop.
    virtual void watch(bool on) = 0;
    /// The key is another one: what was shown is void.
    virtual void forget() = 0;
    /// Sets every text and row from what was read last; called after each answer, each second and at a change of language.
    virtual void show(Timestamp now) = 0;
    /// The way here, without the first crumb (the list).
    [[nodiscard]] virtual std::vector<Crumb> crumbs() const = 0;
    /// "Batch settle-daily:2026-10-26"
    [[nodiscard]] virtual QString whatItIs() const = 0;
    /// A tab became the current one, or stopped being it (the page was left).
    virtual void tabShown(const QString& id);

    /// An answer arrived for the key of this page.
    void arrived(Timestamp takenAt, bool found);
    /// Is there something to show?
    [[nodiscard]] bool found() const { return m_takenAt && m_found; }
    [[nodiscard]] bool entered() const { return m_entered; }

private:
    struct Tab {
        QString id;
        std::function<QString()> title;
    };

    void build();
    QHBoxLayout* firstLine();
    void listen();
    void stepTab(int by);
    void onFailure(models::ReadKind kind, const Failure& failure);
    void onStatus(const models::ConnectionStatus& status);
    void onReading(models::ReadKind kind, bool reading);
    void onSelection();
    void retry();
    void refreshShown();
    void showCaption();
    void showPause();
    void showNotice();
    [[nodiscard]] Timestamp shownNow() const;

    models::ReadKind m_kind;
    QString m_key;
    std::vector<Tab> m_tabs;
    std::vector<DataTable*> m_tables;
    std::vector<models::RowTableModel*> m_rows;
    Breadcrumb* m_crumbs;
    TextLabel* m_caption;
    ToneLine* m_note;
    QHBoxLayout* m_buttons;
    QProgressBar* m_bar;
    Banner* m_error;
    QPushButton* m_errorRetry;
    QStackedWidget* m_stack;
    Notice* m_notice;
    QPushButton* m_noticeRetry;
    QWidget* m_content;
    QVBoxLayout* m_header;
    QTabWidget* m_tabWidget;
    QTimer* m_barTimer;
    QTimer* m_slowTimer;
    bool m_entered = false;
    bool m_slow = false;
    bool m_found = false;
    std::optional<Timestamp> m_takenAt;
    std::optional<Failure> m_failure;
    QString m_tabWanted; ///< Of an address that came before its tab was there.
};

} // namespace onceover::views
