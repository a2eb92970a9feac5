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

#include <cstdint>
#include <map>
#include <memory>

namespace onceover::engine {

struct ResolverParts {
    std::unique_ptr<OutboxPort> port;
    std::unique_ptr<PaymentChannel> channel;
    Wakes& wakes;
    DutyLog log;
    Draw draw;
    BootClock clock = bootNow;
};

/// Finds out what became of messages without a certain answer: takes over those whose sender vanished (K10), asks the
/// outside by key, records what it says, and lets core decide: done, refused, asked again, or sent again under the same
/// key where the channel allows that (R59). It never sends an order, and no freeze stops it.
class UnknownResolver final : public Duty {
public:
    explicit UnknownResolver(ResolverParts parts);

    [[nodiscard]] Result<Round> runRound() override;
    [[nodiscard]] Woken wait(DutyPort& port, int wakeFd, milliseconds atMost) override;

private:
    [[nodiscard]] Result<Done> refreshProfiles();
    [[nodiscard]] Result<int> askAboutUnknown();
    void ask(OutboxMessage message);
    void take(std::vector<ChannelAnswer> answers);
    void tellOthers(const AnswerCounts& counts);

    ResolverParts m_parts;
    ProfileBook m_profiles;
    AnswerDesk m_desk;
    std::map<std::uint64_t, OutboxMessage> m_underWay;
    std::uint64_t m_nextToken = 1;
    BootInstant m_refreshedAt{0};
};

} // namespace onceover::engine
