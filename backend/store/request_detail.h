// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_people.h"
#include "core/result.h"

namespace onceover::store {

class Transaction;

/// The open freezes, from one snapshot.
[[nodiscard]] Result<FreezesNow> readFreezesNow(Transaction& snapshot);

/// One request with its plan beside what it is now; of its items the `itemsMost` largest.
[[nodiscard]] Result<RequestDetail> readRequestDetail(Transaction& snapshot, std::int64_t id, int itemsMost);

} // namespace onceover::store
