// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/main_window.h"

#include "core/states/operation_state.h"
#include "models/act_text.h"
#include "models/connection_text.h"
#include "models/freeze_text.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/acts/replay_dialog.h"
#include "views/batch/batch_page.h"
#include "views/incident/incident_page.h"
#include "views/incident/open_incident_dialog.h"
#include "views/lists/batches_page.h"
#include "views/lists/operations_page.h"
#include "views/operation/operation_page.h"
#include "views/overview/overview_page.h"
#include "views/shell/action_registry.h"
#include "views/shell/connection_banner.h"
#include "views/shell/freeze_banner.h"
#include "views/shell/navigator.h"
#include "views/shell/page_keys.h"
#include "views/shell/palette.h"
#include "views/shell/shortcut_sheet.h"
#include "views/shell/side_bar.h"
#include "views/shell/status_line.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/trigger/trigger_dialog.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"
#include "views/work/work_pages.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScreen>

namespace onceover::views {

namespace {

constexpr QSize kFirstSize{1366, 768};
constexpr QSize kWindowFrame{8, 40}; // About what the desktop draws around it, so that the status line is on the screen.
constexpr int kWholeSideBarDigits = 140; // A narrower window needs its width for the page.

/// Operations that are neither succeeded nor failed for good.
std::int64_t openOperations(const OverviewSnapshot& snapshot)
{
    std::int64_t open = 0;
    for (const StateCount& count : snapshot.states) {
        if (count.status != nameOf(OperationState::Succeeded)
            && count.status != nameOf(OperationState::FailedPermanent))
            open += count.count;
    }
    return open;
}

std::optional<std::int64_t> unlessZero(std::int64_t count)
{
    return count > 0 ? std::optional<std::int64_t>(count) : std::nullopt;
}

} // namespace

MainWindow::MainWindow(
    const PageContext& context, const QString& appVersion, const LanguageChoice& languages, QWidget* parent)
    : Translated(parent)
    , m_context(context)
    , m_appVersion(appVersion)
    , m_languages(languages)
    , m_actions(new ActionRegistry(this))
    , m_sideBar(new SideBar)
    , m_banner(new ConnectionBanner(context.format))
    , m_freezeBanner(new FreezeBanner(context.format))
    , m_toast(new Banner(QStringLiteral("toast")))
    , m_navigator(new Navigator)
    , m_status(new StatusLine(context.format))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(icon(QStringLiteral("onceover")));
    addPages();
    build();
    makeActions();
    makeMenus();
    listen();
    if (screen()->availableSize().width() < kFirstSize.width())
        m_sideBar->setCompact(true); // Before the first size: what the side bar asks for must not make it too wide.
    resize(kFirstSize.boundedTo(screen()->availableSize() - kWindowFrame));
    if (context.layouts)
        restoreGeometry(context.layouts->value(QStringLiteral("window/geometry")).toByteArray());
    qApp->installEventFilter(this);
    retranslate();
    onStatus(context.gateway->status());
    showPage(pageNames().first());
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
        new OperationsPage(m_context), makeLeasesPage(m_context), makeDeadLettersPage(m_context),
        makeOutboxPage(m_context), makeReconciliationPage(m_context), makeApprovalsPage(m_context),
        makeIncidentsPage(m_context), makeRunsPage(m_context), makeAuditPage(m_context), makeAlertsPage(m_context)};
    for (std::size_t i = 0; i < pages.size(); ++i) {
        Page* page = pages[i];
        connect(page, &Page::replayWanted, this, &MainWindow::openReplay);
        m_navigator->addPage(page);
        m_sideBar->addPage(QLatin1String(kPages[i].name), QLatin1String(kPages[i].icon), QLatin1Char(kPages[i].letter),
            [page] { return page->title(); });
    }
    m_navigator->addPage(new BatchPage(m_context), QStringLiteral("batches"));
    m_navigator->addPage(new OperationPage(m_context), QStringLiteral("operations"));
    m_navigator->addPage(new IncidentPage(m_context), QStringLiteral("incidents"));
}

