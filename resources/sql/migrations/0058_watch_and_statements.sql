-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the watching duty tells in time: guards that are not as recorded (SECURITY.md S6), and requests that wait for a second person.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Whether the record of the guards was written anew is seen without comparing all of them.
GRANT SELECT ON schema_guard TO onceover_reconciler;

INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('decision wait', 1800000, 'ms', 'whoever decides reads a plan in minutes; half an hour is a person who was not reached'),
  ('decision expiry', 3600000, 'ms', 'an hour before the end: time to reach the next contact and to decide without hurry');

-- One way of taking the barrier exclusively -------------------------------------------------------------------------------------------

-- Whoever holds it for longer than five seconds is ended (0054), whatever waits for it: a freeze of the system and a server that arrives
-- are waited for by everybody as much as a person's freeze.
DO $$
DECLARE
  f      regprocedure;
  source text;
  plain  constant text := 'PERFORM pg_advisory_xact_lock(freeze_barrier_key())';
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND strpos(p.prosrc, plain) > 0 LOOP
    EXECUTE replace(pg_get_functiondef(f), plain, 'PERFORM take_barrier()');
  END LOOP;
END
$$;

-- Statements ---------------------------------------------------------------------------------------------------------------------------

-- import_statement() is the only way in.
REVOKE INSERT ON statement, statement_entry FROM onceover_reconciler;

