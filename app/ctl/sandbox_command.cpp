// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "sandbox/sandbox.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <date/date.h>

#include <chrono>
#include <sstream>

namespace onceover::ctl {

namespace {

struct SandboxWords {
    Q_DECLARE_TR_FUNCTIONS(SandboxCommand)
};

/// What the sandbox says while it works goes to stderr: stdout belongs to the answer.
sandbox::Sandbox openSandbox(const SandboxOptions& options)
{
    sandbox::SandboxOptions settings;
    settings.folder = store::sandboxFolder();
    settings.appVersion = ONCEOVER_VERSION;
    if (options.seed)
        settings.seed = *options.seed;
    settings.say = [](std::string_view sentence) { printNote(models::plainText(sentence)); };
    return sandbox::Sandbox{std::move(settings)};
}

/// The sandbox's own failures are whole sentences with their remedy; the rest is told like every database failure.
ExitCode reportSandboxFailure(const Failure& failure)
{
    if (failure.statement != sandbox::kSandboxFailure)
        return reportFailure(failure);
    printNote(models::plainText(failure.detail));
    return exitCodeFor(failure);
}

Json sandboxJson(const sandbox::SandboxStatus& status)
{
    Json json{{"environment", "sandbox"}, {"database", status.database}, {"socket_dir", status.socketFolder.string()},
        {"running", status.running}, {"made", status.made}, {"folder", status.folder.string()},
        {"bank", status.bankEndpoint}};
    json["logins"] = Json::object();
    for (const auto& [who, conninfo] : status.logins)
        json["logins"][who] = conninfo;
    json["processes"] = Json::array();
    for (const sandbox::SandboxProcess& process : status.processes)
        json["processes"].push_back({{"name", process.name}, {"pid", process.pid}});
    return json;
}

void printSandboxWhere(const sandbox::SandboxStatus& status)
{
    printLine(SandboxWords::tr("%1 · %2 · %3")
                  .arg(models::environmentText("sandbox").word,
                      status.database.empty() ? SandboxWords::tr("no database") : models::plainText(status.database),
                      models::plainText(status.folder.string())));
}

/// `2026-10-26T10:30:00Z`, seconds optional, always UTC and said so; or `now`.
std::optional<Timestamp> readInstant(const std::string& text)
{
    if (text == "now")
        return std::chrono::time_point_cast<Timestamp::duration>(std::chrono::system_clock::now());
    for (const char* format : {"%FT%TZ", "%FT%RZ"}) {
        std::istringstream stream{text};
        Timestamp at;
        stream >> date::parse(format, at);
        if (!stream.fail() && stream.peek() == std::istringstream::traits_type::eof())
            return at;
    }
    return std::nullopt;
}

} // namespace

ExitCode runSandboxStart(const CommonOptions& common, const SandboxOptions& options)
{
    sandbox::Sandbox box = openSandbox(options);
    const Result<sandbox::StartReport> report = box.start();
    if (!report)
        return reportSandboxFailure(report.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        Json json = sandboxJson(status);
        json["attached"] = report->attached;
        json["new"] = report->made;
        json["needs_fill"] = report->needsFill;
        json["new_sales"] = report->newSales;
        printJson(json);
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(report->attached ? SandboxWords::tr("It was running already.") : SandboxWords::tr("It runs."));
    if (report->needsFill)
        printLine(SandboxWords::tr(
            "Its days are not settled up to now yet: `onceoverctl sandbox fill` lets the engine do that."));
    return ExitCode::Ok;
}

ExitCode runSandboxFill(const CommonOptions& common, const SandboxOptions& options)
{
    sandbox::Sandbox box = openSandbox(options);
    const auto tellDay = [](const sandbox::FillDay& day) {
        printNote(SandboxWords::tr("day %1 of %2 · %3 · triggered %4 / executed %5 / took effect %6")
                      .arg(day.number)
                      .arg(day.total)
                      .arg(models::dateText(day.bizDate), models::countText(day.triggered),
                          models::countText(day.executed), models::countText(day.tookEffect)));
    };
    const Result<sandbox::FillReport> report = box.fill(tellDay);
    if (!report)
        return reportSandboxFailure(report.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        Json json = sandboxJson(status);
        json["days"] = report->days;
        json["operations"] = report->operations;
        json["attempts"] = report->attempts;
        json["effects"] = report->effects;
        json["seconds"] = static_cast<double>(report->took.count()) / 1000.0;
        printJson(json);
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(SandboxWords::tr("%1 days settled in %2: %3 operations, %4 attempts, %5 effects.")
                  .arg(report->days)
                  .arg(models::spanText(report->took), models::countText(report->operations),
                      models::countText(report->attempts), models::countText(report->effects)));
    return ExitCode::Ok;
}

ExitCode runSandboxStatus(const CommonOptions& common, const SandboxOptions& options)
{
    const sandbox::SandboxStatus status = openSandbox(options).status();
    if (common.json) {
        printJson(sandboxJson(status));
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(status.running ? SandboxWords::tr("It runs.")
            : status.made    ? SandboxWords::tr("It does not run; `onceoverctl sandbox start` starts it.")
                             : SandboxWords::tr("There is none; `onceoverctl sandbox start` makes one."));
    for (const sandbox::SandboxProcess& process : status.processes)
        printLine(QStringLiteral("%1 %2").arg(models::plainText(process.name), -12).arg(process.pid));
    for (const auto& [who, conninfo] : status.logins)
        printLine(QStringLiteral("%1 psql \"%2\"").arg(models::plainText(who), -12).arg(models::plainText(conninfo)));
    return ExitCode::Ok;
}

ExitCode runSandboxAdvance(const CommonOptions& common, const SandboxOptions& options)
{
    const std::optional<Timestamp> to = readInstant(options.advanceTo);
    if (!to) {
        printNote(SandboxWords::tr("Write the instant in UTC, such as 2026-10-26T10:30:00Z, or now."));
        return ExitCode::Usage;
    }
    sandbox::Sandbox box = openSandbox(options);
    const Result<milliseconds> offset = box.advance(*to, options.through);
    if (!offset)
        return reportSandboxFailure(offset.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        Json json = sandboxJson(status);
        json["now"] = plainTime(*to);
        json["offset_ms"] = offset->count();
        printJson(json);
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(SandboxWords::tr("Practice time is %1 now.").arg(models::TimeFormat::utc().full(*to)));
    return ExitCode::Ok;
}

ExitCode runSandboxStop(const CommonOptions& common, const SandboxOptions& options)
{
    sandbox::Sandbox box = openSandbox(options);
    if (const Result<Done> stopped = box.stop(); !stopped)
        return reportSandboxFailure(stopped.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        printJson(sandboxJson(status));
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(status.made ? SandboxWords::tr("It is stopped; its data stays.")
                          : SandboxWords::tr("There is none; `onceoverctl sandbox start` makes one."));
    return ExitCode::Ok;
}

ExitCode runSandboxReset(const CommonOptions& common, const SandboxOptions& options)
{
    sandbox::Sandbox box = openSandbox(options);
    if (const Result<Done> removed = box.reset(); !removed)
        return reportSandboxFailure(removed.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        printJson(sandboxJson(status));
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(SandboxWords::tr("It is stopped and removed."));
    return ExitCode::Ok;
}

} // namespace onceover::ctl
