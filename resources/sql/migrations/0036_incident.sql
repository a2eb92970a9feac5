-- SPDX-License-Identifier: GPL-3.0-or-later
-- The incident procedure (DESIGN.md section 3, R103 to R113): what is done, by whom, in which order. Everything is a step of one
-- append-only log; a step forward is refused while its gate does not hold, and the answer names what is missing.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- from_date: the oldest business date that it is about; batches that are not complete are always part of it.
ALTER TABLE incident ADD COLUMN scope_kind text NOT NULL DEFAULT 'everything'
                       CHECK (scope_kind IN ('everything', 'job', 'channel', 'merchant', 'batch')),
                     ADD COLUMN scope_ref text NOT NULL DEFAULT '',
                     ADD COLUMN from_date date NOT NULL DEFAULT '-infinity',
                     ADD COLUMN is_false_alarm boolean NOT NULL DEFAULT false,
                     ADD CHECK ((scope_kind = 'everything') = (scope_ref = '')),
                     ADD CHECK (title <> ''),
                     ADD CHECK (status IN ('OPEN', 'FROZEN', 'FENCED', 'EVIDENCE_SAVED', 'DIAGNOSED', 'RECONCILED', 'PLAN_APPROVED',
                                           'RECOVERING', 'VERIFIED', 'CLOSED')),
                     ADD CHECK ((status = 'CLOSED') = (closed_at IS NOT NULL));
CREATE UNIQUE INDEX uq_incident_open ON incident (scope_kind, scope_ref) WHERE status <> 'CLOSED';
CREATE INDEX ix_freeze_order_incident ON freeze_order (incident_id) WHERE incident_id IS NOT NULL;
-- status: of the incident after the step. request_id: the client's own number of the act.
ALTER TABLE incident_step ADD COLUMN kind text NOT NULL DEFAULT 'NOTE'
                            CHECK (kind IN ('OPEN', 'ADVANCE', 'BACK', 'NOTE', 'TAKE_OVER', 'REASON', 'EVIDENCE', 'HYPOTHESIS', 'ANSWER',
                                            'RECONCILIATION')),
                          ADD COLUMN request_id uuid UNIQUE;

-- Nobody passes PLAN_APPROVED but by a recovery plan, perhaps an empty one, that a second person approved.
CREATE FUNCTION incident_plan_is_approved(p_incident bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'recovery plan' AND a.status IN ('APPROVED', 'EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED', 'VERIFIED')
                    AND a.checker <> a.maker AND (a.plan ->> 'incident')::bigint = p_incident)
$$;
CREATE INDEX ix_approval_incident ON approval (((plan ->> 'incident')::bigint)) WHERE kind = 'recovery plan';
DROP TRIGGER guard_delete ON incident;
SELECT make_guard_update('incident',
  p_mutable  => '{status,owner,is_false_alarm,closed_at}',
  p_pairs    => '{OPEN>FROZEN,FROZEN>FENCED,FENCED>EVIDENCE_SAVED,EVIDENCE_SAVED>DIAGNOSED,DIAGNOSED>RECONCILED,RECONCILED>PLAN_APPROVED,
                  OPEN>PLAN_APPROVED,FROZEN>PLAN_APPROVED,PLAN_APPROVED>RECOVERING,RECOVERING>VERIFIED,VERIFIED>CLOSED,
                  RECONCILED>DIAGNOSED,PLAN_APPROVED>DIAGNOSED,RECOVERING>DIAGNOSED,VERIFIED>DIAGNOSED}',
  p_rules    => ARRAY['OC008', 'two persons decide about a recovery',
                      $$NEW.status = 'PLAN_APPROVED' AND OLD.status <> 'PLAN_APPROVED' AND NOT incident_plan_is_approved(NEW.incident_id)$$]);
SELECT make_guard_insert('incident', 'OC001', 'begins OPEN', $$NEW.status <> 'OPEN'$$);

-- The reason that was filled in for whoever froze in a hurry is replaced once, by a real one.
CREATE FUNCTION hurried_reason() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 'on-call freeze, reason to follow';
DROP TRIGGER guard_update ON freeze_order;
DROP TRIGGER guard_delete ON freeze_order;
SELECT make_guard_update('freeze_order',
  p_mutable  => '{status,incident_id,reason,effective_at,drained_at,lifted_at}',
  p_pairs    => '{REQUESTED>IN_FORCE,IN_FORCE>DRAINED,DRAINED>LIFT_REQUESTED,LIFT_REQUESTED>DRAINED,LIFT_REQUESTED>LIFTED}',
  p_rules    => ARRAY['OC002', 'the moment from which a freeze is in force stays',
                      $$OLD.effective_at IS NOT NULL AND NEW.effective_at IS DISTINCT FROM OLD.effective_at$$,
                      'OC002', 'a reason and an incident stay',
                      $$NEW.reason <> OLD.reason AND OLD.reason <> hurried_reason()
                          OR OLD.incident_id IS NOT NULL AND NEW.incident_id IS DISTINCT FROM OLD.incident_id$$,
                      'OC008', 'two persons lift', $$OLD.status = 'LIFT_REQUESTED' AND NEW.status = 'LIFTED' AND NOT lift_is_approved(NEW.freeze_id)$$]);

-- What a recovery made exempt is stopped again as soon as its incident goes back: such a row counts while the incident recovers by that
-- very plan, or is verified.
ALTER TABLE freeze_exemption DROP CONSTRAINT freeze_exemption_pkey, ADD PRIMARY KEY (freeze_id, bucket, operation_id, approval_id);
CREATE VIEW exemption_that_counts AS
  SELECT x.freeze_id, x.bucket, x.operation_id
    FROM freeze_exemption x
   WHERE x.approval_id NOT IN (SELECT a.approval_id FROM incident i JOIN approval a ON a.kind = 'recovery plan' AND (a.plan ->> 'incident')::bigint = i.incident_id
                                WHERE i.status NOT IN ('RECOVERING', 'VERIFIED')
                                   OR EXISTS (SELECT FROM incident_step s WHERE s.incident_id = i.incident_id AND s.kind = 'BACK' AND s.at >= a.requested_at));
CREATE OR REPLACE VIEW exempt_in_force AS
  SELECT DISTINCT x.bucket, x.operation_id
    FROM freezes_in_force f
    JOIN exemption_that_counts x USING (freeze_id)
    JOIN settlement_operation o ON o.bucket = x.bucket AND o.operation_id = x.operation_id
   WHERE NOT EXISTS (SELECT FROM freezes_in_force g
                      WHERE is_covered(ARRAY[scope_word(g.scope_kind, g.scope_ref)], o.job_id, o.batch_id, o.merchant_id, o.channel_id)
                        AND NOT EXISTS (SELECT FROM exemption_that_counts y
                                         WHERE y.freeze_id = g.freeze_id AND y.bucket = x.bucket AND y.operation_id = x.operation_id));
