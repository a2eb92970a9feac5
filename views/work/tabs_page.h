// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "views/lists/list_page.h"

#include <functional>
#include <vector>

class QTabWidget;

namespace onceover::views {

class TextLabel;

/// A page of several lists, one of them shown at a time and only that one read. An address names the list by its tab;
/// the first one needs no name.
class TabsPage : public Page {
    Q_OBJECT

public:
    TabsPage(
        const QString& name, const PageContext& context, std::function<QString()> title, QWidget* parent = nullptr);
    /// Takes the list; `id` is the tab's name in addresses.
    void addTab(const QString& id, ListPage* list);

    [[nodiscard]] QString title() const override { return m_titleWord(); }
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
    void resizeEvent(QResizeEvent* event) override;

    [[nodiscard]] ListPage* current() const;
    /// The tabs' names in addresses, in their order.
    [[nodiscard]] QStringList tabs() const;

private:
    struct Tab {
        QString id;
        ListPage* list;
    };

    void changed();
    void keepRoom();
    void step(int by);

    std::function<QString()> m_titleWord;
    std::vector<Tab> m_tabs;
    QTabWidget* m_tabWidget;
    TextLabel* m_title;
    ListPage* m_shown = nullptr; ///< The list that reads now, while the page is entered.
    bool m_entered = false;
};

} // namespace onceover::views
