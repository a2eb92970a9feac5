// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// Everything about one operation; `found` is false when there is none of that id. Two round trips of one snapshot.
/// `withPayload`: the login may read the message's bytes (an auditor).
[[nodiscard]] Result<OperationDetail> readOperationDetail(
    Transaction& snapshot, const OperationId& id, bool withPayload);

} // namespace onceover::store
