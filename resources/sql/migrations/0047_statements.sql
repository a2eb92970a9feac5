-- SPDX-License-Identifier: GPL-3.0-or-later
-- Bank statements as a second source of the outside's book (DESIGN.md sections 7 and 8). A person imports one; what it says is kept as it
-- is, once, and laid beside our messages in the same transaction. Whatever a statement says, it changes no state, leg or message: it
-- ends in a list of differences for people, and a line of it may be named as evidence.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- A file may hold several statements, and one statement may come in several files: what names it is the bank's account and its number.
ALTER TABLE statement DROP CONSTRAINT statement_file_sha256_key;
ALTER TABLE statement
  ADD COLUMN account        text NOT NULL DEFAULT '',
  ADD COLUMN reference      text NOT NULL DEFAULT '',       -- the bank's name of it
  ADD COLUMN content_sha256 bytea CHECK (octet_length(content_sha256) = 32),  -- of what it says, in whatever file
  ADD COLUMN imported_by    text REFERENCES person,
  ADD COLUMN request_id     uuid UNIQUE,
  ALTER COLUMN worker_id SET DEFAULT '',
  ADD CONSTRAINT a_statement_adds_up_over_days CHECK (to_date >= from_date);
CREATE UNIQUE INDEX uq_statement ON statement (channel_id, account, reference, currency) WHERE reference <> '';
CREATE INDEX ix_statement_channel ON statement (channel_id, to_date);

ALTER TABLE statement_entry
  ADD COLUMN value_on      date,
  ADD COLUMN end_to_end    text NOT NULL DEFAULT '',
  ADD COLUMN reference_list text[] NOT NULL DEFAULT '{}',   -- all that may name a message of ours
  ADD COLUMN is_reversal   boolean NOT NULL DEFAULT false,  -- the bank takes back an earlier booking
  ADD COLUMN return_reason text NOT NULL DEFAULT '';
CREATE INDEX ix_statement_entry_reference ON statement_entry USING gin (reference_list);

ALTER TABLE reconciliation_run ADD COLUMN statement_id bigint REFERENCES statement;
DROP TRIGGER guard_update ON reconciliation_run;
DROP TRIGGER guard_delete ON reconciliation_run;
SELECT make_guard_update('reconciliation_run', p_mutable => '{compared,differences,opened,finished_at}');
CREATE UNIQUE INDEX uq_reconciliation_run_statement ON reconciliation_run (statement_id) WHERE statement_id IS NOT NULL;
CREATE OR REPLACE VIEW v_reconciliation AS
  SELECT reconciliation_id, kind, batch_id, biz_date, channel_id, compared, differences, started_at, finished_at, worker_id,
         outcome, opened, took, detail, freeze_id, statement_id
    FROM reconciliation_run;

-- Each line beside the message that it names, by key before by reference, never by amount or order. n_messages: how many it names.
-- A payout left the account, a renewal's charge came in; what goes the other way, or is marked so, is money that came back.
CREATE VIEW statement_line_match AS
  SELECT e.statement_id, e.entry_no, s.channel_id, s.account, e.entry_ref, e.occurrence, e.amount_minor, e.currency, e.booked_on, e.value_on,
         e.reference_list, e.is_reversal, e.return_reason, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.status,
         m.external_ref, m.amount_minor AS ours_minor, m.currency AS ours_currency, m.last_sent_at, m.finished_at, m.profile_version,
         coalesce(m.n_messages, 0) AS n_messages,
         m.outbox_id IS NOT NULL AND (e.is_reversal OR e.return_reason <> '' OR sign(e.amount_minor) <> m.expected_sign) AS is_return,
         -- What looks like a key of ours; letters alone are words that were written together.
         (SELECT r.ref FROM unnest(e.reference_list) r(ref) WHERE r.ref ~ '^[A-Z2-7]{32}$' AND r.ref ~ '[2-7].*[2-7]' LIMIT 1) AS named_key
    FROM statement_entry e
    JOIN statement s USING (statement_id)
    LEFT JOIN LATERAL (
         SELECT c.*, count(*) OVER () AS n_messages, CASE o.settlement_type WHEN 'renew' THEN 1 ELSE -1 END AS expected_sign
           FROM (SELECT DISTINCT ON (f.bucket, f.outbox_id) f.*
                   FROM (SELECT q.*, 1 AS rank FROM unnest(e.reference_list) r(ref)
                           JOIN outbox q ON q.idempotency_key = r.ref AND q.channel_id = s.channel_id AND q.message_kind = 'payout'
                         UNION ALL
                         SELECT q.*, 2 FROM unnest(e.reference_list) r(ref)
                           JOIN external_reference x ON x.channel_id = s.channel_id AND x.external_ref = r.ref
                           JOIN outbox q ON q.bucket = x.bucket AND q.operation_id = x.operation_id AND q.message_kind = 'payout') f
                  ORDER BY f.bucket, f.outbox_id, f.rank) c
           JOIN settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id
          ORDER BY c.rank, c.bucket, c.outbox_id LIMIT 1) m ON true;

