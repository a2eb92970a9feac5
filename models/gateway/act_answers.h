// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"

#include <optional>
#include <utility>

namespace onceover::models {

// How the answer of an act gets into its outcome. Private to the act thread.

inline void takeAnswer(ActOutcome& draft, bool done)
{
    draft.result = done ? ActResult::Completed : ActResult::Refused;
    draft.failure.reset();
}

template <typename Answer>
Result<Done> keepAnswer(ActOutcome& draft, std::optional<Answer> ActOutcome::*member, Result<Answer> answer)
{
    if (!answer)
        return tl::unexpected<Failure>(answer.error());
    takeAnswer(draft, answer->done);
    draft.*member = std::move(*answer);
    return Done{};
}

template <typename Answer>
Result<bool> keepFound(
    ActOutcome& draft, std::optional<Answer> ActOutcome::*member, Result<std::optional<Answer>> found)
{
    if (!found)
        return tl::unexpected<Failure>(found.error());
    if (!*found)
        return false;
    takeAnswer(draft, (*found)->done);
    draft.*member = std::move(**found);
    return true;
}

} // namespace onceover::models
