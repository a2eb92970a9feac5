// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

namespace practice_bank {

/// The bank's time: this machine's time plus an offset that practice may set. Safe from any thread.
/// That time only moves forward is the caller's business (BUILD.md, simulated time).
class BankClock {
public:
    explicit BankClock(std::chrono::milliseconds offset)
        : m_offset(offset)
    {
    }

    [[nodiscard]] std::chrono::milliseconds offset() const { return m_offset.load(); }
    void setOffset(std::chrono::milliseconds offset) { m_offset.store(offset); }
    [[nodiscard]] std::chrono::sys_time<std::chrono::milliseconds> now() const;

private:
    std::atomic<std::chrono::milliseconds> m_offset;
};

/// The longest offset either way: a hundred years. Past it, an instant no longer has a four-digit year.
inline constexpr std::chrono::milliseconds kClockOffsetMax = std::chrono::hours{24 * 36525};

/// UTC with milliseconds, as `2026-10-26T01:02:03.456Z`.
[[nodiscard]] std::string formatInstant(std::chrono::sys_time<std::chrono::milliseconds> instant);

/// True for a day that exists, written as `YYYY-MM-DD`.
[[nodiscard]] bool isCalendarDay(std::string_view text);

} // namespace practice_bank
