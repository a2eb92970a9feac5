// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "core/records/console.h"
#include "store/act_session.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// The auditor's reading of chains and anchors on PostgreSQL: one read-only repeatable-read snapshot, page by page. The
/// note that it was done goes over a connection of its own, made when it is written.
/// Promises: AuditReader.
class AuditStore final : public AuditReader {
public:
    AuditStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<Done> readAudit(const Sink& sink) override;
    [[nodiscard]] Result<Done> noteVerification(const AuditNote& note, const Uuid& noteId) override;

private:
    Connection m_connection;
    ActSession m_notes;
};

} // namespace onceover::store
