// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/list_page.h"

#include "models/overview_model.h"
#include "views/lists/filter_line.h"
#include "views/style/icons.h"
#include "views/widgets/banner.h"
#include "views/widgets/card.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kScrollRestMs = 60;

/// Is it the same list, wherever in it one stands?
bool sameFilter(ListQuery a, const ListQuery& b)
{
    a.limit = b.limit;
    a.after = b.after;
    a.before = b.before;
    a.fromDate = b.fromDate;
    return a == b;
}

} // namespace

ListPage::ListPage(const QString& name, const PageContext& context, models::ReadKind kind, models::RowTableModel* rows,
    models::RowWindow* window, FilterLine* filter, QWidget* parent)
    : ReadingPage(name, context, kind, parent)
    , m_rows(rows)
    , m_window(window)
    , m_filter(filter)
    , m_table(new DataTable(objectName() + QStringLiteral(".table"), rows))
    , m_title(new TextLabel(TextKind::Title))
    , m_jump(new QLineEdit)
    , m_columns(new QToolButton)
    , m_noticeClear(notice()->addButton(objectName() + QStringLiteral(".notice.clear")))
    , m_viewTimer(new QTimer(this))
{
    adopt(m_table, m_rows);
    build();
    listen();
}

QHBoxLayout* ListPage::titleRow()
{
    m_jump->setObjectName(objectName() + QStringLiteral(".jump"));
    m_jump->setMaxLength(10);
    m_jump->setTextMargins(4, 0, 4, 0);
    m_columns->setObjectName(objectName() + QStringLiteral(".columns"));
    m_columns->setIcon(icon(QStringLiteral("columns")));
    m_columns->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->setMenu(m_table->columnsMenu());
    m_columns->setFocusPolicy(Qt::StrongFocus);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(pauseNote());
    row->addWidget(cancelButton());
    row->addWidget(caption());
    row->addWidget(m_jump);
    row->addWidget(m_columns);
    return row;
}

void ListPage::build()
{
    setContent(m_table);
    auto* card = new Card;
    card->body()->addWidget(errorBanner());
    card->body()->addWidget(stack(), 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 12, 14, 12);
    all->setSpacing(8);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(1);
    rows->addWidget(readingBar());
    rows->addWidget(card, 1);
    all->addLayout(titleRow());
    all->addWidget(m_filter);
    all->addLayout(rows, 1);

    m_viewTimer->setSingleShot(true);
    m_viewTimer->setInterval(kScrollRestMs);
}

void ListPage::setEmbedded()
{
    m_embedded = true;
    m_title->hide();
    m_jump->hide(); // All its rows are of one date.
    layout()->setContentsMargins(0, 8, 0, 0);
    showPause();
}

void ListPage::listen()
{
    connect(m_filter, &FilterLine::queryChanged, this, &ListPage::queryChanged);
    connect(m_jump, &QLineEdit::returnPressed, this, &ListPage::jump);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, m_viewTimer, qOverload<>(&QTimer::start));
    connect(m_viewTimer, &QTimer::timeout, this, &ListPage::viewMoved);
    connect(m_table, &DataTable::topWanted, this, [this] {
        if (m_window->atStart())
            return;
        m_origin = ListQuery{}; // The new rows are further up than what is held.
        queryChanged();
    });
    connect(m_noticeClear, &QPushButton::clicked, m_filter, &FilterLine::clear);
    connect(m_table, &DataTable::layoutChanged, this, &ListPage::saveLayout);
}

void ListPage::enter()
{
    ReadingPage::enter();
    if (!m_laidOut && context().layouts) {
        m_laidOut = true;
        m_table->restoreLayout(context().layouts->value(objectName() + QStringLiteral("/columns")).toByteArray());
    }
    queryChanged();
    if (stack()->currentWidget() == m_table)
        m_table->setFocus(Qt::OtherFocusReason);
    else
        setFocus(Qt::OtherFocusReason);
}

void ListPage::leave()
{
    ReadingPage::leave();
    watch(std::nullopt);
}

void ListPage::open(const models::PageAddress& address)
{
    m_filter->apply(filterTerms(address), unservedTerms(address));
}

models::PageAddress ListPage::address() const
{
    return filteredAddress(name(), m_filter->terms());
}

QVariantMap ListPage::place() const
{
    QVariantMap place = m_table->place();
    place.insert(QStringLiteral("start"), QString::fromStdString(m_window->viewStart()));
    return place;
}

void ListPage::restorePlace(const QVariantMap& place)
{
    m_placeWanted = place;
    m_origin = ListQuery{};
    m_origin->after = place.value(QStringLiteral("start")).toString().toStdString();
}

