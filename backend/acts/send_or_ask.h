// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/control.h"
#include "core/result.h"

namespace onceover::acts {

/// Sends, and asks once more under the same id when the answer was lost.
template <typename Send>
[[nodiscard]] auto sendOrAsk(const Send& send) -> decltype(send())
{
    auto answer = send();
    if (!answer && answer.error().kind == FailureKind::InDoubt)
        answer = send();
    return answer;
}

} // namespace onceover::acts
