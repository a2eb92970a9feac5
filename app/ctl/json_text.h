// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/timestamp.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace onceover::ctl {

/// Members keep the order in which they were added, so that environment and database stand first.
using Json = nlohmann::ordered_json;

/// The beginning of every answer for machines.
[[nodiscard]] Json whereJson(const ServerIdentity& server);

/// `2026-03-14T19:12:44.123456Z`.
[[nodiscard]] std::string plainTime(Timestamp at);

/// One line; bytes that are no UTF-8 become U+FFFD.
void printJson(const Json& json);

} // namespace onceover::ctl
