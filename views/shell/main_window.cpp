// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/main_window.h"

#include "core/states/operation_state.h"
#include "models/act_text.h"
#include "models/connection_text.h"
#include "views/lists/batches_page.h"
#include "views/lists/operations_page.h"
#include "views/overview/overview_page.h"
#include "views/shell/action_registry.h"
#include "views/shell/connection_banner.h"
#include "views/shell/shortcut_sheet.h"
#include "views/shell/side_bar.h"
#include "views/shell/status_line.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/trigger/trigger_dialog.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QActionGroup>
#include <QApplication>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScreen>
#include <QStackedWidget>

namespace onceover::views {

namespace {

constexpr QSize kFirstSize{1366, 768};

struct PageKey {
    const char* name;
    const char* icon;
    char letter;
};
constexpr std::array kPages{PageKey{"overview", "overview", 'o'}, PageKey{"batches", "batches", 'b'},
                            PageKey{"operations", "operations", 'p'}};

/// Operations that are neither succeeded nor failed for good.
std::int64_t openOperations(const OverviewSnapshot& snapshot)
{
    std::int64_t open = 0;
    for (const StateCount& count : snapshot.states) {
        if (count.status != nameOf(OperationState::Succeeded) && count.status != nameOf(OperationState::FailedPermanent))
            open += count.count;
    }
    return open;
}

std::optional<std::int64_t> unlessZero(std::int64_t count)
{
    return count > 0 ? std::optional<std::int64_t>(count) : std::nullopt;
}

} // namespace

MainWindow::MainWindow(const PageContext& context, const QString& appVersion, QWidget* parent)
    : Translated(parent)
    , m_context(context)
    , m_appVersion(appVersion)
    , m_actions(new ActionRegistry(this))
    , m_sideBar(new SideBar)
    , m_banner(new ConnectionBanner(context.format))
    , m_toast(new Banner(QStringLiteral("toast")))
    , m_stack(new QStackedWidget)
    , m_status(new StatusLine(context.format))
    , m_goStrip(nullptr)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(icon(QStringLiteral("onceover")));
    addPages();
    build();
    makeActions();
    makeMenus();
    listen();
    resize(kFirstSize.boundedTo(screen()->availableSize()));
    if (context.layouts)
        restoreGeometry(context.layouts->value(QStringLiteral("window/geometry")).toByteArray());
    qApp->installEventFilter(this);
    retranslate();
    onStatus(context.gateway->status());
    showIndex(0);
}

QStringList MainWindow::pageNames()
{
    QStringList names;
    for (const PageKey& key : kPages)
        names << QLatin1String(key.name);
    return names;
}

void MainWindow::addPages()
{
    const std::array<Page*, kPages.size()> pages{new OverviewPage(m_context), new BatchesPage(m_context),
                                                 new OperationsPage(m_context)};
    for (std::size_t i = 0; i < pages.size(); ++i) {
        Page* page = pages[i];
        m_entries.push_back({QLatin1String(kPages[i].name), page});
        m_stack->addWidget(page);
        m_sideBar->addPage(QLatin1String(kPages[i].name), QLatin1String(kPages[i].icon), QLatin1Char(kPages[i].letter),
                           [page] { return page->title(); });
        connect(page, &Page::linkActivated, this, &MainWindow::openLink);
    }
}

void MainWindow::build()
{
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(m_toast);
    right->addWidget(m_stack, 1);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_sideBar);
    middle->addLayout(right, 1);
    auto* central = new QWidget;
    auto* all = new QVBoxLayout(central);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(middle, 1);
    all->addWidget(m_status);
    setCentralWidget(central);
    m_toast->setDismissable(true);
    m_toast->hide();
    m_goStrip = new GoStrip(central);
}

