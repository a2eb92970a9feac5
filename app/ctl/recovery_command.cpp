// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery_commands.h"

#include "acts/incident_report.h"
#include "acts/recover.h"
#include "acts/request_id.h"
#include "incident_desk.h"
#include "models/display_text.h"
#include "models/incident_report.h"
#include "models/incident_text.h"
#include "models/recovery_text.h"
#include "models/refusal_text.h"
#include "store/control_store.h"
#include "store/recovery_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <memory>

namespace onceover::ctl {

namespace {

struct RecoverySayings {
    Q_DECLARE_TR_FUNCTIONS(RecoveryCommand)
};

constexpr std::size_t kItemsShown = 20;

/// The store of a command about recoveries, connected as its person.
struct RecoveryDesk {
    std::unique_ptr<store::RecoveryStore> port; ///< Null: it could not be reached, which was said.
    ServerIdentity server;
    ExitCode failed = ExitCode::Ok;
};

RecoveryDesk openRecoveryDesk(const CommonOptions& common)
{
    RecoveryDesk desk;
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target) {
        desk.failed = reportFailure(target.error());
        return desk;
    }
    desk.port = std::make_unique<store::RecoveryStore>(*target, std::string{kProgram});
    const Result<ServerIdentity> server = desk.port->connect();
    if (!server) {
        desk.failed = reportFailure(server.error());
        desk.port.reset();
        return desk;
    }
    desk.server = *server;
    return desk;
}

Json totalsJson(const RecoveryProposal& proposal)
{
    Json totals = Json::array();
    for (const RecoveryTotal& total : proposal.totals)
        totals.push_back({{"action", nameOf(total.action)}, {"currency", total.currency},
            {"operations", total.operations}, {"amount_minor", total.amountMinor}});
    return totals;
}

Json itemsJson(const RecoveryProposal& proposal)
{
    Json items = Json::array();
    for (const RecoveryItem& item : proposal.items)
        items.push_back({{"operation_id", item.facts.operation.value.toString()},
            {"action", nameOf(item.decision.action)}, {"why", nameOf(item.decision.reason)},
            {"status", nameOf(item.facts.status)}, {"failure_class", item.facts.failureClass},
            {"amount_minor", item.facts.amountMinor}, {"currency", item.facts.currency},
            {"idempotency_key", item.facts.key}, {"effects", item.facts.effects}});
    return items;
}

void printProposal(const RecoveryProposal& proposal)
{
    for (const RecoveryTotal& total : proposal.totals)
        printLine(QStringLiteral("%1 %2 %3")
                      .arg(models::recoveryActionText(nameOf(total.action)), -16)
                      .arg(models::countText(total.operations), 8)
                      .arg(models::moneyText(total.amountMinor, total.currency)));
    for (std::size_t i = 0; i < proposal.items.size() && i < kItemsShown; ++i) {
        const RecoveryItem& item = proposal.items[i];
        printLine(QStringLiteral("  %1 %2 %3: %4")
                      .arg(models::plainText(item.facts.operation.value.toString()),
                          models::moneyText(item.facts.amountMinor, item.facts.currency),
                          models::recoveryActionText(nameOf(item.decision.action)),
                          models::recoveryReasonText(item.decision.reason)));
    }
    if (proposal.items.size() > kItemsShown)
        printLine(RecoverySayings::tr("and %1 more (--json tells all)").arg(proposal.items.size() - kItemsShown));
}

ExitCode sayPlanned(const CommonOptions& common, const Result<RequestAnswer>& answer, Json json)
{
    if (!answer)
        return reportFailure(answer.error());
    if (common.json) {
        json["outcome"] = answer->done ? "DONE" : "REFUSED";
        json["reason"] = answer->reason;
        json["found"] = answer->found;
        json["approval_id"] = answer->id == 0 ? Json(nullptr) : Json(answer->id);
        json["status"] = answer->status;
        json["expires_at"] = answer->expiresAt ? Json(plainTime(*answer->expiresAt)) : Json(nullptr);
        printJson(json);
        return answer->done ? ExitCode::Ok : ExitCode::Broken;
    }
    if (!answer->done) {
        const auto refusal = refusalFromName(answer->reason);
        const QString found = models::plainText(answer->found);
        if (refusal) {
            const models::FailureText text = models::refusalText(*refusal, found);
            printLine(text.what + QStringLiteral(" ") + text.next);
        } else {
            printLine(models::refusalSentence(answer->reason));
        }
        if (!found.isEmpty())
            printLine(QStringLiteral("  ") + found);
        return ExitCode::Broken;
    }
    printLine(RecoverySayings::tr("Request %1: an approver reads it with `onceoverctl requests %1` and decides.")
                  .arg(answer->id));
    return ExitCode::Ok;
}

} // namespace

