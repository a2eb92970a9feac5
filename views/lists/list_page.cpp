// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/list_page.h"

#include "models/connection_text.h"
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

constexpr int kBarAfterMs = 300; // A quick read shows no bar: it would only flicker.
constexpr int kSlowAfterMs = 3000;
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
    : Page(name, context, parent)
    , m_kind(kind)
    , m_rows(rows)
    , m_window(window)
    , m_filter(filter)
    , m_table(new DataTable(objectName() + QStringLiteral(".table"), rows))
    , m_title(new TextLabel(TextKind::Title))
    , m_caption(new TextLabel(TextKind::Caption))
    , m_note(new ToneLine(ToneLine::Ground::Filled))
    , m_jump(new QLineEdit)
    , m_columns(new QToolButton)
    , m_cancel(new QPushButton)
    , m_bar(new QProgressBar)
    , m_error(new Banner(objectName() + QStringLiteral(".error")))
    , m_errorRetry(m_error->addButton(objectName() + QStringLiteral(".error.retry")))
    , m_stack(new QStackedWidget)
    , m_notice(new Notice(objectName() + QStringLiteral(".notice")))
    , m_noticeRetry(m_notice->addButton(objectName() + QStringLiteral(".notice.retry")))
    , m_noticeClear(m_notice->addButton(objectName() + QStringLiteral(".notice.clear")))
    , m_barTimer(new QTimer(this))
    , m_slowTimer(new QTimer(this))
    , m_viewTimer(new QTimer(this))
{
    m_rows->setParent(this);
    m_rows->setTimeFormat(context.format);
    build(filter);
    listen();
}

QHBoxLayout* ListPage::titleRow()
{
    m_caption->setObjectName(objectName() + QStringLiteral(".caption"));
    m_jump->setObjectName(objectName() + QStringLiteral(".jump"));
    m_jump->setMaxLength(10);
    m_jump->setTextMargins(4, 0, 4, 0);
    m_cancel->setObjectName(objectName() + QStringLiteral(".cancel"));
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
    row->addWidget(m_note);
    row->addWidget(m_cancel);
    row->addWidget(m_caption);
    row->addWidget(m_jump);
    row->addWidget(m_columns);
    m_note->hide();
    m_cancel->hide();
    return row;
}

void ListPage::build(FilterLine* filter)
{
    m_bar->setObjectName(objectName() + QStringLiteral(".reading"));
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(3);
    QSizePolicy keepsItsPlace = m_bar->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(keepsItsPlace);
    m_bar->hide();
    m_error->hide();
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_table);

    auto* card = new Card;
    card->body()->addWidget(m_error);
    card->body()->addWidget(m_stack, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 12, 14, 12);
    all->setSpacing(8);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(1);
    rows->addWidget(m_bar);
    rows->addWidget(card, 1);
    all->addLayout(titleRow());
    all->addWidget(filter);
    all->addLayout(rows, 1);

    m_barTimer->setSingleShot(true);
    m_barTimer->setInterval(kBarAfterMs);
    m_slowTimer->setSingleShot(true);
    m_slowTimer->setInterval(kSlowAfterMs);
    m_viewTimer->setSingleShot(true);
    m_viewTimer->setInterval(kScrollRestMs);
}

void ListPage::setEmbedded()
{
    m_embedded = true;
    m_title->hide();
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
    connect(m_cancel, &QPushButton::clicked, this, [this] { gateway().cancelRead(); });
    connect(m_errorRetry, &QPushButton::clicked, this, &ListPage::retry);
    connect(m_noticeRetry, &QPushButton::clicked, this, &ListPage::retry);
    connect(m_noticeClear, &QPushButton::clicked, m_filter, &FilterLine::clear);
    connect(m_barTimer, &QTimer::timeout, m_bar, &QWidget::show);
    connect(m_slowTimer, &QTimer::timeout, this, [this] {
        m_slow = true;
        m_cancel->show();
        showCaption();
        showNotice();
    });

    connect(m_table, &DataTable::selectedRowsChanged, this, [this](int count) {
        if (count >= 2)
            gateway().pause(models::PauseReason::Selection);
        else
            gateway().resume(models::PauseReason::Selection);
    });
    connect(m_table, &DataTable::menuOpened, this, [this] { gateway().pause(models::PauseReason::Menu); });
    connect(m_table, &DataTable::menuClosed, this, [this] { gateway().resume(models::PauseReason::Menu); });
    connect(m_table, &DataTable::layoutChanged, this, &ListPage::saveLayout);

    connect(&gateway(), &models::Gateway::readFailed, this, &ListPage::onFailure);
    connect(&gateway(), &models::Gateway::readingChanged, this, &ListPage::onReading);
    connect(&gateway(), &models::Gateway::statusChanged, this, &ListPage::onStatus);
    connect(&gateway(), &models::Gateway::pausedChanged, this, [this](bool paused) {
        showPause();
        if (!paused && m_entered && m_shown)
            watchNext();
    });
    connect(&gateway(), &models::Gateway::serverChanged, this, [this] {
        m_shown.reset();
        clearRows();
        setCondition(Condition::Loading);
        showNotice();
    });
}