CREATE OR REPLACE FUNCTION freezes_over(p_bucket smallint, p_operation uuid) RETURNS TABLE (freeze_id bigint, status text) LANGUAGE sql STABLE AS $$
  SELECT f.freeze_id, f.status
    FROM freezes_in_force f
    JOIN settlement_operation o ON o.bucket = p_bucket AND o.operation_id = p_operation
   WHERE is_covered(ARRAY[scope_word(f.scope_kind, f.scope_ref)], o.job_id, o.batch_id, o.merchant_id, o.channel_id)
     AND NOT EXISTS (SELECT FROM exemption_that_counts x
                      WHERE x.freeze_id = f.freeze_id AND x.bucket = o.bucket AND x.operation_id = o.operation_id)
$$;
GRANT SELECT ON exemption_that_counts TO onceover_api;

-- Whoever freezes stops everything that is covered: an order from which something is exempt is no answer.
DO $$
DECLARE
  ask    constant text := pg_get_functiondef('freeze_request(text, text, text, uuid)'::regprocedure);
  before constant text := $x$f.status IN ('REQUESTED', 'IN_FORCE', 'DRAINED')$x$;
BEGIN
  IF strpos(ask, before) = 0 THEN
    RAISE EXCEPTION 'freeze_request() does not look for an open order';
  END IF;
  EXECUTE replace(ask, before, before || $x$
     AND NOT EXISTS (SELECT FROM freeze_exemption x WHERE x.freeze_id = f.freeze_id)$x$);
END
$$;

-- What an incident is about ---------------------------------------------------------------------------------------------------

CREATE FUNCTION incident_batches(i incident) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(b.batch_id), '{}')
    FROM settlement_batch b
   WHERE CASE i.scope_kind WHEN 'batch' THEN b.batch_id::text = i.scope_ref
              ELSE (b.biz_date >= i.from_date OR b.status <> 'COMPLETED') AND (i.scope_kind <> 'job' OR b.job_id = i.scope_ref) END
$$;

CREATE FUNCTION incident_operations(i incident) RETURNS SETOF settlement_operation LANGUAGE sql STABLE AS $$
  SELECT o.*
    FROM unnest(incident_batches(i)) AS b(batch_id)
    JOIN settlement_operation o USING (batch_id)
   -- As is_covered(), without making words of a hundred thousand rows.
   WHERE o.batch_id <> 0 AND CASE i.scope_kind WHEN 'job' THEN o.job_id = i.scope_ref WHEN 'channel' THEN o.channel_id = i.scope_ref
                                               WHEN 'merchant' THEN o.merchant_id = i.scope_ref::bigint ELSE true END
$$;

-- Does a freeze of that scope stop the whole scope of an incident?
CREATE FUNCTION freeze_covers(p_kind text, p_ref text, i incident) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_kind = 'everything' OR (p_kind, p_ref) = (i.scope_kind, i.scope_ref)
      OR p_kind = 'job' AND i.scope_kind = 'batch' AND EXISTS (SELECT FROM settlement_batch b WHERE b.batch_id::text = i.scope_ref AND b.job_id = p_ref)
$$;

-- An incident that is neither verified nor closed and needs this freeze, whoever made it; null: none.
CREATE FUNCTION incident_under(p_freeze_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(i.incident_id) FROM freeze_order f, incident i
   WHERE f.freeze_id = p_freeze_id AND i.status NOT IN ('VERIFIED', 'CLOSED')
     AND (i.incident_id = f.incident_id OR freeze_covers(f.scope_kind, f.scope_ref, i))
$$;

-- Did anybody fence something of its scope since it was opened? A fence of a worker or of another kind of scope counts if it took anything.
CREATE FUNCTION incident_was_fenced(i incident) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM audit_log l
     WHERE l.chain = 'people' AND l.action = 'fence' AND l.outcome = 'DONE' AND l.at >= i.opened_at
       AND CASE WHEN i.scope_kind = 'everything' OR l.target = 'everything' THEN true
                WHEN l.target LIKE 'operation %' THEN EXISTS (
                  SELECT FROM settlement_operation o WHERE o.operation_id = split_part(l.target, ' ', 2)::uuid
                     AND is_covered(ARRAY[scope_word(i.scope_kind, i.scope_ref)], o.job_id, o.batch_id, o.merchant_id, o.channel_id))
                WHEN split_part(l.target, ' ', 1) = i.scope_kind THEN l.target = scope_word(i.scope_kind, i.scope_ref)
                ELSE (l.detail ->> 'operations')::bigint + (l.detail ->> 'messages')::bigint > 0 END)
$$;

-- Was at least so much of an operation made good, by compensations and corrections that took effect? An extension is worth the whole.
CREATE FUNCTION made_good(p_bucket smallint, p_operation uuid, p_surplus bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(CASE k.kind WHEN 'extension' THEN w.amount_minor ELSE n.amount_minor END)
                     FROM compensation k
                     JOIN settlement_operation n ON n.bucket = k.bucket AND n.operation_id = k.operation_id
                    WHERE k.original_bucket = w.bucket AND k.original_id = w.operation_id AND n.status = 'SUCCEEDED'), 0)
       + coalesce((SELECT sum(c.amount_minor) FROM settlement_operation c
                    WHERE c.bucket = w.bucket AND c.merchant_id = w.merchant_id AND c.settle_date = w.settle_date AND c.settlement_type = 'correction'
                      AND c.currency = w.currency AND split_part(c.scope_ref, '/', 1) = w.operation_id::text AND c.status = 'SUCCEEDED'), 0) >= p_surplus
    FROM settlement_operation w WHERE w.bucket = p_bucket AND w.operation_id = p_operation
$$;

-- The channels over which its operations go: their books are compared.
CREATE FUNCTION incident_channels(p_incident bigint) RETURNS TABLE (channel_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT DISTINCT o.channel_id FROM incident i, incident_operations(i) o WHERE i.incident_id = p_incident AND o.channel_id IS NOT NULL
$$;

-- Letters of its scope that nobody has dealt with.
CREATE FUNCTION incident_letters(i incident) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*)
    FROM dead_letter d
    LEFT JOIN settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
   WHERE d.status <> 'RESOLVED' AND (d.batch_id IS NULL OR d.batch_id = ANY (incident_batches(i)))
     AND is_covered(ARRAY[scope_word(i.scope_kind, i.scope_ref)], d.job_id, coalesce(d.batch_id, -1), coalesce(o.merchant_id, -1), coalesce(o.channel_id, ''))
$$;

