// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "channel/statement_text.h"

#include <string_view>
#include <vector>

namespace onceover::channel {

/// Reads the statements of an ISO 20022 file camt.053, of any version. UTF-8 alone; a DOCTYPE is refused, and no entity
/// of a file is ever expanded. What is pending or told for information is left out: it moved nothing. Reports and
/// notifications (camt.052, camt.054) are no statements.
[[nodiscard]] Read<std::vector<BankStatement>> readCamt(std::string_view bytes);

} // namespace onceover::channel
