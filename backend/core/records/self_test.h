// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

/// What a probe of a channel's self-test showed about one declared field.
enum class ProbeOutcome {
    Agrees,    ///< Found as declared.
    Differs,   ///< Found otherwise: the channel must not be enabled with this profile.
    NotProved, ///< Cannot be shown here (a real bank's clock does not move); rests on the declaration alone.
};

template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<ProbeOutcome>{"AGREES", "DIFFERS", "NOT_PROVED"};
static_assert(namesAreComplete(ProbeOutcome::NotProved));

struct ProbeResult {
    std::string field; ///< The profile's column.
    std::string declared;
    std::string found; ///< Empty when nothing was found out.
    ProbeOutcome outcome = ProbeOutcome::NotProved;
    std::string detail; ///< What was done and seen, in a line.
};

/// Passed when nothing differs and what money rests on was shown: the same key twice, other bytes, two at once, a
/// question about a key, amounts and currencies.
inline constexpr std::array<std::string_view, 5> kProvedFields{
    "key_transport", "on_mismatch", "on_in_flight", "query_kind", "amount_unit"};

[[nodiscard]] inline bool isPassed(const std::vector<ProbeResult>& probes)
{
    for (const ProbeResult& probe : probes)
        if (probe.outcome == ProbeOutcome::Differs)
            return false;
    for (const std::string_view field : kProvedFields) {
        bool isProved = false;
        for (const ProbeResult& probe : probes)
            isProved = isProved || (probe.field == field && probe.outcome == ProbeOutcome::Agrees);
        if (!isProved)
            return false;
    }
    return true;
}

} // namespace onceover
