// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/decide.h"
#include "acts/freeze.h"
#include "acts/request_id.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/control_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <memory>

namespace onceover::ctl {

namespace {

struct ControlWords {
    Q_DECLARE_TR_FUNCTIONS(ControlCommand)
};

QString scopeName(const ControlScope& scope)
{
    return models::plainText(scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref);
}

/// A store of this command's person, connected; the server goes to `server`.
struct Desk {
    std::unique_ptr<store::ControlStore> port;
    ServerIdentity server;
    ExitCode failed = ExitCode::Ok;
};

Desk openDesk(const CommonOptions& common, std::string_view practiceLogin)
{
    Desk desk;
    const Result<store::ConnectionTarget> target = targetFor(common, practiceLogin);
    if (!target) {
        desk.failed = reportFailure(target.error());
        return desk;
    }
    desk.port = std::make_unique<store::ControlStore>(*target, std::string{kProgram});
    const Result<ServerIdentity> server = desk.port->connect();
    if (!server) {
        desk.failed = reportFailure(server.error());
        desk.port.reset();
        return desk;
    }
    desk.server = *server;
    return desk;
}

Json freezeJson(const FreezeRow& freeze)
{
    Json json{{"freeze_id", freeze.id}, {"scope_kind", freeze.scope.kind}, {"scope_ref", freeze.scope.ref},
        {"status", freeze.status}, {"actor", freeze.actor}, {"reason", freeze.reason},
        {"requested_at", plainTime(freeze.requestedAt)}};
    json["effective_at"] = freeze.effectiveAt ? Json(plainTime(*freeze.effectiveAt)) : Json(nullptr);
    json["drained_at"] = freeze.drainedAt ? Json(plainTime(*freeze.drainedAt)) : Json(nullptr);
    json["held"] = {{"operations", freeze.operations}, {"messages", freeze.messages}, {"runs", freeze.runs}};
    json["may_still_leave"] = freeze.mayStillLeave;
    return json;
}

void printFreeze(const FreezeRow& freeze)
{
    printLine(QStringLiteral("%1 %2 %3 %4")
                  .arg(QString::number(freeze.id), 6)
                  .arg(models::plainText(freeze.status), -14)
                  .arg(scopeName(freeze.scope), models::plainText(freeze.actor + ": " + freeze.reason)));
    printLine(QStringLiteral("       ")
        + ControlWords::tr("held back: operations %1, messages %2, runs %3; may still leave: %4")
              .arg(freeze.operations)
              .arg(freeze.messages)
              .arg(freeze.runs)
              .arg(freeze.mayStillLeave));
}

ExitCode listFreezes(const CommonOptions& common)
{
    Desk desk = openDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    const auto freezes = desk.port->freezes();
    if (!freezes)
        return reportFailure(freezes.error());
    const auto leaving = desk.port->mayStillLeave(1000);
    if (!leaving)
        return reportFailure(leaving.error());
    if (common.json) {
        Json json = whereJson(desk.server);
        json["freezes"] = Json::array();
        for (const FreezeRow& freeze : *freezes)
            json["freezes"].push_back(freezeJson(freeze));
        json["may_still_leave"] = Json::array();
        for (const MayLeaveRow& message : *leaving)
            json["may_still_leave"].push_back({{"operation_id", message.operation}, {"channel_id", message.channel},
                {"idempotency_key", message.key}, {"amount_minor", message.amountMinor}, {"currency", message.currency},
                {"status", message.status}, {"worker_id", message.worker}, {"host", message.host}});
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(desk.server);
    if (freezes->empty())
        printLine(ControlWords::tr("Nothing is frozen."));
    for (const FreezeRow& freeze : *freezes)
        printFreeze(freeze);
    if (!freezes->empty()) {
        for (const MayLeaveRow& message : *leaving)
            printLine(
                ControlWords::tr("may still leave from host %1: %2 %3 key %4")
                    .arg(models::plainText(message.host), models::moneyText(message.amountMinor, message.currency),
                        models::plainText(message.channel), models::plainText(message.key)));
    }
    return ExitCode::Ok;
}

ExitCode sayFrozen(const CommonOptions& common, const Desk& desk, const ControlScope& scope, const FreezeAnswer& answer,
    const std::optional<FenceAnswer>& fenced)
{
    const bool isInForce = answer.done && answer.status != "REQUESTED";
    if (common.json) {
        Json json = whereJson(desk.server);
        json["outcome"] = answer.done ? "DONE" : "REFUSED";
        json["reason"] = answer.reason;
        json["answer"] = answer.answer;
        json["freeze_id"] = answer.id;
        json["status"] = answer.status;
        json["effective_at"] = answer.effectiveAt ? Json(plainTime(*answer.effectiveAt)) : Json(nullptr);
        if (fenced)
            json["fenced"] = {{"operations", fenced->operations}, {"messages", fenced->messages}};
        printJson(json);
        return isInForce ? ExitCode::Ok : ExitCode::Broken;
    }
    printWhere(desk.server);
    if (!answer.done) {
        printLine(models::refusalSentence(answer.reason));
        return ExitCode::Broken;
    }
    printLine(answer.status == "REQUESTED"
            ? ControlWords::tr("Freeze %1 of %2 is ordered and not yet in force.").arg(answer.id).arg(scopeName(scope))
            : ControlWords::tr("Freeze %1 of %2 is in force: no new attempt, claim, retry or send.")
                  .arg(answer.id)
                  .arg(scopeName(scope)));
    if (fenced)
        printLine(ControlWords::tr("Fenced: operations given back %1, messages to be asked about %2.")
                      .arg(fenced->operations)
                      .arg(fenced->messages));
    return isInForce ? ExitCode::Ok : ExitCode::Broken;
}

ExitCode sayFenced(const CommonOptions& common, const Desk& desk, const FenceAnswer& answer)
{
    if (common.json) {
        Json json = whereJson(desk.server);
        json["outcome"] = answer.done ? "DONE" : "REFUSED";
        json["reason"] = answer.reason;
        json["fenced"] = {{"operations", answer.operations}, {"messages", answer.messages}};
        printJson(json);
    } else {
        printWhere(desk.server);
        printLine(answer.done ? ControlWords::tr("Fenced: operations given back %1, messages to be asked about %2.")
                                    .arg(answer.operations)
                                    .arg(answer.messages)
                              : models::refusalSentence(answer.reason));
    }
    return answer.done ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace

ExitCode runFreeze(const CommonOptions& common, const FreezeOptions& options)
{
    if (options.kind.empty())
        return listFreezes(common);
    const Result<ControlScope> scope = acts::readScope(options.kind, options.ref, false);
    if (!scope) {
        printNote(ControlWords::tr("A freeze covers everything, or one job, channel, merchant or batch by its id."));
        return ExitCode::Usage;
    }
    Desk desk = openDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    const Result<FreezeAnswer> answer = acts::freeze(*desk.port, *scope, options.reason, acts::newRequestId());
    if (!answer)
        return reportFailure(answer.error(), scopeName(*scope));
    std::optional<FenceAnswer> fenced;
    if (answer->done && options.alsoFence) {
        const Result<FenceAnswer> cut = acts::fence(*desk.port, *scope, options.reason, acts::newRequestId());
        if (!cut)
            return reportFailure(cut.error(), scopeName(*scope));
        fenced = *cut;
    }
    return sayFrozen(common, desk, *scope, *answer, fenced);
}

ExitCode runFence(const CommonOptions& common, const FreezeOptions& options)
{
    const Result<ControlScope> scope = acts::readScope(options.kind, options.ref, true);
    if (!scope) {
        printNote(ControlWords::tr(
            "A fence covers everything, or one job, channel, merchant, batch, worker or operation by its id."));
        return ExitCode::Usage;
    }
    if (options.isGone && scope->kind != "worker") {
        printNote(ControlWords::tr("Only a worker can be gone."));
        return ExitCode::Usage;
    }
    Desk desk = openDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    if (options.isGone) {
        const Result<RequestAnswer> dead
            = acts::declareDead(*desk.port, scope->ref, options.reason, acts::newRequestId());
        if (!dead)
            return reportFailure(dead.error(), scopeName(*scope));
        if (!dead->done)
            return sayFenced(common, desk, {false, dead->reason, 0, 0});
    }
    const Result<FenceAnswer> answer = acts::fence(*desk.port, *scope, options.reason, acts::newRequestId());
    if (!answer)
        return reportFailure(answer.error(), scopeName(*scope));
    return sayFenced(common, desk, *answer);
}

} // namespace onceover::ctl
