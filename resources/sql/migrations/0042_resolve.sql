-- SPDX-License-Identifier: GPL-3.0-or-later
-- An unknown that nobody can ask about any more is decided from evidence, by two persons (DESIGN.md section 3: approved resolution).
-- The evidence is named and becomes a fact of its own among the answers of the outside, before anything follows from it (rule 4); then
-- the one function for outcomes does the rest: PAY legs and success, or BACK legs and NOT_EXECUTED.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- What two persons took for proved stands beside what the outside said, under the request that it came from.
ALTER TABLE external_call ADD COLUMN approval_id bigint;
ALTER TABLE external_call DROP CONSTRAINT external_call_kind_check;
ALTER TABLE external_call ADD CONSTRAINT external_call_kind_check CHECK (kind IN ('SEND', 'QUERY', 'CALLBACK', 'EVIDENCE'));
ALTER TABLE external_call ADD CONSTRAINT evidence_names_its_request CHECK ((kind = 'EVIDENCE') = (approval_id IS NOT NULL));
-- Evidence is recorded by the execution of an approved resolution of that very operation, and by nothing else. Who may record answers may
-- not record this: the function looks as whoever inserts.
CREATE FUNCTION guard_new_evidence() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NOT pg_has_role(current_user, 'onceover_api', 'USAGE') THEN
    PERFORM refuse('OC001', 'external_call evidence, written by ' || current_user);
  ELSIF NOT approval_covers(NEW.bucket, NEW.operation_id, '{resolve}') THEN
    PERFORM refuse('OC001', 'external_call evidence without an approved resolution; operation ' || NEW.operation_id);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_evidence BEFORE INSERT ON external_call FOR EACH ROW WHEN (NEW.kind = 'EVIDENCE') EXECUTE FUNCTION guard_new_evidence();
ALTER TABLE external_call ENABLE ALWAYS TRIGGER guard_evidence;

-- The judge and the writers of outcomes learn of evidence: it refuses like an answer, and what it refuses was not executed.
ALTER TYPE finish_verdict ADD ATTRIBUTE evidence boolean;
DO $$
DECLARE
  edit   text[];
  source text;
BEGIN
  FOREACH edit SLICE 1 IN ARRAY ARRAY[
    ['finish_judge', $x$WHEN a.outcome = 'REFUSED' AND (c.answer IN ('REFUSED', 'FOUND_REFUSED')) IS NOT TRUE$x$,
       $x$WHEN a.outcome = 'REFUSED' AND (c.answer IN ('REFUSED', 'FOUND_REFUSED') OR c.kind = 'EVIDENCE' AND c.answer = 'NOT_FOUND') IS NOT TRUE$x$],
    ['finish_judge', $x$(c.kind = 'QUERY')::integer AS queried$x$, $x$(c.kind = 'QUERY')::integer AS queried, coalesce(c.kind = 'EVIDENCE', false) AS evidence$x$],
    ['finish_judge', $x$CASE j.outcome WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED'$x$,
       $x$CASE j.outcome WHEN 'REFUSED' THEN CASE WHEN j.evidence THEN 'NOT_EXECUTED' ELSE 'REFUSED' END WHEN 'FAILED'$x$],
    ['finish_judge', $x$WHEN j.note = '' AND j.outcome = 'UNKNOWN' THEN j.differs END$x$,
       $x$WHEN j.note = '' AND j.outcome = 'UNKNOWN' THEN j.differs END, j.evidence$x$],
    ['finish_operations', $x$CASE v.outcome WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED'$x$,
       $x$CASE v.outcome WHEN 'REFUSED' THEN CASE WHEN v.evidence THEN 'NOT_EXECUTED' ELSE 'REFUSED' END WHEN 'FAILED'$x$],
    ['finish_letters', $x$resolution = 'answered'$x$, $x$resolution = CASE WHEN v.evidence THEN 'resolved' ELSE 'answered' END$x$],
    ['finish_events', $x$WHEN 'ACCEPTED' THEN 'ACCEPT' WHEN 'REFUSED' THEN 'REFUSE'$x$,
       $x$WHEN 'ACCEPTED' THEN CASE WHEN v.evidence THEN 'RESOLVE_EXECUTED' ELSE 'ACCEPT' END
                        WHEN 'REFUSED' THEN CASE WHEN v.evidence THEN 'RESOLVE_NOT_EXECUTED' ELSE 'REFUSE' END$x$]] LOOP
    source := pg_get_functiondef(edit[1]::regproc);
    IF strpos(source, edit[2]) = 0 THEN
      RAISE EXCEPTION '% does not say what this migration changes: %', edit[1], edit[2];
    END IF;
    EXECUTE replace(source, edit[2], edit[3]);
  END LOOP;
