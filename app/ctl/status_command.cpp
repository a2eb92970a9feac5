// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QStringList>

#include <map>

namespace onceover::ctl {

namespace {

struct StatusWords {
    Q_DECLARE_TR_FUNCTIONS(StatusCommand)
};

Json workerJson(const WorkerLine& worker)
{
    return {{"worker_id", worker.workerId}, {"duties", worker.duties}, {"last_beat", plainTime(worker.lastBeat)},
        {"alive", worker.alive}};
}

Json freezeJson(const FreezeLine& freeze)
{
    return {{"scope_kind", freeze.scopeKind}, {"scope_ref", freeze.scopeRef}, {"since", plainTime(freeze.since)},
        {"actor", freeze.actor}, {"reason", freeze.reason}};
}

Json countsJson(const std::map<std::string, std::int64_t>& counts)
{
    Json json = Json::object();
    for (const auto& [status, n] : counts)
        json[status] = n;
    return json;
}

void printStatusJson(const StatusSnapshot& status)
{
    Json json = whereJson(status.server);
    json["taken_at"] = plainTime(status.takenAt);
    json["operations"] = countsJson(status.operations);
    json["batches"] = countsJson(status.batches);
    json["stuck_leases"] = status.stuckLeases;
    json["dead_letters"] = status.deadLetters;
    json["outbox"] = countsJson(status.outbox);
    json["frozen"] = Json::array();
    for (const FreezeLine& freeze : status.frozen)
        json["frozen"].push_back(freezeJson(freeze));
    json["workers"] = Json::array();
    for (const WorkerLine& worker : status.workers)
        json["workers"].push_back(workerJson(worker));
    printJson(json);
}

/// `succeeded 840 · dead 2`, in the words of the machine.
QString countsText(const std::map<std::string, std::int64_t>& counts, models::Machine machine)
{
    QStringList parts;
    for (const auto& [status, n] : counts)
        parts << QStringLiteral("%1 %2").arg(models::stateText(machine, status).word, models::countText(n));
    return parts.isEmpty() ? StatusWords::tr("none") : parts.join(QStringLiteral(" · "));
}

QString workersText(const StatusSnapshot& status)
{
    QStringList lines;
    for (const WorkerLine& worker : status.workers) {
        QStringList duties;
        for (const std::string& duty : worker.duties)
            duties << models::dutyText(duty);
        lines << QStringLiteral("%1 (%2): %3, %4")
                     .arg(models::plainText(worker.workerId), duties.join(QStringLiteral(", ")),
                         models::workerText(worker.alive).word,
                         StatusWords::tr("last seen %1 ago").arg(models::ageText(worker.lastBeat, status.takenAt)));
    }
    return lines.isEmpty() ? StatusWords::tr("none seen within the last hour: nothing is being settled")
                           : lines.join(QStringLiteral("\n              "));
}

void printStatus(const StatusSnapshot& status)
{
    const auto line = [](const QString& name, const QString& value) {
        printLine(QStringLiteral("%1 %2").arg(name, -13).arg(value));
    };
    const models::TimeFormat format = models::TimeFormat::local().relativeTo(status.takenAt);
    line(StatusWords::tr("as of"), format.full(status.takenAt));
    line(StatusWords::tr("operations"), countsText(status.operations, models::Machine::Operation));
    line(StatusWords::tr("batches"), countsText(status.batches, models::Machine::Batch));
    line(StatusWords::tr("open messages"), countsText(status.outbox, models::Machine::Message));
    line(StatusWords::tr("stuck leases"), models::countText(status.stuckLeases));
    line(StatusWords::tr("dead letters"), models::countText(status.deadLetters));
    QStringList freezes;
    QStringList pauses;
    for (const FreezeLine& freeze : status.frozen)
        (freeze.isPause ? pauses : freezes)
            << StatusWords::tr("%1 since %2 by %3: %4")
                   .arg(models::scopeText(freeze.scopeKind, freeze.scopeRef), format.full(freeze.since),
                       models::plainText(freeze.actor), models::plainText(freeze.reason));
    line(StatusWords::tr("frozen"),
        freezes.isEmpty() ? StatusWords::tr("nothing") : freezes.join(QStringLiteral("\n              ")));
    if (!pauses.isEmpty())
        line(StatusWords::tr("paused"), pauses.join(QStringLiteral("\n              ")));
    line(StatusWords::tr("workers"), workersText(status));
}

} // namespace

ExitCode runStatus(const CommonOptions& common)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::ProofStore proof{*target, std::string{kProgram}};
    const Result<StatusSnapshot> status = proof.status();
    if (!status)
        return reportFailure(status.error());
    if (common.json) {
        printStatusJson(*status);
    } else {
        printWhere(status->server);
        printStatus(*status);
    }
    return ExitCode::Ok;
}

} // namespace onceover::ctl
