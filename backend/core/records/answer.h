// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// What the outside said, or did not say, in the words of DESIGN.md section 5. Names are those of external_call.answer.
enum class AnswerKind {
    Accepted,
    Refused,
    InFlight,  ///< 409: the same key is being executed.
    Mismatch,  ///< Other bytes under the same key: our fault, never a new key.
    Throttled, ///< 429; no attempt is burned.
    Unknown,   ///< Timeout, reset, 5xx, unparsable, cut body, any code that the profile does not list.
    NotSent,   ///< Provably no byte left: refused connection, name not found, connect timeout.
    // answers to a query
    FoundExecuted,
    FoundPending,
    FoundRefused,
    FoundReturned, ///< It was executed, and the money came back later.
    NotFound,
    QueryUnknown,
};

template <>
inline constexpr std::array<std::string_view, 13> kNamesOf<AnswerKind>{"ACCEPTED", "REFUSED", "IN_FLIGHT", "MISMATCH",
    "THROTTLED", "UNKNOWN", "NOT_SENT", "FOUND_EXECUTED", "FOUND_PENDING", "FOUND_REFUSED", "FOUND_RETURNED",
    "NOT_FOUND", "QUERY_UNKNOWN"};
static_assert(namesAreComplete(AnswerKind::QueryUnknown));

/// Is this an answer to a query, not to a send?
[[nodiscard]] constexpr bool isQueryAnswer(AnswerKind kind)
{
    return kind >= AnswerKind::FoundExecuted;
}

/// One answer as the channel understood it. Text is hostile.
struct Answer {
    AnswerKind kind = AnswerKind::Unknown;
    std::optional<int> httpStatus;
    std::string code;                                    ///< The outside's own code word.
    std::string externalRef;                             ///< Empty when none was given.
    std::optional<std::int64_t> amountMinor;             ///< Of the effect, as the outside tells it.
    std::string currency;                                ///< Empty when none was given.
    std::optional<std::chrono::milliseconds> retryAfter; ///< From Retry-After.
    std::string raw;                                     ///< First 4 KiB of the body.
    std::string error;                     ///< What went wrong, for log and dead letter; empty when all was well.
    std::chrono::milliseconds duration{0}; ///< By the caller's monotonic clock; decides nothing.
};

} // namespace onceover