END
$$;

-- Evidence as it is kept: what is named is looked up, so that the plan shows what it says. Null: there is no such thing.
--   {"kind": "statement", "statement": n, "entry": n}            an entry of an imported statement; without an entry: the whole statement
--   {"kind": "call", "call": n}                                  a recorded answer about this very message
--   {"kind": "callback", "channel": c, "event": e}               the same, of a callback, signed or not
--   {"kind": "document", "sha256": hex, "text": t, "reference": r}   a paper outside: its fingerprint, what it says, the bank's reference
CREATE FUNCTION evidence_of(p_bucket smallint, p_operation uuid, p_evidence jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH m AS (SELECT * FROM outbox WHERE bucket = p_bucket AND operation_id = p_operation LIMIT 1)
  SELECT CASE p_evidence ->> 'kind'
    WHEN 'statement' THEN (
      SELECT jsonb_strip_nulls(jsonb_build_object('kind', 'statement', 'statement', s.statement_id, 'file_sha256', encode(s.file_sha256, 'hex'),
               'from', s.from_date, 'to', s.to_date, 'entry', e.entry_no, 'reference', nullif(e.entry_ref, ''), 'amount', abs(e.amount_minor),
               'currency', e.currency, 'booked_on', e.booked_on))
        FROM m JOIN statement s ON s.channel_id = m.channel_id AND s.statement_id::text = p_evidence ->> 'statement'
        LEFT JOIN statement_entry e ON e.statement_id = s.statement_id AND e.entry_no::text = p_evidence ->> 'entry'
       WHERE p_evidence ->> 'entry' IS NULL OR e.entry_no IS NOT NULL)
    WHEN 'call' THEN (
      SELECT jsonb_strip_nulls(jsonb_build_object('kind', 'call', 'call', c.call_id, 'answer', c.answer, 'at', c.at,
               'reference', nullif(c.external_ref, ''), 'amount', c.amount_minor, 'currency', c.currency))
        FROM m JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id
       WHERE c.call_id::text = p_evidence ->> 'call' AND c.kind <> 'EVIDENCE')
    WHEN 'callback' THEN (
      SELECT jsonb_strip_nulls(jsonb_build_object('kind', 'callback', 'channel', e.channel_id, 'event', e.event_id, 'answer', e.answer, 'at', e.at,
               'signed', e.signature_valid, 'reference', nullif(e.external_ref, ''), 'amount', e.amount_minor, 'currency', e.currency))
        FROM m JOIN external_event e ON e.idempotency_key = m.idempotency_key
       WHERE e.channel_id = p_evidence ->> 'channel' AND e.event_id = p_evidence ->> 'event')
    WHEN 'document' THEN (
      SELECT jsonb_strip_nulls(jsonb_build_object('kind', 'document', 'sha256', p_evidence ->> 'sha256', 'text', audit_text(p_evidence ->> 'text'),
               'reference', nullif(btrim(p_evidence ->> 'reference'), '')))
        FROM m WHERE p_evidence ->> 'sha256' ~ '^[0-9a-f]{64}$' AND btrim(p_evidence ->> 'text') <> '') END
$$;

-- Why this unknown cannot be decided like that, or no row. What is on record wins over what is claimed; nothing was "not executed" while
-- it may still be. `found` says which.
CREATE FUNCTION resolve_refusal(p_bucket smallint, p_operation uuid, p_decision text, p_evidence jsonb) RETURNS TABLE (reason text, found text)
LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM settlement_operation o
    JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
    JOIN channel_profile p ON p.channel_id = m.channel_id AND p.profile_version = m.profile_version
    LEFT JOIN LATERAL (SELECT c.answer FROM external_call c
                        WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.answer NOT IN ('QUERY_UNKNOWN', 'UNKNOWN', 'NOT_SENT')
                        ORDER BY c.at DESC, c.call_id DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (SELECT c.call_id FROM external_call c
                        WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')
                        ORDER BY c.call_id DESC LIMIT 1) executed ON true
    LEFT JOIN LATERAL (SELECT c.call_id FROM external_call c
                        WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.outbox_version = m.version
                          AND c.answer IN ('REFUSED', 'FOUND_REFUSED') LIMIT 1) refused ON p.refusal = 'final'
    LEFT JOIN LATERAL (SELECT c.call_id FROM external_call c
                        WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND m.message_kind = 'payout'
                          AND (c.amount_minor <> m.amount_minor OR c.currency <> m.currency OR c.external_ref <> p_evidence ->> 'reference') LIMIT 1) differs ON true
    LEFT JOIN v_may_still_leave l ON l.bucket = m.bucket AND l.outbox_id = m.outbox_id
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN p_decision NOT IN ('executed', 'not executed') OR p_evidence IS NULL THEN 'VALUE_MALFORMED' END, 'evidence'),
     (2, CASE WHEN o.status <> 'UNKNOWN_EXTERNAL' THEN 'NOT_IN_THIS_STATE' END, o.status),
     (3, CASE WHEN p_decision = 'not executed' AND executed.call_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, 'call ' || executed.call_id || ' says executed'),
     (4, CASE WHEN p_decision = 'not executed' AND effect_on_record(o.bucket, o.operation_id) THEN 'EVIDENCE_CONTRADICTS' END, 'a callback says executed'),
     (5, CASE WHEN p_decision = 'not executed' AND last.answer IN ('FOUND_PENDING', 'IN_FLIGHT') THEN 'EVIDENCE_CONTRADICTS' END,
         'the last answer is ' || last.answer),
     (6, CASE WHEN p_decision = 'executed' AND refused.call_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END, 'call ' || refused.call_id || ' says refused'),
     (7, CASE WHEN p_decision = 'executed' AND differs.call_id IS NOT NULL THEN 'EVIDENCE_CONTRADICTS' END,
         'call ' || differs.call_id || ' names another amount, currency or reference'),
     (8, CASE WHEN p_decision = 'executed' AND m.message_kind = 'payout'
                AND ((p_evidence ->> 'amount')::bigint <> m.amount_minor OR p_evidence ->> 'currency' <> m.currency) THEN 'EVIDENCE_CONTRADICTS' END,
         format('the evidence is of %s %s (minor)', p_evidence ->> 'amount', p_evidence ->> 'currency')),
     (9, CASE WHEN p_decision = 'executed' AND p_evidence ->> 'answer' NOT IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')
                OR p_decision = 'not executed' AND (p_evidence ->> 'answer' NOT IN ('NOT_FOUND', 'REFUSED', 'FOUND_REFUSED') OR p_evidence ? 'entry')
              THEN 'EVIDENCE_CONTRADICTS' END, 'the evidence says ' || coalesce(p_evidence ->> 'answer', 'that it was booked')),
     (10, CASE WHEN p_decision = 'executed' AND p_evidence ->> 'reference' IS NULL THEN 'NO_EVIDENCE' END, 'the bank''s reference is missing'),
     (11, CASE WHEN p_decision = 'executed' AND EXISTS (SELECT FROM external_reference x
                                                         WHERE x.channel_id = m.channel_id AND x.external_ref = p_evidence ->> 'reference'
                                                           AND (x.bucket, x.operation_id) <> (o.bucket, o.operation_id)) THEN 'EVIDENCE_CONTRADICTS' END,
          'the reference belongs to another operation'),
     (12, CASE WHEN l.outbox_id IS NOT NULL THEN 'TOO_EARLY' END,
          format('sender %s on host %s is known to have stopped', coalesce(l.worker_id, 'unknown'), coalesce(l.host, 'unknown'))),
     (13, CASE WHEN p_decision = 'not executed' AND m.last_sent_at + p.max_late_execution > clock() THEN 'TOO_EARLY' END,
          to_char(m.last_sent_at + p.max_late_execution, 'YYYY-MM-DD HH24:MI:SS TZ')),
     -- A channel that gives no such promise executes as late as it likes: only its own written word ends that.
     (14, CASE WHEN p_decision = 'not executed' AND m.last_sent_at IS NOT NULL AND p.max_late_execution IS NULL AND p_evidence ->> 'kind' <> 'document'
               THEN 'NO_EVIDENCE' END, 'the channel executes however late; only a document of the bank proves it'),
     (15, CASE WHEN p_decision = 'not executed' AND p_evidence ->> 'kind' IN ('call', 'callback')
                 AND (p_evidence ->> 'at')::timestamptz < m.last_sent_at + coalesce(p.max_late_execution, '0') THEN 'NO_EVIDENCE' END,
          'it was said before the last send could no longer be executed'),
     (16, CASE WHEN p_decision = 'not executed' AND p_evidence ->> 'kind' = 'statement'
                 AND ((p_evidence ->> 'to')::date < (m.last_sent_at + coalesce(p.max_late_execution, '0'))::date
                      OR (p_evidence ->> 'from')::date > m.first_sent_at::date
                      OR p_evidence ->> 'to' IS NULL OR p_evidence ->> 'from' IS NULL) THEN 'NO_EVIDENCE' END,
          'the statement does not cover the days from the first send to the last possible execution')) r(n, reason, found)
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation AND r.reason IS NOT NULL
   ORDER BY r.n LIMIT 1
