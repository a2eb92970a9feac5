-- SPDX-License-Identifier: GPL-3.0-or-later
-- The last three kinds of request (DESIGN.md section 6): a difference that a named record explains is closed (match), a message that an
-- operation lacks is made again from the operation and its inputs alone (missing outbox, F41), and an unknown that the bank never saw is sent
-- once more after the engine's own budget is spent (re-send, DESIGN.md section 5). None of them makes a key.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Differences ------------------------------------------------------------------------------------------------------------------------

-- An account of ours by a digest: a difference and a plan are read by more people than the account is.
CREATE FUNCTION account_digest(p_account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_account WHEN '' THEN '' ELSE encode(sha256(convert_to(p_account, 'UTF8')), 'hex') END;

-- Equal lines of two accounts, or of two channels, are two debits. What the book does not show and what a statement does not show are two
-- facts as well: a match explains the one and not the other.
ALTER TABLE reconciliation_difference ADD COLUMN account_digest text NOT NULL DEFAULT '';  -- of a statement's line that names no message
DROP TRIGGER guard_update ON reconciliation_difference;
DROP TRIGGER guard_delete ON reconciliation_difference;
SELECT make_guard_update('reconciliation_difference', p_mutable => '{status,resolved_at}', p_pairs => '{OPEN>RESOLVED}');
DROP INDEX uq_reconciliation_difference_open;
CREATE UNIQUE INDEX uq_reconciliation_difference_open ON reconciliation_difference
  (kind, coalesce(operation_id::text, ''), coalesce(batch_id, 0), coalesce(channel_id, ''), account_digest, (kind = 'MISSING_THERE' AND pair = 'ours/statement'),
   external_ref, idempotency_key, subject) WHERE status = 'OPEN';

-- What theirs says of a key, whoever told it: a line of a statement, or a difference that is open; null: nothing.
CREATE FUNCTION told_of_key(p_channel text, p_key text) RETURNS text LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce((SELECT format('line %s/%s of a statement names it', e.statement_id, e.entry_no) FROM statement_entry e JOIN statement s USING (statement_id)
                    WHERE s.channel_id = p_channel AND e.reference_list @> ARRAY[p_key] ORDER BY e.statement_id, e.entry_no LIMIT 1),
                  (SELECT format('difference %s (%s) about it is open', d.difference_id, d.kind) FROM reconciliation_difference d
                    WHERE d.channel_id = p_channel AND d.idempotency_key = p_key AND d.status = 'OPEN' AND d.kind <> 'MISSING_THERE'
                    ORDER BY d.difference_id LIMIT 1))
$$;

-- Match ------------------------------------------------------------------------------------------------------------------------------

-- Which difference which record explains. Whatever is not here stands for money or for a state, and is not explained away: AMOUNT, CURRENCY,
-- TWICE, CONTRADICTION, REFERENCE_TAKEN, RETURNED, CHARGED_NOT_EXTENDED and EXTENDED_NOT_CHARGED go by a compensation, a correction or a
-- return, COUNT goes when the batch agrees.
CREATE TABLE match_rule (
  difference_kind text NOT NULL,
  record_kind     text NOT NULL CHECK (record_kind IN ('entry', 'message', 'difference')),
  says            text NOT NULL,
  PRIMARY KEY (difference_kind, record_kind)
);
SELECT make_guard_update('match_rule', p_mutable => '{}');
INSERT INTO match_rule VALUES
  ('MISSING_THERE', 'entry', 'a line of an imported statement is this payment, under whatever reference'),
  ('MISSING_THERE', 'difference', 'the line that another difference could not place is this payment; both are closed'),
  ('MISSING_HERE', 'message', 'the message that the line names has appeared here since, and is accepted'),
  ('MISSING_HERE', 'difference', 'the payment that another difference misses there is this line; both are closed'),
  ('LATE', 'message', 'its own message is accepted since, under the reference that the line names');

-- What was explained by what: one message of ours beside one line of theirs. In one comparison each of the two is used once, and a line is
-- never used for two messages; nor is a debit of an account of which the statements are imported for two channels.
CREATE TABLE record_match (
  approval_id  bigint PRIMARY KEY REFERENCES approval,
  pair         text NOT NULL,
  channel_id   text NOT NULL,
  account_digest text NOT NULL DEFAULT '',  -- of a statement's line that names no message
  ours         text NOT NULL,             -- the message's key
  theirs       text NOT NULL,             -- the line, by what it says
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,
  differences  bigint[] NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock(),
  UNIQUE (pair, channel_id, ours),
  UNIQUE (pair, channel_id, account_digest, theirs)
);
CREATE UNIQUE INDEX uq_record_match_account ON record_match (account_digest, theirs) WHERE account_digest <> '';
CREATE INDEX ix_record_match_theirs ON record_match (channel_id, theirs);
SELECT make_guard_update('record_match', p_mutable => '{}');

-- Is this the execution of an approved match, by whom executes requests?
CREATE FUNCTION match_is_approved(p_approval_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT pg_has_role(session_user, 'onceover_replayer', 'MEMBER') AND EXISTS (
    SELECT FROM approval a WHERE a.approval_id = p_approval_id AND a.kind = 'match' AND a.status = 'EXECUTING'
       AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker)
$$;
SELECT make_guard_insert('record_match', 'OC008', 'without an approved match', $$NOT match_is_approved(NEW.approval_id)$$);

-- A line of theirs by what it says, as a comparison writes it down with a difference.
CREATE FUNCTION line_name(p_key text, p_reference text, p_subject text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN format('%s|%s|%s', p_key, p_reference, p_subject);

-- Is that name the one of this line of a statement, which names its message now and may have named none when it was written down?
CREATE FUNCTION is_line(p_account_digest text, p_theirs text, p_account text, p_key text, p_reference text, p_says text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN p_account_digest = '' AND p_theirs = line_name(p_key, p_reference, '')
    OR p_account_digest = account_digest(p_account) AND p_theirs = line_name('', p_reference, p_says)
    OR p_account_digest = account_digest(p_account) AND p_theirs = line_name(p_key, p_reference, p_says); -- Not IN: a dump writes that otherwise.

-- The two sides that a record would bring together for a difference: its own side, and the one that the record is. Nothing is judged yet.
--   {"kind": "entry", "statement": n, "entry": n} | {"kind": "message", "key": k} | {"kind": "difference", "difference": n}
CREATE TYPE match_sides AS (ours text, theirs text, account_digest text, minor bigint, currency text, closes bigint[], wrong text);
CREATE FUNCTION match_sides_of(d reconciliation_difference, p_record jsonb) RETURNS match_sides LANGUAGE plpgsql STABLE AS $$
DECLARE
  e     record;
  here  reconciliation_difference := d;
  there reconciliation_difference := d;
BEGIN
  IF p_record ->> 'kind' = 'message' THEN
    RETURN ROW(p_record ->> 'key', line_name(d.idempotency_key, d.external_ref, d.subject), d.account_digest, d.theirs_minor, d.currency, ARRAY[d.difference_id],
               CASE WHEN d.idempotency_key NOT IN ('', p_record ->> 'key') THEN 'the line names the key ' || d.idempotency_key
                    WHEN d.external_ref <> '' AND (SELECT m.external_ref FROM outbox m WHERE m.idempotency_key = p_record ->> 'key') IS DISTINCT FROM d.external_ref
                    THEN 'the line names the reference ' || d.external_ref
                    WHEN d.idempotency_key = '' AND d.external_ref = '' THEN 'the line names no message' END)::match_sides;
  ELSIF p_record ->> 'kind' = 'difference' THEN
    IF d.kind = 'MISSING_HERE' THEN
      SELECT * INTO there FROM reconciliation_difference q WHERE q.difference_id::text = p_record ->> 'difference';
    ELSE
      SELECT * INTO here FROM reconciliation_difference q WHERE q.difference_id::text = p_record ->> 'difference';
    END IF;
    IF here.difference_id IS NULL OR there.difference_id IS NULL THEN
      RETURN NULL;
    END IF;
    RETURN ROW(there.idempotency_key, line_name(here.idempotency_key, here.external_ref, here.subject), here.account_digest, here.theirs_minor, here.currency,
               ARRAY[least(here.difference_id, there.difference_id), greatest(here.difference_id, there.difference_id)],
               CASE WHEN (here.kind, there.kind) <> ('MISSING_HERE', 'MISSING_THERE') THEN 'the other one is a ' || CASE d.kind WHEN here.kind THEN there.kind ELSE here.kind END
                    WHEN here.status <> 'OPEN' OR there.status <> 'OPEN' THEN 'the other difference is resolved'
                    WHEN here.pair <> there.pair OR here.channel_id <> there.channel_id THEN 'the two are of different books'
                    WHEN here.idempotency_key NOT IN ('', there.idempotency_key) THEN 'the line names the key ' || here.idempotency_key END)::match_sides;
  END IF;
  SELECT l.*, CASE WHEN l.outbox_id IS NULL THEN format('%s %s #%s', l.booked_on, l.amount_minor, l.occurrence) ELSE '' END AS subject,
         CASE WHEN l.outbox_id IS NULL THEN account_digest(l.account) ELSE '' END AS digest INTO e
    FROM statement_line_match l WHERE l.statement_id::text = p_record ->> 'statement' AND l.entry_no::text = p_record ->> 'entry';
  IF e.entry_no IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN ROW(d.idempotency_key, line_name(coalesce(e.idempotency_key, e.named_key, ''), e.entry_ref, e.subject), e.digest, abs(e.amount_minor), e.currency,
             ARRAY(SELECT q.difference_id FROM reconciliation_difference q
                    WHERE q.difference_id = d.difference_id
                       OR q.status = 'OPEN' AND q.kind = 'MISSING_HERE' AND q.pair = 'ours/statement' AND q.channel_id = e.channel_id
                          AND (q.account_digest, q.idempotency_key, q.external_ref, q.subject) = (e.digest, coalesce(e.named_key, ''), e.entry_ref, e.subject) ORDER BY 1),
             CASE WHEN e.channel_id IS DISTINCT FROM d.channel_id THEN 'the line is of channel ' || e.channel_id
                  WHEN e.n_messages > 1 OR e.idempotency_key <> d.idempotency_key OR e.named_key <> d.idempotency_key THEN 'the line names another message'
                  WHEN e.is_return OR e.is_reversal OR e.return_reason <> ''
                       OR sign(e.amount_minor) <> (SELECT CASE o.settlement_type WHEN 'renew' THEN 1 ELSE -1 END FROM settlement_operation o
                                                    WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id) THEN 'money went the other way'
                  WHEN e.booked_on < (SELECT (m.first_sent_at AT TIME ZONE 'UTC')::date - 1 FROM outbox m WHERE m.idempotency_key = d.idempotency_key)
                  THEN 'it was booked before the payment was sent' END)::match_sides;
END
$$;

-- What a match rests on, or why it is none: {"against": reason, "found": text}.
CREATE FUNCTION match_facts_of(p_difference bigint, p_record jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.reason IS NOT NULL THEN jsonb_build_object('against', r.reason, 'found', coalesce(r.found, ''))
         ELSE jsonb_build_object('kind', d.kind, 'pair', d.pair, 'channel', d.channel_id, 'ours', s.ours, 'theirs', s.theirs, 'account', s.account_digest, 'amount', s.minor,
                                 'currency', s.currency, 'closes', s.closes, 'bucket', m.bucket, 'operation', m.operation_id) END
    FROM (SELECT 1) one
    LEFT JOIN reconciliation_difference d ON d.difference_id = p_difference
    LEFT JOIN match_rule k ON k.difference_kind = d.kind AND k.record_kind = p_record ->> 'kind'
    LEFT JOIN LATERAL (SELECT x.* FROM match_sides_of(d, p_record) x WHERE k.record_kind IS NOT NULL) s ON true
    LEFT JOIN outbox m ON m.idempotency_key = s.ours
    LEFT JOIN LATERAL (SELECT q.difference_id, q.kind FROM reconciliation_difference q
                        WHERE q.status = 'OPEN' AND q.bucket = m.bucket AND q.operation_id = m.operation_id
                          AND NOT EXISTS (SELECT FROM match_rule w WHERE w.difference_kind = q.kind) ORDER BY 1 LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT q.statement_id, q.entry_no FROM statement_line_match q
                        WHERE q.channel_id = m.channel_id AND q.reference_list && ARRAY[m.idempotency_key, m.external_ref] AND q.outbox_id = m.outbox_id
                          AND NOT q.is_return
                          AND NOT is_line(s.account_digest, s.theirs, q.account, q.idempotency_key, q.entry_ref,
                                          format('%s %s #%s', q.booked_on, q.amount_minor, q.occurrence))
                        ORDER BY 1, 2 LIMIT 1) l ON true
    LEFT JOIN LATERAL (SELECT q.approval_id FROM record_match q
                        WHERE q.theirs = s.theirs AND q.account_digest = s.account_digest AND (q.channel_id = d.channel_id OR s.account_digest <> '')
                              AND (q.ours <> s.ours OR q.pair = d.pair)
                           OR q.channel_id = d.channel_id AND q.ours = s.ours AND q.pair = d.pair
                        ORDER BY 1 LIMIT 1) u ON true
    LEFT JOIN LATERAL (
      SELECT v.n, v.reason, v.found FROM (VALUES
        (1, CASE WHEN d.difference_id IS NULL THEN 'UNKNOWN_SUBJECT' END, ''),
        (2, CASE WHEN d.status <> 'OPEN' THEN 'FINAL_STATE' END, d.status),
        (3, CASE WHEN NOT EXISTS (SELECT FROM match_rule q WHERE q.difference_kind = d.kind) THEN 'STANDS_FOR_MONEY' END, d.kind),
        (4, CASE WHEN coalesce(p_record ->> 'kind', '') NOT IN ('entry', 'message', 'difference') THEN 'VALUE_MALFORMED' END, 'record'),
        (5, CASE WHEN k.record_kind IS NULL THEN 'NO_EVIDENCE' END,
            format('a %s is explained by: %s', d.kind, (SELECT string_agg(q.record_kind, ', ' ORDER BY q.record_kind) FROM match_rule q WHERE q.difference_kind = d.kind))),
        (6, CASE WHEN s.theirs IS NULL OR m.outbox_id IS NULL THEN 'NO_EVIDENCE' END, 'there is no such record'),
        (7, CASE WHEN s.wrong IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, s.wrong),
        (8, CASE WHEN m.channel_id IS DISTINCT FROM d.channel_id THEN 'EVIDENCE_CONTRADICTS' END, 'the message is of channel ' || m.channel_id),
        (9, CASE WHEN m.status <> 'ACCEPTED' OR m.message_kind <> 'payout' THEN 'NOT_IN_THIS_STATE' END, 'the message is ' || m.status),
        (10, CASE WHEN s.currency IS DISTINCT FROM m.currency::text THEN 'CURRENCY_DIFFERS' END, format('ours %s, theirs %s', m.currency, s.currency)),
        (11, CASE WHEN s.minor IS DISTINCT FROM m.amount_minor THEN 'EVIDENCE_CONTRADICTS' END,
             format('ours %s, theirs %s (minor)', m.amount_minor, coalesce(s.minor::text, 'without an amount'))),
        -- What else is open about the same payment may be the very money that the line is.
        (12, CASE WHEN o.difference_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, format('difference %s (%s) about it is open', o.difference_id, o.kind)),
        (13, CASE WHEN l.statement_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END,
             format('line %s/%s of a statement is that payment already', l.statement_id, l.entry_no)),
        (14, CASE WHEN u.approval_id IS NOT NULL THEN 'ALREADY_MATCHED' END, 'request ' || u.approval_id)) v(n, reason, found)
       WHERE v.reason IS NOT NULL ORDER BY v.n LIMIT 1) r ON true
$$;
CREATE FUNCTION match_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE
RETURN match_facts_of((p_plan ->> 'difference')::bigint, p_plan -> 'record');

CREATE FUNCTION request_match(p_difference bigint, p_record jsonb, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target constant text := 'difference ' || coalesce(p_difference::text, '');
  same   constant jsonb := jsonb_build_object('difference', p_difference, 'record', p_record);
  answer request_answer := request_seen('match', same, p_reason, p_request_id, target);
  facts  jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  facts := match_facts_of(p_difference, p_record);
  IF NOT facts ? 'against' AND EXISTS (
       SELECT FROM approval q WHERE q.kind = 'match' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING')
          AND (q.plan #> '{facts,closes}' @> to_jsonb(p_difference)
               OR (q.plan #>> '{facts,theirs}', q.plan #>> '{facts,account}') = (facts ->> 'theirs', facts ->> 'account')
                  AND (q.plan #>> '{facts,channel}' = facts ->> 'channel' OR facts ->> 'account' <> '')
               OR (q.plan #>> '{facts,channel}', q.plan #>> '{facts,ours}', q.plan #>> '{facts,pair}') = (facts ->> 'channel', facts ->> 'ours', facts ->> 'pair'))) THEN
    facts := jsonb_build_object('against', 'OPEN_REQUEST', 'found', '');
  END IF;
  IF facts ? 'against' THEN
    RETURN request_refused('request match', target, facts ->> 'against', facts ->> 'found', p_request_id);
  END IF;
  RETURN request_insert('match', jsonb_build_object('kind', 'match', 'same', same, 'difference', p_difference, 'record', p_record, 'facts', facts,
                          'total', '', 'items', jsonb_build_array(plan_of((facts ->> 'bucket')::smallint, (facts ->> 'operation')::uuid))),
                        false, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- One at a time for a channel, and for an account, and never beside the import of a statement, which looks at what was matched: of two that
-- want the same line the second finds what the first wrote.
CREATE FUNCTION execute_match(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  facts  constant jsonb := a.plan -> 'facts';
  closes constant bigint[] := ARRAY(SELECT c::bigint FROM jsonb_array_elements_text(facts -> 'closes') c ORDER BY 1);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.statement ' || (facts ->> 'channel'), 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.match ' || (facts ->> 'account'), 0)) WHERE facts ->> 'account' <> '';
  PERFORM 1 FROM reconciliation_difference d WHERE d.difference_id = ANY (closes) ORDER BY d.difference_id FOR NO KEY UPDATE;
  IF match_facts(a.plan) IS DISTINCT FROM facts
     OR plan_of((facts ->> 'bucket')::smallint, (facts ->> 'operation')::uuid) IS DISTINCT FROM a.plan #> '{items,0}' THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  INSERT INTO record_match (approval_id, pair, channel_id, account_digest, ours, theirs, bucket, operation_id, differences)
  VALUES (a.approval_id, facts ->> 'pair', facts ->> 'channel', facts ->> 'account', facts ->> 'ours', facts ->> 'theirs', (facts ->> 'bucket')::smallint,
          (facts ->> 'operation')::uuid, closes);
  UPDATE reconciliation_difference d SET status = 'RESOLVED', resolved_at = clock() WHERE d.difference_id = ANY (closes) AND d.status = 'OPEN';
  RETURN ROW(p_items, true)::executed;
END
$$;

CREATE FUNCTION verify_match(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'DONE')
      OR EXISTS (SELECT FROM record_match m WHERE m.approval_id = a.approval_id
                    AND NOT EXISTS (SELECT FROM reconciliation_difference d WHERE d.difference_id = ANY (m.differences) AND d.status = 'OPEN'))
$$;

-- What people read: what was explained by what, by whom and why.
CREATE VIEW v_match AS
  SELECT m.approval_id, m.pair, m.channel_id, m.ours, m.theirs, m.operation_id, m.differences, m.at, a.maker, a.checker, a.reason, a.ticket
    FROM record_match m JOIN approval a USING (approval_id);

-- Missing message --------------------------------------------------------------------------------------------------------------------

-- The bytes of a payout order follow from the operation, its inputs and the channel's terms alone (DESIGN.md section 2). These functions say
-- in SQL what channel/payload_builder and core/send_window say for the settler; a test lays the two side by side.

-- Decimals of a currency, as in core/money.
CREATE FUNCTION currency_decimals(p_currency text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_currency = ANY (string_to_array('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', ' ')) THEN 0
            WHEN p_currency = ANY (string_to_array('BHD IQD JOD KWD LYD OMR TND', ' ')) THEN 3
            WHEN p_currency IN ('CLF', 'UYW') THEN 4 ELSE 2 END;

-- The first open day at or after this one; null where the calendar does not know each day up to it. Without a calendar each day is open.
CREATE FUNCTION open_day_from(p_calendar text, p_day date) RETURNS date LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT CASE WHEN p_calendar IS NULL THEN p_day
         ELSE (SELECT c.day FROM business_calendar c
                WHERE c.calendar_id = p_calendar AND c.day >= p_day AND c.is_open
                  AND (SELECT count(*) FROM business_calendar k WHERE k.calendar_id = p_calendar AND k.day BETWEEN p_day AND c.day) = c.day - p_day + 1
                ORDER BY c.day LIMIT 1) END
$$;

-- The value date that an order carries; null: none, or the calendar does not know it.
CREATE FUNCTION value_date_of(p channel_profile, p_settle_date date) RETURNS date LANGUAGE plpgsql STABLE SET search_path = onceover, pg_temp AS $$
DECLARE
  day date;
BEGIN
  IF p.calendar_id IS NOT NULL THEN
    day := open_day_from(p.calendar_id, p_settle_date);
    FOR i IN 1 .. CASE p.value_date_rule WHEN 'same-day' THEN 0 ELSE right(p.value_date_rule, 1)::integer END LOOP
      day := open_day_from(p.calendar_id, day + 1);
    END LOOP;
  END IF;
  RETURN day;
END
$$;

-- When an order that is written now may leave; null: nobody knows the day, or it would come after a value date that the channel insists on.
CREATE FUNCTION order_may_leave(p channel_profile, p_settle_date date, p_at timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE
SET search_path = onceover, pg_temp AS $$
DECLARE
  value_day constant date := value_date_of(p, p_settle_date);
  day       date;
BEGIN
  IF p.cutoff_zone IS NULL THEN
    RETURN p_at;
  ELSIF p.calendar_id IS NOT NULL AND value_day IS NULL THEN
    RETURN NULL;
  END IF;
  day := open_day_from(p.calendar_id, greatest((p_at AT TIME ZONE p.cutoff_zone)::date, value_day));
  IF p_at >= (CASE WHEN p.cutoff IS NULL THEN (day + 1)::timestamp ELSE day + p.cutoff END) AT TIME ZONE p.cutoff_zone THEN
    day := open_day_from(p.calendar_id, day + 1);
  END IF;
  IF day IS NULL OR p.past_value_date = 'refuses' AND day > value_day THEN
    RETURN NULL;
  END IF;
  RETURN greatest(p_at, day::timestamp AT TIME ZONE p.cutoff_zone);
END
$$;

CREATE FUNCTION payout_bytes(o settlement_operation, p channel_profile) RETURNS bytea LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT convert_to(concat(
           '{"amount":', CASE p.amount_unit WHEN 'minor' THEN o.amount_minor::text ELSE to_json(
                           CASE currency_decimals(o.currency::text) WHEN 0 THEN o.amount_minor::text
                           ELSE left(w.digits, -currency_decimals(o.currency::text)) || '.' || right(w.digits, currency_decimals(o.currency::text)) END)::text END,
           ',"beneficiary":{"account":', to_json(o.beneficiary ->> 'account'), ',"name":', to_json(o.beneficiary ->> 'name'), '},"currency":', to_json(o.currency::text),
           CASE WHEN o.settlement_type IN ('refund', 'reversal') THEN ',"makes_good":' || to_json(o.scope_ref) END,
           ',"merchant_id":', o.merchant_id, ',"operation_id":"', o.operation_id, '","settle_date":"', to_char(o.settle_date, 'YYYY-MM-DD'), '"',
           CASE o.settlement_type WHEN 'renew' THEN ',"subscription":' || to_json(o.scope_ref) END,
           ',"value_date":"' || to_char(value_date_of(p, o.settle_date), 'YYYY-MM-DD') || '"', '}'), 'UTF8')
    FROM (SELECT lpad(o.amount_minor::text, greatest(length(o.amount_minor::text), currency_decimals(o.currency::text) + 1), '0') AS digits) w
$$;

-- The message that an operation lacks, or why it is not made: {"against": reason, "found": text}. Nobody can say that the one which is gone
-- never left: it counts as sent when its money was held, so that its key lives no longer than from then on, and where a second send under a
-- key may pay twice it is not made; nor where a send is on record. What else is on record of it says on which terms, under which version
-- and with which bytes.
CREATE FUNCTION missing_message(p_bucket smallint, p_operation uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.reason IS NOT NULL THEN jsonb_build_object('against', r.reason, 'found', coalesce(r.found, ''))
         ELSE jsonb_build_object('key', x.key, 'payload', encode(sha256(b.bytes), 'hex'), 'profile', p.profile_version, 'left_at', t.left_at,
                                 'key_until', t.left_at + p.retention - p.retention_margin, 'version', coalesce(c.version, 0),
                                 'message', c.outbox_id) END
    FROM (SELECT 1) one
    LEFT JOIN settlement_operation o ON o.bucket = p_bucket AND o.operation_id = p_operation
    LEFT JOIN LATERAL (SELECT outward_key_of(namespace(), o.operation_id, 'payout') AS key) x ON true
    LEFT JOIN LATERAL (SELECT q.outbox_id, q.status FROM outbox q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id LIMIT 1) m ON true
    LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE l.phase = 'HOLD') AS held, count(*) FILTER (WHERE l.phase <> 'HOLD') AS ended, min(l.created_at) AS at
                         FROM ledger_entry l WHERE l.bucket = o.bucket AND l.operation_id = o.operation_id) legs ON true
    LEFT JOIN LATERAL (SELECT min(q.outbox_id) AS outbox_id, max(q.outbox_version) AS version, min(q.call_id) FILTER (WHERE q.kind = 'SEND' AND q.answer <> 'NOT_SENT') AS sent,
                              min(q.started_at) FILTER (WHERE q.kind = 'SEND') AS at, min(q.profile_version) FILTER (WHERE q.kind = 'SEND') AS profile_version,
                              min(q.call_id) FILTER (WHERE q.answer IN ('REFUSED', 'FOUND_REFUSED')) AS refused
                         FROM external_call q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id) c ON true
    LEFT JOIN channel_profile p ON p.channel_id = o.channel_id AND CASE WHEN c.profile_version IS NULL THEN p.enabled ELSE p.profile_version = c.profile_version END
    LEFT JOIN LATERAL (SELECT payout_bytes(o, p) AS bytes WHERE p.kind = 'payout') b ON true
    LEFT JOIN LATERAL (SELECT least(legs.at, c.at) AS left_at) t ON true
    LEFT JOIN LATERAL (SELECT q.call_id FROM external_call q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id AND q.kind = 'SEND'
                          AND q.request_sha256 <> sha256(b.bytes) LIMIT 1) other ON true
    LEFT JOIN LATERAL (
      SELECT v.reason, v.found FROM (VALUES
        (1, CASE WHEN o.operation_id IS NULL THEN 'UNKNOWN_SUBJECT' END, ''),
        (2, CASE WHEN m.outbox_id IS NOT NULL THEN 'NOT_IN_THIS_STATE' END, format('its message %s is there, %s', m.outbox_id, m.status)),
        (3, CASE WHEN o.status <> 'AWAITING_EXTERNAL' THEN 'NOT_IN_THIS_STATE' END, o.status),
        (4, CASE WHEN legs.held <> 2 OR legs.ended <> 0 THEN 'NOT_IN_THIS_STATE' END, 'nothing is held for it'),
        (5, CASE WHEN effect_on_record(o.bucket, o.operation_id)
                   OR EXISTS (SELECT FROM external_event e WHERE e.idempotency_key = x.key AND e.signature_valid
                                 AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) THEN 'EFFECT_ON_RECORD' END, ''),
        -- The outside's own book, or a statement, may know more than the calls that are on record here.
        (6, CASE WHEN told_of_key(o.channel_id, x.key) IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, told_of_key(o.channel_id, x.key)),
        (7, CASE WHEN c.refused IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, format('call %s says refused', c.refused)),
        -- What is known to have been sent is asked about before anything leaves again, and nobody asks about a message that is gone.
        (8, CASE WHEN c.sent IS NOT NULL THEN 'ANSWER_IS_UNKNOWN' END, format('call %s may have left', c.sent)),
        (9, CASE WHEN p.channel_id IS NULL OR p.kind <> 'payout' THEN 'NO_CHANNEL_PROFILE' END, o.channel_id),
        (10, CASE WHEN p.on_mismatch = 'ignores_key' OR p.on_in_flight = 'executes' THEN 'RESEND_NOT_ALLOWED' END,
            'the channel would pay again what may have left before'),
        (11, CASE WHEN t.left_at + p.retention - p.retention_margin <= clock() THEN 'RESEND_NOT_ALLOWED' END,
            'the key''s life ended at ' || to_char(t.left_at + p.retention - p.retention_margin, 'YYYY-MM-DD HH24:MI:SS TZ')),
        (12, CASE WHEN order_may_leave(jsonb_populate_record(p, '{"past_value_date": "accepts"}'), o.settle_date, clock()) IS NULL THEN 'CALENDAR_UNKNOWN' END, p.calendar_id),
        (13, CASE WHEN order_may_leave(p, o.settle_date, clock()) IS NULL THEN 'VALUE_DATE_PAST' END, value_date_of(p, o.settle_date)::text),
        (14, CASE WHEN order_may_leave(p, o.settle_date, clock()) >= t.left_at + p.retention - p.retention_margin THEN 'RESEND_NOT_ALLOWED' END,
            format('it may leave at %s, and the key''s life ends at %s', to_char(order_may_leave(p, o.settle_date, clock()), 'YYYY-MM-DD HH24:MI:SS TZ'),
                   to_char(t.left_at + p.retention - p.retention_margin, 'YYYY-MM-DD HH24:MI:SS TZ'))),
        (15, CASE WHEN other.call_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, format('call %s sent other bytes', other.call_id))) v(n, reason, found)
       WHERE v.reason IS NOT NULL ORDER BY v.n LIMIT 1) r ON true
$$;
CREATE FUNCTION missing_message_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE
RETURN missing_message((p_plan #>> '{items,0,bucket}')::smallint, (p_plan #>> '{items,0,operation}')::uuid);

-- Such a message begins as one that may have left: pending, and not sent by anybody whom we know.
CREATE FUNCTION message_is_approved(p_bucket smallint, p_operation uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT pg_has_role(session_user, 'onceover_replayer', 'MEMBER') AND approval_covers(p_bucket, p_operation, '{missing outbox}')
$$;
DO $$
DECLARE
  source constant text := pg_get_functiondef('guard_new_messages'::regproc);
  before constant text := $x$WHEN n.status <> 'PENDING' OR n.version <> 0 OR n.attempts <> 0 OR n.sends_total <> 0 OR n.sends_maybe_left <> 0
           OR n.first_sent_at IS NOT NULL OR n.last_sent_at IS NOT NULL OR n.external_ref IS NOT NULL$x$;
BEGIN
  IF strpos(source, before) = 0 THEN
    RAISE EXCEPTION 'guard_new_messages() does not say how a message begins';
  END IF;
  EXECUTE replace(source, before, $x$WHEN (n.status <> 'PENDING' OR n.version <> 0 OR n.attempts <> 0 OR n.sends_total <> 0 OR n.sends_maybe_left <> 0
            OR n.first_sent_at IS NOT NULL OR n.last_sent_at IS NOT NULL OR n.external_ref IS NOT NULL)
           AND NOT (n.status = 'PENDING' AND n.attempts = 0 AND n.external_ref IS NULL AND n.sends_maybe_left > 0 AND n.first_sent_at IS NOT NULL
                    AND n.last_sent_at IS NOT NULL AND message_is_approved(n.bucket, n.operation_id))$x$);
END
$$;

CREATE FUNCTION request_missing_outbox(p_operation uuid, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target constant text := 'operation ' || coalesce(p_operation::text, '');
  same   constant jsonb := jsonb_build_object('operation', p_operation);
  answer request_answer := request_seen('missing outbox', same, p_reason, p_request_id, target);
  o      settlement_operation;
  facts  jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO o FROM settlement_operation WHERE operation_id = p_operation;
  facts := missing_message(o.bucket, o.operation_id);
  IF NOT facts ? 'against' AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.is_money AND i.is_open) THEN
    facts := jsonb_build_object('against', 'OPEN_REQUEST', 'found', '');
  END IF;
  IF facts ? 'against' THEN
    RETURN request_refused('request missing outbox', target, facts ->> 'against', facts ->> 'found', p_request_id);
  END IF;
  RETURN request_insert('missing outbox', jsonb_build_object('kind', 'missing outbox', 'same', same, 'facts', facts, 'items', jsonb_build_array(plan_of(o.bucket, o.operation_id))),
                        true, p_reason, p_ticket, least(interval '24 hours', (facts ->> 'key_until')::timestamptz - clock()), p_request_id, target);
END
$$;

-- The message with the key that was always its own, on the terms and with the bytes that follow from the operation. Where calls of the lost
-- one are on record it takes its number again, so that they are about it.
CREATE FUNCTION execute_missing_outbox(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  facts constant jsonb := a.plan -> 'facts';
  o     settlement_operation;
  p     channel_profile;
BEGIN
  SELECT q.* INTO o FROM approval_item i JOIN settlement_operation q ON q.bucket = i.bucket AND q.operation_id = i.operation_id
   WHERE i.approval_id = a.approval_id AND i.item_no = ANY (p_items) FOR NO KEY UPDATE OF q;
  IF o.operation_id IS NULL OR missing_message_facts(a.plan) IS DISTINCT FROM facts OR plan_of(o.bucket, o.operation_id) IS DISTINCT FROM a.plan #> '{items,0}' THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  SELECT * INTO STRICT p FROM channel_profile q WHERE q.channel_id = o.channel_id AND q.profile_version = (facts ->> 'profile')::integer;
  INSERT INTO outbox (outbox_id, bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                      currency, job_id, batch_id, merchant_id, version, not_before, sends_total, sends_maybe_left, first_sent_at, last_sent_at, last_error)
  OVERRIDING SYSTEM VALUE
  SELECT coalesce((facts ->> 'message')::bigint, nextval(pg_get_serial_sequence('onceover.outbox', 'outbox_id'))), o.bucket, o.operation_id, 'payout', o.channel_id,
         p.profile_version, facts ->> 'key', b.bytes, sha256(b.bytes), o.amount_minor, o.currency, o.job_id, o.batch_id, o.merchant_id,
         (facts ->> 'version')::bigint, order_may_leave(p, o.settle_date, clock()), 1, 1,
         (facts ->> 'left_at')::timestamptz, clock(), 'made again by request ' || a.approval_id || '; an earlier one may have left'
    FROM (SELECT payout_bytes(o, p) AS bytes) b;
  RETURN ROW(p_items, true)::executed;
END
$$;

CREATE FUNCTION verify_missing_outbox(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'DONE'
       AND 1 <> (SELECT count(*) FROM outbox m WHERE m.bucket = i.bucket AND m.operation_id = i.operation_id
                    AND m.idempotency_key = a.plan #>> '{facts,key}' AND encode(m.payload_sha256, 'hex') = a.plan #>> '{facts,payload}'))
$$;

-- Re-send -----------------------------------------------------------------------------------------------------------------------------

-- The query that permits another send: what was asked last found nothing, and was asked late enough to prove it. Null: there is none.
CREATE FUNCTION permitting_query(m outbox, p channel_profile) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT q.call_id
    FROM (SELECT c.* FROM external_call c
           WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.kind IN ('QUERY', 'CALLBACK') AND c.answer <> 'QUERY_UNKNOWN'
           ORDER BY c.call_id DESC LIMIT 1) q
   WHERE q.kind = 'QUERY' AND q.answer = 'NOT_FOUND' AND q.outbox_version = m.version
     AND q.started_at > greatest(m.last_sent_at, m.unknown_since) + greatest(p.max_late_execution, p.query_eventual_max)
$$;

-- Why this message is not sent again by two persons, or no row (core: decideResend and automaticResend). Where its budget is left the engine
-- does it by itself; past its key's life nobody does.
CREATE FUNCTION resend_refusal(p_bucket smallint, p_operation uuid) RETURNS TABLE (reason text, found text) LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM (SELECT 1) one
    LEFT JOIN settlement_operation o ON o.bucket = p_bucket AND o.operation_id = p_operation
    LEFT JOIN LATERAL (SELECT q.* FROM outbox q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id AND q.message_kind = 'payout' LIMIT 1) m ON true
    LEFT JOIN channel_profile p ON p.channel_id = m.channel_id AND p.profile_version = m.profile_version
    LEFT JOIN LATERAL (SELECT c.kind, c.answer, c.outbox_version FROM external_call c
                        WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.kind IN ('QUERY', 'CALLBACK') AND c.answer <> 'QUERY_UNKNOWN'
                        ORDER BY c.call_id DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (SELECT coalesce(sum(p.retry_backoff[least(n, cardinality(p.retry_backoff))] * 1.1), '0') AS takes
                         FROM generate_series(1, p.max_send_attempts - 1) n) schedule ON true
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN o.operation_id IS NULL THEN 'UNKNOWN_SUBJECT' END, ''),
     (2, CASE WHEN m.status IS DISTINCT FROM 'UNKNOWN' OR o.status <> 'UNKNOWN_EXTERNAL' THEN 'NOT_IN_THIS_STATE' END, concat_ws(', its message ', o.status, m.status)),
     (3, CASE WHEN effect_on_record(o.bucket, o.operation_id)
                OR EXISTS (SELECT FROM external_call c WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.answer = 'FOUND_RETURNED') THEN 'EFFECT_ON_RECORD' END, ''),
     (4, CASE WHEN told_of_key(m.channel_id, m.idempotency_key) IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, told_of_key(m.channel_id, m.idempotency_key)),
     (5, CASE WHEN p.on_mismatch = 'ignores_key' THEN 'RESEND_NOT_ALLOWED' END, 'the channel ignores keys'),
     (6, CASE WHEN p.on_in_flight = 'executes' THEN 'RESEND_NOT_ALLOWED' END, 'the channel executes a key that is in flight'),
     (7, CASE WHEN p.query_kind = 'none' THEN 'RESEND_NOT_ALLOWED' END, 'the channel cannot be asked'),
     (8, CASE WHEN p.max_late_execution IS NULL THEN 'RESEND_NOT_ALLOWED' END, 'the channel does not say how late it may execute'),
     (9, CASE WHEN m.last_sent_at IS NULL OR m.first_sent_at IS NULL THEN 'RESEND_NOT_ALLOWED' END, 'the time of the last send is not recorded'),
     (10, CASE WHEN m.first_sent_at + p.retention - p.retention_margin <= clock() THEN 'RESEND_NOT_ALLOWED' END,
         'the key''s life ended at ' || to_char(m.first_sent_at + p.retention - p.retention_margin, 'YYYY-MM-DD HH24:MI:SS TZ')),
     (11, CASE WHEN m.attempts < p.max_send_attempts AND p.retention - p.retention_margin >= p.max_late_execution + schedule.takes THEN 'NOT_IN_THIS_STATE' END,
          format('%s of %s attempts: the engine sends it again by itself', m.attempts, p.max_send_attempts)),
     (12, CASE WHEN last.answer IS NULL THEN 'NO_EVIDENCE' END, 'the bank was not asked about it'),
     (13, CASE WHEN last.answer <> 'NOT_FOUND' THEN 'EVIDENCE_CONTRADICTS' END, 'the last answer is ' || last.answer),
     (14, CASE WHEN permitting_query(m, p) IS NULL THEN 'TOO_EARLY' END,
          to_char(greatest(m.last_sent_at, m.unknown_since) + greatest(p.max_late_execution, p.query_eventual_max), 'YYYY-MM-DD HH24:MI:SS TZ'))) r(n, reason, found)
   WHERE r.reason IS NOT NULL ORDER BY r.n LIMIT 1
$$;

-- What else must not have moved: that it may be sent, and until when.
CREATE FUNCTION resend_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('key_until', m.first_sent_at + p.retention - p.retention_margin)
         || coalesce((SELECT jsonb_build_object('against', r.reason, 'found', r.found) FROM resend_refusal(m.bucket, m.operation_id) r), '{}')
    FROM outbox m JOIN channel_profile p ON p.channel_id = m.channel_id AND p.profile_version = m.profile_version
   WHERE m.bucket = (p_plan #>> '{items,0,bucket}')::smallint AND m.operation_id = (p_plan #>> '{items,0,operation}')::uuid AND m.message_kind = 'payout'
$$;

CREATE FUNCTION request_resend(p_operation uuid, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'operation ' || coalesce(p_operation::text, '');
  same    constant jsonb := jsonb_build_object('operation', p_operation);
  answer  request_answer := request_seen('re-send', same, p_reason, p_request_id, target);
  o       settlement_operation;
  items   jsonb;
  facts   jsonb;
  refused text;
  found_  text;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO o FROM settlement_operation WHERE operation_id = p_operation;
  SELECT r.reason, r.found INTO refused, found_ FROM resend_refusal(o.bucket, o.operation_id) r;
  IF refused IS NULL AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.is_money AND i.is_open) THEN
    refused := 'OPEN_REQUEST';
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request re-send', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  items := jsonb_build_array(plan_of(o.bucket, o.operation_id));
  facts := resend_facts(jsonb_build_object('items', items));
  RETURN request_insert('re-send', jsonb_build_object('kind', 're-send', 'same', same, 'facts', facts, 'items', items), true, p_reason, p_ticket,
                        least(interval '24 hours', (facts ->> 'key_until')::timestamptz - clock()), p_request_id, target);
END
$$;

-- The same bytes under the same key leave once more: the one function for outcomes re-arms the message on the query that permits it (I7).
CREATE FUNCTION execute_resend(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  m      outbox;
  p      channel_profile;
  became record;
BEGIN
  SELECT q.* INTO m FROM approval_item i JOIN outbox q ON q.bucket = i.bucket AND q.operation_id = i.operation_id AND q.message_kind = 'payout'
   WHERE i.approval_id = a.approval_id AND i.item_no = ANY (p_items) FOR NO KEY UPDATE OF q;
  PERFORM 1 FROM settlement_operation o WHERE o.bucket = m.bucket AND o.operation_id = m.operation_id FOR NO KEY UPDATE;
  IF m.outbox_id IS NULL OR resend_facts(a.plan) IS DISTINCT FROM a.plan -> 'facts' OR plan_of(m.bucket, m.operation_id) IS DISTINCT FROM a.plan #> '{items,0}' THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  SELECT * INTO STRICT p FROM channel_profile q WHERE q.channel_id = m.channel_id AND q.profile_version = m.profile_version;
  SELECT * INTO became
    FROM finish_external(p_worker, ARRAY[m.bucket], ARRAY[m.outbox_id], ARRAY['UNKNOWN'], ARRAY[m.version], ARRAY['PENDING'], ARRAY[''],
                         ARRAY[permitting_query(m, p)], ARRAY[0::bigint], ARRAY[0::smallint], ARRAY[0::smallint],
                         ARRAY['request ' || a.approval_id || ': sent again under the same key'], ARRAY['NOT_FOUND'], ARRAY[NULL::text]);
  IF NOT became.applied THEN
    UPDATE approval_item SET status = 'REFUSED', reason = became.note, is_open = false WHERE approval_id = a.approval_id AND item_no = ANY (p_items);
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  RETURN ROW(p_items, true)::executed;
END
$$;

-- It left again, or was answered meanwhile, under its key and with its bytes.
CREATE FUNCTION verify_resend(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item i LEFT JOIN outbox m ON m.bucket = i.bucket AND m.operation_id = i.operation_id AND m.message_kind = 'payout'
     WHERE i.approval_id = a.approval_id AND i.status = 'DONE'
       AND NOT coalesce(m.idempotency_key = a.plan #>> '{items,0,key}' AND encode(m.payload_sha256, 'hex') = a.plan #>> '{items,0,payload}'
                        AND (m.version > (a.plan #>> '{items,0,message_version}')::bigint OR m.status IN ('ACCEPTED', 'REFUSED')), false))
$$;

INSERT INTO request_kind (kind, executes, facts, held, verifies) VALUES
  ('match', 'execute_match', 'match_facts', NULL, 'verify_match'),
  ('missing outbox', 'execute_missing_outbox', 'missing_message_facts', 'remedy_held', 'verify_missing_outbox'),
  ('re-send', 'execute_resend', 'resend_facts', 'remedy_held', 'verify_resend');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('told_of_key', 'is_line', 'match_is_approved', 'match_sides_of', 'match_facts_of', 'match_facts', 'request_match', 'execute_match', 'verify_match', 'open_day_from',
                       'value_date_of', 'order_may_leave', 'payout_bytes', 'missing_message', 'missing_message_facts', 'message_is_approved',
                       'request_missing_outbox', 'execute_missing_outbox', 'verify_missing_outbox', 'permitting_query', 'resend_refusal', 'resend_facts',
                       'request_resend', 'execute_resend', 'verify_resend') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION account_digest(text), line_name(text, text, text), currency_decimals(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION account_digest(text), line_name(text, text, text), currency_decimals(text) TO onceover_api;
GRANT EXECUTE ON FUNCTION message_is_approved(smallint, uuid) TO onceover_owner;
GRANT SELECT ON match_rule, record_match TO onceover_api;
GRANT INSERT ON record_match TO onceover_api;
GRANT SELECT ON record_match TO onceover_reconciler;
GRANT USAGE ON SEQUENCE outbox_outbox_id_seq TO onceover_api;
GRANT SELECT ON match_rule, v_match TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION request_match(bigint, jsonb, text, text, uuid), request_missing_outbox(uuid, text, text, uuid),
                          request_resend(uuid, text, text, uuid) TO onceover_operator;

SELECT record_guards();
