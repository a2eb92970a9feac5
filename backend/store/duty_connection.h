// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "store/connection.h"
#include "store/connection_target.h"
#include "store/self_check.h"
#include "store/transaction.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace onceover::store {

/// Who connects, as which duty, and with which patience.
struct DutySettings {
    ConnectionTarget target;
    std::string login; ///< The duty's own login; empty keeps the one that the target names.
    WorkerId worker;
    std::string program;                    ///< "onceover-worker"
    std::string duty;                       ///< "settler"
    std::shared_ptr<GuardsSeen> guardsSeen; ///< Of all duties of the program; null: each session looks for itself.
    milliseconds connectTimeout{5000};
    milliseconds statementTimeout{30000};
};

/// The one connection of one duty, on the duty's thread, shared by the stores that this duty uses. Connects when first
/// needed and again after a loss, with the self-check each time; while the server is away everything is Unavailable.
class DutyConnection {
public:
    explicit DutyConnection(DutySettings settings);

    /// The connection, connected and checked; Unavailable while the server cannot be reached, Refused(SchemaTooOld,
    /// SchemaTooNew, SelfCheckFailed) when it must not be used.
    [[nodiscard]] Result<Connection*> ready();

    /// This duty touches rows by their keys alone (ConnectionSettings::plansByIndex). Before the first use.
    void planByIndex();

    /// The connection as it is, for waiting; may be disconnected.
    [[nodiscard]] Connection& raw() { return m_connection; }
    [[nodiscard]] const WorkerId& worker() const { return m_settings.worker; }
    [[nodiscard]] const DutySettings& settings() const { return m_settings; }

    /// Keeps the doubt of a lost COMMIT until settleDoubt().
    void remember(const std::optional<CommitDoubt>& doubt);

    /// Reconnects and asks what became of the last lost COMMIT (rule 6). Unavailable while it is still in progress;
    /// after any other answer reading by key tells the truth, and the doubt is forgotten.
    [[nodiscard]] Result<CommitFate> settleDoubt();

private:
    [[nodiscard]] Result<Done> begin();
    [[nodiscard]] Result<Done> renewPlans();

    DutySettings m_settings;
    Connection m_connection;
    bool m_plansByIndex = false;
    /// When the session's plans are made anew: at ages of 1, 3, 9, 27 seconds … and then every five minutes. A plan
    /// made on empty tables picks between equally cheap indexes by chance, and would be kept while they grow.
    std::chrono::steady_clock::time_point m_plansUntil;
    std::chrono::milliseconds m_planAge{1000};
    std::optional<CommitDoubt> m_doubt;
};

/// Runs `work(Connection&, Transaction&)`, commits what it left, and runs the whole again after a deadlock; keeps the
/// doubt of a lost COMMIT. `work` gives back a Result; its failure rolls back.
template <typename Work>
[[nodiscard]] auto inTransaction(DutyConnection& duty, Work work) -> std::invoke_result_t<Work, Transaction&>
{
    using Outcome = std::invoke_result_t<Work, Transaction&>;
    return runAgainAfterDeadlock([&]() -> Outcome {
        const Result<Connection*> connection = duty.ready();
        if (!connection)
            return tl::unexpected{connection.error()};
        Transaction transaction{**connection};
        Outcome outcome = work(transaction);
        if (!outcome)
            return outcome;
        if (const auto committed = transaction.commit(); !committed) {
            duty.remember(transaction.doubt());
            return tl::unexpected{committed.error()};
        }
        return outcome;
    });
}

} // namespace onceover::store
