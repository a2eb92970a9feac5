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
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kPageRows = 500;
constexpr int kBarAfterMs = 300;   // A quick read shows no bar: it would only flicker.
constexpr int kSlowAfterMs = 3000;

} // namespace

ListPage::ListPage(const QString& name, const PageContext& context, models::ReadKind kind, models::RowTableModel* rows,
                   FilterLine* filter, QWidget* parent)
    : Page(name, context, parent)
    , m_kind(kind)
    , m_rows(rows)
    , m_filter(filter)
    , m_table(new DataTable(objectName() + QStringLiteral(".table"), rows))
    , m_title(new TextLabel(TextKind::Title))
    , m_caption(new TextLabel(TextKind::Caption))
    , m_note(new ToneLine(ToneLine::Ground::Filled))
    , m_more(new QPushButton)
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
    , m_limit(kPageRows)
{
    m_rows->setParent(this);
    m_rows->setTimeFormat(context.format);
    build(filter);
    listen();
}

QHBoxLayout* ListPage::titleRow()
{
    m_caption->setObjectName(objectName() + QStringLiteral(".caption"));
    m_more->setObjectName(objectName() + QStringLiteral(".more"));
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
    row->addWidget(m_more);
    row->addWidget(m_columns);
    m_note->hide();
    m_cancel->hide();
    m_more->hide();
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
}

void ListPage::listen()
{
    connect(m_filter, &FilterLine::queryChanged, this, &ListPage::queryChanged);
    connect(m_more, &QPushButton::clicked, this, &ListPage::loadMore);
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
    connect(&gateway(), &models::Gateway::pausedChanged, this, &ListPage::showPause);
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

void ListPage::follow(const PageLink& link)
{
    m_filter->apply(link, batchName(link));
}

QString ListPage::batchName(const PageLink&) const
{
    return {};
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
    std::optional<ListQuery> query = m_filter->query();
    if (!query)
        return;
    if (!m_shown || m_shown->query.status != query->status || m_shown->query.bizDate != query->bizDate)
        m_limit = kPageRows;
    query->limit = m_limit;
    m_failure.reset();
    m_error->hide();
    m_loadedOnly.reset();
    if (m_shown && offline())
        m_loadedOnly = showLoaded(*query);
    if (m_entered)
        watch(query);
    showCaption();
    showNotice();
}

void ListPage::loadMore()
{
    m_limit = std::min(m_limit + kPageRows, models::Gateway::kRowsMax);
    std::optional<ListQuery> query = m_filter->query();
    if (!query || !m_entered)
        return;
    query->limit = m_limit;
    watch(query);
}

void ListPage::rowsShown(const Shown& shown)
{
    const bool first = !m_shown;
    m_shown = shown;
    m_failure.reset();
    m_loadedOnly.reset();
    m_error->hide();
    m_rows->setTimeFormat(context().format.relativeTo(shown.takenAt));
    m_rows->setNow(gateway().databaseNow().value_or(shown.takenAt));
    const bool appears = first || m_stack->currentWidget() != m_table;
    showCaption();
    showNotice();
    if (!appears)
        return;
    m_table->fitColumns();
    if (m_entered && !m_filter->isAncestorOf(focusWidget()))
        m_table->setFocus(Qt::OtherFocusReason);
}

void ListPage::onFailure(models::ReadKind kind, const Failure& failure)
{
    if (kind != m_kind || !m_entered)
        return;
    m_failure = failure;
    // Lost connections have the shell's banner; here only what failed for this list alone.
    if (m_shown && !models::isConnectionFailure(failure)) {
        const models::FailureText text = models::failureText(failure, title());
        m_error->setMessage(text.what + QLatin1Char(' ') + text.next, QStringLiteral("triangle-alert"), models::Tone::Danger);
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

void ListPage::showCaption()
{
    QString caption;
    if (m_slow)
        caption = tr("Still loading\u2026");
    else if (m_loadedOnly)
        caption = tr("No connection: filtered the %n row(s) loaded before", nullptr, static_cast<int>(*m_loadedOnly));
    else if (m_shown)
        caption = models::listCaption(m_shown->rows, m_shown->total, m_shown->totalIsEstimate, m_shown->takenAt,
                                      context().format);
    m_caption->setPlainText(caption);
    const bool more = m_shown && m_shown->hasMore && !m_loadedOnly && m_limit < models::Gateway::kRowsMax;
    m_more->setVisible(more);
}

void ListPage::showPause()
{
    const bool paused = gateway().paused();
    m_note->setVisible(paused);
    if (paused)
        m_note->setLine(gateway().changesWaiting() > 0
                            ? tr("Updates paused, %n change(s) waiting \u2013 F5", nullptr, gateway().changesWaiting())
                            : tr("Updates paused \u2013 F5 reads now"),
                        QStringLiteral("pause"), models::Tone::Warn);
}

void ListPage::showNotice()
{
    const bool rows = m_rows->rowCount() > 0;
    m_noticeRetry->setVisible(m_failure && !m_shown);
    m_noticeClear->setVisible(!rows && m_shown && m_filter->narrows());
    if (rows) {
        m_stack->setCurrentWidget(m_table);
        setCondition(Condition::Filled);
        return;
    }
    Notice::Text text;
    Condition condition = Condition::Loading;
    if (m_failure && !m_shown) {
        const models::FailureText words = models::failureText(*m_failure, models::isConnectionFailure(*m_failure) ? QString() : title());
        text = {failureIcon(*m_failure), models::Tone::Danger, words.title, words.what, words.next, words.details};
        condition = Condition::Failed;
    } else if (m_shown) {
        text.icon = QStringLiteral("inbox");
        text.title = m_filter->narrows() ? tr("Nothing matches") : tr("Nothing here yet");
        text.what = emptyText(m_shown->query, m_shown->takenAt);
        condition = Condition::Empty;
    } else {
        text.icon = QStringLiteral("hourglass");
        text.title = m_slow ? tr("Still loading\u2026") : tr("Loading\u2026");
    }
    m_notice->setNotice(text);
    m_stack->setCurrentWidget(m_notice);
    setCondition(condition);
}

void ListPage::retranslate()
{
    m_title->setPlainText(title());
    m_columns->setText(tr("Columns"));
    m_columns->setAccessibleName(tr("Choose the columns"));
    m_more->setText(tr("Load more"));
    m_cancel->setText(tr("Cancel"));
    m_errorRetry->setText(tr("Retry"));
    m_noticeRetry->setText(tr("Retry"));
    m_noticeClear->setText(tr("Clear filter"));
    m_bar->setAccessibleName(tr("Reading"));
    m_table->setAccessibleName(title());
    m_rows->retranslate();
    showCaption();
    showPause();
    showNotice();
}

} // namespace onceover::views
