// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exit_code.h"
#include "options.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onceover::ctl {

/// As typed on the command line of the incident procedure.
struct IncidentOptions {
    std::string incident; ///< Its number.
    std::string kind;     ///< Of its scope.
    std::string ref;
    std::string title;
    std::string fromDate;
    bool alsoFreeze = false;
    bool alsoFence = false;
    std::string text; ///< A reason, a note, an answer.
    std::string job;
    std::string bizDate;
    std::string folder;
    std::string key; ///< File of the key that signs evidence, or of the only one that counts.
    std::string hypothesis;
    std::string verdict;
    std::vector<std::string> rows;
};

[[nodiscard]] ExitCode runIncidentOpen(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentList(const CommonOptions& common, const IncidentOptions& options);
/// One incident as it stands: its log, what its next step waits for, and the five equalities.
[[nodiscard]] ExitCode runIncidentShow(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentTakeOver(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentNote(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentReason(const CommonOptions& common, const IncidentOptions& options);
/// Saves a bundle and records its digests, or records those of one that was saved already, after judging it.
[[nodiscard]] ExitCode runIncidentEvidence(const CommonOptions& common, const IncidentOptions& options);
/// Diagnoses a run and records each verdict that its rows allow.
[[nodiscard]] ExitCode runIncidentDiagnose(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentWeigh(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentAnswer(const CommonOptions& common, const IncidentOptions& options);
/// Lays the book of every channel of the scope beside ours and records what was found; nothing is repaired.
[[nodiscard]] ExitCode runIncidentReconcile(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentNext(const CommonOptions& common, const IncidentOptions& options);
[[nodiscard]] ExitCode runIncidentBack(const CommonOptions& common, const IncidentOptions& options);
/// The last step alone.
[[nodiscard]] ExitCode runIncidentClose(const CommonOptions& common, const IncidentOptions& options);

/// Adds `incident` and what is below it. `choose` is called with what was chosen.
void addIncidentProcedure(CLI::App& app, CommonOptions& common, IncidentOptions& options,
    const std::function<void(std::function<ExitCode()>)>& choose,
    const std::function<void(CLI::App&, CommonOptions&)>& addCommon);

} // namespace onceover::ctl
