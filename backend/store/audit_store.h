// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "core/records/console.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// The auditor's reading of chains and anchors on PostgreSQL: one read-only repeatable-read snapshot, page by page.
/// Promises: AuditReader.
class AuditStore final : public AuditReader {
public:
    AuditStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<Done> readAudit(const Sink& sink) override;

private:
    Connection m_connection;
};

} // namespace onceover::store
