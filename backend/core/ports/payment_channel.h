// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/answer.h"
#include "core/records/channel_profile.h"
#include "core/records/operation.h"
#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

/// A request to the outside. `token` is the caller's own handle and comes back with the answer.
struct ChannelRequest {
    std::uint64_t token = 0;
    bool isQuery = false;
    ChannelProfile profile;      ///< The version of the first send (DESIGN.md rule 7).
    IdempotencyKey key;
    std::string payload;         ///< Exact bytes to send; empty for a query.
    /// Instant of CLOCK_BOOTTIME from which no byte may be written any more (DESIGN.md rule 12); zero: none. A request
    /// that comes too late is answered NotSent.
    std::chrono::nanoseconds writeBefore{0};
    /// The message's fencing token, which goes along with a send where the profile declares fencing: such a channel turns
    /// away what comes with a smaller one than it has seen under the key, so that a sender who stood still sends nothing
    /// late (R38). 0: none.
    std::int64_t version = 0;
};

struct ChannelAnswer {
    std::uint64_t token = 0;
    Answer answer;
};

/// Many requests in flight from one thread. Not thread-safe: it belongs to the thread that made it.
class PaymentChannel
{
public:
    virtual ~PaymentChannel() = default;

    /// Takes the request into flight; never blocks. Its answer comes out of pump(), whatever happens.
    virtual void start(ChannelRequest request) = 0;

    /// Moves the requests on; returns when an answer is there, when `wakeFd` becomes readable (-1: none), or after
    /// `atMost`. Answers may be empty.
    [[nodiscard]] virtual std::vector<ChannelAnswer> pump(std::chrono::milliseconds atMost, int wakeFd, int secondFd) = 0;

    [[nodiscard]] virtual std::size_t inFlight() const = 0;
};

/// Builds the exact bytes of an operation's message: only what follows from the operation and its inputs, no time of day,
/// attempt, host or random value, so that the same bytes come out again (DESIGN.md section 2).
class PayloadBuilder
{
public:
    virtual ~PayloadBuilder() = default;
    [[nodiscard]] virtual Result<std::string> build(const ClaimedOperation& operation, const ChannelProfile& profile) const = 0;
};

} // namespace onceover
