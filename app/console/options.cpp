// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include "models/page_address.h"
#include "models/plain_text.h"
#include "translations/translations.h"
#include "views/shell/main_window.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace onceover::console {

namespace {

ParsedOptions usage(const QString& message)
{
    return {std::nullopt, message + QStringLiteral("\nTry: onceover --help"), kExitUsage};
}

/// Arguments are readable by everybody on the machine, so a password may not stand there.
bool holdsPassword(const QString& dsn)
{
    static const QRegularExpression keyword(
        QStringLiteral("\\bpassword\\s*="), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression inUri(QStringLiteral("^postgres(ql)?://[^/@]*:[^/@]+@"));
    return keyword.match(dsn).hasMatch() || inUri.match(dsn).hasMatch();
}

/// A page of the side bar with or without a filter, or any address; whether its profile is the one that opens is told
/// later.
bool leadsToPage(const QString& text)
{
    if (const std::optional<models::ProfileAddress> address = models::parseAddress(text)) {
        const QStringList things{QLatin1String(models::kBatchPage), QLatin1String(models::kOperationPage),
            QLatin1String(models::kIncidentPage)};
        return views::MainWindow::pageNames().contains(address->address.page)
            || (things.contains(address->address.page) && !address->address.key.isEmpty());
    }
    return views::MainWindow::pageNames().contains(text.section(QLatin1Char('?'), 0, 0));
}

std::optional<std::string> valueOf(const QCommandLineParser& parser, const QCommandLineOption& option)
{
    return parser.isSet(option) ? std::optional<std::string>(parser.value(option).toStdString()) : std::nullopt;
}

} // namespace

ParsedOptions parseOptions(int argc, char** argv)
{
    QCoreApplication application(argc, argv); // Gives the parser the program's name; gone before the window's own.
    QCoreApplication::setApplicationName(QStringLiteral("onceover"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ONCEOVER_VERSION));

    const QCommandLineOption dsn(QStringLiteral("dsn"),
        QStringLiteral("Database, as libpq writes it; no password here: use ~/.pgpass."), QStringLiteral("conninfo"));
    const QCommandLineOption service(
        QStringLiteral("service"), QStringLiteral("Database, by a name of the service file."), QStringLiteral("name"));
    const QCommandLineOption login(QStringLiteral("as"),
        QStringLiteral(
            "In a sandbox: alice (operator), bob (approver), carol (auditor) or dana (operator and auditor)."),
        QStringLiteral("login"));
    const QCommandLineOption page(QStringLiteral("page"),
        QStringLiteral("First page: %1, with a filter (operations?q=state:unknown_external) or as a link "
                       "(onceover://sandbox/batches).")
            .arg(views::MainWindow::pageNames().join(QStringLiteral(", "))),
        QStringLiteral("page or URL"));
    const QCommandLineOption language(QStringLiteral("lang"),
        QStringLiteral("%1. Without it: as in the last session, else the locale's.")
            .arg(Translations::available().join(QStringLiteral(" or "))),
        QStringLiteral("language"));
    const QCommandLineOption theme(
        QStringLiteral("theme"), QStringLiteral("system, light or dark."), QStringLiteral("name"));
    const QCommandLineOption shoot(QStringLiteral("shoot"),
        QStringLiteral("Draw every page into this folder without a display, then leave: 0 when all show data."),
        QStringLiteral("folder"));
    const QCommandLineOption size(QStringLiteral("size"),
        QStringLiteral("Of the window that --shoot draws; default 1366x768. QT_SCALE_FACTOR=2 draws it at 200 %."),
        QStringLiteral("WxH"));
    const QCommandLineOption report(QStringLiteral("report"),
        QStringLiteral("Print the report of this incident, by its number, without a display; with --pdf."),
        QStringLiteral("incident"));
    const QCommandLineOption pdf(
        QStringLiteral("pdf"), QStringLiteral("The file that the report goes to."), QStringLiteral("file"));
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Onceover's console. Without --dsn or --service: the PG environment, else the running sandbox as alice.\n"
        "Exit: 0 ok, 1 failure, 2 usage, 3 no database, 4 no display."));
    const QCommandLineOption help(
        {QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this, without a display."));
    const QCommandLineOption version(
        {QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Shows the version, without a display."));
    parser.addOptions({dsn, service, login, page, language, theme, shoot, size, report, pdf, help, version});

    if (!parser.parse(QCoreApplication::arguments()))
        return usage(parser.errorText());
    if (parser.isSet(help))
        return {std::nullopt, parser.helpText(), kExitOk};
    if (parser.isSet(version))
        return {std::nullopt, QStringLiteral("onceover " ONCEOVER_VERSION), kExitOk};
    if (!parser.positionalArguments().isEmpty())
        return usage(QStringLiteral("Unexpected argument: %1").arg(parser.positionalArguments().first()));
    if (parser.isSet(dsn) && parser.isSet(service))
        return usage(QStringLiteral("--dsn and --service exclude each other."));
    if (holdsPassword(parser.value(dsn)))
        return usage(
            QStringLiteral("A password must not stand in the arguments, where everybody can read it; use ~/.pgpass."));

    Options options;
    options.target = {valueOf(parser, dsn), valueOf(parser, service)};
    options.login = valueOf(parser, login);
    options.page = parser.value(page);
    options.shootFolder = parser.value(shoot);
    if (parser.isSet(page) && !leadsToPage(options.page))
        return usage(QStringLiteral("There is no page %1.").arg(models::plainText(options.page)));
    if (parser.isSet(language)) {
        options.language = parser.value(language);
        if (!Translations::available().contains(*options.language))
            return usage(QStringLiteral("There is no language %1.").arg(models::plainText(*options.language)));
    }
    if (parser.isSet(report) || parser.isSet(pdf)) {
        bool isNumber = false;
        options.report = parser.value(report).toLongLong(&isNumber);
        options.pdfFile = parser.value(pdf);
        if (!isNumber || options.pdfFile.isEmpty() || parser.isSet(shoot))
            return usage(QStringLiteral("A report is asked for as --report 4 --pdf FILE."));
    }
    if (parser.isSet(shoot) && options.shootFolder.isEmpty())
        return usage(QStringLiteral("--shoot needs a folder."));
    if (parser.isSet(size)) {
        static const QRegularExpression form(QStringLiteral("^([1-9]\\d{2,3})x([1-9]\\d{2,3})$"));
        const QRegularExpressionMatch match = form.match(parser.value(size));
        if (!match.hasMatch() || !parser.isSet(shoot))
            return usage(QStringLiteral("--size is for --shoot and written like 960x540."));
        options.shootSize = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    if (parser.isSet(theme)) {
        options.theme = views::themeFromName(parser.value(theme));
        if (!options.theme)
            return usage(QStringLiteral("There is no theme %1.").arg(parser.value(theme)));
    }
    return {options, {}, kExitOk};
}

} // namespace onceover::console
