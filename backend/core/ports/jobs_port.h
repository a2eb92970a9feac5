// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/job_facts.h"
#include "core/result.h"

namespace onceover {

/// What people read about jobs and their schedules. Belongs to one thread.
class JobsReader
{
public:
    virtual ~JobsReader() = default;

    /// Every job with its schedule, its lag and its last run, and the releases ahead, in one read-only transaction. Every
    /// role of a person may read it. Connects when necessary; the failure's `statement` is then "connect".
    [[nodiscard]] virtual Result<JobsSnapshot> readJobs() = 0;
};

} // namespace onceover