void ListPage::enter()
{
    m_entered = true;
    if (!m_laidOut && context().layouts) {
        m_laidOut = true;
        m_table->restoreLayout(context().layouts->value(objectName() + QStringLiteral("/columns")).toByteArray());
    }
    queryChanged();
    showPause();
    if (m_stack->currentWidget() == m_table)
        m_table->setFocus(Qt::OtherFocusReason);
    else
        setFocus(Qt::OtherFocusReason);
}

void ListPage::leave()
{
    m_entered = false;
    m_table->clearSelection(); // A hidden selection must not rest the refresh.
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
    if (m_placeWanted.isEmpty() || !m_entered || m_rows->rowCount() == 0)
        return;
    m_table->restorePlace(std::exchange(m_placeWanted, {}));
}

void ListPage::focusFilter()
{
    m_filter->focusFirst();
}

bool ListPage::escape()
{
    if (m_table->selectedRows() > 1) {
        m_table->clearSelection();
        return true;
    }
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

bool ListPage::offline() const
{
    return models::isCutOff(gateway().status().state);
}

void ListPage::queryChanged()
{
    const std::optional<ListQuery> query = m_filter->query();
    m_jump->setEnabled(byDate());
    if (!query) {
        showNotice();
        return;
    }
    m_failure.reset();
    m_error->hide();
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
    if (m_entered)
        watch(m_window->nextRead());
    showCaption();
    showNotice();
}

/// Asks for what the window wants next. While the refresh rests only for more rows: what is selected must not change.
void ListPage::watchNext()
{
    if (!m_entered || (gateway().paused() && !m_window->growthWanted()))
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
    return query && models::listIsByDate(*query, m_kind == models::ReadKind::Operations);
}

void ListPage::jump()
{
    const QString text = m_jump->text().trimmed();
    const Result<BusinessDate> date = BusinessDate::parse(text.toStdString());
    if (!text.isEmpty() && !date) {
        m_caption->setPlainText(tr("A date is written YYYY-MM-DD, for example 2026-03-14."));
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
    m_failure.reset();
    m_loadedOnly.reset();
    m_error->hide();
    m_rows->setTimeFormat(context().format.relativeTo(shown.takenAt));
    m_rows->setNow(gateway().databaseNow().value_or(shown.takenAt));
    m_table->setArrivals(anotherList ? DataTable::Arrivals::AnotherList
            : above                  ? DataTable::Arrivals::Above
                                     : DataTable::Arrivals::New);
    setRows();
    if (anotherList)
        m_table->forgetNew();
    const bool appears = first || m_stack->currentWidget() != m_table;
    showCaption();
    showNotice();
    applyPlace();
    if (appears) {
        m_table->fitColumns();
        if (m_entered && !m_filter->isAncestorOf(focusWidget()) && !m_jump->hasFocus())
            m_table->setFocus(Qt::OtherFocusReason);
    }
    m_viewTimer->start(); // Once the rows have their places: what comes next?
}

void ListPage::onFailure(models::ReadKind kind, const Failure& failure)
{
    if (kind != m_kind || !m_entered)
        return;
    m_failure = failure;
    // Lost connections have the shell's banner; here only what failed for this list alone.
    if (m_shown && !models::isConnectionFailure(failure)) {
        const models::FailureText text = models::failureText(failure, title());
        m_error->setMessage(
            text.what + QLatin1Char(' ') + text.next, QStringLiteral("triangle-alert"), models::Tone::Danger);
        m_error->setDetails(text.details);
        m_error->show();
    }
    showNotice();
}

void ListPage::onStatus(const models::ConnectionStatus& status)
{
    const bool cutOff = models::isCutOff(status.state);
    if (cutOff && m_shown)
        m_rows->setNow(m_shown->takenAt); // Ages stay as they were read: what happened since is not known.
    else if (const std::optional<Timestamp> now = gateway().databaseNow())
        m_rows->setNow(*now);
    if (!m_shown && m_entered) {
        const bool failing = cutOff && status.failure;
        if (failing)
            m_failure = status.failure;
        showNotice();
    }
    showCaption();
}

void ListPage::onReading(models::ReadKind kind, bool reading)
{
    if (kind != m_kind)
        return;
    if (reading) {
        m_barTimer->start();
        m_slowTimer->start();
        return;
    }
    m_barTimer->stop();
    m_slowTimer->stop();
    m_bar->hide();
    m_cancel->hide();
    m_slow = false;
    showCaption();
}

void ListPage::retry()
{
    if (offline())
        gateway().retryNow();
    else
        gateway().refreshNow();
}

} // namespace onceover::views