void MainWindow::makeActions()
{
    ActionRegistry& actions = *m_actions;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const QChar letter = QChar(QLatin1Char(kPages[i].letter)).toUpper();
        Page* page = m_entries[i].page;
        QAction* go = actions.add(QStringLiteral("go.") + m_entries[i].name, {QKeySequence(QStringLiteral("G, %1").arg(letter))},
                                  QLatin1String(kPages[i].icon), [page] { return page->title(); });
        connect(go, &QAction::triggered, this, [this, i] { showIndex(static_cast<int>(i)); });
    }
    m_trigger = actions.add(QStringLiteral("trigger"), {}, QStringLiteral("trigger"), [] { return tr("&Trigger a run\u2026"); });
    connect(m_trigger, &QAction::triggered, this, &MainWindow::openTrigger);

    QAction* refresh = actions.add(QStringLiteral("refresh"), {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)},
                                   QStringLiteral("refresh"), [] { return tr("&Refresh now"); });
    connect(refresh, &QAction::triggered, this, [this] { m_context.gateway->refreshNow(); });
    m_pause = actions.add(QStringLiteral("pause"), {QKeySequence(Qt::SHIFT | Qt::Key_F5)}, QStringLiteral("pause"),
                          [] { return tr("&Pause updates"); });
    m_pause->setCheckable(true);
    connect(m_pause, &QAction::toggled, this, [this](bool paused) {
        if (paused)
            m_context.gateway->pause(models::PauseReason::Person);
        else
            m_context.gateway->resume(models::PauseReason::Person);
    });
    QAction* filter = actions.add(QStringLiteral("filter"), {QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)},
                                  QStringLiteral("search"), [] { return tr("&Filter"); });
    connect(filter, &QAction::triggered, this, [this] { m_entries[static_cast<std::size_t>(m_current)].page->focusFilter(); });
    QAction* escape = actions.add(QStringLiteral("escape"), {QKeySequence(Qt::Key_Escape)}, {}, [] { return tr("&Clear filter, leave field"); });
    connect(escape, &QAction::triggered, this, [this] { m_entries[static_cast<std::size_t>(m_current)].page->escape(); });
    QAction* side = actions.add(QStringLiteral("sideBar"), {QKeySequence(Qt::CTRL | Qt::Key_L)}, {}, [] { return tr("Focus the &side bar"); });
    connect(side, &QAction::triggered, m_sideBar, &SideBar::focusCurrent);

    QAction* normal = actions.add(QStringLiteral("text.normal"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, {}, [] { return tr("&Normal text size"); });
    QAction* larger = actions.add(QStringLiteral("text.larger"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                                  {}, [] { return tr("&Larger text"); });
    QAction* smaller = actions.add(QStringLiteral("text.smaller"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, {}, [] { return tr("S&maller text"); });
    connect(normal, &QAction::triggered, this, [this] { changeTextSize(0); });
    connect(larger, &QAction::triggered, this, [this] { changeTextSize(textStep() + 1); });
    connect(smaller, &QAction::triggered, this, [this] { changeTextSize(textStep() - 1); });

    QAction* sheet = actions.add(QStringLiteral("shortcuts"), {QKeySequence(Qt::Key_F1)}, QStringLiteral("keyboard"), [] { return tr("&Keyboard"); });
    connect(sheet, &QAction::triggered, this, &MainWindow::openSheet);
    QAction* about = actions.add(QStringLiteral("about"), {}, QStringLiteral("info"), [] { return tr("&About Onceover"); });
    connect(about, &QAction::triggered, this, &MainWindow::openAbout);
    QAction* quit = actions.add(QStringLiteral("quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {}, [] { return tr("&Quit"); });
    connect(quit, &QAction::triggered, this, &QWidget::close);

    actions.describe(QKeySequence(Qt::CTRL | Qt::Key_C), [] { return tr("Copy the keys of the selected rows"); });
    actions.describe(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [] { return tr("Copy the selected rows with their header"); });
    actions.describe(QKeySequence(Qt::Key_Return), [] { return tr("Open the row"); });
    actions.describe(QKeySequence(Qt::CTRL | Qt::Key_Return), [] { return tr("Confirm in a dialog"); });
}

void MainWindow::makeMenus()
{
    const auto action = [this](const char* name) {
        return m_actions->findChild<QAction*>(QStringLiteral("action.") + QLatin1String(name));
    };
    for (QMenu*& menu : m_menus) {
        menu = menuBar()->addMenu(QString());
        menu->setToolTipsVisible(true);
    }
    auto [file, go, acts, view, help] = m_menus;
    file->addAction(action("quit"));
    for (const Entry& entry : m_entries)
        go->addAction(m_actions->findChild<QAction*>(QStringLiteral("action.go.") + entry.name));
    go->addSeparator();
    go->addAction(action("sideBar"));
    acts->addAction(m_trigger);
    view->addActions({action("refresh"), m_pause, action("filter")});
    view->addSeparator();
    m_themeMenu = view->addMenu(QString());
    auto* themes = new QActionGroup(this);
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        QAction* choice = m_actions->add(QStringLiteral("theme.") + themeName(theme), {}, {}, [theme] {
            switch (theme) {
            case Theme::System:
                return tr("As the &system");
            case Theme::Light:
                return tr("&Light");
            case Theme::Dark:
                return tr("&Dark");
            }
            return QString();
        });
        choice->setCheckable(true);
        choice->setChecked(currentTheme() == theme);
        themes->addAction(choice);
        m_themeMenu->addAction(choice);
        connect(choice, &QAction::triggered, this, [theme] { setTheme(theme); });
    }
    view->addActions({action("text.larger"), action("text.smaller"), action("text.normal")});
    help->addActions({action("shortcuts"), action("about")});
}

void MainWindow::listen()
{
    models::Gateway& gateway = *m_context.gateway;
    connect(m_sideBar, &SideBar::pageChosen, this, &MainWindow::showIndex);
    connect(m_banner, &ConnectionBanner::retryWanted, &gateway, &models::Gateway::retryNow);
    connect(m_banner, &ConnectionBanner::acknowledged, &gateway, &models::Gateway::acknowledgeServer);
    connect(&gateway, &models::Gateway::statusChanged, this, &MainWindow::onStatus);
    connect(&gateway, &models::Gateway::overviewReady, this, &MainWindow::onOverview);
    connect(&gateway, &models::Gateway::actFinished, this, &MainWindow::onActFinished);
    connect(&gateway, &models::Gateway::pausedChanged, this, [this](bool paused) { m_status->setPaused(paused); });
}

void MainWindow::showPage(const QString& name)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].name == name)
            showIndex(static_cast<int>(i));
    }
}

