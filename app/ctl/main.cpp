// SPDX-License-Identifier: GPL-3.0-or-later
// onceoverctl: the same power from a shell. Parses the command line and calls one command.
#include "commands.h"
#include "incident_commands.h"
#include "recovery_commands.h"
#include "remedy_command.h"
#include "settings_command.h"
#include "terminal.h"
#include "translations/translations.h"

#include <CLI/CLI.hpp>
#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>

namespace {

using onceover::ctl::CommonOptions;
using onceover::ctl::ExitCode;
using Command = std::function<ExitCode()>;

/// Everything that can be said on the command line.
struct Arguments {
    CommonOptions common;
    onceover::ctl::MigrateOptions migrate;
    onceover::ctl::TriggerOptions trigger;
    onceover::ctl::NextOptions next;
    onceover::ctl::VerifyOptions verify;
    onceover::ctl::ReckonOptions reckon;
    onceover::ctl::AlertsOptions alerts;
    onceover::ctl::DeadLettersOptions deadLetters;
    onceover::ctl::ReconcileOptions reconcile;
    onceover::ctl::QueryOptions query;
    onceover::ctl::SelfTestOptions selfTest;
    onceover::ctl::DiagnoseOptions diagnose;
    onceover::ctl::EvidenceOptions evidence;
    onceover::ctl::RevealOptions reveal;
    onceover::ctl::IncidentOptions incident;
    onceover::ctl::RecoveryOptions recovery;
    onceover::ctl::KeyOptions key;
    onceover::ctl::AuditOptions audit;
    onceover::ctl::FreezeOptions freeze;
    onceover::ctl::ReplayOptions replay;
    onceover::ctl::RequestOptions request;
    onceover::ctl::ResolveOptions resolve;
    onceover::ctl::RemedyOptions remedy;
    onceover::ctl::MatchOptions match;
    onceover::ctl::BatchRecoveryOptions batchRecovery;
    onceover::ctl::RolloutOptions rollout;
    onceover::ctl::ProfileOptions profile;
    onceover::ctl::BeneficiaryOptions beneficiary;
    onceover::ctl::RetentionOptions retention;
    onceover::ctl::DecideOptions decide;
    onceover::ctl::RequestsOptions requests;
    onceover::ctl::PauseOptions pause;
    onceover::ctl::SandboxOptions sandbox;
    Command command; ///< What was chosen.
};

/// Every command takes the common options, so that they may stand behind its name.
void addCommonOptions(CLI::App& app, CommonOptions& common)
{
    const auto dsn = app.add_option(
        "--dsn", common.dsn, "Connection string, e.g. \"host=db-1 dbname=settlement\" (no password: use ~/.pgpass)");
    app.add_option("--service", common.service, "Name of a service in pg_service.conf")->excludes(dsn);
    app.add_option("--as", common.login, "Log in under this name");
    app.add_flag("--json", common.json, "Answer in JSON");
}

CLI::App* addCommand(
    CLI::App& parent, Arguments& arguments, const std::string& name, const std::string& help, Command run)
{
    CLI::App* command = parent.add_subcommand(name, help);
    addCommonOptions(*command, arguments.common);
    command->callback([&arguments, run = std::move(run)] { arguments.command = run; });
    return command;
}

void addInstallationCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* migrate = addCommand(app, arguments, "migrate", "Bring the schema to this program's version",
        [&arguments] { return onceover::ctl::runMigrate(arguments.common, arguments.migrate); });
    migrate->add_option("--name", arguments.migrate.installationName, "Name of a new installation")
        ->capture_default_str();
    migrate->add_option("--environment", arguments.migrate.environment, "Environment of a new installation")
        ->check(CLI::IsMember({"sandbox", "development", "staging", "production"}))
        ->capture_default_str();
    migrate->add_flag("!--no-roles", arguments.migrate.provisionRoles, "Do not make the group roles; they are there");
    addCommand(app, arguments, "doctor", "Say what the server or the installation lacks, and how to mend it",
        [&arguments] { return onceover::ctl::runDoctor(arguments.common); });
}