-- What each line comes to, by the names of BookComparer (core/analysis/matching.h); a line may be told more than once. Not differences:
-- MATCHED, NOT_YET (open here, and not late yet), NOT_OURS (money that came in and names nothing of ours).
CREATE VIEW statement_finding AS
  SELECT l.*, f.n, f.kind, f.detail, f.grade, f.kind NOT IN ('MATCHED', 'NOT_YET', 'NOT_OURS') AS is_difference
    FROM statement_line_match l
    LEFT JOIN channel_profile p ON p.channel_id = l.channel_id AND p.profile_version = l.profile_version
   CROSS JOIN LATERAL (SELECT EXISTS (
         SELECT FROM statement_line_match d
          WHERE d.channel_id = l.channel_id AND d.reference_list && ARRAY[l.idempotency_key, l.external_ref] AND d.outbox_id = l.outbox_id
            AND NOT d.is_return AND (d.statement_id, d.entry_no) <> (l.statement_id, l.entry_no)
            -- The same line once more, in a statement that overlaps.
            AND NOT (d.statement_id <> l.statement_id AND (d.account, d.entry_ref, d.amount_minor, d.currency, d.booked_on, d.occurrence)
                                                          = (l.account, l.entry_ref, l.amount_minor, l.currency, l.booked_on, l.occurrence))) AS holds) twice
   CROSS JOIN LATERAL (VALUES
     (1, 'RETURNED', 'P0', l.is_return,
         format('the statement says that %s %s (minor) came back%s', abs(l.amount_minor), l.currency, CASE l.return_reason WHEN '' THEN '' ELSE ': ' || l.return_reason END)),
     (2, 'REFERENCE_TAKEN', 'P0', l.n_messages > 1, 'the line names more than one message of ours'),
     (3, 'CURRENCY', 'P0', l.outbox_id IS NOT NULL AND NOT l.is_return AND l.currency <> l.ours_currency,
         format('ours %s, theirs %s', l.ours_currency, l.currency)),
     (4, 'AMOUNT', 'P0', l.outbox_id IS NOT NULL AND NOT l.is_return AND l.currency = l.ours_currency AND abs(l.amount_minor) <> l.ours_minor,
         format('ours %s, theirs %s', l.ours_minor, abs(l.amount_minor))),
     (5, 'CONTRADICTION', 'P0', l.status IN ('REFUSED', 'FAILED'), 'executed there, ' || l.status || ' here'),
     (6, 'LATE', 'P0', l.status IN ('PENDING', 'SENDING', 'UNKNOWN') AND l.last_sent_at + p.escalate_after < clock(),
         'executed there, still ' || l.status || ' here'),
     (7, 'TWICE', 'P0', l.outbox_id IS NOT NULL AND NOT l.is_return AND twice.holds, 'more than one effect under this key'),
     (8, 'MISSING_HERE', CASE WHEN l.named_key IS NULL THEN 'P1' ELSE 'P0' END, l.outbox_id IS NULL AND (l.named_key IS NOT NULL OR l.amount_minor < 0),
         CASE WHEN l.named_key IS NULL THEN 'money left the account, and no message of ours explains it' ELSE 'no message of ours has this key' END),
     (9, 'NOT_OURS', NULL, l.outbox_id IS NULL AND l.named_key IS NULL AND l.amount_minor >= 0, ''),
     (10, 'NOT_YET', NULL, l.status IN ('PENDING', 'SENDING', 'UNKNOWN') AND NOT coalesce(l.last_sent_at + p.escalate_after < clock(), false), ''),
     (11, 'MATCHED', NULL, l.status = 'ACCEPTED' AND NOT l.is_return AND l.n_messages = 1 AND l.currency = l.ours_currency
         AND abs(l.amount_minor) = l.ours_minor AND NOT twice.holds, '')) f(n, kind, grade, holds, detail)
   WHERE f.holds;

