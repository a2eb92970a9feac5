// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/batch_decision.h"
#include "store/rows.h"

namespace onceover::store {

/// A row of ReadOpenBatches.
[[nodiscard]] BatchFacts batchFactsFrom(const Row& row);

/// A row of ReadShardFacts.
[[nodiscard]] ShardFacts shardFactsFrom(const Row& row);

/// All rows of ReadReconcileFigures; without the open differences.
[[nodiscard]] Result<ReconcileFigures> reconcileFiguresFrom(const Rows& rows);

} // namespace onceover::store
