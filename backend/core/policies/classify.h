// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/records/answer.h"
#include "core/result.h"
#include "core/states/operation_state.h"

#include <optional>

namespace onceover {

/// What may be done about a failure, by its meaning (DESIGN.md rule 9, R70–R75).
enum class RetryClass {
    Transient, ///< The world was away: 1, 5, 25 minutes; the fourth failure is the last.
    Conflict,  ///< Somebody else moved it, or we were asked to stop: again shortly, no attempt burned.
    Throttled, ///< Asked to slow down: after Retry-After, no attempt burned.
    Rule,      ///< A business rule says no: for good, and the batch stops.
    Data,      ///< This row's data is wrong: for good.
    Refused,   ///< Refused outside for good.
    Defect,    ///< Our own fault: for good, and the batch stops.
    Unknown,   ///< It may have been executed: ask first, never retry blindly.
};

template <>
inline constexpr std::array<std::string_view, 8> kNamesOf<RetryClass>{
    "TRANSIENT", "CONFLICT", "THROTTLED", "RULE", "DATA", "REFUSED", "DEFECT", "UNKNOWN"};
static_assert(namesAreComplete(RetryClass::Unknown));

/// The class of a failure of our own side: its kind, and for a refusal the named reason.
[[nodiscard]] RetryClass classify(const Failure& failure);

/// The class of what the outside said; nothing for success (ACCEPTED, FOUND_EXECUTED).
[[nodiscard]] std::optional<RetryClass> classify(AnswerKind answer);

/// The failure class that ends an operation for a permanent retry class; nothing for those that may be tried again.
[[nodiscard]] std::optional<FailureClass> failureClassOf(RetryClass retryClass);

/// Is the connection, not this piece of work, the reason? Then nothing else can be done on it either. A server that
/// answered (any SQLSTATE but 08… and 57…) is there, whatever it refused.
[[nodiscard]] bool connectionLost(const Failure& failure);

/// Does a failure of this class use up one of the attempts?
[[nodiscard]] bool burnsAttempt(RetryClass retryClass);

} // namespace onceover
