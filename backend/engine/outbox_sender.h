// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/outbox_port.h"
#include "core/ports/payment_channel.h"
#include "engine/answer_desk.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/profile_book.h"
#include "engine/wake.h"

#include <chrono>
#include <map>
#include <memory>

namespace onceover::engine {

struct SenderParts {
    std::unique_ptr<OutboxPort> port;
    std::unique_ptr<PaymentChannel> channel;
    Wakes& wakes;
    DutyLog log;
    Draw draw;
    BootClock clock = bootNow;
};

/// Sends outbox messages: claims no more than there are free slots, marked SENDING and committed before a byte leaves,
/// many in flight on one thread, answers taken to the database in sets. An answer that does not come is Unknown, never
/// failed (R58).
///
/// The window between the check of the lease and the write (DESIGN.md rule 12) is the time that one thread needs from
/// the channel's last look at CLOCK_BOOTTIME to its write, without any wait in between.
class OutboxSender final : public Duty {
public:
    explicit OutboxSender(SenderParts parts);

    [[nodiscard]] Result<Round> runRound() override;
    [[nodiscard]] Woken wait(DutyPort& port, int wakeFd, milliseconds atMost) override;
    void windDown() override;

private:
    /// One message that may be under way.
    struct Sent {
        OutboxMessage message;
        std::string sha256;
    };

    [[nodiscard]] Result<Done> refreshProfiles();
    /// Claims and starts what free slots allow; how many.
    [[nodiscard]] Result<int> startNew();
    [[nodiscard]] Result<Done> keepBack(std::vector<OutboxMessage> executed);
    void start(OutboxMessage message, BootInstant askedAt);
    void take(std::vector<ChannelAnswer> answers);
    void tellOthers(const AnswerCounts& counts);

    SenderParts m_parts;
    ProfileBook m_profiles;
    AnswerDesk m_desk;
    std::map<std::uint64_t, Sent> m_underWay;
    std::map<ChannelId, int> m_busySlots;
    std::uint64_t m_nextToken = 1;
    BootInstant m_refreshedAt{0};
    BootInstant m_toldSchedulerAt{0};
    bool m_schedulerWaits = false; ///< Finals that the scheduler was not yet told of.
};

} // namespace onceover::engine
