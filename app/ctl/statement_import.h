// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"

namespace onceover::ctl {

/// `reconcile --statement FILE --channel X`: reads the file, imports each statement of it and shows what came of the
/// comparison. Nothing is imported unless every statement can be read and adds up.
[[nodiscard]] ExitCode importStatements(const CommonOptions& common, const ReconcileOptions& options);

} // namespace onceover::ctl
