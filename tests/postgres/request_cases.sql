-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the database refuses of matches, missing messages and re-sends, in the form of guard_cases.sql, on which its setup builds.

-- setup:
CREATE FUNCTION gc.key(n integer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER RETURN onceover.outward_key_of(onceover.namespace(), gc.op(n), 'payout');
-- A difference between the books; its number. The message of an operation is gone, as no program can take it. A line of a statement.
CREATE FUNCTION gc.differ(kind text, n integer, key text DEFAULT '', ref text DEFAULT '', minor bigint DEFAULT 1000, money text DEFAULT 'CNY', subject text DEFAULT '',
                          pair text DEFAULT 'ours/statement') RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  INSERT INTO reconciliation_difference (kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor, theirs_minor, currency, subject, pair)
  SELECT kind, 'P0', gc.bucket(n), gc.op(n), 'gc-bank', CASE key WHEN 'its' THEN gc.key(n) ELSE key END, ref, CASE kind WHEN 'MISSING_HERE' THEN NULL ELSE 1000 END,
         CASE kind WHEN 'MISSING_THERE' THEN NULL ELSE minor END, money, subject, pair
  RETURNING difference_id
$$;
CREATE FUNCTION gc.difference() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER RETURN (SELECT max(difference_id) FROM onceover.reconciliation_difference);
CREATE FUNCTION gc.booked(minor bigint, ref text DEFAULT 'XY-1', names text[] DEFAULT '{}', money text DEFAULT 'CNY', booked date DEFAULT current_date, back text DEFAULT '')
RETURNS jsonb LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  WITH s AS (INSERT INTO statement (channel_id, file_sha256, format, account, reference, currency, from_date, to_date)
             VALUES ('gc-bank', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'camt.053', '1', gen_random_uuid()::text, money, booked, booked) RETURNING statement_id),
  e AS (INSERT INTO statement_entry (statement_id, entry_no, entry_ref, amount_minor, currency, booked_on, reference_list, return_reason)
        SELECT statement_id, 1, ref, minor, money, booked, names, back FROM s RETURNING statement_id)
  SELECT jsonb_build_object('kind', 'entry', 'statement', statement_id, 'entry', 1) FROM e
$$;
CREATE FUNCTION gc.match(record jsonb, id uuid DEFAULT gen_random_uuid()) RETURNS onceover.request_answer LANGUAGE sql
RETURN onceover.request_match(gc.difference(), record, 'it is that one', 'T-1', id);
CREATE FUNCTION gc.lose_message(n integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE onceover.outbox DISABLE TRIGGER USER;
  DELETE FROM onceover.outbox WHERE outbox_id = gc.message(n);
  ALTER TABLE onceover.outbox ENABLE ALWAYS TRIGGER guard_insert, ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome;
END
$$;
CREATE FUNCTION gc.declare(terms text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE onceover.channel_profile DISABLE TRIGGER USER;
  EXECUTE 'UPDATE onceover.channel_profile SET ' || terms || ' WHERE channel_id = ''gc-bank''';
END
$$;
-- The unknown of 5, whose budget is spent, asked about late enough: nobody saw it.
CREATE FUNCTION gc.never_seen(attempts integer DEFAULT 4, answer text DEFAULT 'NOT_FOUND') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM gc.declare('max_late_execution = ''0 s''');
  ALTER TABLE onceover.outbox DISABLE TRIGGER USER;
  UPDATE onceover.outbox m SET attempts = never_seen.attempts WHERE m.outbox_id = gc.message(5);
  ALTER TABLE onceover.outbox ENABLE ALWAYS TRIGGER guard_insert, ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome;
  IF answer <> '' THEN
    PERFORM gc.record(5, 'QUERY', answer, NULL);
  END IF;
END
$$;
CREATE FUNCTION gc.sent_before(ago interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE onceover.outbox DISABLE TRIGGER USER;
  UPDATE onceover.outbox m SET first_sent_at = onceover.clock() - ago WHERE m.outbox_id = gc.message(5);
  ALTER TABLE onceover.outbox ENABLE ALWAYS TRIGGER guard_insert, ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome;
END
$$;
-- A statement of such debits, as a person imports it; a second channel on the same terms.
CREATE FUNCTION gc.brings(reference text, lines jsonb, channel text DEFAULT 'gc-bank', account text DEFAULT '1') RETURNS onceover.statement_answer LANGUAGE sql AS $$
  SELECT a.* FROM onceover.import_statement(channel, sha256(convert_to(reference, 'UTF8')), jsonb_build_object('format', 'camt.053', 'account', account, 'reference', reference,
           'currency', 'CNY', 'opening', 0, 'closing', -1000 * jsonb_array_length(lines), 'from', current_date, 'to', current_date,
           'lines', (SELECT jsonb_agg(l || jsonb_build_object('amount', -1000, 'currency', 'CNY', 'booked', current_date::text)) FROM jsonb_array_elements(lines) l)), gen_random_uuid()) a
$$;
CREATE FUNCTION gc.entry(reference text, channel text DEFAULT 'gc-bank') RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT jsonb_build_object('kind', 'entry', 'statement', s.statement_id, 'entry', 1) FROM onceover.statement s WHERE s.reference = entry.reference AND s.channel_id = entry.channel);
CREATE FUNCTION gc.second_channel() RETURNS void LANGUAGE sql AS $$
  INSERT INTO onceover.channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login) VALUES ('gc-bank2', 1, 'test', true, '[]', 'test', 'test');
  INSERT INTO onceover.channel_profile SELECT (jsonb_populate_record(p, '{"channel_id": "gc-bank2"}')).* FROM onceover.channel_profile p WHERE p.channel_id = 'gc-bank'
$$;

-- case: the approver asks for no match | login bob | expect 42501
SELECT * FROM onceover.request_match(1, '{}', 'why', '', gen_random_uuid());
-- case: the approver asks for no missing message | login bob | expect 42501
SELECT * FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid());
-- case: the approver asks for no re-send | login bob | expect 42501
SELECT * FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid());
-- case: the auditor asks for none of the three | login carol | expect 42501
SELECT * FROM onceover.request_match(1, '{}', 'why', '', gen_random_uuid());

