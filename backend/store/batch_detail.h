// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "core/result.h"
#include "store/transaction.h"

#include <string>

namespace onceover::store {

/// Everything about the batch of that run key; `found` is false when there is none. Two round trips of one snapshot.
[[nodiscard]] Result<BatchDetail> readBatchDetail(Transaction& snapshot, const std::string& runKey);

} // namespace onceover::store
