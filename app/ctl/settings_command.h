// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exit_code.h"
#include "options.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover::ctl {

/// A wish that a batch that failed goes on; all as typed.
struct BatchRecoveryOptions {
    std::string batch;
    std::string job;
    std::string bizDate;
    std::string causeRemoved;
    std::string reason;
    std::string ticket;
};

/// Rules of a job: to be looked at, or to be moved to another stage.
struct RolloutOptions {
    std::string job; ///< As typed; empty: all.
    std::optional<int> ruleVersion;
    std::string mode; ///< Checked by the parser.
    std::vector<std::string> scopes;
    std::string reason;
    std::string ticket;
};

/// A wish about a channel.
struct ProfileOptions {
    std::string channel;
    std::string change; ///< "version", "enable" or "disable"; checked by the parser.
    std::optional<int> version;
    std::vector<std::string> fields; ///< FIELD=VALUE, as typed.
    std::string reason;
    std::string ticket;
};

/// A wish about to whom a merchant is paid.
struct BeneficiaryOptions {
    std::string merchant; ///< As typed.
    std::string name;
    std::string accountFile; ///< "-": standard input.
    std::string country;
    std::string reason;
    std::string ticket;
};

/// A wish about how long a record is kept, or how long is retried.
struct RetentionOptions {
    std::string kind; ///< "record", "job" or "channel"; checked by the parser.
    std::string ref;
    std::vector<std::string> fields; ///< FIELD=VALUE, as typed.
    std::string reason;
    std::string ticket;
};

/// Asks that a batch that failed, or a run whose attempts are spent, go on.
[[nodiscard]] ExitCode runBatchRecovery(const CommonOptions& common, const BatchRecoveryOptions& options);
/// Asks that a version of a job's rules enter another stage.
[[nodiscard]] ExitCode runRequestRollout(const CommonOptions& common, const RolloutOptions& options);
/// Asks for a new version of a channel's profile, or that one be enabled or disabled.
[[nodiscard]] ExitCode runRequestProfile(const CommonOptions& common, const ProfileOptions& options);
/// Asks that a merchant be paid to another account.
[[nodiscard]] ExitCode runRequestBeneficiary(const CommonOptions& common, const BeneficiaryOptions& options);
/// Asks that a record be kept otherwise, or be retried otherwise.
[[nodiscard]] ExitCode runRequestRetention(const CommonOptions& common, const RetentionOptions& options);
/// In which stage the rules of each job are, and what going back must deal with.
[[nodiscard]] ExitCode runRollout(const CommonOptions& common, const RolloutOptions& options);

} // namespace onceover::ctl