/// The rows of the address are there: back to the place that was left, once.
void ListPage::applyPlace()
{
    if (m_placeWanted.isEmpty() || !isEntered() || m_rows->rowCount() == 0)
        return;
    m_table->restorePlace(std::exchange(m_placeWanted, {}));
}

void ListPage::focusFilter()
{
    m_filter->focusFirst();
}

bool ListPage::escape()
{
    if (ReadingPage::escape())
        return true;
    const bool inFilter = m_filter->isAncestorOf(focusWidget());
    if (m_filter->narrows()) {
        m_filter->clear();
        return true;
    }
    if (inFilter)
        m_table->setFocus(Qt::OtherFocusReason);
    return inFilter;
}

void ListPage::saveLayout()
{
    if (m_laidOut && context().layouts) // A page that was never shown has not read its layout yet.
        context().layouts->setValue(objectName() + QStringLiteral("/columns"), m_table->layoutState());
}

void ListPage::queryChanged()
{
    const std::optional<ListQuery> query = m_filter->query();
    showOrder();
    if (!query) {
        showNotice();
        return;
    }
    clearFailure();
    m_loadedOnly.reset();
    const std::optional<ListQuery> origin = std::exchange(m_origin, std::nullopt);
    if (origin || !sameFilter(m_window->filter(), *query) || !m_shown) {
        ListQuery start = *query;
        if (origin) {
            start.after = origin->after;
            start.fromDate = origin->fromDate;
        }
        m_window->reset(start);
        m_restarted = true;
    }
    if (m_shown && offline())
        m_loadedOnly = showLoaded(*query);
    if (isEntered())
        watch(m_window->nextRead());
    showCaption();
    showNotice();
}

/// Asks for what the window wants next. While the refresh rests only for more rows: what is selected must not change.
void ListPage::watchNext()
{
    if (!isEntered() || (gateway().paused() && !m_window->growthWanted()))
        return;
    watch(m_window->nextRead());
}

void ListPage::viewMoved()
{
    if (!m_shown || m_loadedOnly)
        return;
    const int first = m_table->rowAt(0);
    const int last = m_table->rowAt(m_table->viewport()->height() - 1);
    m_window->setView(first, last < 0 ? m_rows->rowCount() - 1 : last);
    watchNext();
    showCaption();
}

/// Only the lists by business date know where a date is.
bool ListPage::byDate() const
{
    const std::optional<ListQuery> query = m_filter->query();
    return query && models::listIsByDate(*query, readKind() == models::ReadKind::Operations);
}

void ListPage::jump()
{
    const QString text = m_jump->text().trimmed();
    const Result<BusinessDate> date = BusinessDate::parse(text.toStdString());
    if (!text.isEmpty() && !date) {
        caption()->setPlainText(tr("A date is written YYYY-MM-DD, for example 2026-03-14."));
        return;
    }
    m_origin = ListQuery{};
    if (date)
        m_origin->fromDate = *date;
    queryChanged();
    m_table->setFocus(Qt::OtherFocusReason);
}

void ListPage::showRows(const Shown& shown, const std::function<void()>& setRows)
{
    const bool first = !m_shown;
    const bool anotherList = std::exchange(m_restarted, false) || first;
    const bool above = !shown.query.before.empty();
    m_shown = shown;
    clearFailure();
    m_loadedOnly.reset();
    m_rows->setTimeFormat(context().format.relativeTo(shown.takenAt));
    m_rows->setNow(gateway().databaseNow().value_or(shown.takenAt));
    m_table->setArrivals(anotherList ? DataTable::Arrivals::AnotherList
            : above                  ? DataTable::Arrivals::Above
                                     : DataTable::Arrivals::New);
    setRows();
    if (anotherList)
        m_table->forgetNew();
    const bool appears = first || stack()->currentWidget() != m_table;
    showCaption();
    showNotice();
    applyPlace();
    if (appears) {
        m_table->fitColumns();
        if (isEntered() && !m_filter->isAncestorOf(focusWidget()) && !m_jump->hasFocus())
            m_table->setFocus(Qt::OtherFocusReason);
    }
    m_viewTimer->start(); // Once the rows have their places: what comes next?
}

void ListPage::showAges()
{
    m_rows->setNow(shownNow());
}

void ListPage::pauseChanged(bool paused)
{
    if (!paused && isEntered() && m_shown)
        watchNext();
}

void ListPage::forgetAll()
{
    m_shown.reset();
    clearRows();
}

} // namespace onceover::views
