// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people_store.h"

#include "store/server_identity.h"
#include "store/shared_rows.h"

#include <utility>

namespace onceover::store {

namespace {

ManualTriggerAnswer recordedAnswer(const Row& row)
{
    ManualTriggerAnswer answer;
    answer.done = true;
    answer.answer = row.textOrEmpty("answer");
    answer.triggerId = row.optionalInt64("trigger_id").value_or(0);
    answer.runId = row.optionalInt64("run_id").value_or(0);
    answer.runKey = row.textOrEmpty("run_key");
    answer.runStatus = row.textOrEmpty("run_status");
    answer.batchId = row.optionalInt64("batch_id");
    answer.batchStatus = row.textOrEmpty("batch_status");
    return answer;
}

ManualTriggerAnswer returnedAnswer(const Row& row)
{
    ManualTriggerAnswer answer = recordedAnswer(row);
    answer.done = row.text("outcome") == "DONE";
    answer.reason = row.textOrEmpty("reason");
    return answer;
}

/// What one asking for what is masked says; the first says only that it is recorded.
struct RevealAnswer {
    bool isRecordedOnly = false;
    Revealed revealed;
};

RevealAnswer revealAnswerFrom(const Row& row)
{
    const std::string outcome = row.string("outcome");
    return {outcome == "RECORDED",
        Revealed{outcome == "DONE", row.textOrEmpty("reason"), row.textOrEmpty("beneficiary_name"),
            row.textOrEmpty("beneficiary_account"), row.textOrEmpty("beneficiary_country"), row.textOrEmpty("payload")}};
}

ConnectionSettings peopleSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "people";
    settings.statementTimeout = milliseconds{15000};
    return settings;
}

} // namespace

PeopleStore::PeopleStore(const ConnectionTarget& target, std::string program)
    : m_connection(peopleSettings(target, std::move(program)))
{
}

Result<ServerIdentity> PeopleStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Act);
}

Result<Done> PeopleStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<ManualTriggerAnswer> PeopleStore::triggerRun(
    const JobId& job, const BusinessDate& bizDate, const Uuid& requestId)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Result<Rows> rows = m_connection.run("TriggerRun", params(job, bizDate, requestId));
    if (!rows) {
        Failure failure = rows.error();
        if (isMissingPrivilege(failure)) {
            noteMissingPrivilege(requestId, "trigger", job.value + " " + bizDate.toString());
            failure = asMissingRole(std::move(failure), m_connection);
        } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
            // The statement commits by itself, so a connection that died before the answer leaves the act in doubt.
            failure.kind = FailureKind::InDoubt;
        }
        return tl::unexpected{std::move(failure)};
    }
    return rows->readOne(returnedAnswer);
}

Result<std::optional<ManualTriggerAnswer>> PeopleStore::findTrigger(const Uuid& requestId)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("FindTriggerByRequest", params(requestId));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return std::optional<ManualTriggerAnswer>{};
    const auto answer = rows->readOne(recordedAnswer);
    if (!answer)
        return tl::unexpected{answer.error()};
    return std::optional{*answer};
}

Result<std::vector<std::string>> PeopleStore::jobIds()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("ListJobs");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) { return row.string("job_id"); });
}

Result<Acknowledgement> PeopleStore::acknowledge(std::int64_t alert, const Uuid& requestId, const std::string& reason)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("AcknowledgeAlert", params(alert, requestId, reason));
    if (!rows) {
        Failure failure = rows.error();
        if (isMissingPrivilege(failure)) {
            noteMissingPrivilege(requestId, "acknowledge", "alert " + std::to_string(alert));
            failure = asMissingRole(std::move(failure), m_connection);
        } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
            failure.kind = FailureKind::InDoubt;
        }
        return tl::unexpected{std::move(failure)};
    }
    return rows->readOne([](const Row& row) {
        return Acknowledgement{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
            row.textOrEmpty("acknowledged_by"), row.optionalTimestamp("acknowledged_at")};
    });
}

