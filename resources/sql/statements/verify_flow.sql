-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about movement: nothing is stuck unlisted, nothing is sent again unasked, nothing moves under a freeze. What is
-- sliced by bucket says so ($1 from, including; $2 to, excluding); the rest is read whole.

-- name: VerifyResends
-- I7, third part, sliced: a send after one that may have left follows a recorded NOT_FOUND that permits it (DESIGN.md section 5:
-- asked about just that send, after its latest execution and the query's own delay, and within the life of the key). A mark whose sender
-- vanished has no recorded call; its version shows that it was there.
-- role: onceover_auditor
WITH per_message AS MATERIALIZED (
  SELECT bucket, outbox_id, count(*) AS n, max(outbox_version) AS outbox_version
    FROM onceover.external_call WHERE kind = 'SEND' AND bucket >= $1 AND bucket < $2 GROUP BY bucket, outbox_id
), sends AS MATERIALIZED (
  SELECT c.bucket, c.outbox_id, c.operation_id, c.channel_id, c.profile_version, c.call_id, c.outbox_version, c.started_at, c.at,
         c.answer, row_number() OVER w AS nth, lag(c.answer) OVER w AS answer_before, lag(c.outbox_version) OVER w AS version_before,
         lag(c.started_at) OVER w AS started_before, c.worker_id
    FROM per_message p
   CROSS JOIN LATERAL (SELECT * FROM onceover.external_call e WHERE e.bucket = p.bucket AND e.outbox_id = p.outbox_id AND e.kind = 'SEND' OFFSET 0) c
   WHERE p.n > 1 OR p.outbox_version > 1
  WINDOW w AS (PARTITION BY c.bucket, c.outbox_id ORDER BY c.outbox_version, c.call_id)
), again AS MATERIALIZED (
  SELECT s.*, p.query_kind, greatest(p.max_late_execution, CASE p.query_kind WHEN 'eventual' THEN p.query_eventual_max END, interval '0') AS not_asked_before,
         m.first_sent_at + p.retention - p.retention_margin AS key_lives_until
    FROM sends s
    JOIN onceover.outbox m USING (bucket, outbox_id)
    JOIN onceover.channel_profile p ON p.channel_id = m.channel_id AND p.profile_version = m.profile_version
   WHERE (s.nth > 1 OR s.outbox_version > 1)
     -- The call that permitted it may have gone with its month.
     AND coalesce(m.first_sent_at, 'infinity') >= (SELECT onceover.record_stands_since('outside call'))
), unasked AS (
  SELECT a.*
    FROM again a
   WHERE NOT (coalesce(a.answer_before IN ('NOT_SENT', 'THROTTLED', 'IN_FLIGHT'), false) AND a.version_before = a.outbox_version - 1)
     AND NOT EXISTS (
           SELECT FROM onceover.external_call q
            WHERE q.bucket = a.bucket AND q.outbox_id = a.outbox_id AND q.kind = 'QUERY' AND q.answer = 'NOT_FOUND'
              AND q.outbox_version = a.outbox_version - 1 AND q.at <= a.started_at AND (a.started_before IS NULL OR q.started_at >= a.started_before + a.not_asked_before))
), broken(name) AS (
  SELECT format('send %s of operation %s (version %s) follows %s without a query that permits it', nth, operation_id, outbox_version,
                coalesce(answer_before, 'a mark without an answer'))
    FROM unasked
  UNION ALL
  SELECT format('send %s of operation %s: the key was no longer honoured', nth, operation_id) FROM again WHERE started_at > key_lives_until
  UNION ALL
  SELECT format('send of operation %s: %s calls under one mark (version %s)', operation_id, count(*), outbox_version)
    FROM (SELECT DISTINCT operation_id, outbox_id, outbox_version, started_at, worker_id FROM sends) one
   GROUP BY operation_id, outbox_id, outbox_version HAVING count(*) > 1
)
SELECT 'I7' AS promise, (SELECT coalesce(sum(n), 0)::bigint FROM per_message) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyNothingStuck
-- I6, but for pairs of operation and message. $1: quiescent (nothing may be under way). A due row whose duty is alive may wait for its turn a while; without a
-- living duty, or after too long, it is stuck. What a freeze holds, a dead letter or an open difference names is listed; so is what a
-- stage holds, unless later rules are in stage full: then nobody will let it go by moving on.
-- Of a job's schedule the newest instant is looked at, where it is one time of day on every day, one weekday or one day of the month: what
-- lies further back was planned by a schedule that nobody kept, and its money is found by the sales that no batch settles. Other
-- schedules are not looked at.
-- role: onceover_auditor
WITH RECURSIVE sale_day(settle_by, settle_date) AS (
  -- From day to day by the index, rather than through every sale.
  (SELECT settle_by, settle_date FROM onceover.sale ORDER BY settle_by, settle_date LIMIT 1)
  UNION ALL
  SELECT n.settle_by, n.settle_date FROM sale_day d
   CROSS JOIN LATERAL (SELECT settle_by, settle_date FROM onceover.sale WHERE (settle_by, settle_date) > (d.settle_by, d.settle_date)
                        ORDER BY settle_by, settle_date LIMIT 1) n
), t AS MATERIALIZED (
  SELECT (SELECT onceover.clock()) AS now, CASE WHEN $1::boolean THEN interval '0' ELSE interval '60 s' END AS grace,
         CASE WHEN $1::boolean THEN interval '0' ELSE interval '15 min' END AS turn
), alive AS MATERIALIZED (
  SELECT DISTINCT h.duty FROM onceover.worker_heartbeat h JOIN onceover.worker w USING (worker_id), t
   WHERE w.stopped_at IS NULL AND h.beat_at > t.now - interval '60 s'
), patience AS MATERIALIZED (
  SELECT d.duty, CASE WHEN d.duty IN (SELECT duty FROM alive) THEN t.turn ELSE t.grace END AS wait
    FROM unnest(ARRAY['settler', 'sender', 'resolver', 'scheduler']) AS d(duty), t
), frozen_batch AS MATERIALIZED (
  SELECT b.batch_id FROM onceover.settlement_batch b
   WHERE onceover.is_covered((SELECT onceover.frozen_scopes()), b.job_id, b.batch_id, NULL, NULL)
), letters AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.dead_letter WHERE status <> 'RESOLVED' AND operation_id IS NOT NULL
), open_work AS MATERIALIZED (
  SELECT bucket, operation_id, status, lease_until, next_attempt_at, batch_id, merchant_id, channel_id, attempt_id, job_id, rule_version,
         onceover.is_held_by_rollout(z.gates, job_id, settlement_type, CASE revision WHEN 0 THEN rule_version END, merchant_id, channel_id) AS held_by_stage,
         onceover.is_covered(z.scopes, job_id, batch_id, merchant_id, channel_id)
           AND operation_id NOT IN (SELECT x.operation_id FROM onceover.exempt_in_force x)
           OR onceover.is_held_by_rollout(z.gates, job_id, settlement_type, CASE revision WHEN 0 THEN rule_version END, merchant_id, channel_id) AS held
    FROM onceover.settlement_operation CROSS JOIN (SELECT onceover.frozen_scopes() AS scopes, onceover.rollout_gates() AS gates OFFSET 0) z WHERE status IN ('PENDING', 'RETRYABLE', 'PROCESSING', 'AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')
), messages AS MATERIALIZED (
  SELECT m.bucket, m.outbox_id, m.operation_id, m.status, m.lease_until, m.not_before, m.next_query_at, m.unknown_since,
         (SELECT c.escalate_after FROM onceover.channel_profile c
           WHERE c.channel_id = m.channel_id AND c.profile_version = m.profile_version) AS escalate_after, coalesce(w.held, false) AS held,
         m.operation_id IN (SELECT operation_id FROM letters) AS listed
    FROM onceover.outbox m LEFT JOIN open_work w USING (bucket, operation_id) WHERE m.status IN ('PENDING', 'SENDING', 'UNKNOWN')
), movable AS MATERIALIZED (
  SELECT DISTINCT batch_id FROM open_work
   WHERE status <> 'UNKNOWN_EXTERNAL' OR operation_id NOT IN (SELECT operation_id FROM letters)
  UNION
  SELECT s.batch_id FROM onceover.batch_shard s JOIN onceover.settlement_batch b USING (batch_id) LEFT JOIN onceover.job_run r USING (run_id), t, patience p
   WHERE s.status = 'OPEN' AND p.duty = 'scheduler' AND greatest(b.created_at, r.lease_until) + p.wait >= t.now
), open_batch AS MATERIALIZED (
  SELECT b.batch_id, b.run_id, b.status, r.run_key, b.batch_id IN (SELECT batch_id FROM movable) AS movable,
         greatest(b.created_at, b.last_check_at,
                  (SELECT max(o.updated_at) FROM onceover.settlement_operation o WHERE o.batch_id = b.batch_id),
                  (SELECT max(d.resolved_at) FROM onceover.dead_letter d WHERE d.batch_id = b.batch_id)) AS moved_at,
         b.batch_id IN (SELECT batch_id FROM frozen_batch)
           OR EXISTS (SELECT FROM onceover.dead_letter d WHERE d.batch_id = b.batch_id AND d.status <> 'RESOLVED')
           OR EXISTS (SELECT FROM onceover.reconciliation_difference d WHERE d.batch_id = b.batch_id AND d.status = 'OPEN') AS listed
    FROM onceover.settlement_batch b LEFT JOIN onceover.job_run r USING (run_id) WHERE b.status <> 'COMPLETED'
), planned AS (
  SELECT j.job_id, j.allowed_lateness, i.at
    FROM t, (SELECT * FROM onceover.job
              WHERE enabled AND schedule ~ '^[0-9]{1,2} [0-9]{1,2} ([1-9][0-9]? \* \*|\* \* (\*|[0-7]))$' OFFSET 0) j
   CROSS JOIN LATERAL (SELECT string_to_array(j.schedule, ' ') AS f) s
   CROSS JOIN LATERAL (
         SELECT (d.day + make_interval(hours => s.f[2]::integer, mins => s.f[1]::integer)) AT TIME ZONE j.time_zone AS at
           FROM (SELECT date_trunc('day', (SELECT onceover.clock()) AT TIME ZONE j.time_zone) - make_interval(days => n) AS day FROM generate_series(0, 62) n) d
          WHERE s.f[3] IN ('*', extract(day FROM d.day)::text) AND (s.f[5] = '*' OR s.f[5]::integer % 7 = extract(dow FROM d.day))
            AND (d.day + make_interval(hours => s.f[2]::integer, mins => s.f[1]::integer)) AT TIME ZONE j.time_zone <= (SELECT onceover.clock())
          ORDER BY d.day DESC LIMIT 1) i
   WHERE i.at > j.schedule_from
     AND i.at + CASE WHEN $1::boolean THEN interval '0' ELSE j.allowed_lateness END < t.now
), broken(name) AS (
  SELECT format('operation %s (%s): due row %s', w.operation_id, w.status, 'is missing')
    FROM open_work w LEFT JOIN onceover.operation_due d USING (bucket, operation_id)
   WHERE w.status IN ('PENDING', 'RETRYABLE', 'PROCESSING') AND d.operation_id IS NULL
  UNION ALL
  SELECT format('operation %s (%s): due row without open work', d.operation_id, coalesce(o.status, 'missing'))
    FROM onceover.operation_due d LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE o.status IS NULL OR o.status NOT IN ('PENDING', 'RETRYABLE', 'PROCESSING')
  UNION ALL
  SELECT format('operation %s: due at %s, lease until %s', w.operation_id, d.due_at, w.lease_until)
    FROM open_work w JOIN onceover.operation_due d USING (bucket, operation_id)
   WHERE w.status = 'PROCESSING' AND d.due_at <> w.lease_until
  UNION ALL
  SELECT format('operation %s (%s): its attempt %s is missing', w.operation_id, w.status, coalesce(w.attempt_id::text, 'none'))
    FROM open_work w
   WHERE w.status IN ('PROCESSING', 'AWAITING_EXTERNAL')
     AND NOT EXISTS (SELECT FROM onceover.run_attempt a WHERE a.attempt_id = w.attempt_id)
  UNION ALL
  SELECT format('operation %s: lease overdue since %s', w.operation_id, w.lease_until)
    FROM open_work w, t WHERE w.status = 'PROCESSING' AND NOT w.held AND w.lease_until + t.grace < t.now
  UNION ALL
  SELECT format('operation %s (%s): due since %s', w.operation_id, w.status, d.due_at)
    FROM open_work w JOIN onceover.operation_due d USING (bucket, operation_id), t, patience p
   WHERE w.status IN ('PENDING', 'RETRYABLE') AND NOT w.held AND p.duty = 'settler' AND d.due_at + p.wait < t.now
  UNION ALL
  SELECT format('message %s of operation %s: due since %s', m.outbox_id, m.operation_id, m.not_before)
    FROM messages m, t, patience p
   WHERE m.status = 'PENDING' AND NOT m.held AND p.duty = 'sender' AND m.not_before + p.wait < t.now
  UNION ALL
  SELECT format('operation %s (%s): held by the stage of the rules %s of %s, and later rules take effect for everybody', w.operation_id, w.status, w.rule_version, w.job_id)
    FROM open_work w
   WHERE w.held_by_stage AND w.status <> 'UNKNOWN_EXTERNAL'
     AND EXISTS (SELECT FROM onceover.rollout_now n WHERE n.job_id = w.job_id AND n.mode = 'full' AND n.rule_version > w.rule_version)
  UNION ALL
  SELECT format('message %s of operation %s: send lease overdue since %s', m.outbox_id, m.operation_id, m.lease_until)
    FROM messages m, t WHERE m.status = 'SENDING' AND m.lease_until + t.grace < t.now
  UNION ALL
  SELECT format('message %s of operation %s: unknown, to be asked since %s', m.outbox_id, m.operation_id, m.next_query_at)
    FROM messages m, t, patience p
   WHERE m.status = 'UNKNOWN' AND NOT m.listed AND p.duty = 'resolver' AND m.next_query_at + p.wait < t.now
  UNION ALL
  SELECT format('message %s of operation %s: unknown since %s, and no person was told', m.outbox_id, m.operation_id, m.unknown_since)
    FROM messages m, t, patience p
   WHERE m.status = 'UNKNOWN' AND NOT m.listed AND p.duty = 'resolver' AND m.unknown_since + m.escalate_after + p.wait < t.now
  UNION ALL
  SELECT format('callback %s of %s: recorded at %s and not decided', d.event_id, d.channel_id, d.recorded_at)
    FROM onceover.external_event_due d, t WHERE NOT d.is_listed AND d.recorded_at + t.turn < t.now
  UNION ALL
  SELECT format('operation %s: still under way (%s)', w.operation_id, w.status)
    FROM open_work w
   WHERE $1::boolean AND NOT w.held AND (w.status <> 'UNKNOWN_EXTERNAL' OR w.operation_id NOT IN (SELECT operation_id FROM letters))
  UNION ALL
  SELECT format('trigger %s of %s: run %s is missing', g.trigger_id, g.run_key, g.run_id)
    FROM onceover.run_trigger g LEFT JOIN onceover.job_run r ON r.run_id = g.run_id AND r.run_key = g.run_key WHERE r.run_id IS NULL
  UNION ALL
  SELECT format('job %s: nothing was triggered for %s', p.job_id, p.at)
    FROM planned p
   WHERE NOT EXISTS (SELECT FROM onceover.run_trigger g WHERE g.job_id = p.job_id AND g.scheduled_at > p.at - interval '3 hours')
  UNION ALL
  SELECT format('sales of %s for %s: their day was to be planned before today, and no batch settles them', n.settle_by, n.settle_date)
    FROM sale_day n LEFT JOIN onceover.job j ON j.job_type = n.settle_by, t
   WHERE NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.job_type = n.settle_by AND b.biz_date = n.settle_date)
     AND coalesce(n.settle_date - j.biz_date_offset < (t.now AT TIME ZONE j.time_zone)::date, true)
     AND NOT EXISTS (SELECT FROM onceover.job_run r WHERE r.job_type = n.settle_by AND r.biz_date = n.settle_date AND r.status IN ('DUE', 'HELD'))
     AND NOT coalesce(onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type), false)
  UNION ALL
  SELECT format('run %s: DUE since %s', r.run_key, r.created_at)
    FROM onceover.job_run r, t, patience p
   WHERE r.status = 'DUE' AND p.duty = 'scheduler' AND r.created_at + p.wait < t.now
     AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
  UNION ALL
  SELECT format('run %s: HELD without a freeze', r.run_key)
    FROM onceover.job_run r, t, patience p
   WHERE r.status = 'HELD' AND p.duty = 'scheduler'
     AND greatest(r.created_at, (SELECT max(f.lifted_at) FROM onceover.freeze_order f)) + p.wait < t.now
     AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
  UNION ALL
  SELECT format('run %s: RUNNING without a batch, its scheduler''s lease ended at %s', r.run_key, r.lease_until)
    FROM onceover.job_run r, t
   WHERE r.status = 'RUNNING' AND coalesce(r.lease_until, r.started_at) + t.grace < t.now
     AND NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.run_id = r.run_id)
     AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
  UNION ALL
  SELECT format('run %s: DONE, and the three tables of %s were never compared', r.run_key, r.biz_date)
    FROM onceover.job_run r
   WHERE r.job_type = 'reconcile' AND r.status = 'DONE'
     AND NOT EXISTS (SELECT FROM onceover.reconciliation_run c WHERE c.kind = 'three tables' AND c.biz_date = r.biz_date AND c.outcome <> 'NOT_READ')
  UNION ALL
  SELECT format('run %s: DONE, its batch is %s', r.run_key, b.status)
    FROM onceover.job_run r JOIN onceover.settlement_batch b USING (run_id) WHERE r.status = 'DONE' AND b.status <> 'COMPLETED'
  UNION ALL
  SELECT format('batch %s (%s): nothing can move it and nothing names it', coalesce(b.run_key, b.batch_id::text), b.status)
    FROM open_batch b, t, patience p
   WHERE p.duty = 'scheduler' AND NOT b.listed AND b.moved_at + p.wait < t.now AND (b.status IN ('PARTIAL', 'FAILED') OR NOT b.movable)
  UNION ALL
  SELECT format('batch %s (%s): nothing can move it, yet it does not wait for a person', coalesce(b.run_key, b.batch_id::text), b.status)
    FROM open_batch b, t, patience p
   WHERE p.duty = 'scheduler' AND b.listed AND NOT b.movable AND b.status IN ('CREATED', 'RUNNING', 'RECONCILING')
     AND b.batch_id NOT IN (SELECT batch_id FROM frozen_batch) AND b.moved_at + p.wait < t.now
)
SELECT 'I6' AS promise, (SELECT count(*) FROM onceover.run_trigger)
         + (SELECT count(*) FROM onceover.settlement_batch) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyBatches
-- I9: maintained counts and totals are full counts; a shard is what its inputs were; COMPLETED means all of it, done and agreeing
-- (that its books agree: VerifyEffectsOutside).
-- role: onceover_auditor
WITH actual AS MATERIALIZED (
  SELECT o.batch_id, o.shard_no, o.currency, o.status, count(*) AS n, sum(o.amount_minor) AS minor, sum(o.item_count) AS items,
         min(o.bucket) AS bucket_first, max(o.bucket) AS bucket_last,
         count(*) FILTER (WHERE o.status <> 'SUCCEEDED' AND NOT (o.status = 'FAILED_PERMANENT'
           AND EXISTS (SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id)
           AND NOT EXISTS (SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id AND d.status <> 'RESOLVED'))) AS waiting
    FROM onceover.settlement_operation o GROUP BY o.batch_id, o.shard_no, o.currency, o.status
), maintained AS MATERIALIZED (
  SELECT batch_id, shard_no, currency, status, sum(n) AS n, sum(amount_minor) AS minor
    FROM (SELECT batch_id, shard_no, currency, status, n, amount_minor FROM onceover.operation_count
          UNION ALL SELECT batch_id, shard_no, currency, status, n, amount_minor FROM onceover.operation_count_delta) c
   GROUP BY batch_id, shard_no, currency, status
), totals AS (
  SELECT job_type, currency, status, sum(kept) AS kept, sum(kept_minor) AS kept_minor, sum(n) AS n, sum(minor) AS minor
    FROM (SELECT job_type, currency, status, n AS kept, amount_minor AS kept_minor, 0 AS n, 0 AS minor FROM onceover.operation_total
          UNION ALL
          SELECT b.job_type, c.currency, c.status, 0, 0, c.n, c.amount_minor FROM onceover.operation_count c JOIN onceover.settlement_batch b USING (batch_id)) u
   GROUP BY job_type, currency, status
), shard_actual AS MATERIALIZED (
  SELECT batch_id, shard_no, sum(n) AS n, sum(items) AS items, sum(waiting) AS waiting FROM actual GROUP BY batch_id, shard_no
), shard_money AS (
  SELECT batch_id, shard_no, currency, sum(expected) AS expected, sum(actual) AS actual
    FROM (SELECT s.batch_id, s.shard_no, e.key AS currency, e.value::bigint AS expected, 0 AS actual
            FROM onceover.batch_shard s, jsonb_each_text(s.expected_amount) e WHERE s.status <> 'OPEN'
          UNION ALL
          SELECT batch_id, shard_no, currency, 0, minor FROM actual) m
   GROUP BY batch_id, shard_no, currency
), shards AS MATERIALIZED (
  SELECT b.batch_id, count(s.shard_no) AS n, count(*) FILTER (WHERE s.status = 'DONE') AS done,
         sum(s.bucket_to - s.bucket_from) AS buckets, min(s.bucket_from) AS first, max(s.bucket_to) AS last, sum(s.expected_count) AS expected
    FROM onceover.settlement_batch b LEFT JOIN onceover.batch_shard s USING (batch_id) GROUP BY b.batch_id
), broken(name) AS (
  SELECT format('batch %s, shard %s, %s %s: counted %s = %s, maintained %s = %s', batch_id, shard_no, currency, status,
                coalesce(a.n, 0), coalesce(a.minor, 0), coalesce(m.n, 0), coalesce(m.minor, 0))
    FROM actual a FULL JOIN maintained m USING (batch_id, shard_no, currency, status)
   WHERE coalesce(a.n, 0) <> coalesce(m.n, 0) OR coalesce(a.minor, 0) <> coalesce(m.minor, 0)
  UNION ALL
  SELECT format('all batches of %s, %s %s: counted %s = %s, total kept %s = %s', job_type, currency, status, n, minor, kept, kept_minor)
    FROM totals WHERE n <> kept OR minor <> kept_minor
  UNION ALL
  SELECT format('batch %s, shard %s: expected %s operations of %s items, has %s of %s', s.batch_id, s.shard_no, s.expected_count,
                s.expected_items, coalesce(a.n, 0), coalesce(a.items, 0))
    FROM onceover.batch_shard s LEFT JOIN shard_actual a USING (batch_id, shard_no)
   WHERE s.status <> 'OPEN'
     AND (s.expected_count <> coalesce(a.n, 0) OR coalesce(s.expected_items, 0) <> coalesce(a.items, 0))
  UNION ALL
  SELECT format('batch %s, shard %s: expected %s %s, has %s', batch_id, shard_no, expected, currency, actual)
    FROM shard_money m WHERE expected <> actual
     AND EXISTS (SELECT FROM onceover.batch_shard s WHERE s.batch_id = m.batch_id AND s.shard_no = m.shard_no AND s.status <> 'OPEN')
  UNION ALL
  SELECT format('batch %s, shard %s: DONE with %s operations not accepted', s.batch_id, s.shard_no, a.waiting)
    FROM onceover.batch_shard s JOIN shard_actual a USING (batch_id, shard_no) WHERE s.status = 'DONE' AND a.waiting > 0
  UNION ALL
  SELECT format('operation %s in bucket %s lies outside shard %s of batch %s', o.operation_id, o.bucket, o.shard_no, o.batch_id)
    FROM (SELECT DISTINCT a.batch_id, a.shard_no, s.bucket_from, s.bucket_to
            FROM actual a LEFT JOIN onceover.batch_shard s USING (batch_id, shard_no)
           WHERE s.shard_no IS NULL OR a.bucket_first < s.bucket_from OR a.bucket_last >= s.bucket_to) g
    JOIN onceover.settlement_operation o USING (batch_id, shard_no)
   WHERE g.bucket_from IS NULL OR o.bucket < g.bucket_from OR o.bucket >= g.bucket_to
  UNION ALL
  SELECT format('batch %s (%s): %s shards of %s, buckets %s to %s', b.batch_id, b.status, h.n, b.shard_total, h.first, h.last)
    FROM onceover.settlement_batch b JOIN shards h USING (batch_id)
   WHERE b.status <> 'CREATED' AND (h.n <> b.shard_total OR h.buckets <> 64 OR h.first <> 0 OR h.last <> 64)
  UNION ALL
  SELECT format('batch %s: COMPLETED with %s of %s shards DONE, counts agree: %s, amounts agree: %s, %s expected, %s at the last look',
                b.batch_id, h.done, b.shard_total, coalesce(b.count_agrees::text, 'never looked'),
                coalesce(b.amount_agrees::text, 'never looked'), h.expected, b.expected_count)
    FROM onceover.settlement_batch b JOIN shards h USING (batch_id)
   WHERE b.status = 'COMPLETED'
     AND (h.done <> b.shard_total OR b.count_agrees IS NOT TRUE OR b.amount_agrees IS NOT TRUE
          OR b.expected_count <> h.expected OR b.done_count <> h.expected)
  UNION ALL
  SELECT format('batch %s: COMPLETED, its run is %s', b.batch_id, coalesce(r.status, 'missing'))
    FROM onceover.settlement_batch b LEFT JOIN onceover.job_run r USING (run_id)
   WHERE r.run_id IS NULL OR (b.status = 'COMPLETED' AND r.status <> 'DONE')
  UNION ALL
  SELECT format('operation %s: batch %s is missing', o.operation_id, o.batch_id)
    FROM (SELECT DISTINCT batch_id FROM actual) a
    JOIN onceover.settlement_operation o USING (batch_id)
   WHERE NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.batch_id = a.batch_id)
)
SELECT 'I9' AS promise, (SELECT count(*) FROM onceover.settlement_batch) + (SELECT count(*) FROM onceover.batch_shard) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyApprovals
-- I11: two persons, decided before it was executed and in time, once, and nothing outside an approved plan.
-- role: onceover_auditor
WITH lift(freeze_id, approval_id) AS (
  SELECT (a.plan ->> 'freeze_id')::bigint, a.approval_id FROM onceover.approval a
   WHERE a.kind = 'lift' AND a.status IN ('EXECUTING', 'EXECUTED', 'PARTLY', 'VERIFIED')
  UNION ALL
  SELECT x.freeze_id::bigint, a.approval_id
    FROM onceover.approval a CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(a.plan -> 'lifts', '[]')) x(freeze_id)
   WHERE a.kind = 'batch recovery' AND a.status IN ('EXECUTING', 'EXECUTED', 'PARTLY', 'VERIFIED')
), broken(name) AS (
  SELECT format('approval %s (%s): decided by its maker %s', approval_id, kind, maker) FROM onceover.approval WHERE checker = maker
  UNION ALL
  SELECT format('approval %s (%s): %s without a checker', approval_id, kind, status)
    FROM onceover.approval
   WHERE checker IS NULL AND status IN ('APPROVED', 'EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED', 'VERIFIED')
  UNION ALL
  SELECT format('approval %s (%s): executed at %s, decided at %s, expired at %s', approval_id, kind, executed_at, decided_at, expires_at)
    FROM onceover.approval
   WHERE executed_at IS NOT NULL AND (decided_at IS NULL OR decided_at > executed_at OR decided_at > expires_at)
  UNION ALL
  SELECT format('approval %s (%s): item %s is DONE while the approval is %s', a.approval_id, a.kind, i.item_no, a.status)
    FROM onceover.approval a JOIN onceover.approval_item i USING (approval_id)
   WHERE i.status = 'DONE' AND a.status NOT IN ('EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED', 'VERIFIED')
  UNION ALL
  SELECT format('operation %s: %s open money requests', operation_id, count(*))
    FROM onceover.approval_item WHERE is_money AND is_open AND operation_id IS NOT NULL GROUP BY bucket, operation_id HAVING count(*) > 1
  UNION ALL
  SELECT format('compensation %s: approval %s is %s', c.operation_id, c.approval_id, a.status)
    FROM onceover.compensation c JOIN onceover.approval a USING (approval_id)
   WHERE a.checker IS NULL OR a.kind NOT IN ('compensation', 'recovery plan')
      OR NOT EXISTS (SELECT FROM onceover.approval_item i WHERE i.approval_id = a.approval_id AND i.operation_id IN (c.operation_id, c.original_id))
  UNION ALL
  -- What only two persons may let happen, and its request.
  SELECT format('%s rests on %s', e.what, CASE WHEN a.approval_id IS NULL THEN 'no request' ELSE format('request %s (%s, %s)', a.approval_id, a.kind, a.status) END)
    FROM (SELECT format('stage %s of the rules %s of %s', r.mode, r.rule_version, r.job_id) AS what, r.approval_id, '{rollout}'::text[] AS kinds
            FROM onceover.rollout r
           WHERE r.approval_id IS NOT NULL OR EXISTS (SELECT FROM onceover.rollout b WHERE b.job_id = r.job_id AND b.at < r.at)
          UNION ALL
          SELECT format('recovery of run %s', v.run_id), v.approval_id, '{batch recovery}'::text[] FROM onceover.run_recovery v
          UNION ALL
          SELECT DISTINCT format('an exemption from freeze %s', x.freeze_id), x.approval_id, '{replay,re-send,compensation,revision,recovery plan}'::text[]
            FROM onceover.freeze_exemption x
          UNION ALL
          -- What never was in force stopped nothing that a lift could let go.
          SELECT format('the lift of freeze %s', f.freeze_id), (SELECT max(l.approval_id) FROM lift l WHERE l.freeze_id = f.freeze_id), '{lift,batch recovery}'::text[]
            FROM onceover.freeze_order f WHERE f.status = 'LIFTED' AND f.effective_at IS NOT NULL) e
    LEFT JOIN onceover.approval a ON a.approval_id = e.approval_id
   WHERE a.kind = ANY (e.kinds) IS NOT TRUE OR a.checker IS NULL
  UNION ALL
  SELECT format('%s was executed %s times', target, count(*))
    FROM onceover.audit_log
   WHERE chain = 'system' AND action = 'execute' AND outcome = 'DONE' GROUP BY target HAVING count(*) > 1
)
SELECT 'I11' AS promise, (SELECT count(*) FROM onceover.approval) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyFreezes
-- I12: nothing began between the moment from which a freeze was in force and its lift, unless it is exempt from it. A freeze of
-- everything never covers reconciliation, and no freeze an alert (DESIGN.md rule 12). The pause of a channel counts like its freeze,
-- and so does the stage of a version of rules for whom it does not take effect.
-- role: onceover_auditor
WITH freezes AS MATERIALIZED (
  SELECT name, freeze_id, ARRAY[onceover.scope_word(scope_kind, scope_ref)] AS scopes, effective_at, coalesce(lifted_at, 'infinity') AS until
    FROM onceover.freeze_span
), ever AS MATERIALIZED (
  SELECT min(effective_at) AS began, max(until) AS ended FROM freezes
), stages AS MATERIALIZED (
  SELECT format('the rules %s of %s in stage %s', r.rule_version, r.job_id, r.mode) AS name, r.job_id, j.job_type, r.rule_version, r.mode, r.scope_list,
         r.at AS effective_at, coalesce(lead(r.at) OVER (PARTITION BY r.job_id, r.rule_version ORDER BY r.at), 'infinity') AS until
    FROM onceover.rollout r JOIN onceover.job j USING (job_id)
), begun AS (
  SELECT f.name, f.freeze_id, 'attempt ' || a.attempt_id || ' at ' || r.run_key AS what, a.started_at AS at, NULL::smallint AS bucket, NULL::uuid AS operation_id
    FROM freezes f
    JOIN onceover.run_attempt a ON a.started_at > f.effective_at AND a.started_at < f.until
    JOIN onceover.job_run r USING (run_id)
   WHERE (onceover.is_job_covered(f.scopes, r.job_id, r.job_type) OR onceover.is_covered(f.scopes, NULL, a.batch_id, NULL, NULL) AND r.job_type <> 'reconcile')
     -- What is exempt is claimed under an attempt at its shard; each claim under it is looked at below.
     AND NOT (a.shard_no IS NOT NULL AND EXISTS (SELECT FROM onceover.freeze_exemption x JOIN onceover.settlement_operation o USING (bucket, operation_id)
                                                  WHERE x.freeze_id = f.freeze_id AND o.batch_id = a.batch_id))
  UNION ALL
  SELECT f.name, f.freeze_id, lower(e.event) || ' of operation ' || o.operation_id, e.at, o.bucket, o.operation_id
    FROM freezes f
    JOIN onceover.operation_event e ON e.at > f.effective_at AND e.at < f.until AND e.event IN ('CLAIM', 'TAKE_OVER')
    JOIN onceover.settlement_operation o ON o.operation_id = ANY (e.operation_ids)
   WHERE onceover.is_covered(f.scopes, o.job_id, o.batch_id, o.merchant_id, o.channel_id)
  UNION ALL
  SELECT f.name, f.freeze_id, 'send of operation ' || m.operation_id, s.at, m.bucket, m.operation_id
    FROM freezes f
    -- Only what may lie in one of them at all; before both are put together, which takes long.
    JOIN (SELECT bucket, outbox_id, started_at AS at FROM onceover.external_call, ever WHERE kind = 'SEND' AND started_at > began AND started_at < ended
          UNION SELECT bucket, outbox_id, last_sent_at FROM onceover.outbox, ever WHERE last_sent_at > began AND last_sent_at < ended) s
      ON s.at > f.effective_at AND s.at < f.until
    JOIN onceover.outbox m USING (bucket, outbox_id)
   WHERE onceover.is_covered(f.scopes, m.job_id, m.batch_id, m.merchant_id, m.channel_id)
  UNION ALL
  SELECT s.name, NULL, lower(e.event) || ' of operation ' || o.operation_id, e.at, o.bucket, o.operation_id
    FROM stages s
    JOIN onceover.operation_event e ON e.at > s.effective_at AND e.at < s.until AND e.event IN ('CLAIM', 'TAKE_OVER')
    JOIN onceover.settlement_operation o ON o.operation_id = ANY (e.operation_ids) AND (o.job_id, o.rule_version) = (s.job_id, s.rule_version)
   WHERE s.mode <> 'full' AND o.settlement_type = s.job_type AND o.revision = 0
     AND NOT s.scope_list && ARRAY['merchant ' || o.merchant_id, 'channel ' || o.channel_id]
  UNION ALL
  SELECT s.name, NULL, 'send of operation ' || o.operation_id, c.at, o.bucket, o.operation_id
    FROM stages s
    JOIN (SELECT bucket, operation_id, started_at AS at FROM onceover.external_call WHERE kind = 'SEND'
          UNION SELECT bucket, operation_id, last_sent_at FROM onceover.outbox WHERE last_sent_at IS NOT NULL) c
      ON c.at > s.effective_at AND c.at < s.until
    JOIN onceover.settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id AND (o.job_id, o.rule_version) = (s.job_id, s.rule_version)
   WHERE s.mode <> 'full' AND o.settlement_type = s.job_type AND o.revision = 0
     AND NOT s.scope_list && ARRAY['merchant ' || o.merchant_id, 'channel ' || o.channel_id]
), broken(name) AS (
  SELECT format('%s began at %s under %s', b.what, b.at, b.name)
    FROM begun b
   WHERE NOT EXISTS (SELECT FROM onceover.freeze_exemption x
                      WHERE x.freeze_id = b.freeze_id AND x.bucket = b.bucket AND x.operation_id = b.operation_id)
)
SELECT 'I12' AS promise, (SELECT count(*) FROM freezes) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
