// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reckoning.h"
#include "core/ports/book_port.h"
#include "core/records/console.h"
#include "core/records/desk.h"
#include "core/records/timestamp.h"
#include "core/result.h"

namespace onceover {

/// What a person at the desk reads from a shell: read-only, through the masked views; our book by an auditor's right.
class DeskPort : public OurBookPort {
public:
    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;

    /// What the last `lookBack` of this installation's own work counts up to.
    [[nodiscard]] virtual Result<OwnMonth> ownMonth(milliseconds lookBack) = 0;

    /// Open alerts, money and the oldest first.
    [[nodiscard]] virtual Result<DeskList<AlertRow>> openAlerts() = 0;
    /// Unresolved dead letters that are older than that, the oldest first.
    [[nodiscard]] virtual Result<DeskList<DeadLetterRow>> deadLetters(milliseconds olderThan) = 0;
    /// What was recorded for that day, and the differences that its comparisons opened.
    [[nodiscard]] virtual Result<ReconciliationSheet> recordedDay(const BusinessDate& day, const std::string& channel)
        = 0;
    /// The three tables as they stand now: one comparison and every difference.
    [[nodiscard]] virtual Result<ReconciliationSheet> threeTablesNow() = 0;
};

} // namespace onceover
