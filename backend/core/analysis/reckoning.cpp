// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reckoning.h"

#include <algorithm>
#include <initializer_list>

namespace onceover {

namespace {

constexpr int kMonthsPerYear = 12;
constexpr int kDaysPerYear = 365;
constexpr int kMinutesPerHour = 60;
constexpr int kSecondsPerHour = 3600;
constexpr std::int64_t kMillisPerMinute = 60'000;

/// How a figure is written.
struct Form {
    int decimals = 0;
    bool percent = false;
};

/// Assumed is weakest: one assumed input makes the whole line one.
InputBasis weakest(std::initializer_list<InputBasis> bases)
{
    const auto has = [&](InputBasis basis) { return std::find(bases.begin(), bases.end(), basis) != bases.end(); };
    for (const InputBasis basis : {InputBasis::Assumed, InputBasis::Given, InputBasis::Setting})
        if (has(basis))
            return basis;
    return InputBasis::Measured;
}

/// The fewest places, up to two, that write an input exactly; two where it takes more.
int placesOf(const std::optional<Rational>& value, bool percent)
{
    const auto shown = percent ? times(value, Rational{100}) : value;
    for (const int places : {0, 1})
        if (shown && times(*shown, places == 0 ? 1 : 10) && times(*shown, places == 0 ? 1 : 10)->denominator() == 1)
            return places;
    return 2;
}

ReckoningTerm term(char sign, const std::optional<Rational>& value, bool percent = false)
{
    return {sign, value, placesOf(value, percent), percent};
}

/// An operand that is itself a line of the worksheet is written as that line is.
ReckoningTerm term(char sign, const ReckoningLine& line)
{
    return {sign, line.value, line.decimals, line.percent};
}

std::optional<Rational> computed(const std::vector<ReckoningTerm>& terms)
{
    std::optional<Rational> value;
    for (const ReckoningTerm& operand : terms) {
        switch (operand.sign) {
        case '*':
            value = times(value, operand.value);
            break;
        case '/':
            value = dividedBy(value, operand.value);
            break;
        case '+':
            value = value && operand.value ? plus(*value, *operand.value) : std::nullopt;
            break;
        default:
            value = operand.value;
        }
    }
    return value;
}

ReckoningLine makeLine(Figure figure, std::vector<ReckoningTerm> terms, Form form, InputBasis basis)
{
    ReckoningLine line;
    line.figure = figure;
    line.value = computed(terms);
    line.terms = std::move(terms);
    line.decimals = form.decimals;
    line.percent = form.percent;
    line.basis = basis;
    return line;
}

/// What repeats cost in a year: from executions to hours.
void addRepeats(const ReckoningInputs& in, std::vector<ReckoningLine>& lines)
{
    const InputBasis plan = weakest({in.jobs.basis, in.runsPerDay.basis});
    const auto perDay = makeLine(
        Figure::ExecutionsPerDay, {term(0, in.jobs.value), term('*', in.runsPerDay.value)}, {0, false}, plan);
    const auto perMonth = in.executions.value
        ? makeLine(Figure::ExecutionsPerMonth, {term(0, in.executions.value)}, {0, false}, in.executions.basis)
        : makeLine(Figure::ExecutionsPerMonth, {term(0, perDay), term('*', in.daysPerMonth.value)}, {0, false},
            weakest({plan, in.daysPerMonth.basis}));
    const auto failures
        = makeLine(Figure::FailuresPerMonth, {term(0, perMonth), term('*', in.failureShare.value, true)}, {2, false},
            weakest({perMonth.basis, in.failureShare.basis}));
    const auto perYear = makeLine(
        Figure::FailuresPerYear, {term(0, failures), term('*', Rational{kMonthsPerYear})}, {2, false}, failures.basis);
    const auto repeats = makeLine(Figure::RepeatsPerYear, {term(0, perYear), term('*', in.repeatShare.value, true)},
        {2, false}, weakest({perYear.basis, in.repeatShare.basis}));
    const auto hoursEach
        = makeLine(Figure::HoursPerRepeat, {term(0, in.minutesPerRepeat.value), term('/', Rational{kMinutesPerHour})},
            {2, false}, in.minutesPerRepeat.basis);
    const auto minutes = makeLine(Figure::HandlingMinutes, {term(0, repeats), term('*', in.minutesPerRepeat.value)},
        {0, false}, weakest({repeats.basis, in.minutesPerRepeat.basis}));
    const auto hours = makeLine(
        Figure::HandlingHours, {term(0, minutes), term('/', Rational{kMinutesPerHour})}, {1, false}, minutes.basis);
    lines.insert(lines.end(), {perDay, perMonth, failures, perYear, repeats, hoursEach, minutes, hours});
}

/// What one double charge costs: money, talk, and how long the retries take.
void addOneMishap(const ReckoningInputs& in, std::vector<ReckoningLine>& lines)
{
    lines.push_back(makeLine(Figure::DuplicateLoss,
        {term(0, in.usersHit.value), term('*', in.price.value), term('*', in.lossShare.value, true)}, {0, false},
        weakest({in.usersHit.basis, in.price.basis, in.lossShare.basis})));
    lines.push_back(makeLine(Figure::TalkMinutes, {term(0, in.usersHit.value), term('*', in.minutesPerUser.value)},
        {0, false}, weakest({in.usersHit.basis, in.minutesPerUser.basis})));
    std::vector<ReckoningTerm> waits;
    for (const Rational& wait : in.backoffMinutes)
        waits.push_back(term(waits.empty() ? char{0} : '+', wait));
    lines.push_back(makeLine(Figure::RetryWait, std::move(waits), {0, false}, in.backoffBasis));
}

/// What looking every day costs, against what it saves.
void addReconciliation(const ReckoningInputs& in, const ReckoningLine& handlingMinutes,
    const ReckoningLine& handlingHours, std::vector<ReckoningLine>& lines)
{
    const InputBasis basis = in.secondsPerReconciliation.basis;
    const auto seconds = makeLine(Figure::ReconciliationSeconds,
        {term(0, in.secondsPerReconciliation.value), term('*', Rational{kDaysPerYear})}, {0, false}, basis);
    const auto hours = makeLine(
        Figure::ReconciliationHours, {term(0, seconds), term('/', Rational{kSecondsPerHour})}, {1, false}, basis);
    lines.push_back(seconds);
    lines.push_back(hours);
    lines.push_back(makeLine(Figure::ReconciliationShare, {term(0, hours), term('/', in.budgetHours.value)}, {1, true},
        weakest({basis, in.budgetHours.basis})));
    lines.push_back(makeLine(Figure::ReconciliationRatio, {term(0, hours), term('/', handlingHours)}, {1, false},
        weakest({basis, handlingHours.basis})));
    lines.push_back(makeLine(Figure::MinutesPerChange, {term(0, handlingMinutes), term('/', in.changesPerYear.value)},
        {1, false}, weakest({handlingMinutes.basis, in.changesPerYear.basis})));
}

ReckoningInput measured(std::int64_t part, std::int64_t whole)
{
    return {Rational::of(part, whole), InputBasis::Measured};
}

} // namespace

std::vector<ReckoningLine> reckon(const ReckoningInputs& inputs)
{
    std::vector<ReckoningLine> lines;
    addRepeats(inputs, lines);
    const ReckoningLine handlingHours = lines[lines.size() - 1];
    const ReckoningLine handlingMinutes = lines[lines.size() - 2];
    addOneMishap(inputs, lines);
    addReconciliation(inputs, handlingMinutes, handlingHours, lines);
    return lines;
}

std::string writtenValue(const std::optional<Rational>& value, int decimals, bool percent)
{
    const auto shown = percent ? times(value, Rational{100}) : value;
    return shown ? shown->rounded(decimals) : std::string{};
}

ReckoningInputs withOwnMonth(ReckoningInputs inputs, const OwnMonth& month)
{
    inputs.jobs = measured(month.jobs, 1);
    inputs.executions = measured(month.executions, 1);
    inputs.failureShare = measured(month.failures, month.executions);
    inputs.repeatShare = measured(month.repeats, month.failures);
    // No failure at all has no share of repeats, and no repeat.
    if (month.executions > 0 && month.failures == 0)
        inputs.repeatShare = measured(0, 1);
    if (!month.backoffMillis.empty()) {
        inputs.backoffMinutes.clear();
        for (const std::int64_t wait : month.backoffMillis)
            inputs.backoffMinutes.push_back(Rational::of(wait, kMillisPerMinute).value_or(Rational{}));
        inputs.backoffBasis = InputBasis::Setting;
    }
    if (month.reconciliationMillis)
        inputs.secondsPerReconciliation = measured(*month.reconciliationMillis, 1000);
    return inputs;
}

} // namespace onceover
