// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"
#include "late_stores.h"
#include "log_file.h"
#include "options.h"
#include "report_pdf.h"
#include "shoot.h"

#include "models/plain_text.h"
#include "views/overview/overview_page.h"
#include "views/page.h"
#include "views/shell/lag_meter.h"
#include "views/shell/main_window.h"
#include "views/style/desktop_scheme.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <cstdlib>

namespace onceover::console {

namespace {

/// Whom a sandbox opens as when nobody says otherwise.
constexpr const char* kPracticeLogin = "alice";

void print(FILE* stream, const QString& text)
{
    std::fprintf(stream, "%s\n", qUtf8Printable(text.trimmed()));
}

/// --dsn, --service, PG environment or sandbox; a sandbox opens as alice or as the login asked for.
Result<store::ConnectionTarget> findTarget(const Options& options)
{
    Result<store::ConnectionTarget> target = store::resolveTarget(options.target);
    if (target && target->origin == "sandbox")
        return target->withUser(options.login.value_or(kPracticeLogin));
    return target;
}

/// The variables that name the display, as they are set: `DISPLAY=:0`.
QString displayNamed()
{
    QStringList set;
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (const QString value = qEnvironmentVariable(name); !value.isEmpty())
            set << QStringLiteral("%1=%2").arg(QLatin1String(name), models::plainText(value));
    }
    return set.join(QStringLiteral(", "));
}

/// The theme that a person chose last; the system's by default, light for pictures.
views::Theme firstTheme(const QSettings* layouts)
{
    if (!layouts)
        return views::Theme::Light;
    return views::themeFromName(layouts->value(QStringLiteral("window/theme")).toString())
        .value_or(views::Theme::System);
}

int run(QApplication& application, const Options& options, qint64 startedMs)
{
    const bool shooting = !options.shootFolder.isEmpty() || options.report; // Neither has a window for people.
    QSettings settings(
        QSettings::IniFormat, QSettings::UserScope, QStringLiteral("onceover"), QStringLiteral("console"));
    QSettings* layouts = shooting ? nullptr : &settings; // Pictures must not depend on who draws them.
    Language language(shooting ? options.language.value_or(QStringLiteral("en")) : options.language, layouts);
    views::installLook(application, options.theme.value_or(firstTheme(layouts)));
    std::unique_ptr<views::DesktopScheme> desktop;
    if (!shooting) {
        desktop = std::make_unique<views::DesktopScheme>();
        const auto follow = [scheme = desktop.get()] { views::setDesktopScheme(scheme->dark()); };
        QObject::connect(desktop.get(), &views::DesktopScheme::changed, &application, follow);
        follow();
    }
    const QStringList missing = views::missingFamilies();
    if (!missing.isEmpty())
        qWarning("fonts not installed: %s", qUtf8Printable(missing.join(QStringLiteral(", "))));

    const FindTarget find = [options] { return findTarget(options); };
    models::Gateway gateway([find] { return std::make_unique<LateReader>(find); },
        {.people = [find] { return std::make_unique<LatePeople>(find); },
            .control = [find] { return makeControlStore(find); },
            .requests = [find] { return makeRequestStores(find); },
            .incidents = incidentStores(find)});
    gateway.serveAudit([find] { return makeAuditReader(find); });
    if (options.report) {
        ReportPdf report(gateway, *options.report, options.pdfFile);
        QObject::connect(
            &report, &ReportPdf::finished, &application, [](int code) { QApplication::exit(code); },
            Qt::QueuedConnection);
        gateway.start();
        const int code = QApplication::exec();
        gateway.shutdown();
        return code;
    }
    views::PageContext context;
    context.gateway = &gateway;
    context.layouts = layouts;
    context.openAs = [](const QString& login) {
        return QProcess::startDetached(QCoreApplication::applicationFilePath(), {QStringLiteral("--as"), login});
    };

    views::MainWindow window(context, QStringLiteral(ONCEOVER_VERSION), language.choice());
    if (!options.page.isEmpty())
        window.openText(options.page);
    window.show();
    views::LagMeter lag; // From the moment that a person could notice.
    std::unique_ptr<Shoot> shoot;
    gateway.start();
    if (shooting) {
        Shoot::Plan plan{options.shootFolder, {}, options.shootSize, startedMs};
        plan.themes
            = options.theme ? std::vector{*options.theme} : std::vector{views::Theme::Light, views::Theme::Dark};
        shoot = std::make_unique<Shoot>(window, gateway, lag, std::move(plan));
        QObject::connect(
            shoot.get(), &Shoot::finished, &application, [](int code) { QApplication::exit(code); },
            Qt::QueuedConnection);
        QTimer::singleShot(0, shoot.get(), &Shoot::start);
    } else {
        QObject::connect(window.overviewPage(), &views::OverviewPage::firstNumbersShown, &window,
            [startedMs] { qInfo("first numbers after %lld ms", static_cast<long long>(msSinceBoot() - startedMs)); });
    }
    const int code = QApplication::exec();
    qInfo("longest block of the GUI thread: %lld ms, %lld ms of it at work",
        static_cast<long long>(lag.longest().count()), static_cast<long long>(lag.processorTimeOfLongest().count()));
    settings.sync();
    if (!gateway.shutdown()) {
        qWarning("a thread still waits for the server; leaving without it");
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}

} // namespace

int start(int argc, char** argv)
{
    const qint64 startedMs = processStartMs();
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (!parsed.options) {
        print(parsed.exitCode == kExitOk ? stdout : stderr, parsed.text);
        return parsed.exitCode;
    }
    const Options& options = *parsed.options;
    const bool shooting = !options.shootFolder.isEmpty() || options.report; // Neither needs a display.
    const Result<store::ConnectionTarget> target = findTarget(options);
    if (options.login && target && target->origin != "sandbox") {
        print(stderr, QStringLiteral("--as is for the sandbox; name the login in --dsn or --service."));
        return kExitUsage;
    }
    if (shooting) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        QApplication::setDesktopSettingsAware(false);
    } else if (displayNamed().isEmpty()) {
        print(stderr,
            QStringLiteral(
                "There is no display (DISPLAY and WAYLAND_DISPLAY are not set). --shoot draws without one."));
        return kExitNoDisplay;
    }
    startLog(shooting);
    leaveOnFatal(QStringLiteral("The display cannot be opened (%1). --shoot draws without one.").arg(displayNamed()),
        kExitNoDisplay);
    QApplication application(argc, argv);
    leaveOnFatal({}, kExitFailed);
    QApplication::setApplicationName(QStringLiteral("onceover"));
    QApplication::setApplicationVersion(QStringLiteral(ONCEOVER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("onceover"));
    return run(application, options, startedMs);
}

} // namespace onceover::console

int main(int argc, char** argv)
{
    return onceover::console::start(argc, argv);
}
