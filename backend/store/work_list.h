// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"
#include "core/result.h"
#include "store/transaction.h"

namespace onceover::store {

/// One page of a list of the engine's work, with the sizes of its groups. Each list has one order (what is old and open
/// first; what is history newest first) and is read in either direction by one statement. Totals are counted as far as
/// 10,000 and are an estimate beyond.
[[nodiscard]] Result<WorkPage> readWorkPage(Transaction& snapshot, WorkList list, const ListQuery& query);

} // namespace onceover::store
