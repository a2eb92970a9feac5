-- SPDX-License-Identifier: GPL-3.0-or-later
-- Business input of two days for the store's tests: one job in four shards, one bank, 24 merchants in three currencies,
-- each with a sale and a fee per day, every second one with a refund. Run as the superuser on a migrated database.
\set ON_ERROR_STOP on
SET search_path = onceover, pg_temp;
INSERT INTO installation (namespace, name, environment, system_identifier, timeline)
SELECT gen_random_uuid(), 'store test', 'sandbox', system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  FROM pg_control_system();
INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login)
VALUES ('practice-bank', 1, 'test', true, '[]', 'test', 'test');
INSERT INTO channel_profile (channel_id, profile_version, kind, endpoint, enabled, key_transport, key_max_len, key_charset, retention,
                             retention_margin, on_mismatch, on_in_flight, stores_5xx, query_kind, max_late_execution, refusal, amount_unit,
                             send_lease, answer_timeout, created_by)
VALUES ('practice-bank', 1, 'payout', 'http://127.0.0.1:1', true, 'header:Idempotency-Key', 64, 'A-Z2-7', '30 days', '1 hour', 'error', '409',
        false, 'authoritative', '0 s', 'final', 'minor', '2 min', '400 ms', 'test');
INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, schedule_from, same_action, allowed_lateness,
                 may_repeat, shard_count)
VALUES ('settle-daily', 'settle-daily', 'settle-daily', 'day', 'P0', 'Asia/Shanghai', '30 18 * * *', '2026-01-01',
        'one settlement per merchant and day', '2 hours', 'never', 4);
INSERT INTO merchant (merchant_id, bucket, name, time_zone, currency, channel_id, beneficiary_name, beneficiary_account, beneficiary_country)
SELECT m, bucket_of(m), 'Merchant ' || m, 'Asia/Shanghai', (ARRAY['CNY', 'JPY', 'KWD'])[1 + m % 3], 'practice-bank', 'Holder "' || m || '"',
       'ACCT-000000-' || (1000 + m), 'CN'
  FROM generate_series(1, 24) m;
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
SELECT m.bucket, k.kind, k.kind || '-' || d.day || '-' || m.merchant_id, m.merchant_id, k.minor, m.currency, d.day + interval '3 hours', d.day
  FROM merchant m CROSS JOIN (VALUES ('sale', 100000), ('refund', -1500), ('fee', -250)) k(kind, minor)
 CROSS JOIN (VALUES (date '2026-03-10'), (date '2026-03-11')) d(day)
 WHERE k.kind <> 'refund' OR m.merchant_id % 2 = 0;
