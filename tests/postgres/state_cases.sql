-- SPDX-License-Identifier: GPL-3.0-or-later
-- What no row may become, whoever writes it: identities, work and its fence, messages, what never changes, the machines of DESIGN.md
-- section 3, and what is never deleted. Read after guard_cases.sql, in its form and upon what that sets up.

-- Identity ---------------------------------------------------------------------------------------------------------------
-- case: a second operation for a natural key | login scheduler | expect 23505
INSERT INTO onceover.settlement_operation SELECT * FROM gc.operation(1);
-- case: a second operation for a natural key, with another id | login scheduler | expect 23505
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"operation_id": "00000000-0000-0000-0000-000000000001"}')).* FROM gc.operation(1) o;
-- case: the same merchant and day in another currency is other work (R9) | login scheduler | expect 00000 rows 1
INSERT INTO onceover.settlement_item SELECT bucket, 'sale', 'gc-other', operation_id, 5, currency FROM gc.other(1, '{"currency": "USD"}');
INSERT INTO onceover.settlement_operation SELECT * FROM gc.other(1, '{"currency": "USD"}');
-- case: the same merchant and day in another scope is other work (R9) | login scheduler | expect 00000 rows 1
INSERT INTO onceover.settlement_item SELECT bucket, 'sale', 'gc-other', operation_id, 5, currency FROM gc.other(1, '{"scope_ref": "branch-2"}');
INSERT INTO onceover.settlement_operation SELECT * FROM gc.other(1, '{"scope_ref": "branch-2"}');
-- case: the same six parts are the same work, whatever else differs (R9) | login scheduler | expect 23505
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"amount_minor": 5, "input_version": "v2"}')).* FROM gc.operation(1) o;
-- case: an item under a second root | login scheduler | expect 23505
INSERT INTO onceover.settlement_item VALUES (gc.bucket(1), 'sale', 'gc-sale-1', gc.op(11), 1100, 'CNY');
-- case: an item added to an operation that exists | login scheduler | expect OC005
INSERT INTO onceover.settlement_item VALUES (gc.bucket(1), 'sale', 'gc-late', gc.op(1), 5, 'CNY');
-- case: an operation id that is not the computed one | login scheduler | expect OC006
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"operation_id": "00000000-0000-0000-0000-000000000001"}')).* FROM gc.operation(10) o;
-- case: a bucket that is not the computed one | login scheduler | expect OC006
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, jsonb_build_object('bucket', (o.bucket + 1) % 64))).* FROM gc.operation(10) o;
-- case: a root that is another operation | login scheduler | expect OC006
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, jsonb_build_object('root_id', gc.op(1)))).* FROM gc.operation(10) o;
-- case: a revision without approval | login scheduler | expect OC008
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, jsonb_build_object('revision', 1,
  'operation_id', onceover.operation_id_of(onceover.namespace(), o.merchant_id, o.settle_date, o.settlement_type, o.currency, '', 1)))).* FROM gc.operation(10) o;
-- case: a refund without approval | login scheduler | expect OC008
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"settlement_type": "refund"}')).* FROM gc.operation(10) o;
-- case: an effect of another type in the day's batch | login scheduler | expect OC009
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, jsonb_build_object('settlement_type', 'bonus', 'item_count', 0, 'operation_id', i, 'root_id', i))).*
  FROM gc.operation(10) o, onceover.operation_id_of(onceover.namespace(), gc.merchant(10), '2026-10-26', 'bonus', 'CNY', '', 0) i;
-- case: an operation born with a version | login scheduler | expect OC001
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"version": 1}')).* FROM gc.operation(10) o;
-- case: an operation born done | login scheduler | expect OC001
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"status": "SUCCEEDED"}')).* FROM gc.operation(10) o;
-- case: a natural key with a blank | login scheduler | expect OC009
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"scope_ref": "a b"}')).* FROM gc.operation(10) o;
-- case: a natural key in another case | login scheduler | expect OC009
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"settlement_type": "Settle-Daily"}')).* FROM gc.operation(10) o;
-- case: a currency in small letters | login scheduler | expect OC009
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"currency": "cny"}')).* FROM gc.operation(10) o;
-- case: an amount that is not the sum of its items | login scheduler | expect OC005
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"amount_minor": 1001}')).* FROM gc.operation(10) o;
-- case: a settlement without items | login scheduler | expect OC005
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"item_count": 0, "amount_minor": 0}')).* FROM gc.operation(11) o;
-- case: a batch that does not hold it | login scheduler | expect OC009
INSERT INTO onceover.settlement_operation SELECT (jsonb_populate_record(o, '{"batch_id": 0}')).* FROM gc.operation(10) o;
-- case: a run under another key | login scheduler | expect OC006
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-28', '2026-10-27', 'P0', 'UTC', '');
-- case: a key with the time of its execution (R11) | login scheduler | expect OC006
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-27T01:00:03Z', '2026-10-27', 'P0', 'UTC', '');
-- case: a key with a time, past the guard: the form alone refuses it (R11) | login superuser | expect 23514
ALTER TABLE onceover.job_run DISABLE TRIGGER guard_insert;
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-27T01:00+00:00', '2026-10-27', 'P0', 'UTC', '');
-- case: a slot with the time of its execution (R11) | login superuser | expect 23514
ALTER TABLE onceover.job_run DISABLE TRIGGER guard_insert;
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-slot', 'webhook-delivery', '', 'gc-slot:2026-10-27T01:00:03+00:00', '2026-10-27', 'P1', 'UTC', '');
-- case: a slot under its planned time | login scheduler | expect 00000 rows 1
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, scheduled_at, local_wall, resolution)
VALUES ('gc-slot', 'webhook-delivery', '', 'gc-slot:2026-10-25T02:30+01:00', '2026-10-25', 'P1', 'Europe/Berlin', '', '2026-10-25 01:30Z',
        '2026-10-25 02:30 +01:00', 'OVERLAP_SECOND');
