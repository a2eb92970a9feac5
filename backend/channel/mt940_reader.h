// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "channel/statement_text.h"

#include <string_view>
#include <vector>

namespace onceover::channel {

/// Reads the statements of a SWIFT MT940 file as banks write it: with or without its blocks, in UTF-8 or ISO 8859-1. A
/// reversal of a credit (RC) took money, one of a debit (RD) brought it. An interim report (MT942) is no statement.
[[nodiscard]] Read<std::vector<BankStatement>> readMt940(std::string_view bytes);

} // namespace onceover::channel
