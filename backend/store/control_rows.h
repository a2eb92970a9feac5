// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_people.h"
#include "store/rows.h"

namespace onceover::store {

// Requests, freezes and what may still leave, as their statements give them: to who acts and to who reads.
[[nodiscard]] RequestRow requestRowOf(const Row& row);
[[nodiscard]] FreezeRow freezeRowOf(const Row& row);
[[nodiscard]] MayLeaveRow mayLeaveRowOf(const Row& row);

// The lists of the pages Approvals and Audit.
[[nodiscard]] RequestListRow requestListRowOf(const Row& row);
[[nodiscard]] PlanItemRow planItemRowOf(const Row& row);
[[nodiscard]] AuditListRow auditListRowOf(const Row& row);
[[nodiscard]] AccessRow accessRowOf(const Row& row);
[[nodiscard]] AuditHeadRow auditHeadRowOf(const Row& row);

} // namespace onceover::store
