// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people_store.h"

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

constexpr milliseconds kLockPatience{5000}; ///< Shorter than for an act that stops: whoever triggers asks again.

} // namespace

PeopleStore::PeopleStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program), {.lockPatience = kLockPatience})
{
}

Result<ServerIdentity> PeopleStore::connect()
{
    return m_session.connect();
}

Result<ManualTriggerAnswer> PeopleStore::triggerRun(
    const JobId& job, const BusinessDate& bizDate, const Uuid& requestId)
{
    const Result<Rows> rows = m_session.act("TriggerRun", params(job, bizDate, requestId),
        {"trigger", job.value + " " + bizDate.toString(), requestId});
    return readAnswer(rows, returnedAnswer);
}

Result<std::optional<ManualTriggerAnswer>> PeopleStore::findTrigger(const Uuid& requestId)
{
    const Result<Rows> rows = m_session.read("FindTriggerByRequest", params(requestId));
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
    const Result<Rows> rows = m_session.read("ListJobs");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) { return row.string("job_id"); });
}

Result<Acknowledgement> PeopleStore::acknowledge(std::int64_t alert, const Uuid& requestId, const std::string& reason)
{
    const Result<Rows> rows = m_session.act("AcknowledgeAlert", params(alert, requestId, reason),
        {"acknowledge", "alert " + std::to_string(alert), requestId});
    return readAnswer(rows, [](const Row& row) {
        return Acknowledgement{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
            row.textOrEmpty("acknowledged_by"), row.optionalTimestamp("acknowledged_at")};
    });
}

Result<Revealed> PeopleStore::reveal(const OperationId& operation, const std::string& reason, const Uuid& requestId)
{
    // Recorded first, then shown. After a lost answer the first of the two is shown already what the look before recorded.
    for (int time = 0; time < 2; ++time) {
        const Result<Rows> rows = m_session.act("RevealOperation", params(operation, reason, requestId),
            {"reveal", "operation " + operation.value.toString(), requestId});
        if (!rows)
            return tl::unexpected{rows.error()};
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
    const Result<Rows> rows = m_session.read("ReadChannelToTest", params(channel, version));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return std::optional<ChannelProfile>{};
    return rows->readOne([](const Row& row) { return std::optional{channelProfileFrom(row)}; });
}

Result<RecordedSelfTest> PeopleStore::recordSelfTest(const ChannelProfile& profile, const std::string& endpoint,
    const std::vector<ProbeResult>& probes, const Uuid& requestId)
{
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
    const Result<Rows> rows = m_session.act("RecordSelfTest",
        params(
            profile.channel, profile.profileVersion, endpoint, fields, declared, found, outcomes, details, requestId),
        {"self-test", "channel " + profile.channel.value, requestId});
    return readAnswer(rows, [](const Row& row) {
        return RecordedSelfTest{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
            row.optionalInt64("self_test_id").value_or(0), row.optionalBoolean("passed").value_or(false),
            row.optionalTimestamp("at")};
    });
}

Result<PauseAnswer> PeopleStore::pauseChannel(
    const ChannelId& channel, bool pause, const std::string& reason, const Uuid& requestId)
{
    const Result<Rows> rows = m_session.act("PauseChannel", params(channel, pause, reason, requestId),
        {pause ? "channel.pause" : "channel.resume", "channel " + channel.value, requestId});
    return readAnswer(rows, [](const Row& row) {
        return PauseAnswer{row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.boolean("changed"),
            row.textOrEmpty("actor"), row.optionalTimestamp("at")};
    });
}

Result<std::vector<ChannelPause>> PeopleStore::channelPauses()
{
    const Result<Rows> rows = m_session.read("ReadChannelPauses");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        return ChannelPause{row.string("channel_id"), row.string("reason"), row.string("paused_by"),
            row.timestamp("paused_at"), row.int64("messages"), row.int64("under_way"), row.int64("operations")};
    });
}

Woken PeopleStore::waitForTick(int wakeFd, milliseconds atMost)
{
    switch (m_session.waitForTick(wakeFd, atMost)) {
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

} // namespace onceover::store
