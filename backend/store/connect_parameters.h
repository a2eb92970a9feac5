// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover::store {

/// What libpq is asked to connect with: keywords and values.
using ConnectParameters = std::vector<std::pair<std::string, std::string>>;

/// The value of a keyword; empty when it is not given.
[[nodiscard]] std::string valueOf(const ConnectParameters& parameters, std::string_view keyword);

/// The conninfo taken apart, with our own settings added. Where it names hosts to reach over TCP and leaves TLS open,
/// the strict values are put in (S10); a service file may have said otherwise, so the connection looks again at what is
/// in force. The failure of a string that is none has the statement "conninfo" and quotes nothing of it.
[[nodiscard]] Result<ConnectParameters> connectParameters(const ConnectionSettings& settings);

/// Why no session came about. The statement "conninfo" says that the words themselves were no connection (an unknown
/// service, a bad keyword value): libpq then has no host to name. Needs verbose error messages.
[[nodiscard]] Failure connectFailure(const pg_conn* connection);

/// A message without the line end that libpq puts there.
[[nodiscard]] std::string trimmed(std::string text);

} // namespace onceover::store