-- case: a difference that is not there is not matched | login alice | expect 00000 rows 1
SELECT FROM onceover.request_match(4711, '{"kind": "message", "key": "X"}', 'why', '', gen_random_uuid()) a WHERE a.reason = 'UNKNOWN_SUBJECT';
-- case: a resolved difference is not matched | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its'); UPDATE onceover.reconciliation_difference SET status = 'RESOLVED', resolved_at = onceover.clock(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(6))) a WHERE a.reason = 'FINAL_STATE';
-- case: a difference that stands for money is never matched (R98) | login superuser | expect 00000 rows 9
CREATE TEMP TABLE said ON COMMIT DROP AS SELECT k, gc.differ(k, 6, 'its', 'GC-REF-6') AS d
  FROM unnest(ARRAY['AMOUNT', 'CURRENCY', 'TWICE', 'CONTRADICTION', 'REFERENCE_TAKEN', 'RETURNED', 'COUNT', 'CHARGED_NOT_EXTENDED', 'EXTENDED_NOT_CHARGED']) k;
GRANT SELECT ON said TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM said s, onceover.request_match(s.d, jsonb_build_object('kind', 'message', 'key', gc.key(6)), 'why', '', gen_random_uuid()) a
 WHERE a.reason = 'STANDS_FOR_MONEY' AND a.found = s.k;
