// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/page_history.h"
#include "views/page.h"

#include <QStackedWidget>

namespace onceover::views {

/// The pages, which of them is shown, and the way there: addresses, back and forward. It shows one page at a time and
/// tells each when it is entered and left.
class Navigator : public QStackedWidget {
    Q_OBJECT

public:
    explicit Navigator(QWidget* parent = nullptr);

    /// Takes ownership. `parentPage`: the list that a page of one thing belongs to, in the side bar; empty for a list.
    void addPage(Page* page, const QString& parentPage = {});
    [[nodiscard]] Page* page(const QString& name) const;
    [[nodiscard]] Page* currentPage() const;
    /// The page that the side bar marks: the current one, or the list that it belongs to.
    [[nodiscard]] QString currentListPage() const;

    /// Goes there; false: there is no such page. Without a page for one thing its list opens, filtered.
    bool openAddress(const models::PageAddress& address);
    /// The page as it was left; from the side bar, the menu and G + letter.
    bool showPage(const QString& name);
    void back();
    void forward();
    [[nodiscard]] bool canGoBack() const { return m_history.canGoBack(); }
    [[nodiscard]] bool canGoForward() const { return m_history.canGoForward(); }
    [[nodiscard]] models::PageAddress address() const;

signals:
    /// Another page, or the same one at another address.
    void moved();

private:
    struct Entry {
        Page* page;
        QString parentPage;
    };

    [[nodiscard]] const Entry* entry(const QString& name) const;
    void remember();
    void show(Page* page);
    void returnTo(const models::Visit& visit);

    std::vector<Entry> m_entries;
    Page* m_shown = nullptr; ///< Entered and not left.
    models::PageHistory m_history;
};

} // namespace onceover::views