ExitCode runPlan(const CommonOptions& common, const RecoveryOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    std::set<OperationId> leftAlone;
    for (const std::string& text : options.leftAlone) {
        const auto id = Uuid::parse(text);
        if (!id) {
            printNote(RecoverySayings::tr("%1 is no operation id.").arg(models::plainText(text)));
            return ExitCode::Usage;
        }
        leftAlone.insert(OperationId{*id});
    }
    if (!incident)
        return ExitCode::Usage;
    RecoveryDesk desk = openRecoveryDesk(common);
    if (!desk.port)
        return desk.failed;
    const auto proposal = acts::proposeRecovery(*desk.port, *incident);
    if (!proposal)
        return reportFailure(proposal.error(), models::plainText(options.incident));
    Json json = whereJson(desk.server);
    json["incident_id"] = *incident;
    json["totals"] = totalsJson(*proposal);
    json["items"] = itemsJson(*proposal);
    if (!common.json) {
        printWhere(desk.server);
        printProposal(*proposal);
    }
    if (!options.isAsked) {
        if (common.json)
            printJson(json);
        else
            printLine(RecoverySayings::tr("Nothing is asked for yet: add --request and a --reason."));
        return ExitCode::Ok;
    }
    const RecoveryWish wish = acts::wishOf(*incident, *proposal, leftAlone, options.reason, options.ticket);
    return sayPlanned(common, acts::requestRecovery(*desk.port, wish, acts::newRequestId()), std::move(json));
}

ExitCode runFalseAlarm(const CommonOptions& common, const RecoveryOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return ExitCode::Usage;
    RecoveryDesk desk = openRecoveryDesk(common);
    if (!desk.port)
        return desk.failed;
    if (!common.json)
        printWhere(desk.server);
    Json json = whereJson(desk.server);
    json["incident_id"] = *incident;
    return sayPlanned(common,
        acts::requestFalseAlarm(*desk.port, *incident, options.reason, options.ticket, acts::newRequestId()),
        std::move(json));
}

ExitCode runRecover(const CommonOptions& common, const RecoveryOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return ExitCode::Usage;
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    return sayIncident(common, desk.server,
        acts::beginRecovery(*desk.port, *incident, options.reason, acts::newRequestId(), acts::newRequestId()));
}

ExitCode runReport(const CommonOptions& common, const RecoveryOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return ExitCode::Usage;
    IncidentDesk desk = openIncidentDesk(common, "carol");
    if (!desk.port)
        return desk.failed;
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::ControlStore requests{*target, std::string{kProgram}};
    const auto report = acts::readIncidentReport(*desk.port, requests, *incident);
    if (!report)
        return reportFailure(report.error(), models::plainText(options.incident));
    if (common.json) {
        Json json = whereJson(desk.server);
        json["report"] = incidentReportJson(*report);
        printJson(json);
        return ExitCode::Ok;
    }
    printLine(models::incidentReport(*report)); // The page alone, so that it can be kept as it is.
    return ExitCode::Ok;
}

} // namespace onceover::ctl
