-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadNamespace
-- role: onceover_worker, onceover_scheduler
SELECT namespace FROM onceover.installation

-- name: ReadDatabaseTime
-- role: onceover_scheduler
SELECT onceover.clock() AS now

-- name: HoldWorkerAlive
-- A lock of the session: while any session of this incarnation lives, nobody takes it for gone, whatever the clocks say.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT pg_advisory_lock_shared(hashtextextended('onceover.worker ' || $1::text, 0))
