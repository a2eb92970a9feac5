// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"

#include <vector>

namespace onceover::testing {

// The lists of the pages Approvals and Audit, and the tab Rollout, as the sample day has them.
[[nodiscard]] std::vector<RequestListRow> workRequests();
[[nodiscard]] std::vector<AuditListRow> workAudit();
[[nodiscard]] std::vector<AuditHeadRow> workHeads();
[[nodiscard]] std::vector<AccessRow> workAccess();
[[nodiscard]] std::vector<RolloutListRow> workRollouts();

} // namespace onceover::testing
