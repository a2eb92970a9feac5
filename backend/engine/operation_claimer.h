// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/set_size.h"
#include "core/ports/operation_port.h"
#include "engine/boot_clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover::engine {

/// A claimed set and the job whose row says how its operations are treated.
struct Claim {
    ClaimedSet set;
    Job job;                ///< The first job of the claimed type; each operation names its own.
    int asked = 0;          ///< How many rows at most were asked for.
    BootInstant askedAt{0}; ///< Read before the claim was sent: the lease ends no later than askedAt + job.lease.
};

/// Chooses what to claim next: job types in turn, buckets in an order that begins where the last set ended, so that
/// work goes bucket by bucket (measured: heap order) and two workers rarely meet. How many rows it asks for follows
/// from how long the last sets of that type took (core/policies/set_size).
class OperationClaimer {
public:
    /// `seed`: any number; another one per worker spreads their first buckets.
    OperationClaimer(OperationPort& port, std::uint32_t seed, BootClock clock);

    /// The enabled jobs, read anew.
    [[nodiscard]] Result<Done> refreshJobs();

    /// Claims from each job type that has something due, in turn, until one gives something. Nothing: there is nothing to
    /// do now. A claim that only wrote lost rows off counts as something.
    [[nodiscard]] Result<std::optional<Claim>> claimNext();

    /// A set of that job type is out of hand; the next one is sized by it. Returns how many rows that will be at most.
    int noteWorked(const std::string& jobType, const WorkedSet& worked);

    /// The job of that id; nothing when it is not enabled any more.
    [[nodiscard]] const Job* findJob(const JobId& id) const;

private:
    struct JobType {
        Job first;
        Bucket start;
        int setSize = 0; ///< Of the next claim.
    };

    [[nodiscard]] static std::vector<Bucket> bucketsFrom(Bucket start);

    OperationPort& m_port;
    BootClock m_clock;
    Bucket m_firstStart;
    std::vector<Job> m_jobs;
    std::vector<JobType> m_types;
    std::size_t m_turn = 0;
};

} // namespace onceover::engine
