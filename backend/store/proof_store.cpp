// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/proof_store.h"

#include "store/overview_reader.h"
#include "store/promise_look.h"
#include "store/server_identity.h"
#include "store/transaction.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace onceover::store {

namespace {

constexpr int kConnectionsMax = 8;

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

PromiseCheck checkOf(const Row& row)
{
    PromiseCheck check;
    check.promise = row.string("promise");
    check.checked = row.int64("checked");
    check.brokenTotal = row.int64("broken_total");
    check.broken = row.textArray("broken");
    return check;
}

/// Takes pieces until none is left; after each, `onDone`. A failure stops everybody.
void lookAtPieces(Connection& connection, PromiseLook& look, const std::function<void()>& onDone)
{
    while (const std::optional<std::size_t> nth = look.take()) {
        const LookPiece& piece = look.piece(*nth);
        const Result<Rows> rows = connection.run(piece.statement, piece.params);
        Result<std::vector<PromiseCheck>> parts
            = rows ? rows->readAll(checkOf) : Result<std::vector<PromiseCheck>>{tl::unexpected{rows.error()}};
        if (!parts) {
            look.stop(parts.error());
            return;
        }
        look.put(*nth, std::move(*parts));
        onDone();
    }
}

/// One more connection in the same snapshot, on a thread of its own. The object is made and destroyed by its owner,
/// while the thread does not run.
class LookHelper {
public:
    LookHelper(const ConnectionSettings& settings, int interruptFd)
        : m_connection(settings)
    {
        m_connection.interruptBy(interruptFd);
    }

    /// `onFailed` is called from the thread, after the look was stopped.
    void start(PromiseLook& look, const std::string& snapshot, const std::function<void()>& onFailed)
    {
        m_thread = std::thread{[this, &look, snapshot, onFailed] {
            try {
                if (const Result<Done> shared = share(snapshot); !shared)
                    m_whyNot = shared.error();
                else
                    lookAtPieces(m_connection, look, [] {});
            } catch (const std::exception& problem) {
                look.stop(fail(FailureKind::Broken, problem.what(), "look").value());
            }
            m_connection.close();
            if (look.failure())
                onFailed();
        }};
    }
    void cancel() { m_connection.requestCancel(); }
    void join() { m_thread.join(); }

    /// Why it could not take part; to be asked after join().
    [[nodiscard]] const std::optional<Failure>& whyNot() const { return m_whyNot; }

private:
    [[nodiscard]] Result<Done> share(const std::string& snapshot)
    {
        if (const Result<Done> connected = m_connection.connect(); !connected)
            return connected;
        // SET TRANSACTION takes no parameter; the name is the server's own, and of these characters alone.
        if (snapshot.find_first_not_of("0123456789ABCDEFabcdef-") != std::string::npos)
            return fail(FailureKind::Broken, "the snapshot's name is " + snapshot);
        const Result<Done> begun = m_connection.runScript(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '" + snapshot + "'",
            "share snapshot");
        if (!begun)
            return begun;
        return m_connection.run("SetVerifyMemory").map([](const Rows&) { return Done{}; });
    }

    Connection m_connection;
    std::thread m_thread;
    std::optional<Failure> m_whyNot;
};

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
    m_whyFewer.clear();
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    if (const Result<Rows> set = snapshot.run("SetVerifyMemory"); !set)
        return tl::unexpected{set.error()};
    const Result<Rows> prepared = snapshot.run("PrepareLook");
    if (!prepared)
        return tl::unexpected{prepared.error()};
    int slices = m_effort.slices;
    std::string name;
    const Result<Done> read = prepared->readOne([&](const Row& row) {
        slices = slices > 0 ? slices : row.int32("slices");
        name = row.string("snapshot");
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    PromiseLook look{outside, quiescent, slices};
    return lookTogether(look, name, onChecked);
}

Result<std::vector<PromiseCheck>> ProofStore::lookTogether(
    PromiseLook& look, const std::string& snapshot, const std::function<void(const PromiseCheck&)>& onChecked)
{
    std::vector<std::unique_ptr<LookHelper>> helpers;
    const int wanted = std::clamp(m_effort.connections, 1, kConnectionsMax);
    for (int nth = 1; nth < wanted; ++nth)
        helpers.push_back(std::make_unique<LookHelper>(m_connection.settings(), m_interruptFd));
    for (const auto& helper : helpers)
        helper->start(look, snapshot, [this] { m_connection.requestCancel(); });

    std::vector<PromiseCheck> checks;
    const auto tell = [&] {
        for (PromiseCheck& check : look.tell()) {
            if (onChecked)
                onChecked(check);
            checks.push_back(std::move(check));
        }
        if (m_progressed)
            m_progressed(look.done(), look.pieces());
    };
    lookAtPieces(m_connection, look, tell);
    if (look.failure()) {
        for (const auto& helper : helpers)
            helper->cancel();
    }
    for (const auto& helper : helpers) {
        helper->join();
        if (helper->whyNot())
            m_whyFewer = helper->whyNot()->detail;
    }
    if (const std::optional<Failure> failure = look.failure())
        return tl::unexpected{*failure};
    tell();
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
