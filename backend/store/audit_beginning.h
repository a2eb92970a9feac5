// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/audit.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// With what every export of an auditor begins.
struct AuditBeginning {
    AuditOrigin origin;
    AuditHeads heads;
};

/// Where the snapshot is, and the head of each audit chain in it.
[[nodiscard]] Result<AuditBeginning> readAuditBeginning(Transaction& snapshot);

} // namespace onceover::store
