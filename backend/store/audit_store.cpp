// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/audit_store.h"

#include "store/audit_beginning.h"
#include "store/server_identity.h"
#include "store/transaction.h"

#include <utility>

namespace onceover::store {

namespace {

constexpr int kRowsPerPage = 5000;

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
    : m_connection(auditorSettings(target, program, "audit"))
    , m_notes(target, std::move(program))
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
        const auto beginning = readAuditBeginning(snapshot);
        if (!beginning)
            return tl::unexpected{beginning.error()};
        if (const Result<Done> begun = sink.begin(beginning->origin, beginning->heads); !begun)
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

Result<Done> AuditStore::noteVerification(const AuditNote& note, const Uuid& noteId)
{
    return m_notes
        .act("RecordVerification", params(noteId, note.snapshotAt, note.rows, note.chains, note.anchors),
            {"verify audit", "audit", noteId})
        .map([](const Rows&) { return Done{}; });
}

} // namespace onceover::store