-- case: a slot under another time than its planned one | login scheduler | expect OC006
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, scheduled_at, local_wall, resolution)
VALUES ('gc-slot', 'webhook-delivery', '', 'gc-slot:2026-10-25T02:31+01:00', '2026-10-25', 'P1', 'Europe/Berlin', '', '2026-10-25 01:30Z',
        '2026-10-25 02:30 +01:00', 'OVERLAP_SECOND');
-- case: a wall clock that is not the instant (R20) | login scheduler | expect OC006
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, scheduled_at, local_wall, resolution)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-27', '2026-10-27', 'P0', 'UTC', '', '2026-10-28 01:00Z', '2026-10-28 01:00 +01:00', 'PLAIN');
-- case: a run skipped without a row that says held | login scheduler | expect OC001
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, status)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-27', '2026-10-27', 'P0', 'UTC', '', 'SKIPPED');
-- case: a second run under the same key | login scheduler | expect 23505
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-26', '2026-10-26', 'P0', 'UTC', '');
-- case: a run born running | login scheduler | expect OC001
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, status)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-27', '2026-10-27', 'P0', 'UTC', '', 'RUNNING');
-- case: a second job under the same run keys | login owner | expect 23505
INSERT INTO onceover.job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, schedule_from, same_action, allowed_lateness, may_repeat)
VALUES ('gc-twin', 'cleanup-temp', 'gc-daily', 'day', 'P1', 'UTC', '0 1 * * *', '2020-01-01', 'one payout', '1 day', 'yes');
-- case: a batch born running | login scheduler | expect OC001
INSERT INTO onceover.settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version, status)
VALUES (1, 'gc-daily', 'settle-daily', '2026-10-27', '', 'P0', 1, 'v1', 1, 'RUNNING');
-- case: a second batch of the same day | login scheduler | expect 23505
INSERT INTO onceover.settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
VALUES (1, 'gc-daily', 'settle-daily', '2026-10-26', '', 'P0', 1, 'v1', 1);
-- case: a sale for a day that has a batch | login superuser | expect OC007
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-sealed', gc.merchant(11), 5, 'CNY', '2026-10-26 13:00Z', '2026-10-26');
-- case: a sale in a transaction that sees an older day | login superuser | expect OC007
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-late', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', '2026-10-27');
-- case: a sale in a transaction that is serializable | login superuser | expect OC007
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-late', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', '2026-10-27');
-- case: a sale for a day that has no batch | login superuser | expect 00000 rows 1
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-in-time', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', '2026-10-27');
-- case: a sale that no job settles | login superuser | expect OC009
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by)
VALUES (gc.bucket(11), 'sale', 'gc-nobody', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', '2026-10-27', 'settle-dayly');
-- case: a sale for no day | login superuser | expect OC009
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-never', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', 'infinity');
-- case: a sale in another currency than its merchant's | login superuser | expect OC009
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES (gc.bucket(11), 'sale', 'gc-usd', gc.merchant(11), 5, 'USD', '2026-10-27 13:00Z', '2026-10-27');
-- case: a sale in another bucket | login superuser | expect OC006
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
VALUES ((gc.bucket(11) + 1) % 64, 'sale', 'gc-bucket', gc.merchant(11), 5, 'CNY', '2026-10-27 13:00Z', '2026-10-27');

-- Work and its fence --------------------------------------------------------------------------------------------------------
-- case: a worker posts what it holds: state, legs, message | login worker | expect 00000 rows 1
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(2, 'HOLD', 1);
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id) SELECT * FROM gc.new_message(2);
-- case: a message without held money | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id) SELECT * FROM gc.new_message(2);
-- case: a second message of another kind to the same bank | login worker | expect OC009
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id)
SELECT bucket, operation_id, 'mail', channel_id, profile_version, onceover.outward_key_of(onceover.namespace(), operation_id, 'mail'), payload, payload_sha256,
       amount_minor, currency, job_id, batch_id, merchant_id FROM gc.new_message(3);
-- case: a leg with an old version | login worker | expect OC004
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(2, 'HOLD', 0);
-- case: legs before the state | login worker | expect OC001
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(2, 'HOLD', 1);
-- case: one leg only | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT * FROM gc.legs(2, 'HOLD', 1) WHERE side = 'DEBIT';
-- case: legs that do not sum to zero | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT bucket, operation_id, phase, side, account_id, amount_minor + CASE side WHEN 'CREDIT' THEN 1 ELSE 0 END, currency, op_version FROM gc.legs(2, 'HOLD', 1);
-- case: legs of another amount | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT bucket, operation_id, phase, side, account_id, amount_minor * 2, currency, op_version FROM gc.legs(2, 'HOLD', 1);
-- case: legs in another currency | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT bucket, operation_id, phase, side, account_id, amount_minor, 'USD', op_version FROM gc.legs(2, 'HOLD', 1);
-- case: legs on another merchant's account | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT bucket, operation_id, phase, side, CASE side WHEN 'DEBIT' THEN gc.account('payable', '900001') ELSE account_id END, amount_minor, currency, op_version
  FROM gc.legs(2, 'HOLD', 1);
