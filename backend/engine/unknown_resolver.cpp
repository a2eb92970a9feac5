// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/unknown_resolver.h"

#include "engine/failpoint.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

namespace {

constexpr int kQueriesInFlightMax = 64;
constexpr int kTakeOverMax = 500;
constexpr std::chrono::seconds kResolverRefreshEvery{1};
constexpr milliseconds kResolverPause{50};
constexpr milliseconds kHoldMargin{500}; ///< Beyond a query's own time-outs, for the way to the database and back.

} // namespace

UnknownResolver::UnknownResolver(ResolverParts parts)
    : m_parts(std::move(parts))
    , m_desk(*m_parts.port, m_profiles, m_parts.log, m_parts.draw, "resolver.after_record")
{
}

Result<Round> UnknownResolver::runRound()
{
    take(m_parts.channel->pump(milliseconds{0}, -1, -1));
    const auto counts = m_desk.settle();
    if (!counts)
        return tl::unexpected{counts.error()};
    tellOthers(*counts);
    const auto lost = m_parts.port->takeOverLost(kTakeOverMax);
    if (!lost)
        return tl::unexpected{lost.error()};
    if (*lost > 0) {
        m_parts.log.warning("senders_lost", "their leases ran out while sending: now unknown, to be asked",
            {{"rows_affected", static_cast<std::int64_t>(*lost)}});
        m_parts.wakes.announce();
        m_parts.wakes.scheduler.notify();
    }
    if (const auto refreshed = refreshProfiles(); !refreshed)
        return tl::unexpected{refreshed.error()};
    const auto asked = askAboutUnknown();
    if (!asked)
        return tl::unexpected{asked.error()};
    Round round;
    round.pieces = counts->total() + *lost;
    round.moreNow = *asked > 0 || counts->total() > 0;
    if (round.moreNow || m_parts.channel->inFlight() > 0)
        return round;
    const auto due = m_parts.port->untilNextDue();
    if (!due)
        return tl::unexpected{due.error()};
    if (*due)
        round.nextIn = std::max(**due, kResolverPause);
    return round;
}

Woken UnknownResolver::wait(DutyPort& port, int wakeFd, milliseconds atMost)
{
    if (m_parts.channel->inFlight() == 0)
        return port.wait(wakeFd, atMost);
    take(m_parts.channel->pump(atMost, wakeFd, -1));
    return m_desk.isEmpty() && !isReadable(wakeFd) ? Woken::Timeout : Woken::WakeFd;
}

Result<Done> UnknownResolver::refreshProfiles()
{
    const BootInstant now = m_parts.clock();
    if (m_refreshedAt.count() != 0 && now - m_refreshedAt < kResolverRefreshEvery)
        return Done{};
    if (const auto refreshed = m_profiles.refresh(*m_parts.port); !refreshed)
        return refreshed;
    m_refreshedAt = now;
    return Done{};
}

Result<int> UnknownResolver::askAboutUnknown()
{
    const int freeSlots = kQueriesInFlightMax - static_cast<int>(m_underWay.size());
    if (freeSlots <= 0)
        return 0;
    milliseconds hold{0};
    for (const ChannelProfile& profile : m_profiles.all())
        hold = std::max(hold, profile.connectTimeout + profile.answerTimeout);
    auto messages = m_parts.port->claimUnknown(freeSlots, hold + kHoldMargin);
    if (!messages)
        return tl::unexpected{messages.error()};
    if (messages->empty())
        return 0;
    ONCEOVER_FAILPOINT("resolver.after_claim");
    const auto claimed = static_cast<int>(messages->size());
    auto toAsk = m_desk.takeRecorded(*std::move(messages));
    if (!toAsk)
        return tl::unexpected{toAsk.error()}; // They are claimed again when their hold is over.
    for (OutboxMessage& message : *toAsk)
        ask(std::move(message));
    return claimed;
}

void UnknownResolver::ask(OutboxMessage message)
{
    const ChannelProfile* profile = m_profiles.find(message.channel, message.profileVersion);
    if (profile == nullptr && m_profiles.refresh(*m_parts.port))
        profile = m_profiles.find(message.channel, message.profileVersion);
    if (profile == nullptr || profile->queryKind == QueryKind::None) {
        // Nobody is asked, so there is no fact; the decision keeps it unknown and brings it to a person.
        ReceivedAnswer silence;
        silence.answer.kind = AnswerKind::QueryUnknown;
        silence.answer.error = profile == nullptr ? "the profile version is not known" : "the channel cannot be asked";
        silence.isQuery = true;
        silence.isRecorded = false;
        silence.asked = std::move(message);
        m_desk.add(std::move(silence));
        return;
    }
    ChannelRequest request;
    request.token = m_nextToken++;
    request.isQuery = true;
    request.profile = *profile;
    request.key = message.key;
    m_underWay.emplace(request.token, std::move(message));
    m_parts.channel->start(std::move(request));
}

void UnknownResolver::take(std::vector<ChannelAnswer> answers)
{
    if (answers.empty())
        return;
    ONCEOVER_FAILPOINT("resolver.after_answer");
    for (ChannelAnswer& answer : answers) {
        const auto found = m_underWay.find(answer.token);
        if (found == m_underWay.end())
            continue;
        ReceivedAnswer received;
        received.asked = std::move(found->second);
        received.answer = std::move(answer.answer);
        received.isQuery = true;
        m_underWay.erase(found);
        m_desk.add(std::move(received));
    }
}

void UnknownResolver::tellOthers(const AnswerCounts& counts)
{
    if (counts.total() == 0)
        return;
    m_parts.wakes.announce();
    m_parts.log.info("answers_stored", "questions answered, decided and applied", fieldsOf(counts));
    if (counts.pending > 0)
        m_parts.wakes.sender.notify();
    m_parts.wakes.scheduler.notify();
}

} // namespace onceover::engine
