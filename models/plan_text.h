// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/time_text.h"

#include <QStringList>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::models {

/// What the plan of a request says beside its items, one line each, in words: decision and evidence, original and
/// amount, beneficiary old and new, fields old and new, freezes that it goes on under. Plain text. Empty for a plan
/// that says no more than its items, or that is no JSON object (`planJson` as the database keeps it).
/// Instants are written in the reader's zone.
[[nodiscard]] QStringList planLines(std::string_view kind, const std::string& planJson, const TimeFormat& format);

/// The differences that the plan of a match closes, by their numbers.
[[nodiscard]] std::vector<std::int64_t> closedDifferences(const std::string& planJson);

} // namespace onceover::models
