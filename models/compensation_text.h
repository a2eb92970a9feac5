// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QString>

#include <vector>

namespace onceover::models {

/// One tie between an operation and what makes it good, as seen from either.
struct CompensationLine {
    OperationId other{}; ///< The operation at the other end of it.
    StateText state{};   ///< Of the compensation; without a word on its own page, whose head says it.
    QString text{};
    friend bool operator==(const CompensationLine&, const CompensationLine&) = default;
};

/// "Compensation by request 12: Refund of 18.00 EUR, in flight for 2 d 3 h"; "took effect at …", "failed: …" when it is
/// over. `now` is the database's clock.
[[nodiscard]] QString compensationText(const CompensationFact& fact, const TimeFormat& format, Timestamp now);

/// That text for each that makes the operation good; or "Refund for operation …, approved by request 12: in flight for
/// 2 d 3 h" when it makes another one good.
[[nodiscard]] std::vector<CompensationLine> compensationsInWords(
    const OperationDetail& detail, const TimeFormat& format, Timestamp now);

} // namespace onceover::models
