// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exit_code.h"
#include "options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover::ctl {

struct MigrateOptions {
    std::string installationName = "settlement";
    std::string environment = "development";
    bool provisionRoles = true;
};

struct TriggerOptions {
    std::string job;
    std::string bizDate;                  ///< As typed; the act reads it.
    std::optional<std::string> requestId; ///< As typed; made when absent.
};

struct NextOptions {
    std::string job;  ///< Empty: every enabled one.
    int count = 5;    ///< Of each job. Checked by the parser.
    std::string from; ///< As typed; empty: the database's time.
};

struct VerifyOptions {
    bool quiescent = false;
    int jobs = 2; ///< Connections that look at once, in one snapshot.
};

/// As typed; each in place of what the worksheet assumes.
struct ReckonOptions {
    bool baseline = false; ///< The baseline alone, without a database.
    std::optional<std::string> minutesPerRepeat;
    std::optional<std::string> usersHit;
    std::optional<std::string> price;
    std::optional<std::string> lossPercent;
    std::optional<std::string> minutesPerUser;
    std::optional<std::string> budgetHours;
    std::optional<std::string> changesPerYear;
    std::string currency = "USD";
};

struct AlertsOptions {
    std::optional<std::string> acknowledge; ///< As typed.
    std::string reason;                     ///< For the audit; may be empty.
};

struct RevealOptions {
    std::string operation; ///< As typed.
    std::string reason;
};

struct DeadLettersOptions {
    std::string older = "0s"; ///< As typed: 24h, 30min, 2d.
};

struct ReconcileOptions {
    std::optional<std::string> date; ///< As typed: what was recorded for that day; none: compare now.
    std::string channel;
    std::optional<std::string> statement; ///< A file of the channel's bank: imported, then compared.
    std::string account;                  ///< Of the file's statements only those of this account.
};

struct QueryOptions {
    std::string key; ///< As typed.
};

struct SelfTestOptions {
    std::string channel;        ///< As typed.
    std::optional<int> version; ///< None: the newest.
    std::string endpoint;       ///< Of the channel's test mode; empty: what the profile names.
};

struct DiagnoseOptions {
    std::string job;     ///< As typed.
    std::string bizDate; ///< As typed.
    std::string log;     ///< A dump of another scheduler's log; empty: our own tables.
};

struct EvidenceOptions {
    std::string job;     ///< As typed.
    std::string bizDate; ///< As typed.
    std::string folder;
    std::string key; ///< File of the key that signs, or of the only one that counts; empty: none.
    std::string incident; ///< Its number, as typed; then the one name that is given is the folder.
};

struct KeyOptions {
    std::string file; ///< As typed.
};

struct AuditOptions {
    std::string folder;               ///< Of an export; empty: the database itself.
    std::vector<std::string> keys;    ///< Files of the keys that count, or of the one that signs.
    std::vector<std::string> anchors; ///< Files of anchors kept outside the database.
};

struct PauseOptions {
    std::string channel; ///< As typed.
    std::string reason;
};

struct FreezeOptions {
    std::string kind; ///< As typed; empty: list what is frozen.
    std::string ref;
    std::string reason = "on-call freeze, reason to follow";
    bool alsoFence = false;
    bool isGone = false; ///< A fence of a worker: its host is known to be gone.
};

struct ReplayOptions {
    std::vector<std::string> operations; ///< As typed.
    std::string keyEverSucceeded;        ///< "yes" or "no"; checked by the parser.
    bool forTheMorning = false;
    bool underFreeze = false;
    std::string reason;
    std::string ticket;
};

/// A wish about one thing by its number.
struct RequestOptions {
    std::string subject; ///< As typed.
    std::vector<std::string> policies;
    std::string reason;
    std::string ticket;
};

struct DecideOptions {
    std::string verb; ///< approve, reject or withdraw.
    std::string request;
    std::string plan;
    std::string total;
    std::string reason;
};

struct RequestsOptions {
    std::string request; ///< As typed; empty: all.
};

struct SandboxOptions {
    std::optional<std::uint64_t> seed;
    std::optional<int> scale; ///< Checked by the parser, as days.
    std::optional<int> days;
    std::string advanceTo; ///< As typed.
    bool through = false;
};

/// Brings the schema to this program's version, or says why not.
[[nodiscard]] ExitCode runMigrate(const CommonOptions& common, const MigrateOptions& options);
/// Says what the server or the installation lacks, and how to mend it.
[[nodiscard]] ExitCode runDoctor(const CommonOptions& common);
/// Counts: what stands where, what is stuck, who works.
[[nodiscard]] ExitCode runStatus(const CommonOptions& common);
/// Each job: what it declares of itself, its schedule, how far behind it is, its last run.
[[nodiscard]] ExitCode runJobs(const CommonOptions& common);
/// The next planned runs, with wall clock, business date, run key and what they cross.
[[nodiscard]] ExitCode runNext(const CommonOptions& common, const NextOptions& options);
/// One run of one job for one business date, by hand.
[[nodiscard]] ExitCode runTrigger(const CommonOptions& common, const TriggerOptions& options);
/// Every promise of the design, looked at in one snapshot.
[[nodiscard]] ExitCode runVerify(const CommonOptions& common, const VerifyOptions& options);

