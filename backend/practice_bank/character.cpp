// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/character.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using Words = nlohmann::json;

constexpr std::array<std::string_view, 3> kOtherBytesWords{"error", "old_answer", "ignores_key"};
constexpr std::array<std::string_view, 3> kInFlightWords{"409", "blocks", "executes"};
constexpr std::array<std::string_view, 3> kQueryWords{"authoritative", "eventual", "none"};
constexpr std::int64_t kMillisMax = std::int64_t{400} * 24 * 3600 * 1000;
constexpr std::int64_t kKeyMaxMax = 255;
constexpr std::size_t kTextMax = 128;

template <typename Choice, std::size_t count>
bool readWord(const Words& value, const std::array<std::string_view, count>& words, Choice& into)
{
    if (!value.is_string()) {
        return false;
    }
    const auto found = std::find(words.begin(), words.end(), value.get_ref<const std::string&>());
    if (found == words.end()) {
        return false;
    }
    into = static_cast<Choice>(found - words.begin());
    return true;
}

bool readMillis(const Words& value, std::chrono::milliseconds& into)
{
    if (!value.is_number_integer() || value < 0 || value > kMillisMax) {
        return false;
    }
    into = std::chrono::milliseconds{value.get<std::int64_t>()};
    return true;
}

bool readText(const Words& value, std::string& into)
{
    if (!value.is_string() || value.get_ref<const std::string&>().size() > kTextMax) {
        return false;
    }
    into = value.get<std::string>();
    return true;
}

bool readFlag(const Words& value, bool& into)
{
    if (!value.is_boolean()) {
        return false;
    }
    into = value.get<bool>();
    return true;
}

bool readTrait(const std::string& name, const Words& value, Character& character)
{
    if (name == "on_mismatch") {
        return readWord(value, kOtherBytesWords, character.otherBytes);
    }
    if (name == "on_in_flight") {
        return readWord(value, kInFlightWords, character.inFlight);
    }
    if (name == "query") {
        return readWord(value, kQueryWords, character.query);
    }
    if (name == "knows_after_ms") {
        return readMillis(value, character.knowsAfter);
    }
    if (name == "retention_ms") {
        return readMillis(value, character.retention);
    }
    if (name == "executes_late_ms") {
        return readMillis(value, character.executesLate);
    }
    if (name == "key_max") {
        const bool isGood = value.is_number_integer() && value > 0 && value <= kKeyMaxMax;
        character.keyMax = isGood ? value.get<std::size_t>() : character.keyMax;
        return isGood;
    }
    if (name == "key_charset") {
        return readText(value, character.keyCharset);
    }
    if (name == "key_header") {
        return readText(value, character.keyHeader) && !character.keyHeader.empty();
    }
    if (name == "past_value_date") {
        constexpr std::array<std::string_view, 2> kPastWords{"refuses", "accepts"};
        return readWord(value, kPastWords, character.takesPastValueDates);
    }
    if (name == "stores_5xx") {
        return readFlag(value, character.stores5xx);
    }
    if (name == "refusal_is_final") {
        return readFlag(value, character.refusalIsFinal);
    }
    if (name == "amount_is_major") {
        return readFlag(value, character.amountIsMajor);
    }
    if (name == "shares_references") {
        return readFlag(value, character.sharesReferences);
    }
    if (name == "fencing") {
        return readFlag(value, character.fences);
    }
    return false;
}

} // namespace

std::optional<Character> parseCharacter(std::string_view body, std::string& trouble)
{
    const Words posted = Words::parse(body, nullptr, false);
    if (!posted.is_object()) {
        trouble = "not a JSON object";
        return std::nullopt;
    }
    Character character;
    for (const auto& [name, value] : posted.items()) {
        if (!readTrait(name, value, character)) {
            trouble = "unknown member, or value out of range: " + name;
            return std::nullopt;
        }
    }
    return character;
}

std::string toJson(const Character& character)
{
    return Words{{"on_mismatch", kOtherBytesWords[static_cast<std::size_t>(character.otherBytes)]},
        {"on_in_flight", kInFlightWords[static_cast<std::size_t>(character.inFlight)]},
        {"query", kQueryWords[static_cast<std::size_t>(character.query)]},
        {"knows_after_ms", character.knowsAfter.count()}, {"retention_ms", character.retention.count()},
        {"executes_late_ms", character.executesLate.count()}, {"key_max", character.keyMax},
        {"stores_5xx", character.stores5xx}, {"refusal_is_final", character.refusalIsFinal},
        {"amount_is_major", character.amountIsMajor}, {"shares_references", character.sharesReferences},
        {"fencing", character.fences}, {"key_charset", character.keyCharset}, {"key_header", character.keyHeader},
        {"past_value_date", character.takesPastValueDates ? "accepts" : "refuses"}}
        .dump(-1, ' ', false, Words::error_handler_t::replace);
}

bool isOfCharset(std::string_view key, const Character& character)
{
    const std::string& set = character.keyCharset;
    const auto belongs = [&set](char c) {
        for (std::size_t i = 0; i < set.size(); ++i) {
            const bool isRange = i + 2 < set.size() && set[i + 1] == '-';
            if (set[i] <= c && c <= (isRange ? set[i + 2] : set[i])) {
                return true;
            }
            i += isRange ? 2 : 0;
        }
        return false;
    };
    return set.empty() || std::all_of(key.begin(), key.end(), belongs);
}

} // namespace practice_bank
