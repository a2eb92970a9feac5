// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/analysis/xxl_log.h"
#include "json_text.h"
#include "models/display_text.h"
#include "models/incident_text.h"
#include "models/state_text.h"
#include "store/diagnosis_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace onceover::ctl {

namespace {

constexpr int kKeysMost = 200;
constexpr std::size_t kRepeatsShown = 20;

struct DiagnoseWords {
    Q_DECLARE_TR_FUNCTIONS(DiagnoseCommand)
};

QString layerText(Layer layer)
{
    switch (layer) {
    case Layer::Trigger:
        return DiagnoseWords::tr("triggers");
    case Layer::Attempt:
        return DiagnoseWords::tr("attempts");
    case Layer::Operation:
        return DiagnoseWords::tr("operations");
    case Layer::Legs:
        return DiagnoseWords::tr("legs of a phase");
    case Layer::Message:
        return DiagnoseWords::tr("orders");
    case Layer::Effect:
        break;
    }
    return DiagnoseWords::tr("effects outside");
}

QString joined(const std::vector<std::string>& names)
{
    QStringList all;
    for (const std::string& name : names)
        all << models::plainText(name);
    return all.join(QStringLiteral(" · "));
}

void printRepeated(const RepeatedWork& repeated)
{
    QString part;
    if (repeated.shard && repeated.shard->total > 1)
        part = DiagnoseWords::tr(", part %1 of %2").arg(repeated.shard->index + 1).arg(repeated.shard->total);
    printLine(DiagnoseWords::tr("%1, %2%3: %4")
                  .arg(models::plainText(repeated.job), models::plainText(repeated.scope), part,
                      joined(repeated.executions)));
    printLine(QStringLiteral("  ")
        + (repeated.isOneTrigger ? DiagnoseWords::tr("one trigger became %1 executions").arg(repeated.executions.size())
                                 : DiagnoseWords::tr("whether one trigger asked for all of them is not told")));
    for (const HypothesisVerdict& weighed : repeated.verdicts)
        printLine(
            QStringLiteral("  %1 %2: %3 [%4]")
                .arg(models::verdictText(weighed.verdict), -12)
                .arg(models::hypothesisText(weighed.hypothesis), models::plainText(weighed.why), joined(weighed.rows)));
}

void printDiagnosis(const Diagnosis& diagnosis, std::size_t executions)
{
    if (diagnosis.repeated.empty())
        printLine(DiagnoseWords::tr("Among %1 executions no two were given the same work.").arg(executions));
    for (std::size_t i = 0; i < std::min(diagnosis.repeated.size(), kRepeatsShown); ++i)
        printRepeated(diagnosis.repeated[i]);
    if (diagnosis.repeated.size() > kRepeatsShown)
        printLine(DiagnoseWords::tr("and %1 more (--json tells all)").arg(diagnosis.repeated.size() - kRepeatsShown));
    for (std::size_t i = 0; i < std::min(diagnosis.overlaps.size(), kRepeatsShown); ++i) {
        const Overlap& overlap = diagnosis.overlaps[i];
        printLine(DiagnoseWords::tr("%1: %2 still ran when %3 began, for %4 s: next to each other, not yet twice")
                      .arg(models::plainText(overlap.job), models::plainText(overlap.earlier),
                          models::plainText(overlap.later))
                      .arg(overlap.together.count() / 1000));
    }
    if (diagnosis.overlaps.size() > kRepeatsShown)
        printLine(DiagnoseWords::tr("and %1 more (--json tells all)").arg(diagnosis.overlaps.size() - kRepeatsShown));
    if (diagnosis.unjudged > 0)
        printLine(DiagnoseWords::tr(
            "%1 executions tell neither their work nor when they were dispatched: nothing can be said of them.")
                      .arg(diagnosis.unjudged));
    for (const std::string& job : diagnosis.imbalanced)
        printLine(DiagnoseWords::tr(
            "%1: its parts are of very unequal size. That makes it slow; it never makes it run twice.")
                      .arg(models::plainText(job)));
}

Json repeatedJson(const RepeatedWork& repeated)
{
    Json json{{"job", repeated.job}, {"scope", repeated.scope}, {"executions", repeated.executions},
        {"one_trigger", repeated.isOneTrigger}};
    json["shard"]
        = repeated.shard ? Json{{"index", repeated.shard->index}, {"total", repeated.shard->total}} : Json(nullptr);
    json["verdicts"] = Json::array();
    for (const HypothesisVerdict& weighed : repeated.verdicts)
        json["verdicts"].push_back({{"hypothesis", nameOf(weighed.hypothesis)}, {"verdict", nameOf(weighed.verdict)},
            {"why", weighed.why}, {"rows", weighed.rows}});
    return json;
}

void addDiagnosis(Json& json, const Diagnosis& diagnosis)
{
    json["repeated"] = Json::array();
    for (const RepeatedWork& repeated : diagnosis.repeated)
        json["repeated"].push_back(repeatedJson(repeated));
    json["overlaps"] = Json::array();
    for (const Overlap& overlap : diagnosis.overlaps)
        json["overlaps"].push_back({{"job", overlap.job}, {"earlier", overlap.earlier}, {"later", overlap.later},
            {"together_ms", overlap.together.count()}});
    json["imbalanced"] = diagnosis.imbalanced;
    json["unjudged"] = diagnosis.unjudged;
}

Json keyJson(const DoubledKey& key)
{
    Json json{{"operation_id", key.operation.value.toString()}, {"key", key.key}, {"revision", key.revision},
        {"status", key.status}, {"sends_left", key.sendsLeft}, {"answered", key.isAnswered},
        {"incident", isIncident(key.layers)}, {"second_execution", whySecondTookEffect(key)}};
    for (std::size_t i = 0; i < kCountOf<Layer>; ++i)
        json["layers"][std::string{nameOf(static_cast<Layer>(i))}] = key.layers.counts[i];
    const auto first = firstDoubled(key.layers);
    json["first_doubled"] = first ? Json(nameOf(*first)) : Json(nullptr);
    return json;
}

void printKey(const DoubledKey& key)
{
    printLine(QStringLiteral("%1 %2 (%3)")
                  .arg(isIncident(key.layers) ? QStringLiteral("✖")
                          : key.isAnswered    ? QStringLiteral("✔")
                                              : QStringLiteral("–"),
                      models::plainText(key.key), models::stateText(models::Machine::Operation, key.status).word));
    QStringList layers;
    for (std::size_t i = 0; i < kCountOf<Layer>; ++i)
        layers << layerText(static_cast<Layer>(i)) + QLatin1Char(' ') + models::countText(key.layers.counts[i]);
    const auto first = firstDoubled(key.layers);
    printLine(QStringLiteral("    ") + layers.join(QStringLiteral(" → "))
        + (first ? DiagnoseWords::tr("; one became two at: %1").arg(layerText(*first)) : QString()));
    printLine(QStringLiteral("    ") + models::plainText(whySecondTookEffect(key)));
}

ExitCode diagnoseLog(const CommonOptions& common, const DiagnoseOptions& options)
{
    std::ifstream file(options.log, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file.is_open() || file.bad()) {
        printNote(DiagnoseWords::tr("%1 cannot be read.").arg(models::plainText(options.log)));
        return ExitCode::Usage;
    }
    const auto executions = readXxlLog(text);
    if (!executions)
        return reportFailure(executions.error(), models::plainText(options.log));
    if (executions->empty()) {
        printNote(DiagnoseWords::tr("%1 holds no row of xxl_job_log.").arg(models::plainText(options.log)));
        return ExitCode::Usage;
    }
    const Diagnosis diagnosis = diagnose(*executions);
    if (common.json) {
        Json json{{"log", options.log}, {"executions", executions->size()}};
        addDiagnosis(json, diagnosis);
        printJson(json);
    } else {
        printDiagnosis(diagnosis, executions->size());
        printLine(DiagnoseWords::tr(
            "A log of executions tells nothing of effects: whether money moved twice, ledger and bank tell."));
    }
    return diagnosis.repeated.empty() && diagnosis.unjudged == 0 ? ExitCode::Ok : ExitCode::Broken;
}

/// What the listed keys come to.
struct Outcome {
    std::int64_t incidents = 0;
    std::int64_t unanswered = 0;
};

Outcome outcomeOf(const RunToDiagnose& run)
{
    Outcome outcome;
    for (const DoubledKey& key : run.doubled) {
        outcome.incidents += isIncident(key.layers) ? 1 : 0;
        outcome.unanswered += key.isAnswered ? 0 : 1;
    }
    return outcome;
}

void printRun(const RunToDiagnose& run, const Diagnosis& diagnosis)
{
    printLine(DiagnoseWords::tr("%1: %2 operations, %3 of them worked on or sent more than once")
                  .arg(models::plainText(run.runKey), models::countText(run.operations),
                      models::countText(run.doubledTotal)));
    for (const DoubledKey& key : run.doubled)
        printKey(key);
    if (run.doubledTotal > static_cast<std::int64_t>(run.doubled.size()))
        printLine(DiagnoseWords::tr("and %1 more")
                      .arg(models::countText(run.doubledTotal - static_cast<std::int64_t>(run.doubled.size()))));
    if (!run.doubled.empty() && run.executions.empty())
        printLine(DiagnoseWords::tr("Who worked on them is not told any more: events are kept for 30 days."));
    else
        printDiagnosis(diagnosis, run.executions.size());
    const Outcome outcome = outcomeOf(run);
    if (outcome.incidents > 0)
        printLine(DiagnoseWords::tr("✖ %1 business keys took effect twice. Freeze before anything else.")
                      .arg(outcome.incidents));
    else if (outcome.unanswered > 0)
        printLine(
            DiagnoseWords::tr("– What became of %1 business keys the outside has not told: nothing is proved yet.")
                .arg(outcome.unanswered));
    else
        printLine(DiagnoseWords::tr("✔ Nothing took effect twice, by what the outside answered."));
}

} // namespace

