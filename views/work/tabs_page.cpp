// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/tabs_page.h"

#include "views/widgets/low_window.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QShortcut>
#include <QTabWidget>

#include <algorithm>

namespace onceover::views {

TabsPage::TabsPage(const QString& name, const PageContext& context, std::function<QString()> title, QWidget* parent)
    : Page(name, context, parent)
    , m_titleWord(std::move(title))
    , m_tabWidget(new QTabWidget)
    , m_title(new TextLabel(TextKind::Title))
{
    m_tabWidget->setObjectName(objectName() + QStringLiteral(".tabs"));
    m_tabWidget->setDocumentMode(true);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 12, 14, 12);
    all->setSpacing(4);
    all->addWidget(m_title);
    all->addWidget(m_tabWidget, 1);
    connect(m_tabWidget, &QTabWidget::currentChanged, this, &TabsPage::changed);
    const auto shortcut = [this](const QKeySequence& keys, int by) {
        auto* made = new QShortcut(keys, this);
        made->setContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QShortcut::activated, this, [this, by] { step(by); });
    };
    shortcut(QKeySequence(Qt::CTRL | Qt::Key_PageUp), -1);
    shortcut(QKeySequence(Qt::CTRL | Qt::Key_PageDown), 1);
}

void TabsPage::addTab(const QString& id, ListPage* list)
{
    m_tabs.push_back({id, list});
    list->setEmbedded();
    m_tabWidget->addTab(list, list->title());
    keepRoom();
    connect(list, &Page::addressActivated, this, &Page::addressActivated);
    connect(list, &Page::conditionChanged, this, [this, list] {
        if (list == current())
            setCondition(list->condition());
    });
    retranslate();
}

ListPage* TabsPage::current() const
{
    return m_tabs[static_cast<std::size_t>(m_tabWidget->currentIndex())].list;
}

QStringList TabsPage::tabs() const
{
    QStringList names;
    for (const Tab& tab : m_tabs)
        names << tab.id;
    return names;
}

void TabsPage::step(int by)
{
    const int count = m_tabWidget->count();
    m_tabWidget->setCurrentIndex((m_tabWidget->currentIndex() + by + count) % count);
}

/// Only the list that is shown says how low the window may become: the others have the form of a higher one.
void TabsPage::keepRoom()
{
    for (const Tab& tab : m_tabs) {
        tab.list->setSizePolicy(
            QSizePolicy::Preferred, tab.list == current() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    }
}

/// Another list is shown: only it reads.
void TabsPage::changed()
{
    keepRoom();
    if (!m_entered || m_shown == current())
        return;
    if (m_shown)
        m_shown->leave();
    m_shown = current();
    m_shown->enter();
    setCondition(m_shown->condition());
}

void TabsPage::enter()
{
    m_entered = true;
    m_shown = current();
    m_shown->enter();
    setCondition(m_shown->condition());
}

void TabsPage::leave()
{
    m_entered = false;
    if (m_shown)
        m_shown->leave();
    m_shown = nullptr;
}

void TabsPage::open(const models::PageAddress& address)
{
    const QString wanted = address.query.value(QStringLiteral("tab"));
    const auto found
        = std::find_if(m_tabs.begin(), m_tabs.end(), [&wanted](const Tab& tab) { return tab.id == wanted; });
    const int index = found == m_tabs.end() ? 0 : static_cast<int>(found - m_tabs.begin());
    ListPage* list = m_tabs[static_cast<std::size_t>(index)].list;
    models::PageAddress inner{list->name(), {}, address.query};
    inner.query.remove(QStringLiteral("tab"));
    list->open(inner);
    m_tabWidget->setCurrentIndex(index);
}

models::PageAddress TabsPage::address() const
{
    models::PageAddress address = current()->address();
    address.page = name();
    if (const int index = m_tabWidget->currentIndex(); index > 0)
        address.query.insert(QStringLiteral("tab"), m_tabs[static_cast<std::size_t>(index)].id);
    return address;
}

QVariantMap TabsPage::place() const
{
    return current()->place();
}

void TabsPage::restorePlace(const QVariantMap& place)
{
    current()->restorePlace(place);
}

void TabsPage::focusFilter()
{
    current()->focusFilter();
}

bool TabsPage::escape()
{
    return current()->escape();
}

void TabsPage::saveLayout()
{
    for (const Tab& tab : m_tabs)
        tab.list->saveLayout();
}

/// In a low window the tabs and the side bar alone say where one is.
void TabsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool low = isInLowWindow(this);
    m_title->setVisible(!low);
    layout()->setContentsMargins(14, low ? 2 : 12, 14, low ? 2 : 12);
    for (const Tab& tab : m_tabs)
        tab.list->layout()->setContentsMargins(0, low ? 2 : 8, 0, 0);
}

void TabsPage::retranslate()
{
    m_title->setPlainText(title());
    m_tabWidget->setAccessibleName(title());
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_tabWidget->setTabText(static_cast<int>(i), m_tabs[i].list->title());
}

} // namespace onceover::views