$$;

-- What else must not have moved: that nothing on record speaks against it.
CREATE FUNCTION resolve_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT jsonb_build_object('against', r.reason, 'found', r.found)
                     FROM resolve_refusal((p_plan #>> '{items,0,bucket}')::smallint, (p_plan #>> '{items,0,operation}')::uuid, p_plan ->> 'decision',
                                          p_plan -> 'evidence') r), '{}')
$$;

CREATE FUNCTION request_resolve(p_operation uuid, p_decision text, p_evidence jsonb, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target   constant text := 'operation ' || coalesce(p_operation::text, '');
  same     constant jsonb := jsonb_build_object('operation', p_operation, 'decision', p_decision, 'evidence', p_evidence);
  answer   request_answer := request_seen('resolve', same, p_reason, p_request_id, target);
  proof    jsonb;
  refused  text;
  found_   text;
  o        settlement_operation;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO o FROM settlement_operation WHERE operation_id = p_operation;
  IF o.operation_id IS NULL THEN
    refused := 'UNKNOWN_SUBJECT';
  ELSIF p_decision IS NULL OR p_decision NOT IN ('executed', 'not executed') THEN
    refused := 'VALUE_MALFORMED';
  ELSE
    proof := evidence_of(o.bucket, o.operation_id, p_evidence);
    SELECT r.reason, r.found INTO refused, found_ FROM resolve_refusal(o.bucket, o.operation_id, p_decision, coalesce(proof, '{}')) r;
    refused := CASE WHEN refused IN ('NOT_IN_THIS_STATE') THEN refused WHEN proof IS NULL THEN 'NO_EVIDENCE' ELSE refused END;
    IF refused IS NULL AND NOT EXISTS (SELECT FROM outbox m WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id) THEN
      refused := 'NOT_IN_THIS_STATE';
      found_ := o.status;
    ELSIF refused IS NULL AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.is_money AND i.is_open) THEN
      refused := 'OPEN_REQUEST';
      found_ := '';
    END IF;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request resolve', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  RETURN request_insert('resolve', jsonb_build_object('kind', 'resolve', 'same', same, 'decision', p_decision, 'evidence', proof, 'facts', '{}'::jsonb,
                          'items', jsonb_build_array(plan_of(o.bucket, o.operation_id))),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- Locks, looks once more, records the evidence as a fact, and lets the one function for outcomes write what follows from it.
