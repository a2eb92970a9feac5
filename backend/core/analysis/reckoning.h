// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/rational.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// Where an input of the worksheet comes from.
enum class InputBasis {
    Assumed,  ///< The teaching baseline of the worksheet.
    Measured, ///< Counted in this database.
    Setting,  ///< A setting of this database.
    Given,    ///< Said by the person who asks.
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<InputBasis>{"assumed", "measured", "setting", "given"};
static_assert(namesAreComplete(InputBasis::Given));

/// One input, and why it is believed. No value: it was to be measured, and there was nothing to measure.
struct ReckoningInput {
    std::optional<Rational> value;
    InputBasis basis = InputBasis::Assumed;
};

/// What the worksheet is computed from: what is at stake when jobs repeat, and what looking costs (R141). The defaults
/// are the teaching baseline.
struct ReckoningInputs {
    ReckoningInput jobs{6};
    ReckoningInput runsPerDay{1};
    ReckoningInput daysPerMonth{30};
    ReckoningInput executions{std::nullopt}; ///< A month's; none: jobs × runs × days.
    ReckoningInput failureShare{Rational::of(4, 1000)};
    ReckoningInput repeatShare{Rational::of(40, 100)}; ///< Of the failures: the same business date was executed again.
    ReckoningInput minutesPerRepeat{40};
    ReckoningInput usersHit{20};
    ReckoningInput price{15};
    ReckoningInput lossShare{Rational::of(4, 100)};
    ReckoningInput minutesPerUser{5};
    std::vector<Rational> backoffMinutes{1, 5, 25};
    InputBasis backoffBasis = InputBasis::Assumed;
    ReckoningInput secondsPerReconciliation{90};
    ReckoningInput budgetHours{156}; ///< A year's time for the architecture.
    ReckoningInput changesPerYear{152};
    std::string currency = "USD";
};

/// The lines of the worksheet, in its order.
enum class Figure {
    ExecutionsPerDay,
    ExecutionsPerMonth,
    FailuresPerMonth,
    FailuresPerYear,
    RepeatsPerYear,
    HoursPerRepeat,
    HandlingMinutes,
    HandlingHours,
    DuplicateLoss,
    TalkMinutes,
    RetryWait,
    ReconciliationSeconds,
    ReconciliationHours,
    ReconciliationShare,
    ReconciliationRatio,
    MinutesPerChange,
};

template <>
inline constexpr std::array<std::string_view, 16> kNamesOf<Figure>{"executions_per_day", "executions_per_month",
    "failures_per_month", "failures_per_year", "repeats_per_year", "hours_per_repeat", "handling_minutes_per_year",
    "handling_hours_per_year", "duplicate_loss", "talk_minutes", "retry_wait_minutes",
    "reconciliation_seconds_per_year", "reconciliation_hours_per_year", "reconciliation_share_percent",
    "reconciliation_to_handling", "handling_minutes_per_change"};
static_assert(namesAreComplete(Figure::MinutesPerChange));

/// One operand of a line as it is written: "× 0.4%". The first one has no sign.
struct ReckoningTerm {
    char sign = 0; ///< 0, '+', '*' or '/'.
    std::optional<Rational> value;
    int decimals = 0;
    bool percent = false; ///< Written in hundredths.
};

/// One line: what is computed from what, exactly, and to how many places it is written.
struct ReckoningLine {
    Figure figure = Figure::ExecutionsPerDay;
    std::vector<ReckoningTerm> terms;
    std::optional<Rational> value; ///< Exact; in hundredths where `percent`. None where an input is missing.
    int decimals = 0;
    bool percent = false;
    InputBasis basis = InputBasis::Assumed; ///< Assumed as soon as one input is; else the weakest of the others.
};

/// The whole worksheet. Values stay exact from line to line: only what is written is rounded, half away from zero, to
/// the places of the source.
[[nodiscard]] std::vector<ReckoningLine> reckon(const ReckoningInputs& inputs);

/// A value as its line writes it: "3.46", "5.8" for percent; empty where there is none.
[[nodiscard]] std::string writtenValue(const std::optional<Rational>& value, int decimals, bool percent);

/// A month of this installation's own work, counted.
struct OwnMonth {
    std::int64_t jobs = 0;            ///< Enabled.
    std::int64_t executions = 0;      ///< Attempts at runs that began in the last 30 days.
    std::int64_t failures = 0;        ///< Those that failed, or lost their worker.
    std::int64_t repeats = 0;         ///< Failures after which the same run was executed again.
    std::int64_t failuresOfMoney = 0; ///< Failures of jobs of grade P0 (R131).
    std::int64_t executionsOfMoney = 0;
    std::vector<std::int64_t> backoffMillis; ///< Of the enabled job that waits longest.
    std::optional<std::int64_t>
        reconciliationMillis; ///< Mean of the month's comparisons; none when nothing was compared.
};

/// The same worksheet with what was counted in place of the baseline's; what cannot be counted keeps its basis.
[[nodiscard]] ReckoningInputs withOwnMonth(ReckoningInputs inputs, const OwnMonth& month);

} // namespace onceover