void MainWindow::build()
{
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(m_freezeBanner);
    right->addWidget(m_toast);
    right->addWidget(m_navigator, 1);
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
    m_palette = new Palette(*m_actions, central);
}

void MainWindow::fitSideBar()
{
    m_sideBar->setCompact(
        width() < kWholeSideBarDigits * QFontMetrics(QApplication::font()).horizontalAdvance(QLatin1Char('0')));
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    Translated::resizeEvent(event);
    fitSideBar();
    m_freezeBanner->showBanner();
}

void MainWindow::listen()
{
    connect(&TextSize::instance(), &TextSize::changed, this, &MainWindow::fitSideBar);
    models::Gateway& gateway = *m_context.gateway;
    connect(m_sideBar, &SideBar::pageChosen, this,
        [this](int index) { showPage(QLatin1String(kPages[static_cast<std::size_t>(index)].name)); });
    connect(m_status, &StatusLine::alertsWanted, this, [this] { showPage(QStringLiteral("alerts")); });
    connect(m_navigator, &Navigator::moved, this, &MainWindow::onMoved);
    connect(m_palette, &Palette::targetChosen, this, &MainWindow::openTarget);
    connect(m_banner, &ConnectionBanner::retryWanted, &gateway, &models::Gateway::retryNow);
    connect(m_freezeBanner, &FreezeBanner::liftWanted, this, &MainWindow::openLift);
    connect(m_freezeBanner, &FreezeBanner::incidentWanted, this, &MainWindow::openIncident);
    connect(m_banner, &ConnectionBanner::acknowledged, &gateway, &models::Gateway::acknowledgeServer);
    connect(&gateway, &models::Gateway::statusChanged, this, &MainWindow::onStatus);
    connect(&gateway, &models::Gateway::overviewReady, this, &MainWindow::onOverview);
    connect(&gateway, &models::Gateway::actFinished, this, &MainWindow::onActFinished);
    connect(&gateway, &models::Gateway::pausedChanged, this, [this](bool paused) { m_status->setPaused(paused); });
}

void MainWindow::showPage(const QString& name)
{
    m_navigator->showPage(name);
}

void MainWindow::openAddress(const models::PageAddress& address)
{
    if (!m_navigator->openAddress(address))
        say(tr("There is no page \u201C%1\u201D.").arg(models::plainText(address.page)));
}

void MainWindow::openText(const QString& text)
{
    if (const std::optional<models::ProfileAddress> parsed = models::parseAddress(text.trimmed()))
        openTarget(parsed->address, parsed->profile);
    else if (page(text.section(QLatin1Char('?'), 0, 0)))
        openAddress(listAddress(text));
    else
        say(tr("This is no address of a page: %1").arg(models::plainText(text)));
}

void MainWindow::openTarget(const models::PageAddress& address, const QString& profile)
{
    const models::ConnectionStatus status = m_context.gateway->status();
    if (!profile.isEmpty() && !status.server)
        m_profileWanted = profile; // Compared as soon as it is known where this is.
    if (profile.isEmpty() || !status.server || profile == QString::fromStdString(status.server->environment))
        openAddress(address);
    else
        say(tr("This address belongs to \u201C%1\u201D; open here is \u201C%2\u201D. Connect there first.", "profiles")
                .arg(models::plainText(profile), models::plainText(status.server->environment)));
}

void MainWindow::say(const QString& sentence)
{
    m_toast->setMessage(sentence, QStringLiteral("info"), models::Tone::Neutral);
    m_toast->setDetails({});
    m_toast->show();
}

models::PageAddress MainWindow::address() const
{
    return m_navigator->address();
}

void MainWindow::copyLink()
{
    const models::ConnectionStatus status = m_context.gateway->status();
    const QString profile
        = status.server ? QString::fromStdString(status.server->environment) : QStringLiteral("unknown");
    QGuiApplication::clipboard()->setText(models::addressText(profile, address()));
    say(tr("The link to this page is in the clipboard."));
}