CREATE FUNCTION execute_resolve(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  decision constant text := a.plan ->> 'decision';
  proof    constant jsonb := a.plan -> 'evidence';
  m        outbox;
  call     bigint;
  became   record;
BEGIN
  SELECT q.* INTO m FROM approval_item i JOIN outbox q ON q.bucket = i.bucket AND q.operation_id = i.operation_id
   WHERE i.approval_id = a.approval_id AND i.item_no = ANY (p_items) FOR NO KEY UPDATE OF q;
  PERFORM 1 FROM settlement_operation o WHERE o.bucket = m.bucket AND o.operation_id = m.operation_id FOR NO KEY UPDATE;
  IF m.outbox_id IS NULL OR plan_of(m.bucket, m.operation_id) IS DISTINCT FROM a.plan #> '{items,0}' OR resolve_facts(a.plan) <> '{}' THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                             answer, code, external_ref, amount_minor, currency, raw_answer, raw_sha256, worker_id, approval_id)
  VALUES ('EVIDENCE', m.channel_id, m.profile_version, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.version, clock(), '0',
          CASE decision WHEN 'executed' THEN 'FOUND_EXECUTED' ELSE 'NOT_FOUND' END, 'request ' || a.approval_id,
          CASE decision WHEN 'executed' THEN proof ->> 'reference' END, CASE decision WHEN 'executed' THEN m.amount_minor END,
          CASE decision WHEN 'executed' THEN m.currency END, convert_to(left(proof::text, 4096), 'UTF8'), sha256(convert_to(proof::text, 'UTF8')), p_worker,
          a.approval_id)
  RETURNING call_id INTO call;
  SELECT * INTO became
    FROM finish_external(p_worker, ARRAY[m.bucket], ARRAY[m.outbox_id], ARRAY['UNKNOWN'], ARRAY[m.version],
                         ARRAY[CASE decision WHEN 'executed' THEN 'ACCEPTED' ELSE 'REFUSED' END],
                         ARRAY[CASE decision WHEN 'executed' THEN proof ->> 'reference' ELSE '' END], ARRAY[call], ARRAY[0::bigint], ARRAY[0::smallint],
                         ARRAY[0::smallint], ARRAY[CASE decision WHEN 'executed' THEN '' ELSE 'request ' || a.approval_id || ': not executed' END],
                         ARRAY['EVIDENCE'], ARRAY[NULL::text]);
  IF NOT became.applied THEN
    UPDATE approval_item SET status = 'REFUSED', reason = became.note, is_open = false WHERE approval_id = a.approval_id AND item_no = ANY (p_items);
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  RETURN ROW(p_items, true)::executed;
END
$$;

-- What was decided stands in state, book and letters.
CREATE FUNCTION verify_resolve(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item i
      JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
      JOIN outbox m ON m.bucket = i.bucket AND m.operation_id = i.operation_id
     WHERE i.approval_id = a.approval_id AND i.status = 'DONE'
       AND NOT (CASE a.plan ->> 'decision' WHEN 'executed' THEN o.status = 'SUCCEEDED' AND o.external_ref = a.plan #>> '{evidence,reference}'
                ELSE o.status = 'FAILED_PERMANENT' AND o.failure_class = 'NOT_EXECUTED' END
                AND (m.message_kind <> 'payout'
                     OR EXISTS (SELECT FROM ledger_entry l
                                 WHERE l.bucket = o.bucket AND l.operation_id = o.operation_id AND l.side = 'CREDIT'
                                   AND l.phase = CASE a.plan ->> 'decision' WHEN 'executed' THEN 'PAY' ELSE 'BACK' END))))
$$;

INSERT INTO request_kind (kind, executes, facts, verifies) VALUES ('resolve', 'execute_resolve', 'resolve_facts', 'verify_resolve');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('evidence_of', 'resolve_refusal', 'resolve_facts', 'request_resolve', 'execute_resolve', 'verify_resolve') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON statement, statement_entry TO onceover_api;
GRANT EXECUTE ON FUNCTION request_resolve(uuid, text, jsonb, text, text, uuid) TO onceover_operator;

SELECT record_guards();
