-- SPDX-License-Identifier: GPL-3.0-or-later
-- One line of the execution log (DESIGN.md section 2, R116): one query answers who, when, which operation, which input version, and whether
-- the outside accepted it. One row per claim, for each operation that was claimed.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- started_at: of the claim; finished_at and outcome: of what ended it, whoever wrote that; null: it is in work. trigger_id: the first that led
-- to the run. error: of the attempt, else what the operation said last.
CREATE VIEW v_execution_line AS
  SELECT (SELECT min(t.trigger_id) FROM run_trigger t WHERE t.run_id = b.run_id) AS trigger_id,
         e.attempt_id, o.batch_id, o.operation_id, e.worker_id, o.shard_no AS shard, e.versions[array_position(e.operation_ids, o.operation_id)] AS version,
         e.at AS started_at, n.at AS finished_at, coalesce(nullif(a.input_version, ''), o.input_version) AS input_version, a.rows_affected, m.idempotency_key,
         m.external_ref, n.to_status AS outcome, coalesce(nullif(a.error, ''), o.last_error) AS error
    FROM settlement_operation o
    JOIN settlement_batch b ON b.batch_id = o.batch_id
    JOIN operation_event e ON e.batch_id = o.batch_id AND o.operation_id = ANY (e.operation_ids) AND e.event IN ('CLAIM', 'TAKE_OVER')
    LEFT JOIN run_attempt a ON a.attempt_id = e.attempt_id
    LEFT JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout'
    LEFT JOIN LATERAL (SELECT q.at, q.to_status FROM operation_event q
                        WHERE q.batch_id = o.batch_id AND o.operation_id = ANY (q.operation_ids) AND (q.at, q.event_id) > (e.at, e.event_id)
                        ORDER BY q.at, q.event_id LIMIT 1) n ON true;
GRANT SELECT ON v_execution_line TO onceover_viewer, onceover_auditor;

SELECT record_guards();
