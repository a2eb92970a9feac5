// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/audit.h"
#include "core/result.h"

#include <string>
#include <string_view>

namespace onceover::proof {

/// One line each, without its end. The same value always makes the same bytes, and reading refuses (ValueMalformed,
/// `found` says why) every line that is not those bytes: a changed blank is found like a changed digit.
[[nodiscard]] std::string lineOf(const AuditRow& row);
[[nodiscard]] Result<AuditRow> readRow(std::string_view line);

[[nodiscard]] std::string lineOf(const Anchor& anchor);
[[nodiscard]] Result<Anchor> readAnchor(std::string_view line);

} // namespace onceover::proof