-- When it went back last, else when it was opened: what was compared or planned before counts no more.
CREATE FUNCTION incident_since(i incident) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT max(s.at) FROM incident_step s WHERE s.incident_id = i.incident_id AND s.kind = 'BACK'), i.opened_at)
$$;

-- The five equalities (R113): both numbers of each, in one snapshot. Operations: counted from the inputs against those that are there;
-- ledger entries and outside flows: one for each that was paid; the amounts; the maintained counts by state against a full count. A
-- batch is counted whole. An effect that only the outside's book knows counts until it is made good.
CREATE FUNCTION five_equalities(p_incident bigint) RETURNS TABLE (nth integer, equality text, ours text, theirs text, holds boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  i       incident;
  batches bigint[];
BEGIN
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  IF i.incident_id IS NULL THEN
    RETURN;
  END IF;
  batches := incident_batches(i);
  RETURN QUERY
  WITH op AS MATERIALIZED (
    SELECT o.bucket, o.operation_id, o.status, o.amount_minor, o.currency::text AS currency FROM incident_operations(i) o
  ), message AS MATERIALIZED (
    SELECT m.bucket, m.outbox_id, m.operation_id, m.channel_id, m.idempotency_key, m.status
      FROM op JOIN outbox m ON m.bucket = op.bucket AND m.operation_id = op.operation_id AND m.message_kind = 'payout'
  ), paid AS MATERIALIZED (
    SELECT op.* FROM op WHERE op.status = 'SUCCEEDED' AND EXISTS (SELECT FROM message m WHERE m.bucket = op.bucket AND m.operation_id = op.operation_id)
  ), leg AS (
    SELECT l.currency::text AS currency, l.amount_minor
      FROM op JOIN ledger_entry l ON l.bucket = op.bucket AND l.operation_id = op.operation_id AND l.phase = 'PAY' AND l.side = 'CREDIT'
  ), effect AS MATERIALIZED (
    SELECT m.operation_id, c.external_ref, coalesce(c.currency, '')::text AS currency, coalesce(c.amount_minor, 0) AS amount_minor
      FROM message m JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
    UNION
    SELECT m.operation_id, e.external_ref, coalesce(e.currency, '')::text, coalesce(e.amount_minor, 0)
      FROM message m JOIN external_event e ON e.channel_id = m.channel_id AND e.idempotency_key = m.idempotency_key
     WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid
    UNION
    SELECT op.operation_id, 'difference ' || d.difference_id, coalesce(d.currency, op.currency)::text, coalesce(d.theirs_minor, op.amount_minor)
      FROM op JOIN reconciliation_difference d ON d.bucket = op.bucket AND d.operation_id = op.operation_id
     WHERE d.kind IN ('TWICE', 'CONTRADICTION', 'MISSING_HERE') AND d.status = 'OPEN'
       AND NOT made_good(op.bucket, op.operation_id, coalesce(d.theirs_minor, op.amount_minor))
  ), counted AS (
    SELECT c.status, sum(c.n) AS n
      FROM (SELECT status, n FROM operation_count WHERE batch_id = ANY (batches)
            UNION ALL SELECT status, n FROM operation_count_delta WHERE batch_id = ANY (batches)) c
     GROUP BY c.status HAVING sum(c.n) <> 0
  ), there AS MATERIALIZED (
    SELECT o.status, o.revision, s.expected_count IS NOT NULL AS is_expected, count(*) AS n
      FROM unnest(batches) AS b(batch_id)
      JOIN settlement_operation o USING (batch_id)
      LEFT JOIN batch_shard s ON s.batch_id = o.batch_id AND s.shard_no = o.shard_no
     GROUP BY o.status, o.revision, s.expected_count IS NOT NULL
  ), side(nth, equality, ours, theirs) AS (
    SELECT 1, 'OPERATIONS', (SELECT coalesce(sum(s.expected_count), 0) FROM batch_shard s WHERE s.batch_id = ANY (batches))::text,
           (SELECT coalesce(sum(t.n), 0) FROM there t WHERE t.is_expected)::text
    UNION ALL
    SELECT 2, 'LEDGER_ENTRIES', (SELECT count(*) FROM paid)::text, (SELECT count(*) FROM leg)::text
    UNION ALL
    SELECT 3, 'OUTSIDE_FLOWS', (SELECT count(*) FROM message m WHERE m.status = 'ACCEPTED')::text, (SELECT count(*) FROM effect)::text
    UNION ALL
    SELECT 4, 'TOTAL_AMOUNT',
           coalesce((SELECT string_agg(t.currency || ' ' || t.minor, ', ' ORDER BY t.currency)
                       FROM (SELECT p.currency, sum(p.amount_minor) AS minor FROM paid p GROUP BY p.currency) t), '0'),
           coalesce((SELECT string_agg(t.currency || ' ' || t.minor, ', ' ORDER BY t.currency)
                       FROM (SELECT e.currency, sum(e.amount_minor) AS minor FROM effect e GROUP BY e.currency) t), '0')
    UNION ALL
    SELECT 5, 'STATE_DISTRIBUTION',
           coalesce((SELECT string_agg(c.status || ' ' || c.n, ', ' ORDER BY c.status COLLATE "C") FROM counted c), '0'),
           coalesce((SELECT string_agg(t.status || ' ' || t.n, ', ' ORDER BY t.status COLLATE "C")
                       FROM (SELECT t.status, sum(t.n) AS n FROM there t GROUP BY t.status) t), '0')
  )
  SELECT s.nth, s.equality, s.ours, s.theirs, s.ours = s.theirs FROM side s ORDER BY s.nth;
END
$$;

-- Gates -----------------------------------------------------------------------------------------------------------------------

-- The step that comes next; null: none.
CREATE FUNCTION incident_next(p_status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_status WHEN 'OPEN' THEN 'FROZEN' WHEN 'FROZEN' THEN 'FENCED' WHEN 'FENCED' THEN 'EVIDENCE_SAVED'
         WHEN 'EVIDENCE_SAVED' THEN 'DIAGNOSED' WHEN 'DIAGNOSED' THEN 'RECONCILED' WHEN 'RECONCILED' THEN 'PLAN_APPROVED'
         WHEN 'PLAN_APPROVED' THEN 'RECOVERING' WHEN 'RECOVERING' THEN 'VERIFIED' WHEN 'VERIFIED' THEN 'CLOSED' END;

-- The hypotheses of core/analysis/diagnosis (R110): each is weighed.
CREATE FUNCTION incident_hypotheses() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY['FAILOVER', 'BROADCAST_ROUTE', 'MANUAL_RERUN', 'WRONG_RETRY', 'BROADCAST_TAKEN_FOR_SHARDS', 'SHARD_RANGE_LOST', 'CLOCK'];

-- The plan that counts: the last one that was asked for since the incident last went back.
CREATE FUNCTION incident_plan(i incident) RETURNS approval LANGUAGE sql STABLE AS $$
  SELECT a FROM approval a
   WHERE a.kind = 'recovery plan' AND (a.plan ->> 'incident')::bigint = i.incident_id AND a.requested_at >= incident_since(i)
     AND a.status NOT IN ('EXPIRED', 'VOID', 'REJECTED', 'WITHDRAWN')
     -- Who said that it is none said nothing about how it is recovered.
     AND (i.is_false_alarm OR i.status IN ('OPEN', 'FROZEN') OR NOT coalesce((a.plan ->> 'false_alarm')::boolean, false))
   ORDER BY a.approval_id DESC LIMIT 1
$$;

-- What is missing for a step, each as a word and what it is about. Empty: the gate holds. The equalities of VERIFIED are looked at by
-- incident_advance, which goes back where they do not hold.
CREATE FUNCTION incident_missing(i incident, p_to text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  missing text[] := '{}';
  scopes  constant text[] := ARRAY[scope_word(i.scope_kind, i.scope_ref)];
  planned approval;
  frozen  timestamptz;
  drained timestamptz;
  sent    text[];
BEGIN
  SELECT min(f.effective_at), max(f.drained_at) INTO frozen, drained
    FROM freeze_order f WHERE f.status IN ('IN_FORCE', 'DRAINED', 'LIFT_REQUESTED') AND (f.incident_id = i.incident_id OR freeze_covers(f.scope_kind, f.scope_ref, i));
  IF p_to IN ('FROZEN', 'FENCED', 'EVIDENCE_SAVED', 'RECONCILED') OR p_to = 'RECOVERING' AND NOT i.is_false_alarm THEN
    -- Every step up to the recovery is taken under a freeze of the scope, or of more, whoever's it is.
    IF frozen IS NULL THEN
      missing := missing || 'FREEZE_IN_FORCE'::text;
    END IF;
  END IF;
  IF p_to = 'FENCED' THEN
    -- Nobody who began before holds work any more: fenced, ended or lapsed.
    missing := missing || ARRAY(SELECT 'FENCE ' || count(*) FROM work_in_scopes(scopes, false) w HAVING count(*) > 0)
                       || ARRAY(SELECT 'SENDING ' || count(*) FROM outbox m
                                 WHERE m.status = 'SENDING' AND is_covered(scopes, m.job_id, m.batch_id, m.merchant_id, m.channel_id) HAVING count(*) > 0);
  ELSIF p_to = 'EVIDENCE_SAVED' THEN
    missing := missing
      || ARRAY(SELECT 'FREEZE_REASON ' || f.freeze_id FROM freeze_order f
                WHERE f.incident_id = i.incident_id AND f.status <> 'LIFTED' AND f.reason = hurried_reason() ORDER BY f.freeze_id)
      || ARRAY(SELECT 'EVIDENCE ' || p.part FROM unnest(ARRAY['scheduler', 'workers', 'database', 'outside']) WITH ORDINALITY p(part, n)
                WHERE NOT EXISTS (SELECT FROM incident_step s
                                   WHERE s.incident_id = i.incident_id AND s.kind = 'EVIDENCE' AND s.evidence -> 'parts' -> p.part ->> 'sha256' IS NOT NULL
                                     AND (s.evidence ->> 'snapshot_at')::timestamptz >= frozen) ORDER BY p.n);
  ELSIF p_to = 'DIAGNOSED' THEN
    missing := missing
      || ARRAY(SELECT 'HYPOTHESIS ' || h.name FROM unnest(incident_hypotheses()) WITH ORDINALITY h(name, n)
                WHERE NOT EXISTS (SELECT FROM incident_step s WHERE s.incident_id = i.incident_id AND s.kind = 'HYPOTHESIS'
                                     AND s.evidence ->> 'hypothesis' = h.name) ORDER BY h.n)
      || ARRAY(SELECT 'ANSWER'::text WHERE NOT EXISTS (SELECT FROM incident_step s WHERE s.incident_id = i.incident_id AND s.kind = 'ANSWER'));
  ELSIF p_to = 'RECONCILED' THEN
    -- A book that showed nothing says nothing of what was sent.
    sent := ARRAY(SELECT DISTINCT m.channel_id FROM incident_operations(i) o JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
                   WHERE m.sends_total > 0);
    missing := missing
      || ARRAY(SELECT 'DRAINED ' || f.freeze_id FROM freeze_order f
                WHERE f.status = 'IN_FORCE' AND (f.incident_id = i.incident_id OR freeze_covers(f.scope_kind, f.scope_ref, i)) ORDER BY f.freeze_id)
      || ARRAY(SELECT 'RECONCILIATION ' || c.channel_id FROM incident_channels(i.incident_id) c
                WHERE NOT EXISTS (SELECT FROM incident_step s
                                   WHERE s.incident_id = i.incident_id AND s.kind = 'RECONCILIATION' AND s.evidence ->> 'channel' = c.channel_id
                                     AND (s.evidence ->> 'outcome' = 'COMPARED' OR s.evidence ->> 'outcome' = 'NOTHING_COMPARED' AND c.channel_id <> ALL (sent))
                                     AND s.at >= incident_since(i)
                                     AND (s.evidence ->> 'started_at')::timestamptz >= drained)
                  AND NOT EXISTS (SELECT FROM reconciliation_run r
                                   WHERE r.kind = 'book' AND r.channel_id = c.channel_id
                                     AND (r.outcome NOT IN ('NOT_READ', 'NOTHING_COMPARED') OR r.outcome = 'NOTHING_COMPARED' AND c.channel_id <> ALL (sent))
                                     AND r.started_at >= greatest(drained, incident_since(i))) ORDER BY c.channel_id)
      -- What a comparison found is a difference like any other before anybody plans: not all of it could be kept.
      || ARRAY(SELECT format('DIFFERENCES %s %s', s.evidence ->> 'channel', s.evidence ->> 'differences')
                 FROM (SELECT DISTINCT ON (q.evidence ->> 'channel') q.evidence FROM incident_step q
                        WHERE q.incident_id = i.incident_id AND q.kind = 'RECONCILIATION' AND q.at >= incident_since(i)
                        ORDER BY q.evidence ->> 'channel', q.step_no DESC) s
                WHERE (s.evidence ->> 'differences')::bigint > (SELECT count(*) FROM reconciliation_difference d WHERE d.channel_id = s.evidence ->> 'channel')
                ORDER BY 1);
  ELSIF p_to IN ('PLAN_APPROVED', 'RECOVERING', 'VERIFIED') THEN
    planned := incident_plan(i);
    IF planned.approval_id IS NULL OR planned.status = 'REQUESTED' OR p_to <> 'VERIFIED' AND planned.status NOT IN ('APPROVED', 'EXECUTING') THEN
      missing := missing || concat_ws(' ', 'PLAN', planned.approval_id);
    ELSIF p_to = 'VERIFIED' AND planned.status <> 'VERIFIED' THEN
      missing := missing || (CASE WHEN planned.executed_at IS NULL THEN 'EXECUTION ' ELSE 'VERIFICATION ' END || planned.approval_id);
    END IF;
  ELSIF p_to = 'CLOSED' THEN
    missing := missing
      || ARRAY(SELECT 'LIFT ' || f.freeze_id FROM freeze_order f WHERE f.incident_id = i.incident_id AND f.status <> 'LIFTED' ORDER BY f.freeze_id)
      || ARRAY(SELECT 'LETTERS ' || n FROM incident_letters(i) n WHERE n > 0 AND NOT i.is_false_alarm);
  END IF;
  RETURN missing;
END
$$;

-- What the next step of an incident waits for, for everybody who may read.
CREATE FUNCTION incident_gate(p_incident bigint) RETURNS TABLE (next_status text, missing text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT incident_next(i.status), incident_missing(i, incident_next(i.status)) FROM incident i WHERE i.incident_id = p_incident
$$;

-- Acts ------------------------------------------------------------------------------------------------------------------------

CREATE TYPE incident_answer AS (outcome text, reason text, found text, incident_id bigint, status text, step_no integer);

CREATE FUNCTION incident_refused(p_action text, p_incident bigint, p_reason text, p_found text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audit_people(p_action, concat_ws(' ', 'incident', p_incident), 'REFUSED', p_reason, '', jsonb_build_object('found', p_found), p_request_id);
  RETURN ROW('REFUSED', p_reason, p_found, p_incident, (SELECT q.status FROM incident q WHERE q.incident_id = p_incident), NULL)::incident_answer;
END
$$;

-- Text of a person for the log: lines stay lines, other control characters do not.
CREATE FUNCTION step_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(regexp_replace(btrim(coalesce(p_text, ''), E' \t\r\n'), E'[\\x01-\\x09\\x0b-\\x1f\\x7f]', ' ', 'g'), 8000);

-- Writes a step; the caller holds the incident's row.
CREATE FUNCTION incident_step_add(p_incident bigint, p_kind text, p_note text, p_evidence jsonb, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql AS $$
DECLARE
  s incident_step;
BEGIN
  INSERT INTO incident_step (incident_id, step_no, status, actor, note, evidence, at, kind, request_id)
  SELECT i.incident_id, coalesce((SELECT max(q.step_no) FROM incident_step q WHERE q.incident_id = i.incident_id), 0) + 1, i.status,
         person_of_session(), step_text(p_note), p_evidence, clock(), p_kind, p_request_id
    FROM incident i WHERE i.incident_id = p_incident
  RETURNING * INTO STRICT s;
  PERFORM audit_people('incident ' || lower(replace(p_kind, '_', ' ')), 'incident ' || p_incident, 'DONE', step_text(p_note), '',
                       p_evidence || jsonb_build_object('step', s.step_no, 'status', s.status), p_request_id);
  RETURN ROW('DONE', '', '', s.incident_id, s.status, s.step_no)::incident_answer;
END
$$;

-- What every act on an incident checks first; the row is locked, so that of two who act at once the second sees the first. A null
-- outcome: go on. p_words: what must not be blank.
CREATE FUNCTION incident_seen(p_action text, p_incident bigint, p_by_owner boolean, p_words text[], p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql AS $$
DECLARE
  who     constant text := person_of_session();
  i       incident;
  s       incident_step;
  refused text;
BEGIN
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident FOR NO KEY UPDATE;
  SELECT * INTO s FROM incident_step q WHERE q.request_id = p_request_id;
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
                  WHEN i.incident_id IS NULL THEN 'UNKNOWN_SUBJECT'
                  WHEN p_request_id IS NULL OR EXISTS (SELECT FROM unnest(p_words) w WHERE step_text(w) = '') THEN 'VALUE_MALFORMED'
                  WHEN s.step_no IS NOT NULL AND (s.incident_id, s.actor) IS DISTINCT FROM (p_incident, who) THEN 'REQUEST_ID_REUSED' END;
  IF refused IS NULL AND s.step_no IS NOT NULL THEN
    RETURN ROW('DONE', '', '', s.incident_id, s.status, s.step_no)::incident_answer;
  ELSIF refused IS NULL THEN
    refused := CASE WHEN i.status = 'CLOSED' THEN 'FINAL_STATE' WHEN p_by_owner AND i.owner IS DISTINCT FROM who THEN 'NOT_OWNER' END;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN incident_refused(p_action, p_incident, refused, CASE refused WHEN 'NOT_OWNER' THEN i.owner ELSE '' END, p_request_id);
  END IF;
  RETURN NULL;
END
$$;

-- Freezes that are in force over the whole scope belong to the incident from now on.
CREATE FUNCTION incident_tie(i incident) RETURNS void LANGUAGE sql AS $$
  UPDATE freeze_order f SET incident_id = i.incident_id
   WHERE f.incident_id IS NULL AND f.status IN ('IN_FORCE', 'DRAINED')
     AND (f.scope_kind = 'everything' OR (f.scope_kind, f.scope_ref) = (i.scope_kind, i.scope_ref))
$$;

-- Whoever opens an incident owns it. One is open per scope: who comes second is told which.
CREATE FUNCTION incident_open(p_title text, p_kind text, p_ref text, p_from_date date, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  title   constant text := audit_text(btrim(coalesce(p_title, '')));
  s       incident_step;
  i       incident;
  refused text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('incident ' || coalesce(p_kind, '') || ' ' || coalesce(p_ref, ''), 0));
  SELECT * INTO s FROM incident_step q WHERE q.request_id = p_request_id;
  SELECT * INTO i FROM incident q WHERE q.scope_kind = p_kind AND q.scope_ref = p_ref AND q.status <> 'CLOSED';
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
                  WHEN p_request_id IS NULL OR title = '' THEN 'VALUE_MALFORMED'
                  WHEN s.step_no IS NOT NULL AND (s.kind, s.actor) <> ('OPEN', who) THEN 'REQUEST_ID_REUSED'
                  WHEN s.step_no IS NOT NULL THEN NULL
                  WHEN scope_refusal(p_kind, p_ref) IS NOT NULL THEN scope_refusal(p_kind, p_ref)
                  WHEN i.incident_id IS NOT NULL THEN 'OPEN_INCIDENT' END;
  IF refused IS NOT NULL THEN
    RETURN incident_refused('incident open', i.incident_id, refused, coalesce(i.incident_id::text, ''), p_request_id);
  ELSIF s.step_no IS NOT NULL THEN
    RETURN ROW('DONE', '', '', s.incident_id, s.status, s.step_no)::incident_answer;
  END IF;
  INSERT INTO incident (title, owner, opened_by, scope_kind, scope_ref, from_date)
  VALUES (title, who, who, p_kind, p_ref, coalesce(p_from_date, (clock() AT TIME ZONE 'UTC')::date - 3)) RETURNING * INTO i;
  PERFORM incident_tie(i);
  RETURN incident_step_add(i.incident_id, 'OPEN', title, jsonb_build_object('scope_kind', p_kind, 'scope_ref', p_ref, 'from_date', i.from_date), p_request_id);
END
$$;

CREATE FUNCTION incident_take_over(p_incident bigint, p_why text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident take over', p_incident, false, ARRAY[p_why], p_request_id);
  before text := (SELECT i.owner FROM incident i WHERE i.incident_id = p_incident);
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  ELSIF before = who THEN
    RETURN incident_refused('incident take over', p_incident, 'NOT_IN_THIS_STATE', before, p_request_id);
  END IF;
  UPDATE incident i SET owner = who WHERE i.incident_id = p_incident;
  RETURN incident_step_add(p_incident, 'TAKE_OVER', p_why, jsonb_build_object('from', before, 'to', who), p_request_id);
END
$$;

CREATE FUNCTION incident_note(p_incident bigint, p_note text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident note', p_incident, false, ARRAY[p_note], p_request_id);
BEGIN
  RETURN CASE WHEN answer.outcome IS NULL AND who IS NOT NULL THEN incident_step_add(p_incident, 'NOTE', p_note, '{}', p_request_id) ELSE answer END;
END
$$;

-- The real reason of the freezes of an incident that were made in a hurry.
CREATE FUNCTION incident_reason(p_incident bigint, p_reason text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  answer  incident_answer := incident_seen('incident reason', p_incident, false, ARRAY[p_reason], p_request_id);
  freezes bigint[];
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  ELSIF reason_text(p_reason) = hurried_reason() OR who IS NULL THEN
    RETURN incident_refused('incident reason', p_incident, 'VALUE_MALFORMED', '', p_request_id);
  END IF;
  WITH replaced AS (
    UPDATE freeze_order f SET reason = reason_text(p_reason)
     WHERE f.incident_id = p_incident AND f.reason = hurried_reason() AND f.status <> 'LIFTED' RETURNING f.freeze_id)
  SELECT array_agg(freeze_id ORDER BY freeze_id) INTO freezes FROM replaced;
  IF freezes IS NULL THEN
    RETURN incident_refused('incident reason', p_incident, 'NOT_IN_THIS_STATE', '', p_request_id);
  END IF;
  RETURN incident_step_add(p_incident, 'REASON', p_reason, jsonb_build_object('freezes', freezes), p_request_id);
END
$$;

-- Said by the act that saved a bundle: its four parts with their digests, of a run in the scope, seen at that moment.
CREATE FUNCTION incident_evidence(p_incident bigint, p_job text, p_biz_date date, p_snapshot_at timestamptz, p_parts jsonb, p_where text,
                                  p_signed_by text, p_request_id uuid)
RETURNS incident_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident evidence', p_incident, false, ARRAY[p_where], p_request_id);
  i      incident;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  IF who IS NULL OR p_snapshot_at IS NULL OR p_snapshot_at > clock() OR jsonb_typeof(p_parts) IS DISTINCT FROM 'object'
     OR (SELECT array_agg(k ORDER BY k) FROM jsonb_object_keys(p_parts) k) IS DISTINCT FROM '{database,outside,scheduler,workers}'
     OR EXISTS (SELECT FROM jsonb_each(p_parts) p WHERE coalesce(p.value ->> 'sha256', '') !~ '^[0-9a-f]{64}$' OR coalesce(p.value ->> 'lines', '') !~ '^[0-9]{1,18}$') THEN
    RETURN incident_refused('incident evidence', p_incident, 'VALUE_MALFORMED', '', p_request_id);
  ELSIF NOT EXISTS (SELECT FROM job_run r LEFT JOIN settlement_batch b USING (run_id)
                     WHERE r.job_id = p_job AND r.biz_date = p_biz_date
                       AND CASE i.scope_kind WHEN 'job' THEN r.job_id = i.scope_ref WHEN 'batch' THEN b.batch_id::text = i.scope_ref ELSE true END) THEN
    RETURN incident_refused('incident evidence', p_incident, 'UNKNOWN_SUBJECT', concat_ws(' ', p_job, p_biz_date), p_request_id);
  END IF;
  RETURN incident_step_add(p_incident, 'EVIDENCE', concat_ws(' ', p_job, p_biz_date),
                           jsonb_build_object('job', p_job, 'biz_date', p_biz_date, 'snapshot_at', p_snapshot_at, 'parts', p_parts,
                                              'where', step_text(p_where), 'signed_by', coalesce(p_signed_by, '')), p_request_id);
END
$$;

-- A hypothesis is supported or refuted, by rows that are named; the last word about each counts.
CREATE FUNCTION incident_weigh(p_incident bigint, p_hypothesis text, p_verdict text, p_rows text[], p_why text, p_request_id uuid)
RETURNS incident_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident hypothesis', p_incident, false, ARRAY[p_why], p_request_id);
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  ELSIF who IS NULL OR NOT coalesce(p_hypothesis = ANY (incident_hypotheses()), false) OR coalesce(p_verdict, '') NOT IN ('SUPPORTED', 'REFUTED')
        OR coalesce(cardinality(p_rows), 0) NOT BETWEEN 1 AND 1000 OR EXISTS (SELECT FROM unnest(p_rows) r WHERE step_text(r) = '') THEN
    RETURN incident_refused('incident hypothesis', p_incident, 'VALUE_MALFORMED', concat_ws(' ', p_hypothesis, p_verdict), p_request_id);
  ELSIF (SELECT i.status IN ('OPEN', 'FROZEN', 'FENCED') FROM incident i WHERE i.incident_id = p_incident) THEN
    RETURN incident_refused('incident hypothesis', p_incident, 'GATE_NOT_HELD', 'EVIDENCE', p_request_id);
  END IF;
  RETURN incident_step_add(p_incident, 'HYPOTHESIS', p_why,
                           jsonb_build_object('hypothesis', p_hypothesis, 'verdict', p_verdict, 'rows', (SELECT array_agg(step_text(r)) FROM unnest(p_rows) r)),
                           p_request_id);
END
$$;

-- The question that every report answers (R112): why could the second run still take effect?
CREATE FUNCTION incident_answer_why(p_incident bigint, p_answer text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident answer', p_incident, false, ARRAY[p_answer], p_request_id);
BEGIN
  IF answer.outcome IS NOT NULL OR who IS NULL THEN
    RETURN answer;
  ELSIF (SELECT i.status IN ('OPEN', 'FROZEN', 'FENCED') FROM incident i WHERE i.incident_id = p_incident) THEN
    RETURN incident_refused('incident answer', p_incident, 'GATE_NOT_HELD', 'EVIDENCE', p_request_id);
  END IF;
  RETURN incident_step_add(p_incident, 'ANSWER', p_answer, '{}', p_request_id);
END
$$;

-- What a comparison of one channel's book with ours found, begun at that moment of the database's time. p_found: the differences, or
-- as many as are worth keeping; each that is not open yet is opened, so that a verification cannot pass it by.
CREATE FUNCTION incident_reconcile(p_incident bigint, p_channel text, p_outcome text, p_compared bigint, p_differences bigint, p_found jsonb,
                                   p_started_at timestamptz, p_request_id uuid)
RETURNS incident_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident reconciliation', p_incident, false, '{}', p_request_id);
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  ELSIF who IS NULL OR coalesce(p_outcome, '') NOT IN ('COMPARED', 'NOTHING_COMPARED', 'NOT_READ') OR p_started_at IS NULL OR p_started_at > clock()
        OR coalesce(p_compared, -1) < 0 OR coalesce(p_differences, -1) < 0 OR jsonb_typeof(p_found) IS DISTINCT FROM 'array'
        OR length(p_found::text) > 200000 THEN
    RETURN incident_refused('incident reconciliation', p_incident, 'VALUE_MALFORMED', '', p_request_id);
  ELSIF NOT EXISTS (SELECT FROM channel_profile c WHERE c.channel_id = p_channel) THEN
    RETURN incident_refused('incident reconciliation', p_incident, 'UNKNOWN_SUBJECT', coalesce(p_channel, ''), p_request_id);
  END IF;
  INSERT INTO reconciliation_difference (kind, grade, bucket, operation_id, channel_id, idempotency_key, detail, pair)
  SELECT g.kind, 'P0', m.bucket, m.operation_id, p_channel, g.key, left(g.detail, 8000), 'ours/book'
    FROM (SELECT DISTINCT f.found ->> 'kind' AS kind, coalesce(f.found ->> 'key', '') AS key, coalesce(f.found ->> 'detail', '') AS detail
            FROM jsonb_array_elements(p_found) f(found)) g
    LEFT JOIN outbox m ON m.channel_id = p_channel AND m.idempotency_key = g.key AND g.key <> ''
   WHERE p_outcome <> 'NOT_READ' AND g.kind IN ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE', 'CONTRADICTION', 'REFERENCE_TAKEN', 'RETURNED')
     AND NOT EXISTS (SELECT FROM reconciliation_difference d
                      WHERE d.status = 'OPEN' AND d.kind = g.kind AND d.channel_id = p_channel AND d.idempotency_key = g.key)
   ORDER BY g.kind, g.key
  ON CONFLICT DO NOTHING;
  RETURN incident_step_add(p_incident, 'RECONCILIATION', format('%s: %s, %s compared, %s differences', p_channel, p_outcome, p_compared, p_differences),
                           jsonb_build_object('channel', p_channel, 'outcome', p_outcome, 'compared', p_compared, 'differences', p_differences,
                                              'found', p_found, 'started_at', p_started_at), p_request_id);
END
$$;

-- Ends every plan of an incident that nobody executes yet. False: one is being executed.
CREATE FUNCTION incident_void_plans(p_incident bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  a approval;
BEGIN
  FOR a IN SELECT * FROM approval q WHERE q.kind = 'recovery plan' AND (q.plan ->> 'incident')::bigint = p_incident
              AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') ORDER BY q.approval_id FOR UPDATE LOOP
    IF a.status = 'EXECUTING' THEN
      RETURN false;
    END IF;
    UPDATE approval SET status = 'VOID' WHERE approval_id = a.approval_id;
    PERFORM request_ends(a.approval_id);
  END LOOP;
  RETURN true;
END
$$;

-- Back to the diagnosis: what was compared and planned since counts no more, and open plans are void.
CREATE FUNCTION incident_back(p_incident bigint, p_why text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who    constant text := person_of_session();
  answer incident_answer := incident_seen('incident back', p_incident, true, ARRAY[p_why], p_request_id);
  i      incident;
BEGIN
  IF answer.outcome IS NOT NULL OR who IS NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  -- A scope that runs again is another incident; a false alarm never had a diagnosis.
  IF i.status NOT IN ('RECONCILED', 'PLAN_APPROVED', 'RECOVERING', 'VERIFIED') OR i.is_false_alarm
     OR EXISTS (SELECT FROM freeze_order f WHERE f.incident_id = p_incident AND f.status = 'LIFTED') THEN
    RETURN incident_refused('incident back', p_incident, 'NOT_IN_THIS_STATE', i.status, p_request_id);
  ELSIF NOT incident_void_plans(p_incident) THEN
    RETURN incident_refused('incident back', p_incident, 'NOT_IN_THIS_STATE', 'EXECUTION', p_request_id);
  END IF;
  UPDATE incident q SET status = 'DIAGNOSED' WHERE q.incident_id = p_incident;
  RETURN incident_step_add(p_incident, 'BACK', p_why, jsonb_build_object('from', i.status), p_request_id);
END
$$;

-- One step forward, by the owner, if its gate holds. p_to: the step that the client saw as the next one, so that a wish sent twice is
-- no second step. A verification that fails goes back to the diagnosis by itself.
CREATE FUNCTION incident_advance(p_incident bigint, p_to text, p_note text, p_request_id uuid) RETURNS incident_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  answer  incident_answer := incident_seen('incident advance', p_incident, true, '{}', p_request_id);
  i       incident;
  missing text[];
  facts   jsonb := '{}';
  planned approval;
  alarm   boolean;
BEGIN
  IF answer.outcome IS NOT NULL OR who IS NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  planned := incident_plan(i);
  -- An empty plan that two persons took for right ends what was none.
  alarm := i.status IN ('OPEN', 'FROZEN') AND p_to = 'PLAN_APPROVED' AND coalesce((planned.plan ->> 'false_alarm')::boolean, false);
  IF p_to IS DISTINCT FROM incident_next(i.status) AND NOT alarm THEN
    RETURN incident_refused('incident advance', p_incident, 'NOT_IN_THIS_STATE', i.status, p_request_id);
  END IF;
  IF p_to = 'FROZEN' THEN
    PERFORM incident_tie(i);
  END IF;
  missing := incident_missing(i, p_to) || CASE WHEN alarm AND incident_was_fenced(i) THEN ARRAY['FENCED'] ELSE '{}' END;
  IF cardinality(missing) > 0 THEN
    RETURN incident_refused('incident advance', p_incident, 'GATE_NOT_HELD', array_to_string(missing, '; '), p_request_id);
  END IF;
  IF p_to IN ('PLAN_APPROVED', 'RECOVERING') THEN
    facts := jsonb_build_object('request', planned.approval_id, 'checker', planned.checker);
  ELSIF p_to = 'VERIFIED' THEN
    SELECT jsonb_build_object('request', planned.approval_id, 'equalities', jsonb_agg(to_jsonb(e) ORDER BY e.nth)),
           array_agg('EQUALITY ' || e.equality ORDER BY e.nth) FILTER (WHERE NOT e.holds) INTO facts, missing
      FROM five_equalities(p_incident) e;
    missing := coalesce(missing, '{}')
      -- What the outside shows otherwise and nobody made good. Money that the bank sent back is settled apart.
      || ARRAY(SELECT 'DIFFERENCE ' || d.difference_id
                 FROM incident_operations(i) o JOIN reconciliation_difference d ON d.operation_id = o.operation_id
                WHERE d.status = 'OPEN' AND d.grade = 'P0' AND d.kind <> 'RETURNED' AND NOT is_made_good(o.bucket, o.operation_id) ORDER BY d.difference_id LIMIT 20)
      || ARRAY(SELECT 'REFUSED_ITEMS ' || count(*) FROM approval_item t WHERE t.approval_id = planned.approval_id AND t.status = 'REFUSED' HAVING count(*) > 0);
    IF cardinality(missing) > 0 AND NOT i.is_false_alarm THEN
      UPDATE incident q SET status = 'DIAGNOSED' WHERE q.incident_id = p_incident;
      PERFORM incident_step_add(p_incident, 'BACK', 'not verified: ' || array_to_string(missing, '; '), facts || jsonb_build_object('from', i.status), p_request_id);
    END IF;
    IF cardinality(missing) > 0 THEN
      RETURN incident_refused('incident advance', p_incident, 'GATE_NOT_HELD', array_to_string(missing, '; '), p_request_id);
    END IF;
  END IF;
  UPDATE incident q SET status = p_to, is_false_alarm = q.is_false_alarm OR alarm, closed_at = CASE p_to WHEN 'CLOSED' THEN clock() END
   WHERE q.incident_id = p_incident;
  RETURN incident_step_add(p_incident, 'ADVANCE', p_note, facts || jsonb_build_object('from', i.status), p_request_id);
END
$$;

-- The freezes of an incident are lifted when it is verified, not before; the rest as in 0029.
DO $$
DECLARE
  lift   constant text := pg_get_functiondef('request_lift(bigint, jsonb, text, text, uuid)'::regprocedure);
  before constant text := $x$WHEN f.status = 'IN_FORCE' THEN 'NOT_DRAINED'$x$;
BEGIN
  IF strpos(lift, before) = 0 THEN
    RAISE EXCEPTION 'request_lift() does not look whether the freeze has drained';
  END IF;
  EXECUTE replace(lift, before, $x$WHEN incident_under(f.freeze_id) IS NOT NULL THEN 'OPEN_INCIDENT'
                  $x$ || before);
END
$$;

-- What people read --------------------------------------------------------------------------------------------------------------

CREATE VIEW v_incident AS
  SELECT i.incident_id, i.status, i.title, i.scope_kind, i.scope_ref, i.from_date, i.owner, i.opened_by, i.opened_at, i.closed_at, i.is_false_alarm,
         f.in_force AS freezes_in_force, f.draining AS freezes_draining, f.effective_at AS frozen_at,
         p.approval_id AS plan_id, p.status AS plan_status,
         (SELECT count(*) FROM incident_step s WHERE s.incident_id = i.incident_id) AS steps,
         (SELECT max(s.at) FROM incident_step s WHERE s.incident_id = i.incident_id) AS last_step_at
    FROM incident i
   CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE q.status <> 'LIFTED' AND q.effective_at IS NOT NULL) AS in_force,
                              count(*) FILTER (WHERE q.status = 'IN_FORCE') AS draining, min(q.effective_at) AS effective_at
                         FROM freeze_order q WHERE q.incident_id = i.incident_id) f
    LEFT JOIN LATERAL (SELECT a.approval_id, a.status FROM approval a
                        WHERE a.kind = 'recovery plan' AND (a.plan ->> 'incident')::bigint = i.incident_id
                        ORDER BY a.approval_id DESC LIMIT 1) p ON true;
CREATE VIEW v_incident_step AS
  SELECT incident_id, step_no, kind, status, actor, note, evidence, at, request_id FROM incident_step;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('made_good', 'freeze_covers', 'incident_under', 'incident_was_fenced', 'incident_plan_is_approved', 'incident_batches', 'incident_operations', 'incident_channels', 'incident_letters', 'incident_since', 'five_equalities',
                       'incident_plan', 'incident_missing', 'incident_gate', 'incident_refused', 'incident_step_add', 'incident_seen', 'incident_tie',
                       'incident_open', 'incident_take_over', 'incident_note', 'incident_reason', 'incident_evidence', 'incident_weigh',
                       'incident_answer_why', 'incident_reconcile', 'incident_void_plans', 'incident_back', 'incident_advance') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON incident, incident_step TO onceover_api;
GRANT UPDATE (status, owner, is_false_alarm, closed_at) ON incident TO onceover_api;
GRANT UPDATE (incident_id, reason) ON freeze_order TO onceover_api;
GRANT SELECT ON compensation, reconciliation_difference TO onceover_api;
GRANT INSERT ON reconciliation_difference TO onceover_api;
GRANT EXECUTE ON FUNCTION incident_open(text, text, text, date, uuid), incident_take_over(bigint, text, uuid), incident_note(bigint, text, uuid),
  incident_reason(bigint, text, uuid), incident_evidence(bigint, text, date, timestamptz, jsonb, text, text, uuid),
  incident_weigh(bigint, text, text, text[], text, uuid), incident_answer_why(bigint, text, uuid),
  incident_reconcile(bigint, text, text, bigint, bigint, jsonb, timestamptz, uuid), incident_back(bigint, text, uuid),
  incident_advance(bigint, text, text, uuid) TO onceover_operator;
GRANT EXECUTE ON FUNCTION incident_note(bigint, text, uuid) TO onceover_approver;
GRANT SELECT ON v_incident, v_incident_step TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION five_equalities(bigint), incident_gate(bigint), incident_channels(bigint) TO onceover_viewer, onceover_auditor;

SELECT record_guards();