/// What repeats cost and what looking costs, from the last 30 days (R141).
[[nodiscard]] ExitCode runReckon(const CommonOptions& common, const ReckonOptions& options);

/// What views mask of one operation, for a person who says why; audited.
[[nodiscard]] ExitCode runReveal(const CommonOptions& common, const RevealOptions& options);
/// Open alerts; with --ack says that this person has seen one.
[[nodiscard]] ExitCode runAlerts(const CommonOptions& common, const AlertsOptions& options);
/// Dead letters that wait for a person, with their age.
[[nodiscard]] ExitCode runDeadLetters(const CommonOptions& common, const DeadLettersOptions& options);
/// Compares and reports, and changes nothing; exit 1 on a difference.
[[nodiscard]] ExitCode runReconcile(const CommonOptions& common, const ReconcileOptions& options);

/// Asks the outside about one key and records what it says; nothing else changes.
[[nodiscard]] ExitCode runQuery(const CommonOptions& common, const QueryOptions& options);

/// Pauses a channel on an outage, or starts it again, and tells what it holds back.
[[nodiscard]] ExitCode runPause(const CommonOptions& common, const PauseOptions& options, bool pause);
/// The channels that are paused, with what each holds back.
[[nodiscard]] ExitCode runPauses(const CommonOptions& common);

/// Sends, sends again and compares in a channel's test mode, and records what was found; exit 1 when it did not pass.
[[nodiscard]] ExitCode runSelfTest(const CommonOptions& common, const SelfTestOptions& options);
/// Freezes a scope at once, by one person; without a scope: what is frozen and what may still leave.
[[nodiscard]] ExitCode runFreeze(const CommonOptions& common, const FreezeOptions& options);
/// Ends what earlier holders in a scope may still do.
[[nodiscard]] ExitCode runFence(const CommonOptions& common, const FreezeOptions& options);
/// Asks for a replay under the original keys; a second person decides.
[[nodiscard]] ExitCode runReplay(const CommonOptions& common, const ReplayOptions& options);
/// Asks that a dead letter be closed with a reason.
[[nodiscard]] ExitCode runDismiss(const CommonOptions& common, const RequestOptions& options);
/// Asks that a freeze be lifted.
[[nodiscard]] ExitCode runLift(const CommonOptions& common, const RequestOptions& options);
/// Approves, rejects or withdraws a request.
[[nodiscard]] ExitCode runDecide(const CommonOptions& common, const DecideOptions& options);
/// What was asked for and what became of it; with a number its whole plan.
[[nodiscard]] ExitCode runRequests(const CommonOptions& common, const RequestsOptions& options);

/// Which work was done twice, at which layer one became two, and what speaks for and against each cause; exit 1 when
/// something took effect twice (of a log: was done twice).
[[nodiscard]] ExitCode runDiagnose(const CommonOptions& common, const DiagnoseOptions& options);

/// Saves everything about one run, in one snapshot, as a folder that can be judged without the database.
[[nodiscard]] ExitCode runEvidenceSave(const CommonOptions& common, const EvidenceOptions& options);
/// Judges such a folder; exit 1 and the first bad line when something is not as it was saved.
[[nodiscard]] ExitCode runEvidenceVerify(const CommonOptions& common, const EvidenceOptions& options);

/// Makes a signing key, FILE and FILE.pub; needs no database.
[[nodiscard]] ExitCode runKeyInit(const CommonOptions& common, const KeyOptions& options);
/// Says which key a file holds.
[[nodiscard]] ExitCode runKeyShow(const CommonOptions& common, const KeyOptions& options);

/// Judges the audit chains, in the database or in an export; exit 1 when something is not as it was written.
[[nodiscard]] ExitCode runAuditVerify(const CommonOptions& common, const AuditOptions& options);
/// Writes chains and anchors into a folder that can be judged without the database.
[[nodiscard]] ExitCode runAuditExport(const CommonOptions& common, const AuditOptions& options);

// The practice installation of this user.
[[nodiscard]] ExitCode runSandboxStart(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxFill(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxLive(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxStatus(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxAdvance(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxStop(const CommonOptions& common, const SandboxOptions& options);
[[nodiscard]] ExitCode runSandboxReset(const CommonOptions& common, const SandboxOptions& options);

} // namespace onceover::ctl
