// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/practice_guide.h"
#include "views/page.h"
#include "views/widgets/translated.h"

#include <QMainWindow>
#include <QPointer>

#include <array>
#include <functional>

class QAction;
class QMenu;

namespace onceover::views {

class ActDialog;
class ActionRegistry;
class Banner;
class ConnectionBanner;
class FreezeBanner;
class GoStrip;
class Navigator;
class OverviewPage;
class Palette;
class SideBar;
class StatusLine;

/// The languages that the program can speak, and how to change. The window offers them; the program carries them out.
struct LanguageChoice {
    QStringList available{};                   ///< "en", "zh_CN", …
    std::function<QString()> current{};        ///< Which of them is in force.
    std::function<void(const QString&)> use{}; ///< Every widget then hears of it by QEvent::LanguageChange.
};

/// The window: side bar, pages, banner, status line, and every act of the keyboard. It shows what the gateway tells and
/// asks the gateway for the rest; it decides nothing and never waits.
class MainWindow : public Translated<QMainWindow> {
    Q_OBJECT

public:
    /// The gateway outlives the window. `appVersion` is told in the About box.
    MainWindow(const PageContext& context, const QString& appVersion, const LanguageChoice& languages = {},
        QWidget* parent = nullptr);

    /// overview, batches, operations, in the order of the side bar.
    [[nodiscard]] static QStringList pageNames();
    void showPage(const QString& name);
    /// The one way to any place: pages, rows, crumbs, palette, links and the command line lead here. It goes there, or
    /// says why not and stays. An address never carries an act.
    void openAddress(const models::PageAddress& address);
    /// An address as text, from outside. One of another profile than the database that is open is refused with a
    /// sentence.
    void openText(const QString& text);
    [[nodiscard]] models::PageAddress address() const;
    [[nodiscard]] QString currentPage() const;
    [[nodiscard]] Page* page(const QString& name) const;
    [[nodiscard]] OverviewPage* overviewPage() const;
    [[nodiscard]] ActionRegistry* actions() const { return m_actions; }
    void retranslate() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitSideBar();
    void addPages();
    void build();
    void makeActions();
    void makeMenus();
    void listen();
    void makeGoActions();
    void makePageActions();
    void makeViewActions();
    void makeThemeMenu(QMenu* view);
    void makeLanguageMenu(QMenu* view);
    void onMoved();
    void openTarget(const models::PageAddress& address, const QString& profile);
    void say(const QString& sentence);
    void copyLink();
    void showGuideState();
    void showPersons();
    void openAs(const QString& person);
    [[nodiscard]] QAction* action(const QString& name) const;
    void onStatus(const models::ConnectionStatus& status);
    void onOverview(const models::OverviewPtr& snapshot);
    void onActFinished(const models::ActOutcome& outcome);
    void carryOutDeed(models::GuideDeed deed, const QString& person);
    void openTrigger();
    void openFreeze();
    void openReplay();
    void openLift();
    void openIncident();
    void openNewIncident();
    void openIncidentAbout(const ControlScope& scope);
    void showIncident(qint64 incident);
    void openAct(ActDialog* dialog);
    void showActs(const models::ConnectionStatus& status);
    void openSheet();
    void openAbout();
    void pauseFor(QDialog* dialog);
    void showEnvironment();
    [[nodiscard]] QString goWords() const;
    [[nodiscard]] bool typing() const;

    PageContext m_context;
    QString m_appVersion;
    LanguageChoice m_languages;
    ActionRegistry* m_actions;
    SideBar* m_sideBar;
    ConnectionBanner* m_banner;
    FreezeBanner* m_freezeBanner;
    Banner* m_toast;
    Navigator* m_navigator;
    StatusLine* m_status;
    GoStrip* m_goStrip = nullptr;
    Palette* m_palette = nullptr;
    QPointer<ActDialog> m_actDialog; ///< One at a time: each is about one wish.
    std::array<QMenu*, 5> m_menus{};
    QMenu* m_themeMenu = nullptr;
    QMenu* m_languageMenu = nullptr;
    QAction* m_trigger = nullptr;
    QAction* m_freeze = nullptr;
    QAction* m_replay = nullptr;
    QAction* m_lift = nullptr;
    QAction* m_incident = nullptr;
    QAction* m_pause = nullptr;
    QString m_profileWanted; ///< Of the address that the program was started with, until the server is known.
    int m_openDialogs = 0;
};

} // namespace onceover::views