-- What we call accepted and no statement shows, of the days that a statement settles: up to the day before its last one, since what was
-- accepted late may be booked on the next day, and not before the first day that any statement of the channel covers.
CREATE FUNCTION statement_missing(p_statement bigint)
RETURNS TABLE (bucket smallint, operation_id uuid, idempotency_key text, external_ref text, amount_minor bigint, currency text, finished_at timestamptz)
LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  WITH days AS (
    SELECT s.channel_id, s.currency,
           greatest(s.from_date - 1, (SELECT min(t.from_date) FROM statement t WHERE t.channel_id = s.channel_id AND t.currency = s.currency))::timestamp AT TIME ZONE 'UTC' AS since,
           s.to_date::timestamp AT TIME ZONE 'UTC' AS until
      FROM statement s WHERE s.statement_id = p_statement
  )
  SELECT DISTINCT m.bucket, m.operation_id, m.idempotency_key, coalesce(m.external_ref, ''), m.amount_minor, m.currency::text, m.finished_at
    FROM days d
    JOIN external_call c ON c.channel_id = d.channel_id AND c.at >= d.since AND c.at < d.until AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
    JOIN outbox m ON m.bucket = c.bucket AND m.outbox_id = c.outbox_id AND m.status = 'ACCEPTED' AND m.message_kind = 'payout' AND m.currency = d.currency
   WHERE m.finished_at >= d.since AND m.finished_at < d.until
     AND NOT EXISTS (SELECT FROM statement_entry e JOIN statement t USING (statement_id)
                      WHERE t.channel_id = d.channel_id AND e.reference_list && ARRAY[m.idempotency_key, m.external_ref])
$$;

-- An import's comparison, written down with what was found; opened: what was never told before. A difference belongs to no batch, because
-- a statement decides about none.
CREATE FUNCTION record_statement(p_statement bigint, p_started_at timestamptz, p_by text, OUT compared bigint, OUT differences bigint, OUT opened bigint)
LANGUAGE sql SET search_path = onceover, pg_temp AS $$
  WITH s AS MATERIALIZED (SELECT * FROM statement WHERE statement_id = p_statement),
  finding AS MATERIALIZED (SELECT * FROM statement_finding f WHERE f.statement_id = p_statement),
  found AS MATERIALIZED (
    SELECT f.kind, f.grade, f.bucket, f.operation_id, coalesce(f.idempotency_key, f.named_key, '') AS key, f.entry_ref AS ref, f.ours_minor,
           CASE f.kind WHEN 'RETURNED' THEN CASE WHEN f.currency = f.ours_currency THEN f.ours_minor - abs(f.amount_minor) END
                       WHEN 'CURRENCY' THEN NULL ELSE abs(f.amount_minor) END AS theirs_minor,
           coalesce(f.ours_currency, f.currency)::char(3) AS currency, f.detail,
           -- Lines without any reference are told apart by what they say, in whatever statement they stand.
           CASE WHEN f.outbox_id IS NULL THEN format('%s %s #%s', f.booked_on, f.amount_minor, f.occurrence) ELSE '' END AS subject,
           coalesce(f.finished_at, f.last_sent_at, f.booked_on::timestamp AT TIME ZONE 'UTC') AS occurred_at
      FROM finding f WHERE f.is_difference
    UNION ALL
    SELECT 'MISSING_THERE', 'P0', m.bucket, m.operation_id, m.idempotency_key, m.external_ref, m.amount_minor, NULL, m.currency::char(3),
           'accepted here, no line of a statement', '', m.finished_at
      FROM statement_missing(p_statement) m
  ), sums AS MATERIALIZED (
    SELECT (SELECT count(DISTINCT f.entry_no) FROM finding f WHERE f.outbox_id IS NOT NULL) AS compared, (SELECT count(*) FROM found) AS differences,
           (SELECT count(DISTINCT f.entry_no) FROM finding f) AS n_lines
  ), run AS (
    INSERT INTO reconciliation_run (kind, channel_id, biz_date, outcome, started_at, finished_at, took, compared, differences, detail, worker_id, statement_id)
    SELECT 'statement', s.channel_id, s.to_date, CASE WHEN sums.compared = 0 THEN 'NOTHING_COMPARED' ELSE 'COMPARED' END, p_started_at, clock(),
           clock() - p_started_at, sums.compared, sums.differences, format('statement %s, %s lines', s.statement_id, sums.n_lines), p_by, s.statement_id
      FROM s, sums
    RETURNING reconciliation_id
  ), told AS (
    INSERT INTO reconciliation_difference (reconciliation_id, kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor,
                                           theirs_minor, currency, detail, pair, subject, occurred_at, opened_at)
    SELECT DISTINCT ON (f.kind, f.key, f.ref, f.subject) run.reconciliation_id, f.kind, f.grade, f.bucket, f.operation_id, s.channel_id, f.key, f.ref,
           f.ours_minor, f.theirs_minor, f.currency, f.detail, 'ours/statement', f.subject, f.occurred_at, clock()
      FROM found f CROSS JOIN s CROSS JOIN run
     WHERE NOT EXISTS (SELECT FROM reconciliation_difference d
                        WHERE d.channel_id = s.channel_id AND d.kind = f.kind AND d.idempotency_key = f.key AND d.external_ref = f.ref AND d.subject = f.subject
                          AND (d.status = 'OPEN' OR d.pair = 'ours/statement'
                               -- A callback told it, and it was booked.
                               OR d.kind = 'RETURNED' AND d.theirs_minor IS NOT DISTINCT FROM f.theirs_minor))
     ORDER BY f.kind, f.key, f.ref, f.subject
    ON CONFLICT DO NOTHING
    RETURNING difference_id)
  SELECT sums.compared, sums.differences, (SELECT count(*) FROM told) FROM sums