-- case: every kind of difference is either in the table of what is matched, or stands for money | login superuser | expect 00000 rows 3
SELECT DISTINCT difference_kind FROM onceover.match_rule WHERE pg_get_constraintdef((SELECT oid FROM pg_constraint WHERE conname = 'reconciliation_difference_kind_check')) ~ difference_kind;
-- case: no record, no match | login superuser | expect 00000 rows 2
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match('{}') a WHERE a.reason = 'VALUE_MALFORMED' UNION ALL SELECT FROM gc.match(NULL) b WHERE b.reason = 'VALUE_MALFORMED';
-- case: nobody matches without a reason | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_match(gc.difference(), jsonb_build_object('kind', 'message', 'key', gc.key(6)), E' \n', '', gen_random_uuid()) a WHERE a.reason = 'VALUE_MALFORMED';
-- case: a record of the wrong side explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(6))) a WHERE a.reason = 'NO_EVIDENCE' AND a.found = 'a MISSING_THERE is explained by: difference, entry';
-- case: a record that is not there explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match('{"kind": "entry", "statement": 4711, "entry": 1}') a WHERE a.reason = 'NO_EVIDENCE';
-- case: a line of another amount explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-999)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found = 'ours 1000, theirs 999 (minor)';
-- case: a line of another currency explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000, money => 'JPY')::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'CURRENCY_DIFFERS';
-- case: money that came in, or came back, explains no payout | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(1000)::text, true); PERFORM set_config('gc.back', gc.booked(-1000, back => 'AC04')::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a, gc.match(current_setting('gc.back')::jsonb) b
 WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND b.reason = 'EVIDENCE_CONTRADICTS' AND a.found = 'money went the other way' AND b.found = a.found;
-- case: a line from before the payment was sent explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000, booked => current_date - 3)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found = 'it was booked before the payment was sent';
-- case: a line that names another message explains nothing | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000, names => ARRAY[gc.key(7)])::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found = 'the line names another message';
-- case: a payment that a line names already is not explained by a second one: that is two effects | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM gc.booked(-1000, 'GC-REF-6', ARRAY['GC-REF-6']); PERFORM set_config('gc.entry', gc.booked(-1000)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found ~ 'is that payment already$';
-- case: while a difference that stands for money is open about the same payment nothing of it is explained away | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('TWICE', 6, 'its', 'GC-REF-6'); PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found LIKE 'difference % (TWICE) about it is open';
-- case: what is not accepted here explains nothing there | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 5, 'its'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(5))) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found = 'the message is UNKNOWN';
-- case: a line that names another key, or another reference, is not that message | login superuser | expect 00000 rows 2
CREATE TEMP TABLE said ON COMMIT DROP AS SELECT gc.differ('MISSING_HERE', 6, gc.key(7)) AS d UNION ALL SELECT gc.differ('MISSING_HERE', 6, '', 'GC-OTHER');
GRANT SELECT ON said TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM said s, onceover.request_match(s.d, jsonb_build_object('kind', 'message', 'key', gc.key(6)), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS';
-- case: the same wish is one request, and an id that asked for something else asks for nothing (F42) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(6)), '00000000-0000-0000-0000-00000000a001') a,
            LATERAL (SELECT m.* FROM gc.match(jsonb_build_object('kind', CASE a.outcome WHEN 'DONE' THEN 'message' END, 'key', gc.key(6)), '00000000-0000-0000-0000-00000000a001') m) b,
            LATERAL (SELECT m.* FROM gc.match(jsonb_build_object('kind', CASE b.outcome WHEN 'DONE' THEN 'message' END, 'key', gc.key(6))) m) c,
            LATERAL (SELECT m.* FROM gc.match(jsonb_build_object('kind', CASE c.outcome WHEN 'REFUSED' THEN 'message' END, 'key', gc.key(7)), '00000000-0000-0000-0000-00000000a001') m) d
 WHERE a.approval_id = b.approval_id AND c.reason = 'OPEN_REQUEST' AND d.reason = 'REQUEST_ID_REUSED';
