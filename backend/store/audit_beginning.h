// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/audit.h"
#include "core/result.h"
#include "store/connection.h"
#include "store/connection_target.h"
#include "store/transaction.h"

#include <string>
#include <string_view>

namespace onceover::store {

/// With what every export of an auditor begins.
struct AuditBeginning {
    AuditOrigin origin;
    AuditHeads heads;
};

/// A session that only reads, page by page, while the caller writes files between two pages.
[[nodiscard]] ConnectionSettings auditorSettings(
    const ConnectionTarget& target, std::string program, std::string_view duty);

/// Where the snapshot is, and the head of each audit chain in it.
[[nodiscard]] Result<AuditBeginning> readAuditBeginning(Transaction& snapshot);

} // namespace onceover::store
