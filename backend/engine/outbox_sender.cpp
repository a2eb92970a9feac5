// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox_sender.h"

#include "core/digest.h"
#include "core/policies/message_decision.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::seconds kSenderRefreshEvery{1};
/// While answers pour in, the scheduler looks at its batches this often; at the end it is told at once.
constexpr milliseconds kTellSchedulerEvery{100};
constexpr milliseconds kLookWhileInFlight{1000};
constexpr milliseconds kSenderPause{50}; ///< Due but not to be had (frozen, or another sender's): no tight loop.

} // namespace

OutboxSender::OutboxSender(SenderParts parts)
    : m_parts(std::move(parts))
    , m_desk(*m_parts.port, m_profiles, m_parts.log, m_parts.draw, "sender.after_record")
{
}

Result<Round> OutboxSender::runRound()
{
    take(m_parts.channel->pump(milliseconds{0}, -1, -1));
    Round round;
    const auto counts = m_desk.settle();
    if (!counts)
        return tl::unexpected{counts.error()};
    round.pieces = counts->total();
    tellOthers(*counts);
    if (const auto refreshed = refreshProfiles(); !refreshed)
        return tl::unexpected{refreshed.error()};
    const auto started = startNew();
    if (!started)
        return tl::unexpected{started.error()};
    round.moreNow = *started > 0 || counts->total() > 0;
    if (round.moreNow)
        return round;
    if (m_parts.channel->inFlight() > 0) {
        round.nextIn = kLookWhileInFlight; // Ticks of other workers are not heard while answers are awaited.
        return round;
    }
    const auto due = m_parts.port->untilNextDue();
    if (!due)
        return tl::unexpected{due.error()};
    if (*due)
        round.nextIn = std::max(**due, kSenderPause);
    return round;
}

Woken OutboxSender::wait(DutyPort& port, int wakeFd, milliseconds atMost)
{
    if (m_parts.channel->inFlight() == 0)
        return port.wait(wakeFd, atMost);
    take(m_parts.channel->pump(atMost, wakeFd, -1));
    return m_desk.isEmpty() && !isReadable(wakeFd) ? Woken::Timeout : Woken::WakeFd;
}

Result<Done> OutboxSender::refreshProfiles()
{
    const BootInstant now = m_parts.clock();
    if (m_refreshedAt.count() != 0 && now - m_refreshedAt < kSenderRefreshEvery)
        return Done{};
    if (const auto refreshed = m_profiles.refresh(*m_parts.port); !refreshed)
        return refreshed;
    m_refreshedAt = now;
    return Done{};
}

Result<int> OutboxSender::startNew()
{
    int started = 0;
    // By value: a message on a version that is not listed yet makes the book read its pages anew.
    std::vector<ChannelProfile> enabled;
    std::vector<ChannelId> open;
    for (const ChannelProfile* profile : m_profiles.enabled()) {
        if (profile->maxInFlight - m_busySlots[profile->channel] <= 0)
            continue;
        enabled.push_back(*profile);
        open.push_back(profile->channel);
    }
    const auto due = open.empty() ? Result<std::vector<ChannelId>>{} : m_parts.port->channelsToSend(open);
    if (!due)
        return tl::unexpected{due.error()};
    for (const ChannelProfile& profile : enabled) {
        if (std::find(due->begin(), due->end(), profile.channel) == due->end())
            continue;
        const int freeSlots = profile.maxInFlight - m_busySlots[profile.channel];
        const BootInstant askedAt = m_parts.clock();
        auto claimed = m_parts.port->claimAndMark(profile.channel, freeSlots, profile.sendLease);
        if (!claimed)
            return tl::unexpected{claimed.error()};
        if (claimed->empty())
            continue;
        ONCEOVER_FAILPOINT("sender.after_mark");
        started += static_cast<int>(claimed->size());
        std::vector<OutboxMessage> executed;
        for (OutboxMessage& message : *claimed) {
            if (message.executedOnRecord)
                executed.push_back(std::move(message));
            else
                start(std::move(message), askedAt);
        }
        ONCEOVER_FAILPOINT("sender.after_start");
        if (const auto kept = keepBack(std::move(executed)); !kept)
            return tl::unexpected{kept.error()};
    }
    return started;
}