void addDailyCommands(CLI::App& app, Arguments& arguments)
{
    addCommand(app, arguments, "status", "Counts: what stands where, what is stuck, who works",
        [&arguments] { return onceover::ctl::runStatus(arguments.common); });
    addCommand(app, arguments, "jobs", "Each job: its declarations, its schedule, how far behind it is, its last run",
        [&arguments] { return onceover::ctl::runJobs(arguments.common); });
    CLI::App* next = addCommand(app, arguments, "next", "The next planned runs, and what they cross",
        [&arguments] { return onceover::ctl::runNext(arguments.common, arguments.next); });
    next->add_option("JOB", arguments.next.job, "The job, e.g. settle-daily; without one: every enabled job");
    next->add_option("--count", arguments.next.count, "How many of each job")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    next->add_option(
        "--from", arguments.next.from, "After this UTC instant, e.g. 2026-10-26T10:30:00Z, instead of now");
    CLI::App* trigger = addCommand(app, arguments, "trigger", "Run a job for one business date, by hand",
        [&arguments] { return onceover::ctl::runTrigger(arguments.common, arguments.trigger); });
    trigger->add_option("JOB", arguments.trigger.job, "The job, e.g. settle-daily")->required();
    trigger->add_option("--biz-date", arguments.trigger.bizDate, "The business date, YYYY-MM-DD; there is no default")
        ->required();
    trigger->add_option(
        "--request-id", arguments.trigger.requestId, "UUID of this wish; the same id again is the same request");
    CLI::App* verify
        = addCommand(app, arguments, "verify", "Look at every promise in one snapshot; exit 0 only if all hold",
            [&arguments] { return onceover::ctl::runVerify(arguments.common, arguments.verify); });
    verify->add_flag("--quiescent", arguments.verify.quiescent, "Nothing may be under way: demand plain equality");
    verify->add_option("--jobs", arguments.verify.jobs, "Connections that look at once, in one snapshot")
        ->check(CLI::Range(1, 8))
        ->capture_default_str();
}

void addWatchCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* alerts = addCommand(app, arguments, "alerts", "What somebody should know of, money and the oldest first",
        [&arguments] { return onceover::ctl::runAlerts(arguments.common, arguments.alerts); });
    CLI::Option* acknowledged
        = alerts->add_option("--ack", arguments.alerts.acknowledge, "Number of an alert that you have seen");
    alerts->add_option("--reason", arguments.alerts.reason, "What you say to it, for the audit")->needs(acknowledged);
    CLI::App* reveal = addCommand(app, arguments, "reveal",
        "Show what is masked of one operation: account and payload; who looked and why is audited",
        [&arguments] { return onceover::ctl::runReveal(arguments.common, arguments.reveal); });
    reveal->add_option("OPERATION", arguments.reveal.operation, "Its id")->required();
    reveal->add_option("--reason", arguments.reveal.reason, "Why you look")->required();
    CLI::App* letters = addCommand(app, arguments, "dead-letters", "What stopped being retried and waits for a person",
        [&arguments] { return onceover::ctl::runDeadLetters(arguments.common, arguments.deadLetters); });
    letters->add_option("--older", arguments.deadLetters.older, "Only those that are older, e.g. 24h")
        ->capture_default_str();
    CLI::App* query = addCommand(app, arguments, "query",
        "Ask the outside about one idempotency key; what it says is recorded, nothing else changes",
        [&arguments] { return onceover::ctl::runQuery(arguments.common, arguments.query); });
    query->add_option("KEY", arguments.query.key, "The idempotency key, 32 characters")->required();
    CLI::App* reconcile = addCommand(app, arguments, "reconcile",
        "Lay the books and the three tables side by side; exit 1 on a difference",
        [&arguments] { return onceover::ctl::runReconcile(arguments.common, arguments.reconcile); });
    CLI::Option* day
        = reconcile->add_option("--date", arguments.reconcile.date, "What was recorded for that day; without it: now");
    CLI::Option* channel = reconcile->add_option("--channel", arguments.reconcile.channel, "This channel's book alone");
    CLI::Option* statement
        = reconcile
              ->add_option("--statement", arguments.reconcile.statement,
                  "Import this statement of the channel's bank (camt.053 or MT940) and compare it with ours")
              ->check(CLI::ExistingFile)
              ->needs(channel)
              ->excludes(day);
    reconcile->add_option("--account", arguments.reconcile.account, "Of a file of several accounts: this one")
        ->needs(statement);
}

