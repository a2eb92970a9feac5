// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/operation_claimer.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

OperationClaimer::OperationClaimer(OperationPort& port, std::uint32_t seed, BootClock clock)
    : m_port(port)
    , m_clock(std::move(clock))
    , m_firstStart{static_cast<std::int16_t>(seed % kBucketCount)}
{
}

Result<Done> OperationClaimer::refreshJobs()
{
    auto jobs = m_port.jobs();
    if (!jobs)
        return tl::unexpected{jobs.error()};
    m_jobs = std::move(*jobs);
    std::vector<JobType> types;
    for (const Job& job : m_jobs) {
        const auto sameType = [&](const JobType& type) { return type.first.jobType == job.jobType; };
        if (std::any_of(types.begin(), types.end(), sameType))
            continue;
        const auto known = std::find_if(m_types.begin(), m_types.end(), sameType);
        const int most = std::max(job.claimSize, 1);
        if (known == m_types.end())
            types.push_back({job, m_firstStart, most});
        else
            types.push_back({job, known->start, std::min(known->setSize, most)});
    }
    m_types = std::move(types);
    return Done{};
}

std::vector<Bucket> OperationClaimer::bucketsFrom(Bucket start)
{
    std::vector<Bucket> buckets;
    buckets.reserve(kBucketCount);
    for (int i = 0; i < kBucketCount; ++i)
        buckets.push_back({static_cast<std::int16_t>((start.value + i) % kBucketCount)});
    return buckets;
}

Result<std::optional<Claim>> OperationClaimer::claimNext()
{
    std::vector<std::string> types;
    for (const JobType& type : m_types)
        types.push_back(type.first.jobType);
    const auto due = types.empty() ? Result<std::vector<std::string>>{} : m_port.dueTypes(types);
    if (!due)
        return tl::unexpected{due.error()};
    for (std::size_t tried = 0; tried < m_types.size(); ++tried) {
        const std::size_t turn = (m_turn + tried) % m_types.size();
        JobType& type = m_types[turn];
        if (std::find(due->begin(), due->end(), type.first.jobType) == due->end())
            continue;
        const BootInstant askedAt = m_clock();
        const int asked = type.setSize;
        auto set = m_port.claim({type.first.jobType, bucketsFrom(type.start), asked, type.first.lease});
        if (set && set->operations.empty() && set->workerLost.empty())
            continue;
        m_turn = (turn + 1) % m_types.size(); // A type whose claim fails must not keep the others waiting either.
        if (!set)
            return tl::unexpected{set.error()};
        if (!set->operations.empty())
            type.start = set->operations.back().ref.bucket;
        return std::optional<Claim>{Claim{std::move(*set), type.first, asked, askedAt}};
    }
    return std::optional<Claim>{};
}

int OperationClaimer::noteWorked(const std::string& jobType, const WorkedSet& worked)
{
    const auto type = std::find_if(
        m_types.begin(), m_types.end(), [&](const JobType& known) { return known.first.jobType == jobType; });
    if (type == m_types.end())
        return 0; // No job of that type is enabled any more.
    type->setSize = decideSetSize({type->first.claimSize, type->first.lease}, type->setSize, worked);
    return type->setSize;
}

const Job* OperationClaimer::findJob(const JobId& id) const
{
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [&](const Job& job) { return job.id == id; });
    return found == m_jobs.end() ? nullptr : &*found;
}

} // namespace onceover::engine
