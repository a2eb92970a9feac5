// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of the keyboard and the menus made of them.
#include "models/practice_guide.h"
#include "views/overview/overview_page.h"
#include "views/shell/action_registry.h"
#include "views/shell/main_window.h"
#include "views/shell/navigator.h"
#include "views/shell/page_keys.h"
#include "views/shell/palette.h"
#include "views/shell/side_bar.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"
#include "views/widgets/plain.h"

#include <QActionGroup>
#include <QLocale>
#include <QMenuBar>

namespace onceover::views {

namespace {

QString themeWord(Theme theme)
{
    switch (theme) {
    case Theme::System:
        return MainWindow::tr("As the &system");
    case Theme::Light:
        return MainWindow::tr("&Light", "theme");
    case Theme::Dark:
        return MainWindow::tr("&Dark", "theme");
    }
    return {};
}

/// A language in its own words, the same in every language.
QString languageWord(const QString& language)
{
    return language == QLatin1String("en") ? QStringLiteral("English") : QLocale(language).nativeLanguageName();
}

} // namespace

QAction* MainWindow::action(const QString& name) const
{
    return m_actions->findChild<QAction*>(QStringLiteral("action.") + name);
}

void MainWindow::makeActions()
{
    makeGoActions();
    m_trigger = m_actions->add(
        QStringLiteral("trigger"), {}, QStringLiteral("trigger"), [] { return tr("&Trigger a run\u2026"); });
    connect(m_trigger, &QAction::triggered, this, &MainWindow::openTrigger);
    m_freeze = m_actions->add(QStringLiteral("freeze"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)},
        QStringLiteral("snowflake"), [] { return tr("&Freeze\u2026"); });
    connect(m_freeze, &QAction::triggered, this, &MainWindow::openFreeze);
    m_lift = m_actions->add(
        QStringLiteral("lift"), {}, QStringLiteral("snowflake"), [] { return tr("Request a &lift\u2026"); });
    connect(m_lift, &QAction::triggered, this, &MainWindow::openLift);
    m_incident = m_actions->add(
        QStringLiteral("incident"), {}, QStringLiteral("shield-alert"), [] { return tr("Open an &incident\u2026"); });
    connect(m_incident, &QAction::triggered, this, &MainWindow::openNewIncident);
    m_replay = m_actions->add(QStringLiteral("replay"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R)},
        QStringLiteral("rotate-ccw"), [] { return tr("Request &replay\u2026"); });
    connect(m_replay, &QAction::triggered, this, &MainWindow::openReplay);
    makePageActions();
    makeViewActions();
    m_actions->describe(QKeySequence(Qt::CTRL | Qt::Key_C), [] { return tr("Copy the keys of the selected rows"); });
    m_actions->describe(
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [] { return tr("Copy the selected rows with their header"); });
    m_actions->describe(QKeySequence(Qt::Key_Return), [] { return tr("Open the row"); });
    m_actions->describe(QKeySequence(Qt::CTRL | Qt::Key_Return), [] { return tr("Confirm in a dialog"); });
}

