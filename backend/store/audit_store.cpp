// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/audit_store.h"

#include "store/server_identity.h"
#include "store/transaction.h"

#include <utility>

namespace onceover::store {

namespace {

constexpr int kRowsPerPage = 5000;

ConnectionSettings auditSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "audit";
    settings.statementTimeout = std::chrono::minutes{5};
    settings.idleInTransactionTimeout = std::chrono::minutes{5}; // The caller writes files between two pages.
    settings.readOnly = true;
    return settings;
}

AuditOrigin originOf(const Row& row)
{
    return {row.string("installation"), row.string("environment"), row.string("key_namespace"), row.string("database"),
        row.string("made_by"), row.string("snapshot_at")};
}

Anchor anchorOf(const Row& row)
{
    return {row.int64("seq"), row.bytes("body"), row.bytes("signature"), row.bytes("public_key")};
}

AuditRow auditRowOf(const Row& row)
{
    AuditRow read;
    read.chain = row.string("chain");
    read.seq = row.int64("seq");
    read.at = row.string("at");
    read.actor = row.string("actor");
    read.login = row.string("login");
    read.role = row.string("role");
    read.action = row.string("action");
    read.target = row.string("target");
    read.outcome = row.string("outcome");
    read.reason = row.string("reason");
    read.ticket = row.string("ticket");
    read.detail = row.string("detail");
    read.requestId = row.string("request_id");
    read.hash = row.bytes("hash");
    return read;
}

Result<Done> readBeginning(Transaction& snapshot, const AuditReader::Sink& sink)
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
    AuditHeads heads;
    const auto read = headRows->readAll([&](const Row& row) {
        heads[row.string("chain")] = {row.int64("head_seq"), row.bytes("head_hash")};
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return sink.begin(*origin, heads);
}

/// Pages of one statement until one is not full; `next` gives the parameters after an item.
template <typename Read, typename Take, typename Next>
Result<Done> readPages(Transaction& snapshot, std::string_view statement, Params first, Read read, Take take, Next next)
{
    Params parameters = std::move(first);
    while (true) {
        const Result<Rows> rows = snapshot.run(statement, parameters);
        if (!rows)
            return tl::unexpected{rows.error()};
        const auto page = rows->readAll(read);
        if (!page)
            return tl::unexpected{page.error()};
        for (const auto& item : *page) {
            if (const Result<Done> taken = take(item); !taken)
                return taken;
        }
        if (page->size() < static_cast<std::size_t>(kRowsPerPage))
            return Done{};
        parameters = next(page->back());
    }
}

} // namespace

AuditStore::AuditStore(const ConnectionTarget& target, std::string program)
    : m_connection(auditSettings(target, std::move(program)))
{
}

Result<ServerIdentity> AuditStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Read);
}

Result<Done> AuditStore::readAudit(const Sink& sink)
{
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    const auto read = [&]() -> Result<Done> {
        if (const Result<Done> begun = readBeginning(snapshot, sink); !begun)
            return begun;
        const Result<Done> anchors = readPages(snapshot, "ReadAnchors", params(0, kRowsPerPage), anchorOf, sink.anchor,
            [](const Anchor& last) { return params(last.seq, kRowsPerPage); });
        if (!anchors)
            return anchors;
        return readPages(snapshot, "ReadAuditRows", params("", 0, kRowsPerPage), auditRowOf, sink.row,
            [](const AuditRow& last) { return params(last.chain, last.seq, kRowsPerPage); });
    }();
    if (!read && isMissingPrivilege(read.error()))
        return tl::unexpected{asMissingRole(read.error(), m_connection)};
    return read;
}

} // namespace onceover::store
