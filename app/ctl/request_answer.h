// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/control.h"
#include "exit_code.h"
#include "options.h"
#include "terminal.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover::ctl {

/// A positive number, as lists show it; nothing for every other text.
[[nodiscard]] std::optional<std::int64_t> numberFrom(const std::string& text);

/// Says what became of a request or a decision; a refusal with what to do next. Its exit code.
[[nodiscard]] ExitCode sayRequestAnswer(
    const CommonOptions& common, const ServerIdentity& server, const RequestAnswer& answer);

/// Connects as the practice login that has the duty (in a sandbox), lets `act` speak to the store, and says its answer.
template <typename Store, typename Act>
[[nodiscard]] ExitCode withActStore(const CommonOptions& common, std::string_view practiceLogin, const Act& act)
{
    const Result<store::ConnectionTarget> target = targetFor(common, practiceLogin);
    if (!target)
        return reportFailure(target.error());
    Store port{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = port.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<RequestAnswer> answer = act(port);
    if (!answer)
        return reportFailure(answer.error());
    return sayRequestAnswer(common, *server, *answer);
}

} // namespace onceover::ctl
