// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/audit_beginning.h"

namespace onceover::store {

namespace {

AuditOrigin originOf(const Row& row)
{
    return {row.string("installation"), row.string("environment"), row.string("key_namespace"), row.string("database"),
        row.string("made_by"), row.string("snapshot_at")};
}

} // namespace

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
