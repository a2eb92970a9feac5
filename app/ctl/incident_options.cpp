// SPDX-License-Identifier: GPL-3.0-or-later
#include "incident_commands.h"
#include "recovery_commands.h"

#include <CLI/CLI.hpp>

namespace onceover::ctl {

namespace {

using Run = ExitCode (*)(const CommonOptions&, const IncidentOptions&);

/// Adds the commands below `incident`, each with the common options.
class Adder {
public:
    Adder(CLI::App& parent, CommonOptions& common, IncidentOptions& options,
        const std::function<void(std::function<ExitCode()>)>& choose,
        const std::function<void(CLI::App&, CommonOptions&)>& addCommon)
        : m_parent(parent)
        , m_common(common)
        , m_options(options)
        , m_choose(choose)
        , m_addCommon(addCommon)
    {
    }

    CLI::App* add(const std::string& name, const std::string& help, Run run) const
    {
        CLI::App* command = m_parent.add_subcommand(name, help);
        m_addCommon(*command, m_common);
        command->callback([&common = m_common, &options = m_options, choose = m_choose, run] {
            choose([&common, &options, run] { return run(common, options); });
        });
        return command;
    }

    /// One that is about an incident.
    CLI::App* addAbout(const std::string& name, const std::string& help, Run run) const
    {
        CLI::App* command = add(name, help, run);
        command->add_option("INCIDENT", m_options.incident, "Its number")->required();
        return command;
    }

private:
    CLI::App& m_parent;
    CommonOptions& m_common;
    IncidentOptions& m_options;
    std::function<void(std::function<ExitCode()>)> m_choose;
    std::function<void(CLI::App&, CommonOptions&)> m_addCommon;
};

void addOpening(const Adder& adder, IncidentOptions& options)
{
    CLI::App* open = adder.add("open", "Open one; whoever opens it owns it", runIncidentOpen);
    open->add_option("SCOPE", options.kind, "everything, job, channel, merchant, batch")->required();
    open->add_option("ID", options.ref, "Which one; none for everything");
    open->add_option("--title", options.title, "What happened, in one line")->required();
    open->add_option("--from", options.fromDate, "The oldest business date that it is about [three days ago]");
    open->add_flag("--freeze", options.alsoFreeze, "Freeze the scope at once");
    open->add_flag("--fence", options.alsoFence, "Freeze it, and end what is in work");
    adder.add("list", "Open ones first", runIncidentList);
    adder.addAbout("show", "Its log, and what the next step waits for", runIncidentShow);
}

void addTelling(const Adder& adder, IncidentOptions& options)
{
    adder.addAbout("take-over", "Become its owner", runIncidentTakeOver)
        ->add_option("--why", options.text, "Why")
        ->required();
    adder.addAbout("note", "Add a note to its log", runIncidentNote)
        ->add_option("TEXT", options.text, "The note")
        ->required();
    adder.addAbout("reason", "Give the real reason of a freeze that was made in a hurry", runIncidentReason)
        ->add_option("TEXT", options.text, "The reason")
        ->required();
    adder
        .addAbout(
            "answer", "Answer the central question: why could the second run still take effect?", runIncidentAnswer)
        ->add_option("TEXT", options.text, "The answer")
        ->required();
    CLI::App* weigh = adder.addAbout("weigh", "Say that rows support or refute a cause", runIncidentWeigh);
    weigh->add_option("CAUSE", options.hypothesis, "FAILOVER, BROADCAST_ROUTE, MANUAL_RERUN, WRONG_RETRY, …")
        ->required();
    weigh->add_option("VERDICT", options.verdict, "supported or refuted")
        ->check(CLI::IsMember({"supported", "refuted"}))
        ->required();
    weigh->add_option("--row", options.rows, "A row that it rests on; may be repeated")->required();
    weigh->add_option("--why", options.text, "What they show")->required();
}

void addWorking(const Adder& adder, IncidentOptions& options)
{
    CLI::App* evidence = adder.addAbout("evidence",
        "Save everything about every run that it is about, or about one, and record the digests; or judge a folder that "
        "was saved, and record those",
        runIncidentEvidence);
    evidence->add_option("FOLDER", options.folder, "A new folder, or one that was saved")->required();
    CLI::Option* job = evidence->add_option("JOB", options.job, "One job, e.g. settle-daily [every run of its scope]");
    CLI::Option* date = evidence->add_option("--biz-date", options.bizDate, "Its business date, YYYY-MM-DD");
    job->needs(date);
    date->needs(job);
    evidence->add_option("--key", options.key, "Signing key (onceoverctl key init); of a saved folder: the public one");
    CLI::App* diagnose = adder.addAbout("diagnose",
        "Diagnose a run and record what its rows say of each cause; what they leave open is for a person",
        runIncidentDiagnose);
    diagnose->add_option("JOB", options.job, "The job, e.g. settle-daily")->required();
    diagnose->add_option("--biz-date", options.bizDate, "Its business date, YYYY-MM-DD")->required();
    adder.addAbout("reconcile", "Compare the book of every channel of its scope with ours, and record what was found",
        runIncidentReconcile);
    adder.addAbout("next", "Take the next step, if its gate holds; else say what is missing", runIncidentNext)
        ->add_option("--note", options.text, "A word with it");
    adder.addAbout("close", "Take the last step", runIncidentClose)
        ->add_option("--note", options.text, "A word with it");
    adder.addAbout("back", "Go back to the diagnosis; open plans are void", runIncidentBack)
        ->add_option("--why", options.text, "Why")
        ->required();
}

} // namespace

void addIncidentProcedure(CLI::App& app, CommonOptions& common, IncidentOptions& options,
    const std::function<void(std::function<ExitCode()>)>& choose,
    const std::function<void(CLI::App&, CommonOptions&)>& addCommon)
{
    CLI::App* incident = app.add_subcommand("incident", "Freeze, keep evidence, find out, recover, verify");
    incident->require_subcommand(0, 1); // `incident open channel X` names a scope, not a second command.
    const Adder adder{*incident, common, options, choose, addCommon};
    addOpening(adder, options);
    addTelling(adder, options);
    addWorking(adder, options);
}

void addRecovery(CLI::App& app, RecoveryOptions& options, const AddCommand& add)
{
    const auto about
        = [&](CLI::App* command) { command->add_option("INCIDENT", options.incident, "Its number")->required(); };
    CLI::App* plan
        = add(app, "plan", "What is to be done about an incident, counted and totalled; --request asks for it",
            [&options](const CommonOptions& common) { return runPlan(common, options); });
    about(plan);
    CLI::Option* reason = plan->add_option("--reason", options.reason, "Why");
    plan->add_flag("--request", options.isAsked, "Ask for it; a second person decides")->needs(reason);
    plan->add_option("--ticket", options.ticket, "Number of a ticket");
    plan->add_option("--leave", options.leftAlone, "An operation that stays as it is; may be repeated");
    CLI::App* recover = add(app, "recover", "Let the approved plan of an incident begin; the replayer carries it out",
        [&options](const CommonOptions& common) { return runRecover(common, options); });
    about(recover);
    recover->add_option("--note", options.reason, "A word with it");
    CLI::App* report = add(app, "report", "The whole incident as a Markdown page, or as JSON",
        [&options](const CommonOptions& common) { return runReport(common, options); });
    about(report);
    CLI::App* incident = app.get_subcommand("incident");
    CLI::App* alarm = add(*incident, "false-alarm",
        "Ask that it be taken for none, while nothing was fenced or recovered; a second person decides",
        [&options](const CommonOptions& common) { return runFalseAlarm(common, options); });
    about(alarm);
    alarm->add_option("--reason", options.reason, "Why it was none")->required();
    alarm->add_option("--ticket", options.ticket, "Number of a ticket");
}

} // namespace onceover::ctl
