// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/desk_port.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// The desk's reading on PostgreSQL, by any person's login. Connects when first asked. Promises: DeskPort.
class DeskStore final : public DeskPort {
public:
    DeskStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<OwnMonth> ownMonth(milliseconds lookBack) override;
    [[nodiscard]] Result<DeskList<AlertRow>> openAlerts() override;
    [[nodiscard]] Result<DeskList<DeadLetterRow>> deadLetters(milliseconds olderThan) override;
    [[nodiscard]] Result<ReconciliationSheet> recordedDay(const BusinessDate& day, const std::string& channel) override;
    [[nodiscard]] Result<ReconciliationSheet> threeTablesNow() override;
    [[nodiscard]] Result<std::vector<BookPair>> pairUp(
        const std::string& channel, std::vector<TheirEntry> theirs) override;
    [[nodiscard]] Result<std::vector<OurEntry>> acceptedBefore(
        const std::string& channel, Timestamp before, OurPlace after, int limit) override;
    [[nodiscard]] Result<std::int64_t> countAcceptedBefore(const std::string& channel, Timestamp before) override;

private:
    [[nodiscard]] Result<Done> ensureConnected();
    [[nodiscard]] Result<Timestamp> readClock();

    Connection m_connection;
};

} // namespace onceover::store
