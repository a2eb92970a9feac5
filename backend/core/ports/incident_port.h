// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/incident.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The acts of people on an incident, each one function of the database that audits itself, and what everybody may read
/// of it. Request ids come from the client: the same id again is the same act. A refusal of the domain is an answer.
/// InDoubt: the connection died before the answer; the same call with the same id asks for it. Belongs to one thread.
class IncidentPort {
public:
    virtual ~IncidentPort() = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;

    [[nodiscard]] virtual Result<IncidentAnswer> open(const IncidentWish& wish, const Uuid& requestId) = 0;
    [[nodiscard]] virtual Result<IncidentAnswer> takeOver(
        std::int64_t incident, const std::string& why, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<IncidentAnswer> note(
        std::int64_t incident, const std::string& text, const Uuid& requestId)
        = 0;
    /// The real reason of freezes that were made in a hurry.
    [[nodiscard]] virtual Result<IncidentAnswer> giveReason(
        std::int64_t incident, const std::string& reason, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<IncidentAnswer> recordEvidence(
        std::int64_t incident, const EvidenceRecord& evidence, const Uuid& requestId)
        = 0;
    /// A verdict is Supported or Refuted and names its rows; Open is refused.
    [[nodiscard]] virtual Result<IncidentAnswer> weigh(
        std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId)
        = 0;
    /// Why could the second run still take effect (R112)?
    [[nodiscard]] virtual Result<IncidentAnswer> answerWhy(
        std::int64_t incident, const std::string& answer, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<IncidentAnswer> recordComparison(
        std::int64_t incident, const IncidentComparison& comparison, const Uuid& requestId)
        = 0;
    /// To the step that the client saw as the next one. GateNotHeld: `found` names what is missing.
    [[nodiscard]] virtual Result<IncidentAnswer> advance(
        std::int64_t incident, const std::string& to, const std::string& note, const Uuid& requestId)
        = 0;
    /// Back to the diagnosis; open plans are void.
    [[nodiscard]] virtual Result<IncidentAnswer> goBack(
        std::int64_t incident, const std::string& why, const Uuid& requestId)
        = 0;

    /// What was written under that request id; nothing: no step (yet). Changes nothing: how a lost answer is found
    /// again later without sending the act a second time.
    [[nodiscard]] virtual Result<std::optional<IncidentAnswer>> find(const Uuid& requestId) = 0;

    /// Open ones first, the newest of them on top; with a number only that one.
    [[nodiscard]] virtual Result<std::vector<IncidentRow>> incidents(std::optional<std::int64_t> only, int most) = 0;
    /// In their order; at most as many, the newest of them.
    [[nodiscard]] virtual Result<std::vector<IncidentStepRow>> steps(std::int64_t incident, int most) = 0;
    [[nodiscard]] virtual Result<IncidentGate> gate(std::int64_t incident) = 0;
    [[nodiscard]] virtual Result<std::vector<EqualityRow>> equalities(std::int64_t incident) = 0;
    [[nodiscard]] virtual Result<std::vector<IncidentFreezeRow>> freezes(std::int64_t incident) = 0;
    /// Numbers of the recovery plans that were asked for, in order.
    [[nodiscard]] virtual Result<std::vector<std::int64_t>> plans(std::int64_t incident) = 0;
    /// Channels whose books are to be compared.
    [[nodiscard]] virtual Result<std::vector<std::string>> channels(std::int64_t incident) = 0;
};

} // namespace onceover
