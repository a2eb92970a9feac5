// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/trigger_run.h"

#include <optional>
#include <string>
#include <utility>

namespace onceover::acts {

namespace {

/// How often a lost answer is asked for; the server may be carrying the act out while we ask.
constexpr int kQuestionsMost = 3;

/// The answer was lost on its way; what the database recorded counts.
Result<ManualTriggerAnswer> askAgain(PeoplePort& people, const Uuid& requestId, Failure doubt)
{
    for (int asked = 0; asked < kQuestionsMost; ++asked) {
        Result<std::optional<ManualTriggerAnswer>> found = people.findTrigger(requestId);
        if (!found) {
            doubt.found = "asking by request id failed as well";
            continue;
        }
        if (*found)
            return std::move(**found);
        doubt.found = "nothing is recorded under the request id";
    }
    doubt.kind = FailureKind::InDoubt;
    return tl::unexpected{std::move(doubt)};
}

} // namespace

Result<TriggerRequest> readTriggerRequest(std::string_view job, std::string_view bizDate, const Uuid& requestId)
{
    if (job.empty())
        return refuse(Refusal::UnknownJob);
    const Result<BusinessDate> date = BusinessDate::parse(bizDate);
    if (!date)
        return refuse(Refusal::BusinessDateInvalid, std::string{bizDate});
    return TriggerRequest{JobId{std::string{job}}, *date, requestId};
}

Result<ManualTriggerAnswer> triggerRun(PeoplePort& people, const TriggerRequest& request)
{
    Result<ManualTriggerAnswer> answer = people.triggerRun(request.job, request.bizDate, request.requestId);
    if (answer || answer.error().kind != FailureKind::InDoubt)
        return answer;
    return askAgain(people, request.requestId, answer.error());
}

} // namespace onceover::acts