-- case: a good set is refused with its one bad leg | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT * FROM gc.legs(2, 'HOLD', 1) UNION ALL SELECT gc.bucket(12), gc.op(12), 'HOLD', 'DEBIT', gc.account('payable', '900012'), -1, 'CNY', 1;
-- case: HOLD legs twice | login worker | expect 23505
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(3, 'HOLD', 1);
-- case: PAY legs by a worker | login worker | expect OC001
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: PAY and BACK both | login owner | expect 23505
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(7, 'PAY', 1);
-- case: PAY while the operation waits | login owner | expect OC001
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(3, 'PAY', 1);
-- case: BACK for what was never sent | login owner | expect OC005
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(8, 'BACK', 1);
-- case: a claim without a higher version | login worker | expect OC004
UPDATE onceover.settlement_operation SET status = 'PROCESSING', worker_id = 'w2', lease_until = onceover.clock() WHERE operation_id = gc.op(1);
-- case: a take-over without a higher version | login worker | expect OC004
UPDATE onceover.settlement_operation SET worker_id = 'w2' WHERE operation_id = gc.op(2);
-- case: a claim that leaps two versions | login worker | expect OC004
UPDATE onceover.settlement_operation SET status = 'PROCESSING', version = 2, worker_id = 'w2', lease_until = onceover.clock() WHERE operation_id = gc.op(1);
-- case: a version that falls | login worker | expect OC004
UPDATE onceover.settlement_operation SET version = 0 WHERE operation_id = gc.op(2);
-- case: a take-over | login worker | expect 00000 rows 1
UPDATE onceover.settlement_operation SET worker_id = 'w2', version = version + 1 WHERE operation_id = gc.op(2);
-- case: a renewed lease | login worker | expect 00000 rows 1
UPDATE onceover.settlement_operation SET lease_until = onceover.clock() + interval '2 hours' WHERE operation_id = gc.op(2) AND version = 1;
-- case: a worker ends what waits for the outside | login worker | expect OC001
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED' WHERE operation_id = gc.op(3);
-- case: a worker settles by its word alone what is to be paid | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
-- case: so does the owner | login owner | expect OC005
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
-- case: nor what is no settlement, whatever its merchant's row says | login superuser | expect OC005
UPDATE onceover.merchant SET on_hold = true WHERE merchant_id = gc.merchant(2);
ALTER TABLE onceover.settlement_operation DISABLE TRIGGER guard_update;
UPDATE onceover.settlement_operation SET settlement_type = 'renew' WHERE operation_id = gc.op(2);
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
-- case: what its merchant's row forbids is carried over by itself | login superuser | expect 00000 rows 1
UPDATE onceover.merchant SET on_hold = true WHERE merchant_id = gc.merchant(2);
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
SELECT FROM onceover.carry_over WHERE operation_id = gc.op(2) AND amount_minor = 1000 AND reason = 'ON_HOLD' AND taken_by IS NULL;
-- case: what one cycle took another one cannot take | login superuser | expect OC002
UPDATE onceover.merchant SET on_hold = true WHERE merchant_id = gc.merchant(2);
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2) AND version = 1;
UPDATE onceover.carry_over SET taken_by = gc.op(3) WHERE operation_id = gc.op(2);
UPDATE onceover.carry_over SET taken_by = gc.op(4) WHERE operation_id = gc.op(2);
-- case: an invented carry-over, by the owner | login owner | expect OC005
INSERT INTO onceover.carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason)
SELECT bucket, operation_id, merchant_id, currency, amount_minor, settle_date, 'ON_HOLD' FROM onceover.settlement_operation WHERE operation_id = gc.op(2);
-- case: a carry-over of what was paid, by the owner | login owner | expect OC005
INSERT INTO onceover.carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason)
SELECT bucket, operation_id, merchant_id, currency, amount_minor, settle_date, 'ON_HOLD' FROM onceover.settlement_operation WHERE operation_id = gc.op(6);
-- case: a carry-over written by a worker | login worker | expect 42501
INSERT INTO onceover.carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason) VALUES (0, gc.op(2), 1, 'CNY', 1, '2026-10-26', 'ON_HOLD');
-- case: a carry-over written by a scheduler | login scheduler | expect 42501
INSERT INTO onceover.carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason) VALUES (0, gc.op(2), 1, 'CNY', 1, '2026-10-26', 'ON_HOLD');
-- case: a failure class that the state cannot have | login worker | expect OC001
UPDATE onceover.settlement_operation SET status = 'FAILED_PERMANENT', failure_class = 'REFUSED', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
-- case: PROCESSING without a lease | login worker | expect 23514
UPDATE onceover.settlement_operation SET status = 'PROCESSING', version = 1 WHERE operation_id = gc.op(1);
-- case: a worker takes a failure up again | login worker | expect OC008
UPDATE onceover.settlement_operation SET status = 'FAILED_PERMANENT', failure_class = 'DATA', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', failure_class = NULL WHERE operation_id = gc.op(2);
-- case: a worker sends again what never left | login worker | expect OC008
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', failure_class = NULL WHERE operation_id = gc.op(8);
-- case: an approved replay takes work up again | login superuser | expect 00000 rows 1
UPDATE onceover.settlement_operation SET status = 'FAILED_PERMANENT', failure_class = 'DATA', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
DO $$ BEGIN PERFORM gc.approve(2, 'replay'); END $$;
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', failure_class = NULL WHERE operation_id = gc.op(2);
-- case: an approved re-send sends the same bytes again | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.approve(8, 're-send'); END $$;
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', failure_class = NULL WHERE operation_id = gc.op(8);
UPDATE onceover.outbox SET status = 'PENDING' WHERE outbox_id = gc.message(8);
-- case: an approved re-send is no replay of work | login superuser | expect OC008
UPDATE onceover.settlement_operation SET status = 'FAILED_PERMANENT', failure_class = 'DATA', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
DO $$ BEGIN PERFORM gc.approve(2, 're-send'); END $$;
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', failure_class = NULL WHERE operation_id = gc.op(2);
-- case: an approval of another kind takes nothing up again | login superuser | expect OC008
DO $$ BEGIN PERFORM gc.approve(8, 'dismissal'); END $$;
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', failure_class = NULL WHERE operation_id = gc.op(8);
-- case: an approved replay does no work twice where HOLD stands | login superuser | expect OC001
DO $$ BEGIN PERFORM gc.approve(8, 'replay'); END $$;
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', failure_class = NULL WHERE operation_id = gc.op(8);
-- case: nor where the money was given back | login superuser | expect OC001
DO $$ BEGIN PERFORM gc.approve(7, 'replay'); END $$;
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', failure_class = NULL WHERE operation_id = gc.op(7);
-- case: a refusal is not sent again, approved or not | login superuser | expect OC001
DO $$ BEGIN PERFORM gc.approve(7, 'replay'); END $$;
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', failure_class = NULL WHERE operation_id = gc.op(7);
-- case: an operation is claimed and given back by a fence | login worker | expect 00000 rows 1
UPDATE onceover.settlement_operation SET status = 'RETRYABLE', version = version + 1, worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);

