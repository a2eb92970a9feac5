-- SPDX-License-Identifier: GPL-3.0-or-later
-- The first screen. One snapshot reads all of these; none counts finished operations or days: totals come from the
-- maintained ones (operation_total and deltas not folded yet), lists from what is open.

-- name: ConsoleFigures
-- Stuck: see v_stuck_lease; where the backlog of overdue rows is larger than its limit, the number is what was seen of it.
-- role: onceover_viewer
WITH t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now
), counts AS MATERIALIZED (
  SELECT status, sum(n)::bigint AS n
    FROM (SELECT status, n FROM onceover.operation_total UNION ALL SELECT status, n FROM onceover.operation_count_delta) c
   GROUP BY status
), stuck AS MATERIALIZED (
  SELECT count(*) AS n, min(o.lease_until) AS oldest FROM onceover.v_stuck_lease o
   WHERE EXISTS (SELECT FROM counts c WHERE c.status = 'PROCESSING' AND c.n > 0)
)
SELECT t.now,
       (SELECT h.beat_at FROM onceover.v_heartbeat h WHERE h.duty = 'scheduler' ORDER BY h.beat_at DESC LIMIT 1) AS scheduler_beat,
       (SELECT max(s.last_progress_at) FROM (SELECT h.last_progress_at FROM onceover.v_heartbeat h WHERE h.duty = 'sender'
                                              ORDER BY h.beat_at DESC LIMIT 50) s) AS last_send,
       (SELECT max(l.beat_at)
          FROM unnest(ARRAY['scheduler', 'settler', 'lease_keeper', 'sender', 'resolver', 'callback', 'reconciler', 'replayer', 'janitor']) AS d(duty),
               LATERAL (SELECT h.beat_at FROM onceover.v_heartbeat h WHERE h.duty = d.duty ORDER BY h.beat_at DESC LIMIT 1) l) AS worker_seen,
       stuck.n AS stuck_leases, stuck.oldest AS oldest_stuck_lease,
       (SELECT count(*) FROM onceover.v_dead_letter d WHERE d.status <> 'RESOLVED') AS dead_letters,
       (SELECT count(*) FROM onceover.v_dead_letter d WHERE d.status <> 'RESOLVED' AND d.opened_at < t.now - interval '24 hours') AS dead_letters_over_24h,
       coalesce((SELECT n FROM counts c WHERE c.status = 'UNKNOWN_EXTERNAL'), 0) AS unknown_at_bank,
       (SELECT count(*) FROM onceover.v_difference d WHERE d.status = 'OPEN') AS open_differences,
       (SELECT max(b.last_check_at) FROM onceover.v_batch b) AS last_reconciled,
       (SELECT count(*) FROM onceover.v_approval a WHERE a.status = 'REQUESTED') AS approvals_open,
       (SELECT count(*) FROM onceover.v_incident i WHERE i.status <> 'CLOSED') AS incidents_open,
       (SELECT coalesce(max(i.incident_id), 0) FROM onceover.v_incident i WHERE i.status <> 'CLOSED') AS incident_id,
       (SELECT count(*) FROM onceover.v_alert a WHERE a.closed_at IS NULL) AS alerts_open,
       (SELECT count(*) FROM onceover.v_alert a WHERE a.closed_at IS NULL AND a.acknowledged_at IS NULL) AS alerts_unseen,
       (SELECT count(*) FROM onceover.v_batch b WHERE b.status <> 'COMPLETED') AS batches_open,
       coalesce((SELECT sum(n)::bigint FROM counts), 0) AS operations,
       coalesce((SELECT sum(n)::bigint FROM counts c WHERE c.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')), 0) AS outbox_open,
       (SELECT min(m.not_before) FROM onceover.v_outbox m WHERE m.status = 'PENDING') AS oldest_unsent
  FROM t, stuck

-- name: ConsoleStateCounts
-- role: onceover_viewer
SELECT status, currency::text AS currency, sum(n)::bigint AS n, sum(amount_minor)::bigint AS amount_minor
  FROM (SELECT status, currency, n, amount_minor FROM onceover.operation_total
        UNION ALL SELECT status, currency, n, amount_minor FROM onceover.operation_count_delta) c
 GROUP BY status, currency HAVING sum(n) <> 0 OR sum(amount_minor) <> 0
 ORDER BY status, currency

-- name: ConsoleWorkers
-- Incarnations that beat within the last hour and did not stop cleanly; alive: within the last 30 seconds.
-- role: onceover_viewer
WITH t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now
), seen AS (
  SELECT h.worker_id, max(h.beat_at) AS last_beat
    FROM onceover.v_heartbeat h, t
   WHERE h.duty = ANY (ARRAY['scheduler', 'settler', 'lease_keeper', 'sender', 'resolver', 'callback', 'reconciler', 'replayer', 'janitor'])
     AND h.beat_at > t.now - interval '1 hour'
   GROUP BY h.worker_id
)
SELECT w.worker_id, w.duties, s.last_beat, s.last_beat > t.now - interval '30 s' AS alive
  FROM seen s JOIN onceover.v_worker w USING (worker_id), t
 WHERE w.stopped_at IS NULL
 ORDER BY s.last_beat DESC LIMIT 100

-- name: ConsoleFreezes
-- role: onceover_viewer
SELECT scope_kind, scope_ref, effective_at, actor, reason, status = 'PAUSED' AS is_pause FROM onceover.freezes_in_force ORDER BY effective_at

-- name: ConsoleHeldOperations
-- Open work under a freeze in force: by maintained counts for whole batches, by their own rows for merchants and channels.
-- role: onceover_viewer
WITH held_batch AS MATERIALIZED (
  SELECT b.batch_id FROM onceover.v_batch b
   WHERE b.status <> 'COMPLETED' AND onceover.is_covered((SELECT onceover.frozen_scopes()), b.job_id, b.batch_id, NULL, NULL)
)
SELECT coalesce((SELECT sum(c.n)::bigint
                   FROM held_batch h
                  CROSS JOIN LATERAL (SELECT status, n FROM onceover.operation_count WHERE batch_id = h.batch_id
                                      UNION ALL SELECT status, n FROM onceover.operation_count_delta WHERE batch_id = h.batch_id) c
                  WHERE c.status IN ('PENDING', 'RETRYABLE', 'PROCESSING', 'AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')), 0)
     + (SELECT count(*)
          FROM (SELECT b.batch_id FROM onceover.v_batch b
                 WHERE EXISTS (SELECT FROM onceover.freezes_in_force WHERE scope_kind IN ('merchant', 'channel'))
                   AND b.status <> 'COMPLETED' AND b.batch_id NOT IN (SELECT batch_id FROM held_batch)) b
         CROSS JOIN LATERAL (SELECT o.merchant_id, o.channel_id FROM onceover.v_operation o
                              WHERE o.batch_id = b.batch_id AND o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OFFSET 0) o
         CROSS JOIN (SELECT onceover.frozen_scopes() AS scopes OFFSET 0) z
         WHERE onceover.is_covered(z.scopes, NULL, NULL, o.merchant_id, o.channel_id)) AS held

-- name: ConsoleAmountsAtRisk
-- role: onceover_viewer
SELECT 'unknown' AS kind, currency::text AS currency, sum(amount_minor)::bigint AS amount_minor
  FROM (SELECT status, currency, amount_minor FROM onceover.operation_total
        UNION ALL SELECT status, currency, amount_minor FROM onceover.operation_count_delta) c
 WHERE status = 'UNKNOWN_EXTERNAL' GROUP BY currency HAVING sum(amount_minor) <> 0
UNION ALL
SELECT 'difference', currency::text, sum(coalesce(theirs_minor, 0) - coalesce(ours_minor, 0))::bigint
  FROM onceover.v_difference WHERE status = 'OPEN' AND currency IS NOT NULL GROUP BY currency

-- name: ConsoleNewestDay
-- The three onces of the newest business date. Executed: tries at the runs, and one more for each worker that was lost in
-- the middle of a shard, because its work was begun anew. Effects of one operation are counted exactly on days of up to
-- 20,000 operations; beyond, a second one shows through its open difference.
-- role: onceover_viewer
WITH day AS MATERIALIZED (
  SELECT batch_id, run_id, biz_date FROM onceover.v_batch
   WHERE biz_date = (SELECT max(biz_date) FROM onceover.v_batch)
), counts AS MATERIALIZED (
  SELECT coalesce(sum(c.n), 0)::bigint AS n, coalesce(sum(c.n) FILTER (WHERE c.status = 'SUCCEEDED'), 0)::bigint AS succeeded
    FROM (SELECT batch_id, status, n FROM onceover.operation_count
          UNION ALL SELECT batch_id, status, n FROM onceover.operation_count_delta) c
   WHERE c.batch_id IN (SELECT batch_id FROM day)
)
SELECT (SELECT max(biz_date) FROM day) AS biz_date,
       (SELECT count(*) FROM onceover.v_trigger g WHERE g.run_id IN (SELECT run_id FROM day)) AS triggered,
       (SELECT count(*) FILTER (WHERE a.shard_no IS NULL) + count(DISTINCT a.worker_id) FILTER (WHERE a.shard_no IS NOT NULL AND a.status IN ('LOST', 'FENCED'))
          FROM onceover.v_attempt a WHERE a.run_id IN (SELECT run_id FROM day)) AS executed,
       counts.succeeded AS took_effect,
       CASE WHEN counts.n > 20000
            THEN least(counts.succeeded, 1) + (SELECT count(*) FROM onceover.v_difference d
                                                WHERE d.status = 'OPEN' AND d.kind = 'TWICE' AND d.batch_id IN (SELECT batch_id FROM day) LIMIT 1)
            ELSE coalesce((SELECT max(e.n)
                             FROM (SELECT count(DISTINCT c.external_ref) AS n
                                     FROM onceover.v_operation o JOIN onceover.v_external_call c USING (bucket, operation_id)
                                    WHERE o.batch_id IN (SELECT batch_id FROM day) AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
                                    GROUP BY o.bucket, o.operation_id) e), 0) END AS effects_max
  FROM counts

-- name: ConsoleSucceededPerDay
-- role: onceover_viewer
SELECT b.biz_date::text AS biz_date, c.currency::text AS currency, sum(c.n)::bigint AS n, sum(c.amount_minor)::bigint AS amount_minor
  FROM (SELECT batch_id, biz_date FROM onceover.v_batch
         WHERE biz_date > (SELECT max(biz_date) FROM onceover.v_batch) - 30) b
 CROSS JOIN LATERAL (
       SELECT k.currency, k.n, k.amount_minor FROM onceover.operation_count k
        WHERE k.batch_id = b.batch_id AND k.status = 'SUCCEEDED' AND (k.n <> 0 OR k.amount_minor <> 0)
       UNION ALL
       SELECT d.currency, d.n, d.amount_minor FROM onceover.operation_count_delta d WHERE d.batch_id = b.batch_id AND d.status = 'SUCCEEDED'
       OFFSET 0) c
 GROUP BY b.biz_date, c.currency HAVING sum(c.n) <> 0
 ORDER BY b.biz_date, c.currency

-- name: ConsoleWorklist
-- What needs a person: P0 before P1, money before none, then age. An unknown is listed once it is a minute old or has its
-- dead letter; that dead letter is not listed a second time.
-- role: onceover_viewer
WITH t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now
), unknown AS (
  SELECT 'unknown' AS kind, m.operation_id::text AS key, o.settlement_type || ' ' || o.biz_date || ' M' || o.merchant_id AS title,
         b.grade, coalesce(m.unknown_since, m.updated_at) AS since, m.amount_minor, m.currency::text AS currency
    FROM onceover.v_outbox m
    JOIN onceover.v_operation o USING (bucket, operation_id)
    JOIN onceover.v_batch b ON b.batch_id = m.batch_id, t
   WHERE m.status = 'UNKNOWN'
     AND (m.unknown_since < t.now - interval '1 minute'
          OR EXISTS (SELECT FROM onceover.v_dead_letter d WHERE d.operation_id = m.operation_id AND d.status <> 'RESOLVED'))
   ORDER BY b.grade, since LIMIT 51
), dead AS (
  SELECT 'dead-letter' AS kind, coalesce(d.operation_id::text, d.subject_id) AS key,
         coalesce(o.settlement_type || ' ' || o.biz_date || ' M' || o.merchant_id, d.job_id || ' ' || d.biz_date) AS title,
         d.grade, d.opened_at AS since, d.amount_minor, d.currency::text AS currency
    FROM onceover.v_dead_letter d LEFT JOIN onceover.v_operation o USING (bucket, operation_id)
   WHERE d.status <> 'RESOLVED' AND o.status IS DISTINCT FROM 'UNKNOWN_EXTERNAL'
   ORDER BY d.grade, since LIMIT 51
), stuck AS (
  SELECT 'stuck-lease' AS kind, o.operation_id::text AS key, o.settlement_type || ' ' || o.biz_date || ' M' || o.merchant_id AS title,
         b.grade, o.lease_until AS since, o.amount_minor, o.currency::text AS currency
    FROM onceover.v_stuck_lease o
    JOIN onceover.v_batch b USING (batch_id)
   WHERE (SELECT sum(n) FROM (SELECT n FROM onceover.operation_total WHERE status = 'PROCESSING'
                              UNION ALL SELECT n FROM onceover.operation_count_delta WHERE status = 'PROCESSING') c) > 0
   ORDER BY b.grade, since LIMIT 51
), difference AS (
  SELECT 'difference' AS kind, coalesce(d.operation_id::text, d.external_ref) AS key,
         d.kind || ' ' || coalesce(o.settlement_type || ' ' || o.biz_date || ' M' || o.merchant_id, r.run_key, d.external_ref) AS title,
         d.grade, d.opened_at AS since, coalesce(d.theirs_minor, 0) - coalesce(d.ours_minor, 0) AS amount_minor, d.currency::text AS currency
    FROM onceover.v_difference d
    LEFT JOIN onceover.v_operation o USING (bucket, operation_id)
    LEFT JOIN onceover.v_batch b ON b.batch_id = d.batch_id
    LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
   WHERE d.status = 'OPEN'
   ORDER BY d.grade, since LIMIT 51
), batch AS (
  SELECT 'batch' AS kind, r.run_key AS key, b.job_id || ' ' || b.biz_date || ' ' || b.status AS title, b.grade,
         coalesce(b.last_check_at, b.created_at) AS since, NULL::bigint AS amount_minor, NULL::text AS currency
    FROM onceover.v_batch b JOIN onceover.v_run r USING (run_id)
   WHERE b.status IN ('PARTIAL', 'FAILED')
   ORDER BY b.grade, since LIMIT 51
)
SELECT kind, key, title, grade, since, amount_minor, currency
  FROM (SELECT * FROM unknown UNION ALL SELECT * FROM dead UNION ALL SELECT * FROM stuck
        UNION ALL SELECT * FROM difference UNION ALL SELECT * FROM batch) w
 ORDER BY grade, amount_minor IS NULL, since, key LIMIT 51

