// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ticker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace onceover::engine {

namespace {

constexpr milliseconds kBetweenAnnouncements{200};

} // namespace

Ticker::Ticker(DutyPort& port, Wakes& wakes, BootClock clock)
    : m_port(port)
    , m_wakes(wakes)
    , m_clock(std::move(clock))
{
}

Result<Round> Ticker::runRound()
{
    if (!m_wakes.changed.load())
        return Round{};
    const BootInstant now = m_clock();
    if (m_hasAnnounced && now - m_announcedAt < kBetweenAnnouncements) {
        const auto left = std::chrono::ceil<milliseconds>(m_announcedAt + kBetweenAnnouncements - now);
        return Round{0, false, std::max(left, milliseconds{1})};
    }
    m_wakes.changed.store(false); // Before the announcement: what changes from here on is the next one's.
    const auto announced = m_port.announce();
    if (!announced) {
        m_wakes.changed.store(true);
        return tl::unexpected{announced.error()};
    }
    m_announcedAt = now;
    m_hasAnnounced = true;
    return Round{1, false, std::nullopt};
}

void Ticker::windDown()
{
    if (m_wakes.changed.exchange(false))
        static_cast<void>(m_port.announce());
}

} // namespace onceover::engine
