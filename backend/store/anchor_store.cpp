// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/anchor_store.h"

#include "core/digest.h"

#include <utility>

namespace onceover::store {

namespace {

std::string hashOf(const std::string& bytes)
{
    const Sha256 digest = sha256(bytes);
    return {digest.begin(), digest.end()};
}

/// Runs one statement in a transaction of its own and reads its one row.
template <typename Read>
auto askOnce(DutyConnection& duty, std::string_view statement, const Params& parameters, Read read)
    -> Result<decltype(read(std::declval<const Row&>()))>
{
    using Value = decltype(read(std::declval<const Row&>()));
    return inTransaction(duty, [&](Transaction& transaction) -> Result<Value> {
        const auto rows = transaction.run(statement, parameters);
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne(read);
    });
}

AnchorDraft draftOf(const Row& row)
{
    AnchorDraft draft;
    draft.seq = row.int64("seq");
    draft.at = row.timestamp("at");
    draft.prevHash = row.bytes("prev_hash");
    draft.heads = row.string("heads");
    draft.body = row.bytes("body");
    return draft;
}

} // namespace

AnchorStore::AnchorStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<std::optional<AnchorDraft>> AnchorStore::nextAnchor()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("NextAnchor");
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return std::optional<AnchorDraft>{};
    return rows->readOne([](const Row& row) { return std::optional{draftOf(row)}; });
}

Result<AnchorOutcome> AnchorStore::appendAnchor(const AnchorDraft& draft, const Anchor& anchor)
{
    const Params parameters = params(draft.seq, draft.at, Bytes{draft.prevHash}, draft.heads, Bytes{draft.body},
        Bytes{anchor.signature}, Bytes{anchor.publicKey});
    return askOnce(*m_duty, "AppendAnchor", parameters, [](const Row& row) {
        const std::string_view outcome = row.text("outcome");
        return outcome == "KEPT" ? AnchorOutcome::Kept
            : outcome == "MOVED" ? AnchorOutcome::Moved
                                 : AnchorOutcome::Rejected;
    });
}

Result<bool> AnchorStore::knowsAnchor(const Anchor& anchor)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const std::string hash = hashOf(anchor.body);
    const auto rows = (*connection)->run("KnowsAnchor", params(anchor.seq, Bytes{hash}));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return row.boolean("known"); });
}

Result<std::vector<Anchor>> AnchorStore::anchorsSince(const std::string& publicKey, std::int64_t seq)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadAnchorsSince", params(Bytes{publicKey}, seq));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([&](const Row& row) {
        return Anchor{row.int64("seq"), row.bytes("body"), row.bytes("signature"), publicKey};
    });
}

Result<Done> AnchorStore::reportLostHistory(const Anchor& anchor)
{
    const std::string hash = hashOf(anchor.body);
    return askOnce(*m_duty, "ReportLostHistory", params(anchor.seq, Bytes{hash}), [](const Row&) { return Done{}; });
}

} // namespace onceover::store
