// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/incident_store.h"

#include "store/incident_rows.h"

#include <utility>

namespace onceover::store {

namespace {

constexpr milliseconds kIncidentPatience{60000}; // The equalities count whole batches.

IncidentAnswer readIncidentAnswer(const Row& row)
{
    return {row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.textOrEmpty("found"),
        row.optionalInt64("incident_id").value_or(0), row.textOrEmpty("status"),
        row.isNull("step_no") ? 0 : row.int32("step_no")};
}

} // namespace

IncidentStore::IncidentStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program), {"incident", kIncidentPatience})
{
}

Result<ServerIdentity> IncidentStore::connect()
{
    return m_session.connect();
}

Result<IncidentAnswer> IncidentStore::act(std::string_view statement, const Params& asked, const Act& what)
{
    std::string target = what.incident == 0 ? "incident" : "incident " + std::to_string(what.incident);
    return readAnswer(m_session.act(statement, asked, {what.name, std::move(target), what.id}), readIncidentAnswer);
}

Result<IncidentAnswer> IncidentStore::open(const IncidentWish& wish, const Uuid& requestId)
{
    return act("OpenIncident", params(wish.title, wish.scope.kind, wish.scope.ref, wish.fromDate, requestId),
        {"incident open", 0, requestId});
}

Result<IncidentAnswer> IncidentStore::takeOver(std::int64_t incident, const std::string& why, const Uuid& requestId)
{
    return act("TakeOverIncident", params(incident, why, requestId), {"incident take over", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::note(std::int64_t incident, const std::string& text, const Uuid& requestId)
{
    return act("NoteIncident", params(incident, text, requestId), {"incident note", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::giveReason(
    std::int64_t incident, const std::string& reason, const Uuid& requestId)
{
    return act("GiveIncidentReason", params(incident, reason, requestId), {"incident reason", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::recordEvidence(
    std::int64_t incident, const EvidenceRecord& evidence, const Uuid& requestId)
{
    std::vector<std::string> jobs;
    std::vector<std::string> dates;
    for (const SecuredRun& run : evidence.runs) {
        jobs.push_back(run.job.value);
        dates.push_back(run.bizDate.toString());
    }
    std::vector<std::string> names;
    std::vector<std::string> digests;
    std::vector<std::int64_t> lines;
    for (const EvidencePartRecord& part : evidence.parts) {
        names.push_back(part.part);
        digests.push_back(part.sha256);
        lines.push_back(part.lines);
    }
    return act("RecordIncidentEvidence",
        params(incident, jobs, dates, evidence.snapshotAt, names, digests, lines, evidence.where,
            evidence.signedBy, requestId),
        {"incident evidence", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::weigh(
    std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId)
{
    return act("WeighHypothesis",
        params(incident, verdict.hypothesis, verdict.verdict, verdict.rows, verdict.why, requestId),
        {"incident hypothesis", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::answerWhy(std::int64_t incident, const std::string& answer, const Uuid& requestId)
{
    return act("AnswerWhy", params(incident, answer, requestId), {"incident answer", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::recordComparison(
    std::int64_t incident, const IncidentComparison& comparison, const Uuid& requestId)
{
    std::vector<std::string> kinds;
    std::vector<std::string> keys;
    std::vector<std::string> details;
    for (const IncidentComparison::Found& found : comparison.found) {
        kinds.push_back(found.kind);
        keys.push_back(found.key);
        details.push_back(found.detail);
    }
    return act("RecordIncidentComparison",
        params(incident, comparison.channel, comparison.outcome, comparison.compared, comparison.differences, kinds,
            keys, details, comparison.startedAt, requestId),
        {"incident reconciliation", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::advance(
    std::int64_t incident, const std::string& to, const std::string& note, const Uuid& requestId)
{
    return act("AdvanceIncident", params(incident, to, note, requestId), {"incident advance", incident, requestId});
}

Result<IncidentAnswer> IncidentStore::goBack(std::int64_t incident, const std::string& why, const Uuid& requestId)
{
    return act("GoBackInIncident", params(incident, why, requestId), {"incident back", incident, requestId});
}

Result<std::optional<IncidentAnswer>> IncidentStore::find(const Uuid& requestId)
{
    return readFound(m_session.read("FindIncidentStep", params(requestId)), readIncidentAnswer);
}

Result<std::vector<IncidentRow>> IncidentStore::incidents(std::optional<std::int64_t> only, int most)
{
    return readEach(m_session.read("ReadIncidents", params(only, most)), incidentRowOf);
}

Result<std::vector<IncidentStepRow>> IncidentStore::steps(std::int64_t incident, int most)
{
    return readEach(m_session.read("ReadIncidentSteps", params(incident, most)), incidentStepOf);
}

Result<IncidentGate> IncidentStore::gate(std::int64_t incident)
{
    const Result<Rows> rows = m_session.read("ReadIncidentGate", params(incident));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return refuse(Refusal::UnknownSubject, "incident " + std::to_string(incident));
    return rows->readOne(incidentGateOf);
}

Result<std::vector<EqualityRow>> IncidentStore::equalities(std::int64_t incident)
{
    return readEach(m_session.read("ReadFiveEqualities", params(incident)), [](const Row& row) {
        return EqualityRow{row.string("equality"), row.string("ours"), row.string("theirs"), row.boolean("holds")};
    });
}

Result<std::vector<IncidentFreezeRow>> IncidentStore::freezes(std::int64_t incident)
{
    return readEach(m_session.read("ReadIncidentFreezes", params(incident)), incidentFreezeOf);
}

Result<std::vector<std::int64_t>> IncidentStore::plans(std::int64_t incident)
{
    return readEach(
        m_session.read("ReadIncidentPlans", params(incident)), [](const Row& row) { return row.int64("approval_id"); });
}

Result<std::vector<std::string>> IncidentStore::channels(std::int64_t incident)
{
    return readEach(m_session.read("ReadIncidentChannels", params(incident)),
        [](const Row& row) { return row.string("channel_id"); });
}

} // namespace onceover::store