-- name: ConsolePractice
-- What the practice guide ticks its steps by, and how far practice time is behind the present; read in a sandbox alone.
-- Practice time leaps, and nobody beats meanwhile: a worker's silence is what is left of it without the leaps. The worker that went last within 24 hours
-- without a clean stop, what it still holds, and its tries that others found lost; the same of the last one that went before
-- them (days pass quickly there); the last repeated request of a person; the last freeze of a person and the last replay among a thousand requests;
-- what waits for a second person, and the last that one approved; and who found the audit chains whole last.
-- role: onceover_viewer
WITH t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now
), leaps AS MATERIALIZED (
  SELECT (a.detail ->> 'from')::timestamptz AS began, (a.detail ->> 'to')::timestamptz AS ended
    FROM onceover.v_audit a WHERE a.chain = 'people' AND a.action = 'sandbox-advance' ORDER BY a.seq DESC LIMIT 50
), seen AS MATERIALIZED (
  SELECT w.worker_id, w.pid, w.duties,
         (SELECT max(l.beat_at) FROM unnest(w.duties) AS d(duty),
                 LATERAL (SELECT h.beat_at FROM onceover.v_heartbeat h
                           WHERE h.worker_id = w.worker_id AND h.duty = d.duty ORDER BY h.minute DESC LIMIT 1) l) AS last_beat
    FROM onceover.v_worker w WHERE w.stopped_at IS NULL
), beating AS MATERIALIZED (
  SELECT s.*, t.now - s.last_beat - coalesce((SELECT sum(l.ended - l.began) FROM leaps l WHERE l.ended > s.last_beat), '0') AS silent
    FROM seen s, t
), live AS (
  SELECT b.worker_id, b.pid FROM beating b
   WHERE b.silent < interval '30 s' AND 'settler' = ANY (b.duties) ORDER BY b.worker_id LIMIT 1
), gone AS (
  SELECT b.worker_id, b.last_beat FROM beating b, t
   WHERE b.last_beat > t.now - interval '24 hours' AND b.silent > interval '30 s' ORDER BY b.last_beat DESC LIMIT 1
), earlier AS (
  SELECT b.worker_id, a.lost, a.taken_over
    FROM (SELECT b.worker_id FROM beating b, t WHERE b.last_beat < t.now - interval '24 hours' ORDER BY b.last_beat DESC LIMIT 1) b,
         LATERAL (SELECT max(a.finished_at) AS lost, count(*) AS taken_over
                    FROM onceover.v_attempt a WHERE a.worker_id = b.worker_id AND a.status = 'LOST') a
), again AS (
  SELECT g.run_key, g.at, g.requested_by FROM onceover.v_trigger g
   WHERE g.source = 'manual' AND g.answer = 'ALREADY_COMPLETED' ORDER BY g.trigger_id DESC LIMIT 1
), agreed AS (
  SELECT a.approval_id, coalesce(m.display_name, a.maker) AS maker, coalesce(c.display_name, a.checker) AS checker, a.decided_at
    FROM onceover.v_approval a LEFT JOIN onceover.v_person m ON m.person_id = a.maker LEFT JOIN onceover.v_person c ON c.person_id = a.checker
   WHERE a.status IN ('APPROVED', 'EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED', 'VERIFIED') ORDER BY a.approval_id DESC LIMIT 1
), stopped AS (
  SELECT f.freeze_id, btrim(f.scope_kind || ' ' || f.scope_ref) AS scope, p.display_name AS by_whom, f.effective_at
    FROM onceover.v_freeze f JOIN onceover.v_person p ON p.person_id = f.actor
   WHERE f.effective_at IS NOT NULL ORDER BY f.freeze_id DESC LIMIT 1
), replayed AS (
  SELECT a.approval_id, coalesce(m.display_name, a.maker) AS maker, a.requested_at
    FROM (SELECT * FROM onceover.v_approval ORDER BY approval_id DESC LIMIT 1000) a LEFT JOIN onceover.v_person m ON m.person_id = a.maker
   WHERE a.kind = 'replay' ORDER BY a.approval_id DESC LIMIT 1
), judged AS (
  SELECT coalesce(p.display_name, l.actor) AS by_whom, l.at, (l.detail ->> 'rows')::bigint AS audit_rows
    FROM onceover.v_audit l LEFT JOIN onceover.v_person p ON p.person_id = l.actor
   WHERE l.chain = 'people' AND l.target = 'audit' AND l.action = 'verify audit' AND l.outcome = 'DONE' ORDER BY l.at DESC LIMIT 1
)
SELECT live.worker_id AS live_worker, coalesce(live.pid, 0)::bigint AS live_pid, gone.worker_id AS gone_worker, gone.last_beat AS gone_since,
       (SELECT count(*) FROM (SELECT d.bucket, d.operation_id FROM onceover.v_due d LIMIT 20000) d
          JOIN onceover.v_operation o USING (bucket, operation_id)
         WHERE o.status = 'PROCESSING' AND o.worker_id = gone.worker_id) AS left_by_gone,
       (SELECT count(*) FROM onceover.v_attempt a WHERE a.worker_id = gone.worker_id AND a.status = 'LOST') AS taken_over,
       earlier.worker_id AS earlier_worker, earlier.lost AS earlier_lost, coalesce(earlier.taken_over, 0)::bigint AS earlier_taken_over,
       again.run_key AS repeated_run, again.at AS repeated_at, again.requested_by AS repeated_by,
       stopped.freeze_id AS frozen, stopped.scope AS frozen_scope, stopped.by_whom AS frozen_by, stopped.effective_at AS frozen_at,
       replayed.approval_id AS replay, replayed.maker AS replay_by, replayed.requested_at AS replay_at,
       (SELECT count(*) FROM onceover.v_dead_letter d WHERE d.status = 'OPEN') AS letters,
       (SELECT count(*) FROM onceover.v_approval a WHERE a.status = 'REQUESTED') AS waiting,
       agreed.approval_id AS approved, agreed.maker AS approved_maker, agreed.checker AS approved_by, agreed.decided_at AS approved_at,
       judged.by_whom AS verified_by, judged.at AS verified_at, judged.audit_rows AS verified_rows,
       (SELECT count(*) FROM beating b WHERE b.silent < interval '30 s')::integer AS workers_alive,
       greatest(0, floor(extract(epoch FROM clock_timestamp() - t.now) / 86400))::integer AS days_behind,
       (SELECT count(*) FROM onceover.v_batch b WHERE b.job_type = 'settle-daily')::integer AS days_settled
  FROM t LEFT JOIN live ON true LEFT JOIN gone ON true LEFT JOIN earlier ON true LEFT JOIN again ON true LEFT JOIN agreed ON true
  LEFT JOIN stopped ON true LEFT JOIN replayed ON true LEFT JOIN judged ON true