-- Messages ----------------------------------------------------------------------------------------------------------------------
-- case: a message under another key | login worker | expect OC006
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id)
SELECT bucket, operation_id, message_kind, channel_id, profile_version, repeat('A', 32), payload, payload_sha256, amount_minor, currency, job_id, batch_id,
       merchant_id FROM gc.new_message(2);
-- case: a message whose fingerprint is not its payload's | login worker | expect OC006
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id)
SELECT bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, 'other', payload_sha256, amount_minor, currency, job_id, batch_id,
       merchant_id FROM gc.new_message(2);
-- case: a message of another amount | login worker | expect OC005
UPDATE onceover.settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = gc.op(2);
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id)
SELECT bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, 999, currency, job_id, batch_id,
       merchant_id FROM gc.new_message(2);
-- case: a message of an operation that is not posted | login worker | expect OC001
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id) SELECT * FROM gc.new_message(2);
-- case: a second message of a kind | login worker | expect 23505
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id) SELECT * FROM gc.new_message(3);
-- case: a mark | login sender | expect 00000 rows 1
UPDATE onceover.outbox SET status = 'SENDING', version = version + 1, worker_id = 'w2', lease_until = onceover.clock(), sends_total = sends_total + 1,
       sends_maybe_left = sends_maybe_left + 1, first_sent_at = onceover.clock(), last_sent_at = onceover.clock() WHERE outbox_id = gc.message(3);
-- case: a mark that notes no send | login sender | expect OC004
UPDATE onceover.outbox SET status = 'SENDING', version = version + 1, worker_id = 'w2', lease_until = onceover.clock() WHERE outbox_id = gc.message(3);
-- case: a sender writes an outcome by itself | login sender | expect OC001
UPDATE onceover.outbox SET status = 'ACCEPTED', worker_id = NULL, lease_until = NULL WHERE outbox_id = gc.message(4);
-- case: a sender takes a send back by itself | login sender | expect OC002
UPDATE onceover.outbox SET sends_maybe_left = 0 WHERE outbox_id = gc.message(4);
-- case: an acceptance on a recorded answer | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-4', gc.record(4, 'SEND', 'ACCEPTED', 'GC-REF-4'))
 WHERE applied AND message_status = 'ACCEPTED' AND operation_status = 'SUCCEEDED';
