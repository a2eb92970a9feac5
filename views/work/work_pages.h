// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page.h"

namespace onceover::views {

// The pages of the engine's work, each with its filters. Their parent owns them.

/// Stuck leases: who holds what beyond the end of the lease, and what will happen by itself.
[[nodiscard]] Page* makeLeasesPage(const PageContext& context);
/// Dead letters: what waits for a person, oldest first.
[[nodiscard]] Page* makeDeadLettersPage(const PageContext& context);
/// Outbox: messages that are not finished, and what each channel declares.
[[nodiscard]] Page* makeOutboxPage(const PageContext& context);
/// Reconciliation: open differences, and what was compared.
[[nodiscard]] Page* makeReconciliationPage(const PageContext& context);
/// Runs: runs, attempts over time, jobs and workers.
[[nodiscard]] Page* makeRunsPage(const PageContext& context);
/// Approvals: what waits for a second person, and what became of it.
[[nodiscard]] Page* makeApprovalsPage(const PageContext& context);
/// Audit: the chains, and who holds which duty.
[[nodiscard]] Page* makeAuditPage(const PageContext& context);
/// Incidents: open and closed; each has a page of its own.
[[nodiscard]] Page* makeIncidentsPage(const PageContext& context);
/// Alerts.
[[nodiscard]] Page* makeAlertsPage(const PageContext& context);

} // namespace onceover::views
