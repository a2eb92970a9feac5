-- SPDX-License-Identifier: GPL-3.0-or-later
-- What every duty does beside its work, by the functions that all of them may call.

-- name: RegisterWorker
-- One row per incarnation, whichever of its duties comes first; true for that one. $1 id, $2 program, $3 version, $4 host,
-- $5 pid, $6 duties.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT onceover.register_worker($1::text, $2::text, $3::text, $4::text, $5::integer, $6::text[]) AS first

-- name: StopWorker
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT onceover.stop_worker($1::text, $2::text) AS first

-- name: AuditWorker
-- The incarnation's own chain: $1 worker, $2 action, $3 target, $4 detail.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT onceover.audit_worker($1::text, $2::text, $3::text, $4::text::jsonb) AS seq

-- name: BeatHeart
-- One row per incarnation, duty and minute. $1 worker, $2 duty, $3 pieces of work since the last beat.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT onceover.beat($1::text, $2::text, $3::bigint)

-- name: AnnounceTick
-- A hint, never in a transaction that does work: NOTIFY takes a lock of the whole database at COMMIT.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT pg_notify('onceover_tick', '')
