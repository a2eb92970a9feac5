// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/evidence_store.h"

#include "store/audit_beginning.h"
#include "store/server_identity.h"
#include "store/transaction.h"

#include <utility>

namespace onceover::store {

namespace {

/// The run that the evidence is of.
struct EvidenceScope {
    std::int64_t run = 0;
    std::int64_t batch = 0; ///< 0: it has none.
    std::map<std::string, std::string> details;
};

EvidenceScope scopeOf(const Row& row)
{
    EvidenceScope scope;
    scope.run = row.int64("run_id");
    scope.batch = row.optionalInt64("batch_id").value_or(0);
    scope.details = {{"run_key", row.string("run_key")}, {"snapshot", row.string("snapshot")},
        {"lsn", row.string("lsn")}, {"track_commit_timestamp", row.string("commit_times")}};
    return scope;
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

Result<Done> readParts(Transaction& snapshot, const EvidenceScope& scope, const EvidenceReader::Sink& sink)
{
    PartReader reader{snapshot, sink};
    if (const auto done = reader.read(EvidencePart::Scheduler, "ReadSchedulerEvidence", params(scope.run)); !done)
        return done;
    if (const auto done = reader.read(EvidencePart::Workers, "ReadWorkerEvidence", params(scope.run, scope.batch));
        !done)
        return done;
    if (const auto done = reader.read(EvidencePart::Database, "ReadEventEvidence", params(scope.batch)); !done)
        return done;
    if (const auto done = reader.readBuckets(EvidencePart::Database, "ReadDatabaseEvidence", scope.batch); !done)
        return done;
    return reader.readBuckets(EvidencePart::Outside, "ReadOutsideEvidence", scope.batch);
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
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    const auto read = [&]() -> Result<Done> {
        const Result<Rows> rows = snapshot.run("ReadEvidenceScope", params(job, bizDate));
        if (!rows)
            return tl::unexpected{rows.error()};
        if (rows->empty())
            return refuse(Refusal::UnknownSubject, job.value + " " + bizDate.toString());
        const auto scope = rows->readOne(scopeOf);
        if (!scope)
            return tl::unexpected{scope.error()};
        const auto beginning = readAuditBeginning(snapshot);
        if (!beginning)
            return tl::unexpected{beginning.error()};
        if (const auto begun = sink.begin(beginning->origin, beginning->heads, scope->details); !begun)
            return begun;
        return readParts(snapshot, *scope, sink);
    }();
    if (!read && isMissingPrivilege(read.error()))
        return tl::unexpected{asMissingRole(read.error(), m_connection)};
    return read;
}

} // namespace onceover::store