void MainWindow::makeGoActions()
{
    ActionRegistry& actions = *m_actions;
    QAction* palette = actions.add(QStringLiteral("palette"), {QKeySequence(Qt::CTRL | Qt::Key_K)},
        QStringLiteral("search"), [] { return tr("&Command or key\u2026"); });
    actions.keepOutOfPalette(palette);
    connect(palette, &QAction::triggered, this, [this] { m_palette->popup(); });
    for (const PageKey& key : kPages) {
        const QChar letter = QChar(QLatin1Char(key.letter)).toUpper();
        const QString name = QLatin1String(key.name);
        QAction* go = actions.add(QStringLiteral("go.") + name, {QKeySequence(QStringLiteral("G, %1").arg(letter))},
            QLatin1String(key.icon), [page = page(name)] { return page->title(); });
        connect(go, &QAction::triggered, this, [this, name] { showPage(name); });
    }
    QAction* back = actions.add(QStringLiteral("back"), {QKeySequence(Qt::ALT | Qt::Key_Left)},
        QStringLiteral("arrow-left"), [] { return tr("&Back"); });
    connect(back, &QAction::triggered, m_navigator, &Navigator::back);
    QAction* forward = actions.add(QStringLiteral("forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
        QStringLiteral("arrow-right"), [] { return tr("&Forward"); });
    connect(forward, &QAction::triggered, m_navigator, &Navigator::forward);
    back->setEnabled(false);
    forward->setEnabled(false);
    QAction* side = actions.add(
        QStringLiteral("sideBar"), {QKeySequence(Qt::CTRL | Qt::Key_L)}, {}, [] { return tr("Focus the &side bar"); });
    connect(side, &QAction::triggered, m_sideBar, &SideBar::focusCurrent);
}

void MainWindow::makePageActions()
{
    ActionRegistry& actions = *m_actions;
    QAction* refresh
        = actions.add(QStringLiteral("refresh"), {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)},
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
    QAction* filter
        = actions.add(QStringLiteral("filter"), {QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)},
            QStringLiteral("search"), [] { return tr("&Filter"); });
    connect(filter, &QAction::triggered, this, [this] { m_navigator->currentPage()->focusFilter(); });
    QAction* escape = actions.add(QStringLiteral("escape"), {QKeySequence(Qt::Key_Escape)}, {},
        [] { return tr("&Clear filter, leave field, go back"); });
    connect(escape, &QAction::triggered, this, [this] {
        const QString list = m_navigator->currentListPage();
        if (m_navigator->currentPage()->escape() || list == currentPage())
            return;
        if (m_navigator->canGoBack()) // A page of one thing leads back to where it was opened.
            m_navigator->back();
        else
            m_navigator->showPage(list);
    });
    actions.keepOutOfPalette(escape);
    QAction* link = actions.add(QStringLiteral("copyLink"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C)},
        QStringLiteral("copy"), [] { return tr("Copy the &link to this page"); });
    connect(link, &QAction::triggered, this, &MainWindow::copyLink);
}

