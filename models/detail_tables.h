// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "models/fact_table.h"
#include "models/operation_timeline.h"

namespace onceover::models {

// The small tables of the detail pages: what each is made of.
#define ONCEOVER_FACT_SPEC(Row)                                                                                        \
    template <>                                                                                                        \
    struct FactSpec<Row> {                                                                                             \
        [[nodiscard]] static const std::vector<FactColumn<Row>>& columns();                                            \
        [[nodiscard]] static QString key(const Row& row);                                                              \
        [[nodiscard]] static std::optional<Tone> tone(const Row& row);                                                 \
    }

ONCEOVER_FACT_SPEC(TriggerFact);
ONCEOVER_FACT_SPEC(AttemptFact);
ONCEOVER_FACT_SPEC(ShardFact);
ONCEOVER_FACT_SPEC(ReconcileLook);
ONCEOVER_FACT_SPEC(DifferenceFact);
ONCEOVER_FACT_SPEC(AuditFact);
ONCEOVER_FACT_SPEC(LegFact);
ONCEOVER_FACT_SPEC(ItemFact);
ONCEOVER_FACT_SPEC(DeadLetterFact);
ONCEOVER_FACT_SPEC(TimelineEntry);

#undef ONCEOVER_FACT_SPEC

using TriggerTable = FactTable<TriggerFact>;
using AttemptTable = FactTable<AttemptFact>;
using ShardTable = FactTable<ShardFact>;
using LookTable = FactTable<ReconcileLook>;
using DifferenceTable = FactTable<DifferenceFact>;
using AuditTable = FactTable<AuditFact>;
using LegTable = FactTable<LegFact>;
using ItemTable = FactTable<ItemFact>;
using DeadLetterTable = FactTable<DeadLetterFact>;
using TimelineTable = FactTable<TimelineEntry>;

} // namespace onceover::models
