// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "channel/curl_payment_channel.h"
#include "json_text.h"
#include "models/display_text.h"
#include "models/timeline_text.h"
#include "store/duty_connection.h"
#include "store/outbox_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <chrono>

#include <unistd.h>

namespace onceover::ctl {

namespace {

struct QueryWords {
    Q_DECLARE_TR_FUNCTIONS(QueryCommand)
};

constexpr std::chrono::milliseconds kPumpStep{200};
constexpr std::chrono::seconds kAnswerSlack{5}; ///< Beyond the profile's own time-outs.

/// The message that carries the key, as far as asking needs it.
struct AskedMessage {
    MessageRef ref;
    ChannelId channel;
    int profileVersion = 0;
    MessageState status = MessageState::Pending;
    Version version;
    Timestamp readAt;
};

Result<AskedMessage> findMessage(store::Connection& connection, const std::string& key)
{
    const auto rows = connection.run("FindMessageByKey", store::params(key));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return refuse(Refusal::UnknownSubject, key);
    return rows->readOne([](const store::Row& row) {
        return AskedMessage{MessageRef{row.bucket("bucket"), OutboxId{row.int64("outbox_id")}},
            ChannelId{row.string("channel_id")}, row.int32("profile_version"), row.named<MessageState>("status"),
            Version{row.int64("version")}, row.timestamp("read_at")};
    });
}

/// The profile version under which the message was first sent (rule 7); refused when that channel cannot be asked.
Result<ChannelProfile> profileOf(store::OutboxStore& outbox, const AskedMessage& message)
{
    const auto profiles = outbox.channels();
    if (!profiles)
        return tl::unexpected{profiles.error()};
    const auto found = std::find_if(profiles->begin(), profiles->end(), [&](const ChannelProfile& profile) {
        return profile.channel == message.channel && profile.profileVersion == message.profileVersion;
    });
    if (found == profiles->end() || found->queryKind == QueryKind::None)
        return refuse(Refusal::NoChannelProfile, message.channel.value + " cannot be asked");
    return *found;
}

Answer ask(const ChannelProfile& profile, const std::string& key)
{
    channel::CurlPaymentChannel payments;
    ChannelRequest request;
    request.token = 1;
    request.isQuery = true;
    request.profile = profile;
    request.key = IdempotencyKey{key};
    payments.start(std::move(request));
    const auto until = std::chrono::steady_clock::now() + profile.connectTimeout + profile.answerTimeout + kAnswerSlack;
    while (std::chrono::steady_clock::now() < until) {
        const auto answers = payments.pump(kPumpStep, -1, -1);
        if (!answers.empty())
            return answers.front().answer;
    }
    Answer silence;
    silence.kind = AnswerKind::QueryUnknown;
    silence.error = "no answer";
    return silence;
}

void printAnswer(const AskedMessage& message, const Answer& answer)
{
    const std::string_view name = nameOf(answer.kind);
    printLine(
        QueryWords::tr("%1 says: %2").arg(models::plainText(message.channel.value), models::answerText(name).text));
    if (!answer.externalRef.empty())
        printLine(QueryWords::tr("reference %1").arg(models::plainText(answer.externalRef)));
    if (answer.amountMinor)
        printLine(QueryWords::tr("amount %1").arg(models::moneyText(*answer.amountMinor, answer.currency)));
    if (!answer.error.empty())
        printLine(models::plainText(answer.error));
    printLine(QueryWords::tr("The message here is %1; the answer is on record, and the resolver decides from it.")
                  .arg(models::stateText(models::Machine::Message, std::string{nameOf(message.status)}).word));
}

Json answerJson(const ServerIdentity& where, const std::string& key, const AskedMessage& message, const Answer& answer)
{
    Json json = whereJson(where);
    json["idempotency_key"] = key;
    json["channel"] = message.channel.value;
    json["message_status"] = nameOf(message.status);
    json["answer"] = nameOf(answer.kind);
    json["external_ref"] = answer.externalRef;
    json["amount_minor"] = answer.amountMinor ? Json(*answer.amountMinor) : Json(nullptr);
    json["currency"] = answer.currency;
    json["error"] = answer.error;
    return json;
}

Result<ServerIdentity> whereIs(store::Connection& connection)
{
    const auto rows = connection.run("ReadEnvironment");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([&](const store::Row& row) {
        ServerIdentity where;
        where.installationName = row.string("name");
        where.environment = row.string("environment");
        where.database = connection.session().database;
        where.host = connection.session().host;
        return where;
    });
}

} // namespace

ExitCode runQuery(const CommonOptions& common, const QueryOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "resolver");
    if (!target)
        return reportFailure(target.error());
    store::DutySettings settings;
    settings.target = *target;
    settings.worker = WorkerId{std::string{kProgram} + "-" + std::to_string(::getpid())};
    settings.program = kProgram;
    settings.duty = "query";
    const auto duty = std::make_shared<store::DutyConnection>(std::move(settings));
    const auto connection = duty->ready();
    if (!connection)
        return reportFailure(connection.error());
    const auto where = whereIs(**connection);
    if (!where)
        return reportFailure(where.error());
    if (!common.json)
        printWhere(*where);
    const auto message = findMessage(**connection, options.key);
    if (!message)
        return reportFailure(message.error(), models::plainText(options.key));
    store::OutboxStore outbox{duty};
    const auto profile = profileOf(outbox, *message);
    if (!profile)
        return reportFailure(profile.error(), models::plainText(message->channel.value));
    ExternalFact fact;
    fact.ref = message->ref;
    fact.isQuery = true;
    fact.outboxVersion = message->version;
    fact.startedAt = message->readAt;
    fact.answer = ask(*profile, options.key);
    if (const auto recorded = outbox.recordFacts({fact}); !recorded)
        return reportFailure(recorded.error(), models::plainText(options.key));
    if (common.json)
        printJson(answerJson(*where, options.key, *message, fact.answer));
    else
        printAnswer(*message, fact.answer);
    return fact.answer.kind == AnswerKind::QueryUnknown ? ExitCode::Broken : ExitCode::Ok;
}

} // namespace onceover::ctl
