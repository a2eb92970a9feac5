// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/incident_store.h"

#include "store/incident_rows.h"
#include "store/server_identity.h"

#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings incidentSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "incident";
    settings.statementTimeout = milliseconds{60000}; // The equalities count whole batches.
    settings.lockTimeout = milliseconds{10000};
    return settings;
}

IncidentAnswer readIncidentAnswer(const Row& row)
{
    return {row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.textOrEmpty("found"),
        row.optionalInt64("incident_id").value_or(0), row.textOrEmpty("status"),
        row.isNull("step_no") ? 0 : row.int32("step_no")};
}

template <typename Read>
auto readIncidentRows(const Result<Rows>& rows, Read read) -> decltype(rows->readAll(read))
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(read);
}

} // namespace

IncidentStore::IncidentStore(const ConnectionTarget& target, std::string program)
    : m_connection(incidentSettings(target, std::move(program)))
{
}

Result<ServerIdentity> IncidentStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Act);
}

Result<Done> IncidentStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<IncidentAnswer> IncidentStore::act(std::string_view statement, const Params& asked, const Act& what)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> rows = m_connection.run(statement, asked);
    if (rows)
        return rows->readOne(readIncidentAnswer);
    Failure failure = rows.error();
    if (isMissingPrivilege(failure)) {
        // The server refused the call itself, so nothing of it was audited; this row is best effort (SECURITY.md).
        const std::string target = what.incident == 0 ? "incident" : "incident " + std::to_string(what.incident);
        static_cast<void>(m_connection.run("RecordRefusal", params(what.id, "42501", what.name, target)));
        failure = asMissingRole(std::move(failure), m_connection);
    } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
        // The statement commits by itself, so a connection that died before the answer leaves the act in doubt.
        failure.kind = FailureKind::InDoubt;
    }
    return tl::unexpected{std::move(failure)};
}

Result<Rows> IncidentStore::read(std::string_view statement, const Params& asked)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return m_connection.run(statement, asked);
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
    std::vector<std::string> names;
    std::vector<std::string> digests;
    std::vector<std::int64_t> lines;
    for (const EvidencePartRecord& part : evidence.parts) {
        names.push_back(part.part);
        digests.push_back(part.sha256);
        lines.push_back(part.lines);
    }
    return act("RecordIncidentEvidence",
        params(incident, evidence.job, evidence.bizDate, evidence.snapshotAt, names, digests, lines, evidence.where,
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
    const auto found = readIncidentRows(read("FindIncidentStep", params(requestId)), readIncidentAnswer);
    if (!found)
        return tl::unexpected{found.error()};
    return found->empty() ? std::nullopt : std::optional(found->front());
}

Result<std::vector<IncidentRow>> IncidentStore::incidents(std::optional<std::int64_t> only, int most)
{
    return readIncidentRows(read("ReadIncidents", params(only, most)), incidentRowOf);
}

Result<std::vector<IncidentStepRow>> IncidentStore::steps(std::int64_t incident, int most)
{
    return readIncidentRows(read("ReadIncidentSteps", params(incident, most)), incidentStepOf);
}

Result<IncidentGate> IncidentStore::gate(std::int64_t incident)
{
    const Result<Rows> rows = read("ReadIncidentGate", params(incident));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return refuse(Refusal::UnknownSubject, "incident " + std::to_string(incident));
    return rows->readOne(incidentGateOf);
}

Result<std::vector<EqualityRow>> IncidentStore::equalities(std::int64_t incident)
{
    return readIncidentRows(read("ReadFiveEqualities", params(incident)), [](const Row& row) {
        return EqualityRow{row.string("equality"), row.string("ours"), row.string("theirs"), row.boolean("holds")};
    });
}

Result<std::vector<IncidentFreezeRow>> IncidentStore::freezes(std::int64_t incident)
{
    return readIncidentRows(read("ReadIncidentFreezes", params(incident)), incidentFreezeOf);
}

Result<std::vector<std::int64_t>> IncidentStore::plans(std::int64_t incident)
{
    return readIncidentRows(
        read("ReadIncidentPlans", params(incident)), [](const Row& row) { return row.int64("approval_id"); });
}

Result<std::vector<std::string>> IncidentStore::channels(std::int64_t incident)
{
    return readIncidentRows(
        read("ReadIncidentChannels", params(incident)), [](const Row& row) { return row.string("channel_id"); });
}

} // namespace onceover::store
