// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/detail/detail_page.h"

#include "models/connection_text.h"
#include "views/widgets/banner.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"
#include "views/widgets/plain.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kBarAfterMs = 300; // A quick read shows no bar: it would only flicker.
constexpr int kSlowAfterMs = 3000;

} // namespace

DetailPage::DetailPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent)
    : Page(name, context, parent)
    , m_kind(kind)
    , m_crumbs(new Breadcrumb(objectName() + QStringLiteral(".crumbs")))
    , m_caption(new TextLabel(TextKind::Caption))
    , m_note(new ToneLine(ToneLine::Ground::Filled))
    , m_buttons(new QHBoxLayout)
    , m_bar(new QProgressBar)
    , m_error(new Banner(objectName() + QStringLiteral(".error")))
    , m_errorRetry(m_error->addButton(objectName() + QStringLiteral(".error.retry")))
    , m_stack(new QStackedWidget)
    , m_notice(new Notice(objectName() + QStringLiteral(".notice")))
    , m_noticeRetry(m_notice->addButton(objectName() + QStringLiteral(".notice.retry")))
    , m_content(new QWidget)
    , m_header(new QVBoxLayout)
    , m_tabWidget(new QTabWidget)
    , m_barTimer(new QTimer(this))
    , m_slowTimer(new QTimer(this))
{
    build();
    listen();
}

QHBoxLayout* DetailPage::firstLine()
{
    m_caption->setObjectName(objectName() + QStringLiteral(".caption"));
    auto* line = new QHBoxLayout;
    line->setSpacing(10);
    line->addWidget(m_crumbs, 1);
    line->addWidget(m_note);
    line->addWidget(m_caption);
    m_buttons->setSpacing(8);
    line->addLayout(m_buttons);
    m_note->hide();
    return line;
}

void DetailPage::build()
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

    m_tabWidget->setObjectName(objectName() + QStringLiteral(".tabs"));
    m_tabWidget->setDocumentMode(true);
    m_tabWidget->setFocusPolicy(Qt::NoFocus); // Its bar takes the keyboard.
    m_tabWidget->tabBar()->setFocusPolicy(Qt::StrongFocus);
    m_tabWidget->tabBar()->setExpanding(false);
    m_header->setSpacing(10);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(10);
    content->addLayout(m_header);
    content->addWidget(m_tabWidget, 1);
    // Large text on a small screen: the page scrolls instead of hiding anything.
    auto* scroll = new QScrollArea;
    scroll->setObjectName(objectName() + QStringLiteral(".scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_content);
    m_stack->addWidget(m_notice);
    m_stack->addWidget(scroll);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 12, 14, 12);
    all->setSpacing(8);
    all->addLayout(firstLine());
    auto* below = new QVBoxLayout;
    below->setSpacing(1);
    below->addWidget(m_bar);
    below->addWidget(m_error);
    below->addWidget(m_stack, 1);
    all->addLayout(below, 1);
    m_barTimer->setSingleShot(true);
    m_barTimer->setInterval(kBarAfterMs);
    m_slowTimer->setSingleShot(true);
    m_slowTimer->setInterval(kSlowAfterMs);
}

void DetailPage::listen()
{
    connect(m_crumbs, &Breadcrumb::activated, this, &Page::addressActivated);
    connect(m_errorRetry, &QPushButton::clicked, this, &DetailPage::retry);
    connect(m_noticeRetry, &QPushButton::clicked, this, &DetailPage::retry);
    connect(m_barTimer, &QTimer::timeout, m_bar, &QWidget::show);
    connect(m_slowTimer, &QTimer::timeout, this, [this] {
        m_slow = true;
        showCaption();
        showNotice();
    });
    connect(m_tabWidget, &QTabWidget::currentChanged, this, [this] {
        onSelection();
        if (m_entered)
            tabShown(tab());
    });
    const auto step = [this](const QKeySequence& keys, int by) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by] { stepTab(by); });
    };
    step(QKeySequence(Qt::CTRL | Qt::Key_PageUp), -1);
    step(QKeySequence(Qt::CTRL | Qt::Key_PageDown), 1);

    connect(&gateway(), &models::Gateway::readFailed, this, &DetailPage::onFailure);
    connect(&gateway(), &models::Gateway::readingChanged, this, &DetailPage::onReading);
    connect(&gateway(), &models::Gateway::statusChanged, this, &DetailPage::onStatus);
    connect(&gateway(), &models::Gateway::pausedChanged, this, &DetailPage::showPause);
    connect(&gateway(), &models::Gateway::serverChanged, this, [this] {
        m_takenAt.reset();
        forget();
        showNotice();
    });
}

