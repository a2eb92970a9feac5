// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_incident.h"
#include "core/result.h"

namespace onceover::store {

class Transaction;

/// One incident, from one snapshot: what its page shows.
[[nodiscard]] Result<IncidentDetail> readIncidentDetail(Transaction& snapshot, std::int64_t id);

} // namespace onceover::store