$$;
CREATE INDEX ix_reconciliation_difference_key ON reconciliation_difference (channel_id, idempotency_key, external_ref, subject);

CREATE TYPE statement_answer AS (outcome text, reason text, found text, statement_id bigint, is_new boolean, imported_by text, imported_at timestamptz,
                                 compared bigint, differences bigint, opened bigint);

-- What of it is wrong, whoever says that it is right: a client's word is not taken for the sum.
CREATE FUNCTION statement_refusal(p_channel text, p_file bytea, p_statement jsonb) RETURNS TABLE (reason text, found text) LANGUAGE sql STABLE AS $$
  -- What it says is taken out once: a value of many lines is unpacked each time that it is looked at.
  WITH s AS MATERIALIZED (
    SELECT btrim(p_statement ->> 'reference') AS reference, p_statement ->> 'account' AS account, p_statement ->> 'currency' AS currency,
           (p_statement ->> 'opening')::numeric AS opening, (p_statement ->> 'closing')::numeric AS closing,
           (p_statement ->> 'from')::date AS from_date, (p_statement ->> 'to')::date AS to_date,
           CASE jsonb_typeof(p_statement -> 'lines') WHEN 'array' THEN p_statement -> 'lines' END AS lines
  ), sums AS MATERIALIZED (
    SELECT coalesce(sum((l.line ->> 'amount')::bigint), 0) AS total, min(l.line ->> 'currency') AS least, max(l.line ->> 'currency') AS most,
           count(*) AS n, count(l.line ->> 'currency') AS named
      FROM s, jsonb_array_elements(s.lines) l(line)
  )
  SELECT r.reason, r.found
    FROM s, sums, LATERAL (VALUES
      (1, CASE WHEN NOT EXISTS (SELECT FROM channel_profile c WHERE c.channel_id = p_channel AND c.kind = 'payout') THEN 'NO_CHANNEL_PROFILE' END, coalesce(p_channel, '')),
      (2, CASE WHEN octet_length(p_file) IS DISTINCT FROM 32 OR coalesce(s.reference, '') = '' OR num_nulls(s.account, s.from_date, s.to_date, s.lines) > 0
                OR s.from_date > s.to_date OR NOT isfinite(s.from_date) OR NOT isfinite(s.to_date) OR coalesce(s.currency, '') !~ '^[A-Z]{3}$' THEN 'VALUE_MALFORMED' END, 'statement'),
      (3, CASE WHEN num_nulls(s.opening, s.closing) > 0 THEN 'STATEMENT_BALANCE_MISSING' END, ''),
      (4, CASE WHEN s.to_date > (clock() AT TIME ZONE 'UTC')::date + 1 THEN 'VALUE_MALFORMED' END, 'it ends in the future: ' || s.to_date),
      (5, CASE WHEN sums.named <> sums.n OR sums.least <> s.currency OR sums.most <> s.currency THEN 'STATEMENT_CURRENCY_DIFFERS' END, coalesce(s.currency, '')),
      (6, CASE WHEN s.opening + sums.total <> s.closing THEN 'STATEMENT_DOES_NOT_ADD_UP' END, format('%s to %s', s.opening, s.closing))) r(n, reason, found)
   WHERE r.reason IS NOT NULL ORDER BY r.n LIMIT 1