-- case: who asked for a match does not approve it (S1) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its', 'GC-REF-6'); EXECUTE 'GRANT onceover_approver TO alice'; END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(6))); END $$;
SELECT FROM gc.say_yes() a WHERE a.reason = 'OWN_REQUEST' AND a.status = 'REQUESTED';
-- case: a match closes the difference and moves nothing; who and why stand beside it (R99, R100) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('LATE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.was', (SELECT string_agg(l::text, ',' ORDER BY l) FROM onceover.ledger_entry l), true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(jsonb_build_object('kind', 'message', 'key', gc.key(6))); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.v_match m JOIN onceover.approval a USING (approval_id) JOIN onceover.reconciliation_difference d ON m.differences = ARRAY[d.difference_id]
 WHERE a.status = 'VERIFIED' AND d.status = 'RESOLVED' AND d.resolved_at IS NOT NULL AND m.ours = gc.key(6) AND m.maker = 'alice' AND m.checker = 'bob' AND m.reason = 'it is that one'
   AND current_setting('gc.was') = (SELECT string_agg(l::text, ',' ORDER BY l) FROM onceover.ledger_entry l) AND gc.state(6) = 'SUCCEEDED1';
-- case: a missing payment and a line under another reference explain each other; both are closed | login superuser | expect 00000 rows 2
DO $$ BEGIN PERFORM gc.differ('MISSING_HERE', 1, '', 'XY-1', subject => 'a line'); PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(jsonb_build_object('kind', 'difference', 'difference', gc.difference() - 1)); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.reconciliation_difference d JOIN onceover.record_match m ON d.difference_id = ANY (m.differences) WHERE d.status = 'RESOLVED' AND cardinality(m.differences) = 2;
-- case: one record explains one difference, and is not used again | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(current_setting('gc.entry')::jsonb); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(current_setting('gc.entry')::jsonb) a WHERE a.reason = 'ALREADY_MATCHED';
-- case: a fact that comes after the approval of a match voids it | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); PERFORM set_config('gc.entry', gc.booked(-1000)::text, true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(current_setting('gc.entry')::jsonb); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('TWICE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a WHERE a.approval_id = (gc.request()).approval_id AND a.status = 'VOID' AND NOT EXISTS (SELECT FROM onceover.record_match);
-- case: a second debit under the payment that another line explained is told, and the line that explained it is not (R97) | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.brings('S1', '[{"ref": "XY-1"}]'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(gc.entry('S1')); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN
  PERFORM set_config('gc.again', (gc.brings('S2', '[{"ref": "XY-1"}]')).opened::text, true),
          set_config('gc.true', (gc.brings('S3', jsonb_build_array(jsonb_build_object('ref', 'GC-REF-6', 'references', jsonb_build_array(gc.key(6)))))).opened::text, true);
END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.reconciliation_difference d
 WHERE d.status = 'OPEN' AND d.kind = 'TWICE' AND d.grade = 'P0' AND d.operation_id = gc.op(6) AND d.external_ref = 'GC-REF-6' AND d.detail LIKE 'request % explained this payment by the line |XY-1|%'
   AND current_setting('gc.again') = '0' AND current_setting('gc.true') = '1' AND (SELECT count(*) FROM onceover.reconciliation_difference WHERE status = 'OPEN') = 1;
-- case: one debit of an account explains one payment, whatever channels its statement was imported for | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.second_channel(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.brings('S1', '[{"ref": "ONE-DEBIT"}]'), gc.brings('S1', '[{"ref": "ONE-DEBIT"}]', 'gc-bank2'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(gc.entry('S1')); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.outbox DISABLE TRIGGER USER;
UPDATE onceover.outbox SET channel_id = 'gc-bank2', status = 'ACCEPTED', worker_id = NULL, lease_until = NULL, external_ref = 'GC-REF-4', finished_at = onceover.clock() WHERE operation_id = gc.op(4);
SET LOCAL session_replication_role = origin;
INSERT INTO onceover.reconciliation_difference (kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor, currency, pair)
SELECT 'MISSING_THERE', 'P0', bucket, operation_id, channel_id, idempotency_key, external_ref, amount_minor, currency, 'ours/statement' FROM onceover.outbox WHERE operation_id = gc.op(4);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(gc.entry('S1', 'gc-bank2')) a WHERE a.reason = 'ALREADY_MATCHED';
-- case: nor is it asked for twice | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.second_channel(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.brings('S1', '[{"ref": "ONE-DEBIT"}]'), gc.brings('S1', '[{"ref": "ONE-DEBIT"}]', 'gc-bank2'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(gc.entry('S1')); END $$;
RESET SESSION AUTHORIZATION;
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.outbox DISABLE TRIGGER USER;
UPDATE onceover.outbox SET channel_id = 'gc-bank2', status = 'ACCEPTED', worker_id = NULL, lease_until = NULL, external_ref = 'GC-REF-4', finished_at = onceover.clock() WHERE operation_id = gc.op(4);
SET LOCAL session_replication_role = origin;
INSERT INTO onceover.reconciliation_difference (kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor, currency, pair)
SELECT 'MISSING_THERE', 'P0', bucket, operation_id, channel_id, idempotency_key, external_ref, amount_minor, currency, 'ours/statement' FROM onceover.outbox WHERE operation_id = gc.op(4);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.match(gc.entry('S1', 'gc-bank2')) a WHERE a.reason = 'OPEN_REQUEST';
-- case: equal debits without a name are one difference for each channel and account | login superuser | expect 00000 rows 3
DO $$ BEGIN PERFORM gc.second_channel(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.brings('S1', '[{}]'), gc.brings('S1', '[{}]', 'gc-bank2'), gc.brings('S1', '[{}]', account => '2'), gc.brings('S2', '[{}]', account => '2'); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.reconciliation_difference d WHERE d.kind = 'MISSING_HERE' AND d.status = 'OPEN';
-- case: a line of one account closes no difference of another | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.brings('S1', '[{}]'), gc.brings('S2', '[{}]', account => '2'); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.match(gc.entry('S2')); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.reconciliation_difference d WHERE d.status = 'OPEN' AND d.kind = 'MISSING_HERE' AND d.account_digest = encode(sha256('1'), 'hex');
-- case: a statement of no account is none | login alice | expect 00000 rows 1
SELECT FROM gc.brings('S1', '[{}]', account => ' ') a WHERE a.reason = 'VALUE_MALFORMED';
-- case: what the book does not show is no reason to leave out what a statement does not show | login superuser | expect 00000 rows 2
DO $$ BEGIN PERFORM gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6', pair => 'ours/book'), gc.differ('MISSING_THERE', 6, 'its', 'GC-REF-6'); END $$;
SELECT FROM onceover.reconciliation_difference d WHERE d.kind = 'MISSING_THERE' AND d.status = 'OPEN';
-- case: nobody writes a match without an approval | login superuser | expect OC008
INSERT INTO onceover.record_match (approval_id, pair, channel_id, ours, theirs, bucket, operation_id, differences)
SELECT max(approval_id), '', 'gc-bank', gc.key(6), 'x', gc.bucket(6), gc.op(6), '{}' FROM onceover.approval;
-- case: the table of what is matched is nobody's to change | login owner | expect OC002
UPDATE onceover.match_rule SET record_kind = 'message' WHERE difference_kind = 'MISSING_THERE' AND record_kind = 'entry';

-- case: what is not there lacks no message | login alice | expect 00000 rows 1
SELECT FROM onceover.request_missing_outbox(gen_random_uuid(), 'why', '', gen_random_uuid()) a WHERE a.reason = 'UNKNOWN_SUBJECT';
-- case: a message that exists, in whatever state, is not made again (F41) | login alice | expect 00000 rows 6
SELECT FROM generate_series(3, 8) n, onceover.request_missing_outbox(gc.op(n), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found LIKE 'its message%';
-- case: an operation that was not posted lacks no message | login alice | expect 00000 rows 1
SELECT FROM onceover.request_missing_outbox(gc.op(2), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found = 'PROCESSING';
-- case: where nothing is held nothing is sent | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); END $$;
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.ledger_entry DISABLE TRIGGER USER;
DELETE FROM onceover.ledger_entry WHERE operation_id = gc.op(3);
SET LOCAL session_replication_role = origin;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found = 'nothing is held for it';
-- case: what is on record as executed gets no second message | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(3, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-3'); PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EFFECT_ON_RECORD';
-- case: what is on record as refused gets no second message | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(3, 'QUERY', 'FOUND_REFUSED', NULL); PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS';
-- case: a payment that a statement or the outside's book shows gets no second message, whatever calls are on record | login superuser | expect 00000 rows 2
DO $$ BEGIN
  PERFORM gc.booked(-1000, 'BANK-78', ARRAY[gc.key(3)]), gc.differ('MISSING_HERE', 4, 'its', 'BOOK-4', pair => 'ours/book');
  PERFORM gc.lose_message(3), gc.lose_message(4);
END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM unnest(ARRAY[3, 4]) n, onceover.request_missing_outbox(gc.op(n), 'why', '', gen_random_uuid()) a
 WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found ~ CASE n WHEN 3 THEN '^line .* of a statement names it$' ELSE '^difference .* .MISSING_HERE. about it is open$' END;
-- case: what is known to have been sent is asked about first, and no second message of it is made (rule 8) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(3, 'SEND', 'UNKNOWN', NULL); PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'ANSWER_IS_UNKNOWN' AND a.found LIKE 'call % may have left';
-- case: bytes that were made otherwise are not called the same | login superuser | expect 00000 rows 1
DO $$ BEGIN
  INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, request_sha256, outbox_version, started_at, duration, answer, worker_id)
  SELECT 'SEND', channel_id, 1, bucket, outbox_id, operation_id, idempotency_key, sha256('other'), 1, onceover.clock(), '0', 'NOT_SENT', 'w1' FROM onceover.outbox WHERE outbox_id = gc.message(3);
  PERFORM gc.lose_message(3);
END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found LIKE 'call % sent other bytes';
-- case: a channel that nobody enabled gets no message | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); PERFORM gc.declare('enabled = false'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NO_CHANNEL_PROFILE';
-- case: a channel that would pay again gets no second message | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); PERFORM gc.declare('on_mismatch = ''ignores_key'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED';
-- case: past the life of its key, counted from when its money was held, no message is made by anybody | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); PERFORM gc.declare('retention = ''1 hour'', retention_margin = ''1 hour'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found LIKE 'the key''s life ended at %';
-- case: a value date that the calendar does not know is not guessed | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); PERFORM gc.declare('cutoff_zone = ''UTC'', calendar_id = ''gc-days'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'CALENDAR_UNKNOWN';
-- case: a value date that is past is not moved | login superuser | expect 00000 rows 1
INSERT INTO onceover.business_calendar (calendar_id, day, is_open) SELECT 'gc-days', d, true FROM generate_series('2026-10-20', current_date + 9, interval '1 day') d;
INSERT INTO onceover.business_calendar (calendar_id, day, is_open) VALUES ('gc-days', '2026-10-26', true) ON CONFLICT DO NOTHING;
DO $$ BEGIN
  PERFORM gc.lose_message(3);
  PERFORM gc.declare('cutoff_zone = ''UTC'', calendar_id = ''gc-days'', past_value_date = ''refuses''');
  INSERT INTO onceover.business_calendar (calendar_id, day, is_open) SELECT 'gc-days', d, d > current_date + 8 FROM generate_series(least(current_date, '2026-10-26'), greatest(current_date, '2026-10-26') + 9, interval '1 day') x(d)
  ON CONFLICT (calendar_id, day) DO NOTHING;
END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'VALUE_DATE_PAST';
-- case: no message is made that may leave only after the life of its key | login superuser | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.lose_message(3);
  PERFORM gc.declare('cutoff_zone = ''UTC'', calendar_id = ''gc-days'', retention = ''2 days''');
  INSERT INTO onceover.business_calendar (calendar_id, day, is_open) SELECT 'gc-days', d, d > greatest(current_date, '2026-10-26') + 3
    FROM generate_series(least(current_date, '2026-10-26'), greatest(current_date, '2026-10-26') + 9, interval '1 day') x(d);
END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found LIKE 'it may leave at %';
-- case: the same wish is one request, and two wishes about one operation are not | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_missing_outbox(gc.op(3), 'gone', '', '00000000-0000-0000-0000-00000000a002') a,
            LATERAL (SELECT m.* FROM onceover.request_missing_outbox(gc.op(3), a.outcome, '', '00000000-0000-0000-0000-00000000a002') m) b,
            LATERAL (SELECT m.* FROM onceover.request_missing_outbox(gc.op(3), b.outcome, '', gen_random_uuid()) m) c,
            LATERAL (SELECT m.* FROM onceover.request_missing_outbox(gc.op(4), c.outcome, '', '00000000-0000-0000-0000-00000000a002') m) d
 WHERE a.approval_id = b.approval_id AND c.reason = 'OPEN_REQUEST' AND d.reason = 'REQUEST_ID_REUSED';
-- case: who asked for a message does not approve it (S1) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); EXECUTE 'GRANT onceover_approver TO alice'; END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_missing_outbox(gc.op(3), 'gone', '', gen_random_uuid()); END $$;
SELECT FROM gc.say_yes() a WHERE a.reason = 'OWN_REQUEST';
-- case: the message is made again once, under its own key, as one that may have left (F41, R90) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_missing_outbox(gc.op(3), 'gone', '', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id) JOIN onceover.approval a ON a.approval_id = (gc.request()).approval_id
 WHERE m.operation_id = gc.op(3) AND m.idempotency_key = gc.key(3) AND m.status = 'PENDING' AND m.sends_maybe_left = 1 AND o.status = 'AWAITING_EXTERNAL' AND a.status = 'VERIFIED'
   AND m.first_sent_at = (SELECT min(created_at) FROM onceover.ledger_entry l WHERE l.operation_id = gc.op(3)) AND m.payload_sha256 = decode(a.plan #>> '{facts,payload}', 'hex')
   AND convert_from(m.payload, 'UTF8') = '{"amount":1000,"beneficiary":{"account":"6222020000001234","name":"M"},"currency":"CNY","merchant_id":900003,"operation_id":"' || gc.op(3)
       || '","settle_date":"2026-10-26"}';
-- case: under a freeze it waits, approved | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); PERFORM gc.freeze('merchant', gc.merchant(3)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_missing_outbox(gc.op(3), 'gone', '', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT WHERE (gc.request()).status = 'APPROVED' AND gc.message(3) IS NULL;
-- case: a message that appeared meanwhile voids the wish for it | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.lose_message(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_missing_outbox(gc.op(3), 'gone', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor, currency, job_id, batch_id, merchant_id)
SELECT * FROM gc.new_message(3);
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT WHERE (gc.request()).status = 'VOID' AND 1 = (SELECT count(*) FROM onceover.outbox WHERE operation_id = gc.op(3));
-- case: a message that may have left is made by nobody without an approval | login superuser | expect OC001
DO $$ BEGIN PERFORM gc.lose_message(3); END $$;
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor, currency, job_id, batch_id, merchant_id,
                             sends_total, sends_maybe_left, first_sent_at, last_sent_at)
SELECT m.*, 1, 1, onceover.clock(), onceover.clock() FROM gc.new_message(3) m;

-- case: what is not there is not sent again | login alice | expect 00000 rows 1
SELECT FROM onceover.request_resend(gen_random_uuid(), 'why', '', gen_random_uuid()) a WHERE a.reason = 'UNKNOWN_SUBJECT';
-- case: only an unknown is sent again | login alice | expect 00000 rows 5
SELECT FROM unnest(ARRAY[3, 4, 6, 7, 8]) n, onceover.request_resend(gc.op(n), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE';
-- case: what was executed is not sent again, whatever a query found since | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-5'); PERFORM gc.never_seen(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EFFECT_ON_RECORD';
-- case: what a statement shows is not sent again, whatever the bank's query found | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(), gc.booked(-1000, 'BANK-77', ARRAY[gc.key(5)]); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found ~ '^line .* of a statement names it$';
-- case: nor what the outside's own book shows | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(), gc.differ('LATE', 5, 'its', 'BANK-77', pair => 'ours/book'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found ~ '^difference .* .LATE. about it is open$';
-- case: a statement that comes after the approval of a re-send voids it | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.booked(-1000, 'BANK-77', ARRAY[gc.key(5)]); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.outbox m WHERE m.outbox_id = gc.message(5) AND m.status = 'UNKNOWN' AND (gc.request()).status = 'VOID';
-- case: a channel that ignores keys is not sent to again (DESIGN section 5) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.declare('on_mismatch = ''ignores_key'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found = 'the channel ignores keys';
-- case: nor one that executes a key in flight | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.declare('on_in_flight = ''executes'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found = 'the channel executes a key that is in flight';
-- case: nor one that cannot be asked | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.declare('query_kind = ''none'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found = 'the channel cannot be asked';
-- case: nor one that executes however late | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.declare('max_late_execution = NULL'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found = 'the channel does not say how late it may execute';
-- case: past retention no role sends again | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.sent_before('30 days'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'RESEND_NOT_ALLOWED' AND a.found LIKE 'the key''s life ended at %';
-- case: while the engine has attempts left it sends by itself | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(3); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found LIKE '3 of 4 attempts%';
-- case: nothing is sent again before the bank was asked | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(4, ''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'NO_EVIDENCE';
-- case: what the bank has on its desk is not sent again | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.never_seen(4, 'FOUND_PENDING'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'EVIDENCE_CONTRADICTS' AND a.found = 'the last answer is FOUND_PENDING';
-- case: a query that came too early proves nothing, also where the bank's book follows late | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.declare('query_kind = ''eventual'', query_eventual_max = ''1 day'''); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'why', '', gen_random_uuid()) a WHERE a.reason = 'TOO_EARLY' AND a.found <> '';
-- case: the same wish is one request, two about one operation are not, and it lives no longer than its key | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.sent_before('29 days 22 hours'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resend(gc.op(5), 'again', '', '00000000-0000-0000-0000-00000000a003') a,
            LATERAL (SELECT m.* FROM onceover.request_resend(gc.op(5), a.outcome, '', '00000000-0000-0000-0000-00000000a003') m) b,
            LATERAL (SELECT m.* FROM onceover.request_resend(gc.op(5), b.outcome, '', gen_random_uuid()) m) c,
            LATERAL (SELECT m.* FROM onceover.request_resend(gc.op(3), c.outcome, '', '00000000-0000-0000-0000-00000000a003') m) d
 WHERE a.approval_id = b.approval_id AND c.reason = 'OPEN_REQUEST' AND d.reason = 'REQUEST_ID_REUSED' AND a.expires_at <= onceover.clock() + interval '1 hour';
-- case: who asked for a re-send does not approve it (S1) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); EXECUTE 'GRANT onceover_approver TO alice'; END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
SELECT FROM gc.say_yes() a WHERE a.reason = 'OWN_REQUEST';
-- case: a re-send is the same bytes under the same key, once (R90, I7) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM set_config('gc.was', (SELECT concat(idempotency_key, payload, first_sent_at, sends_total) FROM onceover.outbox WHERE outbox_id = gc.message(5)), true); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id)
 WHERE m.outbox_id = gc.message(5) AND m.status = 'PENDING' AND o.status = 'AWAITING_EXTERNAL' AND m.attempts = 4 AND (gc.request()).status = 'EXECUTED'
   AND current_setting('gc.was') = concat(m.idempotency_key, m.payload, m.first_sent_at, m.sends_total);
-- case: and is verified when it has left | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.mark(5); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM onceover.settle_requests('w9'); END $$;
RESET SESSION AUTHORIZATION;
SELECT WHERE (gc.request()).status = 'VERIFIED';
-- case: under a freeze a re-send waits, approved | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); PERFORM gc.freeze('merchant', gc.merchant(5)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.decide_and_execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.outbox m WHERE m.outbox_id = gc.message(5) AND m.status = 'UNKNOWN' AND (gc.request()).status = 'APPROVED';
-- case: an answer that comes after the approval of a re-send voids it | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.never_seen(); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resend(gc.op(5), 'again', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.never_seen(4, 'FOUND_PENDING'); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.outbox m WHERE m.outbox_id = gc.message(5) AND m.status = 'UNKNOWN' AND (gc.request()).status = 'VOID';
