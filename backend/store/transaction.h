// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/connection.h"
#include "store/sqlstate.h"

#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace onceover::store {

/// One READ COMMITTED transaction (or one read-only snapshot). BEGIN travels with the first statement and COMMIT with
/// the last, so that a transaction of two steps costs two round trips. Rolls back in the destructor unless committed.
class Transaction {
public:
    enum class Mode { ReadCommitted, ReadOnlySnapshot };

    explicit Transaction(Connection& connection, Mode mode = Mode::ReadCommitted);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// Executes what was queued and then this, in one round trip; gives back this one's rows.
    [[nodiscard]] Result<Rows> run(std::string_view name, const Params& parameters = {});

    /// Executes what was queued and waits for it; the results in order of queueing.
    [[nodiscard]] Result<std::vector<Rows>> flush();

    /// Leaves a statement for the next run(), flush() or commit().
    void queue(std::string_view name, const Params& parameters = {});

    /// Executes what was queued and commits; the queued results in order. InDoubt when the connection died before the
    /// answer to COMMIT came: then doubt() says what to ask for.
    [[nodiscard]] Result<std::vector<Rows>> commit();

    [[nodiscard]] const std::optional<CommitDoubt>& doubt() const { return m_doubt; }

private:
    [[nodiscard]] Result<std::vector<Rows>> send(bool andCommit);
    void rollBack();

    Connection& m_connection;
    Mode m_mode;
    bool m_begun = false; ///< BEGIN was sent.
    bool m_ended = false; ///< Committed, failed or in doubt: nothing is left to roll back.
    std::vector<Call> m_queued;
    std::optional<CommitDoubt> m_doubt;
};

/// Runs a whole transaction again after a deadlock or serialization failure, at most `most` times in all.
template <typename Work>
[[nodiscard]] auto runAgainAfterDeadlock(Work work, int most = 5) -> std::invoke_result_t<Work>
{
    for (int attempt = 1;; ++attempt) {
        auto result = work();
        if (result || !mayRunAgain(result.error()) || attempt >= most)
            return result;
    }
}

} // namespace onceover::store
