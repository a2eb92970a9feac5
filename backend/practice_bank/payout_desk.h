// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/bank_clock.h"
#include "practice_bank/book.h"
#include "practice_bank/character.h"
#include "practice_bank/misbehaviour.h"
#include "practice_bank/payout.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace practice_bank {

/// What goes back over the wire.
struct Answer {
    int status = 200;
    std::string body;                               ///< JSON.
    std::optional<std::chrono::seconds> retryAfter; ///< Of a 429.
    bool isLost = false;                            ///< The connection must be cut without a byte of this answer.
};

/// Decides every order by its key, and owns what the bank knows: one effect per key (unless it is of another kind, see
/// character.h), in the book before anyone is told.
/// Safe from any thread. An order waits in submit() for its delay and for the disk.
class PayoutDesk {
public:
    /// Reads the book again, so that keys answered before the restart are answered alike. Throws StartFailure.
    /// `onVerdict`: called after a verdict is on disk and before it is answered; may be empty.
    PayoutDesk(const std::filesystem::path& book, const BankClock& clock, const CharacterBook& character,
        Misbehaviour& misbehaviour, LogSink log, std::function<void()> onBroken,
        std::function<void(const BookRecord&)> onVerdict = {});

    /// An order to pay. 201 executed now; 200 or 402 the stored answer of this key; 400 malformed; 402 refused for
    /// good; 409 another request of this key is executing; 412 the key has seen a greater token, and this bank fences;
    /// 422 this key was used with other bytes; 429, 500, 503 by misbehaviour, or because the book is broken or the bank
    /// is stopping. Tokens are remembered as long as the process lives.
    [[nodiscard]] Answer submit(std::string_view key, std::string_view body, std::uint64_t token = 0);
    /// What became of a key. Authoritative: NOT_FOUND means that no request of this key has begun to execute.
    [[nodiscard]] Answer query(std::string_view key) const;
    /// The executed effects with seq above `after`, at most `limit`, in the order of seq; only what is on disk.
    [[nodiscard]] Answer page(std::uint64_t after, std::size_t limit) const;
    [[nodiscard]] Answer summary() const;
    [[nodiscard]] bool isBroken() const { return m_book.isBroken(); }
    /// Ends all delays; an order that was waiting in one is not executed. What is being written is still answered.
    void stop();

private:
    enum class Phase { Seen, Executing, Decided };

    struct Slot {
        Phase phase = Phase::Seen;
        std::uint32_t sends = 0; ///< Requests of this key since this process started.
        std::uint64_t token = 0; ///< The greatest fencing token that came with this key.
        std::string bodySha256;
        BookRecord record;       ///< Of a decided key.
        bool isStuck = false;    ///< Answered 5xx once, and so for ever: this bank is of that kind.
        bool wasDecided = false; ///< A verdict under this key stands in the book.
    };

    struct CurrencyTotal {
        std::uint64_t count = 0;
        std::int64_t amount = 0; ///< Minor units; stays at the largest number when it would overflow.
    };

    [[nodiscard]] bool takeLine(std::uint64_t line, std::string_view text);
    /// The answer to an order that a misdeed met on arrival; nothing was executed.
    [[nodiscard]] Answer turnAway(Misdeed misdeed) const;
    /// Executes (or refuses for good) a key that is this call's alone, writes the book, then answers.
    [[nodiscard]] Answer decide(
        Slot& slot, const Send& send, const Payout& payout, const std::string& bodySha256, const Character& character);
    /// Answers from what is known of the key; lets go of the lock before it waits.
    [[nodiscard]] Answer answerKnown(Slot& slot, const Send& send, const std::string& bodySha256,
        const Character& character, std::unique_lock<std::mutex>& lock);
    /// Does this bank still know of the verdict?
    [[nodiscard]] bool remembers(const BookRecord& record, const Character& character) const;
    /// Waits until an order that is being executed is decided.
    void waitDecided(const Slot& slot, std::unique_lock<std::mutex>& lock);
    /// The answer as it leaves, after the misdeeds of its stage.
    [[nodiscard]] Answer release(Slot& slot, const Send& send, const Character& character, Answer answer);
    /// False when the bank stops before the delay is over.
    [[nodiscard]] bool waitDelay();
    [[nodiscard]] bool waitFor(std::chrono::milliseconds time);
    void publish(const BookRecord& record);

    const BankClock& m_clock;
    const CharacterBook& m_character;
    Misbehaviour& m_misbehaviour;
    LogSink m_log;
    std::function<void(const BookRecord&)> m_onVerdict;

    mutable std::mutex m_mutex;           ///< Guards everything below but the book, which guards itself.
    std::condition_variable m_stopSignal; ///< Also at each verdict.
    bool m_isStopping = false;
    std::unordered_map<std::string, Slot> m_slots; ///< References to its slots stay good; none is ever removed.
    std::deque<BookRecord> m_effects;              ///< Executed ones, by seq; the last of them may not be on disk yet.
    std::map<std::string, CurrencyTotal> m_totals; ///< Of what is on disk.
    std::uint64_t m_executed = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_repeats = 0;
    std::uint64_t m_mismatches = 0;

    Book m_book; ///< Last: its reader fills the maps above.
};

} // namespace practice_bank
