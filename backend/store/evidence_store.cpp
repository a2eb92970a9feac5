// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/evidence_store.h"

#include "store/audit_beginning.h"
#include "store/server_identity.h"
#include "store/transaction.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace onceover::store {

namespace {

/// A bundle of more is nobody's to read at once; what is left out is said and may be saved run by run.
constexpr int kRunsMost = 1000;

/// One run that the evidence is of.
struct EvidenceRun {
    std::int64_t run = 0;
    std::optional<std::int64_t> batch;
    std::string key;
    std::string name; ///< Job and business date.
    std::int64_t runs = 0;
    std::map<std::string, std::string> place;
};

EvidenceRun runOf(const Row& row)
{
    return {row.int64("run_id"), row.optionalInt64("batch_id"), row.string("run_key"),
        row.string("job_id") + " " + row.date("biz_date").toString(), row.int64("runs"),
        {{"snapshot", row.string("snapshot")}, {"lsn", row.string("lsn")},
            {"track_commit_timestamp", row.string("commit_times")}}};
}

/// What tells where the snapshot is and of which runs it is.
std::map<std::string, std::string> detailsOf(
    const std::vector<EvidenceRun>& runs, std::map<std::string, std::string> details)
{
    details.insert(runs.front().place.begin(), runs.front().place.end());
    std::string keys;
    std::string names;
    std::set<std::string> named; // A job may have run more than once for a date.
    for (const EvidenceRun& run : runs) {
        keys += (keys.empty() ? "" : ", ") + run.key;
        if (named.insert(run.name).second)
            names += (names.empty() ? "" : "\n") + run.name;
    }
    details["run_key"] = keys;
    details["runs"] = names;
    const std::int64_t all = runs.front().runs;
    if (const auto read = static_cast<std::int64_t>(runs.size()); all > read)
        details["left_out"]
            = std::to_string(all - read) + " of " + std::to_string(all) + " runs, those after " + runs.back().key;
    return details;
}

/// The rows of one statement as rows of that part.
class PartReader {
public:
    PartReader(Transaction& snapshot, const EvidenceReader::Sink& sink)
        : m_snapshot(snapshot)
        , m_sink(sink)
    {
    }

    [[nodiscard]] Result<Done> read(EvidencePart part, std::string_view statement, const Params& parameters)
    {
        const Result<Rows> rows = m_snapshot.run(statement, parameters);
        if (!rows)
            return tl::unexpected{rows.error()};
        const auto read = rows->readAll([](const Row& row) {
            return EvidenceRow{row.string("table_name"), row.string("row")};
        });
        if (!read)
            return tl::unexpected{read.error()};
        for (const EvidenceRow& row : *read) {
            if (const Result<Done> taken = m_sink.row(part, row); !taken)
                return taken;
        }
        return Done{};
    }

    [[nodiscard]] Result<Done> readBuckets(EvidencePart part, std::string_view statement, std::int64_t batch)
    {
        for (std::int16_t bucket = 0; bucket < kBucketCount; ++bucket) {
            if (const Result<Done> done = read(part, statement, params(batch, bucket)); !done)
                return done;
        }
        return Done{};
    }

private:
    Transaction& m_snapshot;
    const EvidenceReader::Sink& m_sink;
};

Result<Done> readParts(
    Transaction& snapshot, const std::vector<EvidenceRun>& of, const EvidenceReader::Sink& sink)
{
    std::vector<std::int64_t> runs;
    std::vector<std::int64_t> batches;
    for (const EvidenceRun& run : of) {
        runs.push_back(run.run);
        if (run.batch)
            batches.push_back(*run.batch);
    }
    PartReader reader{snapshot, sink};
    if (const auto done = reader.read(EvidencePart::Scheduler, "ReadSchedulerEvidence", params(runs)); !done)
        return done;
    if (const auto done = reader.read(EvidencePart::Workers, "ReadWorkerEvidence", params(runs, batches)); !done)
        return done;
    for (const std::int64_t batch : batches) {
        if (const auto done = reader.read(EvidencePart::Database, "ReadEventEvidence", params(batch)); !done)
            return done;
        if (const auto done = reader.readBuckets(EvidencePart::Database, "ReadDatabaseEvidence", batch); !done)
            return done;
        if (const auto done = reader.readBuckets(EvidencePart::Outside, "ReadOutsideEvidence", batch); !done)
            return done;
    }
    return Done{};
}

} // namespace

EvidenceStore::EvidenceStore(const ConnectionTarget& target, std::string program)
    : m_connection(auditorSettings(target, std::move(program), "evidence"))
{
}

Result<ServerIdentity> EvidenceStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Read);
}

Result<Done> EvidenceStore::readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink)
{
    return readScope("ReadEvidenceScope", params(job, bizDate, kRunsMost), {}, job.value + " " + bizDate.toString(), sink);
}

Result<Done> EvidenceStore::readIncident(std::int64_t incident, const Sink& sink)
{
    const std::string number = std::to_string(incident);
    return readScope(
        "ReadIncidentEvidenceScope", params(incident, kRunsMost), {{"incident", number}}, "incident " + number, sink);
}

Result<Done> EvidenceStore::readScope(std::string_view statement, const Params& parameters,
    std::map<std::string, std::string> details, const std::string& subject, const Sink& sink)
{
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    const auto read = [&]() -> Result<Done> {
        const Result<Rows> rows = snapshot.run(statement, parameters);
        if (!rows)
            return tl::unexpected{rows.error()};
        if (rows->empty())
            return refuse(Refusal::UnknownSubject, subject);
        const auto runs = rows->readAll(runOf);
        if (!runs)
            return tl::unexpected{runs.error()};
        const auto beginning = readAuditBeginning(snapshot);
        if (!beginning)
            return tl::unexpected{beginning.error()};
        if (const auto begun
            = sink.begin(beginning->origin, beginning->heads, detailsOf(*runs, std::move(details)));
            !begun)
            return begun;
        return readParts(snapshot, *runs, sink);
    }();
    if (!read && isMissingPrivilege(read.error()))
        return tl::unexpected{asMissingRole(read.error(), m_connection)};
    return read;
}

} // namespace onceover::store
