// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/navigator.h"

namespace onceover::views {

namespace {

/// A page of one thing that is not there yet: its list shows that thing alone, as far as it can.
models::PageAddress listOf(const models::PageAddress& address)
{
    if (address.page == QLatin1String(models::kOperationPage))
        return filteredAddress(QStringLiteral("operations"), {{QStringLiteral("key"), address.key}});
    if (address.page == QLatin1String(models::kBatchPage)) {
        // A run key ends in its period; a day is a filter of the list.
        const QString period = address.key.section(QLatin1Char(':'), 1);
        return filteredAddress(
            QStringLiteral("batches"), {{QStringLiteral("bizdate"), period.size() == 10 ? period : QString()}});
    }
    return address;
}

/// Only the page that is shown says how low the window may become: the others have the form of a higher one.
void setCounts(QWidget* page, bool counts)
{
    page->setSizePolicy(QSizePolicy::Preferred, counts ? QSizePolicy::Preferred : QSizePolicy::Ignored);
}

} // namespace

Navigator::Navigator(QWidget* parent)
    : QStackedWidget(parent)
{
}

void Navigator::addPage(Page* page, const QString& parentPage)
{
    m_entries.push_back({page, parentPage});
    setCounts(page, false);
    addWidget(page);
    connect(page, &Page::addressActivated, this, [this](const models::PageAddress& address) { openAddress(address); });
}

const Navigator::Entry* Navigator::entry(const QString& name) const
{
    for (const Entry& entry : m_entries) {
        if (entry.page->name() == name)
            return &entry;
    }
    return nullptr;
}

Page* Navigator::page(const QString& name) const
{
    const Entry* found = entry(name);
    return found ? found->page : nullptr;
}

Page* Navigator::currentPage() const
{
    return m_shown;
}

QString Navigator::currentListPage() const
{
    if (!m_shown)
        return {};
    const Entry* found = entry(m_shown->name());
    return found->parentPage.isEmpty() ? m_shown->name() : found->parentPage;
}

models::PageAddress Navigator::address() const
{
    return m_shown ? m_shown->address() : models::PageAddress{};
}

/// What is shown now is written down before it changes: its filter may be another one than when it was opened.
void Navigator::remember()
{
    if (m_shown)
        m_history.update({m_shown->address(), m_shown->place()});
}

void Navigator::show(Page* page)
{
    if (m_shown && m_shown != page)
        m_shown->leave();
    if (m_shown)
        setCounts(m_shown, false);
    m_shown = page;
    setCounts(page, true);
    setCurrentWidget(page);
    page->enter();
}

bool Navigator::openAddress(const models::PageAddress& address)
{
    const models::PageAddress reachable = entry(address.page) ? address : listOf(address);
    Page* next = page(reachable.page);
    if (!next)
        return false;
    remember();
    m_history.goTo(reachable);
    next->open(reachable);
    show(next);
    emit moved();
    return true;
}

bool Navigator::showPage(const QString& name)
{
    Page* next = page(name);
    if (!next)
        return false;
    remember();
    m_history.goTo(next->address());
    show(next);
    emit moved();
    return true;
}

void Navigator::returnTo(const models::Visit& visit)
{
    Page* next = page(visit.address.page);
    next->open(visit.address);
    next->restorePlace(visit.place);
    show(next);
    emit moved();
}

void Navigator::back()
{
    remember();
    if (const std::optional<models::Visit> visit = m_history.back())
        returnTo(*visit);
}

void Navigator::forward()
{
    remember();
    if (const std::optional<models::Visit> visit = m_history.forward())
        returnTo(*visit);
}

} // namespace onceover::views
