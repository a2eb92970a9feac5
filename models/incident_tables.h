// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/incident.h"
#include "models/fact_table.h"
#include "models/incident_lines.h"

namespace onceover::models {

#define ONCEOVER_FACT_SPEC(Row)                                                                                        \
    template <>                                                                                                        \
    struct FactSpec<Row> {                                                                                             \
        [[nodiscard]] static const std::vector<FactColumn<Row>>& columns();                                            \
        [[nodiscard]] static QString key(const Row& row);                                                              \
        [[nodiscard]] static std::optional<Tone> tone(const Row& row);                                                 \
    }

ONCEOVER_FACT_SPEC(IncidentStepRow);
ONCEOVER_FACT_SPEC(EvidenceLine);
ONCEOVER_FACT_SPEC(CauseLine);
ONCEOVER_FACT_SPEC(ComparisonLine);
ONCEOVER_FACT_SPEC(PlanTotalLine);
ONCEOVER_FACT_SPEC(EqualityRow);
ONCEOVER_FACT_SPEC(RecoveryLine);

#undef ONCEOVER_FACT_SPEC

// The tables of the page Incident and of its dialogs.
using IncidentLogTable = FactTable<IncidentStepRow>;
using EvidenceTable = FactTable<EvidenceLine>;
using CauseTable = FactTable<CauseLine>;
using ComparisonTable = FactTable<ComparisonLine>;
using PlanTotalTable = FactTable<PlanTotalLine>;
using EqualityTable = FactTable<EqualityRow>;
using RecoveryTable = FactTable<RecoveryLine>;

} // namespace onceover::models
