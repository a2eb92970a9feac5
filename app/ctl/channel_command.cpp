// SPDX-License-Identifier: GPL-3.0-or-later
// Channels paused on an outage, and started again.
#include "commands.h"

#include "acts/pause_channel.h"
#include "acts/request_id.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/people_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace onceover::ctl {

namespace {

struct PauseWords {
    Q_DECLARE_TR_FUNCTIONS(PauseCommand)
};

Json pauseJson(const ChannelPause& pause)
{
    return {{"channel", pause.channel}, {"reason", pause.reason}, {"paused_by", pause.by},
        {"paused_at", plainTime(pause.since)}, {"messages_held", pause.messages},
        {"messages_under_way", pause.underWay}, {"operations_held", pause.operations}};
}

void printPause(const ChannelPause& pause)
{
    printLine(PauseWords::tr("%1: paused since %2 by %3: %4")
                  .arg(models::plainText(pause.channel), models::TimeFormat::local().full(pause.since),
                      models::plainText(pause.by), models::plainText(pause.reason)));
    printLine(QStringLiteral("       ")
        + PauseWords::tr("held: %1 messages, %2 operations that are not posted; may still leave: %3 messages")
              .arg(models::countText(pause.messages), models::countText(pause.operations),
                  models::countText(pause.underWay)));
}

QString outcomeSentence(const PauseAnswer& answer, const QString& channel, bool pause)
{
    if (!answer.done)
        return models::refusalSentence(answer.reason);
    if (!pause)
        return answer.changed
            ? PauseWords::tr("%1: goes on. What was held is sent in its order, under its keys.").arg(channel)
            : PauseWords::tr("%1: was not paused.").arg(channel);
    return answer.changed
        ? PauseWords::tr("%1: paused. Nothing is claimed for it or sent over it; questions go on.").arg(channel)
        : PauseWords::tr("%1: paused already, by %2.").arg(channel, models::plainText(answer.by));
}

} // namespace

ExitCode runPause(const CommonOptions& common, const PauseOptions& options, bool pause)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    const ChannelId channel{options.channel};
    const QString name = models::plainText(options.channel);
    const Uuid requestId = acts::newRequestId();
    const Result<PauseAnswer> answer = pause ? acts::pauseChannel(people, channel, options.reason, requestId)
                                             : acts::resumeChannel(people, channel, options.reason, requestId);
    if (!answer)
        return reportFailure(answer.error(), name);
    const Result<std::vector<ChannelPause>> pauses = people.channelPauses();
    if (!pauses)
        return reportFailure(pauses.error(), name);
    const auto paused = std::find_if(
        pauses->begin(), pauses->end(), [&](const ChannelPause& one) { return one.channel == options.channel; });
    if (common.json) {
        Json json = whereJson(*server);
        json["channel"] = options.channel;
        json["outcome"] = answer->done ? "DONE" : "REFUSED";
        json["reason"] = answer->reason;
        json["changed"] = answer->changed;
        json["by"] = answer->by;
        json["at"] = answer->at ? Json(plainTime(*answer->at)) : Json(nullptr);
        json["pause"] = paused != pauses->end() ? pauseJson(*paused) : Json(nullptr);
        printJson(json);
    } else {
        printWhere(*server);
        printLine(outcomeSentence(*answer, name, pause));
        if (paused != pauses->end())
            printPause(*paused);
    }
    return answer->done ? ExitCode::Ok : ExitCode::Broken;
}

ExitCode runPauses(const CommonOptions& common)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<std::vector<ChannelPause>> pauses = people.channelPauses();
    if (!pauses)
        return reportFailure(pauses.error());
    if (common.json) {
        Json json = whereJson(*server);
        json["pauses"] = Json::array();
        for (const ChannelPause& pause : *pauses)
            json["pauses"].push_back(pauseJson(pause));
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(*server);
    if (pauses->empty())
        printLine(PauseWords::tr("No channel is paused."));
    for (const ChannelPause& pause : *pauses)
        printPause(pause);
    return ExitCode::Ok;
}

} // namespace onceover::ctl
