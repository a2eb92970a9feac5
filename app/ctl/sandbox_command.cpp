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
#include <csignal>
#include <sstream>
#include <sys/signalfd.h>
#include <unistd.h>

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
    settings.scale = options.scale.value_or(settings.scale);
    settings.daysBack = options.days.value_or(settings.daysBack);
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
        {"bank", status.bankEndpoint}, {"callbacks", status.callbackAddress}};
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

/// An instant in UTC, or `now`.
std::optional<Timestamp> readInstant(const std::string& text)
{
    if (text == "now")
        return std::chrono::time_point_cast<Timestamp::duration>(std::chrono::system_clock::now());
    return readUtc(text);
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
        json["missed_days"] = Json::array();
        for (const BusinessDate& day : report->missedDays)
            json["missed_days"].push_back(day.toString());
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

namespace {

/// One line per ten days, and for each day that is short of COMPLETED.
void tellDay(const sandbox::FillDay& day)
{
    constexpr int kLinesInAll = 10;
    const bool isRound = day.total <= 2 * kLinesInAll || day.number % kLinesInAll == 0 || day.number == day.total;
    if (!isRound && !day.isFirst && day.batchStatus == "COMPLETED")
        return;
    QString line = SandboxWords::tr("day %1 of %2 · %3 · triggered %4 / executed %5 / took effect %6")
                       .arg(day.number)
                       .arg(day.total)
                       .arg(models::dateText(day.bizDate), models::countText(day.triggered),
                           models::countText(day.executed), models::countText(day.tookEffect));
    if (day.waiting > 0)
        line += SandboxWords::tr(" · %1: %2 wait for a person")
                    .arg(models::plainText(day.batchStatus), models::countText(day.waiting));
    printNote(line);
}

void tellKill(const sandbox::KillStory& story)
{
    printNote(SandboxWords::tr("%1 · %2 (process %3) was ended by SIGKILL while it held %4 operations")
                  .arg(models::dateText(story.bizDate), models::plainText(story.process))
                  .arg(story.pid)
                  .arg(models::countText(story.held)));
    QStringList takers;
    for (const sandbox::KillStory::TakenOver& part : story.takenOver)
        takers << SandboxWords::tr("%1 by %2").arg(models::countText(part.operations), models::plainText(part.by));
    printNote(SandboxWords::tr("  taken over after %1 s: %2 · attempts written LOST: %3 · took effect exactly once, by "
                               "the bank's own book: %4 of %5")
                  .arg(static_cast<double>(story.after.count()) / 1000.0, 0, 'f', 1)
                  .arg(takers.join(QStringLiteral(", ")), models::countText(story.attemptsLost),
                      models::countText(story.tookEffectOnce), models::countText(story.held)));
}

Json killJson(const sandbox::KillStory& story)
{
    Json json{{"day", story.bizDate.toString()}, {"process", story.process}, {"pid", story.pid}, {"held", story.held},
        {"after_ms", story.after.count()}, {"attempts_lost", story.attemptsLost},
        {"took_effect_once", story.tookEffectOnce}, {"survived", story.isSurvived()}};
    json["taken_over"] = Json::array();
    for (const sandbox::KillStory::TakenOver& part : story.takenOver)
        json["taken_over"].push_back({{"by", part.by}, {"operations", part.operations}});
    return json;
}

} // namespace

ExitCode runSandboxFill(const CommonOptions& common, const SandboxOptions& options)
{
    sandbox::Sandbox box = openSandbox(options);
    Json kill;
    const auto onKill = [&kill](const sandbox::KillStory& story) {
        tellKill(story);
        kill = killJson(story);
    };
    const Result<sandbox::FillReport> report = box.fill(tellDay, onKill);
    if (!report)
        return reportSandboxFailure(report.error());
    const sandbox::SandboxStatus status = box.status();
    if (common.json) {
        Json json = sandboxJson(status);
        if (!kill.is_null())
            json["kill"] = kill; // Before the fill's own figures: a shell reads the last of a name.
        json["days"] = report->days;
        json["operations"] = report->operations;
        json["attempts"] = report->attempts;
        json["effects"] = report->effects;
        json["kills"] = report->kills;
        json["unknowns"] = report->unknowns;
        json["dead_letters"] = report->deadLetters;
        json["partial_batches"] = report->partialBatches;
        json["differences"] = report->differences;
        json["seconds"] = static_cast<double>(report->took.count()) / 1000.0;
        printJson(json);
        return ExitCode::Ok;
    }
    printSandboxWhere(status);
    printLine(SandboxWords::tr("%1 days settled in %2: %3 operations, %4 attempts, %5 effects.")
                  .arg(report->days)
                  .arg(models::spanText(report->took), models::countText(report->operations),
                      models::countText(report->attempts), models::countText(report->effects)));
    printLine(SandboxWords::tr(
        "Waiting for a person: %1 dead letters, %2 of them unknown; %3 batches PARTIAL, %4 differences open.")
                  .arg(models::countText(report->deadLetters), models::countText(report->unknowns),
                      models::countText(report->partialBatches), models::countText(report->differences)));
    return ExitCode::Ok;
}

ExitCode runSandboxLive(const CommonOptions&, const SandboxOptions& options)
{
    sigset_t wishes;
    sigemptyset(&wishes);
    for (const int signal : {SIGTERM, SIGINT})
        sigaddset(&wishes, signal);
    ::pthread_sigmask(SIG_BLOCK, &wishes, nullptr);
    const int wishFd = ::signalfd(-1, &wishes, SFD_CLOEXEC);
    const Result<Done> lived = openSandbox(options).live(wishFd);
    ::close(wishFd);
    return lived ? ExitCode::Ok : reportSandboxFailure(lived.error());
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
    if (!status.callbackAddress.empty())
        printLine(SandboxWords::tr("The practice bank calls back at %1.").arg(models::plainText(status.callbackAddress)));
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
