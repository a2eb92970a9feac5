-- SPDX-License-Identifier: GPL-3.0-or-later
-- Two settled business days, made step by step as the duties make them, under every guard: 2026-03-10 COMPLETED (among its
-- payouts one whose answer was lost and asked for, and one that was never seen and sent again), 2026-03-11 PARTIAL (one
-- refused, one unknown that nobody can ask about any more). Run as the superuser on a migrated database.
\set ON_ERROR_STOP on
SET search_path = onceover, pg_temp;
SET client_min_messages = warning;
BEGIN;

INSERT INTO installation (namespace, name, environment, system_identifier, timeline)
SELECT '6f1d2c3b-4a59-4e68-8777-9a0b1c2d3e4f', 'Test', 'development', system_identifier, 1 FROM pg_control_system() ON CONFLICT DO NOTHING;

INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login)
VALUES ('practice-bank', 1, 'test', true, '[]', 'test', 'test');
INSERT INTO channel_profile (channel_id, profile_version, kind, endpoint, enabled, key_transport, key_max_len, key_charset, retention,
                             retention_margin, on_mismatch, on_in_flight, stores_5xx, query_kind, max_late_execution, refusal, amount_unit, created_by)
VALUES ('practice-bank', 1, 'payout', 'http://127.0.0.1:1', true, 'header:Idempotency-Key', 64, 'A-Z2-7', '30 days', '1 hour', 'error', '409',
        false, 'authoritative', '0 s', 'final', 'minor', 'test') ON CONFLICT DO NOTHING;
INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, schedule_from, same_action, allowed_lateness, may_repeat,
                 shard_count)
VALUES ('settle-daily', 'settle-daily', 'settle-daily', 'day', 'P0', 'Asia/Shanghai', '30 18 * * *', 'infinity', 'one settlement per merchant and day',
        '2 hours', 'never', 4) ON CONFLICT DO NOTHING;
INSERT INTO person (person_id, display_name) VALUES ('alice', 'Alice'), ('bob', 'Bob'), ('carol', 'Carol') ON CONFLICT DO NOTHING;
INSERT INTO person_login (rolname, roleoid, person_id)
SELECT r.rolname, r.oid, r.rolname FROM pg_roles r WHERE r.rolname IN ('alice', 'bob', 'carol') ON CONFLICT DO NOTHING;

INSERT INTO merchant (merchant_id, bucket, name, time_zone, currency, channel_id, beneficiary_name, beneficiary_account, beneficiary_country)
SELECT m, bucket_of(m), 'Merchant ' || m, 'Asia/Shanghai', (ARRAY['CNY', 'JPY', 'KWD'])[1 + m % 3], 'practice-bank', 'Holder ' || m,
       'ACCT-000000-' || (1000 + m), 'CN'
  FROM generate_series(1, 24) m;
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
SELECT m.bucket, k.kind, k.kind || '-' || d.day || '-' || m.merchant_id, m.merchant_id, k.minor, m.currency, d.day + interval '3 hours', d.day
  FROM merchant m CROSS JOIN (VALUES ('sale', 100000), ('refund', -1500), ('fee', -250)) k(kind, minor)
 CROSS JOIN (VALUES (date '2026-03-10'), (date '2026-03-11')) d(day)
 WHERE k.kind <> 'refund' OR m.merchant_id % 2 = 0;