void MainWindow::onMoved()
{
    m_toast->hide();
    const qsizetype index = pageNames().indexOf(m_navigator->currentListPage());
    if (index >= 0)
        m_sideBar->setCurrent(static_cast<int>(index));
    action(QStringLiteral("back"))->setEnabled(m_navigator->canGoBack());
    action(QStringLiteral("forward"))->setEnabled(m_navigator->canGoForward());
}

QString MainWindow::currentPage() const
{
    return m_navigator->currentPage() ? m_navigator->currentPage()->name() : QString();
}

Page* MainWindow::page(const QString& name) const
{
    return m_navigator->page(name);
}

OverviewPage* MainWindow::overviewPage() const
{
    return qobject_cast<OverviewPage*>(page(pageNames().first()));
}

void MainWindow::onStatus(const models::ConnectionStatus& status)
{
    m_status->setStatus(status);
    m_banner->setStatus(status);
    showActs(status);
    showEnvironment();
    if (!m_profileWanted.isEmpty() && status.server) {
        const QString wanted = std::exchange(m_profileWanted, {});
        if (wanted != QString::fromStdString(status.server->environment))
            openTarget({}, wanted); // Says that this is somewhere else.
    }
}

void MainWindow::showActs(const models::ConnectionStatus& status)
{
    const QString why = models::whyNoAct(status, "operator");
    const auto show = [&why](QAction* action, const QString& hint) {
        action->setEnabled(why.isEmpty());
        action->setProperty(kWhyOffProperty, why);
        setHint(action, why.isEmpty() ? hint : why);
    };
    show(m_trigger, tr("Ask for a run of a job for a business date"));
    show(m_freeze, tr("Stop everything, or one job, channel, merchant or batch"));
    show(m_replay, tr("Ask that what is selected be done again under its keys"));
    show(m_lift, tr("Ask that a freeze be lifted"));
    show(m_incident, tr("Begin the seven steps: freeze, find out, recover"));
}