void DetailPage::addTab(const QString& id, QWidget* content, std::function<QString()> title)
{
    m_tabs.push_back({id, std::move(title)});
    m_tabWidget->addTab(content, QString());
    if (id == m_tabWanted)
        showTab(id);
}

void DetailPage::adopt(DataTable* table, models::RowTableModel* rows)
{
    rows->setParent(this);
    rows->setTimeFormat(context().format);
    m_tables.push_back(table);
    m_rows.push_back(rows);
    connect(table, &DataTable::selectedRowsChanged, this, &DetailPage::onSelection);
    connect(table, &DataTable::menuOpened, this, [this] { gateway().pause(models::PauseReason::Menu); });
    connect(table, &DataTable::menuClosed, this, [this] { gateway().resume(models::PauseReason::Menu); });
}

void DetailPage::adopt(TablePart* part, models::RowTableModel* rows)
{
    adopt(part->table(), rows);
}

QString DetailPage::tab() const
{
    const int index = m_tabWidget->currentIndex();
    return index < 0 ? QString() : m_tabs[static_cast<std::size_t>(index)].id;
}

void DetailPage::showTab(const QString& id)
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        if (m_tabs[i].id == id)
            m_tabWidget->setCurrentIndex(static_cast<int>(i));
    }
}

void DetailPage::stepTab(int by)
{
    const int count = m_tabWidget->count();
    m_tabWidget->setCurrentIndex((m_tabWidget->currentIndex() + by + count) % count);
}

void DetailPage::tabShown(const QString&)
{
}

void DetailPage::open(const models::PageAddress& address)
{
    if (address.key != m_key) {
        m_key = address.key;
        m_takenAt.reset();
        m_failure.reset();
        m_error->hide();
        for (DataTable* table : m_tables)
            table->clearSelection();
        forget();
        if (m_entered)
            watch(true);
    }
    m_tabWanted = address.query.value(QStringLiteral("tab"));
    showTab(m_tabWanted.isEmpty() && !m_tabs.empty() ? m_tabs.front().id : m_tabWanted);
    refreshShown();
}

models::PageAddress DetailPage::address() const
{
    models::PageAddress address{name(), m_key, {}};
    if (m_tabWidget->currentIndex() > 0)
        address.query.insert(QStringLiteral("tab"), tab());
    return address;
}

QVariantMap DetailPage::place() const
{
    const auto* scroll = findChild<QScrollArea*>(objectName() + QStringLiteral(".scroll"));
    return {{QStringLiteral("scroll"), scroll->verticalScrollBar()->value()}};
}

void DetailPage::restorePlace(const QVariantMap& place)
{
    const auto* scroll = findChild<QScrollArea*>(objectName() + QStringLiteral(".scroll"));
    scroll->verticalScrollBar()->setValue(place.value(QStringLiteral("scroll")).toInt());
}

void DetailPage::enter()
{
    m_entered = true;
    watch(true);
    tabShown(tab());
    showPause();
    refreshShown();
    m_tabWidget->tabBar()->setFocus(Qt::OtherFocusReason);
}

void DetailPage::leave()
{
    m_entered = false;
    for (DataTable* table : m_tables)
        table->clearSelection(); // A hidden selection must not rest the refresh.
    tabShown({});
    watch(false);
}

bool DetailPage::escape()
{
    for (DataTable* table : m_tables) {
        if (table->isVisible() && table->selectedRows() > 1) {
            table->clearSelection();
            return true;
        }
    }
    return false;
}

void DetailPage::onSelection()
{
    const bool chosen = std::any_of(m_tables.begin(), m_tables.end(),
                                    [](const DataTable* table) { return table->isVisible() && table->selectedRows() >= 2; });
    if (chosen)
        gateway().pause(models::PauseReason::Selection);
    else
        gateway().resume(models::PauseReason::Selection);
}

Timestamp DetailPage::shownNow() const
{
    // While cut off ages stay as they were read: what happened since is not known.
    if (m_takenAt && models::isCutOff(gateway().status().state))
        return *m_takenAt;
    return gateway().databaseNow().value_or(m_takenAt.value_or(Timestamp{}));
}

