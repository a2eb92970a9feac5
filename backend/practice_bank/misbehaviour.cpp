// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/misbehaviour.h"

#include "practice_bank/digest.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using Settings = nlohmann::json;

constexpr std::int64_t kDelayMsMax = 600'000;
constexpr std::int64_t kRetryAfterSecondsMax = 3'600;
constexpr std::int64_t kNextMax = 1'000'000;

/// The refusals for good that the bank knows; a profile lists them, so an invented one would only be unknown to it.
constexpr std::array<std::string_view, 4> kRefusalCodes{
    "INSUFFICIENT_FUNDS", "ACCOUNT_CLOSED", "BENEFICIARY_REJECTED", "LIMIT_EXCEEDED"};

std::optional<std::size_t> rowNamed(std::string_view name)
{
    const auto found
        = std::find_if(kMisdeeds.begin(), kMisdeeds.end(), [&](const auto& row) { return row.name == name; });
    if (found == kMisdeeds.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - kMisdeeds.begin());
}

std::optional<std::int64_t> numberWithin(const Settings& value, std::int64_t least, std::int64_t most)
{
    if (!value.is_number_integer() || value < least || value > most) {
        return std::nullopt;
    }
    return value.get<std::int64_t>();
}

bool readNext(const Settings& value, MisbehaviourSettings& settings)
{
    if (!value.is_object()) {
        return false;
    }
    for (const auto& [name, count] : value.items()) {
        const auto row = rowNamed(name);
        const auto number = numberWithin(count, 0, kNextMax);
        if (!row || !number) {
            return false;
        }
        settings.next[*row] = static_cast<std::uint32_t>(*number);
    }
    return true;
}

/// False when the member is unknown or its value out of range.
bool readMember(const std::string& name, const Settings& value, MisbehaviourSettings& settings)
{
    if (const auto row = rowNamed(name)) {
        if (!value.is_number() || value < 0 || value > 1) {
            return false;
        }
        settings.chance[*row] = value.get<double>();
        return true;
    }
    if (name == "next") {
        return readNext(value, settings);
    }
    if (name == "refuse_code") {
        const bool known = value.is_string()
            && std::count(kRefusalCodes.begin(), kRefusalCodes.end(), value.get_ref<const std::string&>()) > 0;
        settings.refusalCode = known ? value.get<std::string>() : settings.refusalCode;
        return known;
    }
    if (name == "delay_ms") {
        const auto number = numberWithin(value, 0, kDelayMsMax);
        settings.delay = std::chrono::milliseconds{number.value_or(0)};
        return number.has_value();
    }
    if (name == "retry_after_s") {
        const auto number = numberWithin(value, 0, kRetryAfterSecondsMax);
        settings.retryAfter = std::chrono::seconds{number.value_or(0)};
        return number.has_value();
    }
    if (name == "seed") {
        const auto number = numberWithin(value, 0, std::numeric_limits<std::int64_t>::max());
        settings.seed = number.value_or(0);
        return number.has_value();
    }
    return false;
}

} // namespace

std::optional<MisbehaviourSettings> parseMisbehaviour(std::string_view body, std::string& trouble)
{
    const Settings posted = Settings::parse(body, nullptr, false);
    if (!posted.is_object()) {
        trouble = "not a JSON object";
        return std::nullopt;
    }
    MisbehaviourSettings settings;
    for (const auto& [name, value] : posted.items()) {
        if (!readMember(name, value, settings)) {
            trouble = "unknown member, or value out of range: " + name;
            return std::nullopt;
        }
    }
    return settings;
}

std::string toJson(const MisbehaviourSettings& settings)
{
    Settings shown{{"delay_ms", settings.delay.count()}, {"retry_after_s", settings.retryAfter.count()},
        {"refuse_code", settings.refusalCode}, {"seed", settings.seed}, {"next", Settings::object()}};
    for (std::size_t row = 0; row < kMisdeeds.size(); ++row) {
        shown[std::string{kMisdeeds[row].name}] = settings.chance[row];
        shown["next"][std::string{kMisdeeds[row].name}] = settings.next[row];
    }
    return shown.dump();
}

MisbehaviourSettings Misbehaviour::settings() const
{
    const std::lock_guard lock(m_mutex);
    return m_settings;
}

void Misbehaviour::apply(const MisbehaviourSettings& settings)
{
    const std::lock_guard lock(m_mutex);
    m_settings = settings;
}

std::optional<Misdeed> Misbehaviour::strike(Stage stage, const Send& send)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t row = 0; row < kMisdeeds.size(); ++row) {
        if (kMisdeeds[row].stage != stage) {
            continue;
        }
        if (m_settings.next[row] > 0) {
            --m_settings.next[row];
            return kMisdeeds[row].misdeed;
        }
        if (m_settings.chance[row] <= 0) {
            continue;
        }
        const std::string drawn = std::to_string(m_settings.seed) + '|' + std::string{kMisdeeds[row].name} + '|'
            + std::string{send.key} + '|' + std::to_string(send.number);
        if (chanceOf(drawn) < m_settings.chance[row]) {
            return kMisdeeds[row].misdeed;
        }
    }
    return std::nullopt;
}

} // namespace practice_bank
