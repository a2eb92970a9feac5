// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/refusal.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

namespace onceover {

/// What a failure means for the caller. The kind answers "may I retry?" and nothing else.
enum class FailureKind {
    Refused,     ///< A rule says no. Retrying without a change of facts cannot help.
    Conflict,    ///< The premise no longer holds: somebody else moved the row. Read again, then decide.
    Unavailable, ///< The world is not reachable now (connection, lock, deadlock, shutdown). Retry later.
    Cancelled,   ///< We were asked to stop, or the statement was cancelled on request.
    InDoubt,     ///< The connection died during COMMIT. Never retried blindly: read back by key first (DESIGN.md rule 6).
    DataRejected, ///< The database refused this very data (constraint, guard, bad value). Retrying the same data cannot help.
    Broken,      ///< Our own fault or a broken installation (syntax, missing privilege, schema). A person must look.
};

/// A failure as a value. `detail` is for the log; what people read is made by models/display_text.
struct Failure {
    FailureKind kind = FailureKind::Broken;
    std::optional<Refusal> refusal; ///< Set when kind is Refused.
    std::string found;              ///< What was found instead of the premise (Conflict), e.g. "SUCCEEDED v7".
    std::string statement;          ///< Name of the SQL statement or of the outside call.
    std::string sqlState;           ///< Five characters, empty when the failure did not come from the database.
    std::string detail;             ///< Message for the log. Hostile text: never shown as rich text, never parsed.
};

template <typename T>
using Result = tl::expected<T, Failure>;

/// The value of a successful Result<void>-like call.
using Done = std::monostate;

/// Makes the unexpected side of a Result from its parts.
[[nodiscard]] inline tl::unexpected<Failure> fail(FailureKind kind, std::string detail, std::string statement = {})
{
    Failure failure;
    failure.kind = kind;
    failure.detail = std::move(detail);
    failure.statement = std::move(statement);
    return tl::unexpected<Failure>(std::move(failure));
}

/// Makes a refusal: a named rule said no.
[[nodiscard]] inline tl::unexpected<Failure> refuse(Refusal refusal, std::string found = {})
{
    Failure failure;
    failure.kind = FailureKind::Refused;
    failure.refusal = refusal;
    failure.found = std::move(found);
    return tl::unexpected<Failure>(std::move(failure));
}

} // namespace onceover
