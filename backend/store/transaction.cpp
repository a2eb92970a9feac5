// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/transaction.h"

namespace onceover::store {

Transaction::Transaction(Connection& connection, Mode mode)
    : m_connection(connection)
    , m_mode(mode)
{
}

Transaction::~Transaction()
{
    rollBack();
}

void Transaction::queue(std::string_view name, const Params& parameters)
{
    m_queued.push_back(Call{std::string{name}, parameters});
}

Result<Rows> Transaction::run(std::string_view name, const Params& parameters)
{
    queue(name, parameters);
    return flush().map([](std::vector<Rows> results) { return std::move(results.back()); });
}

Result<std::vector<Rows>> Transaction::flush()
{
    return send(false);
}

Result<std::vector<Rows>> Transaction::commit()
{
    return send(true);
}

Result<std::vector<Rows>> Transaction::send(bool andCommit)
{
    if (m_ended)
        return fail(FailureKind::Broken, "the transaction has ended");
    std::vector<Call> calls;
    if (!m_begun)
        calls.push_back(Call{m_mode == Mode::ReadCommitted ? "BeginReadCommitted" : "BeginSnapshot", {}});
    const bool begins = !m_begun;
    m_begun = true;
    for (Call& call : m_queued)
        calls.push_back(std::move(call));
    m_queued.clear();
    const bool canBeInDoubt = andCommit && m_mode == Mode::ReadCommitted;
    if (canBeInDoubt)
        calls.push_back(Call{"ReadTransactionId", {}});
    if (andCommit)
        calls.push_back(Call{"Commit", {}});

    const SessionFacts session = m_connection.session(); // A lost connection forgets its own.
    m_connection.m_lastXid.clear();
    Result<std::vector<Rows>> results = m_connection.runPipeline(calls);
    if (!results) {
        const bool answerLost = canBeInDoubt && !m_connection.isConnected()
            && (results.error().sqlState.empty() || results.error().statement == "Commit");
        if (answerLost) {
            m_doubt = CommitDoubt{m_connection.m_lastXid, session.systemIdentifier, session.timeline};
            results.error().kind = FailureKind::InDoubt;
            results.error().found = m_doubt->xid.empty() ? "transaction id unknown" : "transaction " + m_doubt->xid;
        }
        rollBack();
        return results;
    }
    if (begins)
        results->erase(results->begin());
    if (andCommit) {
        results->pop_back();
        if (canBeInDoubt)
            results->pop_back();
        m_ended = true;
    }
    return results;
}

void Transaction::rollBack()
{
    if (m_ended)
        return;
    m_ended = true;
    if (!m_begun || !m_connection.isConnected())
        return;
    // A session whose ROLLBACK fails is of no use any more; the server rolls back when it goes.
    if (!m_connection.run("Rollback"))
        m_connection.close();
}

} // namespace onceover::store
