// SPDX-License-Identifier: GPL-3.0-or-later
#include "incident_commands.h"

#include "acts/freeze.h"
#include "acts/request_id.h"
#include "incident_desk.h"
#include "models/display_text.h"
#include "models/incident_text.h"
#include "models/refusal_text.h"
#include "request_answer.h"
#include "store/control_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <cctype>

namespace onceover::ctl {

namespace {

struct IncidentSayings {
    Q_DECLARE_TR_FUNCTIONS(IncidentCommand)
};

constexpr int kIncidentsMost = 500;
constexpr int kStepsMost = 2000;

QString scopeOf(const ControlScope& scope)
{
    return models::plainText(scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref);
}

void printIncident(const IncidentRow& incident)
{
    printLine(QStringLiteral("%1 %2 %3")
                  .arg(QString::number(incident.id), 6)
                  .arg(models::incidentText(incident.status).word, -16)
                  .arg(models::plainText(incident.title)));
    printLine(QStringLiteral("       ")
        + IncidentSayings::tr("%1 · owner %2 · opened %3")
              .arg(scopeOf(incident.scope), models::plainText(incident.owner),
                  QString::fromStdString(plainTime(incident.openedAt))));
}

void printGate(const IncidentGate& gate)
{
    if (gate.next.empty())
        return;
    const QString next = models::incidentText(gate.next).word;
    if (gate.missing.empty())
        printLine(IncidentSayings::tr("Next: %1. Its gate holds.").arg(next));
    else
        printLine(IncidentSayings::tr("Next: %1. It waits for:").arg(next));
    for (const std::string& missing : gate.missing)
        printLine(QStringLiteral("  ☐ ") + models::missingText(missing));
}

void printSteps(const std::vector<IncidentStepRow>& steps)
{
    for (const IncidentStepRow& step : steps) {
        printLine(QStringLiteral("  %1 %2 %3 [%4]")
                      .arg(QString::fromStdString(plainTime(step.at)), models::plainText(step.actor),
                          models::incidentStepText(step.kind), models::incidentText(step.status).word));
        if (!step.note.empty())
            printLine(QStringLiteral("      ") + models::plainText(step.note));
    }
}

/// One act of the owner or of another operator on an incident that is named by its number.
template <typename Act>
ExitCode actOn(const CommonOptions& common, const IncidentOptions& options, const Act& act)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return ExitCode::Usage;
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    return sayIncident(common, desk.server, act(*desk.port, *incident));
}

/// Freezes the scope of an incident that was just opened; false: it was refused or lost, which was said.
bool freezeScope(const CommonOptions& common, const ControlScope& scope, const IncidentOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error()) == ExitCode::Ok;
    store::ControlStore control{*target, std::string{kProgram}};
    const std::string reason = "on-call freeze, reason to follow";
    const auto frozen = acts::freeze(control, scope, reason, acts::newRequestId());
    if (!frozen)
        return reportFailure(frozen.error(), scopeOf(scope)) == ExitCode::Ok;
    if (!frozen->done || !options.alsoFence)
        return frozen->done;
    const auto fenced = acts::fence(control, scope, "fence of incident: " + options.title, acts::newRequestId());
    if (!fenced)
        return reportFailure(fenced.error(), scopeOf(scope)) == ExitCode::Ok;
    return fenced->done;
}

} // namespace

IncidentDesk openIncidentDesk(const CommonOptions& common, std::string_view practiceLogin)
{
    IncidentDesk desk;
    const Result<store::ConnectionTarget> target = targetFor(common, practiceLogin);
    if (!target) {
        desk.failed = reportFailure(target.error());
        return desk;
    }
    desk.port = std::make_unique<store::IncidentStore>(*target, std::string{kProgram});
    const Result<ServerIdentity> server = desk.port->connect();
    if (!server) {
        desk.failed = reportFailure(server.error());
        desk.port.reset();
        return desk;
    }
    desk.server = *server;
    return desk;
}

std::optional<std::int64_t> incidentNumber(const std::string& text)
{
    if (const auto number = numberFrom(text))
        return number;
    printNote(IncidentSayings::tr("An incident is named by its number, as `onceoverctl incident list` shows it."));
    return std::nullopt;
}

Json incidentAnswerJson(const ServerIdentity& server, const IncidentAnswer& answer)
{
    Json json = whereJson(server);
    json["outcome"] = answer.done ? "DONE" : "REFUSED";
    json["reason"] = answer.reason;
    json["found"] = answer.found;
    json["missing"] = acts::missingOf(answer);
    json["incident_id"] = answer.incident == 0 ? Json(nullptr) : Json(answer.incident);
    json["status"] = answer.status;
    json["step"] = answer.step == 0 ? Json(nullptr) : Json(answer.step);
    return json;
}

ExitCode sayIncident(const CommonOptions& common, const ServerIdentity& server, const Result<IncidentAnswer>& answer)
{
    if (!answer)
        return reportFailure(answer.error());
    if (common.json) {
        printJson(incidentAnswerJson(server, *answer));
        return answer->done ? ExitCode::Ok : ExitCode::Broken;
    }
    printWhere(server);
    if (answer->done) {
        const models::StateText state = models::incidentText(answer->status);
        printLine(IncidentSayings::tr("Incident %1: %2.").arg(answer->incident).arg(state.word));
        printLine(state.explanation);
        return ExitCode::Ok;
    }
    const std::vector<std::string> missing = acts::missingOf(*answer);
    const auto refusal = refusalFromName(answer->reason);
    if (refusal && missing.empty()) {
        const models::FailureText text = models::refusalText(*refusal, models::plainText(answer->found));
        printLine(text.what + QStringLiteral(" ") + text.next);
    } else {
        printLine(models::refusalSentence(answer->reason));
    }
    for (const std::string& one : missing)
        printLine(QStringLiteral("  ☐ ") + models::missingText(one));
    return ExitCode::Broken;
}

