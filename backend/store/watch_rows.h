// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/watch_port.h"
#include "store/params.h"
#include "store/rows.h"

namespace onceover::store {

/// A message that an open alert owes; without a fact when its rule is not known here.
struct OwedAlert {
    std::int64_t alert = 0;
    int level = 0;
    std::string kind;
    std::optional<AlertFact> fact;
};

/// The columns that every fact statement gives; an unknown rule is Broken, because core must know what it means.
[[nodiscard]] AlertFact readAlertFact(const Row& row);
[[nodiscard]] OpenAlert readOpenAlert(const Row& row);
[[nodiscard]] OwedAlert readOwedAlert(const Row& row);
[[nodiscard]] Params escalationParams(const std::vector<Escalation>& escalations);
[[nodiscard]] OurEntry readOurEntry(const Row& row);
/// The parameters of PairOurBook, and what it gives, beside the lines that it was asked about.
[[nodiscard]] Params pairParams(const std::string& channel, const std::vector<TheirEntry>& theirs);
[[nodiscard]] Result<std::vector<BookPair>> readPairs(const Rows& rows, std::vector<TheirEntry> theirs);
/// The parameters of ReadAcceptedBook.
[[nodiscard]] Params acceptedParams(const std::string& channel, Timestamp before, OurPlace after, int limit);
/// What CountAcceptedBook gives.
[[nodiscard]] std::int64_t readAccepted(const Row& row);
[[nodiscard]] FigureSample readFigure(const Row& row);

/// The parameters of OpenAlert.
[[nodiscard]] Params alertParams(const AlertFact& fact);
/// The parameters of WriteBookDifferences: one array each.
[[nodiscard]] Params mismatchParams(const ComparisonRecord& record, std::int64_t run);

} // namespace onceover::store