void addPauseCommands(CLI::App& channel, Arguments& arguments)
{
    CLI::App* pause = addCommand(channel, arguments, "pause",
        "Stop a channel on an outage: nothing is claimed for it or sent over it until it is resumed",
        [&arguments] { return onceover::ctl::runPause(arguments.common, arguments.pause, true); });
    CLI::App* resume = addCommand(channel, arguments, "resume", "Start a paused channel again, under the same keys",
        [&arguments] { return onceover::ctl::runPause(arguments.common, arguments.pause, false); });
    for (CLI::App* command : {pause, resume}) {
        command->add_option("CHANNEL", arguments.pause.channel, "The channel, e.g. practice-bank")->required();
        command->add_option("--reason", arguments.pause.reason, "Why, for the audit")->required();
    }
    addCommand(channel, arguments, "pauses", "What is paused, since when, by whom, and what it holds back",
        [&arguments] { return onceover::ctl::runPauses(arguments.common); });
}

void addChannelCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* channel = app.add_subcommand("channel", "Banks, mail and webhooks");
    channel->require_subcommand(1);
    CLI::App* test = addCommand(*channel, arguments, "self-test",
        "Compare what a channel does with what its profile declares, in its test mode; exit 1 when it must not be "
        "enabled",
        [&arguments] { return onceover::ctl::runSelfTest(arguments.common, arguments.selfTest); });
    test->add_option("CHANNEL", arguments.selfTest.channel, "The channel, e.g. practice-bank")->required();
    test->add_option("--version", arguments.selfTest.version, "Version of its profile; without it: the newest");
    test->add_option("--endpoint", arguments.selfTest.endpoint,
        "Where its test mode is, instead of what the profile names; money must not move there");
    addPauseCommands(*channel, arguments);
}

void addIncidentCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* diagnose = addCommand(app, arguments, "diagnose",
        "What of a run was done twice, where one became two, and what speaks for and against each cause",
        [&arguments] { return onceover::ctl::runDiagnose(arguments.common, arguments.diagnose); });
    CLI::Option* job = diagnose->add_option("JOB", arguments.diagnose.job, "The job, e.g. settle-daily");
    diagnose->add_option("--biz-date", arguments.diagnose.bizDate, "Its business date, YYYY-MM-DD");
    diagnose
        ->add_option(
            "--log", arguments.diagnose.log, "A MySQL dump of XXL-JOB's xxl_job_log instead; needs no database")
        ->excludes(job);
    CLI::App* evidence = app.add_subcommand("evidence", "Everything about one run, or about an incident, for those who were not there");
    evidence->require_subcommand(1);
    CLI::App* save = addCommand(*evidence, arguments, "save",
        "Write what scheduler, workers, database and outside say of it into a new folder, in one snapshot",
        [&arguments] { return onceover::ctl::runEvidenceSave(arguments.common, arguments.evidence); });
    save->add_option("JOB", arguments.evidence.job, "The job, e.g. settle-daily; left out with --incident");
    save->add_option("FOLDER", arguments.evidence.folder, "A folder that does not exist, or is empty");
    CLI::Option* date = save->add_option("--biz-date", arguments.evidence.bizDate, "Its business date, YYYY-MM-DD");
    save->add_option(
            "--incident", arguments.evidence.incident, "Every run that this incident is about, in one snapshot")
        ->excludes(date);
    save->add_option("--key", arguments.evidence.key, "Signing key (onceoverctl key init)");
    CLI::App* judge
        = addCommand(*evidence, arguments, "verify", "Look whether a folder is as it was saved; needs no database",
            [&arguments] { return onceover::ctl::runEvidenceVerify(arguments.common, arguments.evidence); });
    judge->add_option("FOLDER", arguments.evidence.folder, "The folder")->required();
    judge->add_option("--key", arguments.evidence.key, "Public key (FILE.pub): signatures of others do not count");
}

void addAuditCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* key = app.add_subcommand("key", "Signing keys: they live with the worker and with this program");
    key->require_subcommand(1);
    CLI::App* init = addCommand(*key, arguments, "init", "Make one: FILE, which nobody else may read, and FILE.pub",
        [&arguments] { return onceover::ctl::runKeyInit(arguments.common, arguments.key); });
    init->add_option("FILE", arguments.key.file, "Where; never over an existing file")->required();
    CLI::App* show = addCommand(*key, arguments, "show", "Say which key a file holds",
        [&arguments] { return onceover::ctl::runKeyShow(arguments.common, arguments.key); });
    show->add_option("FILE", arguments.key.file, "A key, private or public")->required();
    CLI::App* audit = app.add_subcommand("audit", "The chains of what people and workers did");
    audit->require_subcommand(1);
    CLI::App* verify = addCommand(*audit, arguments, "verify",
        "Look whether every row is as it was written; exit 1 and the first bad row when one is not",
        [&arguments] { return onceover::ctl::runAuditVerify(arguments.common, arguments.audit); });
    verify->add_option(
        "FOLDER", arguments.audit.folder, "An export, judged without a database; without it: the database");
    verify->add_option("--anchors", arguments.audit.anchors, "A file of anchors that a worker kept; may be repeated");
    verify->add_option("--key", arguments.audit.keys,
        "Public key (FILE.pub) of a worker, or of who exported; may be repeated: signatures of others do not count");
    CLI::App* exporting = addCommand(*audit, arguments, "export", "Write chains and anchors into a new folder",
        [&arguments] { return onceover::ctl::runAuditExport(arguments.common, arguments.audit); });
    exporting->add_option("FOLDER", arguments.audit.folder, "A folder that does not exist, or is empty")->required();
    exporting->add_option("--key", arguments.audit.keys, "Signing key (onceoverctl key init)")->expected(1);
}

void addStopCommands(CLI::App& app, Arguments& arguments)
{
    const auto addScope = [&](CLI::App* command) {
        command->add_option("SCOPE", arguments.freeze.kind,
            command->get_name() == "fence" ? "everything, job, channel, merchant, batch, worker, operation"
                                           : "everything, job, channel, merchant, batch");
        command->add_option("ID", arguments.freeze.ref, "Which one; none for everything");
    };
    CLI::App* freeze = addCommand(app, arguments, "freeze",
        "Stop new attempts, claims, retries and sends in a scope; without a scope: what is frozen",
        [&arguments] { return onceover::ctl::runFreeze(arguments.common, arguments.freeze); });
    addScope(freeze);
    freeze->add_option("--reason", arguments.freeze.reason, "Why; can be made precise later")
        ->default_str("on-call freeze, reason to follow");
    freeze->add_flag("--fence", arguments.freeze.alsoFence, "End what is in work as well");
    CLI::App* fence = addCommand(app, arguments, "fence", "End what earlier holders in a scope may still do",
        [&arguments] { return onceover::ctl::runFence(arguments.common, arguments.freeze); });
    addScope(fence);
    fence->add_option("--reason", arguments.freeze.reason, "Why")->required();
    fence->add_flag("--gone", arguments.freeze.isGone,
        "A worker whose host is known to be gone: nothing of it may still leave. Refused while it beats");
    CLI::App* lift = addCommand(app, arguments, "lift", "Ask that a freeze be lifted; a second person decides",
        [&arguments] { return onceover::ctl::runLift(arguments.common, arguments.request); });
    lift->add_option("FREEZE", arguments.request.subject, "Its number")->required();
    lift->add_option("--reason", arguments.request.reason, "Why it may go on")->required();
    lift->add_option("--ticket", arguments.request.ticket, "Number of a ticket");
    lift->add_option("--policy", arguments.request.policies, "What becomes of held runs: job=all|latest|none");
}

/// `onceoverctl request KIND`: made by whoever adds the first kind.
CLI::App& requestWord(CLI::App& app)
{
    const auto known = app.get_subcommands([](const CLI::App* command) { return command->get_name() == "request"; });
    if (!known.empty())
        return *known.front();
    CLI::App* request = app.add_subcommand("request", "Ask for something that a second person decides");
    request->require_subcommand(1);
    return *request;
}

void addReplayCommand(CLI::App& app, Arguments& arguments)
{
    CLI::App* replay = addCommand(app, arguments, "replay", "Ask for a replay under the original key",
        [&arguments] { return onceover::ctl::runReplay(arguments.common, arguments.replay); });
    replay->add_option("OPERATION", arguments.replay.operations, "Operation ids")->required();
    replay
        ->add_option("--key-ever-succeeded", arguments.replay.keyEverSucceeded, "Did this key ever succeed? Look first")
        ->check(CLI::IsMember({"yes", "no"}))
        ->required();
    replay->add_flag("--morning", arguments.replay.forTheMorning, "To be decided in the morning: lives 16 hours");
    replay->add_flag("--under-freeze", arguments.replay.underFreeze, "Goes on although it is frozen; the plan says so");
    replay->add_option("--reason", arguments.replay.reason, "Why")->required();
    replay->add_option("--ticket", arguments.replay.ticket, "Number of a ticket");
}

