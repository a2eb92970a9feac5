-- SPDX-License-Identifier: GPL-3.0-or-later
-- What every connection does, whoever it logs in as.

-- name: BeginReadCommitted
-- role: onceover_worker
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE

-- name: BeginSnapshot
-- One reading is one snapshot, so that its numbers agree.
-- role: onceover_auditor
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY

-- name: Commit
-- role: onceover_worker
COMMIT

-- name: Rollback
-- role: onceover_worker
ROLLBACK

-- name: ReadTransactionId
-- Sent just before COMMIT: with it a lost COMMIT can be asked about (InDoubt).
-- role: onceover_worker
SELECT pg_current_xact_id_if_assigned()::text AS xid

-- name: ReadTransactionFate
-- role: onceover_worker
SELECT pg_xact_status($1::text::xid8) AS fate

-- name: AssertSession
-- Settings by which a session promises durability and time; compared after every connect. The timeline of a primary is
-- taken from the WAL that it writes, because pg_control tells that of the last checkpoint.
-- role: onceover_worker
SELECT current_setting('synchronous_commit') AS synchronous_commit,
       current_setting('TimeZone') AS time_zone,
       current_setting('transaction_read_only') AS read_only,
       pg_is_in_recovery() AS in_recovery,
       (SELECT system_identifier FROM pg_control_system()) AS system_identifier,
       CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
            ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline,
       session_user::text AS login

-- name: Arrive
-- First of every engine connection: a row says that this server is another one, and that everything is frozen now. $1 worker.
-- role: onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT epoch, freeze_id, cause FROM onceover.arrive($1::text)

-- name: ListenForTicks
-- role: onceover_worker
LISTEN onceover_tick

-- name: DiscardPlans
-- Plans that were made while the tables were small are made anew, those inside functions as well.
-- role: onceover_worker, onceover_sender, onceover_resolver
DISCARD PLANS
