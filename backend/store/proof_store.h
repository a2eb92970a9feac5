// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/proof_port.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <functional>
#include <string>
#include <vector>

namespace onceover::store {

class PromiseLook;

/// How much of a machine a look at the promises takes.
struct LookEffort {
    int connections = 2; ///< 1 to 8; that many statements run at once, all in one snapshot.
    int slices = 0;      ///< Ranges of buckets, 1 to 64; 0: as many as the operations take up.
};

/// The auditor's reading on PostgreSQL: each promise is set-based SQL, all of them in one read-only repeatable-read
/// snapshot, with no limit of time but the caller's patience. Several connections share the snapshot; where one cannot
/// (no connection left, another server of the same name), fewer look, which whyFewer() then says. Promises: ProofPort.
class ProofStore final : public ProofPort {
public:
    ProofStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<StatusSnapshot> status() override;
    [[nodiscard]] Result<std::vector<PromiseCheck>> verify(const OutsideBooks& outside, bool quiescent,
        const std::function<void(const PromiseCheck&)>& onChecked = {}) override;
    [[nodiscard]] Result<ReadableBooks> readableBooks() override;

    /// For the next verify().
    void setEffort(LookEffort effort) { m_effort = effort; }
    /// Called by verify() on its own thread: how many pieces of the look are done, of how many. Promises are whole near its end.
    void onProgress(std::function<void(std::size_t done, std::size_t all)> progressed) { m_progressed = std::move(progressed); }
    /// Why the last verify() had fewer connections than were asked for; empty: it had them.
    [[nodiscard]] const std::string& whyFewer() const { return m_whyFewer; }

    /// While this descriptor is readable, what runs is cancelled at once and ends as Cancelled.
    void interruptBy(int fd)
    {
        m_interruptFd = fd;
        m_connection.interruptBy(fd);
    }

private:
    [[nodiscard]] Result<Done> ensureConnected();

    /// Looks with this connection and its helpers until every piece is done or one failed.
    [[nodiscard]] Result<std::vector<PromiseCheck>> lookTogether(
        PromiseLook& look, const std::string& snapshot, const std::function<void(const PromiseCheck&)>& onChecked);

    Connection m_connection;
    ServerIdentity m_identity;
    LookEffort m_effort;
    std::function<void(std::size_t, std::size_t)> m_progressed;
    std::string m_whyFewer;
    int m_interruptFd = -1;
};

} // namespace onceover::store
