// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/console_port.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// What the console reads, on PostgreSQL, through the masked views that every person's login may read. Statements end
/// after 3 seconds; a standby is welcome. A lost connection is made again by the next call. Promises: ConsoleReader.
class ConsoleStore final : public ConsoleReader {
public:
    /// `program` becomes the session's application_name.
    ConsoleStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<OverviewSnapshot> readOverview() override;
    [[nodiscard]] Result<Page<BatchRow>> readBatches(const ListQuery& query) override;
    [[nodiscard]] Result<Page<OperationRow>> readOperations(const ListQuery& query) override;
    [[nodiscard]] Result<WorkPage> readWork(WorkList list, const ListQuery& query) override;
    [[nodiscard]] Result<BatchDetail> readBatch(const std::string& runKey) override;
    /// The message's bytes are among it when the login holds the auditor's role; views mask them for all others.
    [[nodiscard]] Result<OperationDetail> readOperation(const OperationId& id) override;
    [[nodiscard]] Result<FreezesNow> readFreezes() override;
    [[nodiscard]] Result<RequestDetail> readRequest(std::int64_t id, int itemsMost) override;
    [[nodiscard]] Result<IncidentDetail> readIncident(std::int64_t id) override;
    void requestCancel() override;

private:
    [[nodiscard]] Result<Done> ensureConnected();

    Connection m_connection;
    ServerIdentity m_identity;
};

} // namespace onceover::store
