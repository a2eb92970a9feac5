// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/log.h"
#include "practice_bank/payout.h"
#include "practice_bank/payout_desk.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace practice_bank {

/// What the bank calls back of each verdict, by itself.
enum class CallbackPlan {
    None,
    Once,
    Twice,          ///< The same event two times.
    WrongOrder,     ///< The verdict, and then that it is pending.
    Late,           ///< After the delay.
    WrongSignature, ///< First one that is signed with another secret, then a right one.
    Early,          ///< Delivered before the order itself is answered.
    Contradict,     ///< Executed, and then refused; or the other way round.
    Return,         ///< Executed, and then that the money came back: a fact of its own under a reference of its own.
};

inline constexpr std::array<std::string_view, 9> kCallbackPlans{
    "none", "once", "twice", "wrong_order", "late", "wrong_signature", "early", "contradict", "return"};

/// Calls its customer back: `POST url` with `Callback-Timestamp` (seconds of this bank's clock at the attempt) and
/// `Callback-Signature` ("sha256=" and the HMAC of timestamp, dot and body), again and again until somebody answers
/// 2xx, each time signed anew. Events of one order follow each other. Nothing of it outlives the process. Safe from any
/// thread.
class CallbackDesk {
public:
    CallbackDesk(const BankClock& clock, LogSink log);
    /// Ends at once; what was not delivered is dropped.
    ~CallbackDesk();
    CallbackDesk(const CallbackDesk&) = delete;
    CallbackDesk& operator=(const CallbackDesk&) = delete;

    /// `{"url", "secret", "plan", "delay_ms"}`; what it does not name is reset.
    [[nodiscard]] Answer configure(std::string_view body);
    /// One event on demand: `{"event": {…}, "times", "secret", "delay_ms", "attempts_max"}`. The event is sent as it
    /// is.
    [[nodiscard]] Answer order(std::string_view body);
    /// Settings, and every delivery with its attempts, the last status, and whether it arrived.
    [[nodiscard]] Answer list() const;

    /// A verdict was written: what the plan says is called back. With the plan `early` it returns when that arrived, or
    /// after five seconds.
    void onVerdict(const BookRecord& record);

private:
    using Clock = std::chrono::steady_clock;

    struct Settings {
        std::string host; ///< Scheme, host and port.
        std::string path;
        std::string secret;
        CallbackPlan plan = CallbackPlan::None;
        std::chrono::milliseconds delay{0};
    };
    struct Delivery {
        std::string eventId;
        std::string key;
        std::string status; ///< The event's word.
        std::string body;
        std::string secret;
        std::uint32_t attempts = 0;
        std::uint32_t attemptsMax = 0; ///< 0: until it arrives.
        int lastStatus = 0;            ///< HTTP; 0: nobody answered.
        bool isDelivered = false;
    };
    /// Deliveries that follow each other.
    struct Chain {
        std::deque<std::size_t> deliveries; ///< Into m_deliveries.
        Clock::time_point due;
        std::chrono::milliseconds wait{0};
    };

    [[nodiscard]] Delivery makeDelivery(std::string eventId, const std::string& body) const;
    [[nodiscard]] std::string eventOf(
        const BookRecord& record, std::string_view status, const std::string& eventId) const;
    void enqueue(std::vector<Delivery> deliveries, std::chrono::milliseconds delay);
    void sendLoop();
    /// One attempt; the lock is given up while it lasts.
    void attempt(std::size_t chainIndex, std::unique_lock<std::mutex>& lock);

    const BankClock& m_clock;
    LogSink m_log;
    mutable std::mutex m_mutex; ///< Guards everything below.
    std::condition_variable m_changed;
    Settings m_settings;
    std::vector<Delivery> m_deliveries;
    std::deque<Chain> m_chains;
    std::map<std::string, std::uint32_t, std::less<>> m_eventsOfKey;
    bool m_isStopping = false;
    std::thread m_sender; ///< Last, so that it starts when all of the above exists.
};

} // namespace practice_bank
