// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/execution.h"
#include "core/result.h"

#include <string_view>
#include <vector>

namespace onceover {

/// Reads the rows of `xxl_job_log` from a MySQL dump of XXL-JOB, with or without a column list, in the order of the
/// file. Its times carry no zone: they are taken as they stand. A dispatch that failed may have reached its node, so it
/// is Lost or Unclear; NotDispatched is one that was refused. Refuses (ValueMalformed, `found` names the line) what is
/// no such row; a dump without any is empty.
[[nodiscard]] Result<std::vector<Execution>> readXxlLog(std::string_view dump);

} // namespace onceover
