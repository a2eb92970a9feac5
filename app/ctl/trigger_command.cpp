// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/request_id.h"
#include "acts/trigger_run.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/people_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct TriggerWords {
    Q_DECLARE_TR_FUNCTIONS(TriggerCommand)
};

void printAnswerJson(
    const ServerIdentity& server, const acts::TriggerRequest& request, const ManualTriggerAnswer& answer)
{
    Json json = whereJson(server);
    json["job"] = request.job.value;
    json["biz_date"] = request.bizDate.toString();
    json["request_id"] = request.requestId.toString();
    json["outcome"] = answer.done ? "DONE" : "REFUSED";
    json["reason"] = answer.reason;
    json["answer"] = answer.answer;
    json["new_run"] = answer.answer == "CREATED";
    if (answer.done) {
        json["trigger_id"] = answer.triggerId;
        json["run_id"] = answer.runId;
        json["run_key"] = answer.runKey;
        json["run_status"] = answer.runStatus;
        json["batch_id"] = answer.batchId ? Json(*answer.batchId) : Json(nullptr);
        json["batch_status"] = answer.batchStatus;
    }
    printJson(json);
}

void printAnswer(const acts::TriggerRequest& request, const ManualTriggerAnswer& answer)
{
    printLine(models::triggerSentence(answer, models::plainText(request.job.value), request.bizDate));
    if (answer.done) {
        const QString batch = answer.batchId
            ? TriggerWords::tr("batch %1 (%2)")
                  .arg(*answer.batchId)
                  .arg(models::stateText(models::Machine::Batch, answer.batchStatus).word)
            : TriggerWords::tr("no batch yet");
        printLine(TriggerWords::tr("run %1 (%2), %3, trigger %4")
                      .arg(models::plainText(answer.runKey),
                          models::stateText(models::Machine::Run, answer.runStatus).word, batch)
                      .arg(answer.triggerId));
    }
    printLine(TriggerWords::tr("request id %1: the same id again is the same request")
                  .arg(models::plainText(request.requestId.toString())));
}

/// The id of the wish: the one that was given, so that a lost answer can be asked for, else a new one. Nothing: not a
/// UUID.
std::optional<Uuid> requestIdFor(const TriggerOptions& options)
{
    return options.requestId ? Uuid::parse(*options.requestId) : acts::newRequestId();
}

} // namespace

ExitCode runTrigger(const CommonOptions& common, const TriggerOptions& options)
{
    const std::optional<Uuid> requestId = requestIdFor(options);
    if (!requestId) {
        printNote(TriggerWords::tr("--request-id must be a UUID such as %1.")
                      .arg(models::plainText(acts::newRequestId().toString())));
        return ExitCode::Usage;
    }
    const Result<acts::TriggerRequest> request = acts::readTriggerRequest(options.job, options.bizDate, *requestId);
    if (!request) {
        static_cast<void>(reportFailure(request.error(), models::plainText(options.bizDate)));
        return ExitCode::Usage; // Nothing was asked of the database yet.
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    if (!common.json)
        printWhere(*server);
    const Result<ManualTriggerAnswer> answer = acts::triggerRun(people, *request);
    if (!answer) {
        if (answer.error().kind == FailureKind::InDoubt)
            printNote(TriggerWords::tr(
                "Ask again with --request-id %1: the same id is the same request, whether it arrived or not.")
                          .arg(models::plainText(requestId->toString())));
        return reportFailure(answer.error(), models::plainText(options.job));
    }
    if (common.json)
        printAnswerJson(*server, *request, *answer);
    else
        printAnswer(*request, *answer);
    return answer->done ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