ExitCode runDiagnose(const CommonOptions& common, const DiagnoseOptions& options)
{
    if (!options.log.empty())
        return diagnoseLog(common, options);
    const Result<BusinessDate> bizDate = BusinessDate::parse(options.bizDate);
    if (options.job.empty() || !bizDate) {
        printNote(DiagnoseWords::tr("A job and --biz-date YYYY-MM-DD are required, or --log FILE."));
        return ExitCode::Usage;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DiagnosisStore diagnosing{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = diagnosing.connect();
    if (!server)
        return reportFailure(server.error());
    if (!common.json)
        printWhere(*server);
    auto read = diagnosing.readRun(JobId{options.job}, *bizDate, kKeysMost);
    if (read && !*read)
        read = refuse(Refusal::UnknownSubject, options.job + " " + bizDate->toString());
    if (!read)
        return reportFailure(read.error(), models::plainText(options.job + " " + bizDate->toString()));
    const RunToDiagnose& run = **read;
    const Diagnosis diagnosis = diagnose(run.executions);
    const Outcome outcome = outcomeOf(run);
    const bool isClean = outcome.incidents == 0 && outcome.unanswered == 0;
    if (!common.json) {
        printRun(run, diagnosis);
        return isClean ? ExitCode::Ok : ExitCode::Broken;
    }
    Json json = whereJson(*server);
    json["run_key"] = run.runKey;
    json["operations"] = run.operations;
    json["doubled_total"] = run.doubledTotal;
    json["doubled"] = Json::array();
    for (const DoubledKey& key : run.doubled)
        json["doubled"].push_back(keyJson(key));
    addDiagnosis(json, diagnosis);
    printJson(json);
    return isClean ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
