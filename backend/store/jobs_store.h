// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/jobs_port.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// Jobs and schedules for people, on PostgreSQL, through the views that every person's login may read. Promises:
/// JobsReader.
class JobsStore final : public JobsReader {
public:
    /// `program` becomes the session's application_name.
    JobsStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<JobsSnapshot> readJobs() override;

private:
    Connection m_connection;
};

} // namespace onceover::store
