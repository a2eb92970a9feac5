// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/audit_beginning.h"

#include <chrono>
#include <utility>

namespace onceover::store {

namespace {

AuditOrigin originOf(const Row& row)
{
    return {row.string("installation"), row.string("environment"), row.string("key_namespace"), row.string("database"),
        row.string("made_by"), row.string("snapshot_at")};
}

} // namespace

ConnectionSettings auditorSettings(const ConnectionTarget& target, std::string program, std::string_view duty)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = duty;
    settings.statementTimeout = std::chrono::minutes{5};
    settings.idleInTransactionTimeout = std::chrono::minutes{5};
    settings.readOnly = true;
    return settings;
}

Result<AuditBeginning> readAuditBeginning(Transaction& snapshot)
{
    const Result<Rows> originRows = snapshot.run("ReadAuditOrigin");
    if (!originRows)
        return tl::unexpected{originRows.error()};
    const auto origin = originRows->readOne(originOf);
    if (!origin)
        return tl::unexpected{origin.error()};
    const Result<Rows> headRows = snapshot.run("ReadAuditHeads");
    if (!headRows)
        return tl::unexpected{headRows.error()};
    AuditBeginning beginning;
    beginning.origin = *origin;
    const auto read = headRows->readAll([&](const Row& row) {
        beginning.heads[row.string("chain")] = {row.int64("head_seq"), row.bytes("head_hash")};
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return beginning;
}

} // namespace onceover::store
