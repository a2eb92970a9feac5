// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/proof_port.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <functional>
#include <string>
#include <vector>

namespace onceover::store {

/// The auditor's reading on PostgreSQL: each promise is set-based SQL, all of them in one read-only repeatable-read
/// snapshot, with no limit of time but the caller's patience. Promises: ProofPort.
class ProofStore final : public ProofPort {
public:
    ProofStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<StatusSnapshot> status() override;
    [[nodiscard]] Result<std::vector<PromiseCheck>> verify(const OutsideBooks& outside, bool quiescent,
        const std::function<void(const PromiseCheck&)>& onChecked = {}) override;
    [[nodiscard]] Result<ReadableBooks> readableBooks() override;

    /// While this descriptor is readable, what runs is cancelled at once and ends as Cancelled.
    void interruptBy(int fd) { m_connection.interruptBy(fd); }

private:
    [[nodiscard]] Result<Done> ensureConnected();

    Connection m_connection;
    ServerIdentity m_identity;
};

} // namespace onceover::store
