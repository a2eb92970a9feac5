// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string_view>

namespace onceover::store {

/// The one place where an SQLSTATE becomes a Failure, so that "may I retry?" has one answer per code.
/// `message` and `detail` are the server's own words (hostile, for the log); `statement` is the name of what ran.
[[nodiscard]] Failure failureFor(
    std::string_view sqlState, std::string_view message, std::string_view detail, std::string_view statement);

/// Must the connection be thrown away after this error, although the socket may still live? (A primary that became a
/// standby, a server that is going down, statements that a pooler forgot, a plan that no longer fits.)
[[nodiscard]] bool spendsConnection(std::string_view sqlState);

/// Deadlock or serialization failure: the whole transaction may simply be run again.
[[nodiscard]] bool mayRunAgain(const Failure& failure);

} // namespace onceover::store