Result<Revealed> PeopleStore::reveal(const OperationId& operation, const std::string& reason, const Uuid& requestId)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    // Recorded first, then shown. After a lost answer the first of the two is shown already what the look before recorded.
    for (int time = 0; time < 2; ++time) {
        const Result<Rows> rows = m_connection.run("RevealOperation", params(operation, reason, requestId));
        if (!rows) {
            Failure failure = rows.error();
            if (isMissingPrivilege(failure)) {
                noteMissingPrivilege(requestId, "reveal", "operation " + operation.value.toString());
                failure = asMissingRole(std::move(failure), m_connection);
            } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
                failure.kind = FailureKind::InDoubt;
            }
            return tl::unexpected{std::move(failure)};
        }
        const auto answer = rows->readOne(revealAnswerFrom);
        if (!answer)
            return tl::unexpected{answer.error()};
        if (!answer->isRecordedOnly)
            return answer->revealed;
    }
    return fail(FailureKind::Unavailable, "the record of the look was older than a minute", "RevealOperation");
}

Result<std::optional<ChannelProfile>> PeopleStore::channelProfile(const ChannelId& channel, std::optional<int> version)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("ReadChannelToTest", params(channel, version));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return std::optional<ChannelProfile>{};
    return rows->readOne([](const Row& row) { return std::optional{channelProfileFrom(row)}; });
}

Result<RecordedSelfTest> PeopleStore::recordSelfTest(const ChannelProfile& profile, const std::string& endpoint,
    const std::vector<ProbeResult>& probes, const Uuid& requestId)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    std::vector<std::string> fields;
    std::vector<std::string> declared;
    std::vector<std::string> found;
    std::vector<ProbeOutcome> outcomes;
    std::vector<std::string> details;
    for (const ProbeResult& probe : probes) {
        fields.push_back(probe.field);
        declared.push_back(probe.declared);
        found.push_back(probe.found);
        outcomes.push_back(probe.outcome);
        details.push_back(probe.detail);
    }
    const Result<Rows> rows = m_connection.run("RecordSelfTest",
        params(
            profile.channel, profile.profileVersion, endpoint, fields, declared, found, outcomes, details, requestId));
    if (!rows) {
        Failure failure = rows.error();
        if (isMissingPrivilege(failure)) {
            noteMissingPrivilege(requestId, "self-test", "channel " + profile.channel.value);
            failure = asMissingRole(std::move(failure), m_connection);
        } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
            failure.kind = FailureKind::InDoubt;
        }
        return tl::unexpected{std::move(failure)};
    }
    return rows->readOne([](const Row& row) {
        return RecordedSelfTest{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
            row.optionalInt64("self_test_id").value_or(0), row.optionalBoolean("passed").value_or(false),
            row.optionalTimestamp("at")};
    });
}

Result<PauseAnswer> PeopleStore::pauseChannel(
    const ChannelId& channel, bool pause, const std::string& reason, const Uuid& requestId)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("PauseChannel", params(channel, pause, reason, requestId));
    if (!rows) {
        Failure failure = rows.error();
        if (isMissingPrivilege(failure)) {
            noteMissingPrivilege(requestId, pause ? "channel.pause" : "channel.resume", "channel " + channel.value);
            failure = asMissingRole(std::move(failure), m_connection);
        } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
            failure.kind = FailureKind::InDoubt;
        }
        return tl::unexpected{std::move(failure)};
    }
    return rows->readOne([](const Row& row) {
        return PauseAnswer{row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.boolean("changed"),
            row.textOrEmpty("actor"), row.optionalTimestamp("at")};
    });
}

Result<std::vector<ChannelPause>> PeopleStore::channelPauses()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run("ReadChannelPauses");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        return ChannelPause{row.string("channel_id"), row.string("reason"), row.string("paused_by"),
            row.timestamp("paused_at"), row.int64("messages"), row.int64("under_way"), row.int64("operations")};
    });
}

Woken PeopleStore::waitForTick(int wakeFd, milliseconds atMost)
{
    switch (m_connection.waitForTick(wakeFd, atMost)) {
    case WaitEnd::Timeout:
        return Woken::Timeout;
    case WaitEnd::Notified:
        return Woken::Tick;
    case WaitEnd::WakeFd:
        return Woken::WakeFd;
    case WaitEnd::Lost:
        return Woken::ConnectionLost;
    }
    return Woken::ConnectionLost;
}

/// The server refused the call itself, so nothing of it was audited; this row is best effort (SECURITY.md) and its own
/// failure changes nothing for the caller.
void PeopleStore::noteMissingPrivilege(const Uuid& requestId, std::string_view action, const std::string& target)
{
    static_cast<void>(m_connection.run("RecordRefusal", params(requestId, "42501", action, target)));
}

} // namespace onceover::store
