// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include "fake_console.h"
#include "fake_stores.h"
#include "models/gateway/gateway.h"
#include "translations/translations.h"
#include "views/page.h"
#include "views/shell/main_window.h"
#include "views/style/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Fails with the whole list when there is something in it.
#define COMPARE_NONE(list)                                                                                             \
    do {                                                                                                               \
        /* Layouts settle in the next turns of the event loop. */                                                      \
        (void)QTest::qWaitFor([&] { return (list).isEmpty(); }, 1000);                                                 \
        const QStringList found_ = (list);                                                                             \
        QVERIFY2(found_.isEmpty(), qPrintable(found_.join(QLatin1Char('\n'))));                                        \
    } while (false)

namespace onceover::views {

/// The console over fixed snapshots, without a database: gateway, window and the script of the fakes.
class Console {
public:
    using Prepare = std::function<void(testing::FakeScript&)>;

    /// `prepare` may change the script before the first read.
    /// `layouts`: where what a person arranged is kept; nowhere when missing.
    explicit Console(testing::Condition condition = testing::Condition::Filled,
        models::GatewaySettings settings = quick(), const Prepare& prepare = {}, QSettings* layouts = nullptr)
        : script(std::make_shared<testing::FakeScript>(condition))
        , gateway([script = script] { return std::make_unique<testing::FakeConsoleReader>(script); },
              testing::fakeStores(script), std::move(settings))
    {
        gateway.serveAudit([] { return std::make_unique<testing::FakeAudit>(0); });
        PageContext context;
        context.gateway = &gateway;
        context.layouts = layouts;
        context.format = models::TimeFormat(QTimeZone("Asia/Shanghai"));
        window = std::make_unique<MainWindow>(context, QStringLiteral("0.0.0"), languages());
        window->resize(1366, 768);
        window->show();
        if (prepare)
            prepare(*script);
        gateway.start();
    }

    ~Console()
    {
        window.reset();
        gateway.shutdown();
    }

    /// Intervals short enough that a test never waits for one.
    static models::GatewaySettings quick()
    {
        models::GatewaySettings settings;
        settings.pollInterval = std::chrono::milliseconds{50};
        settings.tickMerge = std::chrono::milliseconds{5};
        settings.statusInterval = std::chrono::milliseconds{20};
        settings.actRetry = std::chrono::milliseconds{20};
        return settings;
    }

    [[nodiscard]] Page* page(const QString& name) const { return window->page(name); }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return window->findChild<Widget*>(QLatin1String(name));
    }

    /// The languages that are built in, switched as the program does.
    static LanguageChoice languages();

    std::shared_ptr<testing::FakeScript> script;
    models::Gateway gateway;
    std::unique_ptr<MainWindow> window;
};

/// A part of a dialog by its name.
template <typename Part>
[[nodiscard]] Part* partOf(const QWidget* dialog, const char* name)
{
    return dialog->findChild<Part*>(QLatin1String(name));
}

/// A session of this person with these duties.
[[nodiscard]] ServerIdentity serverOf(const char* person, std::vector<std::string> roles);

/// Keeps what a page looks like, for eyes: ONCEOVER_PICTURES=DIR writes DIR/NAME.png.
inline void keepPicture(QWidget* widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("ONCEOVER_PICTURES");
    if (folder.isEmpty())
        return;
    QDir().mkpath(folder);
    QVERIFY(widget->grab().save(QStringLiteral("%1/%2.png").arg(folder, name)));
}

/// Texts that a reader cannot see whole, of every visible label and button below `root`.
[[nodiscard]] QStringList clippedTexts(const QWidget* root);
/// Visible widgets that ask for more width than this at least: whose minimum keeps a window wide.
[[nodiscard]] QStringList widestParts(const QWidget* root, int width);
/// The same of height.
[[nodiscard]] QStringList highestParts(const QWidget* root, int height);
/// Parts of one layout that lie over each other, or have less height than they need, because the window is too low.
[[nodiscard]] QStringList squeezedParts(const QWidget* root);
/// Tables whose columns go on beyond their right edge, so that a reader must scroll to see the rest of a row.
[[nodiscard]] QStringList cutTables(const QWidget* root);
/// Visible widgets that take the keyboard but have no accessible name.
[[nodiscard]] QStringList namelessWidgets(const QWidget* root);
/// What `root` lets a person read now, cells and headers of tables included, by where it stands.
[[nodiscard]] QMap<QString, QString> readableTexts(const QWidget* root);
/// Every text that `root` shows now, with its object name, for comparing before and after.
[[nodiscard]] QStringList shownTexts(const QWidget* root);

/// The texts of the running test program, made by runGuiTest().
[[nodiscard]] Translations*& testTranslations();
/// Texts, fonts and numbers in this language from now on, as the program does it.
void speak(const QString& language);
/// Theme, size of texts and language as runGuiTest() set them: what a test changed is not the next one's.
void resetLook();

/// Runs a test program's object offscreen, in the console's look, with nothing of the machine's own settings.
template <typename Test>
int runGuiTest(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication::setDesktopSettingsAware(false);
    QApplication application(argc, argv);
    Translations translations;
    testTranslations() = &translations;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    translations.use(QStringLiteral("en"));
    installLook(application, Theme::Light);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace onceover::views