$$;

-- A person imports a statement: it is kept once, however often and in whatever file it comes, and compared in the same transaction. The
-- same number of the same account with other content is refused: one of the two is wrong, and which is not for us to say.
--   {"format", "account", "reference", "currency", "opening", "closing", "from", "to",
--    "lines": [{"amount", "currency", "booked", "value", "ref", "end_to_end", "kind", "text", "references": [...], "reversal", "returned"}]}
CREATE FUNCTION import_statement(p_channel text, p_file_sha256 bytea, p_statement jsonb, p_request_id uuid) RETURNS statement_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  who     constant text := person_of_session();
  target  constant text := 'channel ' || coalesce(p_channel, '');
  content constant bytea := sha256(convert_to((p_statement - 'format')::text, 'UTF8'));
  began   constant timestamptz := clock();
  answer  statement_answer;
  earlier statement;
BEGIN
  answer := ROW('REFUSED', '', '', NULL, false, NULL, NULL, NULL, NULL, NULL);
  IF who IS NULL THEN
    answer.reason := 'NOT_MAPPED_TO_PERSON';
  ELSIF p_request_id IS NULL THEN
    answer.reason := 'VALUE_MALFORMED';
    answer.found := 'request id';
  ELSE
    SELECT r.reason, r.found INTO answer.reason, answer.found FROM statement_refusal(p_channel, p_file_sha256, p_statement) r;
  END IF;
  IF answer.reason IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('onceover.statement ' || p_channel, 0));
    SELECT * INTO earlier FROM statement t WHERE t.request_id = p_request_id;
    IF earlier.content_sha256 <> content OR earlier.channel_id <> p_channel OR earlier.imported_by <> who THEN
      answer.reason := 'REQUEST_ID_REUSED';
    ELSIF earlier.statement_id IS NULL THEN
      SELECT * INTO earlier FROM statement t
       WHERE t.channel_id = p_channel AND t.account = p_statement ->> 'account' AND t.reference = p_statement ->> 'reference'
         AND t.currency = p_statement ->> 'currency';
      IF earlier.content_sha256 <> content THEN
        answer.reason := 'STATEMENT_HAS_OTHER_CONTENT';
        answer.found := 'statement ' || earlier.statement_id;
      END IF;
    END IF;
  END IF;
  IF answer.reason IS NOT NULL THEN
    PERFORM audit_people('import statement', target, 'REFUSED', answer.reason, '',
                         jsonb_build_object('said', audit_text(answer.found), 'file', encode(p_file_sha256, 'hex')), p_request_id);
    RETURN answer;
  END IF;

  IF earlier.statement_id IS NULL THEN
    INSERT INTO statement (channel_id, file_sha256, format, opening_minor, closing_minor, currency, from_date, to_date, account, reference,
                           content_sha256, imported_by, imported_at, request_id)
    VALUES (p_channel, p_file_sha256, coalesce(p_statement ->> 'format', ''), (p_statement ->> 'opening')::bigint, (p_statement ->> 'closing')::bigint,
            p_statement ->> 'currency', (p_statement ->> 'from')::date, (p_statement ->> 'to')::date, p_statement ->> 'account',
            p_statement ->> 'reference', content, who, clock(), p_request_id)
    RETURNING * INTO earlier;
    INSERT INTO statement_entry (statement_id, entry_no, entry_ref, occurrence, amount_minor, currency, booked_on, kind, detail, value_on, end_to_end,
                                 reference_list, is_reversal, return_reason)
    SELECT earlier.statement_id, l.n, coalesce(l.line ->> 'ref', ''), row_number() OVER (PARTITION BY l.line ORDER BY l.n), (l.line ->> 'amount')::bigint,
           l.line ->> 'currency', (l.line ->> 'booked')::date, coalesce(l.line ->> 'kind', ''), coalesce(l.line ->> 'text', ''),
           (l.line ->> 'value')::date, coalesce(l.line ->> 'end_to_end', ''),
           ARRAY(SELECT DISTINCT r.ref FROM jsonb_array_elements_text(coalesce(l.line -> 'references', '[]')) r(ref) WHERE r.ref <> '' ORDER BY r.ref),
           coalesce((l.line ->> 'reversal')::boolean, false), coalesce(l.line ->> 'returned', '')
      FROM jsonb_array_elements(p_statement -> 'lines') WITH ORDINALITY l(line, n);
    SELECT r.compared, r.differences, r.opened INTO answer.compared, answer.differences, answer.opened
      FROM record_statement(earlier.statement_id, began, who) r;
    UPDATE reconciliation_run r SET opened = answer.opened WHERE r.statement_id = earlier.statement_id;
    answer.is_new := true;
    PERFORM audit_people('import statement', target, 'DONE', '', '',
                         jsonb_build_object('statement', earlier.statement_id, 'reference', audit_text(earlier.reference), 'file', encode(p_file_sha256, 'hex'),
                                            'content', encode(content, 'hex'), 'compared', answer.compared, 'differences', answer.differences),
                         p_request_id);
  ELSE
    SELECT r.compared, r.differences, r.opened INTO answer.compared, answer.differences, answer.opened
      FROM reconciliation_run r WHERE r.statement_id = earlier.statement_id;
  END IF;
  answer.outcome := 'DONE';
  answer.reason := '';
  answer.found := '';
  answer.statement_id := earlier.statement_id;
  answer.imported_by := earlier.imported_by;
  answer.imported_at := earlier.imported_at;
  RETURN answer;
