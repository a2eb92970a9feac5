// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// One page of operations. The narrowest filter chooses the index, so that a page costs the same however many
/// operations ended: a key prefix, a batch, a merchant, an open status through what lists it (due rows, open messages,
/// dead letters), else the business date, newest first. The total comes from maintained counts; for merchants and keys
/// it is counted as far as 10,000 and then an estimate.
[[nodiscard]] Result<Page<OperationRow>> readOperationPage(Transaction& snapshot, const ListQuery& query);

} // namespace onceover::store
