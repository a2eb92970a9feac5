// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/incident_report.h"
#include "exit_code.h"
#include "json_text.h"
#include "options.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onceover::ctl {

/// As typed on the command line of the recovery of an incident.
struct RecoveryOptions {
    std::string incident; ///< Its number.
    bool isAsked = false; ///< A plan is not only shown.
    std::vector<std::string> leftAlone;
    std::string reason;
    std::string ticket;
};

/// What is to be done about an incident; nothing is changed unless it is asked for.
[[nodiscard]] ExitCode runPlan(const CommonOptions& common, const RecoveryOptions& options);
[[nodiscard]] ExitCode runFalseAlarm(const CommonOptions& common, const RecoveryOptions& options);
[[nodiscard]] ExitCode runRecover(const CommonOptions& common, const RecoveryOptions& options);
[[nodiscard]] ExitCode runReport(const CommonOptions& common, const RecoveryOptions& options);

/// The rows of a report as JSON: each as the database has it.
[[nodiscard]] Json incidentReportJson(const IncidentReport& report);

/// Adds a command to its parent, with the common options; what it runs gets them.
using AddCommand = std::function<CLI::App*(
    CLI::App&, const std::string& name, const std::string& help, std::function<ExitCode(const CommonOptions&)>)>;

/// Adds `plan`, `recover`, `report`, and `incident false-alarm` to the `incident` that is there.
void addRecovery(CLI::App& app, RecoveryOptions& options, const AddCommand& add);

} // namespace onceover::ctl
