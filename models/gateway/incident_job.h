// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "acts/incident_work.h"
#include "models/evidence_record.h"
#include "models/gateway/gateway_types.h"
#include "models/gateway/loop_thread.h"

#include <atomic>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace onceover::models {

/// One long look.
struct IncidentWork {
    IncidentWorkKind kind = IncidentWorkKind::SaveEvidence;
    std::int64_t incident = 0;
    Uuid requestId;          ///< Of the act that follows, or of the look alone.
    EvidencePlace place{};   ///< SaveEvidence; Diagnose: job and date.
    ServerIdentity server{}; ///< Where the window is connected: whose bundle counts.
};

/// What came of it. Nothing: it failed.
struct IncidentFound {
    IncidentWork work;
    std::variant<std::monostate, EvidenceRecord, acts::DiagnosedRun, std::vector<IncidentComparison>, ProposalPtr,
        EqualitiesPtr, IncidentReportPtr>
        found;
    Failure failure;
};

/// What the looking thread tells; each is called on it.
struct IncidentEvents {
    std::function<void(std::int64_t rows)> progressed;
    std::function<void(IncidentFound found)> ended;
};

/// Looks once, on a thread and connections of its own that can be left behind. It records nothing. Cancelling ends it
/// at the next row.
class IncidentJob : public std::enable_shared_from_this<IncidentJob> {
public:
    IncidentJob(IncidentFactories factories, ControlFactory controls, IncidentWork work, IncidentEvents events);

    void start();
    void cancel() { m_cancelled = true; }
    /// Waits at most so long. False: left behind.
    bool join(std::chrono::milliseconds atMost) { return m_thread.join(atMost); }
    [[nodiscard]] const IncidentWork& work() const { return m_work; }

private:
    void run();
    [[nodiscard]] Result<Done> look(IncidentFound& found);
    [[nodiscard]] Result<Done> saveEvidence(IncidentFound& found);
    [[nodiscard]] Result<Done> diagnose(IncidentFound& found);
    [[nodiscard]] Result<Done> compareBooks(IncidentFound& found);
    [[nodiscard]] Result<Done> propose(IncidentFound& found);
    [[nodiscard]] Result<Done> report(IncidentFound& found);
    [[nodiscard]] bool goesOn(std::int64_t rows);

    IncidentFactories m_factories;
    ControlFactory m_controls;
    IncidentWork m_work;
    IncidentEvents m_events;
    LoopThread m_thread;
    std::atomic<bool> m_cancelled = false;
};

} // namespace onceover::models
