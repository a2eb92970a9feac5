// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/statement.h"

#include <QString>

#include <string>
#include <string_view>

namespace onceover::models {

/// Why a file is not taken as statements: the line, what is wrong with it, and what was found there.
[[nodiscard]] QString statementFaultSentence(const StatementFault& fault);

/// Why the database does not take a statement, by the name that it gives; other names as every refusal.
[[nodiscard]] QString statementRefusalSentence(std::string_view reason, const std::string& found);

/// What a line of a statement comes to beside our messages; of a difference what every difference of that kind is called.
[[nodiscard]] QString lineMatchText(const std::string& match);

} // namespace onceover::models
