// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace practice_bank {

/// What the bank may do wrong with a payout, one row of kMisdeeds each.
enum class Misdeed { FailBeforeExecute, Throttle, ExecuteLate, Refuse, LoseAnswer, FailAfterExecute, TellOtherAmount };

/// When a misdeed may strike, in the order in which a payout meets the stages.
enum class Stage {
    Arrival,   ///< Before the bank looks at its book; nothing is executed.
    Execution, ///< Instead of executing; only a key that the bank has not decided yet comes here.
    Answer,    ///< After the effect is on disk, or when a stored answer would be given again.
};

struct MisdeedRow {
    Misdeed misdeed;
    Stage stage;
    std::string_view name; ///< As in the JSON of /control/misbehave.
};

/// The table of everything that can go wrong on demand. Rows of one stage are tried from the top; the first that
/// strikes wins. The probability, the count of `next` and the JSON of a row all follow from the row.
inline constexpr std::array kMisdeeds{
    MisdeedRow{Misdeed::FailBeforeExecute, Stage::Arrival, "fail_before_execute"},
    MisdeedRow{Misdeed::Throttle, Stage::Arrival, "throttle"},
    MisdeedRow{Misdeed::ExecuteLate, Stage::Arrival, "execute_late"},
    MisdeedRow{Misdeed::Refuse, Stage::Execution, "refuse"},
    MisdeedRow{Misdeed::LoseAnswer, Stage::Answer, "lose_answer"},
    MisdeedRow{Misdeed::FailAfterExecute, Stage::Answer, "fail_after_execute"},
    MisdeedRow{Misdeed::TellOtherAmount, Stage::Answer, "other_amount"},
};

/// One request to pay: the key and how often this process has seen that key, from 1.
struct Send {
    std::string_view key;
    std::uint32_t number = 1;
};

/// What is set through the control address; everything zero is a bank that behaves.
struct MisbehaviourSettings {
    std::array<double, kMisdeeds.size()> chance{};      ///< 0 to 1, by row.
    std::array<std::uint32_t, kMisdeeds.size()> next{}; ///< So many of the next requests for certain, by row.
    std::chrono::milliseconds delay{0};                 ///< Before executing; the key is in flight meanwhile.
    std::chrono::seconds retryAfter{1};                 ///< Told to whoever is throttled.
    std::string refusalCode = "INSUFFICIENT_FUNDS";
    std::int64_t seed = 0;
};

/// Reads the JSON of POST /control/misbehave; what it does not name is reset. Nothing, and a reason in `trouble`, when
/// a member is unknown or out of range.
[[nodiscard]] std::optional<MisbehaviourSettings> parseMisbehaviour(std::string_view body, std::string& trouble);

/// The settings as JSON, in the form in which they are posted.
[[nodiscard]] std::string toJson(const MisbehaviourSettings& settings);

/// The settings in force. Whether a chance strikes follows from seed, row, key and send number alone, so that a test
/// run again meets the same bank, whatever the order in which threads come. Safe from any thread.
class Misbehaviour {
public:
    [[nodiscard]] MisbehaviourSettings settings() const;
    void apply(const MisbehaviourSettings& settings);
    /// The first row of the stage that strikes this send, if any; uses up one of its `next` when that is why.
    [[nodiscard]] std::optional<Misdeed> strike(Stage stage, const Send& send);

private:
    mutable std::mutex m_mutex;
    MisbehaviourSettings m_settings;
};

} // namespace practice_bank
