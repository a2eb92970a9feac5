// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/failpoint.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <unistd.h>

namespace onceover::engine {

namespace {

enum class Action { Kill, Stop, Throw, Sleep };

constexpr std::chrono::seconds kSleep{2}; ///< Longer than the scaled leases of tests.

struct Armed {
    std::string name;
    int nth = 1;
    Action action = Action::Kill;
    std::atomic<int> passes{0};
};

/// Written once before any duty runs, then only read; the counters are atomic.
std::vector<std::unique_ptr<Armed>>& armed()
{
    static std::vector<std::unique_ptr<Armed>> points;
    return points;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::optional<Action> actionOf(std::string_view word)
{
    if (word == "kill")
        return Action::Kill;
    if (word == "stop")
        return Action::Stop;
    if (word == "throw")
        return Action::Throw;
    if (word == "sleep")
        return Action::Sleep;
    return std::nullopt;
}

void strike(const Armed& point)
{
    switch (point.action) {
    case Action::Kill:
        ::kill(::getpid(), SIGKILL);
        return;
    case Action::Stop:
        // To this very thread: a signal to the process is taken by whichever thread comes first, and on a busy machine
        // this one would have gone on well past the point by then.
        ::raise(SIGSTOP);
        return;
    case Action::Throw:
        throw FailpointHit("failpoint " + point.name);
    case Action::Sleep:
        std::this_thread::sleep_for(kSleep);
        return;
    }
}

} // namespace

Result<Done> armFailpoints(std::string_view specification)
{
#ifndef ONCEOVER_FAILPOINTS
    return fail(FailureKind::Broken, "this program was built without failpoints", std::string{specification});
#endif
    std::vector<std::unique_ptr<Armed>> points;
    for (const std::string_view one : split(specification, ',')) {
        const auto parts = split(one, ':');
        const bool isKnown = parts.size() == 3
            && std::any_of(
                kFailpoints.begin(), kFailpoints.end(), [&](const FailpointRow& row) { return row.name == parts[0]; });
        if (!isKnown)
            return refuse(Refusal::ValueMalformed, std::string{one});
        auto point = std::make_unique<Armed>();
        point->name = parts[0];
        const auto [end, error] = std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), point->nth);
        const auto action = actionOf(parts[2]);
        if (error != std::errc{} || end != parts[1].data() + parts[1].size() || point->nth < 1 || !action)
            return refuse(Refusal::ValueMalformed, std::string{one});
        point->action = *action;
        points.push_back(std::move(point));
    }
    armed() = std::move(points);
    return Done{};
}

void passFailpoint(std::string_view name)
{
    for (const auto& point : armed()) {
        if (point->name == name && point->passes.fetch_add(1) + 1 == point->nth)
            strike(*point);
    }
}

} // namespace onceover::engine