void MainWindow::makeViewActions()
{
    ActionRegistry& actions = *m_actions;
    QAction* normal = actions.add(QStringLiteral("text.normal"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, {},
        [] { return tr("&Normal text size"); });
    QAction* larger = actions.add(QStringLiteral("text.larger"),
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}, {},
        [] { return tr("&Larger text"); });
    QAction* smaller = actions.add(QStringLiteral("text.smaller"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, {},
        [] { return tr("S&maller text"); });
    connect(normal, &QAction::triggered, this, [] { setTextStep(0); });
    connect(larger, &QAction::triggered, this, [] { setTextStep(textStep() + 1); });
    connect(smaller, &QAction::triggered, this, [] { setTextStep(textStep() - 1); });

    QAction* guide
        = actions.add(QStringLiteral("guide"), {}, QStringLiteral("check"), [] { return tr("&Practice guide"); });
    guide->setCheckable(true);
    connect(guide, &QAction::triggered, this, [this](bool shown) {
        overviewPage()->showGuide(shown);
        if (shown)
            showPage(pageNames().first());
    });
    connect(overviewPage(), &OverviewPage::guideChanged, this, &MainWindow::showGuideState);
    connect(overviewPage(), &OverviewPage::deedWanted, this, &MainWindow::carryOutDeed);
    showGuideState();

    for (const QString& person : models::practicePersons()) {
        QAction* open = actions.add(QStringLiteral("openAs.") + person, {}, QStringLiteral("user"),
            [person] { return tr("Open as %1").arg(person); });
        actions.keepOutOfPalette(open);
        connect(open, &QAction::triggered, this, [this, person] { openAs(person); });
    }
    connect(m_context.gateway, &models::Gateway::statusChanged, this, &MainWindow::showPersons);
    showPersons();

    QAction* sheet = actions.add(QStringLiteral("shortcuts"), {QKeySequence(Qt::Key_F1)}, QStringLiteral("keyboard"),
        [] { return tr("&Keyboard"); });
    connect(sheet, &QAction::triggered, this, &MainWindow::openSheet);
    QAction* about
        = actions.add(QStringLiteral("about"), {}, QStringLiteral("info"), [] { return tr("&About Onceover"); });
    connect(about, &QAction::triggered, this, &MainWindow::openAbout);
    QAction* quit
        = actions.add(QStringLiteral("quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {}, [] { return tr("&Quit"); });
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::showGuideState()
{
    QAction* guide = action(QStringLiteral("guide"));
    guide->setEnabled(overviewPage()->guideOffered());
    guide->setProperty(kWhyOffProperty, tr("The practice guide is for a sandbox."));
    guide->setChecked(overviewPage()->guideShown());
}

/// A whole practice needs more than one person; each is a login of the sandbox with a window of its own.
void MainWindow::showPersons()
{
    const std::optional<ServerIdentity> server = m_context.gateway->status().server;
    const bool practises = server && server->environment == "sandbox";
    for (const QString& person : models::practicePersons()) {
        QAction* open = action(QStringLiteral("openAs.") + person);
        const bool own = practises && QString::fromStdString(server->login) == person;
        open->setEnabled(practises && !own);
        setHint(open,
            own             ? tr("This window is theirs.")
                : practises ? QString()
                            : tr("Only a sandbox has practice persons."));
    }
}

void MainWindow::makeMenus()
{
    for (QMenu*& menu : m_menus) {
        menu = menuBar()->addMenu(QString());
        menu->setToolTipsVisible(true);
    }
    auto [file, go, acts, view, help] = m_menus;
    for (const QString& person : models::practicePersons())
        file->addAction(action(QStringLiteral("openAs.") + person));
    file->addSeparator();
    file->addAction(action(QStringLiteral("quit")));
    go->addAction(action(QStringLiteral("palette")));
    go->addSeparator();
    for (const PageKey& key : kPages)
        go->addAction(action(QStringLiteral("go.") + QLatin1String(key.name)));
    go->addSeparator();
    go->addActions({action(QStringLiteral("back")), action(QStringLiteral("forward")),
        action(QStringLiteral("sideBar")), action(QStringLiteral("copyLink"))});
    acts->addActions({m_freeze, m_lift, m_incident, m_replay});
    acts->addSeparator();
    acts->addAction(m_trigger);
    view->addActions({action(QStringLiteral("refresh")), m_pause, action(QStringLiteral("filter"))});
    view->addSeparator();
    makeThemeMenu(view);
    makeLanguageMenu(view);
    view->addSeparator();
    view->addActions({action(QStringLiteral("text.larger")), action(QStringLiteral("text.smaller")),
        action(QStringLiteral("text.normal"))});
    view->addSeparator();
    view->addAction(action(QStringLiteral("guide")));
    help->addActions({action(QStringLiteral("shortcuts")), action(QStringLiteral("about"))});
}

void MainWindow::makeThemeMenu(QMenu* view)
{
    m_themeMenu = view->addMenu(QString());
    auto* themes = new QActionGroup(this);
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        QAction* choice
            = m_actions->add(QStringLiteral("theme.") + themeName(theme), {}, {}, [theme] { return themeWord(theme); });
        choice->setCheckable(true);
        choice->setChecked(currentTheme() == theme);
        themes->addAction(choice);
        m_themeMenu->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, theme] {
            setTheme(theme);
            if (m_context.layouts)
                m_context.layouts->setValue(QStringLiteral("window/theme"), themeName(theme));
        });
    }
}

void MainWindow::makeLanguageMenu(QMenu* view)
{
    m_languageMenu = view->addMenu(QString());
    m_languageMenu->menuAction()->setVisible(m_languages.available.size() > 1);
    auto* group = new QActionGroup(this);
    for (const QString& language : m_languages.available) {
        QAction* choice = m_actions->add(
            QStringLiteral("language.") + language, {}, {}, [language] { return languageWord(language); });
        choice->setCheckable(true);
        choice->setChecked(m_languages.current() == language);
        group->addAction(choice);
        m_languageMenu->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, language] {
            m_languages.use(language);
            if (m_context.layouts)
                m_context.layouts->setValue(QStringLiteral("window/language"), language);
        });
    }
}

} // namespace onceover::views
