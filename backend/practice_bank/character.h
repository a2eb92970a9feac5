// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace practice_bank {

/// What kind of bank this is: how it treats keys, questions, refusals and amounts, always. Everything as it stands here
/// is the bank that the practice profile declares; every value that a profile can declare can be played.
struct Character {
    enum class OtherBytes { Error, OldAnswer, IgnoresKey };
    enum class InFlight { Conflict, Blocks, Executes };
    enum class Query { Authoritative, Eventual, None };

    OtherBytes otherBytes = OtherBytes::Error;
    InFlight inFlight = InFlight::Conflict;
    Query query = Query::Authoritative;
    std::chrono::milliseconds knowsAfter{0};     ///< Of an eventual query: a verdict younger than this is not found.
    std::chrono::milliseconds retention{0};      ///< Keys are forgotten after this; 0: never.
    std::chrono::milliseconds executesLate{200}; ///< How long an order lies about before it is executed, when it does.
    std::size_t keyMax = 255;
    std::string keyCharset;                      ///< Single characters and ranges ("A-Z2-7"); empty: any printable one.
    std::string keyHeader = "Idempotency-Key";   ///< Where an order's key stands.
    bool stores5xx = false;        ///< A key that was answered 5xx is answered so for ever.
    bool refusalIsFinal = true;    ///< False: a refused key may be executed when it comes again.
    bool amountIsMajor = false;    ///< Amounts are text in major units.
    bool sharesReferences = false; ///< Every two effects get one reference.
    bool takesPastValueDates = true; ///< False: an order whose value date lies before the bank's day is refused for good.
    bool fences = false;           ///< An order with a smaller Fencing-Token than its key has seen is turned away.
};

/// Reads the JSON of POST /control/character; what it does not name is as in a new Character. Nothing, and a reason in
/// `trouble`, when a member is unknown or out of range.
[[nodiscard]] std::optional<Character> parseCharacter(std::string_view body, std::string& trouble);

/// The character in the form in which it is posted.
[[nodiscard]] std::string toJson(const Character& character);

/// Is each character of the key one of the bank's keys?
[[nodiscard]] bool isOfCharset(std::string_view key, const Character& character);

/// The character in force. Safe from any thread.
class CharacterBook {
public:
    [[nodiscard]] Character get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_character;
    }
    void set(const Character& character)
    {
        const std::lock_guard lock(m_mutex);
        m_character = character;
    }

private:
    mutable std::mutex m_mutex;
    Character m_character;
};

} // namespace practice_bank
