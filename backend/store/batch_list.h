// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// One page of batches, newest business date first; filters: status, business date, job type. The total is exact.
[[nodiscard]] Result<Page<BatchRow>> readBatchPage(Transaction& snapshot, const ListQuery& query);

} // namespace onceover::store
