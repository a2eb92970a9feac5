// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/incident_rows.h"

namespace onceover::store {

IncidentRow incidentRowOf(const Row& row)
{
    IncidentRow incident;
    incident.id = row.int64("incident_id");
    incident.status = row.string("status");
    incident.title = row.string("title");
    incident.scope = {row.string("scope_kind"), row.string("scope_ref")};
    incident.fromDate = row.string("from_date");
    incident.owner = row.string("owner");
    incident.openedBy = row.string("opened_by");
    incident.openedAt = row.timestamp("opened_at");
    incident.closedAt = row.optionalTimestamp("closed_at");
    incident.isFalseAlarm = row.boolean("is_false_alarm");
    incident.freezesInForce = row.int64("freezes_in_force");
    incident.freezesDraining = row.int64("freezes_draining");
    incident.frozenAt = row.optionalTimestamp("frozen_at");
    incident.plan = row.int64("plan_id");
    incident.planStatus = row.string("plan_status");
    incident.steps = row.int64("steps");
    incident.lastStepAt = row.optionalTimestamp("last_step_at");
    return incident;
}

IncidentStepRow incidentStepOf(const Row& row)
{
    return {row.int32("step_no"), row.string("kind"), row.string("status"), row.string("actor"), row.string("note"),
        row.string("facts"), row.timestamp("at")};
}

IncidentFreezeRow incidentFreezeOf(const Row& row)
{
    return {row.int64("freeze_id"), {row.string("scope_kind"), row.string("scope_ref")}, row.string("status"),
        row.string("actor"), row.string("reason"), row.optionalTimestamp("effective_at"),
        row.optionalTimestamp("drained_at"), row.optionalTimestamp("lifted_at")};
}

IncidentGate incidentGateOf(const Row& row)
{
    return {row.string("next_status"), row.textArray("missing")};
}

} // namespace onceover::store