-- case: an acceptance without a recorded answer | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-4', NULL) WHERE NOT applied AND note = 'NO_EVIDENCE' AND message_status = 'SENDING';
-- case: an acceptance of another amount | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-4', gc.record(4, 'SEND', 'ACCEPTED', 'GC-REF-4', 999)) WHERE NOT applied AND note = 'NO_EVIDENCE';
-- case: a reference of another operation | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(5, 'UNKNOWN', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6'))
 WHERE NOT applied AND note = 'REFERENCE_TAKEN' AND message_status = 'UNKNOWN' AND operation_status = 'UNKNOWN_EXTERNAL';
-- case: an acceptance that differs stays unknown and opens a difference | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.finish(4, 'SENDING', NULL, 'UNKNOWN', NULL, gc.record(4, 'SEND', 'ACCEPTED', 'GC-REF-4', 999), 0, 'DIFFERS'); END $$;
SELECT FROM onceover.reconciliation_difference d JOIN onceover.dead_letter l USING (operation_id) JOIN onceover.outbox m USING (operation_id)
 WHERE m.outbox_id = gc.message(4) AND d.kind = 'AMOUNT' AND d.ours_minor = 1000 AND d.theirs_minor = 999 AND d.external_ref = 'GC-REF-4'
   AND l.failure_class = 'DIFFERS' AND m.status = 'UNKNOWN';
-- case: an acceptance of another amount after success is a contradiction | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6', 999)) WHERE NOT applied AND note = 'CONTRADICTION';
-- case: an acceptance after a refusal is a contradiction | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(7, 'UNKNOWN', NULL, 'ACCEPTED', 'GC-REF-7', gc.record(7, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-7')) WHERE NOT applied AND note = 'CONTRADICTION';
-- case: a refusal after success opens a difference | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.finish(6, 'SENDING', NULL, 'REFUSED', NULL, gc.record(6, 'QUERY', 'FOUND_REFUSED', NULL)); END $$;
SELECT FROM onceover.reconciliation_difference d, onceover.settlement_operation o
 WHERE d.kind = 'CONTRADICTION' AND d.grade = 'P0' AND d.operation_id = gc.op(6) AND o.operation_id = gc.op(6) AND o.status = 'SUCCEEDED';
-- case: an acceptance after success under another reference is a contradiction | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-9', gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-9')) WHERE NOT applied AND note = 'CONTRADICTION';
-- case: the same acceptance again changes nothing | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6')) WHERE NOT applied AND note = 'ALREADY';
-- case: a second payout of a success opens a difference that names its reference | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.finish(6, 'ACCEPTED', NULL, 'ACCEPTED', 'GC-REF-9', gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-9')); END $$;
SELECT FROM onceover.reconciliation_difference
 WHERE operation_id = gc.op(6) AND kind = 'CONTRADICTION' AND grade = 'P0' AND external_ref = 'GC-REF-9' AND ours_minor = 1000 AND theirs_minor = 1000;
-- case: an acceptance after success in another currency is a contradiction | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'ACCEPTED', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6', 1000, 'USD')) WHERE NOT applied AND note = 'CONTRADICTION';
-- case: an acceptance after success that names nothing changes nothing | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'ACCEPTED', NULL, 'ACCEPTED', NULL, gc.record(6, 'SEND', 'ACCEPTED', NULL, NULL, NULL)) WHERE NOT applied AND note = 'ALREADY';
-- case: an acceptance after success of another amount, without a reference, is a contradiction | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(6, 'ACCEPTED', NULL, 'ACCEPTED', NULL, gc.record(6, 'SEND', 'ACCEPTED', NULL, 999)) WHERE NOT applied AND note = 'CONTRADICTION';
-- case: work under an old version | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 0, 'PENDING', NULL, NULL, 1) WHERE NOT applied AND note = 'STALE_VERSION';
-- case: work without a version | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'PENDING', NULL, NULL, 1) WHERE NOT applied AND note = 'VERSION_REQUIRED';
-- case: a refusal without the version that it was judged by | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'REFUSED', NULL, gc.record(4, 'SEND', 'REFUSED', NULL)) WHERE NOT applied AND note = 'VERSION_REQUIRED';
-- case: a refusal judged by an earlier send | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 0, 'REFUSED', NULL, gc.record(4, 'SEND', 'REFUSED', NULL)) WHERE NOT applied AND note = 'STALE_VERSION';
-- case: a refusal that is told again needs no version | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(7, 'SENDING', NULL, 'REFUSED', NULL, gc.record(7, 'SEND', 'REFUSED', NULL)) WHERE NOT applied AND note = 'ALREADY';
-- case: given up although it may have left | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'FAILED', NULL, gc.record(4, 'SEND', 'NOT_SENT', NULL), 0) WHERE NOT applied AND note = 'MAY_HAVE_LEFT';
-- case: provably not sent, again later | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, gc.record(4, 'SEND', 'NOT_SENT', NULL), 1)
 WHERE applied AND message_status = 'PENDING' AND operation_status = 'AWAITING_EXTERNAL';
-- case: turned away, again later, and it may have left | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, gc.record(4, 'SEND', 'THROTTLED', NULL), 0) WHERE applied AND message_status = 'PENDING';
-- case: not sent, says nobody's record | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, NULL, 1) WHERE NOT applied AND note = 'NO_EVIDENCE';
-- case: not sent, although the record says unknown | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, gc.record(4, 'SEND', 'UNKNOWN', NULL), 1) WHERE NOT applied AND note = 'NO_EVIDENCE';
-- case: turned away is no proof that it did not leave | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, gc.record(4, 'SEND', 'THROTTLED', NULL), 1) WHERE NOT applied AND note = 'NO_EVIDENCE';
-- case: given up, although the record says unknown | login sender | expect 00000 rows 1
SELECT * FROM gc.finish(4, 'SENDING', 1, 'FAILED', NULL, gc.record(4, 'SEND', 'UNKNOWN', NULL), 1) WHERE NOT applied AND note = 'NO_EVIDENCE';
-- case: a reference that is taken waits, and is told once | login superuser | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.finish(5, 'UNKNOWN', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6')) FROM generate_series(1, 3);
END $$;
SELECT FROM onceover.outbox m
 WHERE m.outbox_id = gc.message(5) AND m.status = 'UNKNOWN' AND m.next_query_at > onceover.clock() + interval '10 min'
   AND (SELECT count(*) FROM onceover.operation_event e WHERE e.event = 'DISAGREE' AND gc.op(5) = ANY (e.operation_ids)) = 1
   AND (SELECT count(*) FROM onceover.dead_letter d WHERE d.operation_id = gc.op(5)) = 1;
-- case: provably not sent leaves no time of sending | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.finish(4, 'SENDING', 1, 'PENDING', NULL, gc.record(4, 'SEND', 'NOT_SENT', NULL), 1); END $$;
SELECT FROM onceover.outbox WHERE outbox_id = gc.message(4) AND sends_maybe_left = 0 AND sends_total = 1 AND first_sent_at IS NULL AND not_before > onceover.clock();
-- case: a re-send without a query | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(5, 'UNKNOWN', 1, 'PENDING', NULL, NULL) WHERE NOT applied AND note = 'NO_PERMITTING_QUERY';
-- case: a re-send after a query that found nothing | login resolver | expect 00000 rows 1
SELECT * FROM gc.finish(5, 'UNKNOWN', 1, 'PENDING', NULL, gc.record(5, 'QUERY', 'NOT_FOUND', NULL))
 WHERE applied AND message_status = 'PENDING' AND operation_status = 'AWAITING_EXTERNAL';
-- case: an unknown that stays unknown is listed once | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, gc.record(5, 'QUERY', 'QUERY_UNKNOWN', NULL), 0, 'UNKNOWN') FROM generate_series(1, 2); END $$;
SELECT FROM onceover.dead_letter d JOIN onceover.outbox m ON m.outbox_id::text = d.subject_id
 WHERE d.subject_kind = 'message' AND m.outbox_id = gc.message(5) AND d.failure_class = 'UNKNOWN' AND m.queries = 2;
