-- SPDX-License-Identifier: GPL-3.0-or-later
-- What two persons alone change about channels, merchants, retention, rules and batches that failed (DESIGN.md sections 3, 5, 6, 8 and 9; R7, R21,
-- R92, R132 to R135, R144, R156).
-- Read after guard_cases.sql, in its form and upon what that sets up.

-- setup:
-- An answer in one line: outcome, reason, what was found.
CREATE FUNCTION gc.line(a onceover.request_answer) RETURNS text LANGUAGE sql IMMUTABLE RETURN concat_ws(' ', a.outcome, nullif(a.reason, ''), nullif(a.found, ''));
CREATE FUNCTION gc.tested(version integer, passed boolean) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login) VALUES ('gc-bank', version, 'test', passed, '[]', 'test', 'test')
$$;
CREATE FUNCTION gc.profile(change text, version integer DEFAULT NULL, fields jsonb DEFAULT NULL, channel text DEFAULT 'gc-bank') RETURNS text LANGUAGE sql AS $$
  SELECT gc.line(onceover.request_profile(channel, change, version, fields, 'the bank says so', 'T-3', gen_random_uuid()))
$$;
CREATE FUNCTION gc.beneficiary(n integer, name text, account text, country text) RETURNS text LANGUAGE sql AS $$
  SELECT gc.line(onceover.request_beneficiary(gc.merchant(n), name, account, country, 'a letter of the merchant', 'T-4', gen_random_uuid()))
