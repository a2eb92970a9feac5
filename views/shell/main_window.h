// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page.h"
#include "views/widgets/translated.h"

#include <QMainWindow>
#include <QPointer>

#include <array>

class QAction;
class QMenu;
class QStackedWidget;

namespace onceover::views {

class ActionRegistry;
class Banner;
class ConnectionBanner;
class GoStrip;
class OverviewPage;
class SideBar;
class StatusLine;
class TriggerDialog;

/// The window: side bar, pages, banner, status line, and every act of the keyboard. It shows what the gateway tells and
/// asks the gateway for the rest; it decides nothing and never waits.
class MainWindow : public Translated<QMainWindow>
{
    Q_OBJECT

public:
    /// The gateway outlives the window. `appVersion` is told in the About box.
    MainWindow(const PageContext& context, const QString& appVersion, QWidget* parent = nullptr);

    /// overview, batches, operations, in the order of the side bar.
    [[nodiscard]] static QStringList pageNames();
    void showPage(const QString& name);
    void openLink(const PageLink& link);
    [[nodiscard]] QString currentPage() const;
    [[nodiscard]] Page* page(const QString& name) const;
    [[nodiscard]] OverviewPage* overviewPage() const;
    [[nodiscard]] ActionRegistry* actions() const { return m_actions; }
    void retranslate() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    struct Entry {
        QString name;
        Page* page;
    };

    void addPages();
    void build();
    void makeActions();
    void makeMenus();
    void listen();
    void showIndex(int index);
    void onStatus(const models::ConnectionStatus& status);
    void onOverview(const models::OverviewPtr& snapshot);
    void onActFinished(const models::ActOutcome& outcome);
    void openTrigger();
    void openSheet();
    void openAbout();
    void pauseFor(QDialog* dialog);
    void changeTextSize(int step);
    void showEnvironment();
    [[nodiscard]] QString goWords() const;
    [[nodiscard]] bool typing() const;

    PageContext m_context;
    QString m_appVersion;
    std::vector<Entry> m_entries;
    int m_current = 0;
    ActionRegistry* m_actions;
    SideBar* m_sideBar;
    ConnectionBanner* m_banner;
    Banner* m_toast;
    QStackedWidget* m_stack;
    StatusLine* m_status;
    GoStrip* m_goStrip;
    QPointer<TriggerDialog> m_triggerDialog;
    std::array<QMenu*, 5> m_menus{};
    QMenu* m_themeMenu = nullptr;
    QAction* m_trigger = nullptr;
    QAction* m_pause = nullptr;
    int m_openDialogs = 0;
};

} // namespace onceover::views
