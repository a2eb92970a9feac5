// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/recovery_plan.h"
#include "core/records/console.h"
#include "core/records/control.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace onceover {

/// A plan as its owner asks for it.
struct RecoveryWish {
    struct Item {
        OperationId operation;
        RecoveryAction action = RecoveryAction::Nothing;
    };
    std::int64_t incident = 0;
    std::vector<Item> items;   ///< Empty: nothing is to be done.
    bool isFalseAlarm = false; ///< Then there are no items: it was none.
    std::string reason;
    std::string ticket;
};

/// What a recovery is planned from, and the request for it. Belongs to one thread.
class RecoveryPort {
public:
    virtual ~RecoveryPort() = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;
    /// Of the operations about which something may be to do.
    [[nodiscard]] virtual Result<std::vector<RecoveryFacts>> facts(std::int64_t incident, int most) = 0;
    /// All operations of the scope by currency.
    [[nodiscard]] virtual Result<std::vector<RecoveryTotal>> scopeTotals(std::int64_t incident) = 0;
    /// InDoubt: as ControlPort.
    [[nodiscard]] virtual Result<RequestAnswer> requestPlan(const RecoveryWish& wish, const Uuid& requestId) = 0;
};

} // namespace onceover
