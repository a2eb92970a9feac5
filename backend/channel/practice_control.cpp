// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/practice_control.h"

#include "channel/http_call.h"

#include <chrono>
#include <thread>

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

constexpr milliseconds kCallTimeMax{5000};
constexpr milliseconds kBetweenLooks{20};

Result<Done> post(std::string_view endpoint, std::string_view path, const std::string& body)
{
    const auto answer = callHttp(joinUrl(endpoint, path), body, kCallTimeMax);
    if (!answer)
        return tl::unexpected{answer.error()};
    return Done{};
}

} // namespace

Result<Done> moveBankClock(std::string_view endpoint, milliseconds offset)
{
    return post(endpoint, "/control/clock", R"({"offset_ms":)" + std::to_string(offset.count()) + "}");
}

Result<Done> setMisbehaviour(std::string_view endpoint, const std::string& settingsJson)
{
    return post(endpoint, "/control/misbehave", settingsJson);
}

Result<Done> setCallbacks(
    std::string_view endpoint, const std::string& url, const std::string& secret, const std::string& plan)
{
    return post(
        endpoint, "/control/callbacks", nlohmann::json{{"url", url}, {"secret", secret}, {"plan", plan}}.dump());
}

Result<Done> waitUntilHealthy(std::string_view endpoint, milliseconds atMost)
{
    const auto until = std::chrono::steady_clock::now() + atMost;
    while (true) {
        const auto answer = callHttp(joinUrl(endpoint, "/healthz"), std::nullopt, kCallTimeMax);
        if (answer)
            return Done{};
        if (std::chrono::steady_clock::now() >= until)
            return tl::unexpected{answer.error()};
        std::this_thread::sleep_for(kBetweenLooks);
    }
}

} // namespace onceover::channel