/// What an earlier answer called executed is never sent again: its recorded answer is decided from instead. Where that
/// decides nothing, or cannot be read, the mark lapses and the message becomes unknown.
Result<Done> OutboxSender::keepBack(std::vector<OutboxMessage> executed)
{
    if (executed.empty())
        return Done{};
    const auto undecided = m_desk.takeRecorded(std::move(executed));
    if (!undecided)
        return tl::unexpected{undecided.error()};
    for (const OutboxMessage& message : *undecided)
        m_parts.log.error("executed_on_record", "an earlier answer says that it was executed: not sent",
            {{"operation_id", message.operation.value.toString()}, {"idempotency_key", message.key.value}});
    return Done{};
}

void OutboxSender::start(OutboxMessage message, BootInstant askedAt)
{
    const Sha256 digest = sha256(message.payload); // Every fact about a send says which bytes it was about.
    const std::string requestSha256(digest.begin(), digest.end());
    const ChannelProfile* profile = m_profiles.find(message.channel, message.profileVersion);
    if (profile == nullptr && m_profiles.refresh(*m_parts.port))
        profile = m_profiles.find(message.channel, message.profileVersion);
    if (profile == nullptr) {
        ReceivedAnswer unsent;
        unsent.answer.kind = AnswerKind::NotSent;
        unsent.answer.error = "profile version " + std::to_string(message.profileVersion) + " is not known";
        unsent.requestSha256 = requestSha256;
        unsent.asked = std::move(message);
        m_desk.add(std::move(unsent));
        return;
    }
    ChannelRequest request;
    request.token = m_nextToken++;
    request.profile = *profile;
    request.key = message.key;
    request.payload = message.payload;
    request.version = message.version.value;
    // The database's clock gives the length, ours the start: askedAt lies before the mark, so that we end first.
    if (const auto deadline = sendDeadline(message, *profile))
        request.writeBefore = std::max(askedAt + (*deadline - message.readAt), BootInstant{1});
    Sent sent;
    sent.sha256 = requestSha256;
    message.payload.clear();
    ++m_busySlots[message.channel];
    sent.message = std::move(message);
    m_underWay.emplace(request.token, std::move(sent));
    m_parts.channel->start(std::move(request));
}

void OutboxSender::take(std::vector<ChannelAnswer> answers)
{
    if (answers.empty())
        return;
    ONCEOVER_FAILPOINT("sender.after_answer");
    for (ChannelAnswer& answer : answers) {
        const auto found = m_underWay.find(answer.token);
        if (found == m_underWay.end())
            continue;
        ReceivedAnswer received;
        received.answer = std::move(answer.answer);
        received.requestSha256 = std::move(found->second.sha256);
        received.asked = std::move(found->second.message);
        --m_busySlots[received.asked.channel];
        m_underWay.erase(found);
        m_desk.add(std::move(received));
    }
}

void OutboxSender::tellOthers(const AnswerCounts& counts)
{
    if (counts.total() > 0) {
        m_parts.wakes.announce();
        m_parts.log.info("answers_stored", "answers recorded, decided and applied", fieldsOf(counts));
    }
    if (counts.unknown > 0)
        m_parts.wakes.resolver.notify();
    // A batch stands still when its last operation is final or unknown: the scheduler looks then, and now and then
    // before.
    m_schedulerWaits = m_schedulerWaits || counts.finals + counts.unknown > 0;
    if (!m_schedulerWaits)
        return;
    const BootInstant now = m_parts.clock();
    if (m_parts.channel->inFlight() > 0 && now - m_toldSchedulerAt < kTellSchedulerEvery)
        return;
    m_parts.wakes.scheduler.notify();
    m_toldSchedulerAt = now;
    m_schedulerWaits = false;
}

/// Takes no more messages and waits for the answers that are under way; the channel bounds that by its time-out.
void OutboxSender::windDown()
{
    milliseconds longest{0};
    for (const ChannelProfile& profile : m_profiles.all())
        longest = std::max(longest, profile.connectTimeout + profile.answerTimeout);
    const BootInstant until = m_parts.clock() + longest + std::chrono::seconds{1};
    while (m_parts.channel->inFlight() > 0 && m_parts.clock() < until)
        take(m_parts.channel->pump(milliseconds{200}, -1, -1));
    const auto counts = m_desk.settle();
    if (!counts)
        m_parts.log.failure("answers_not_stored", counts.error());
    else
        tellOthers(*counts);
}

} // namespace onceover::engine