END
$$;

-- What people read: accounts masked, and of a line no text, which names third parties.
CREATE VIEW v_statement AS
  SELECT s.statement_id, s.channel_id, s.format, mask_account(s.account) AS account, s.reference, s.currency, s.opening_minor, s.closing_minor,
         s.from_date, s.to_date, s.imported_at, s.imported_by, s.file_sha256, r.reconciliation_id, r.outcome, coalesce(r.compared, 0) AS compared,
         coalesce(r.differences, 0) AS differences
    FROM statement s LEFT JOIN reconciliation_run r ON r.statement_id = s.statement_id;
CREATE VIEW v_statement_entry AS
  SELECT e.statement_id, e.entry_no, s.channel_id, e.entry_ref, e.end_to_end, e.occurrence, e.amount_minor, e.currency, e.booked_on, e.value_on, e.kind,
         e.is_reversal, e.return_reason, s.imported_at
    FROM statement_entry e JOIN statement s USING (statement_id);
-- What each line comes to now: what was open may be answered since.
CREATE VIEW v_statement_match AS
  SELECT f.statement_id, f.entry_no, f.channel_id, f.n, f.kind AS match, f.detail, f.bucket, f.operation_id, f.idempotency_key, f.is_difference FROM statement_finding f;

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('statement_missing', 'record_statement', 'statement_refusal', 'import_statement') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON statement_line_match, statement_finding TO onceover_api, onceover_auditor;
GRANT INSERT ON statement, statement_entry, reconciliation_run TO onceover_api;
GRANT UPDATE (opened) ON reconciliation_run TO onceover_api;
GRANT EXECUTE ON FUNCTION import_statement(text, bytea, jsonb, uuid) TO onceover_operator;
GRANT SELECT ON v_statement, v_statement_entry, v_statement_match TO onceover_viewer, onceover_auditor;

SELECT record_guards();