-- The scheduler: run, batch, shards, items, operations, due rows.
CREATE FUNCTION pg_temp.enumerate_day(p_day date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  run   bigint;
  batch bigint;
BEGIN
  INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
  VALUES ('settle-daily', 'settle-daily', '', run_key_of('settle-daily', '', 'day', p_day), p_day, 'P0', 'Asia/Shanghai', '2026a') RETURNING run_id INTO run;
  INSERT INTO run_trigger (job_id, source, scheduled_at, run_id, run_key, biz_date, answer, requested_by)
  SELECT 'settle-daily', 'schedule', p_day + interval '1 day', run, r.run_key, p_day, 'CREATED', 'scheduler' FROM job_run r WHERE r.run_id = run;
  UPDATE job_run SET status = 'RUNNING', attempts = 1, started_at = clock() WHERE run_id = run;
  INSERT INTO run_attempt (run_id, attempt_no, worker_id) VALUES (run, 1, 'test-w1');
  INSERT INTO settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
  VALUES (run, 'settle-daily', 'settle-daily', p_day, '', 'P0', 4, 'v1', 1) RETURNING batch_id INTO batch;
  INSERT INTO batch_shard (batch_id, shard_no, shard_total, bucket_from, bucket_to, input_version)
  SELECT batch, n, 4, n * 16, n * 16 + 16, 'v1' FROM generate_series(0, 3) n;
  INSERT INTO settlement_item (bucket, item_kind, item_id, root_id, amount_minor, currency)
  SELECT s.bucket, s.sale_kind, s.sale_id, operation_id_of(namespace(), s.merchant_id, p_day, 'settle-daily', s.currency, '', 0), s.amount_minor, s.currency
    FROM sale s WHERE s.settle_date = p_day;
  INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, root_id, amount_minor, item_count,
                                    batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
  SELECT g.bucket, g.id, g.merchant_id, p_day, 'settle-daily', g.currency, g.id, g.minor, g.n, batch, g.bucket / 16, 'settle-daily', p_day,
         m.channel_id, jsonb_build_object('name', m.beneficiary_name, 'account', m.beneficiary_account, 'country', m.beneficiary_country), 'v1', 1
    FROM (SELECT s.bucket, s.merchant_id, s.currency, sum(s.amount_minor) AS minor, count(*) AS n,
                 operation_id_of(namespace(), s.merchant_id, p_day, 'settle-daily', s.currency, '', 0) AS id
            FROM sale s WHERE s.settle_date = p_day GROUP BY s.bucket, s.merchant_id, s.currency) g
    JOIN merchant m USING (merchant_id);
  INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
  SELECT bucket, operation_id, 'settle-daily', job_id, batch_id, merchant_id, clock() FROM settlement_operation WHERE batch_id = batch;
  UPDATE batch_shard s SET status = 'ENUMERATED', enumerated_at = clock(), input_hash = sha256('inputs'),
         expected_count = (SELECT count(*) FROM settlement_operation o WHERE o.batch_id = batch AND o.shard_no = s.shard_no),
         expected_items = (SELECT coalesce(sum(o.item_count), 0) FROM settlement_operation o WHERE o.batch_id = batch AND o.shard_no = s.shard_no),
         expected_amount = (SELECT coalesce(jsonb_object_agg(c.currency, c.minor), '{}')
                              FROM (SELECT o.currency, sum(o.amount_minor) AS minor FROM settlement_operation o
                                     WHERE o.batch_id = batch AND o.shard_no = s.shard_no GROUP BY o.currency) c)
   WHERE s.batch_id = batch;
  UPDATE run_attempt SET status = 'SUCCEEDED', finished_at = clock() WHERE run_id = run AND shard_no IS NULL;
  UPDATE settlement_batch SET status = 'RUNNING' WHERE batch_id = batch;
  RETURN batch;
END
$$;

-- The worker: claim, then post (state, HOLD legs, message).
CREATE FUNCTION pg_temp.post_batch(p_batch bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id)
  SELECT b.run_id, b.batch_id, n, 1, 'test-w1' FROM settlement_batch b, generate_series(0, 3) n WHERE b.batch_id = p_batch;
  UPDATE settlement_operation o SET status = 'PROCESSING', version = o.version + 1, worker_id = 'test-w1', lease_until = clock() + interval '5 min',
         attempt_id = a.attempt_id, attempts_total = o.attempts_total + 1
    FROM run_attempt a WHERE o.batch_id = p_batch AND a.batch_id = p_batch AND a.shard_no = o.shard_no;
  INSERT INTO operation_event (event, from_status, to_status, batch_id, worker_id, operation_ids)
  SELECT 'CLAIM', 'PENDING', 'PROCESSING', p_batch, 'test-w1', array_agg(operation_id) FROM settlement_operation WHERE batch_id = p_batch;
  PERFORM ensure_accounts(p_batch);
  UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL, updated_at = clock() WHERE batch_id = p_batch;
  INSERT INTO ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version, attempt_id)
  SELECT o.bucket, o.operation_id, 'HOLD', l.side, a.account_id, l.sign * o.amount_minor, o.currency, o.version, o.attempt_id
    FROM settlement_operation o
   CROSS JOIN (VALUES ('DEBIT', -1, 'payable'), ('CREDIT', 1, 'in_transit')) l(side, sign, kind)
    JOIN account a ON a.account_kind = l.kind AND a.currency = o.currency
                  AND a.owner_ref = CASE l.kind WHEN 'payable' THEN o.merchant_id::text ELSE o.channel_id END
   WHERE o.batch_id = p_batch;
  INSERT INTO outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor, currency,
                      job_id, batch_id, merchant_id)
  SELECT o.bucket, o.operation_id, 'payout', o.channel_id, 1, outward_key_of(namespace(), o.operation_id, 'payout'), p.bytes, sha256(p.bytes),
         o.amount_minor, o.currency, o.job_id, o.batch_id, o.merchant_id
    FROM settlement_operation o, LATERAL (SELECT convert_to('{"operation":"' || o.operation_id || '"}', 'UTF8') AS bytes) p
   WHERE o.batch_id = p_batch;
  DELETE FROM operation_due WHERE batch_id = p_batch;
  UPDATE run_attempt SET status = 'SUCCEEDED', finished_at = clock() WHERE batch_id = p_batch;
END
$$;

