// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "core/analysis/recovery_plan.h"
#include "core/ports/recovery_port.h"
#include "core/records/console.h"
#include "core/records/console_incident.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace onceover::models {

// What the steps of an incident's log say, read out of their facts. Texts are as the database keeps them.

/// One part of one saved bundle.
struct EvidenceLine {
    QString run; ///< "settle-daily 2026-05-11"
    QString seenAt;
    QString part;
    QString rows;
    QString digest;
    QString where;
    QString signedBy; ///< Fingerprint; empty: not signed.
    friend bool operator==(const EvidenceLine&, const EvidenceLine&) = default;
};

/// The last word about one cause.
struct CauseLine {
    Hypothesis hypothesis = Hypothesis::Failover;
    Verdict verdict = Verdict::Open;
    QString why;
    QStringList rows; ///< That it rests on.
    QString by;       ///< Who said it.
    friend bool operator==(const CauseLine&, const CauseLine&) = default;
};

/// One comparison of one book.
struct ComparisonLine {
    int step = 0;
    QString channel;
    Timestamp at;
    QString outcome; ///< COMPARED, NOTHING_COMPARED or NOT_READ.
    QString compared;
    QString differences;
    QStringList found; ///< "KIND key"
    friend bool operator==(const ComparisonLine&, const ComparisonLine&) = default;
};

/// How many operations of one currency get one action.
struct PlanTotalLine {
    QString action; ///< As it is stored.
    QString currency;
    std::int64_t operations = 0;
    std::int64_t amountMinor = 0;
    friend bool operator==(const PlanTotalLine&, const PlanTotalLine&) = default;
};

/// One operation of a plan that is not asked for yet.
struct RecoveryLine {
    std::string operation;
    std::int64_t merchant = 0;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status;
    std::string key;
    RecoveryDecision decision;
    friend bool operator==(const RecoveryLine&, const RecoveryLine&) = default;
};

[[nodiscard]] std::vector<EvidenceLine> evidenceLines(const std::vector<IncidentStepRow>& steps);
/// Every cause once, in order.
[[nodiscard]] std::vector<CauseLine> causeLines(const std::vector<IncidentStepRow>& steps);
[[nodiscard]] std::vector<ComparisonLine> comparisonLines(const std::vector<IncidentStepRow>& steps);
/// The last answer to the central question (R112); empty: nobody has answered it.
[[nodiscard]] QString centralAnswer(const std::vector<IncidentStepRow>& steps);
[[nodiscard]] std::vector<PlanTotalLine> planTotals(const RequestRow& plan);
[[nodiscard]] std::vector<PlanTotalLine> planTotals(const RecoveryProposal& proposal);
[[nodiscard]] std::vector<RecoveryLine> recoveryLines(const RecoveryProposal& proposal);
/// What is asked for: the proposal, but for the operations that are left alone (acts::wishOf), without reason and
/// ticket.
[[nodiscard]] RecoveryWish plannedWish(
    std::int64_t incident, const RecoveryProposal& proposal, const QStringList& leftAlone);
/// What the operations of such a wish come to.
[[nodiscard]] AmountPerCurrency plannedAmounts(const RecoveryProposal& proposal, const RecoveryWish& wish);

} // namespace onceover::models
