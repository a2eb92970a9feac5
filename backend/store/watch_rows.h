// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/watch_port.h"
#include "store/params.h"
#include "store/rows.h"

namespace onceover::store {

/// The columns that every fact statement gives; an unknown rule is Broken, because core must know what it means.
[[nodiscard]] AlertFact readAlertFact(const Row& row);
[[nodiscard]] OpenAlert readOpenAlert(const Row& row);
[[nodiscard]] OurEntry readOurEntry(const Row& row);
[[nodiscard]] FigureSample readFigure(const Row& row);

/// The parameters of OpenAlert.
[[nodiscard]] Params alertParams(const AlertFact& fact);
/// The parameters of WriteBookDifferences: one array each.
[[nodiscard]] Params mismatchParams(const ComparisonRecord& record, std::int64_t run);

} // namespace onceover::store