/// What every remedy is asked for with.
void addRemedyReason(CLI::App& command, Arguments& arguments)
{
    command.add_option("--reason", arguments.remedy.reason, "Why")->required();
    command.add_option("--ticket", arguments.remedy.ticket, "Number of a ticket");
}

void addCompensationCommand(CLI::App& app, Arguments& arguments, const std::string& name)
{
    CLI::App* compensation = addCommand(app, arguments, name,
        "Ask that an effect be made good by a new operation: refund or extension of a renewal, reversal of a payout",
        [&arguments] { return onceover::ctl::runCompensation(arguments.common, arguments.remedy); });
    compensation->add_option("OPERATION", arguments.remedy.subject, "Id of the original")->required();
    compensation->add_option("--type", arguments.remedy.type, "refund, extension or reversal")
        ->check(CLI::IsMember({"refund", "extension", "reversal"}))
        ->required();
    compensation->add_option("--amount", arguments.remedy.amount, "In minor units; without it: the whole");
    compensation->add_option("--evidence", arguments.remedy.evidence,
        "What it rests on: document:FILE, statement:N/ENTRY, call:N or callback:CHANNEL/EVENT; a reversal needs it");
    compensation->add_option("--says", arguments.remedy.says, "What the document says");
    compensation->add_option(
        "--difference", arguments.remedy.difference, "Number of an open difference that it closes");
    compensation->add_flag(
        "--under-freeze", arguments.remedy.underFreeze, "Goes on although it is frozen; the plan says so");
    addRemedyReason(*compensation, arguments);
}

void addRemedyCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App& request = requestWord(app);
    addCompensationCommand(request, arguments, "compensation");
    addCompensationCommand(app, arguments, "compensate");
    CLI::App* revision = addCommand(request, arguments, "revision",
        "Ask that what was refused or not executed be replaced, with the beneficiary of now",
        [&arguments] { return onceover::ctl::runRevision(arguments.common, arguments.remedy); });
    revision->add_option("OPERATION", arguments.remedy.subject, "Its id")->required();
    revision->add_flag(
        "--under-freeze", arguments.remedy.underFreeze, "Goes on although it is frozen; the plan says so");
    addRemedyReason(*revision, arguments);
    CLI::App* correction = addCommand(request, arguments, "correction",
        "Ask that money found gone after a refusal, or sent back by the bank, be booked",
        [&arguments] { return onceover::ctl::runCorrection(arguments.common, arguments.remedy); });
    correction
        ->add_option("DIFFERENCE", arguments.remedy.subject,
            "Number of the contradiction, or of the money that came back, that it closes")
        ->required();
    addRemedyReason(*correction, arguments);
    CLI::App* match = addCommand(request, arguments, "match",
        "Ask that a difference be closed because a record of the other side explains it; no money moves",
        [&arguments] { return onceover::ctl::runMatch(arguments.common, arguments.match); });
    match->add_option("DIFFERENCE", arguments.match.difference, "Its number")->required();
    match
        ->add_option("--record", arguments.match.record,
            "What explains it: entry:N/ENTRY of a statement, message:KEY of ours, or difference:N of the other side")
        ->required();
    match->add_option("--reason", arguments.match.reason, "Why")->required();
    match->add_option("--ticket", arguments.match.ticket, "Number of a ticket");
    CLI::App* missing = addCommand(request, arguments, "missing-outbox",
        "Ask that the message be made again which an operation lacks: same key, same bytes",
        [&arguments] { return onceover::ctl::runMissingMessage(arguments.common, arguments.remedy); });
    missing->add_option("OPERATION", arguments.remedy.subject, "Its id")->required();
    addRemedyReason(*missing, arguments);
    CLI::App* resend = addCommand(request, arguments, "re-send",
        "Ask that what the bank never saw leave once more, after the engine's own attempts: same key, same bytes",
        [&arguments] { return onceover::ctl::runResend(arguments.common, arguments.remedy); });
    resend->add_option("OPERATION", arguments.remedy.subject, "Its id")->required();
    addRemedyReason(*resend, arguments);
    CLI::App* resolve = addCommand(request, arguments, "resolve", "Ask that an unknown be decided from evidence",
        [&arguments] { return onceover::ctl::runResolve(arguments.common, arguments.resolve); });
    resolve->add_option("OPERATION", arguments.resolve.operation, "Its id")->required();
    resolve->add_option("--decision", arguments.resolve.decision, "What the evidence proves")
        ->check(CLI::IsMember({"executed", "not-executed"}))
        ->required();
    resolve
        ->add_option("--evidence", arguments.resolve.evidence,
            "statement:N, statement:N/ENTRY, call:N, callback:CHANNEL/EVENT, or document:FILE, of which the "
            "fingerprint "
            "is kept")
        ->required();
    resolve->add_option("--says", arguments.resolve.says, "What the document says");
    resolve->add_option(
        "--bank-reference", arguments.resolve.bankReference, "The bank's reference, where only a document tells it");
    resolve->add_option("--reason", arguments.resolve.reason, "Why")->required();
    resolve->add_option("--ticket", arguments.resolve.ticket, "Number of a ticket");
}