$$;
CREATE FUNCTION gc.retention(subject text, fields jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT gc.line(onceover.request_retention_setting(subject, fields, 'room on the disk', 'T-5', gen_random_uuid()))
$$;
CREATE FUNCTION gc.rollout(version integer, mode text, scopes text[] DEFAULT '{}') RETURNS text LANGUAGE sql AS $$
  SELECT gc.line(onceover.request_rollout('gc-daily', version, mode, scopes, 'new rules', 'T-6', gen_random_uuid()))
$$;
CREATE FUNCTION gc.recovery(cause text) RETURNS text LANGUAGE sql AS $$
  SELECT gc.line(onceover.request_batch_recovery(gc.batch(), NULL, NULL, cause, 'it may go on', 'T-7', gen_random_uuid()))
$$;
-- The stages that the rules of gc-daily go through, word by word: two persons and the replayer each time.
CREATE FUNCTION gc.stages(VARIADIC steps text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  step text;
BEGIN
  FOREACH step IN ARRAY steps LOOP
    SET LOCAL SESSION AUTHORIZATION alice;
    PERFORM gc.rollout(split_part(step, ' ', 1)::integer, split_part(step, ' ', 2), CASE WHEN step ~ ' limited ' THEN ARRAY[substring(step FROM ' limited (.*)')] ELSE '{}' END);
    RESET SESSION AUTHORIZATION;
    PERFORM gc.decided();
    IF (gc.request()).status <> 'VERIFIED' THEN
      RAISE EXCEPTION '%: %', step, (gc.request()).status;
    END IF;
  END LOOP;
END
$$;
-- A batch that failed by a defect, its freeze drained.
CREATE FUNCTION gc.failed_batch() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE onceover.job_run DISABLE TRIGGER guard_update;
  ALTER TABLE onceover.settlement_batch DISABLE TRIGGER guard_update;
  UPDATE onceover.job_run SET status = 'FAILED', finished_at = onceover.clock() WHERE run_key = 'gc-daily:2026-10-26';
  UPDATE onceover.settlement_batch SET status = 'FAILED', finished_at = onceover.clock() WHERE batch_id = gc.batch();
  ALTER TABLE onceover.job_run ENABLE ALWAYS TRIGGER guard_update;
  ALTER TABLE onceover.settlement_batch ENABLE ALWAYS TRIGGER guard_update;
  PERFORM onceover.freeze_batch_for_failure(gc.batch(), 'DEFECT', gc.op(9), 'a defect');
  UPDATE onceover.freeze_order SET status = 'DRAINED', drained_at = onceover.clock() WHERE actor = 'system' AND status = 'IN_FORCE';
END
$$;
-- Two persons, and the replayer: what the request became.
CREATE FUNCTION gc.decided() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL SESSION AUTHORIZATION bob;
  PERFORM gc.say_yes();
  RESET SESSION AUTHORIZATION;
  SET LOCAL SESSION AUTHORIZATION svc_replayer;
  PERFORM gc.execute();
  PERFORM onceover.settle_requests('w9');
  RESET SESSION AUTHORIZATION;
  RETURN (gc.request()).status;
END
$$;

-- Channels ------------------------------------------------------------------------------------------------------------------------
-- case: a new version of a profile is asked for by one, approved by another, and enabled by nobody yet | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"endpoint": "http://localhost:2", "retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.channel_profile n, onceover.channel_profile o
 WHERE (gc.request()).status = 'VERIFIED' AND n.channel_id = 'gc-bank' AND n.profile_version = 2 AND NOT n.enabled AND n.endpoint = 'http://localhost:2' AND n.retention = '20 days'
   AND n.on_mismatch = o.on_mismatch AND n.created_by = 'alice' AND o.channel_id = 'gc-bank' AND o.profile_version = 1 AND o.enabled AND o.retention = '30 days';
-- case: who decides sees old and new | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
SELECT FROM onceover.v_approval WHERE plan -> 'fields' = '{"retention": {"old": "30 days", "new": "20 days"}}' AND plan ->> 'version' = '2';
-- case: a version without a passed self-test is not enabled | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (SELECT gc.profile('enable', 2) AS said) x WHERE said = 'REFUSED SELF_TEST_MISSING';
-- case: nor one whose newest self-test failed | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.tested(2, true); PERFORM gc.tested(2, false); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (SELECT gc.profile('enable', 2) AS said) x WHERE said = 'REFUSED SELF_TEST_MISSING';
-- case: a bank whose keys cannot be ours is entered as it is | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"key_max_len": 20, "key_charset": "0-9a-f-"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.v_channel_terms WHERE channel_id = 'gc-bank' AND profile_version = 2 AND key_max_len = 20 AND key_charset = '0-9a-f-' AND NOT enabled;
-- case: and enabled by nobody, with what it lacks | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"key_charset": "0-9a-f-"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.tested(2, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (SELECT gc.profile('enable', 2) AS said) x WHERE said = 'REFUSED KEY_NOT_EXPRESSIBLE its keys are of 0-9a-f-, ours of A-Z2-7';
-- case: nor by the owner | login owner | expect OC006
INSERT INTO onceover.channel_profile SELECT (jsonb_populate_record(p, '{"profile_version": 7, "enabled": true, "key_max_len": 31}')).*
  FROM onceover.channel_profile p WHERE p.channel_id = 'gc-bank' AND p.profile_version = 1;
-- case: characters that are none are refused | login alice | expect 00000 rows 1
SELECT FROM (SELECT gc.profile('version', NULL, '{"key_charset": "Z-A"}') AS said) x WHERE said LIKE 'REFUSED VALUE_MALFORMED%';
-- case: the version that passed takes the place of the other, by two persons | login superuser | expect 00000 rows 2
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.tested(2, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('enable', 2); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.channel_profile p WHERE p.channel_id = 'gc-bank' AND p.enabled = (p.profile_version = 2) AND (gc.request()).status = 'VERIFIED';
-- case: and a message stays with the version under which it was posted | login superuser | expect 00000 rows 6
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.tested(2, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('enable', 2); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.outbox WHERE channel_id = 'gc-bank' AND profile_version = 1 AND batch_id = gc.batch();
-- case: a self-test that fails between request and decision voids it | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.tested(2, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('enable', 2); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.tested(2, false); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.reason = 'MOVED' AND a.status = 'VOID';
-- case: two persons disable a channel | login superuser | expect 00000 rows 0
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('disable'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.channel_profile p WHERE p.channel_id = 'gc-bank' AND p.enabled;
-- case: nobody enables a channel by writing | login superuser | expect OC008
UPDATE onceover.channel_profile SET enabled = false WHERE channel_id = 'gc-bank';
UPDATE onceover.channel_profile SET enabled = true WHERE channel_id = 'gc-bank';
-- case: what a profile cannot be is said at once | login alice | expect 00000 rows 10
SELECT FROM (VALUES (gc.profile('version', NULL, '{"kind": "notice"}'), 'REFUSED VALUE_MALFORMED kind'), (gc.profile('enable'), 'REFUSED NOT_IN_THIS_STATE'), (gc.profile('enable', 7), 'REFUSED NO_CHANNEL_PROFILE'),
  (gc.profile('disable', NULL, NULL, 'no-bank'), 'REFUSED NO_CHANNEL_PROFILE'), (gc.profile('version'), 'REFUSED VALUE_MALFORMED'),
  (gc.profile('version', NULL, '{"enabled": true}'), 'REFUSED VALUE_MALFORMED enabled'), (gc.profile('version', NULL, '{"no_such": 1}'), 'REFUSED VALUE_MALFORMED no_such'),
  (gc.profile('version', NULL, '{"query_kind": "maybe"}'), 'REFUSED VALUE_MALFORMED %'), (gc.profile('version', NULL, '{"retention": "many"}'), 'REFUSED VALUE_MALFORMED %'),
  (gc.profile('version', NULL, '{"escalate_after": "500 days"}'), 'REFUSED RETENTION_TOO_SHORT %')) v(said, wanted) WHERE said LIKE wanted;
-- case: a trial of a profile leaves nothing | login superuser | expect 00000 rows 0
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.profile('version', NULL, '{"retention": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.channel_profile WHERE channel_id = 'gc-bank' AND profile_version > 1;
-- case: one request about a channel at a time | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.profile('disable'); END $$;
SELECT FROM (SELECT gc.profile('version', NULL, '{"retention": "20 days"}') AS said) x WHERE said = 'REFUSED OPEN_REQUEST';
-- case: the approver asks for no profile | login bob | expect 42501
SELECT gc.profile('disable');
-- case: the auditor asks for no profile | login carol | expect 42501
SELECT gc.profile('disable');

-- To whom a merchant is paid ------------------------------------------------------------------------------------------------------
-- case: two persons change to whom a merchant is paid, and operations keep whom they were planned for | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.beneficiary(1, 'New Name', 'DE89370400440532013000', 'DE'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.merchant m, onceover.settlement_operation o
 WHERE (gc.request()).status = 'VERIFIED' AND m.merchant_id = gc.merchant(1) AND (m.beneficiary_name, m.beneficiary_account, m.beneficiary_country) = ('New Name', 'DE89370400440532013000', 'DE')
   AND o.operation_id = gc.op(1) AND o.beneficiary ->> 'account' = '6222020000001234';
-- case: it is shown masked, old against new, with what is still paid to the old one | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.beneficiary(1, 'New Name', 'DE89370400440532013000', 'DE'); END $$;
SELECT FROM onceover.v_approval a WHERE a.plan -> 'old' ->> 'account' = '****1234' AND a.plan -> 'new' ->> 'account' = '****3000' AND a.plan ->> 'open_operations' = '1'
   AND a.plan -> 'old' ->> 'fingerprint' <> a.plan -> 'new' ->> 'fingerprint';
-- case: the account stands in no plan, no audit and no view | login superuser | expect 00000 rows 0
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.beneficiary(1, 'New Name', 'DE89370400440532013000', 'DE'); PERFORM gc.beneficiary(2, '', 'DE89370400440532013000', 'DE'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT t FROM (SELECT a::text FROM onceover.v_approval a UNION ALL SELECT l::text FROM onceover.audit_log l UNION ALL SELECT m::text FROM onceover.v_merchant m) x(t)
 WHERE t LIKE '%DE8937%' OR t LIKE '%' || encode('DE8937', 'hex') || '%';
-- case: nobody reads a wish but who executes it | login alice | expect 42501
SELECT * FROM onceover.beneficiary_wish;
-- case: nobody writes it, the owner included | login owner | expect OC008
UPDATE onceover.merchant SET beneficiary_account = '6222020000009999' WHERE merchant_id = gc.merchant(1);
-- case: a merchant that was changed meanwhile voids the request | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.beneficiary(1, 'New Name', 'DE89370400440532013000', 'DE'); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.merchant DISABLE TRIGGER guard_update;
UPDATE onceover.merchant SET beneficiary_name = 'Another' WHERE merchant_id = gc.merchant(1);
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.reason = 'MOVED';
-- case: what is no beneficiary is said at once | login alice | expect 00000 rows 6
SELECT FROM (VALUES (gc.beneficiary(1, 'Merchant 1', '6222020000001234', 'CN'), 'REFUSED NOT_IN_THIS_STATE'), (gc.beneficiary(1, ' ', '6222020000001234', 'CN'), 'REFUSED VALUE_MALFORMED'),
  (gc.beneficiary(1, E'two\nlines', '6222020000001234', 'CN'), 'REFUSED VALUE_MALFORMED'), (gc.beneficiary(1, 'x', '=1+1', 'CN'), 'REFUSED VALUE_MALFORMED'),
  (gc.beneficiary(1, 'x', '6222020000001234', 'cn'), 'REFUSED VALUE_MALFORMED'), (gc.beneficiary(99, 'x', '6222020000001234', 'CN'), 'REFUSED UNKNOWN_SUBJECT')) v(said, wanted) WHERE said = wanted;
-- case: the approver asks for no beneficiary | login bob | expect 42501
SELECT gc.beneficiary(1, 'x', '6222020000009999', 'CN');

-- How long is kept and retried ------------------------------------------------------------------------------------------------------
-- case: how long attempts are kept is changed by two persons | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM gc.request() a WHERE a.status = 'VERIFIED' AND onceover.record_kept('attempt') = '20 days';
-- case: a record that would die before the last possible retry is kept | login alice | expect 00000 rows 2
SELECT FROM (VALUES (gc.retention('record attempt', '{"kept": "1 day"}'), 'REFUSED RETENTION_TOO_SHORT job gc-% may still retry after %'),
                    (gc.retention('record outside call', '{"kept": "1 day"}'), 'DONE')) v(said, wanted) WHERE said LIKE wanted;
-- case: nor is anything retried longer than its record is kept | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (SELECT gc.retention('job gc-daily', '{"max_total_time": "25 days"}') AS said) x WHERE said LIKE 'REFUSED RETENTION_TOO_SHORT %gc-daily%';
-- case: the retries of a job are changed by two persons | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('job gc-daily', '{"max_total_time": "8 hours", "max_attempts": 6, "retry_backoff": ["2 min", "4 min"]}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.job j
 WHERE (gc.request()).status = 'VERIFIED' AND j.job_id = 'gc-daily' AND j.max_total_time = '8 hours' AND j.max_attempts = 6 AND j.retry_backoff = ARRAY['2 min', '4 min']::interval[]
   AND j.allowed_lateness = '1 day';
-- case: and those of a channel, in the version that is enabled | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('channel gc-bank', '{"max_queries": 30, "escalate_after": "2 hours"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.channel_profile p
 WHERE (gc.request()).status = 'VERIFIED' AND p.channel_id = 'gc-bank' AND p.max_queries = 30 AND p.escalate_after = '2 hours' AND p.max_send_attempts = 4;
-- case: fewer steps of the same retries are a change | login alice | expect 00000 rows 1
SELECT FROM (SELECT gc.retention('job gc-daily', '{"retry_backoff": ["1 min"]}') AS said) x WHERE said = 'DONE';
-- case: of two settings that do not fit together the second is not written | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "5 days"}'); END $$;
RESET SESSION AUTHORIZATION;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('job gc-daily', '{"max_total_time": "10 days"}'); END $$;
RESET SESSION AUTHORIZATION;
SELECT set_config('gc.second', (gc.request()).approval_id::text, true);
DO $$ BEGIN PERFORM gc.decided(); PERFORM gc.execute(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a, onceover.job j
 WHERE a.approval_id = current_setting('gc.second')::bigint AND a.status = 'FAILED' AND j.job_id = 'gc-daily' AND j.max_total_time = '6 hours' AND onceover.record_kept('attempt') = '5 days';
-- case: what was dropped stays gone when more is kept again | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); PERFORM onceover.janitor_drop_old(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "60 days"}'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.record_retention r
 WHERE r.record = 'attempt' AND r.kept = '60 days' AND onceover.record_stands_since('attempt') BETWEEN onceover.clock() - interval '21 days' AND onceover.clock() - interval '19 days';
-- case: and nobody says that it is back | login owner | expect OC006
UPDATE onceover.record_retention SET gone_before = '2026-01-01' WHERE record = 'attempt';
UPDATE onceover.record_retention SET gone_before = '2025-01-01' WHERE record = 'attempt';
-- case: nobody writes how long a record is kept | login owner | expect OC008
UPDATE onceover.record_retention SET kept = '15 days' WHERE record = 'attempt';
-- case: and nobody may keep it too short, whoever approves | login superuser | expect OC006
ALTER TABLE onceover.record_retention DISABLE TRIGGER guard_update;
UPDATE onceover.record_retention SET kept = '1 day' WHERE record = 'attempt';
-- case: what is no setting is said at once | login alice | expect 00000 rows 6
SELECT FROM (VALUES (gc.retention('job gc-daily', '{"grade": "P1"}'), 'REFUSED VALUE_MALFORMED'), (gc.retention('job none', '{"max_attempts": 1}'), 'REFUSED UNKNOWN_SUBJECT'),
  (gc.retention('record attempt', '{"kept": "soon"}'), 'REFUSED VALUE_MALFORMED %'), (gc.retention('record attempt', '{}'), 'REFUSED VALUE_MALFORMED'),
  (gc.retention('record attempt', '{"kept": "30 days"}'), 'REFUSED NOT_IN_THIS_STATE'), (gc.retention('job gc-daily', '{"max_attempts": 0}'), 'REFUSED VALUE_MALFORMED %')) v(said, wanted)
 WHERE said LIKE wanted;
-- case: a span is longer than nothing, and never nothing | login alice | expect 00000 rows 8
SELECT FROM (VALUES (gc.retention('record attempt', '{"kept": null}'), 'kept'), (gc.retention('record attempt', '{"kept": "-20 days"}'), 'kept'),
  (gc.retention('job gc-daily', '{"max_total_time": null}'), 'max_total_time'), (gc.retention('job gc-daily', '{"max_total_time": "-400 days"}'), 'max_total_time'),
  (gc.retention('job gc-daily', '{"max_attempts": null}'), 'max_attempts'), (gc.retention('channel gc-bank', '{"escalate_after": "0"}'), 'escalate_after'),
  (gc.retention('channel gc-bank', '{"query_backoff": ["399 days", "-399 days"]}'), 'query_backoff'), (gc.retention('job gc-daily', '{"retry_backoff": []}'), 'retry_backoff')) v(said, field)
 WHERE said = 'REFUSED VALUE_MALFORMED ' || field;
-- case: a setting that cannot be written after all ends its request | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.retention('record attempt', '{"kept": "20 days"}'); END $$;
RESET SESSION AUTHORIZATION;
CREATE OR REPLACE FUNCTION onceover.retention_write(p_subject text, p_fields jsonb) RETURNS boolean LANGUAGE plpgsql AS
$$ BEGIN RAISE not_null_violation; END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT FROM gc.execute() WHERE status = 'FAILED';
-- case: people read how long each record is kept, and the last retry that needs it | login alice | expect 00000 rows 2
SELECT FROM onceover.v_record_retention WHERE lasts < kept AND subject <> '';
-- case: the approver asks for no setting | login bob | expect 42501
SELECT gc.retention('record attempt', '{"kept": "20 days"}');

-- Rules in stages -------------------------------------------------------------------------------------------------------------------
-- case: a job of which nothing acts is held before an operation is read, and so is its type | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('1 observe'); END $$;
SELECT FROM onceover.rollout_gates() g
 WHERE g @> ARRAY['GATED gc-daily', 'ONLY gc-daily', 'NONE settle-daily'] AND onceover.is_job_held(g, 'gc-daily', gc.batch(), gc.merchant(1))
   AND NOT onceover.is_job_held(g, 'gc-slot', gc.batch(), gc.merchant(1)) AND NOT onceover.is_job_held(g, 'gc-daily', 0, 0);
-- case: for merchants alone, it is held but for these | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('1 limited merchant 900001'); END $$;
SELECT FROM onceover.rollout_gates() g
 WHERE NOT g && ARRAY['NONE settle-daily'] AND onceover.is_job_held(g, 'gc-daily', gc.batch(), gc.merchant(2)) AND NOT onceover.is_job_held(g, 'gc-daily', gc.batch(), gc.merchant(1));
-- case: with other rules in full, the operation says | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('2 observe'); END $$;
SELECT FROM onceover.rollout_gates() g WHERE g @> ARRAY['GATED gc-daily'] AND NOT onceover.is_job_held(g, 'gc-daily', gc.batch(), gc.merchant(2));
-- case: and for a channel as well | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('1 limited channel gc-bank'); END $$;
SELECT FROM onceover.rollout_gates() g WHERE g @> ARRAY['GATED gc-daily'] AND NOT onceover.is_job_held(g, 'gc-daily', gc.batch(), gc.merchant(2));
-- case: the batch of a request is never held | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('1 observe'); END $$;
ALTER TABLE onceover.settlement_batch DISABLE TRIGGER ALL;
UPDATE onceover.settlement_batch SET scope = 'request-1' WHERE batch_id = gc.batch();
SELECT FROM onceover.rollout_gates() g, onceover.remedy_batch b WHERE NOT g && ARRAY['NONE settle-daily'] AND NOT onceover.is_job_held(g, 'gc-daily', b.batch_id, gc.merchant(2));
-- case: everything in full leaves no gate | login superuser | expect 00000 rows 1
SELECT FROM onceover.rollout_gates() g WHERE g = '{}';
-- case: what going back leaves names the effects of merchants that were named | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.stages('1 limited merchant 900006'); END $$;
ALTER TABLE onceover.settlement_batch DISABLE TRIGGER ALL;
UPDATE onceover.settlement_batch SET created_at = onceover.clock() WHERE batch_id = gc.batch();
SELECT FROM onceover.rollout_left('gc-daily', 1) WHERE what = 'effect' AND n = 1 AND amount_minor = 1000;

-- Batches that failed ---------------------------------------------------------------------------------------------------------------
-- case: a recovery lifts what the failure froze | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.failed_batch(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.recovery('the defect is mended'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decided(); END $$;
SELECT FROM onceover.freeze_order WHERE (gc.request()).status = 'VERIFIED' AND scope_ref = gc.batch()::text AND actor = 'system' AND status = 'LIFTED';
-- case: not after the batch failed once more | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.failed_batch(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.recovery('the defect is mended'); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM onceover.freeze_batch_for_failure(gc.batch(), 'DEFECT', gc.op(8), 'another'); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.freeze_order f, onceover.settlement_batch b
 WHERE (gc.request()).status IN ('FAILED', 'VOID') AND f.scope_ref = gc.batch()::text AND f.actor = 'system' AND f.status = 'DRAINED' AND b.batch_id = gc.batch() AND b.status = 'FAILED';
-- case: nor is it decided | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.failed_batch(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.recovery('the defect is mended'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM onceover.freeze_batch_for_failure(gc.batch(), 'DEFECT', gc.op(8), 'another'); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.reason = 'MOVED' AND a.status = 'VOID';
-- case: nor after somebody opened an incident of the batch | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.failed_batch(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.recovery('the defect is mended'); END $$;
DO $$ BEGIN PERFORM onceover.incident_open('stop', 'batch', gc.batch()::text, NULL, gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.reason = 'MOVED' AND a.status = 'VOID';
