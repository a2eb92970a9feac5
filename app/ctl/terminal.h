// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"
#include "exit_code.h"

#include <QString>

#include <string_view>

namespace onceover::ctl {

/// Writes one line for people or scripts to stdout (stderr), UTF-8.
void printLine(const QString& line);
void printLine(std::string_view line);
void printNote(const QString& line);

/// The first line of every answer for people: environment and database, then login and server. `onStderr` where stdout
/// belongs to a machine.
void printWhere(const ServerIdentity& server, bool onStderr = false);

/// No database when it could not be reached, else a refusal or a fault.
[[nodiscard]] ExitCode exitCodeFor(const Failure& failure);

/// Says on stderr what happened and what to do next, with the details (statement, SQLSTATE, the server's words) below
/// the sentence; gives back its exit code.
[[nodiscard]] ExitCode reportFailure(const Failure& failure, const QString& item = {});

} // namespace onceover::ctl
