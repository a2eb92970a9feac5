-- SPDX-License-Identifier: GPL-3.0-or-later
-- The pages Reconciliation (its comparisons and its differences) and Alerts. How a page is read: console_letters.sql.

-- name: ConsoleReconciliations
-- Newest first. $5 kind, $6 business date.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT c.* FROM onceover.v_reconciliation c
   WHERE ($5::text IS NULL OR c.kind = $5) AND ($6::date IS NULL OR c.biz_date = $6) AND $2::timestamptz IS NOT NULL
), page AS MATERIALIZED (
  (SELECT * FROM found c WHERE NOT $1::boolean AND c.reconciliation_id < $3::bigint ORDER BY c.reconciliation_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found c WHERE $1 AND c.reconciliation_id >= $3 ORDER BY c.reconciliation_id LIMIT $4)
)
SELECT p.reconciliation_id, p.kind, coalesce(p.biz_date, b.biz_date) AS biz_date, coalesce(r.run_key, '') AS batch_key, p.channel_id, p.compared,
       p.differences, p.outcome, p.detail, p.started_at, p.finished_at, p.worker_id, p.started_at AS sort_at, p.reconciliation_id AS sort_id
  FROM page p
  LEFT JOIN onceover.v_batch b ON b.batch_id = p.batch_id
  LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
 ORDER BY p.reconciliation_id DESC

-- name: ConsoleReconciliationGroups
-- By kind, counted no further than 10,001. $1 business date.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM ((SELECT c.kind AS name FROM onceover.v_reconciliation c WHERE $1::date IS NULL ORDER BY c.reconciliation_id DESC LIMIT 10001)
        UNION ALL (SELECT c.kind FROM onceover.v_reconciliation c WHERE c.biz_date = $1 LIMIT 10001)) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleDifferences
-- Oldest first; without a status the open ones. Its day: that of its batch, else of the comparison that found it, else of its operation. Age at
-- discovery: from when it happened (else the last send) to when it was found. $5 status, $6 kind, $7 business date, $8 the start of key, id,
-- reference or subject (`order renew:7`, or without its first word), $9 currency, $10 sign: whether the other book has more, less or as much.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT d.*, coalesce(b.biz_date, c.biz_date, o.biz_date) AS day, r.run_key,
         o.settlement_type, o.status AS operation_status, o.failure_class AS operation_failure, o.amount_minor AS operation_minor, o.currency AS operation_currency
    FROM (SELECT * FROM onceover.v_difference WHERE status = 'OPEN' AND coalesce($5::text, 'OPEN') = 'OPEN'
          UNION ALL SELECT * FROM onceover.v_difference WHERE status = 'RESOLVED' AND $5 = 'RESOLVED') d
    LEFT JOIN onceover.v_batch b ON b.batch_id = d.batch_id
    LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
    LEFT JOIN onceover.v_reconciliation c ON c.reconciliation_id = d.reconciliation_id
    LEFT JOIN onceover.v_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
   WHERE ($6::text IS NULL OR d.kind = $6) AND ($7::date IS NULL OR coalesce(b.biz_date, c.biz_date, o.biz_date) = $7)
     AND ($8::text IS NULL OR starts_with(d.idempotency_key, upper($8)) OR starts_with(d.operation_id::text, lower($8)) OR starts_with(d.external_ref, $8)
          OR starts_with(d.subject, $8) OR starts_with(split_part(d.subject, ' ', 2), $8))
     AND ($9::text IS NULL OR d.currency::text = upper($9))
     AND CASE $10::text WHEN 'more' THEN coalesce(d.theirs_minor, 0) > coalesce(d.ours_minor, 0)
                        WHEN 'less' THEN coalesce(d.theirs_minor, 0) < coalesce(d.ours_minor, 0)
                        WHEN 'equal' THEN coalesce(d.theirs_minor, 0) = coalesce(d.ours_minor, 0) ELSE true END
), page AS MATERIALIZED (
  (SELECT * FROM found d WHERE NOT $1::boolean AND (d.opened_at, d.difference_id) > ($2::timestamptz, $3::bigint)
    ORDER BY d.opened_at, d.difference_id LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found d WHERE $1 AND (d.opened_at, d.difference_id) <= ($2, $3) ORDER BY d.opened_at DESC, d.difference_id DESC LIMIT $4)
)
SELECT p.difference_id, p.kind, p.pair, p.subject, p.grade, p.day AS biz_date, coalesce(p.run_key, '') AS batch_key, p.operation_id::text AS operation_id,
       p.settlement_type, p.operation_status, p.operation_failure, p.operation_minor, p.operation_currency::text AS operation_currency,
       EXISTS (SELECT FROM onceover.v_external_call x
                WHERE x.bucket = p.bucket AND x.operation_id = p.operation_id AND x.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) AS effect_found,
       p.channel_id, p.idempotency_key, p.external_ref, p.ours_minor, p.theirs_minor, p.currency::text AS currency, p.detail, p.status,
       p.opened_at, p.resolved_at,
       (extract(epoch FROM p.opened_at - coalesce(p.occurred_at, (SELECT max(m.last_sent_at) FROM onceover.v_outbox m
                                                                   WHERE m.bucket = p.bucket AND m.operation_id = p.operation_id))) * 1000)::bigint AS discovery_ms,
       p.opened_at AS sort_at, p.difference_id AS sort_id
  FROM page p ORDER BY p.opened_at, p.difference_id