void DetailPage::arrived(Timestamp takenAt, bool found)
{
    const bool first = !m_takenAt;
    m_takenAt = takenAt;
    m_found = found;
    m_failure.reset();
    m_error->hide();
    for (models::RowTableModel* rows : m_rows)
        rows->setTimeFormat(context().format.relativeTo(takenAt));
    refreshShown();
    if (!first)
        return;
    for (DataTable* table : m_tables)
        table->fitColumns();
    if (m_entered && found && !m_content->isAncestorOf(focusWidget()))
        m_tabWidget->tabBar()->setFocus(Qt::OtherFocusReason);
}

void DetailPage::refreshShown()
{
    for (models::RowTableModel* rows : m_rows)
        rows->setNow(shownNow());
    show(shownNow());
    std::vector<Crumb> all = crumbs();
    m_crumbs->setCrumbs(all);
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_tabWidget->setTabText(static_cast<int>(i), m_tabs[i].title());
    showCaption();
    showNotice();
}

void DetailPage::onFailure(models::ReadKind kind, const Failure& failure)
{
    if (kind != m_kind || !m_entered)
        return;
    m_failure = failure;
    // Lost connections have the shell's banner; here only what failed for this page alone.
    if (m_takenAt && !models::isConnectionFailure(failure)) {
        const models::FailureText text = models::failureText(failure, whatItIs());
        m_error->setMessage(text.what + QLatin1Char(' ') + text.next, QStringLiteral("triangle-alert"), models::Tone::Danger);
        m_error->setDetails(text.details);
        m_error->show();
    }
    showNotice();
}

void DetailPage::onStatus(const models::ConnectionStatus& status)
{
    if (!m_entered)
        return;
    if (!m_takenAt && models::isCutOff(status.state) && status.failure)
        m_failure = status.failure;
    refreshShown();
}

void DetailPage::onReading(models::ReadKind kind, bool reading)
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
    m_slow = false;
    showCaption();
}

void DetailPage::retry()
{
    if (models::isCutOff(gateway().status().state))
        gateway().retryNow();
    else
        gateway().refreshNow();
}

void DetailPage::showCaption()
{
    QString caption;
    if (m_slow)
        caption = tr("Still loading\u2026");
    else if (m_takenAt) {
        const models::TimeFormat format = context().format.relativeTo(*m_takenAt);
        caption = tr("as of %1 %2", "time, offset").arg(format.clock(*m_takenAt), format.offset());
    }
    m_caption->setPlainText(caption);
}

void DetailPage::showPause()
{
    const bool paused = gateway().paused();
    m_note->setVisible(paused);
    if (paused)
        m_note->setLine(gateway().changesWaiting() > 0
                            ? tr("Updates paused, %n change(s) waiting \u2013 F5", nullptr, gateway().changesWaiting())
                            : tr("Updates paused \u2013 F5 reads now"),
                        QStringLiteral("pause"), models::Tone::Warn);
}

void DetailPage::showNotice()
{
    m_noticeRetry->setVisible(m_failure && !m_takenAt);
    if (found()) {
        m_stack->setCurrentIndex(1);
        setCondition(Condition::Filled);
        return;
    }
    Notice::Text text;
    Condition condition = Condition::Loading;
    if (m_takenAt) {
        const models::ConnectionStatus status = gateway().status();
        const QString where = status.server ? models::environmentText(status.server->environment).word : tr("this database");
        text.icon = QStringLiteral("search");
        text.title = tr("Not found");
        text.what = tr("%1 is not found in %2 as of %3.", "what, environment, time")
                        .arg(whatItIs(), where, context().format.full(*m_takenAt));
        text.next = tr("Look whether the key is whole and belongs to this environment; a link from elsewhere names its own.");
        condition = Condition::Empty;
    } else if (m_failure) {
        const models::FailureText words = models::failureText(*m_failure, models::isConnectionFailure(*m_failure) ? QString() : whatItIs());
        text = {failureIcon(*m_failure), models::Tone::Danger, words.title, words.what, words.next, words.details};
        condition = Condition::Failed;
    } else {
        text.icon = QStringLiteral("hourglass");
        text.title = m_slow ? tr("Still loading\u2026") : tr("Loading\u2026");
    }
    m_notice->setNotice(text);
    m_stack->setCurrentIndex(0);
    setCondition(condition);
}

void DetailPage::retranslate()
{
    m_errorRetry->setText(tr("Retry"));
    m_noticeRetry->setText(tr("Retry"));
    m_bar->setAccessibleName(tr("Reading"));
    m_tabWidget->tabBar()->setAccessibleName(tr("Parts of the page"));
    for (models::RowTableModel* rows : m_rows)
        rows->retranslate();
    refreshShown();
    showPause();
}

} // namespace onceover::views