void MainWindow::openLink(const PageLink& link)
{
    Page* target = page(link.page);
    if (!target)
        return;
    target->follow(link);
    showPage(link.page);
}

void MainWindow::showIndex(int index)
{
    Page* next = m_entries[static_cast<std::size_t>(index)].page;
    if (m_stack->currentWidget() != next || m_current != index)
        m_entries[static_cast<std::size_t>(m_current)].page->leave();
    m_current = index;
    m_sideBar->setCurrent(index);
    m_stack->setCurrentWidget(next);
    next->enter();
}

QString MainWindow::currentPage() const
{
    return m_entries[static_cast<std::size_t>(m_current)].name;
}

Page* MainWindow::page(const QString& name) const
{
    for (const Entry& entry : m_entries) {
        if (entry.name == name)
            return entry.page;
    }
    return nullptr;
}

OverviewPage* MainWindow::overviewPage() const
{
    return qobject_cast<OverviewPage*>(m_entries.front().page);
}

void MainWindow::onStatus(const models::ConnectionStatus& status)
{
    m_status->setStatus(status);
    m_banner->setStatus(status);
    const QString why = models::whyNoAct(status, "operator");
    m_trigger->setEnabled(why.isEmpty());
    setHint(m_trigger, why.isEmpty() ? tr("Ask for a run of a job for a business date") : why);
    showEnvironment();
}