-- A day of the calendar, written as we write days; nothing is cast that might not be one.
CREATE FUNCTION is_day(p_text text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_text !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' OR left(p_text, 4) = '0000' THEN false
            ELSE right(p_text, 2)::integer <= extract(day FROM make_date(left(p_text, 4)::integer, substr(p_text, 6, 2)::integer, 1) + interval '1 month - 1 day') END;

-- What is left out is not malformed. What names something goes into an index, which takes no names of any length.
CREATE FUNCTION is_malformed(p_value jsonb, p_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN coalesce(jsonb_typeof(p_value), 'null') = 'null' THEN false
            WHEN p_kind = 'amount' THEN jsonb_typeof(p_value) <> 'number' OR (p_value #>> '{}') !~ '^-?[0-9]{1,18}$'
            WHEN p_kind = 'flag' THEN jsonb_typeof(p_value) <> 'boolean'
            WHEN p_kind = 'texts' THEN CASE WHEN jsonb_typeof(p_value) <> 'array' OR jsonb_path_exists(p_value, '$[*] ? (@.type() != "string")') THEN true
                                            ELSE EXISTS (SELECT FROM jsonb_array_elements_text(p_value) t(name) WHERE octet_length(t.name) > 500) END
            WHEN jsonb_typeof(p_value) <> 'string' THEN true
            WHEN p_kind = 'day' THEN NOT is_day(p_value #>> '{}')
            ELSE p_kind = 'text' AND octet_length(p_value #>> '{}') > 500 END;

-- The first value that is not what it should be, by its line; null: all can be taken as they are. Whether they agree is another question.
CREATE FUNCTION statement_fault(p_statement jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  -- Each kind of value is looked at only when what holds it is what it should be.
  SELECT CASE WHEN jsonb_typeof(p_statement) IS DISTINCT FROM 'object' THEN 'statement: not an object' ELSE coalesce(
    (SELECT 'statement: ' || v.name FROM (VALUES ('format', 'text'), ('account', 'text'), ('reference', 'text'), ('currency', 'text'), ('opening', 'amount'),
                                                 ('closing', 'amount'), ('from', 'day'), ('to', 'day')) v(name, kind)
      WHERE is_malformed(p_statement -> v.name, v.kind) LIMIT 1),
    CASE WHEN jsonb_typeof(p_statement -> 'lines') IN ('array', 'null') THEN (
      SELECT 'line ' || l.n || ': ' || v.name
        FROM jsonb_array_elements(CASE jsonb_typeof(p_statement -> 'lines') WHEN 'array' THEN p_statement -> 'lines' ELSE '[]' END) WITH ORDINALITY l(line, n)
       CROSS JOIN LATERAL (VALUES (0, 'not an object', NULL, true), (1, 'amount', 'amount', true), (2, 'currency', 'text', false), (3, 'booked', 'day', true),
                                  (4, 'value', 'day', false), (5, 'ref', 'text', false), (6, 'end_to_end', 'text', false), (7, 'kind', 'text', false),
                                  (8, 'text', 'words', false), (9, 'references', 'texts', false), (10, 'reversal', 'flag', false),
                                  (11, 'returned', 'text', false)) v(place, name, kind, is_needed)
       WHERE CASE WHEN jsonb_typeof(l.line) <> 'object' THEN v.place = 0
                  WHEN v.place = 0 THEN false
                  ELSE is_malformed(l.line -> v.name, v.kind) OR v.is_needed AND coalesce(jsonb_typeof(l.line -> v.name), 'null') = 'null' END
       ORDER BY l.n, v.place LIMIT 1)
    WHEN p_statement ? 'lines' THEN 'statement: lines' END) END
$$;

-- The returns of a payout that statements show, each line once however many statements show it; nth: of those of the same amount.
CREATE FUNCTION return_lines(p_channel text, p_bucket smallint, p_operation uuid)
RETURNS TABLE (statement_id bigint, entry_no integer, amount_minor bigint, currency text, nth bigint) LANGUAGE sql STABLE AS $$
  SELECT l.statement_id, l.entry_no, l.amount, l.currency, dense_rank() OVER (PARTITION BY l.amount, l.currency ORDER BY l.first)
    FROM (SELECT d.statement_id, d.entry_no, abs(d.amount_minor) AS amount, d.currency::text,
                 first_value(d.statement_id * 1000000 + d.entry_no) OVER (PARTITION BY d.account, d.entry_ref, d.amount_minor, d.currency, d.booked_on, d.occurrence
                                                                       ORDER BY d.statement_id, d.entry_no) AS first
            FROM outbox m
            JOIN statement_line_match d ON d.channel_id = p_channel AND d.outbox_id = m.outbox_id AND d.bucket = m.bucket AND d.is_return
             AND d.reference_list && ARRAY[m.idempotency_key, m.external_ref]
           WHERE m.bucket = p_bucket AND m.operation_id = p_operation AND m.message_kind = 'payout') l
$$;

-- How many returns of that amount the bank told of itself. What came back is named by the payment: the reference of a booking in a
-- statement is the account's own, and another than that of the same return in an answer or a callback.
CREATE FUNCTION returns_told(p_operation uuid, p_theirs_minor bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM reconciliation_difference d
   WHERE d.kind = 'RETURNED' AND d.operation_id = p_operation AND d.pair <> 'ours/statement' AND d.theirs_minor = p_theirs_minor
$$;
CREATE INDEX ix_reconciliation_difference_returned ON reconciliation_difference (operation_id) WHERE kind = 'RETURNED';

-- A statement's line of a return that the bank told of itself is no second one; so many more as statements show are.
DO $$
DECLARE
  change text[];
  source text;
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['import_statement', $x$content constant bytea := sha256(convert_to((p_statement - 'format')::text, 'UTF8'));$x$,
       $x$content constant bytea := CASE jsonb_typeof(p_statement) WHEN 'object' THEN sha256(convert_to((p_statement - 'format')::text, 'UTF8')) END;$x$],
    ['import_statement', $x$answer.found := 'request id';
  ELSE$x$, $x$answer.found := 'request id';
  ELSIF statement_fault(p_statement) IS NOT NULL THEN
    answer.reason := 'VALUE_MALFORMED';
    answer.found := statement_fault(p_statement);
  ELSE$x$],
    ['record_statement', $x$f.booked_on::timestamp AT TIME ZONE 'UTC') AS occurred_at
      FROM finding f WHERE f.is_difference
    UNION ALL
    SELECT 'MISSING_THERE', 'P0', m.bucket, m.operation_id, m.idempotency_key, m.external_ref, m.amount_minor, NULL, m.currency::char(3),
           'accepted here, no line of a statement', '', m.finished_at$x$,
       $x$f.booked_on::timestamp AT TIME ZONE 'UTC') AS occurred_at,
           f.kind = 'RETURNED' AND EXISTS (SELECT FROM return_lines(f.channel_id, f.bucket, f.operation_id) r
                                            WHERE r.statement_id = f.statement_id AND r.entry_no = f.entry_no
                                              AND r.nth <= returns_told(f.operation_id, CASE f.currency WHEN f.ours_currency THEN f.ours_minor - r.amount_minor END)) AS is_told,
           -- A line that names no message is told apart by its account as well.
           CASE WHEN f.outbox_id IS NULL THEN account_digest(f.account) ELSE '' END AS account_digest
      FROM finding f WHERE f.is_difference
    UNION ALL
    SELECT 'MISSING_THERE', 'P0', m.bucket, m.operation_id, m.idempotency_key, m.external_ref, m.amount_minor, NULL, m.currency::char(3),
           'accepted here, no line of a statement', '', m.finished_at, false, ''$x$],
    ['record_statement', $x$     WHERE NOT EXISTS (SELECT FROM reconciliation_difference d$x$,
       $x$     WHERE NOT f.is_told AND NOT EXISTS (SELECT FROM reconciliation_difference d$x$],
    ['record_statement', $x$'accepted here, no line of a statement', '', m.finished_at, false, ''
      FROM statement_missing(p_statement) m$x$, $x$'accepted here, no line of a statement', '', m.finished_at, false, ''
      FROM statement_missing(p_statement) m
    UNION ALL
    -- Two persons said that another line is this payment: one of the two lines is money that nobody explained.
    SELECT 'TWICE', 'P0', f.bucket, f.operation_id, f.idempotency_key, f.entry_ref, f.ours_minor, abs(f.amount_minor), f.ours_currency::char(3),
           format('request %s explained this payment by the line %s', m.approval_id, m.theirs), '', coalesce(f.finished_at, f.last_sent_at), false, ''
      FROM finding f
      JOIN record_match m ON m.pair = 'ours/statement' AND m.channel_id = f.channel_id AND m.ours = f.idempotency_key
     WHERE f.kind = 'MATCHED'
       AND NOT is_line(m.account_digest, m.theirs, f.account, f.idempotency_key, f.entry_ref, format('%s %s #%s', f.booked_on, f.amount_minor, f.occurrence))$x$],
    ['record_statement', $x$pair, subject, occurred_at, opened_at)
    SELECT DISTINCT ON (f.kind, f.key, f.ref, f.subject) run.reconciliation_id, f.kind, f.grade, f.bucket, f.operation_id, s.channel_id, f.key, f.ref,
           f.ours_minor, f.theirs_minor, f.currency, f.detail, 'ours/statement', f.subject, f.occurred_at, clock()$x$,
       $x$pair, subject, occurred_at, opened_at, account_digest)
    SELECT DISTINCT ON (f.kind, f.key, f.ref, f.subject) run.reconciliation_id, f.kind, f.grade, f.bucket, f.operation_id, s.channel_id, f.key, f.ref,
           f.ours_minor, f.theirs_minor, f.currency, f.detail, 'ours/statement', f.subject, f.occurred_at, clock(), f.account_digest$x$],
    ['record_statement', $x$AND d.subject = f.subject
                          AND (d.status = 'OPEN' OR$x$, $x$AND d.subject = f.subject AND d.account_digest = f.account_digest
                          AND (d.status = 'OPEN' AND d.kind <> 'MISSING_THERE' OR$x$],
    -- The account is what a debit is told apart by.
    ['statement_refusal', $x$coalesce(s.reference, '') = '' OR num_nulls$x$, $x$coalesce(s.reference, '') = '' OR btrim(s.account) = '' OR num_nulls$x$],
    -- Booked once, it is done with under whatever reference it was told: the same answer, and as many lines of statements as the bank told of.
    ['execute_correction', $x$WHERE difference_id = (a.plan ->> 'difference')::bigint AND status = 'OPEN';$x$,
       $x$WHERE difference_id = (a.plan ->> 'difference')::bigint AND status = 'OPEN';
  IF book_type = 'return' THEN
    UPDATE reconciliation_difference SET status = 'RESOLVED', resolved_at = moment
     WHERE status = 'OPEN' AND difference_id IN (SELECT same_returns(w.bucket, w.operation_id, (a.plan ->> 'difference')::bigint, facts ->> 'reference'));
  END IF;$x$]] LOOP
    source := pg_get_functiondef(change[1]::regproc);
    IF strpos(source, change[2]) = 0 THEN
      RAISE EXCEPTION '%() is not what this migration expects: %', change[1], change[2];
    END IF;
    EXECUTE replace(source, change[2], change[3]);
  END LOOP;
END
$$;

-- Open differences that tell of the return that this one tells of: under the bank's reference, or by lines of statements, of which as
-- many stay as there are more than the bank told of.
CREATE FUNCTION same_returns(p_bucket smallint, p_operation uuid, p_difference bigint, p_reference text) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  WITH d AS (SELECT * FROM reconciliation_difference WHERE difference_id = p_difference),
  shown AS (
    SELECT o.difference_id, row_number() OVER (ORDER BY o.difference_id) AS n, count(*) OVER () AS open
      FROM d JOIN reconciliation_difference o ON o.kind = 'RETURNED' AND o.operation_id = p_operation AND o.pair = 'ours/statement'
                                             AND o.theirs_minor = d.theirs_minor AND o.status = 'OPEN'
  )
  SELECT s.difference_id
    FROM d CROSS JOIN shown s
   WHERE s.n <= s.open - greatest(0, (SELECT count(DISTINCT r.nth) FROM return_lines(d.channel_id, p_bucket, p_operation) r
                                       WHERE r.amount_minor = d.ours_minor - d.theirs_minor AND r.currency = d.currency) - returns_told(p_operation, d.theirs_minor))
  UNION
  SELECT o.difference_id FROM reconciliation_difference o
   WHERE o.kind = 'RETURNED' AND o.operation_id = p_operation AND o.pair <> 'ours/statement' AND o.external_ref = p_reference AND o.status = 'OPEN'
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('is_day', 'is_malformed', 'statement_fault', 'return_lines', 'returns_told', 'same_returns') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;

SELECT record_guards();
