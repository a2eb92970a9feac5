// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "core/records/console_work.h"
#include "core/records/control.h"

#include <string>
#include <vector>

namespace onceover::models {

// What a row is about, as scopes of a freeze: the narrowest first. A row that names none gives nothing.

template <typename Row>
[[nodiscard]] std::vector<ControlScope> freezeScopesOf(const Row&)
{
    return {};
}

[[nodiscard]] inline ControlScope merchantScope(std::int64_t merchant)
{
    return {"merchant", std::to_string(merchant)};
}
[[nodiscard]] inline ControlScope batchScope(std::int64_t batch)
{
    return {"batch", std::to_string(batch)};
}

[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const BatchRow& row)
{
    return {batchScope(row.batch.value), {"job", row.jobId}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const OperationRow& row)
{
    std::vector<ControlScope> scopes{merchantScope(row.merchant)};
    if (!row.channel.empty())
        scopes.push_back({"channel", row.channel});
    return scopes;
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const DeadLetterListRow& row)
{
    return {{"job", row.jobId}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const StuckLeaseRow& row)
{
    return {merchantScope(row.merchant), {"job", row.jobId}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const MessageRow& row)
{
    return {merchantScope(row.merchant), {"job", row.jobId}, {"channel", row.channel}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const RolloutListRow& row)
{
    return {{"job", row.jobId}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const ChannelRow& row)
{
    return {{"channel", row.channel}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const CallRow& row)
{
    return {{"channel", row.channel}};
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const RunRow& row)
{
    std::vector<ControlScope> scopes;
    if (row.batch)
        scopes.push_back(batchScope(*row.batch));
    scopes.push_back({"job", row.jobId});
    return scopes;
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const AttemptRow& row)
{
    std::vector<ControlScope> scopes;
    if (row.batch)
        scopes.push_back(batchScope(*row.batch));
    scopes.push_back({"job", row.jobId});
    return scopes;
}
[[nodiscard]] inline std::vector<ControlScope> freezeScopesOf(const JobRow& row)
{
    return {{"job", row.jobId}};
}

} // namespace onceover::models