void MainWindow::onOverview(const models::OverviewPtr& snapshot)
{
    m_sideBar->setCount(1, unlessZero(snapshot->batchesOpen));
    m_sideBar->setCount(2, unlessZero(openOperations(*snapshot)));
    showEnvironment();
}

void MainWindow::showEnvironment()
{
    const models::ConnectionStatus status = m_context.gateway->status();
    if (!status.server) {
        setWindowTitle(tr("Onceover"));
        return;
    }
    const models::StateText environment = models::environmentText(status.server->environment);
    m_sideBar->setEnvironment(environment, models::plainText(status.server->installationName));
    setWindowTitle(tr("Onceover \u2014 %1", "environment").arg(environment.word));
}

void MainWindow::onActFinished(const models::ActOutcome& outcome)
{
    if (m_triggerDialog && m_triggerDialog->requestId() == outcome.requestId)
        return; // The dialog shows it.
    const models::ActText text = models::actText(outcome);
    m_toast->setMessage(text.sentence, text.state.icon, text.state.tone);
    m_toast->setDetails(text.details);
    m_toast->show();
}

void MainWindow::pauseFor(QDialog* dialog)
{
    if (m_openDialogs++ == 0)
        m_context.gateway->pause(models::PauseReason::Dialog);
    connect(dialog, &QDialog::finished, this, [this] {
        if (--m_openDialogs == 0)
            m_context.gateway->resume(models::PauseReason::Dialog);
    });
}

void MainWindow::openTrigger()
{
    if (m_triggerDialog) {
        m_triggerDialog->raise();
        return;
    }
    m_triggerDialog = new TriggerDialog(*m_context.gateway, this);
    pauseFor(m_triggerDialog);
    m_triggerDialog->open();
}

void MainWindow::openSheet()
{
    auto* sheet = new ShortcutSheet(*m_actions, this);
    pauseFor(sheet);
    sheet->open();
}

void MainWindow::openAbout()
{
    auto* box = new QMessageBox(this);
    box->setObjectName(QStringLiteral("dialog.about"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Onceover"));
    box->setIconPixmap(iconPixmap(QStringLiteral("onceover"), palette().color(QPalette::Link), 48, devicePixelRatioF()));
    setPlain(box, tr("Onceover %1").arg(m_appVersion),
             tr("Settles each payment once, and shows it. Free software under the GNU General Public License, version 3 or later."));
    pauseFor(box);
    box->open();
}

void MainWindow::changeTextSize(int step)
{
    setTextStep(step);
}

QString MainWindow::goWords() const
{
    QStringList words;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        words << QStringLiteral("%1  %2").arg(QChar(QLatin1Char(kPages[i].letter)).toUpper()).arg(m_entries[i].page->title());
    return words.join(QStringLiteral("      "));
}

bool MainWindow::typing() const
{
    const QWidget* focus = QApplication::focusWidget();
    return qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QPlainTextEdit*>(focus);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // The first key of "G, O" never arrives as a key press: the shortcut map takes it.
    if (event->type() == QEvent::ShortcutOverride && isActiveWindow() && !typing()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_G && key->modifiers() == Qt::NoModifier && !key->isAutoRepeat())
            m_goStrip->flash(goWords());
    }
    return Translated::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    for (const Entry& entry : m_entries)
        entry.page->saveLayout();
    if (m_context.layouts)
        m_context.layouts->setValue(QStringLiteral("window/geometry"), saveGeometry());
    Translated::closeEvent(event);
}

void MainWindow::retranslate()
{
    const std::array titles{tr("&File"), tr("&Go"), tr("&Actions"), tr("&View"), tr("&Help")};
    for (std::size_t i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(titles[i]);
    m_themeMenu->setTitle(tr("&Theme"));
    m_actions->retranslate();
    m_stack->setAccessibleName(tr("Page"));
    onStatus(m_context.gateway->status());
}

} // namespace onceover::views
