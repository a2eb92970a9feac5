// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/ports/console_port.h"
#include "core/records/console.h"
#include "core/result.h"

#include <string_view>

namespace onceover::acts {

/// A person's wish to run a job for one business date, complete before it is sent. The date is always explicit: a
/// default of "today" or "yesterday" would let two people mean two days (R19, K69).
struct TriggerRequest {
    JobId job;
    BusinessDate bizDate;
    Uuid requestId;
};

/// Reads the wish as a person typed it: BusinessDateInvalid (found: the text) for a date that is not an existing day in
/// the form YYYY-MM-DD, UnknownJob for no job at all. Whether the job exists is the database's answer, and audited
/// there.
[[nodiscard]] Result<TriggerRequest> readTriggerRequest(
    std::string_view job, std::string_view bizDate, const Uuid& requestId);

/// Triggers the run by hand. When the answer is lost, it is not sent again but asked for by its request id: what is
/// recorded is the answer; when nothing is recorded, or asking fails too, InDoubt with what was found. A refusal of the
/// domain comes back as an answer that is not done, because the database recorded it.
[[nodiscard]] Result<ManualTriggerAnswer> triggerRun(PeoplePort& people, const TriggerRequest& request);

} // namespace onceover::acts