ExitCode runIncidentOpen(const CommonOptions& common, const IncidentOptions& options)
{
    IncidentWish wish;
    wish.title = options.title;
    const Result<ControlScope> scope = acts::readScope(options.kind, options.ref, false);
    if (!scope) {
        printNote(
            IncidentSayings::tr("An incident is about everything, or one job, channel, merchant or batch by its id."));
        return ExitCode::Usage;
    }
    wish.scope = *scope;
    if (!options.fromDate.empty()) {
        const Result<BusinessDate> from = BusinessDate::parse(options.fromDate);
        if (!from) {
            printNote(
                IncidentSayings::tr("--from %1 is no date like 2026-03-29.").arg(models::plainText(options.fromDate)));
            return ExitCode::Usage;
        }
        wish.fromDate = *from;
    }
    // What is stopped first is the least that can happen meanwhile.
    if ((options.alsoFreeze || options.alsoFence) && !freezeScope(common, *scope, options))
        return ExitCode::Broken;
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    return sayIncident(common, desk.server, acts::openIncident(*desk.port, wish, acts::newRequestId()));
}

ExitCode runIncidentList(const CommonOptions& common, const IncidentOptions&)
{
    IncidentDesk desk = openIncidentDesk(common, "carol");
    if (!desk.port)
        return desk.failed;
    const auto incidents = desk.port->incidents(std::nullopt, kIncidentsMost);
    if (!incidents)
        return reportFailure(incidents.error());
    if (common.json) {
        Json json = whereJson(desk.server);
        json["incidents"] = Json::array();
        for (const IncidentRow& incident : *incidents)
            json["incidents"].push_back(incidentJson(incident));
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(desk.server);
    if (incidents->empty())
        printLine(IncidentSayings::tr("There was no incident."));
    for (const IncidentRow& incident : *incidents)
        printIncident(incident);
    return ExitCode::Ok;
}

ExitCode runIncidentShow(const CommonOptions& common, const IncidentOptions& options)
{
    const auto number = incidentNumber(options.incident);
    if (!number)
        return ExitCode::Usage;
    IncidentDesk desk = openIncidentDesk(common, "carol");
    if (!desk.port)
        return desk.failed;
    const auto found = desk.port->incidents(*number, 1);
    const auto gate = desk.port->gate(*number);
    const auto steps = desk.port->steps(*number, kStepsMost);
    const auto equalities = desk.port->equalities(*number);
    for (const Failure* failure : {found ? nullptr : &found.error(), gate ? nullptr : &gate.error(),
             steps ? nullptr : &steps.error(), equalities ? nullptr : &equalities.error()}) {
        if (failure != nullptr)
            return reportFailure(*failure, models::plainText(options.incident));
    }
    if (common.json) {
        Json json = whereJson(desk.server);
        json["incident"] = incidentJson(found->front());
        json["next"] = gate->next.empty() ? Json(nullptr) : Json(gate->next);
        json["missing"] = gate->missing;
        json["equalities"] = equalitiesJson(*equalities);
        json["log"] = incidentStepsJson(*steps);
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(desk.server);
    printIncident(found->front());
    printSteps(*steps);
    for (const EqualityRow& row : *equalities)
        printLine(QStringLiteral("%1 %2: %3 = %4")
                      .arg(row.holds ? QStringLiteral("✔") : QStringLiteral("✖"), models::equalityText(row.equality),
                          models::plainText(row.ours), models::plainText(row.theirs)));
    printGate(*gate);
    return ExitCode::Ok;
}

ExitCode runIncidentTakeOver(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::takeOverIncident(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentNote(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::noteIncident(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentReason(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::giveFreezeReason(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentAnswer(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::answerWhy(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentWeigh(const CommonOptions& common, const IncidentOptions& options)
{
    HypothesisVerdict verdict;
    std::string name = options.hypothesis;
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    std::replace(name.begin(), name.end(), '-', '_');
    const auto hypothesis = fromName<Hypothesis>(name);
    if (!hypothesis) {
        QStringList all;
        for (const std::string_view known : kNamesOf<Hypothesis>)
            all << models::plainText(known);
        printNote(IncidentSayings::tr("A cause is one of: %1.").arg(all.join(QStringLiteral(", "))));
        return ExitCode::Usage;
    }
    verdict.hypothesis = *hypothesis;
    verdict.verdict = options.verdict == "supported" ? Verdict::Supported : Verdict::Refuted;
    verdict.rows = options.rows;
    verdict.why = options.text;
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::weighHypothesis(port, incident, verdict, acts::newRequestId());
    });
}

ExitCode runIncidentNext(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::takeNextStep(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentClose(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::closeIncident(port, incident, options.text, acts::newRequestId());
    });
}

ExitCode runIncidentBack(const CommonOptions& common, const IncidentOptions& options)
{
    return actOn(common, options, [&](IncidentPort& port, std::int64_t incident) {
        return acts::goBackInIncident(port, incident, options.text, acts::newRequestId());
    });
}

} // namespace onceover::ctl
