// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "store/desk_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <chrono>

namespace onceover::ctl {

namespace {

struct ReckonWords {
    Q_DECLARE_TR_FUNCTIONS(ReckonCommand)
};

constexpr std::chrono::days kMonth{30};

/// What the person said in place of an assumed input; false when it is no number, or a negative one.
bool give(const std::optional<std::string>& text, ReckoningInput& input, bool isPercent)
{
    if (!text)
        return true;
    const auto value = Rational::parse(*text);
    if (!value || value->numerator() < 0)
        return false;
    input = {isPercent ? dividedBy(*value, Rational{100}) : value, InputBasis::Given};
    return true;
}

/// Nothing when one of the options is no number.
std::optional<ReckoningInputs> inputsFrom(const ReckonOptions& options)
{
    ReckoningInputs inputs;
    const bool isGood = give(options.minutesPerRepeat, inputs.minutesPerRepeat, false)
        && give(options.usersHit, inputs.usersHit, false) && give(options.price, inputs.price, false)
        && give(options.lossPercent, inputs.lossShare, true)
        && give(options.minutesPerUser, inputs.minutesPerUser, false)
        && give(options.budgetHours, inputs.budgetHours, false)
        && give(options.changesPerYear, inputs.changesPerYear, false);
    if (!isGood)
        return std::nullopt;
    inputs.currency = options.currency;
    return inputs;
}

Json worksheetJson(const ReckoningInputs& inputs)
{
    Json json = Json::array();
    for (const ReckoningLine& line : reckon(inputs)) {
        Json row{{"figure", nameOf(line.figure)}, {"basis", nameOf(line.basis)}};
        row["value"] = line.value ? Json(writtenValue(line.value, line.decimals, line.percent)) : Json(nullptr);
        if (line.value)
            row["exact"] = std::to_string(line.value->numerator()) + "/" + std::to_string(line.value->denominator());
        row["terms"] = Json::array();
        for (const ReckoningTerm& term : line.terms) {
            const std::string sign = term.sign == 0 ? "" : std::string{term.sign};
            row["terms"].push_back({{"sign", sign},
                {"value", term.value ? Json(writtenValue(term.value, term.decimals, term.percent)) : Json(nullptr)},
                {"percent", term.percent}});
        }
        json.push_back(std::move(row));
    }
    return json;
}

void printWorksheet(const ReckoningInputs& inputs)
{
    for (const ReckoningLine& line : reckon(inputs))
        printLine(QStringLiteral("  %1 %2 %3")
                      .arg(models::figureText(line.figure), -38)
                      .arg(models::formulaText(line, inputs.currency), -28)
                      .arg(models::basisText(line.basis)));
}

void printOwnMonth(const OwnMonth& month, const ReckoningInputs& inputs)
{
    printLine(
        ReckonWords::tr("This installation, last 30 days: %1 executions, %2 failed, %3 of these were executed again")
            .arg(models::countText(month.executions), models::countText(month.failures),
                models::countText(month.repeats)));
    printWorksheet(inputs);
    printLine(
        ReckonWords::tr("Failures by consequence: %1 of %2 executions of money jobs (P0), %3 of %4 of the others.")
            .arg(models::countText(month.failuresOfMoney), models::countText(month.executionsOfMoney),
                models::countText(month.failures - month.failuresOfMoney),
                models::countText(month.executions - month.executionsOfMoney)));
}

Json ownMonthJson(const OwnMonth& month)
{
    return {{"days", kMonth.count()}, {"jobs", month.jobs}, {"executions", month.executions},
        {"failures", month.failures}, {"repeats", month.repeats}, {"failures_of_money", month.failuresOfMoney},
        {"executions_of_money", month.executionsOfMoney}};
}

/// The baseline alone: no database is asked.
ExitCode reckonBaseline(const CommonOptions& common, const ReckoningInputs& inputs)
{
    if (common.json) {
        printJson(Json{{"baseline", worksheetJson(inputs)}});
    } else {
        printLine(ReckonWords::tr("Baseline: six jobs, each once a day"));
        printWorksheet(inputs);
    }
    return ExitCode::Ok;
}

} // namespace

ExitCode runReckon(const CommonOptions& common, const ReckonOptions& options)
{
    const auto inputs = inputsFrom(options);
    if (!inputs) {
        printNote(ReckonWords::tr("Each number is written like 40 or 12.5: digits, at most nine decimals, no sign."));
        return ExitCode::Usage;
    }
    if (options.baseline)
        return reckonBaseline(common, *inputs);
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DeskStore desk{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = desk.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<OwnMonth> month = desk.ownMonth(kMonth);
    if (!month)
        return reportFailure(month.error());
    const ReckoningInputs own = withOwnMonth(*inputs, *month);
    if (common.json) {
        Json json = whereJson(*server);
        json["month"] = ownMonthJson(*month);
        json["own"] = worksheetJson(own);
        json["baseline"] = worksheetJson(ReckoningInputs{});
        printJson(json);
    } else {
        printWhere(*server);
        printOwnMonth(*month, own);
    }
    return ExitCode::Ok;
}

} // namespace onceover::ctl
