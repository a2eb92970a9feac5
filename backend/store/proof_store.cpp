// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/proof_store.h"

#include "store/overview_reader.h"
#include "store/server_identity.h"
#include "store/transaction.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace onceover::store {

namespace {

/// What a verify statement is asked with.
enum class Asked { Nothing, Quiescent, Books };

/// A promise may be looked at by several statements; their findings are added up.
struct PromiseStatement {
    std::string_view promise;
    std::string_view name;
    Asked asked;
};

constexpr std::array kPromises{
    PromiseStatement{"I1", "VerifyNaturalKeys", Asked::Nothing},
    PromiseStatement{"I2", "VerifyLegsBalance", Asked::Nothing},
    PromiseStatement{"I3", "VerifyBalances", Asked::Nothing},
    PromiseStatement{"I4", "VerifyEffectsOutside", Asked::Books},
    PromiseStatement{"I5", "VerifyBooksAgree", Asked::Books},
    PromiseStatement{"I6", "VerifyNothingStuck", Asked::Quiescent},
    PromiseStatement{"I7", "VerifyKeys", Asked::Nothing},
    PromiseStatement{"I7", "VerifyResends", Asked::Nothing},
    PromiseStatement{"I8", "VerifyPointersToOriginals", Asked::Nothing},
    PromiseStatement{"I9", "VerifyBatches", Asked::Nothing},
    PromiseStatement{"I10", "VerifyChains", Asked::Nothing},
    PromiseStatement{"I11", "VerifyApprovals", Asked::Nothing},
    PromiseStatement{"I12", "VerifyFreezes", Asked::Nothing},
    PromiseStatement{"I13", "VerifyItems", Asked::Nothing},
};

constexpr std::size_t kBrokenNamedMax = 100;

ConnectionSettings proofSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "proof";
    settings.statementTimeout = std::chrono::minutes{30}; // A whole ledger of many millions of entries is read.
    settings.idleInTransactionTimeout = std::chrono::minutes{5};
    settings.readOnly = true;
    return settings;
}

/// The books as columns: one array each, so that a million entries are five parameters. Made once for both promises
/// that ask for them.
class BookColumns {
public:
    explicit BookColumns(const OutsideBooks& books)
    {
        ArrayText channels;
        ArrayText keys;
        ArrayText references;
        ArrayText amounts;
        ArrayText currencies;
        for (const OutsideEffect& effect : books.effects) {
            channels.append(effect.channel);
            keys.append(effect.key);
            references.append(effect.externalRef);
            amounts.append(std::to_string(effect.amountMinor));
            currencies.append(effect.currency);
        }
        m_channels = channels.take();
        m_keys = keys.take();
        m_references = references.take();
        m_amounts = amounts.take();
        m_currencies = currencies.take();
    }

    [[nodiscard]] Params ask(const OutsideBooks& books, bool quiescent) const
    {
        return params(
            m_channels, m_keys, m_references, m_amounts, m_currencies, books.channels, books.readFrom, quiescent);
    }

private:
    std::string m_channels;
    std::string m_keys;
    std::string m_references;
    std::string m_amounts;
    std::string m_currencies;
};

PromiseCheck checkOf(const Row& row)
{
    PromiseCheck check;
    check.checked = row.int64("checked");
    check.brokenTotal = row.int64("broken_total");
    check.broken = row.textArray("broken");
    return check;
}

/// Adds what a further statement of the same promise found.
void addTo(PromiseCheck& sum, PromiseCheck part)
{
    sum.checked += part.checked;
    sum.brokenTotal += part.brokenTotal;
    const std::size_t room = kBrokenNamedMax - std::min(kBrokenNamedMax, sum.broken.size());
    const auto taken = static_cast<std::ptrdiff_t>(std::min(room, part.broken.size()));
    std::move(part.broken.begin(), part.broken.begin() + taken, std::back_inserter(sum.broken));
    sum.holds = sum.brokenTotal == 0;
}

} // namespace

ProofStore::ProofStore(const ConnectionTarget& target, std::string program)
    : m_connection(proofSettings(target, std::move(program)))
{
}

Result<ServerIdentity> ProofStore::connect()
{
    Result<ServerIdentity> identity = connectAndIdentify(m_connection, SchemaUse::Read);
    if (identity)
        m_identity = *identity;
    return identity;
}

Result<Done> ProofStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<std::vector<PromiseCheck>> ProofStore::verify(
    const OutsideBooks& outside, bool quiescent, const std::function<void(const PromiseCheck&)>& onChecked)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const BookColumns columns{outside};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    if (const Result<Rows> set = snapshot.run("SetVerifyMemory"); !set)
        return tl::unexpected{set.error()};
    std::vector<PromiseCheck> checks;
    for (std::size_t nth = 0; nth < kPromises.size(); ++nth) {
        const PromiseStatement& statement = kPromises[nth];
        Params asked;
        switch (statement.asked) {
        case Asked::Nothing:
            break;
        case Asked::Quiescent:
            asked.add(quiescent);
            break;
        case Asked::Books:
            asked = columns.ask(outside, quiescent);
            break;
        }
        const Result<Rows> rows = snapshot.run(statement.name, asked);
        if (!rows)
            return tl::unexpected{rows.error()};
        Result<PromiseCheck> part = rows->readOne(checkOf);
        if (!part)
            return tl::unexpected{part.error()};
        if (checks.empty() || checks.back().promise != statement.promise)
            checks.push_back({.promise = std::string{statement.promise},
                .holds = true,
                .checked = 0,
                .broken = {},
                .brokenTotal = 0});
        addTo(checks.back(), std::move(*part));
        const bool isLast = nth + 1 == kPromises.size() || kPromises[nth + 1].promise != statement.promise;
        if (isLast && onChecked)
            onChecked(checks.back());
    }
    return checks;
}

Result<ReadableBooks> ProofStore::readableBooks()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const Result<Rows> time = m_connection.run("ReadClockNow");
    if (!time)
        return tl::unexpected{time.error()};
    const auto now = time->readOne([](const Row& row) { return row.timestamp("now"); });
    if (!now)
        return tl::unexpected{now.error()};
    const Result<Rows> rows = m_connection.run("ReadBookEndpoints");
    if (!rows)
        return tl::unexpected{rows.error()};
    auto endpoints = rows->readAll([](const Row& row) {
        return std::pair{row.string("channel_id"), row.string("endpoint")};
    });
    if (!endpoints)
        return tl::unexpected{endpoints.error()};
    return ReadableBooks{*now, std::move(*endpoints)};
}

Result<StatusSnapshot> ProofStore::status()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    Result<StatusSnapshot> status = readStatus(snapshot);
    if (status)
        status->server = m_identity;
    return status;
}

} // namespace onceover::store
