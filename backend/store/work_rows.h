// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"
#include "store/rows.h"

namespace onceover::store {

// Rows of the lists of the engine's work; each reads what the statement of its list gives.
[[nodiscard]] DeadLetterListRow deadLetterListRowOf(const Row& row);
[[nodiscard]] StuckLeaseRow stuckLeaseRowOf(const Row& row);
[[nodiscard]] MessageRow messageRowOf(const Row& row);
[[nodiscard]] ChannelRow channelRowOf(const Row& row);
[[nodiscard]] RunRow runRowOf(const Row& row);
[[nodiscard]] AttemptRow attemptRowOf(const Row& row);
/// The next three instants are computed here from schedule and zone, as the scheduler computes them.
[[nodiscard]] JobRow jobRowOf(const Row& row);
[[nodiscard]] WorkerRow workerRowOf(const Row& row);
[[nodiscard]] ReconciliationRow reconciliationRowOf(const Row& row);
[[nodiscard]] DifferenceListRow differenceListRowOf(const Row& row);
[[nodiscard]] AlertListRow alertListRowOf(const Row& row);
[[nodiscard]] StatementRow statementRowOf(const Row& row);
[[nodiscard]] StatementLineRow statementLineRowOf(const Row& row);
[[nodiscard]] RolloutListRow rolloutListRowOf(const Row& row);
[[nodiscard]] CallRow callRowOf(const Row& row);

} // namespace onceover::store