-- The sender's mark: committed before the bytes leave.
CREATE FUNCTION pg_temp.mark(p_batch bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE outbox SET status = 'SENDING', version = version + 1, worker_id = 'test-w1', lease_until = clock() + interval '2 min',
         sends_total = sends_total + 1, sends_maybe_left = sends_maybe_left + 1, first_sent_at = coalesce(first_sent_at, clock()), last_sent_at = clock()
   WHERE batch_id = p_batch AND status = 'PENDING'
$$;

-- A fact, and the outcome that follows from it.
CREATE FUNCTION pg_temp.answer(p_outbox bigint, p_kind text, p_answer text, p_outcome text, p_dead text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  m    outbox;
  call bigint;
  ref  text;
BEGIN
  SELECT * INTO STRICT m FROM outbox WHERE outbox_id = p_outbox;
  ref := CASE WHEN p_answer IN ('ACCEPTED', 'FOUND_EXECUTED') THEN 'BANK-' || left(m.idempotency_key, 12) END;
  INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, request_sha256, outbox_version,
                             started_at, duration, answer, external_ref, amount_minor, currency, worker_id)
  VALUES (p_kind, m.channel_id, 1, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, CASE WHEN p_kind = 'SEND' THEN m.payload_sha256 END,
          m.version, CASE WHEN p_kind = 'SEND' THEN m.last_sent_at ELSE clock() END, '20 ms', p_answer, ref,
          CASE WHEN ref IS NOT NULL THEN m.amount_minor END, CASE WHEN ref IS NOT NULL THEN m.currency END, 'test-w1')
  RETURNING call_id INTO call;
  PERFORM finish_external('test-w1', ARRAY[m.bucket], ARRAY[m.outbox_id], ARRAY[m.status], ARRAY[m.version], ARRAY[p_outcome],
                          ARRAY[coalesce(ref, '')], ARRAY[call], ARRAY[0::bigint], ARRAY[1::smallint], ARRAY[0::smallint], ARRAY['test'], ARRAY[p_answer],
                          ARRAY[p_dead]);
END
$$;

-- The scheduler's look: shards whose operations are all accepted, then the batch and its run.
CREATE FUNCTION pg_temp.complete(p_batch bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE batch_shard SET status = 'DONE', finished_at = clock() WHERE batch_id = p_batch;
  UPDATE settlement_batch SET status = 'RECONCILING' WHERE batch_id = p_batch;
  UPDATE settlement_batch SET status = 'COMPLETED', count_agrees = true, amount_agrees = true, last_check_at = clock(), finished_at = clock(),
         expected_count = (SELECT sum(expected_count) FROM batch_shard WHERE batch_id = p_batch),
         done_count = (SELECT sum(expected_count) FROM batch_shard WHERE batch_id = p_batch) WHERE batch_id = p_batch;
  UPDATE job_run SET status = 'DONE', finished_at = clock() WHERE run_id = (SELECT run_id FROM settlement_batch WHERE batch_id = p_batch);
END
$$;

SELECT register_worker('test-w1', 'onceover-worker', '0', 'host', 1, ARRAY['settler', 'sender', 'scheduler']);
SELECT beat('test-w1', d, 1) FROM unnest(ARRAY['settler', 'sender', 'scheduler', 'resolver']) d;

SELECT pg_temp.enumerate_day('2026-03-10') AS day1 \gset
SELECT pg_temp.post_batch(:day1);
SELECT pg_temp.mark(:day1);
-- Lost and found executed; lost, never seen there, sent again; the others at once.
SELECT pg_temp.answer(outbox_id, 'SEND', CASE WHEN n <= 2 THEN 'UNKNOWN' ELSE 'ACCEPTED' END, CASE WHEN n <= 2 THEN 'UNKNOWN' ELSE 'ACCEPTED' END)
  FROM (SELECT outbox_id, row_number() OVER (ORDER BY outbox_id) AS n FROM outbox WHERE batch_id = :day1) m;
SELECT pg_temp.answer(outbox_id, 'QUERY', CASE WHEN n = 1 THEN 'FOUND_EXECUTED' ELSE 'NOT_FOUND' END, CASE WHEN n = 1 THEN 'ACCEPTED' ELSE 'PENDING' END)
  FROM (SELECT outbox_id, row_number() OVER (ORDER BY outbox_id) AS n FROM outbox WHERE batch_id = :day1 AND status = 'UNKNOWN') m;
SELECT pg_temp.mark(:day1);
SELECT pg_temp.answer(outbox_id, 'SEND', 'ACCEPTED', 'ACCEPTED') FROM outbox WHERE batch_id = :day1 AND status = 'SENDING';
SELECT pg_temp.complete(:day1);
SELECT janitor_fold_counts(), janitor_fold_balances();

SELECT pg_temp.enumerate_day('2026-03-11') AS day2 \gset
SELECT pg_temp.post_batch(:day2);
SELECT pg_temp.mark(:day2);
SELECT pg_temp.answer(outbox_id, 'SEND', (ARRAY['REFUSED', 'UNKNOWN', 'ACCEPTED'])[least(n, 3)], (ARRAY['REFUSED', 'UNKNOWN', 'ACCEPTED'])[least(n, 3)],
                      CASE WHEN n = 2 THEN 'UNKNOWN' END)
  FROM (SELECT outbox_id, row_number() OVER (ORDER BY outbox_id) AS n FROM outbox WHERE batch_id = :day2) m;
UPDATE settlement_batch SET status = 'PARTIAL', status_reason = '1 refused, 1 unknown', last_check_at = clock() WHERE batch_id = :day2;

SELECT audit_worker('test-w1', 'start', 'test-w1', '{"duties": ["settler"]}');
COMMIT;
