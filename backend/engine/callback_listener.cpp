// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/callback_listener.h"

#include "core/policies/callback_decision.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace onceover::engine {

namespace {

constexpr std::size_t kCallbacksPerRound = 200;
constexpr int kDecisionsPerRound = 500;
constexpr std::chrono::seconds kCallbackRefreshEvery{1};

} // namespace

CallbackListener::CallbackListener(CallbackParts parts)
    : m_parts(std::move(parts))
    , m_desk(*m_parts.outbox, m_profiles, m_parts.log, m_parts.draw, "callback.after_record")
{
    m_parts.door.onArrival([&wakes = m_parts.wakes] { wakes.callback.notify(); });
}

CallbackListener::~CallbackListener()
{
    m_parts.door.onArrival({});
}

Result<Round> CallbackListener::runRound()
{
    if (const auto refreshed = refresh(); !refreshed)
        return tl::unexpected{refreshed.error()};
    std::vector<Taken> taken;
    for (ReceivedCallback& callback : m_parts.door.take(kCallbacksPerRound))
        taken.push_back({std::move(callback), CallbackReply::Unavailable, std::nullopt});
    const auto recorded = record(taken);
    ONCEOVER_FAILPOINT("callback.before_reply");
    for (const Taken& one : taken)
        m_parts.door.reply(one.callback.token, recorded ? one.reply : CallbackReply::Unavailable);
    if (!recorded)
        return tl::unexpected{recorded.error()};
    const auto decided = decide();
    if (!decided)
        return tl::unexpected{decided.error()};
    Round round;
    round.pieces = static_cast<std::int64_t>(taken.size()) + *decided;
    round.moreNow = taken.size() == kCallbacksPerRound || *decided == kDecisionsPerRound;
    return round;
}

Result<Done> CallbackListener::refresh()
{
    const BootInstant now = m_parts.clock();
    if (m_refreshedAt.count() != 0 && now - m_refreshedAt < kCallbackRefreshEvery)
        return Done{};
    if (const auto refreshed = m_profiles.refresh(*m_parts.outbox); !refreshed)
        return refreshed;
    for (CallbackRefusals& refusal : m_parts.door.takeRefusals())
        m_refusals.push_back(std::move(refusal));
    if (const auto counted = m_parts.callbacks->countRefusals(m_refusals); !counted)
        return counted;
    for (const CallbackRefusals& refusal : m_refusals)
        m_parts.log.warning("callbacks_refused", "turned away: " + refusal.reason,
            {{"channel", refusal.channel}, {"count", refusal.count}});
    m_refusals.clear();
    m_refreshedAt = now;
    return Done{};
}

void CallbackListener::countRefusal(const std::string& channel, const char* reason)
{
    m_refusals.push_back({channel, reason, 1});
}

Result<Done> CallbackListener::record(std::vector<Taken>& taken)
{
    if (taken.empty())
        return Done{};
    if (const auto read = readThem(taken); !read)
        return read;
    if (const auto read = readByOwnVersion(taken); !read)
        return read;
    std::vector<CallbackEvent> events;
    for (Taken& one : taken) {
        if (one.event)
            events.push_back(std::move(*one.event));
    }
    const auto recorded = m_parts.callbacks->record(events);
    if (recorded && !events.empty())
        m_parts.log.info("callbacks_recorded", "callbacks recorded, new ones and repeats",
            {{"rows_affected", static_cast<std::int64_t>(events.size())}});
    return recorded;
}

/// Reads each by the newest profile of its channel, which says what its key is, and decides what it is answered.
Result<Done> CallbackListener::readThem(std::vector<Taken>& taken)
{
    const auto window = m_parts.callbacks->window();
    if (!window)
        return tl::unexpected{window.error()};
    for (Taken& one : taken) {
        const ReceivedCallback& callback = one.callback;
        const ChannelProfile* profile = callbackProfileOf(m_profiles.all(), callback.channel);
        if (profile == nullptr) {
            one.reply = CallbackReply::UnknownChannel;
            countRefusal({}, "unknown channel");
            continue;
        }
        if (!isFresh(callback.sentAt, window->first, window->second)) {
            one.reply = CallbackReply::Stale;
            countRefusal(callback.channel.value, "stale");
            continue;
        }
        CallbackContent content = m_parts.door.read(callback.body, *profile);
        if (!content.isReadable)
            countRefusal(callback.channel.value, "unreadable");
        one.reply = content.isReadable ? CallbackReply::Stored : CallbackReply::Unreadable;
        one.event = CallbackEvent{callback.channel, std::move(content), callback.sentAt, callback.body};
    }
    return Done{};
}

/// What its words and amounts mean says the version of the message's first send (DESIGN.md rule 7).
Result<Done> CallbackListener::readByOwnVersion(std::vector<Taken>& taken)
{
    std::vector<std::string> keys;
    for (const Taken& one : taken) {
        if (one.event && one.event->content.isReadable)
            keys.push_back(one.event->content.key.value);
    }
    const auto versions = m_parts.callbacks->profileVersions(keys);
    if (!versions)
        return tl::unexpected{versions.error()};
    const std::map<std::string, int> versionOf(versions->begin(), versions->end());
    for (Taken& one : taken) {
        if (!one.event)
            continue;
        const auto found = versionOf.find(one.event->content.key.value);
        const ChannelProfile* profile
            = found == versionOf.end() ? nullptr : m_profiles.find(one.event->channel, found->second);
        if (profile != nullptr)
            one.event->content = m_parts.door.read(one.event->body, *profile);
    }
    return Done{};
}

Result<int> CallbackListener::decide()
{
    if (m_filed.empty()) {
        if (const auto filed = putOnDesk(); !filed)
            return tl::unexpected{filed.error()};
    }
    const auto counts = m_desk.settle();
    if (!counts)
        return tl::unexpected{counts.error()};
    tellOthers(*counts);
    if (const auto closed = m_parts.callbacks->close(m_filed); !closed)
        return tl::unexpected{closed.error()};
    const auto decided = static_cast<int>(m_filed.size());
    m_filed.clear();
    return decided;
}

/// What an interrupted round left on the desk is finished before more is put there.
Result<Done> CallbackListener::putOnDesk()
{
    auto filed = m_parts.callbacks->file(kDecisionsPerRound);
    if (!filed)
        return tl::unexpected{filed.error()};
    ONCEOVER_FAILPOINT("callback.after_file");
    m_filed = *std::move(filed);
    for (const FiledCallback& callback : m_filed) {
        ReceivedAnswer received;
        received.asked.ref = callback.ref;
        received.asked.operation = callback.operation;
        received.asked.channel = callback.channel;
        received.asked.key = callback.key;
        received.asked.version = callback.version;
        received.asked.readAt = callback.at;
        received.answer = callback.answer;
        received.isCallback = true;
        received.call = callback.call;
        m_desk.add(std::move(received));
    }
    return Done{};
}

void CallbackListener::tellOthers(const AnswerCounts& counts)
{
    if (counts.total() == 0)
        return;
    m_parts.wakes.announce();
    m_parts.log.info("answers_stored", "callbacks decided and applied", fieldsOf(counts));
    m_parts.wakes.scheduler.notify();
}

void CallbackListener::windDown()
{
    for (const ReceivedCallback& callback : m_parts.door.take(kCallbacksPerRound))
        m_parts.door.reply(callback.token, CallbackReply::Unavailable);
}

} // namespace onceover::engine