-- case: an unknown that nobody can be asked about opens no difference | login superuser | expect 00000 rows 0
DO $$ BEGIN PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'UNKNOWN'); END $$;
SELECT FROM onceover.reconciliation_difference WHERE operation_id = gc.op(5);
-- case: a sender writes no permission for its own re-send | login sender | expect OC001
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                                    answer, worker_id)
SELECT 'QUERY', channel_id, 1, bucket, outbox_id, operation_id, idempotency_key, version, onceover.clock(), '0', 'NOT_FOUND', 'w1'
  FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: a sender records what it was answered | login sender | expect 00000 rows 1
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                                    answer, worker_id)
SELECT 'SEND', channel_id, 1, bucket, outbox_id, operation_id, idempotency_key, version, onceover.clock(), '0', 'UNKNOWN', 'w1'
  FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: a resolver records what it asked | login resolver | expect 00000 rows 1
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                                    answer, worker_id)
SELECT 'QUERY', channel_id, 1, bucket, outbox_id, operation_id, idempotency_key, version, onceover.clock(), '0', 'NOT_FOUND', 'w1'
  FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: a viewer holds up no freeze | login vera | expect 42501
SELECT onceover.freeze_barrier();
-- case: nor does an auditor | login carol | expect 42501
SELECT onceover.freeze_barrier();
-- case: nor does the janitor | login janitor | expect 42501
SELECT onceover.freeze_barrier();
-- case: a sender takes the barrier before it marks | login sender | expect 00000 rows 1
SELECT onceover.freeze_barrier();
-- case: a resolver takes the barrier | login resolver | expect 00000 rows 1
SELECT onceover.freeze_barrier();
-- case: an answer closes the letter of the unknown | login superuser | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'UNKNOWN');
  PERFORM gc.finish(5, 'UNKNOWN', NULL, 'ACCEPTED', 'GC-REF-5', gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-5'));
END $$;
SELECT FROM onceover.dead_letter WHERE operation_id = gc.op(5) AND status = 'RESOLVED' AND resolution = 'answered';
-- case: an answer after another send closes the letter of the unknown | login superuser | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'UNKNOWN');
  PERFORM gc.finish(5, 'UNKNOWN', 1, 'PENDING', NULL, gc.record(5, 'QUERY', 'NOT_FOUND', NULL));
  PERFORM gc.mark(5);
  PERFORM gc.finish(5, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-5', gc.record(5, 'SEND', 'ACCEPTED', 'GC-REF-5'));
END $$;
SELECT FROM onceover.dead_letter WHERE operation_id = gc.op(5) HAVING count(*) = 1 AND bool_and(status = 'RESOLVED' AND resolution = 'answered');
-- case: a refusal after another send closes the letter of the unknown and opens its own | login superuser | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'UNKNOWN');
  PERFORM gc.finish(5, 'UNKNOWN', 1, 'PENDING', NULL, gc.record(5, 'QUERY', 'NOT_FOUND', NULL));
  PERFORM gc.mark(5);
  PERFORM gc.finish(5, 'SENDING', 2, 'REFUSED', NULL, gc.record(5, 'SEND', 'REFUSED', NULL));
END $$;
SELECT FROM onceover.dead_letter WHERE operation_id = gc.op(5) HAVING string_agg(failure_class || ' ' || status, ', ' ORDER BY failure_class DESC) = 'UNKNOWN RESOLVED, REFUSED OPEN';
-- case: a sender that holds its lease is not lost | login resolver | expect 00000 rows 0
SELECT * FROM onceover.take_over_lost_messages('w2', 100);
-- case: a lost sender leaves an unknown that is asked about at once | login superuser | expect 00000 rows 1
UPDATE onceover.outbox SET lease_until = onceover.clock() WHERE outbox_id = gc.message(4);
DO $$ BEGIN PERFORM onceover.take_over_lost_messages('w2', 100); END $$;
SELECT FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id)
 WHERE m.outbox_id = gc.message(4) AND m.status = 'UNKNOWN' AND m.next_query_at <= onceover.clock() AND m.sends_maybe_left = 1 AND m.attempts = 1 AND o.status = 'UNKNOWN_EXTERNAL';
-- case: a refusal gives the money back and is listed | login superuser | expect 00000 rows 2
SELECT FROM onceover.ledger_entry l JOIN onceover.dead_letter d USING (operation_id)
 WHERE l.operation_id = gc.op(7) AND l.phase = 'BACK' AND d.failure_class = 'REFUSED' AND d.status = 'OPEN';
