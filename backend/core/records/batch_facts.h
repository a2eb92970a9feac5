// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/states/batch_state.h"

#include <cstdint>
#include <map>
#include <string>

namespace onceover {

/// Everything that decides where a batch goes next, read in one statement so that the numbers agree.
struct BatchFacts {
    BatchId batch;
    RunId run;
    std::string runKey;
    BatchState status = BatchState::Created;
    int shardsTotal = 0;
    int shardsEnumerated = 0;      ///< ENUMERATED or DONE.
    int shardsDone = 0;
    std::int64_t expectedOperations = 0; ///< Counted from the inputs; meaningful once all shards are enumerated.
    std::int64_t operations = 0;
    std::int64_t movable = 0;      ///< Operations that move without a person: due now or later, in flight, or asked again.
    std::int64_t accepted = 0;     ///< SUCCEEDED, or FAILED_PERMANENT with its dead letter resolved.
    std::int64_t waitsForPerson = 0; ///< FAILED_PERMANENT unresolved, or UNKNOWN whose budget of questions is spent.
    bool stopped = false;          ///< A failure of class RULE or DEFECT, or a refused enumeration: the batch fails (R72).
    std::string stopReason;
    bool openDifference = false;   ///< An open reconciliation difference names this batch.
};

/// Count and amount per currency of one layer.
struct LayerFigures {
    std::int64_t count = 0;
    std::map<std::string, std::int64_t> amountMinor;
    friend bool operator==(const LayerFigures&, const LayerFigures&) = default;
};

/// What RECONCILING compares (I5): each layer of the accepted operations of a batch.
struct ReconcileFigures {
    LayerFigures expected;   ///< Counted from the inputs at enumeration.
    LayerFigures operations;
    LayerFigures succeeded;  ///< Operations with an outside effect.
    LayerFigures ledger;     ///< PAY legs.
    LayerFigures outbox;     ///< ACCEPTED messages.
    LayerFigures answers;    ///< Distinct accepted answers recorded in external_call and external_event.
};

} // namespace onceover
