// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "store/migrator.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct MigrateWords {
    Q_DECLARE_TR_FUNCTIONS(MigrateCommand)
};

void printReport(const store::MigrateReport& report)
{
    for (const std::string& step : report.applied)
        printLine(MigrateWords::tr("applied %1").arg(models::plainText(step)));
    if (report.installationMade)
        printLine(MigrateWords::tr("a new installation was made; its keys belong to it alone"));
    if (report.applied.empty())
        printLine(MigrateWords::tr("schema version %1: nothing to do").arg(report.after));
    else
        printLine(MigrateWords::tr("schema version %1, was %2").arg(report.after).arg(report.before));
}

} // namespace

ExitCode runMigrate(const CommonOptions& common, const MigrateOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "svc_migrator");
    if (!target)
        return reportFailure(target.error());
    store::MigrateSettings settings;
    settings.target = *target;
    settings.program = kProgram;
    settings.appVersion = ONCEOVER_VERSION;
    settings.installationName = options.installationName;
    settings.environment = options.environment;
    settings.provisionRoles = options.provisionRoles;
    const Result<store::MigrateReport> report = store::migrate(settings);
    if (!report)
        return reportFailure(report.error());
    if (common.json) {
        printJson({{"environment", report->environment}, {"database", report->database}, {"before", report->before},
            {"after", report->after}, {"applied", report->applied}, {"installation_made", report->installationMade}});
    } else {
        printLine(QStringLiteral("%1 · %2").arg(
            models::environmentText(report->environment).word, models::plainText(target->describe())));
        printReport(*report);
    }
    return ExitCode::Ok;
}

} // namespace onceover::ctl
