// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/request_id.h"
#include "acts/reveal.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/people_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct RevealWords {
    Q_DECLARE_TR_FUNCTIONS(RevealCommand)
};

void printRevealed(const Revealed& revealed)
{
    printLine(RevealWords::tr("Beneficiary: %1, account %2, country %3")
                  .arg(models::plainText(revealed.beneficiaryName), models::plainText(revealed.beneficiaryAccount),
                      models::plainText(revealed.beneficiaryCountry)));
    printLine(RevealWords::tr("Payload: %1")
                  .arg(models::plainText(revealed.payload.empty() ? std::string{"–"} : revealed.payload)));
    printLine(RevealWords::tr("That you looked, and why, is in the audit."));
}

} // namespace

ExitCode runReveal(const CommonOptions& common, const RevealOptions& options)
{
    const auto operation = Uuid::parse(options.operation);
    if (!operation) {
        printNote(RevealWords::tr("An operation is named by its id, as lists show it."));
        return ExitCode::Usage;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<Revealed> answer
        = acts::reveal(people, OperationId{*operation}, options.reason, acts::newRequestId());
    if (!answer)
        return reportFailure(answer.error(), models::plainText(options.operation));
    if (common.json) {
        Json json = whereJson(*server);
        json["operation_id"] = operation->toString();
        json["outcome"] = answer->done ? "DONE" : "REFUSED";
        json["reason"] = answer->reason;
        json["beneficiary_name"] = answer->beneficiaryName;
        json["beneficiary_account"] = answer->beneficiaryAccount;
        json["beneficiary_country"] = answer->beneficiaryCountry;
        json["payload"] = answer->payload;
        printJson(json);
    } else {
        printWhere(*server);
        if (answer->done)
            printRevealed(*answer);
        else
            printLine(models::refusalSentence(answer->reason));
    }
    return answer->done ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
