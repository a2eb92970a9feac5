// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover::console {

/// Sends everything that Qt and our categories log into a rotating file, 5 × 5 MB, one line per message. Warnings also go
/// to the terminal when `alsoTerminal`. When the folder cannot be written the program runs without a log.
/// Returns the file, empty when there is none.
QString startLog(bool alsoTerminal);

/// What a fatal message of Qt does from now on: this sentence on the terminal and this exit status, instead of a page of
/// text and a signal. An empty sentence: a signal again.
void leaveOnFatal(const QString& sentence, int exitCode);

/// ${XDG_STATE_HOME:-~/.local/state}/onceover.
[[nodiscard]] QString stateFolder();

} // namespace onceover::console