void MainWindow::onOverview(const models::OverviewPtr& snapshot)
{
    m_sideBar->setCount(1, unlessZero(snapshot->batchesOpen));
    m_sideBar->setCount(2, unlessZero(openOperations(*snapshot)));
    m_sideBar->setCount(3, unlessZero(snapshot->stuckLeases));
    m_sideBar->setCount(4, unlessZero(snapshot->deadLetters));
    m_sideBar->setCount(5, unlessZero(snapshot->outboxOpen));
    m_sideBar->setCount(6, unlessZero(snapshot->openDifferences));
    m_sideBar->setCount(7, unlessZero(snapshot->approvalsOpen));
    m_sideBar->setCount(8, unlessZero(snapshot->incidentsOpen));
    m_sideBar->setCount(11, unlessZero(snapshot->alertsOpen));
    m_freezeBanner->setOverview(snapshot);
    m_status->setAlerts(models::OpenAlerts{snapshot->alertsOpen, snapshot->alertsUnseen});
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
    const auto dialogs = findChildren<ActDialog*>();
    for (const ActDialog* dialog : dialogs) {
        if (dialog->tells(outcome))
            return;
    }
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

void MainWindow::openAct(ActDialog* dialog)
{
    m_actDialog = dialog;
    pauseFor(dialog);
    dialog->open();
}

void MainWindow::openTrigger()
{
    if (m_actDialog)
        m_actDialog->raise();
    else
        openAct(new TriggerDialog(*m_context.gateway, this));
}

void MainWindow::carryOutDeed(models::GuideDeed deed, const QString& person)
{
    switch (deed) {
    case models::GuideDeed::None:
    case models::GuideDeed::CopyCommand:
        return;
    case models::GuideDeed::TriggerRun:
        openTrigger();
        return;
    case models::GuideDeed::Freeze:
        openFreeze();
        return;
    case models::GuideDeed::ShowApprovals:
        showPage(QStringLiteral("approvals"));
        return;
    case models::GuideDeed::ShowLetters:
        showPage(QStringLiteral("dead"));
        return;
    case models::GuideDeed::ShowAudit:
        showPage(QStringLiteral("audit"));
        return;
    case models::GuideDeed::OpenAs:
        openAs(person);
        return;
    }
}

void MainWindow::openAs(const QString& person)
{
    if (!m_context.openAs || !m_context.openAs(person))
        say(tr("Open it in a terminal: onceover --as %1").arg(person));
}

void MainWindow::openFreeze()
{
    if (m_actDialog) {
        m_actDialog->raise();
        return;
    }
    auto* dialog
        = new FreezeDialog(*m_context.gateway, m_context.format, m_navigator->currentPage()->freezeScopes(), this);
    connect(dialog, &FreezeDialog::incidentWanted, this, &MainWindow::openIncidentAbout);
    openAct(dialog);
}

void MainWindow::openIncidentAbout(const ControlScope& scope)
{
    if (m_actDialog && m_actDialog->isVisible()) { // One that is about to go has nothing more to say.
        m_actDialog->raise();
        return;
    }
    auto* dialog = new OpenIncidentDialog(*m_context.gateway, scope, this);
    connect(dialog, &OpenIncidentDialog::opened, this, &MainWindow::showIncident);
    openAct(dialog);
}

void MainWindow::showIncident(qint64 incident)
{
    openAddress({QLatin1String(models::kIncidentPage), QString::number(incident), {}});
}

void MainWindow::openNewIncident()
{
    const std::vector<ControlScope> selected = m_navigator->currentPage()->freezeScopes();
    openIncidentAbout(selected.empty() ? ControlScope{} : selected.front());
}

/// From a freeze: the incident that is open, else a new one about what is frozen.
void MainWindow::openIncident()
{
    const models::OverviewPtr overview = m_context.gateway->overview();
    if (overview && overview->incident != 0)
        showIncident(overview->incident);
    else if (overview && !overview->freezes.empty())
        openIncidentAbout({overview->freezes.front().scopeKind, overview->freezes.front().scopeRef});
    else
        openIncidentAbout({});
}

void MainWindow::openReplay()
{
    const std::vector<models::ReplayCandidate> picked = m_navigator->currentPage()->replayCandidates();
    if (picked.empty())
        say(tr("Select what is to be done again: dead letters or operations."));
    else if (m_actDialog)
        m_actDialog->raise();
    else
        openAct(new ReplayDialog(*m_context.gateway, picked, this));
}

void MainWindow::openLift()
{
    if (m_actDialog)
        m_actDialog->raise();
    else
        openAct(new LiftDialog(*m_context.gateway, m_context.format, this));
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
    box->setIconPixmap(
        iconPixmap(QStringLiteral("onceover"), palette().color(QPalette::Link), 48, devicePixelRatioF()));
    setPlain(box, tr("Onceover %1").arg(m_appVersion),
        tr("Settles each payment once, and shows it. Free software under the GNU General Public License, version 3 or "
           "later."));
    pauseFor(box);
    box->open();
}

QString MainWindow::goWords() const
{
    QStringList words;
    for (const PageKey& key : kPages)
        words << QStringLiteral("%1  %2")
                     .arg(QChar(QLatin1Char(key.letter)).toUpper())
                     .arg(page(QLatin1String(key.name))->title());
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
    const auto pages = m_navigator->findChildren<Page*>(Qt::FindDirectChildrenOnly);
    for (Page* page : pages)
        page->saveLayout();
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
    m_languageMenu->setTitle(tr("&Language"));
    m_actions->retranslate();
    showGuideState();
    showPersons();
    m_navigator->setAccessibleName(tr("Page"));
    onStatus(m_context.gateway->status());
}

} // namespace onceover::views