-- case: what never left keeps its HOLD legs and is listed | login superuser | expect 00000 rows 2
SELECT FROM onceover.ledger_entry l JOIN onceover.dead_letter d USING (operation_id) WHERE l.operation_id = gc.op(8) AND d.failure_class = 'NOT_SENT';
-- case: an unknown dead letter is not dismissed | login owner | expect OC001
DO $$ BEGIN PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'UNKNOWN'); END $$;
UPDATE onceover.dead_letter SET status = 'RESOLVED', resolution = 'dismissed', reason = 'tired of it', resolved_at = onceover.clock() WHERE operation_id = gc.op(5);
-- case: a letter of an unknown that differs is not dismissed | login owner | expect OC001
DO $$ BEGIN PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'DIFFERS'); END $$;
UPDATE onceover.dead_letter SET status = 'RESOLVED', resolution = 'dismissed', reason = 'tired of it', resolved_at = onceover.clock() WHERE operation_id = gc.op(5);
-- case: a letter of an unknown with other bytes is not dismissed | login owner | expect OC001
DO $$ BEGIN PERFORM gc.finish(5, 'UNKNOWN', NULL, 'UNKNOWN', NULL, NULL, 0, 'MISMATCH'); END $$;
UPDATE onceover.dead_letter SET status = 'RESOLVED', resolution = 'dismissed', reason = 'tired of it', resolved_at = onceover.clock() WHERE operation_id = gc.op(5);
-- case: arrays of unequal length | login sender | expect OC009
SELECT * FROM onceover.finish_external('w1', '{1}', '{1,2}', '{SENDING}', '{1}', '{UNKNOWN}', '{NULL}', '{NULL}', '{0}', '{0}', '{0}', '{x}', '{x}', '{NULL}');

-- What never changes: by missing grant, and once more as the owner ------------------------------------------------------------------
-- case: a changed amount | login worker | expect 42501
UPDATE onceover.settlement_operation SET amount_minor = 1 WHERE operation_id = gc.op(2);
-- case: a changed amount, by the scheduler | login scheduler | expect 42501
UPDATE onceover.settlement_operation SET amount_minor = 1 WHERE operation_id = gc.op(2);
-- case: a changed amount, by the owner | login owner | expect OC002
UPDATE onceover.settlement_operation SET amount_minor = 1 WHERE operation_id = gc.op(2);
-- case: a changed natural key | login worker | expect 42501
UPDATE onceover.settlement_operation SET settle_date = '2026-10-27' WHERE operation_id = gc.op(2);
-- case: a changed natural key, by the owner | login owner | expect OC002
UPDATE onceover.settlement_operation SET settle_date = '2026-10-27' WHERE operation_id = gc.op(2);
-- case: a changed beneficiary, by the owner | login owner | expect OC002
UPDATE onceover.settlement_operation SET beneficiary = '{"account": "1"}' WHERE operation_id = gc.op(2);
-- case: another reference of the outside, by the owner | login owner | expect OC001
UPDATE onceover.settlement_operation SET external_ref = 'X' WHERE operation_id = gc.op(6);
-- case: a changed key | login sender | expect 42501
UPDATE onceover.outbox SET idempotency_key = repeat('B', 32) WHERE outbox_id = gc.message(3);
-- case: a changed key, by the owner | login owner | expect OC002
UPDATE onceover.outbox SET idempotency_key = repeat('B', 32) WHERE outbox_id = gc.message(3);
-- case: a changed payload | login sender | expect 42501
UPDATE onceover.outbox SET payload = 'x' WHERE outbox_id = gc.message(3);
-- case: a changed payload, by the owner | login owner | expect OC002
UPDATE onceover.outbox SET payload = 'x', payload_sha256 = sha256('x') WHERE outbox_id = gc.message(3);
-- case: a changed payload, by the worker | login worker | expect 42501
UPDATE onceover.outbox SET payload = 'x' WHERE outbox_id = gc.message(3);
-- case: a changed leg, by the owner | login owner | expect OC003
UPDATE onceover.ledger_entry SET amount_minor = amount_minor * 2 WHERE operation_id = gc.op(3);
-- case: a changed item, by the owner | login owner | expect OC003
UPDATE onceover.settlement_item SET root_id = gc.op(1) WHERE item_id = 'gc-sale-2';
-- case: a changed fact, by the owner | login owner | expect OC003
UPDATE onceover.external_call SET answer = 'ACCEPTED' WHERE outbox_id = gc.message(7);
-- case: a changed fact on its partition, by the owner | login owner | expect OC003
DO $$ BEGIN EXECUTE (SELECT format('UPDATE %s SET answer = ''ACCEPTED''', tableoid::regclass) FROM onceover.external_call WHERE outbox_id = gc.message(7)); END $$;
-- case: a changed log on its partition, by the owner | login owner | expect OC003
DO $$ BEGIN EXECUTE (SELECT format('DELETE FROM %s', tableoid::regclass) FROM onceover.operation_event LIMIT 1); END $$;
-- K83
-- case: a changed audit row, by the owner | login owner | expect OC003
UPDATE onceover.audit_log SET actor = 'nobody';
-- case: an audit head that leaps, by the owner | login owner | expect OC003
UPDATE onceover.audit_chain SET head_seq = head_seq + 2;
-- case: another namespace, by the owner | login owner | expect OC002
UPDATE onceover.installation SET namespace = '11112233-4455-6677-8899-aabbccddeeff';
-- case: a database marked as a sandbox afterwards, by the owner | login owner | expect OC002
UPDATE onceover.installation SET environment = CASE environment WHEN 'sandbox' THEN 'production' ELSE 'sandbox' END;
-- case: a send whose lease ends while its answer may still come is refused when it is declared (F11), by the owner | login owner | expect 23514
UPDATE onceover.channel_profile SET send_lease = answer_timeout WHERE channel_id = 'gc-bank';
-- case: another declaration of a channel under the same version, by the owner | login owner | expect OC002
UPDATE onceover.channel_profile SET query_kind = 'none' WHERE channel_id = 'gc-bank';
-- case: counted inputs counted again, by the owner | login owner | expect OC002
UPDATE onceover.batch_shard SET status = 'ENUMERATED', expected_count = 9, input_hash = '\x00' WHERE batch_id = gc.batch();
UPDATE onceover.batch_shard SET expected_count = 8 WHERE batch_id = gc.batch();

