-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the pages of the engine's work read: who holds a lease beyond its end, and which worker was seen when. Each is defined once,
-- here, so that the Overview and the lists cannot disagree.
SET search_path = onceover, pg_temp;

-- R34: PROCESSING under a lease that ended over 5 seconds ago. Found through what is due, because no index stands on what
-- changes of an operation; where more than 20,000 rows are overdue (a backlog of waiting ones), these are what was looked at.
CREATE VIEW v_stuck_lease AS
  SELECT o.bucket, o.operation_id, o.batch_id, d.job_id, d.job_type, o.merchant_id, o.biz_date, o.channel_id, o.settlement_type,
         o.amount_minor, o.currency, o.worker_id, o.version, o.lease_until, o.attempts_total, d.claimed_alone, d.lost, d.recoveries
    FROM (SELECT bucket, operation_id, job_id, job_type, claimed_alone, lost, recoveries FROM operation_due
           WHERE due_at < (SELECT clock()) - interval '5 s' LIMIT 20000) d
    JOIN settlement_operation o USING (bucket, operation_id)
   WHERE o.status = 'PROCESSING' AND o.lease_until < (SELECT clock()) - interval '5 s';

-- When a worker incarnation was seen last and when it last did a piece of work, whatever its duty. Alive: seen within 30 seconds
-- and not stopped.
CREATE VIEW v_worker_seen AS
  SELECT w.worker_id, w.duties, w.stopped_at, s.last_beat, s.last_progress,
         w.stopped_at IS NULL AND coalesce(s.last_beat > (SELECT clock()) - interval '30 s', false) AS alive
    FROM worker w
    LEFT JOIN LATERAL (SELECT max(l.beat_at) AS last_beat, max(l.last_progress_at) AS last_progress
                         FROM unnest(w.duties || ARRAY['lease_keeper']) AS d(duty),
                              LATERAL (SELECT h.beat_at, h.last_progress_at FROM worker_heartbeat h
                                        WHERE h.worker_id = w.worker_id AND h.duty = d.duty ORDER BY h.minute DESC LIMIT 1) l) s ON true;

-- What is over is listed in its own order; none of these tables is on the hot path.
CREATE INDEX ix_dead_letter_resolved ON dead_letter (opened_at, dead_letter_id) WHERE status = 'RESOLVED';
CREATE INDEX ix_reconciliation_difference_resolved ON reconciliation_difference (opened_at, difference_id) WHERE status = 'RESOLVED';
CREATE INDEX ix_reconciliation_run_date ON reconciliation_run (biz_date);
CREATE INDEX ix_worker_started ON worker (started_at DESC);

GRANT SELECT ON v_stuck_lease, v_worker_seen TO onceover_viewer, onceover_auditor;
