// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/states/catalogue.h"

#include "core/states/approval_state.h"
#include "core/states/attempt_state.h"
#include "core/states/batch_state.h"
#include "core/states/freeze_state.h"
#include "core/states/incident_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "core/states/run_state.h"
#include "core/states/shard_state.h"

namespace onceover {

namespace {

template <typename Table>
void append(std::vector<LegalChange>& changes, std::string_view machine, const Table& table)
{
    for (const auto& row : table) {
        changes.push_back({machine, row.from ? nameOf(*row.from) : std::string_view{"NONE"}, nameOf(row.event),
            nameOf(row.to), nameOf(row.needs)});
    }
}

} // namespace

std::vector<LegalChange> legalChanges()
{
    std::vector<LegalChange> changes;
    append(changes, "operation", kOperationTransitions);
    append(changes, "message", kMessageTransitions);
    append(changes, "run", kRunTransitions);
    append(changes, "attempt", kAttemptTransitions);
    append(changes, "shard", kShardTransitions);
    append(changes, "batch", kBatchTransitions);
    append(changes, "freeze", kFreezeTransitions);
    append(changes, "approval", kApprovalTransitions);
    append(changes, "approval item", kApprovalItemTransitions);
    append(changes, "incident", kIncidentTransitions);
    return changes;
}

} // namespace onceover
