// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/record_self_test.h"
#include "acts/request_id.h"
#include "channel/channel_self_test.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/people_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct SelfTestWords {
    Q_DECLARE_TR_FUNCTIONS(SelfTestCommand)
};

QString outcomeWord(ProbeOutcome outcome)
{
    switch (outcome) {
    case ProbeOutcome::Agrees:
        return SelfTestWords::tr("agrees");
    case ProbeOutcome::Differs:
        return SelfTestWords::tr("DIFFERS");
    case ProbeOutcome::NotProved:
        break;
    }
    return SelfTestWords::tr("not proved");
}

void printProbe(const ProbeResult& probe)
{
    const QString found = probe.found.empty() ? QStringLiteral("–") : models::plainText(probe.found);
    printLine(QStringLiteral("%1 %2 %3")
                  .arg(outcomeWord(probe.outcome), -11)
                  .arg(models::plainText(probe.field), -19)
                  .arg(SelfTestWords::tr("declared %1, found %2").arg(models::plainText(probe.declared), found)));
    printLine(QStringLiteral("            ") + models::plainText(probe.detail));
}

Json probeJson(const ProbeResult& probe)
{
    return {{"field", probe.field}, {"declared", probe.declared}, {"found", probe.found},
        {"outcome", nameOf(probe.outcome)}, {"detail", probe.detail}};
}

Json selfTestJson(const ServerIdentity& where, const ChannelProfile& profile, const std::vector<ProbeResult>& probes,
    const RecordedSelfTest& recorded)
{
    Json json = whereJson(where);
    json["channel"] = profile.channel.value;
    json["profile_version"] = profile.profileVersion;
    json["endpoint"] = profile.endpoint;
    json["outcome"] = recorded.done ? "DONE" : "REFUSED";
    json["reason"] = recorded.reason;
    json["self_test_id"] = recorded.done ? Json(recorded.id) : Json(nullptr);
    json["at"] = recorded.at ? Json(plainTime(*recorded.at)) : Json(nullptr);
    json["passed"] = recorded.passed;
    json["probes"] = Json::array();
    for (const ProbeResult& probe : probes)
        json["probes"].push_back(probeJson(probe));
    return json;
}

} // namespace

ExitCode runSelfTest(const CommonOptions& common, const SelfTestOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    if (!common.json)
        printWhere(*server);
    auto profile = people.channelProfile(ChannelId{options.channel}, options.version);
    if (profile && !*profile)
        profile = refuse(Refusal::NoChannelProfile, options.channel);
    if (!profile)
        return reportFailure(profile.error(), models::plainText(options.channel));
    ChannelProfile tested = **profile;
    tested.endpoint = options.endpoint.empty() ? tested.testEndpoint : options.endpoint;
    if (tested.endpoint.empty()) {
        printNote(SelfTestWords::tr(
            "The profile names no test mode of this channel. Name one by --endpoint; money must not move there."));
        return ExitCode::Usage;
    }
    const Uuid requestId = acts::newRequestId();
    const std::vector<ProbeResult> probes = channel::testChannel(tested, requestId.toString());
    const auto recorded = acts::recordSelfTest(people, **profile, tested.endpoint, probes, requestId);
    if (!recorded)
        return reportFailure(recorded.error(), models::plainText(options.channel));
    if (common.json) {
        printJson(selfTestJson(*server, tested, probes, *recorded));
    } else {
        for (const ProbeResult& probe : probes)
            printProbe(probe);
        if (!recorded->done)
            printLine(models::refusalSentence(recorded->reason));
        else if (recorded->passed)
            printLine(SelfTestWords::tr("Self-test %1: %2 version %3 keeps what it declares; it may be enabled.")
                          .arg(recorded->id)
                          .arg(models::plainText(options.channel))
                          .arg(tested.profileVersion));
        else
            printLine(SelfTestWords::tr("Self-test %1: %2 version %3 must not be enabled with this profile.")
                          .arg(recorded->id)
                          .arg(models::plainText(options.channel))
                          .arg(tested.profileVersion));
    }
    return recorded->done && recorded->passed ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
