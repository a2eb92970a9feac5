-- SPDX-License-Identifier: GPL-3.0-or-later
-- Evidence of runs (R108): what scheduler, workers, database and outside wrote, each row as it stands, with the transaction that wrote
-- it and, where the server tracks them, the time of its commit.

-- name: ReadEvidenceScope
-- Every run of a job for a date: the scheduled one, and what corrections, revisions and compensations ran. $1 job, $2 business date,
-- $3 at most. Where in the log of the database the snapshot is, in its own words.
-- role: onceover_auditor
SELECT r.run_id, r.run_key, r.job_id, r.biz_date, b.batch_id, count(*) OVER () AS runs, pg_current_snapshot()::text AS snapshot,
       (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS lsn,
       current_setting('track_commit_timestamp') AS commit_times
  FROM onceover.job_run r LEFT JOIN onceover.settlement_batch b USING (run_id)
 WHERE r.job_id = $1::text AND r.biz_date = $2::date
 ORDER BY r.run_id LIMIT $3::integer

-- name: ReadIncidentEvidenceScope
-- Every run that an incident is about, the oldest first, and how many there are in all; those of a job and a date all or none. $1
-- incident, $2 at most, and the rest of the last job and date.
-- role: onceover_auditor
SELECT r.run_id, r.run_key, r.job_id, r.biz_date, r.batch_id, r.runs, pg_current_snapshot()::text AS snapshot,
       (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS lsn,
       current_setting('track_commit_timestamp') AS commit_times
  FROM (SELECT q.*, count(*) OVER () AS runs FROM onceover.evidence_runs($1::bigint) q
         ORDER BY q.biz_date, q.job_id FETCH FIRST ($2::integer) ROWS WITH TIES) r
 ORDER BY r.biz_date, r.job_id, r.run_id

-- name: ReadSchedulerEvidence
-- $1 runs.
-- role: onceover_auditor
SELECT e.table_name, (e.row || jsonb_build_object('xmin', e.xid, 'committed_at', CASE WHEN current_setting('track_commit_timestamp') = 'on'
         THEN pg_xact_commit_timestamp(e.xid::xid) END))::text AS row
  FROM (SELECT 1 AS nth, 'job' AS table_name, to_jsonb(j) AS row, j.xmin::text AS xid FROM onceover.job j
                   WHERE j.job_id IN (SELECT r.job_id FROM onceover.job_run r WHERE r.run_id = ANY ($1::bigint[]))
        UNION ALL SELECT 2, 'job_run', to_jsonb(r), r.xmin::text FROM onceover.job_run r WHERE r.run_id = ANY ($1::bigint[])
        UNION ALL SELECT 3, 'run_trigger', to_jsonb(t), t.xmin::text FROM onceover.run_trigger t WHERE t.run_id = ANY ($1::bigint[])
        UNION ALL SELECT 4, 'run_attempt', to_jsonb(a), a.xmin::text FROM onceover.run_attempt a WHERE a.run_id = ANY ($1::bigint[])
        UNION ALL SELECT 5, 'settlement_batch', to_jsonb(b), b.xmin::text FROM onceover.settlement_batch b WHERE b.run_id = ANY ($1::bigint[])
        UNION ALL SELECT 6, 'batch_shard', to_jsonb(s), s.xmin::text FROM onceover.batch_shard s JOIN onceover.settlement_batch b USING (batch_id)
                   WHERE b.run_id = ANY ($1::bigint[])) e
 ORDER BY e.nth, e.row::text

-- name: ReadWorkerEvidence
-- Whoever had an attempt at one of the runs or is named by an event of its batch; with heartbeats and each worker's own audit chain. $1
-- runs, $2 batches.
-- role: onceover_auditor
WITH who AS MATERIALIZED (
  SELECT a.worker_id FROM onceover.run_attempt a WHERE a.run_id = ANY ($1::bigint[])
  UNION SELECT e.worker_id FROM onceover.operation_event e WHERE e.batch_id = ANY ($2::bigint[])
)
SELECT e.table_name, (e.row || jsonb_build_object('xmin', e.xid, 'committed_at', CASE WHEN current_setting('track_commit_timestamp') = 'on'
         THEN pg_xact_commit_timestamp(e.xid::xid) END))::text AS row
  FROM (SELECT 1 AS nth, 'worker' AS table_name, to_jsonb(w) AS row, w.xmin::text AS xid FROM onceover.worker w JOIN who USING (worker_id)
        UNION ALL SELECT 2, 'worker_heartbeat', to_jsonb(h), h.xmin::text FROM onceover.worker_heartbeat h JOIN who USING (worker_id)
        UNION ALL SELECT 3, 'audit_log', to_jsonb(l), l.xmin::text FROM onceover.audit_log l JOIN who w ON l.chain = 'worker:' || w.worker_id) e
 ORDER BY e.nth, e.row::text

-- name: ReadEventEvidence
-- $1 batch.
-- role: onceover_auditor
SELECT 'operation_event' AS table_name, (to_jsonb(e) || jsonb_build_object('xmin', e.xmin::text, 'committed_at',
         CASE WHEN current_setting('track_commit_timestamp') = 'on' THEN pg_xact_commit_timestamp(e.xmin) END))::text AS row
  FROM onceover.operation_event e WHERE e.batch_id = $1::bigint ORDER BY e.at, e.event_id

-- name: ReadDatabaseEvidence
-- Bucket by bucket. $1 batch, $2 bucket.
-- role: onceover_auditor
WITH operation AS MATERIALIZED (
  SELECT o.*, o.xmin AS xid FROM onceover.settlement_operation o WHERE o.batch_id = $1::bigint AND o.bucket = $2::smallint
)
SELECT e.table_name, (e.row || jsonb_build_object('xmin', e.xid, 'committed_at', CASE WHEN current_setting('track_commit_timestamp') = 'on'
         THEN pg_xact_commit_timestamp(e.xid::xid) END))::text AS row
  FROM (SELECT 1 AS nth, 'settlement_operation' AS table_name, to_jsonb(o) - 'xid' AS row, o.xid::text AS xid, o.operation_id FROM operation o
        UNION ALL SELECT 2, 'settlement_item', to_jsonb(i), i.xmin::text, o.operation_id FROM operation o
          JOIN onceover.settlement_item i ON i.bucket = o.bucket AND i.root_id = o.root_id
        UNION ALL SELECT 3, 'operation_due', to_jsonb(d), d.xmin::text, o.operation_id FROM operation o
          JOIN onceover.operation_due d ON d.bucket = o.bucket AND d.operation_id = o.operation_id
        UNION ALL SELECT 4, 'ledger_entry', to_jsonb(l), l.xmin::text, o.operation_id FROM operation o
          JOIN onceover.ledger_entry l ON l.bucket = o.bucket AND l.operation_id = o.operation_id
        UNION ALL SELECT 5, 'outbox', to_jsonb(m), m.xmin::text, o.operation_id FROM operation o
          JOIN onceover.outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
        UNION ALL SELECT 6, 'dead_letter', to_jsonb(d), d.xmin::text, o.operation_id FROM operation o
          JOIN onceover.dead_letter d ON d.operation_id = o.operation_id) e
 ORDER BY e.operation_id, e.nth, e.row::text

-- name: ReadOutsideEvidence
-- Bucket by bucket. $1 batch, $2 bucket.
-- role: onceover_auditor
WITH operation AS MATERIALIZED (
  SELECT o.bucket, o.operation_id FROM onceover.settlement_operation o WHERE o.batch_id = $1::bigint AND o.bucket = $2::smallint
)
SELECT e.table_name, (e.row || jsonb_build_object('xmin', e.xid, 'committed_at', CASE WHEN current_setting('track_commit_timestamp') = 'on'
         THEN pg_xact_commit_timestamp(e.xid::xid) END))::text AS row
  FROM (SELECT 1 AS nth, 'external_call' AS table_name, to_jsonb(c) AS row, c.xmin::text AS xid, o.operation_id FROM operation o
          JOIN onceover.external_call c ON c.bucket = o.bucket AND c.operation_id = o.operation_id
        UNION ALL SELECT 2, 'external_event', to_jsonb(v), v.xmin::text, o.operation_id FROM operation o
          JOIN onceover.outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
          JOIN onceover.external_event v ON v.channel_id = m.channel_id AND v.idempotency_key = m.idempotency_key
        UNION ALL SELECT 3, 'external_reference', to_jsonb(x), x.xmin::text, o.operation_id FROM operation o
          JOIN (SELECT DISTINCT c.bucket, c.operation_id, c.channel_id, c.external_ref FROM onceover.external_call c JOIN operation USING (bucket, operation_id)
                 WHERE c.external_ref IS NOT NULL) r ON r.bucket = o.bucket AND r.operation_id = o.operation_id
          JOIN onceover.external_reference x ON x.channel_id = r.channel_id AND x.external_ref = r.external_ref
        UNION ALL SELECT 4, 'reconciliation_difference', to_jsonb(d), d.xmin::text, o.operation_id FROM operation o
          JOIN onceover.reconciliation_difference d ON d.operation_id = o.operation_id) e
 ORDER BY e.operation_id, e.nth, e.row::text