-- name: ConsoleDifferenceGroups
-- By kind, counted no further than 10,001. $1 status, $2 business date, $3 the start of key, id, reference or subject, $4 currency, $5 sign.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT d.kind AS name
          FROM (SELECT * FROM onceover.v_difference WHERE status = 'OPEN' AND coalesce($1::text, 'OPEN') = 'OPEN'
                UNION ALL (SELECT * FROM onceover.v_difference WHERE status = 'RESOLVED' AND $1 = 'RESOLVED' ORDER BY opened_at LIMIT 10001)) d
          LEFT JOIN onceover.v_batch b ON b.batch_id = d.batch_id
          LEFT JOIN onceover.v_reconciliation c ON c.reconciliation_id = d.reconciliation_id
          LEFT JOIN onceover.v_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
         WHERE ($2::date IS NULL OR coalesce(b.biz_date, c.biz_date, o.biz_date) = $2)
           AND ($3::text IS NULL OR starts_with(d.idempotency_key, upper($3)) OR starts_with(d.operation_id::text, lower($3)) OR starts_with(d.external_ref, $3)
                OR starts_with(d.subject, $3) OR starts_with(split_part(d.subject, ' ', 2), $3))
           AND ($4::text IS NULL OR d.currency::text = upper($4))
           AND CASE $5::text WHEN 'more' THEN coalesce(d.theirs_minor, 0) > coalesce(d.ours_minor, 0)
                             WHEN 'less' THEN coalesce(d.theirs_minor, 0) < coalesce(d.ours_minor, 0)
                             WHEN 'equal' THEN coalesce(d.theirs_minor, 0) = coalesce(d.ours_minor, 0) ELSE true END
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleAlerts
-- Oldest first; without a status what is not closed. $5 status (OPEN, ACKNOWLEDGED, CLOSED), $6 rule, $7 the key's start.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT a.*, CASE WHEN a.closed_at IS NOT NULL THEN 'CLOSED' WHEN a.acknowledged_at IS NOT NULL THEN 'ACKNOWLEDGED' ELSE 'OPEN' END AS status
    FROM onceover.v_alert a
   WHERE CASE $5::text WHEN 'OPEN' THEN a.closed_at IS NULL AND a.acknowledged_at IS NULL
                       WHEN 'ACKNOWLEDGED' THEN a.closed_at IS NULL AND a.acknowledged_at IS NOT NULL
                       WHEN 'CLOSED' THEN a.closed_at IS NOT NULL ELSE a.closed_at IS NULL END
     AND ($6::text IS NULL OR a.rule = $6)
     AND ($7::text IS NULL OR starts_with(a.idempotency_key, upper($7)) OR starts_with(a.subject, $7))
), page AS MATERIALIZED (
  (SELECT * FROM found a WHERE NOT $1::boolean AND (a.opened_at, a.alert_id) > ($2::timestamptz, $3::bigint)
    ORDER BY a.opened_at, a.alert_id LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found a WHERE $1 AND (a.opened_at, a.alert_id) <= ($2, $3) ORDER BY a.opened_at DESC, a.alert_id DESC LIMIT $4)
)
SELECT p.alert_id, p.rule, p.subject, p.grade, p.idempotency_key, p.last_error, p.status, p.opened_at,
       coalesce(n.display_name, p.acknowledged_by, '') AS acknowledged_by, p.acknowledged_at, p.closed_at, p.opened_at AS sort_at, p.alert_id AS sort_id
  FROM page p LEFT JOIN onceover.v_person n ON n.person_id = p.acknowledged_by
 ORDER BY p.opened_at, p.alert_id

-- name: ConsoleAlertGroups
-- By rule, counted no further than 10,001. $1 status, $2 the key's start.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT a.rule AS name FROM onceover.v_alert a
         WHERE CASE $1::text WHEN 'OPEN' THEN a.closed_at IS NULL AND a.acknowledged_at IS NULL
                             WHEN 'ACKNOWLEDGED' THEN a.closed_at IS NULL AND a.acknowledged_at IS NOT NULL
                             WHEN 'CLOSED' THEN a.closed_at IS NOT NULL ELSE a.closed_at IS NULL END
           AND ($2::text IS NULL OR starts_with(a.idempotency_key, upper($2)) OR starts_with(a.subject, $2))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name
