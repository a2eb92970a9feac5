// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/proof_port.h"
#include "core/records/console.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// The first screen from one snapshot, in two round trips. `server` stays empty: the caller knows where it is
/// connected.
[[nodiscard]] Result<OverviewSnapshot> readOverview(Transaction& snapshot);

/// What the practice guide goes by, in the same snapshot. Of a sandbox alone.
[[nodiscard]] Result<PracticeFacts> readPractice(Transaction& snapshot);

/// What `onceoverctl status` tells, from the same statements as the first screen. `server` stays empty.
[[nodiscard]] Result<StatusSnapshot> readStatus(Transaction& snapshot);

} // namespace onceover::store
