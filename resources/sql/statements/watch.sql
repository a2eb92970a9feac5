-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the watching duty looks at. Each Read…Facts statement gives one kind of fact in the same columns: rule, subject, grade,
-- key, last_error, detail, job_id, zone, biz_date, measure, amount (the limit). Core decides what calls for an alert.

-- name: ReadWatchClock
-- Nobody on the list of contacts is left out, whatever the limit.
-- role: onceover_reconciler
SELECT onceover.clock() AS now, onceover.limit_of('escalation') AS escalation_ms, onceover.limit_of('escalation at least') AS at_least_ms,
       greatest(onceover.limit_of('escalations'), (SELECT max(c.level) FROM onceover.alert_contact c))::integer AS escalations_most

-- name: ReadOpenAlerts
-- role: onceover_reconciler
SELECT alert_id, rule, subject, grade, last_error, detail, zone, opened_at, acknowledged_by IS NOT NULL AS acknowledged, escalations, escalated_at
  FROM onceover.alert WHERE closed_at IS NULL ORDER BY alert_id

-- name: ReadLetterFacts
-- Each open letter twice: that it is open, and how long it has been.
-- role: onceover_reconciler
SELECT x.rule, d.subject_kind || ' ' || d.subject_id AS subject, d.grade, d.idempotency_key AS key, d.last_error,
       CASE x.rule WHEN 'dead letter' THEN d.failure_class ELSE 'open since ' || to_char(d.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') END AS detail,
       d.job_id, coalesce(j.time_zone, 'UTC') AS zone, d.biz_date, x.measure, x.amount
  FROM onceover.dead_letter d
  LEFT JOIN onceover.job j USING (job_id)
 CROSS JOIN LATERAL (VALUES
   ('dead letter', 1::bigint, 0::bigint),
   ('dead letter old', (extract(epoch FROM (SELECT onceover.clock()) - d.opened_at) * 1000)::bigint, onceover.limit_of('dead letter age'))) x(rule, measure, amount)
 WHERE d.status <> 'RESOLVED'
 ORDER BY d.opened_at

-- name: ReadUnknownFacts
-- role: onceover_reconciler
SELECT 'unknown old' AS rule, 'message ' || m.outbox_id AS subject, coalesce(j.grade, 'P0') AS grade, m.idempotency_key AS key,
       coalesce(nullif(m.last_error, ''), nullif(m.last_answer, ''), 'no answer') AS last_error,
       'channel ' || m.channel_id || ', asked ' || m.queries || ' times' AS detail, m.job_id, coalesce(j.time_zone, 'UTC') AS zone,
       b.biz_date, (extract(epoch FROM (SELECT onceover.clock()) - m.unknown_since) * 1000)::bigint AS measure,
       (extract(epoch FROM p.escalate_after) * 1000)::bigint AS amount
  FROM onceover.outbox m
  JOIN onceover.channel_profile p ON p.channel_id = m.channel_id AND p.profile_version = m.profile_version
  LEFT JOIN onceover.job j USING (job_id)
  LEFT JOIN onceover.settlement_batch b USING (batch_id)
 WHERE m.status = 'UNKNOWN' AND m.unknown_since < (SELECT onceover.clock()) - p.escalate_after

-- name: ReadLeaseFacts
-- Overdue leases by the worker that held them; the key is that of the run of the oldest.
-- role: onceover_reconciler
SELECT 'lease stuck' AS rule, 'worker ' || l.worker_id AS subject, min(l.grade) AS grade,
       (array_agg(l.run_key ORDER BY l.due_at))[1] AS key, count(*) || ' leases ran out' AS last_error,
       '' AS detail, (array_agg(l.job_id ORDER BY l.due_at))[1] AS job_id, (array_agg(l.time_zone ORDER BY l.due_at))[1] AS zone,
       (array_agg(l.biz_date ORDER BY l.due_at))[1] AS biz_date,
       (extract(epoch FROM (SELECT onceover.clock()) - min(l.due_at)) * 1000)::bigint AS measure, onceover.limit_of('lease overdue') AS amount
  FROM (SELECT o.worker_id, o.job_id, d.due_at, b.grade, b.biz_date, r.run_key, coalesce(j.time_zone, 'UTC') AS time_zone
          FROM (SELECT bucket, operation_id, due_at FROM onceover.operation_due
                 WHERE due_at < (SELECT onceover.clock()) ORDER BY due_at LIMIT 20000) d
          JOIN onceover.settlement_operation o USING (bucket, operation_id)
          JOIN onceover.settlement_batch b USING (batch_id)
          JOIN onceover.job_run r USING (run_id)
          LEFT JOIN onceover.job j ON j.job_id = o.job_id
         WHERE o.status = 'PROCESSING') l
 GROUP BY l.worker_id

-- name: ReadQueueFacts
-- role: onceover_reconciler
SELECT x.rule, q.subject, q.grade, '' AS key, q.n || ' wait, the oldest for ' || (q.oldest_ms / 60000) || ' min' AS last_error, '' AS detail,
       q.job_id, 'UTC' AS zone, NULL::date AS biz_date, x.measure, x.amount
  FROM (SELECT 'channel ' || m.channel_id AS subject, 'P0' AS grade, '' AS job_id, count(*) AS n,
               (extract(epoch FROM (SELECT onceover.clock()) - min(m.not_before)) * 1000)::bigint AS oldest_ms
          FROM onceover.outbox m WHERE m.status = 'PENDING' AND m.not_before <= (SELECT onceover.clock()) GROUP BY m.channel_id
        UNION ALL
        SELECT 'job ' || d.job_id, coalesce(min(j.grade), 'P0'), d.job_id, count(*),
               (extract(epoch FROM (SELECT onceover.clock()) - min(d.due_at)) * 1000)::bigint
          FROM onceover.operation_due d LEFT JOIN onceover.job j USING (job_id)
         WHERE d.due_at <= (SELECT onceover.clock()) GROUP BY d.job_id) q
 CROSS JOIN LATERAL (VALUES ('queue long', q.n, onceover.limit_of('queue length')),
                            ('queue old', q.oldest_ms, onceover.limit_of('queue age'))) x(rule, measure, amount)

-- name: ReadDifferenceFacts
-- role: onceover_reconciler
SELECT 'difference' AS rule, 'difference ' || d.difference_id AS subject, d.grade,
       coalesce(nullif(d.idempotency_key, ''), nullif(d.subject, ''), r.run_key, nullif(d.external_ref, ''), '') AS key,
       d.kind || CASE WHEN d.detail = '' THEN '' ELSE ': ' || d.detail END AS last_error,
       concat_ws(', ', nullif(d.pair, ''), 'ours ' || d.ours_minor, 'theirs ' || d.theirs_minor, d.currency) AS detail,
       coalesce(b.job_id, '') AS job_id, coalesce(j.time_zone, 'UTC') AS zone, coalesce(b.biz_date, c.biz_date) AS biz_date,
       1::bigint AS measure, 0::bigint AS amount
  FROM onceover.reconciliation_difference d
  LEFT JOIN onceover.settlement_batch b USING (batch_id)
  LEFT JOIN onceover.job_run r ON r.run_id = b.run_id
  LEFT JOIN onceover.job j ON j.job_id = b.job_id
  LEFT JOIN onceover.reconciliation_run c ON c.reconciliation_id = d.reconciliation_id
 WHERE d.status = 'OPEN'
 ORDER BY d.opened_at LIMIT 5000

-- name: ReadFailureFacts
-- A run of grade P0 that failed, by itself or with its batch. One that failed is told of for a month, or until it runs again.
-- role: onceover_reconciler
SELECT 'money failed' AS rule, 'run ' || r.run_key AS subject, r.grade, r.run_key AS key,
       coalesce(nullif(b.status_reason, ''), nullif(r.status_reason, ''), 'failed') AS last_error,
       'run ' || r.status || coalesce(', batch ' || b.status, '') AS detail, r.job_id, r.zone, r.biz_date, 1::bigint AS measure, 0::bigint AS amount
  FROM onceover.job_run r
  LEFT JOIN onceover.settlement_batch b USING (run_id)
 WHERE r.grade = 'P0' AND (r.status = 'FAILED' OR b.status = 'FAILED') AND r.created_at > (SELECT onceover.clock()) - interval '30 days'

-- name: ReadScheduleFacts
-- role: onceover_reconciler
SELECT 'scheduler late' AS rule, 'job ' || r.job_id AS subject, min(r.grade) AS grade, (array_agg(r.run_key ORDER BY r.scheduled_at))[1] AS key,
       'planned for ' || to_char(min(r.scheduled_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' and not begun' AS last_error,
       count(*) || ' runs wait' AS detail, r.job_id, min(r.zone) AS zone, min(r.biz_date) AS biz_date,
       (extract(epoch FROM (SELECT onceover.clock()) - min(r.scheduled_at)) * 1000)::bigint AS measure, onceover.limit_of('scheduler lag') AS amount
  FROM onceover.job_run r
 WHERE r.status = 'DUE' AND r.scheduled_at <= (SELECT onceover.clock()) AND NOT starts_with(r.status_reason, 'queue full')
 GROUP BY r.job_id
UNION ALL
SELECT 'queue full', 'job ' || r.job_id, min(r.grade), (array_agg(r.run_key ORDER BY r.biz_date, r.run_id))[1],
       (array_agg(r.status_reason ORDER BY r.biz_date, r.run_id))[1], count(*) || ' runs wait', r.job_id, min(r.zone), min(r.biz_date),
       count(*), 0::bigint
  FROM onceover.job_run r WHERE r.status IN ('DUE', 'RUNNING') AND starts_with(r.status_reason, 'queue full')
 GROUP BY r.job_id

-- name: ReadWorkerFacts
-- Incarnations that were seen within a day and said no farewell; and how far the newest beat lies ahead of the clock.
-- role: onceover_reconciler
SELECT 'worker vanished' AS rule, 'worker ' || w.worker_id AS subject, 'P1' AS grade, '' AS key,
       'not seen since ' || to_char(s.beat_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS last_error,
       'host ' || w.host || ', ' || array_to_string(w.duties, ' ') AS detail, '' AS job_id, 'UTC' AS zone, NULL::date AS biz_date,
       (extract(epoch FROM (SELECT onceover.clock()) - s.beat_at) * 1000)::bigint AS measure, onceover.limit_of('worker silence') AS amount
  FROM (SELECT h.worker_id, max(h.beat_at) AS beat_at FROM onceover.worker_heartbeat h
         WHERE h.minute > (SELECT onceover.clock()) - interval '1 day' GROUP BY h.worker_id) s
  JOIN onceover.worker w USING (worker_id)
 WHERE w.stopped_at IS NULL
UNION ALL
SELECT 'clock backwards', 'database', 'P0', '', 'the clock says ' || to_char((SELECT onceover.clock()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
       || ', a heartbeat was written at ' || to_char(max(h.beat_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '', '', 'UTC', NULL,
       (extract(epoch FROM max(h.beat_at) - (SELECT onceover.clock())) * 1000)::bigint, onceover.limit_of('clock step')
  FROM onceover.worker_heartbeat h WHERE h.beat_at > (SELECT onceover.clock())
HAVING max(h.beat_at) IS NOT NULL

-- name: ReadComparisonFacts
-- The newest comparison of each kind and channel: slow, or not made at all.
-- role: onceover_reconciler
SELECT x.rule, x.subject, 'P0' AS grade, '' AS key, x.last_error, '' AS detail, '' AS job_id, 'UTC' AS zone, r.biz_date, x.measure, x.amount
  FROM (SELECT DISTINCT ON (kind, coalesce(channel_id, '')) * FROM onceover.reconciliation_run
         WHERE kind IN ('book', 'three tables') ORDER BY kind, coalesce(channel_id, ''), reconciliation_id DESC) r
 CROSS JOIN LATERAL (VALUES
   ('comparison slow', concat_ws(' ', r.kind, r.channel_id), 'it took ' || (extract(epoch FROM r.took))::bigint || ' s',
    coalesce((extract(epoch FROM r.took) * 1000)::bigint, 0), onceover.limit_of('reconciliation time')),
   ('not compared', concat_ws(' ', r.kind, r.channel_id), coalesce(nullif(r.detail, ''), 'the book was not read'),
    CASE r.outcome WHEN 'NOT_READ' THEN 1 ELSE 0 END::bigint, 0::bigint)) x(rule, subject, last_error, measure, amount)

-- name: ReadCalendarFacts
-- How much of the time ahead, of what should be known, each calendar that is used leaves open. One without a day leaves all of it.
-- role: onceover_reconciler
SELECT 'calendar ends' AS rule, 'calendar ' || c.calendar_id AS subject, 'P1' AS grade, '' AS key,
       'it knows no day after ' || coalesce(c.known_to::text, 'any') || ': enter the next days' AS last_error,
       'channels ' || c.channels AS detail, '' AS job_id, 'UTC' AS zone, NULL::date AS biz_date,
       (extract(epoch FROM (SELECT onceover.clock()) - coalesce(c.known_to, '1970-01-01')::timestamp AT TIME ZONE 'UTC') * 1000)::bigint AS measure,
       -onceover.limit_of('calendar ahead') AS amount
  FROM (SELECT p.calendar_id, string_agg(p.channel_id, ' ' ORDER BY p.channel_id) AS channels,
               (SELECT max(d.day) FROM onceover.business_calendar d WHERE d.calendar_id = p.calendar_id) AS known_to
          FROM onceover.channel_profile p WHERE p.enabled AND p.calendar_id IS NOT NULL GROUP BY p.calendar_id) c

-- name: ReadHistoryFacts
-- What was lost is told until two persons accepted it by lifting the freeze. A chain that fell behind what was anchored was cut. Anchors are
-- late where they once came: chains moved, and none was signed.
-- role: onceover_reconciler
SELECT 'history lost' AS rule, 'anchor ' || g.seq AS subject, 'P0' AS grade, '' AS key,
       'an anchor kept outside is not in this database: it was restored, or lost commits' AS last_error,
       'found ' || to_char(g.found_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' by ' || g.login AS detail,
       '' AS job_id, 'UTC' AS zone, NULL::date AS biz_date, 1::bigint AS measure, 0::bigint AS amount
  FROM onceover.audit_gap g LEFT JOIN onceover.freeze_order f ON f.freeze_id = g.freeze_id
 WHERE f.status IS DISTINCT FROM 'LIFTED'
UNION ALL
SELECT 'history lost', 'chain ' || a.chain, 'P0', '', 'the chain ends before what was signed of it: its tail was cut off',
       'signed up to row ' || a.seq || ', ends with row ' || coalesce(c.head_seq::text, 'none'), '', 'UTC', NULL::date, 1::bigint, 0::bigint
  FROM onceover.audit_anchored a LEFT JOIN onceover.audit_chain c USING (chain)
 WHERE c.head_seq IS NULL OR c.head_seq < a.seq OR (c.head_seq = a.seq AND c.head_hash <> a.hash)
UNION ALL
SELECT 'anchors late', 'audit anchors', 'P1', '', 'the newest anchor is of ' || to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
       'no worker with a key signs: look at its log, its disk and its file of anchors', '', 'UTC', NULL::date,
       (extract(epoch FROM (SELECT onceover.clock()) - n.at) * 1000)::bigint, onceover.limit_of('anchor age')
  FROM (SELECT a.at FROM onceover.audit_anchor a ORDER BY a.seq DESC LIMIT 1) n
 WHERE EXISTS (SELECT FROM onceover.audit_chain c LEFT JOIN onceover.audit_anchored a USING (chain) WHERE c.head_seq > coalesce(a.seq, 0))

-- name: ReadRequestFacts
-- Each request that waits for its second person twice: how long it has waited, and how near its end is. One that expired waits no more.
-- role: onceover_reconciler
SELECT x.rule, 'request ' || a.approval_id AS subject, x.grade,
       CASE jsonb_array_length(a.plan -> 'items') WHEN 1 THEN coalesce(a.plan #>> '{items,0,key}', '') ELSE '' END AS key,
       'nobody has decided it; it expires at ' || to_char(a.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS last_error,
       a.kind || ', asked by ' || a.maker || ' at ' || to_char(a.requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS detail,
       '' AS job_id, 'UTC' AS zone, NULL::date AS biz_date, x.measure, x.amount
  FROM onceover.approval a
 CROSS JOIN LATERAL (VALUES
   ('request waits', 'P1', (extract(epoch FROM (SELECT onceover.clock()) - a.requested_at) * 1000)::bigint, onceover.limit_of('decision wait')),
   ('request expires', 'P0', (extract(epoch FROM (SELECT onceover.clock()) - a.expires_at) * 1000)::bigint, -onceover.limit_of('decision expiry'))
   ) x(rule, grade, measure, amount)
 WHERE a.status = 'REQUESTED' AND a.expires_at > (SELECT onceover.clock())
 ORDER BY a.approval_id, x.rule DESC

-- name: ReadGuardsSeen
-- Changes with every guard that is made, dropped, switched or written anew, and with the record of them.
-- role: onceover_reconciler
SELECT string_agg(x.rows || ' ' || x.sum, ', ' ORDER BY x.n) AS seen
  FROM (SELECT 1 AS n, count(*) AS rows, coalesce(sum(hashtextextended(t.oid || ' ' || t.xmin || ' ' || t.ctid, 0)), 0) AS sum
          FROM pg_catalog.pg_trigger t
        UNION ALL
        SELECT 2, count(*), coalesce(sum(hashtextextended(p.oid || ' ' || p.xmin || ' ' || p.ctid, 0)), 0)
          FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
        UNION ALL
        SELECT 3, count(*), coalesce(sum(hashtextextended(k.oid || ' ' || k.xmin || ' ' || k.ctid, 0)), 0)
          FROM pg_catalog.pg_constraint k WHERE k.connamespace = 'onceover'::regnamespace
        UNION ALL
        SELECT 4, count(*), coalesce(sum(hashtextextended(i.indexrelid || ' ' || i.xmin || ' ' || i.ctid, 0)), 0) FROM pg_catalog.pg_index i
        UNION ALL
        SELECT 5, count(*), coalesce(sum(hashtextextended(g.kind || ' ' || g.relation || ' ' || g.name || ' ' || g.xmin, 0)), 0)
          FROM onceover.schema_guard g) x

-- name: ReadGuardFacts
-- Guards that are not as recorded (S6). Fifty are named; how many more there are is said as well.
-- role: onceover_reconciler
SELECT 'guard changed' AS rule, CASE WHEN f.n <= 50 THEN 'guard ' || f.kind || ' ' || f.name ELSE 'more guards' END AS subject, 'P0' AS grade, '' AS key,
       CASE WHEN f.n <= 50 THEN 'it is ' || f.fault || ', not as recorded' ELSE f.total - 50 || ' more are not as recorded' END AS last_error,
       'freeze everything, find who changed it, put it back as its migration made it; a change that was meant ends with record_guards()' AS detail,
       '' AS job_id, 'UTC' AS zone, NULL::date AS biz_date, 1::bigint AS measure, 0::bigint AS amount
  FROM (SELECT g.kind, g.name, g.fault, row_number() OVER (ORDER BY g.kind, g.name) AS n, count(*) OVER () AS total
          FROM onceover.guard_faults() g) f
 WHERE f.n <= 51
 ORDER BY f.n

-- name: OpenAlert
-- Once while it is open, whoever comes first. $1 rule, $2 subject, $3 grade, $4 key, $5 last error, $6 detail, $7 job, $8 zone, $9 date.
-- role: onceover_reconciler
INSERT INTO onceover.alert (rule, subject, grade, idempotency_key, last_error, detail, job_id, zone, biz_date)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::date)
ON CONFLICT (rule, subject) WHERE closed_at IS NULL DO NOTHING
RETURNING alert_id

-- name: RefreshAlert
-- $1 alert, $2 last error, $3 detail.
-- role: onceover_reconciler
UPDATE onceover.alert SET last_error = $2::text, detail = $3::text WHERE alert_id = $1::bigint AND closed_at IS NULL
RETURNING alert_id

-- name: CloseAlerts
-- role: onceover_reconciler
UPDATE onceover.alert SET closed_at = (SELECT onceover.clock()) WHERE alert_id = ANY ($1::bigint[]) AND closed_at IS NULL
RETURNING alert_id

-- name: EscalateAlerts
-- Only what nobody acknowledged and no other reconciler escalated meanwhile. $1 alerts and $2 the levels that they were found at, in
-- pairs.
-- role: onceover_reconciler
UPDATE onceover.alert a SET escalations = a.escalations + 1, escalated_at = (SELECT onceover.clock())
  FROM unnest($1::bigint[], $2::integer[]) AS e(alert_id, level)
 WHERE a.alert_id = e.alert_id AND a.escalations = e.level AND a.closed_at IS NULL AND a.acknowledged_by IS NULL
RETURNING a.alert_id

-- name: ReadOwedAlertMessages
-- Open alerts whose present level was not told yet, the gravest and oldest first; the next round takes what is over the limit.
-- role: onceover_reconciler
SELECT w.alert_id, w.level, w.kind, w.rule, w.subject, w.grade, w.idempotency_key AS key, w.last_error, w.detail, w.biz_date
  FROM onceover.alert_owed w ORDER BY w.grade, w.alert_id, w.kind LIMIT 200

-- name: SendAlert
-- Into the outbox, once. $1 alert, $2 level, $3 kind, $4 words.
-- role: onceover_reconciler
SELECT onceover.send_alert($1::bigint, $2::integer, $3::text, $4::text) AS written

-- name: ReadComparisonsOwed
-- What a business date still owes. $1 business date.
-- role: onceover_reconciler
SELECT c.kind, c.channel_id, c.endpoint FROM onceover.comparisons_owed($1::date) c

-- name: ReadFreezeComparisonsOwed
-- role: onceover_reconciler
SELECT freeze_id, biz_date, channel_id, endpoint FROM onceover.freeze_comparisons_owed()

-- name: PairOurBook
-- Each line of their book beside what is known of it here, in their order: the message with its key, and the operation for which its
-- reference was recorded. $1 channel, $2 keys and $3 references, in pairs.
-- role: onceover_reconciler, onceover_auditor
SELECT m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.amount_minor, m.currency, m.status, coalesce(m.external_ref, '') AS external_ref,
       m.last_sent_at, m.finished_at, m.overdue_ms, e.operation_id AS reference_of
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY t(key, ref, n)
  LEFT JOIN LATERAL (
       SELECT o.*, (extract(epoch FROM p.escalate_after) * 1000)::bigint AS overdue_ms
         FROM (SELECT bucket, outbox_id, operation_id, idempotency_key, amount_minor, currency, status, external_ref, last_sent_at, finished_at,
                      channel_id, profile_version
                 FROM onceover.outbox WHERE idempotency_key = t.key AND channel_id = $1::text OFFSET 0) o
         JOIN onceover.channel_profile p ON p.channel_id = o.channel_id AND p.profile_version = o.profile_version) m ON true
  LEFT JOIN LATERAL ( -- Line by line as well: a page must not read all references that there ever were.
       SELECT operation_id FROM onceover.external_reference WHERE channel_id = $1 AND external_ref = t.ref AND t.ref <> '' OFFSET 0) e ON true
 ORDER BY t.n

-- name: CountAcceptedBook
-- $1 channel, $2 before.
-- role: onceover_reconciler, onceover_auditor
SELECT count(*) AS accepted FROM onceover.outbox WHERE channel_id = $1::text AND status = 'ACCEPTED' AND finished_at < $2::timestamptz

-- name: ReadAcceptedBook
-- What must be in their book: a page of what was accepted before it was read. $1 channel, $2 before, $3 bucket and $4 message after which,
-- $5 rows.
-- role: onceover_reconciler, onceover_auditor
SELECT m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.amount_minor, m.currency, m.status, coalesce(m.external_ref, '') AS external_ref,
       m.last_sent_at, m.finished_at, 0::bigint AS overdue_ms
  FROM onceover.outbox m
 WHERE m.channel_id = $1::text AND m.status = 'ACCEPTED' AND m.finished_at < $2::timestamptz AND (m.bucket, m.outbox_id) > ($3::smallint, $4::bigint)
 ORDER BY m.bucket, m.outbox_id LIMIT $5::integer

-- name: RecordComparison
-- One a day, kind and channel; one more that could not be read. $1 kind, $2 channel, $3 date, $4 outcome, $5 started, $6 took
-- in milliseconds, $7 compared, $8 differences, $9 detail, $10 worker, $11 the freeze that waits for it.
-- role: onceover_reconciler
INSERT INTO onceover.reconciliation_run (kind, channel_id, biz_date, outcome, started_at, finished_at, took, compared, differences, detail, worker_id, freeze_id)
VALUES ($1::text, nullif($2::text, ''), $3::date, $4::text, $5::timestamptz, (SELECT onceover.clock()), $6::bigint * interval '1 ms',
        $7::bigint, $8::bigint, $9::text, $10::text, $11::bigint)
ON CONFLICT DO NOTHING
RETURNING reconciliation_id

-- name: CountOpenedDifferences
-- role: onceover_reconciler
UPDATE onceover.reconciliation_run SET opened = $2::bigint WHERE reconciliation_id = $1::bigint RETURNING reconciliation_id

-- name: WriteBookDifferences
-- Each mismatch that is not open yet, and that two persons have not explained. A line of theirs is explained for as long as the payment
-- that it was said to be has no line of its own. $1 channel, $2 to $11 one element each, $12 comparison.
-- role: onceover_reconciler
INSERT INTO onceover.reconciliation_difference (reconciliation_id, kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor,
                                                theirs_minor, currency, detail, pair, occurred_at)
SELECT $12::bigint, g.kind, 'P0', g.bucket, g.operation_id, $1::text, g.key, g.ref, g.ours, g.theirs, g.currency, g.detail, 'ours/book', g.occurred
  FROM unnest($2::text[], $3::smallint[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::text[],
              $11::timestamptz[]) AS g(kind, bucket, operation_id, key, ref, ours, theirs, currency, detail, occurred)
 WHERE NOT EXISTS (SELECT FROM onceover.record_match m
                    WHERE m.pair = 'ours/book' AND m.channel_id = $1::text
                      AND CASE g.kind WHEN 'MISSING_THERE' THEN m.ours = g.key
                                      WHEN 'MISSING_HERE' THEN m.theirs = concat(g.key, '|', g.ref, '|')
                                           AND EXISTS (SELECT FROM unnest($2::text[], $5::text[]) AS s(kind, key) WHERE s.kind = 'MISSING_THERE' AND s.key = m.ours)
                                      ELSE false END)
ON CONFLICT DO NOTHING
RETURNING difference_id

-- name: CountThreeTables
-- How much was looked at, and how many differences there are now.
-- role: onceover_reconciler, onceover_auditor
SELECT (SELECT count(*) FROM onceover.v_subscription_order) + (SELECT count(*) FROM onceover.v_payment) AS compared,
       (SELECT count(*) FROM onceover.v_three_table_difference) AS differences

-- name: WriteThreeTableDifferences
-- What the three tables disagree about now and is not open yet. $1 comparison.
-- role: onceover_reconciler
INSERT INTO onceover.reconciliation_difference (reconciliation_id, kind, grade, external_ref, ours_minor, theirs_minor, currency, detail, pair,
                                                subject, occurred_at)
SELECT $1::bigint, kind, 'P0', external_ref, ours_minor, theirs_minor, currency, detail, pair, subject, occurred_at
  FROM onceover.v_three_table_difference
ON CONFLICT DO NOTHING
RETURNING difference_id

-- name: CountOpenLetters
-- role: onceover_reconciler
SELECT count(*) AS open, count(*) FILTER (WHERE opened_at < (SELECT onceover.clock()) - onceover.limit_of('dead letter age') * interval '1 ms') AS old
  FROM onceover.dead_letter WHERE status <> 'RESOLVED'

-- name: ReadFigures
-- role: onceover_reconciler, onceover_viewer, onceover_auditor
SELECT figure, job_type, channel_id, duty, class, rule_version, coalesce(value, 0) AS value FROM onceover.v_figure
UNION ALL
SELECT figure, job_type, channel_id, duty, class, rule_version, value FROM onceover.v_figure_callback
