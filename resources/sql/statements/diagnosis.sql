-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a diagnosis weighs (R107, R109): the layers of each business key side by side, and who worked on it when.

-- name: ReadRunToDiagnose
-- $1 job, $2 business date.
-- role: onceover_auditor
SELECT r.run_key, r.status AS run_status, b.batch_id, b.status AS batch_status,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (SELECT count(*) FROM onceover.run_trigger t WHERE t.run_id = r.run_id) AS triggers,
       coalesce((SELECT t.source FROM onceover.run_trigger t WHERE t.run_id = r.run_id ORDER BY t.at, t.trigger_id LIMIT 1), '') AS first_source,
       (SELECT count(*) FROM onceover.settlement_operation o WHERE o.batch_id = b.batch_id) AS operations
  FROM onceover.job_run r
  JOIN onceover.job j USING (job_id)
  LEFT JOIN onceover.settlement_batch b USING (run_id)
 WHERE r.job_id = $1::text AND r.biz_date = $2::date
 ORDER BY r.run_id LIMIT 1

-- name: ReadDoubledKeys
-- The operations of a batch on which something stands more than once, what took effect twice first. Differences TWICE, resolved
-- ones too, tell of effects that only the outside's book knows; a callback tells as much as an answer. $1 batch, $2 how many.
-- role: onceover_auditor
WITH twice AS MATERIALIZED (
  SELECT DISTINCT d.operation_id FROM onceover.reconciliation_difference d WHERE d.kind = 'TWICE' AND d.operation_id IS NOT NULL
)
SELECT k.*, count(*) OVER () AS total
  FROM (SELECT o.bucket, o.operation_id, o.merchant_id, o.settle_date, o.settlement_type, o.currency::text AS currency, o.scope_ref, o.revision,
               o.status, o.attempts_total AS attempts,
               (SELECT count(*) FROM onceover.settlement_operation n
                 WHERE n.bucket = o.bucket AND n.merchant_id = o.merchant_id AND n.settle_date = o.settle_date
                   AND n.settlement_type = o.settlement_type AND n.currency = o.currency AND n.scope_ref = o.scope_ref
                   AND (n.status <> 'FAILED_PERMANENT' OR n.operation_id = o.operation_id)) AS operations,
               coalesce((SELECT max(l.n) FROM (SELECT count(*) AS n FROM onceover.ledger_entry e
                                                WHERE e.bucket = o.bucket AND e.operation_id = o.operation_id GROUP BY e.phase, e.side) l), 0) AS legs,
               (SELECT count(*) FROM onceover.outbox m
                 WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout') AS messages,
               (SELECT coalesce(sum(m.sends_maybe_left), 0) FROM onceover.outbox m
                 WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout')::bigint AS sends_left,
               o.status NOT IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') AS answered,
               greatest((SELECT count(DISTINCT e.ref) FROM (
                           SELECT c.channel_id || ' ' || coalesce(c.external_ref, 'call ' || c.call_id) AS ref FROM onceover.external_call c
                            WHERE c.bucket = o.bucket AND c.operation_id = o.operation_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
                           UNION ALL
                           SELECT v.channel_id || ' ' || coalesce(v.external_ref, 'event ' || v.event_id) FROM onceover.outbox m
                             JOIN onceover.external_event v ON v.channel_id = m.channel_id AND v.idempotency_key = m.idempotency_key
                            WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND v.signature_valid
                              AND v.answer IN ('ACCEPTED', 'FOUND_EXECUTED')) e),
                        CASE WHEN w.operation_id IS NOT NULL THEN 2 ELSE 0 END) AS effects
          FROM onceover.settlement_operation o
          LEFT JOIN twice w ON w.operation_id = o.operation_id
         WHERE o.batch_id = $1::bigint) k
 WHERE k.attempts > 1 OR k.operations > 1 OR k.legs > 1 OR k.messages > 1 OR k.sends_left > 1 OR k.effects > 1
 ORDER BY k.effects > 1 DESC, k.messages > 1 DESC, k.legs > 1 DESC, k.operations > 1 DESC, k.answered, k.sends_left DESC, k.attempts DESC,
          k.bucket, k.operation_id
 LIMIT $2::integer

-- name: ReadClaimsOfOperations
-- Each claim with what came next, and when its worker was last heard of, whenever that was. $1 batch, $2 operations.
-- role: onceover_auditor
WITH steps AS MATERIALIZED (
  SELECT x.operation_id, x.version, e.event_id, e.event, e.at, e.attempt_id, e.worker_id
    FROM onceover.operation_event e
   CROSS JOIN LATERAL unnest(e.operation_ids, e.versions) AS x(operation_id, version)
   WHERE e.batch_id = $1::bigint AND x.operation_id = ANY ($2::uuid[])
), ordered AS (
  SELECT s.*, lead(s.event) OVER w AS next_event, lead(s.at) OVER w AS next_at
    FROM steps s WINDOW w AS (PARTITION BY s.operation_id ORDER BY s.at, s.event_id)
)
SELECT o.operation_id, coalesce(o.attempt_id, 0) AS attempt_id, o.version, o.event, o.worker_id, o.at, o.next_event, o.next_at,
       (SELECT max(h.beat_at) FROM onceover.worker_heartbeat h
         WHERE h.worker_id = o.worker_id) AS last_beat_at
  FROM ordered o WHERE o.event IN ('CLAIM', 'TAKE_OVER')
 ORDER BY o.operation_id, o.at, o.event_id
