// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover {

/// One measured value. Labels are words of bounded lists; an empty one is left out.
struct FigureSample {
    std::string figure;
    std::string jobType;
    std::string channel;
    std::string duty;
    std::string klass; ///< A state, failure class, kind of difference, or quantile.
    std::string ruleVersion;
    double value = 0; ///< A measurement, never money.
};

/// Label name and value, without the empty ones. The names are these five and no others (R127).
using FigureLabels = std::vector<std::pair<std::string_view, std::string_view>>;
[[nodiscard]] inline FigureLabels labelsOf(const FigureSample& sample)
{
    FigureLabels labels;
    const auto add = [&labels](std::string_view name, const std::string& value) {
        if (!value.empty())
            labels.emplace_back(name, value);
    };
    add("job_type", sample.jobType);
    add("channel", sample.channel);
    add("duty", sample.duty);
    add("class", sample.klass);
    add("rule_version", sample.ruleVersion);
    return labels;
}

/// What a figure means, for the scrape.
struct FigureMeaning {
    std::string_view figure;
    bool isCounter = false; ///< Only grows: it counts rows that are kept for good.
    std::string_view help;
};

/// Every figure that there is (R121–R125, R131). One that is not here is not published.
// What counts rows of a log falls when a day or a month of the log goes. It is a gauge, whatever it is called: of a
// counter a fall means that the process began anew, and all that is left would be told as new.
inline constexpr std::array kFigures{
    FigureMeaning{"triggers_total", true, "Triggers by what they led to: created, existing, held, already_completed"},
    FigureMeaning{"repeat_hit_ratio", false, "Share of triggers that met a run that was there"},
    FigureMeaning{"idempotency_conflicts_total", false, "Answers on record that a key is in flight or has other bytes"},
    FigureMeaning{
        "processing_timeouts_total", false, "Operations of the log whose lease ran out: taken over or given up"},
    FigureMeaning{"live_worker_takeovers_total", false,
        "Attempts of the log taken over from a worker that was seen alive afterwards"},
    FigureMeaning{"reconciliation_differences_open", false, "Differences that wait for a person, by kind"},
    FigureMeaning{"reconciliation_differences_total", true, "Differences ever found, by kind"},
    FigureMeaning{"reconciliation_seconds", false, "How long the last comparison took"},
    FigureMeaning{"compensation_backlog", false, "Compensations requested, and in flight"},
    FigureMeaning{"queue_length", false, "What waits: due operations by job, open messages by channel and state"},
    FigureMeaning{"queue_oldest_seconds", false, "Age of the oldest that waits"},
    FigureMeaning{"messages_held_by_pause", false, "Messages that wait because their channel is paused"},
    FigureMeaning{"runs_held_by_queue", false, "Runs that are not enumerated because the queue is at its limit"},
    FigureMeaning{"send_seconds", false, "How long sends of the last five minutes took, by quantile"},
    FigureMeaning{"scheduler_lag_seconds", false, "Age of the oldest planned run that was not begun"},
    FigureMeaning{"operations", false, "Operations by state and rule version"},
    FigureMeaning{"failure_ratio", false, "Share of operations failed for good, money jobs apart from the others"},
    FigureMeaning{"dead_letters_open", false, "Dead letters that wait for a person, by failure class"},
    FigureMeaning{"alerts_open", false, "Alerts that are open, by rule"},
    FigureMeaning{"callbacks_total", true, "Signed callbacks on record, by what they told"},
    FigureMeaning{"callbacks_refused_total", true, "Callbacks turned away at the door, by why"},
    FigureMeaning{"workers_alive", false, "Incarnations that beat lately, by duty"},
};

} // namespace onceover