void addRequestCommands(CLI::App& app, Arguments& arguments)
{
    addReplayCommand(app, arguments);
    addReplayCommand(requestWord(app), arguments);
    addRemedyCommands(app, arguments);
    CLI::App* dismiss = addCommand(app, arguments, "dismiss", "Ask that a dead letter be closed with a reason",
        [&arguments] { return onceover::ctl::runDismiss(arguments.common, arguments.request); });
    dismiss->add_option("LETTER", arguments.request.subject, "Its number")->required();
    dismiss->add_option("--reason", arguments.request.reason, "Why nothing is to be done")->required();
    dismiss->add_option("--ticket", arguments.request.ticket, "Number of a ticket");
    CLI::App* requests = addCommand(app, arguments, "requests", "What was asked for; with a number its whole plan",
        [&arguments] { return onceover::ctl::runRequests(arguments.common, arguments.requests); });
    requests->add_option("REQUEST", arguments.requests.request, "Its number");
    for (const char* verb : {"approve", "reject", "withdraw"}) {
        CLI::App* decide
            = addCommand(app, arguments, verb, std::string{"Decide a request: "} + verb, [&arguments, verb] {
                  arguments.decide.verb = verb;
                  return onceover::ctl::runDecide(arguments.common, arguments.decide);
              });
        decide->add_option("REQUEST", arguments.decide.request, "Its number")->required();
        decide->add_option("--reason", arguments.decide.reason, "Why");
        if (std::string_view{verb} == "approve") {
            decide->add_option("--plan", arguments.decide.plan, "Hash of the plan that you have read")->required();
            decide->add_option("--total", arguments.decide.total, "Its total in minor units, or its number of items");
        }
    }
}

void addWhy(CLI::App& command, std::string& reason, std::string& ticket)
{
    command.add_option("--reason", reason, "Why")->required();
    command.add_option("--ticket", ticket, "Number of a ticket");
}

void addBatchRequests(CLI::App& app, Arguments& arguments)
{
    CLI::App& request = requestWord(app);
    onceover::ctl::BatchRecoveryOptions& recovery = arguments.batchRecovery;
    CLI::App* recover = addCommand(request, arguments, "batch-recovery",
        "Ask that a batch that failed, or a run whose attempts are spent, go on",
        [&arguments] { return onceover::ctl::runBatchRecovery(arguments.common, arguments.batchRecovery); });
    CLI::Option* batch = recover->add_option("BATCH", recovery.batch, "Its number");
    recover->add_option("--job", recovery.job, "Instead of a number: the job")->excludes(batch);
    recover->add_option("--biz-date", recovery.bizDate, "and its business date, YYYY-MM-DD")->excludes(batch);
    recover->add_option("--cause-removed", recovery.causeRemoved,
        "What removed the cause: the freeze of the failure is lifted with it. Without it the freeze stays");
    addWhy(*recover, recovery.reason, recovery.ticket);
    onceover::ctl::RolloutOptions& rollout = arguments.rollout;
    CLI::App* move
        = addCommand(request, arguments, "rollout", "Ask that a version of a job's rules enter another stage",
            [&arguments] { return onceover::ctl::runRequestRollout(arguments.common, arguments.rollout); });
    move->add_option("JOB", rollout.job, "The job, e.g. settle-daily")->required();
    move->add_option("--rule-version", rollout.ruleVersion, "Version of its rules; without it: the newest");
    move->add_option("--mode", rollout.mode, "The stage")
        ->check(CLI::IsMember({"observe", "limited", "full"}))
        ->required();
    move->add_option("--for", rollout.scopes,
        "For whom a limited one takes effect: \"merchant 17\" or \"channel practice-bank\"; may be repeated");
    addWhy(*move, rollout.reason, rollout.ticket);
    CLI::App* look = addCommand(app, arguments, "rollout",
        "In which stage the rules of each job are; with a job also what going back must deal with",
        [&arguments] { return onceover::ctl::runRollout(arguments.common, arguments.rollout); });
    look->add_option("JOB", rollout.job, "The job, e.g. settle-daily");
}