-- Machines: every change that a table of DESIGN.md section 3 does not hold, by the owner ---------------------------------------------
-- case: an operation takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('operation', 'PENDING>PROCESSING RETRYABLE>PROCESSING PROCESSING>SUCCEEDED PROCESSING>AWAITING_EXTERNAL PROCESSING>RETRYABLE '
  'PROCESSING>FAILED_PERMANENT AWAITING_EXTERNAL>UNKNOWN_EXTERNAL AWAITING_EXTERNAL>FAILED_PERMANENT AWAITING_EXTERNAL>SUCCEEDED UNKNOWN_EXTERNAL>SUCCEEDED '
  'UNKNOWN_EXTERNAL>FAILED_PERMANENT UNKNOWN_EXTERNAL>AWAITING_EXTERNAL', 'FAILED_PERMANENT>RETRYABLE FAILED_PERMANENT>AWAITING_EXTERNAL');
-- case: a message takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('message', 'PENDING>SENDING SENDING>PENDING SENDING>FAILED SENDING>UNKNOWN SENDING>ACCEPTED SENDING>REFUSED UNKNOWN>ACCEPTED '
  'UNKNOWN>REFUSED UNKNOWN>PENDING', 'FAILED>PENDING');
-- case: a run takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('run', 'DUE>HELD HELD>DUE DUE>RUNNING RUNNING>DONE RUNNING>FAILED HELD>SKIPPED', 'FAILED>RUNNING');
-- case: an attempt takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('attempt', 'STARTED>SUCCEEDED STARTED>FAILED STARTED>LOST STARTED>FENCED STARTED>RELEASED');
-- case: a shard takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('shard', 'OPEN>ENUMERATED ENUMERATED>DONE', 'DONE>ENUMERATED');
-- case: a batch takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('batch', 'CREATED>RUNNING CREATED>RECONCILING CREATED>FAILED RUNNING>PARTIAL RUNNING>RECONCILING RUNNING>FAILED PARTIAL>RUNNING '
  'PARTIAL>RECONCILING PARTIAL>FAILED RECONCILING>COMPLETED RECONCILING>PARTIAL', 'FAILED>RUNNING');
-- case: a dead letter takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('dead letter', 'OPEN>REPLAY_REQUESTED OPEN>COMPENSATION_REQUESTED OPEN>RESOLVED REPLAY_REQUESTED>RESOLVED REPLAY_REQUESTED>OPEN '
  'COMPENSATION_REQUESTED>RESOLVED COMPENSATION_REQUESTED>OPEN');
-- case: a freeze takes the changes of its table and no others | login owner | expect 00000 rows 0
SELECT * FROM gc.disagreements('freeze', 'REQUESTED>IN_FORCE IN_FORCE>DRAINED DRAINED>LIFT_REQUESTED LIFT_REQUESTED>DRAINED', 'LIFT_REQUESTED>LIFTED');
-- case: a jump is refused the worker as well | login worker | expect OC001
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED' WHERE operation_id = gc.op(1);

-- Deleting and emptying ------------------------------------------------------------------------------------------------------------
-- K83: the audit among them
-- case: nothing is deleted or emptied by the owner, partitions included | login owner | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> 'OC003';
-- K83
-- case: nothing is deleted or emptied by the superuser | login superuser | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> 'OC003';
-- case: nor while triggers sleep for replication | login superuser | expect 00000 rows 0
SET LOCAL session_replication_role = replica;
SELECT * FROM gc.destructions() WHERE answer <> 'OC003';
-- case: no jump while triggers sleep for replication | login superuser | expect OC001
SET LOCAL session_replication_role = replica;
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED' WHERE operation_id = gc.op(1);
-- case: no unbalanced leg while triggers sleep for replication | login superuser | expect OC005
SET LOCAL session_replication_role = replica;
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
VALUES (gc.bucket(11), gc.op(11), 'HOLD', 'DEBIT', 1, -5, 'CNY', 1);
-- case: nothing is deleted or emptied by a worker | login worker | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> '42501';
-- case: nothing is deleted or emptied by the scheduler | login scheduler | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> '42501';
-- case: nothing is deleted or emptied by the auditor | login carol | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> '42501';
-- case: nothing is deleted or emptied by the janitor | login janitor | expect 00000 rows 0
SELECT * FROM gc.destructions() WHERE answer <> '42501';
-- case: nobody but the owner has a right on a partition | login superuser | expect 00000 rows 0
SELECT c.relname, a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a
 WHERE c.relnamespace = 'onceover'::regnamespace AND c.relispartition AND a.grantee <> 'onceover_owner'::regrole;
-- case: a direct insert into a partition | login sender | expect 42501
INSERT INTO onceover.external_call_default SELECT * FROM onceover.external_call LIMIT 1;
-- case: every partition carries both guards, wide awake | login superuser | expect 00000 rows 0
SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'onceover'::regnamespace AND c.relispartition AND c.relkind = 'r'
   AND 2 <> (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname IN ('guard_append_only', 'guard_append_only_row') AND t.tgenabled = 'A');
-- case: every guard is wide awake | login superuser | expect 00000 rows 0
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgname LIKE 'guard\_%' AND tgenabled <> 'A';
