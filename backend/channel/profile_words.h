// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/answer.h"
#include "core/records/channel_profile.h"

#include <string>
#include <string_view>

namespace onceover::channel {

// What a profile declares and an answer says, in the words of the columns and of a self-test's account.

inline std::string inMillis(milliseconds time)
{
    return std::to_string(time.count()) + " ms";
}

inline std::string_view wordOf(OnMismatch value)
{
    switch (value) {
    case OnMismatch::Error:
        return "error";
    case OnMismatch::OldAnswer:
        return "old_answer";
    case OnMismatch::IgnoresKey:
        break;
    }
    return "ignores_key";
}

inline std::string_view wordOf(OnInFlight value)
{
    switch (value) {
    case OnInFlight::Conflict409:
        return "409";
    case OnInFlight::Blocks:
        return "blocks";
    case OnInFlight::Executes:
        break;
    }
    return "executes";
}

inline std::string_view wordOf(QueryKind value)
{
    switch (value) {
    case QueryKind::Authoritative:
        return "authoritative";
    case QueryKind::Eventual:
        return "eventual";
    case QueryKind::None:
        break;
    }
    return "none";
}

inline std::string_view wordOf(RefusalKind value)
{
    return value == RefusalKind::Final ? "final" : "retryable_same_key";
}

inline std::string said(const Answer& answer)
{
    std::string text{nameOf(answer.kind)};
    if (!answer.externalRef.empty())
        text += " " + answer.externalRef;
    if (!answer.error.empty())
        text += " (" + answer.error + ")";
    return text;
}

} // namespace onceover::channel