void addSettingRequests(CLI::App& app, Arguments& arguments)
{
    CLI::App& request = requestWord(app);
    onceover::ctl::ProfileOptions& options = arguments.profile;
    CLI::App* profile = addCommand(request, arguments, "profile",
        "Ask for a new version of a channel's profile, or that one be enabled or disabled",
        [&arguments] { return onceover::ctl::runRequestProfile(arguments.common, arguments.profile); });
    profile->add_option("CHANNEL", options.channel, "The channel, e.g. practice-bank")->required();
    profile->add_option("--change", options.change, "What is to be done")
        ->check(CLI::IsMember({"version", "enable", "disable"}))
        ->required();
    profile->add_option("--version", options.version, "Version to enable, or to begin from; without it: the newest");
    profile->add_option("--set", options.fields, "FIELD=VALUE that a new version says otherwise; may be repeated");
    addWhy(*profile, options.reason, options.ticket);
    onceover::ctl::BeneficiaryOptions& payee = arguments.beneficiary;
    CLI::App* beneficiary
        = addCommand(request, arguments, "beneficiary", "Ask that a merchant be paid to another account",
            [&arguments] { return onceover::ctl::runRequestBeneficiary(arguments.common, arguments.beneficiary); });
    beneficiary->add_option("MERCHANT", payee.merchant, "Its number")->required();
    beneficiary->add_option("--name", payee.name, "Whose account it is")->required();
    beneficiary
        ->add_option(
            "--account-file", payee.accountFile, "File whose first line is the account number; -: standard input")
        ->required();
    beneficiary->add_option("--country", payee.country, "Two letters, e.g. DE")->required();
    addWhy(*beneficiary, payee.reason, payee.ticket);
    onceover::ctl::RetentionOptions& kept = arguments.retention;
    CLI::App* retention = addCommand(request, arguments, "retention",
        "Ask that a record be kept, or a job or channel be retried, for another time",
        [&arguments] { return onceover::ctl::runRequestRetention(arguments.common, arguments.retention); });
    retention->add_option("KIND", kept.kind, "record, job or channel")
        ->check(CLI::IsMember({"record", "job", "channel"}))
        ->required();
    retention->add_option("ID", kept.ref, "attempt or \"outside call\", else which job or channel")->required();
    retention->add_option("--set", kept.fields, "FIELD=VALUE, e.g. kept=\"60 days\"; may be repeated")->required();
    addWhy(*retention, kept.reason, kept.ticket);
}

void addReckonCommand(CLI::App& app, Arguments& arguments)
{
    onceover::ctl::ReckonOptions& options = arguments.reckon;
    CLI::App* reckon
        = addCommand(app, arguments, "reckon", "What repeated executions cost, from the last 30 days of this database",
            [&arguments] { return onceover::ctl::runReckon(arguments.common, arguments.reckon); });
    reckon->add_flag("--baseline", options.baseline, "The worksheet's own baseline of six jobs; needs no database");
    reckon->add_option("--minutes-per-repeat", options.minutesPerRepeat, "Human minutes for one repeat [40]");
    reckon->add_option("--users", options.usersHit, "Users hit by one double charge [20]");
    reckon->add_option("--price", options.price, "What each is charged, in major units [15]");
    reckon->add_option("--currency", options.currency, "Of the price")->capture_default_str();
    reckon->add_option("--loss-percent", options.lossPercent, "Share of the price that a refund costs [4]");
    reckon->add_option("--minutes-per-user", options.minutesPerUser, "Minutes of talk for each user [5]");
    reckon->add_option("--budget-hours", options.budgetHours, "Hours a year for the architecture [156]");
    reckon->add_option("--changes", options.changesPerYear, "Changes a year [152]");
}

