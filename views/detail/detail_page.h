// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/reading_page.h"
#include "views/widgets/breadcrumb.h"

#include <QFont>

#include <functional>
#include <vector>

class QHBoxLayout;
class QTabWidget;
class QToolButton;
class QVBoxLayout;

namespace onceover::views {

class TablePart;
class TextLabel;
class ToneChip;

/// The frame of a page about one thing: the way here, "as of", a header, tabs, and in place of them why there is
/// nothing to show. It reads one key while it is shown and keeps what it read last when the server goes away. Ctrl+Page
/// Up and Down change the tab.
class DetailPage : public ReadingPage {
    Q_OBJECT

public:
    void enter() override;
    void leave() override;
    void open(const models::PageAddress& address) override;
    [[nodiscard]] models::PageAddress address() const override;
    [[nodiscard]] QVariantMap place() const override;
    void restorePlace(const QVariantMap& place) override;
    void retranslate() override;
    void resizeEvent(QResizeEvent* event) override;

    [[nodiscard]] QString key() const { return m_key; }
    [[nodiscard]] QString tab() const;
    void showTab(const QString& id);
    /// The names of its tabs, as in addresses, from the left.
    [[nodiscard]] QStringList tabs() const;
    [[nodiscard]] Breadcrumb* breadcrumb() const { return m_crumbs; }

protected:
    DetailPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent);

    /// Where the header's parts go.
    [[nodiscard]] QVBoxLayout* header() const { return m_header; }
    /// The header's first line: what this is, in its own font, and its state. What stands beside them is the page's
    /// own.
    QHBoxLayout* addHeading(TextLabel* title, ToneChip* state, std::function<QFont()> font);
    /// Buttons at the right end of the first line.
    [[nodiscard]] QHBoxLayout* buttons() const { return m_buttons; }
    /// A button there that opens a menu; nothing is read while that is open. `id`: the end of its object name.
    void addMenuButton(QToolButton* button, const QString& id, const QString& iconName);
    /// `title` is asked for whenever words or numbers change.
    void addTab(const QString& id, QWidget* content, std::function<QString()> title);
    using ReadingPage::adopt;
    void adopt(TablePart* part, models::RowTableModel* rows);
    /// A tab's content: a table with something above it.
    [[nodiscard]] static QWidget* stacked(const std::vector<QWidget*>& above, TablePart* part);

    /// Tells the gateway to read the key of this page, or (nothing) to stop.
    virtual void watch(bool on) = 0;
    /// The key is another one: what was shown is void.
    virtual void forget() = 0;
    /// Sets every text and row from what was read last; called after each answer, each second and at a change of
    /// language.
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

    [[nodiscard]] std::optional<Timestamp> readAt() const override { return m_takenAt; }
    [[nodiscard]] bool filled() const override { return found(); }
    [[nodiscard]] std::optional<Notice::Text> emptyNotice() const override;
    void forgetAll() override;
    [[nodiscard]] QString captionText() const override;
    [[nodiscard]] QString subject() const override { return whatItIs(); }
    void showAges() override;

private:
    struct Tab {
        QString id;
        std::function<QString()> title;
    };

    void build();
    QHBoxLayout* firstLine();
    void listen();
    void stepTab(int by);
    void fitTabs();
    void refreshShown();

    QString m_key;
    std::vector<Tab> m_tabs;
    Breadcrumb* m_crumbs;
    QHBoxLayout* m_buttons;
    QWidget* m_content;
    QVBoxLayout* m_header;
    QTabWidget* m_tabWidget;
    bool m_found = false;
    std::optional<Timestamp> m_takenAt;
    QString m_tabWanted; ///< Of an address that came before its tab was there.
};

} // namespace onceover::views
