// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exit_code.h"
#include "options.h"

#include <string>

namespace onceover::ctl {

/// A wish to decide an unknown from evidence; all as typed.
struct ResolveOptions {
    std::string operation;
    std::string decision; ///< "executed" or "not-executed"; checked by the parser.
    std::string evidence; ///< statement:N, statement:N/ENTRY, call:N, callback:CHANNEL/EVENT, document:FILE.
    std::string says;     ///< What a document says.
    std::string bankReference;
    std::string reason;
    std::string ticket;
};

/// A wish to make good, to replace or to correct; all as typed.
struct RemedyOptions {
    std::string subject; ///< An operation, or the number of a difference.
    std::string type;    ///< Of a compensation; checked by the parser.
    std::string amount;  ///< In minor units; empty: the whole.
    std::string difference;
    std::string evidence; ///< As ResolveOptions::evidence.
    std::string says;
    bool underFreeze = false;
    std::string reason;
    std::string ticket;
};

/// A wish to close a difference that a record explains; all as typed.
struct MatchOptions {
    std::string difference;
    std::string record; ///< entry:N/ENTRY, message:KEY, difference:N.
    std::string reason;
    std::string ticket;
};

/// Asks that an unknown be decided from evidence.
[[nodiscard]] ExitCode runResolve(const CommonOptions& common, const ResolveOptions& options);
/// Asks that an effect be made good: refund, extension or reversal.
[[nodiscard]] ExitCode runCompensation(const CommonOptions& common, const RemedyOptions& options);
/// Asks that what was refused or not executed be replaced.
[[nodiscard]] ExitCode runRevision(const CommonOptions& common, const RemedyOptions& options);
/// Asks that money found gone be booked.
[[nodiscard]] ExitCode runCorrection(const CommonOptions& common, const RemedyOptions& options);
/// Asks that a difference be closed because a record explains it.
[[nodiscard]] ExitCode runMatch(const CommonOptions& common, const MatchOptions& options);
/// Asks that the message be made again which an operation lacks.
[[nodiscard]] ExitCode runMissingMessage(const CommonOptions& common, const RemedyOptions& options);
/// Asks that the same bytes leave once more under the same key.
[[nodiscard]] ExitCode runResend(const CommonOptions& common, const RemedyOptions& options);

} // namespace onceover::ctl