void addSandboxCommands(CLI::App& app, Arguments& arguments)
{
    CLI::App* sandbox = app.add_subcommand("sandbox", "The private practice installation of this user");
    const auto add = [&](const std::string& name, const std::string& help, auto run) {
        return addCommand(
            *sandbox, arguments, name, help, [&arguments, run] { return run(arguments.common, arguments.sandbox); });
    };
    CLI::App* start = add("start", "Make it where there is none, and start it", onceover::ctl::runSandboxStart);
    start->add_option("--seed", arguments.sandbox.seed, "Seed of a new practice business");
    start->add_option("--scale", arguments.sandbox.scale, "A new practice business of so many times 120 merchants")
        ->check(CLI::Range(1, 100));
    start->add_option("--days", arguments.sandbox.days, "How many days a new sandbox has behind it")
        ->check(CLI::Range(1, 365));
    add("live", "Start again what dies and let sales come in, until told to stop; start and fill begin this",
        onceover::ctl::runSandboxLive);
    add("fill", "Let the engine settle its days up to now", onceover::ctl::runSandboxFill);
    add("status", "Where it is, what runs, how to connect", onceover::ctl::runSandboxStatus);
    CLI::App* advance = add("advance", "Move practice time forward", onceover::ctl::runSandboxAdvance);
    advance->add_option("TO", arguments.sandbox.advanceTo, "UTC instant, e.g. 2026-10-26T10:30:00Z, or now")
        ->required();
    advance->add_flag("--through", arguments.sandbox.through, "Also while something is in work or being sent");
    add("stop", "Stop it; its data stays", onceover::ctl::runSandboxStop);
    add("reset", "Stop it and remove its data", onceover::ctl::runSandboxReset);
}

/// CLI11 has its own codes for its own errors; ours is one: usage.
int parseFailed(const CLI::App& app, const CLI::ParseError& error)
{
    const bool isHelp = app.exit(error) == 0;
    return static_cast<int>(isHelp ? ExitCode::Ok : ExitCode::Usage);
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // A reader that left ends our output, not our work.
    QCoreApplication application(argc, argv);
    onceover::Translations translations;
    translations.use(QStringLiteral("en"));
    Arguments arguments;
    CLI::App app{"Onceover from a shell: settlement work that must take effect once.", "onceoverctl"};
    app.set_version_flag("--version", std::string{"onceoverctl "} + ONCEOVER_VERSION);
    app.footer("Connection: --dsn or --service, else PGSERVICE and PG*, else the running sandbox.\n"
               "Exit: 0 ok, 1 a promise broken or a refusal, 2 usage, 3 no database.");
    app.require_subcommand(0, 1); // `freeze channel X` names a scope, not a second command.
    addCommonOptions(app, arguments.common);
    addInstallationCommands(app, arguments);
    addDailyCommands(app, arguments);
    addWatchCommands(app, arguments);
    addChannelCommands(app, arguments);
    addIncidentCommands(app, arguments);
    onceover::ctl::addIncidentProcedure(
        app, arguments.common, arguments.incident,
        [&arguments](Command chosen) { arguments.command = std::move(chosen); }, addCommonOptions);
    onceover::ctl::addRecovery(app, arguments.recovery,
        [&arguments](CLI::App& parent, const std::string& name, const std::string& help,
            std::function<ExitCode(const CommonOptions&)> run) {
            return addCommand(
                parent, arguments, name, help, [&arguments, run = std::move(run)] { return run(arguments.common); });
        });
    addAuditCommands(app, arguments);
    addStopCommands(app, arguments);
    addRequestCommands(app, arguments);
    addBatchRequests(app, arguments);
    addSettingRequests(app, arguments);
    addReckonCommand(app, arguments);
    addSandboxCommands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parseFailed(app, error);
    }
    // Not required of the parser, which would say so before it names a word that is no command.
    if (!arguments.command) {
        std::fprintf(stderr, "A command is required.\nRun with --help for more information.\n");
        return static_cast<int>(ExitCode::Usage);
    }
    try {
        return static_cast<int>(arguments.command());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "onceoverctl: %s\n", error.what());
        return static_cast<int>(ExitCode::Broken);
    }
}