-- name: ConsoleHours
-- role: onceover_viewer
SELECT h.hour, h.status, sum(h.n)::bigint AS n
  FROM onceover.v_operation_hour h
 WHERE h.hour > (SELECT onceover.clock()) - interval '24 hours' AND h.status = ANY (ARRAY['SUCCEEDED', 'FAILED_PERMANENT', 'UNKNOWN_EXTERNAL'])
 GROUP BY h.hour, h.status ORDER BY h.hour, h.status

-- name: ConsoleHourAgo
-- Each number as it was sampled an hour ago; when nothing was sampled then (an engine that stood still, practice days that
-- last a second), as it was sampled last before that, within three days.
-- role: onceover_viewer
WITH t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now
), s AS MATERIALIZED (
  SELECT (SELECT m.minute FROM onceover.v_metric m
           WHERE m.minute BETWEEN t.now - interval '3 days' AND t.now - interval '60 minutes' ORDER BY m.minute DESC LIMIT 1) AS minute
    FROM t
)
SELECT DISTINCT ON (m.name) m.name, m.value::bigint AS value, s.minute AS sampled_at
  FROM onceover.v_metric m, s
 WHERE m.minute BETWEEN s.minute - interval '10 minutes' AND s.minute AND m.label = ''
   AND m.name = ANY (ARRAY['dead_letters', 'unknown_at_bank', 'stuck_leases', 'open_differences', 'outbox_open'])
 ORDER BY m.name, m.minute DESC
