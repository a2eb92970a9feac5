-- SPDX-License-Identifier: GPL-3.0-or-later
-- Freeze, drain and fence as acts of a person (DESIGN.md rule 12, R103 to R105). A freeze is two transactions: the order is
-- written and committed, then enforced behind the barrier that every trigger, claim and mark takes shared. One person stops;
-- two persons lift.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- The client's own number of an act: the same wish sent twice is one order, and a lost answer can be asked for.
ALTER TABLE freeze_order ADD COLUMN request_id uuid UNIQUE;
-- A lift that is rejected, withdrawn or expires leaves the freeze as it was.
-- And nobody lifts one but by a request of that kind which a second person approved and which is being executed.
CREATE FUNCTION lift_is_approved(p_freeze_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'lift' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND (a.plan ->> 'freeze_id')::bigint = p_freeze_id)
$$;
DROP TRIGGER guard_update ON freeze_order;
DROP TRIGGER guard_delete ON freeze_order;
SELECT make_guard_update('freeze_order',
  p_mutable  => '{status,incident_id,effective_at,drained_at,lifted_at}',
  p_pairs    => '{REQUESTED>IN_FORCE,IN_FORCE>DRAINED,DRAINED>LIFT_REQUESTED,LIFT_REQUESTED>DRAINED,LIFT_REQUESTED>LIFTED}',
  p_rules    => ARRAY['OC002', 'the moment from which a freeze is in force stays',
                      $$OLD.effective_at IS NOT NULL AND NEW.effective_at IS DISTINCT FROM OLD.effective_at$$,
                      'OC008', 'two persons lift', $$OLD.status = 'LIFT_REQUESTED' AND NEW.status = 'LIFTED' AND NOT lift_is_approved(NEW.freeze_id)$$]);

-- Who marked a message last: whether that sender may still write is asked when a freeze drains.
ALTER TABLE outbox ADD COLUMN marked_by text;
DROP TRIGGER guard_update ON outbox;
DROP TRIGGER guard_delete ON outbox;
SELECT make_guard_update('outbox',
  p_mutable  => '{status,version,worker_id,lease_until,marked_by,not_before,attempts,sends_total,sends_maybe_left,first_sent_at,
                  last_sent_at,queries,next_query_at,unknown_since,external_ref,last_answer,last_error,updated_at,finished_at}',
  p_pairs    => '{PENDING>SENDING,SENDING>PENDING,SENDING>FAILED,SENDING>UNKNOWN,SENDING>ACCEPTED,SENDING>REFUSED,
                  UNKNOWN>ACCEPTED,UNKNOWN>REFUSED,UNKNOWN>PENDING}',
  p_approved => '{FAILED>PENDING}',
  p_rules    => ARRAY[
    'OC001', 'an answered message never changes', $$OLD.status IN ('ACCEPTED', 'REFUSED')$$,
    'OC004', 'the version stays, or grows by one at a mark or a fence',
      $$NEW.version <> OLD.version AND NOT (NEW.version = OLD.version + 1 AND
          (OLD.status, NEW.status) IN (('PENDING', 'SENDING'), ('SENDING', 'UNKNOWN')))$$,
    'OC004', 'a mark raises version and sends, and notes the times, before the bytes leave',
      $$OLD.status = 'PENDING' AND NEW.status = 'SENDING' AND NOT (NEW.version = OLD.version + 1
          AND NEW.sends_total = OLD.sends_total + 1 AND NEW.sends_maybe_left = OLD.sends_maybe_left + 1
          AND NEW.first_sent_at IS NOT NULL AND NEW.last_sent_at IS NOT NULL)$$,
    'OC002', 'sends are counted by marks alone, and taken back one by one when provably not sent',
      $$(NEW.sends_total <> OLD.sends_total OR NEW.sends_maybe_left > OLD.sends_maybe_left)
          AND NOT (OLD.status = 'PENDING' AND NEW.status = 'SENDING')
        OR NEW.sends_maybe_left < OLD.sends_maybe_left AND NOT (OLD.status = 'SENDING' AND NEW.status <> 'SENDING'
          AND NEW.sends_maybe_left = OLD.sends_maybe_left - 1)$$,
    'OC002', 'the last time of sending only grows, unless no send can have left',
      $$NEW.last_sent_at < OLD.last_sent_at OR OLD.last_sent_at IS NOT NULL AND NEW.last_sent_at IS NULL AND NEW.sends_maybe_left <> 0$$,
    'OC002', 'the first time of sending stays, unless no send can have left',
      $$OLD.first_sent_at IS NOT NULL AND NEW.first_sent_at IS DISTINCT FROM OLD.first_sent_at
          AND NOT (NEW.first_sent_at IS NULL AND NEW.sends_maybe_left = 0)$$,
    'OC001', 'given up as unsent although a send may have left',
      $$NEW.status = 'FAILED' AND NEW.sends_maybe_left <> 0$$]);

-- What a freeze covers: one place for every statement ---------------------------------------------------------------------------

-- A scope as one word. The kind comes first, so that two scopes never make the same word.
CREATE FUNCTION scope_word(p_kind text, p_ref text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_kind WHEN 'everything' THEN 'everything' ELSE p_kind || ' ' || p_ref END;

-- The scopes that are frozen now. A claim or a mark reads them once, after it took the barrier, and compares row by row.
CREATE FUNCTION frozen_scopes() RETURNS text[] LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce(array_agg(scope_word(scope_kind, scope_ref)), '{}') FROM freezes_in_force
$$;

-- Is that work in one of these scopes? Batch 0 is an alert's message, which no freeze covers (DESIGN.md rule 12). One expression
-- without a look at any table, so that the planner puts it into the statement in place of a call.
CREATE FUNCTION is_covered(p_scopes text[], p_job text, p_batch bigint, p_merchant bigint, p_channel text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_scopes = '{}' OR p_batch = 0 THEN false
            ELSE p_scopes && ARRAY['everything', 'job ' || p_job, 'batch ' || p_batch::text, 'merchant ' || p_merchant::text, 'channel ' || p_channel] END;

-- The same for a job and its runs. A freeze of everything never covers reconciliation.
CREATE FUNCTION is_job_covered(p_scopes text[], p_job text, p_job_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_scopes = '{}' THEN false
            ELSE p_scopes && ARRAY[CASE WHEN p_job_type <> 'reconcile' THEN 'everything' END, 'job ' || p_job] END;

CREATE OR REPLACE FUNCTION frozen_between(p_job_id text, p_batch_id bigint, p_merchant_id bigint, p_channel_id text, p_from timestamptz,
                                          p_to timestamptz)
RETURNS interval LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce(sum(upper(r) - lower(r)), '0')
    FROM unnest((SELECT range_agg(tstzrange(greatest(f.effective_at, p_from), least(coalesce(f.lifted_at, p_to), p_to)))
                   FROM freeze_order f
                  WHERE f.effective_at < p_to AND coalesce(f.lifted_at, p_to) > p_from
                    AND is_covered(ARRAY[scope_word(f.scope_kind, f.scope_ref)], p_job_id, p_batch_id, p_merchant_id, p_channel_id))) r
$$;

-- Work that goes on although it is frozen: an approved plan made it exempt from each freeze in force that covers it.
CREATE VIEW exempt_in_force AS
  SELECT DISTINCT x.bucket, x.operation_id
    FROM freezes_in_force f
    JOIN freeze_exemption x USING (freeze_id)
    JOIN settlement_operation o ON o.bucket = x.bucket AND o.operation_id = x.operation_id
   WHERE NOT EXISTS (SELECT FROM freezes_in_force g
                      WHERE is_covered(ARRAY[scope_word(g.scope_kind, g.scope_ref)], o.job_id, o.batch_id, o.merchant_id, o.channel_id)
                        AND NOT EXISTS (SELECT FROM freeze_exemption y
                                         WHERE y.freeze_id = g.freeze_id AND y.bucket = x.bucket AND y.operation_id = x.operation_id));

-- Nobody is exempt but by a plan that two persons made and that is being executed.
SELECT make_guard_insert('freeze_exemption', 'OC008', 'without an approved plan that names the operation',
                         $$NOT approval_covers(NEW.bucket, NEW.operation_id, ARRAY['replay', 're-send', 'recovery plan'])$$);

-- A reason as it is kept; what is blank is none.
CREATE FUNCTION reason_text(p_reason text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN audit_text(btrim(coalesce(p_reason, ''), E' \t\r\n'));

-- Why this scope cannot be meant, or null.
CREATE FUNCTION scope_refusal(p_kind text, p_ref text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  known boolean;
BEGIN
  IF p_kind IS NULL OR p_ref IS NULL OR p_kind NOT IN ('everything', 'job', 'channel', 'merchant', 'batch')
     OR (p_kind = 'everything') <> (p_ref = '') OR p_kind IN ('merchant', 'batch') AND p_ref !~ '^[1-9][0-9]{0,17}$' THEN
    RETURN 'VALUE_MALFORMED';
  END IF;
  known := CASE p_kind
             WHEN 'job' THEN EXISTS (SELECT FROM job WHERE job_id = p_ref)
             WHEN 'channel' THEN EXISTS (SELECT FROM channel_profile WHERE channel_id = p_ref)
             WHEN 'merchant' THEN EXISTS (SELECT FROM merchant WHERE merchant_id::text = p_ref)
             WHEN 'batch' THEN EXISTS (SELECT FROM settlement_batch WHERE batch_id::text = p_ref)
             ELSE true END;
  RETURN CASE WHEN NOT known THEN CASE p_kind WHEN 'job' THEN 'UNKNOWN_JOB' ELSE 'UNKNOWN_SUBJECT' END END;
END
$$;

-- Freeze --------------------------------------------------------------------------------------------------------------------

-- First half: the order, which commits and stops nothing yet. An open order for the very scope is the answer (EXISTING), so
-- that two people who press at once freeze once.
CREATE FUNCTION freeze_request(p_kind text, p_ref text, p_reason text, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, answer text, freeze_id bigint, status text, effective_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  target  constant text := btrim(coalesce(p_kind, '') || ' ' || coalesce(p_ref, ''));
  why     constant text := reason_text(p_reason);
  refused text;
  ordered   freeze_order;
BEGIN
  SELECT * INTO ordered FROM freeze_order f WHERE f.request_id = p_request_id;
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSIF p_request_id IS NULL OR why = '' THEN
    refused := 'VALUE_MALFORMED';
  ELSIF ordered.freeze_id IS NOT NULL THEN
    IF (ordered.scope_kind, ordered.scope_ref, ordered.actor) = (p_kind, p_ref, who) THEN
      RETURN QUERY SELECT 'DONE', '', 'EXISTING', ordered.freeze_id, ordered.status, ordered.effective_at;
      RETURN;
    END IF;
    refused := 'REQUEST_ID_REUSED';
  ELSE
    refused := scope_refusal(p_kind, p_ref);
  END IF;
  IF refused IS NOT NULL THEN
    PERFORM audit_people('freeze', target, 'REFUSED', refused, '', '{}', p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, NULL::text, NULL::bigint, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  -- One order per scope at a time: who comes second waits here and then sees the first.
  PERFORM pg_advisory_xact_lock(hashtextextended('freeze ' || target, 0));
  SELECT * INTO ordered FROM freeze_order f
   WHERE f.scope_kind = p_kind AND f.scope_ref = p_ref AND f.status IN ('REQUESTED', 'IN_FORCE', 'DRAINED')
   ORDER BY f.freeze_id LIMIT 1;
  IF ordered.freeze_id IS NULL THEN
    INSERT INTO freeze_order AS f (scope_kind, scope_ref, actor, reason, request_id)
    VALUES (p_kind, p_ref, who, why, p_request_id) RETURNING f.* INTO ordered;
    PERFORM audit_people('freeze', target, 'DONE', why, '', jsonb_build_object('freeze_id', ordered.freeze_id), p_request_id);
    RETURN QUERY SELECT 'DONE', '', 'CREATED', ordered.freeze_id, ordered.status, ordered.effective_at;
  ELSE
    PERFORM audit_people('freeze', target, 'DONE', why, '', jsonb_build_object('freeze_id', ordered.freeze_id, 'existing', true), p_request_id);
    RETURN QUERY SELECT 'DONE', '', 'EXISTING', ordered.freeze_id, ordered.status, ordered.effective_at;
  END IF;
END
$$;

-- Second half: behind the barrier, so that no trigger, claim, retry or mark straddles effective_at. Whoever began before holds
-- it shared and is waited for; who comes later queues behind. Null: it is in force already, or there is no such order.
CREATE FUNCTION enforce_order(p_freeze_id bigint, p_chain text, p_by text) RETURNS freeze_order LANGUAGE plpgsql AS $$
DECLARE
  ordered freeze_order;
BEGIN
  PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  UPDATE freeze_order f SET status = 'IN_FORCE', effective_at = clock()
   WHERE f.freeze_id = p_freeze_id AND f.status = 'REQUESTED' RETURNING f.* INTO ordered;
  IF ordered.freeze_id IS NOT NULL THEN
    PERFORM audit_append(p_chain, p_by, 'freeze in force', btrim(ordered.scope_kind || ' ' || ordered.scope_ref), 'DONE', '', '',
                         jsonb_build_object('freeze_id', ordered.freeze_id, 'effective_at', ordered.effective_at), NULL);
  END IF;
  RETURN ordered;
END
$$;

-- Any person who may freeze may enforce an order that is open (its own client may have died between the halves).
CREATE FUNCTION freeze_enforce(p_freeze_id bigint)
RETURNS TABLE (outcome text, reason text, answer text, freeze_id bigint, status text, effective_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  refused text;
  ordered freeze_order;
BEGIN
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSE
    ordered := enforce_order(p_freeze_id, 'people', who);
    IF ordered.freeze_id IS NOT NULL THEN
      RETURN QUERY SELECT 'DONE', '', 'CREATED', ordered.freeze_id, ordered.status, ordered.effective_at;
      RETURN;
    END IF;
    SELECT * INTO ordered FROM freeze_order f WHERE f.freeze_id = p_freeze_id;
    IF ordered.freeze_id IS NOT NULL THEN
      RETURN QUERY SELECT 'DONE', '', 'EXISTING', ordered.freeze_id, ordered.status, ordered.effective_at;
      RETURN;
    END IF;
    refused := 'UNKNOWN_SUBJECT';
  END IF;
  PERFORM audit_people('freeze', 'order ' || coalesce(p_freeze_id::text, ''), 'REFUSED', refused, '', '{}', NULL);
  RETURN QUERY SELECT 'REFUSED', refused, NULL::text, p_freeze_id, NULL::text, NULL::timestamptz;
END
$$;

-- Fence ---------------------------------------------------------------------------------------------------------------------

-- Takes the work of earlier holders away: locked rows of operations go back under a higher version, so that whoever held them
-- can post, complete or claim nothing more; an attempt that holds nothing any more is FENCED. Returns how many.
CREATE FUNCTION fence_operations(p_buckets smallint[], p_ids uuid[], p_by text, p_why text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  moment   timestamptz;
  attempts bigint[];
  n        bigint;
BEGIN
  PERFORM 1 FROM unnest(p_buckets, p_ids) g(bucket, operation_id)
    JOIN settlement_operation o ON o.bucket = g.bucket AND o.operation_id = g.operation_id
   ORDER BY o.bucket, o.operation_id FOR NO KEY UPDATE OF o;
  moment := clock();
  WITH fenced AS (
    UPDATE settlement_operation o
       SET status = 'RETRYABLE', version = o.version + 1, worker_id = NULL, lease_until = NULL, next_attempt_at = moment,
           last_error = p_why, updated_at = moment
      FROM unnest(p_buckets, p_ids) g(bucket, operation_id)
     WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING'
    RETURNING o.bucket, o.operation_id, o.version, o.batch_id, o.attempt_id
  ), due AS (
    UPDATE operation_due d SET due_at = moment FROM fenced f WHERE d.bucket = f.bucket AND d.operation_id = f.operation_id
  ), noted AS (
    INSERT INTO operation_event (at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
    SELECT moment, 'FENCE', 'PROCESSING', 'RETRYABLE', f.batch_id, f.attempt_id, p_by,
           array_agg(f.operation_id ORDER BY f.bucket, f.operation_id), array_agg(f.version ORDER BY f.bucket, f.operation_id), p_why
      FROM fenced f GROUP BY f.batch_id, f.attempt_id
  )
  SELECT count(*), array_agg(DISTINCT f.attempt_id) FILTER (WHERE f.attempt_id IS NOT NULL) INTO n, attempts FROM fenced f;
  UPDATE run_attempt a SET status = 'FENCED', finished_at = moment, outcome = 'fenced', error = p_why
   WHERE a.attempt_id = ANY (attempts) AND a.status = 'STARTED'
     AND NOT EXISTS (SELECT FROM settlement_operation o WHERE o.batch_id = a.batch_id AND o.attempt_id = a.attempt_id AND o.status = 'PROCESSING');
  RETURN n;
END
$$;

-- Messages that are SENDING become UNKNOWN under a higher version: whether the bytes left is asked, and the sender's next write
-- is refused by its own lease check. What it still says is recorded as a fact. Returns how many.
CREATE FUNCTION fence_messages(p_buckets smallint[], p_outbox_ids bigint[], p_by text, p_why text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  verdicts finish_verdict[];
  moment   timestamptz;
  n        constant integer := cardinality(p_outbox_ids);
BEGIN
  PERFORM finish_lock(p_buckets, p_outbox_ids);
  moment := clock();
  SELECT array_agg(v ORDER BY v.bucket, v.outbox_id) INTO verdicts
    FROM unnest(finish_judge(p_buckets, p_outbox_ids, array_fill('SENDING'::text, ARRAY[n]), NULL, array_fill('UNKNOWN'::text, ARRAY[n]),
                             NULL, NULL, NULL, NULL, NULL, array_fill(p_why, ARRAY[n]), NULL, NULL)) v
    JOIN outbox m ON m.bucket = v.bucket AND m.outbox_id = v.outbox_id
   WHERE m.status = 'SENDING' AND v.outcome IS NOT NULL;
  PERFORM finish_operations(verdicts, moment);
  UPDATE outbox m
     SET status = 'UNKNOWN', version = m.version + 1, worker_id = NULL, lease_until = NULL, queries = 0, next_query_at = moment,
         unknown_since = coalesce(m.unknown_since, moment), last_error = p_why, updated_at = moment
    FROM unnest(verdicts) v WHERE m.bucket = v.bucket AND m.outbox_id = v.outbox_id;
  PERFORM finish_events(verdicts, p_by, moment);
  RETURN coalesce(cardinality(verdicts), 0);
END
$$;

-- Operations in work under these scopes; with p_lapsed those alone whose lease has ended. The maintained counts say first in which
-- batches anything is in work, so that a backlog that only waits is not looked through.
CREATE FUNCTION work_in_scopes(p_scopes text[], p_lapsed boolean) RETURNS TABLE (bucket smallint, operation_id uuid, worker_id text)
LANGUAGE sql STABLE AS $$
  WITH busy AS MATERIALIZED (
    SELECT c.batch_id
      FROM (SELECT batch_id, n FROM operation_count WHERE status = 'PROCESSING'
            UNION ALL SELECT batch_id, n FROM operation_count_delta WHERE status = 'PROCESSING') c
     GROUP BY c.batch_id HAVING sum(c.n) > 0)
  SELECT o.bucket, o.operation_id, o.worker_id
    FROM operation_due d
    JOIN settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
   WHERE d.batch_id IN (SELECT batch_id FROM busy) AND o.status = 'PROCESSING' AND (NOT p_lapsed OR o.lease_until < (SELECT clock()))
     AND is_covered(p_scopes, d.job_id, d.batch_id, d.merchant_id, o.channel_id)
$$;

-- Ends what earlier holders may still do, at once, by one person: in a freeze's scope, of one worker, or of one operation.
CREATE FUNCTION fence(p_kind text, p_ref text, p_reason text, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, operations bigint, messages bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  target  constant text := btrim(coalesce(p_kind, '') || ' ' || coalesce(p_ref, ''));
  why     constant text := reason_text(p_reason);
  earlier jsonb;
  refused text;
  scopes  text[];
  buckets smallint[];
  ids     uuid[];
  outboxes bigint[];
  n_operations bigint;
  n_messages   bigint := 0;
BEGIN
  SELECT a.detail INTO earlier FROM audit_log a
   WHERE a.chain = 'people' AND a.target = audit_text(target) AND a.action = 'fence' AND a.outcome = 'DONE' AND a.request_id = p_request_id AND a.actor = who;
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSIF p_request_id IS NULL OR why = '' THEN
    refused := 'VALUE_MALFORMED';
  ELSIF earlier IS NOT NULL THEN
    RETURN QUERY SELECT 'DONE', '', (earlier ->> 'operations')::bigint, (earlier ->> 'messages')::bigint;
    RETURN;
  ELSIF p_kind = 'worker' THEN
    refused := CASE WHEN NOT EXISTS (SELECT FROM worker WHERE worker_id = p_ref) THEN 'UNKNOWN_SUBJECT' END;
  ELSIF p_kind = 'operation' THEN
    refused := CASE WHEN p_ref !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'VALUE_MALFORMED'
                    WHEN NOT EXISTS (SELECT FROM settlement_operation WHERE operation_id = p_ref::uuid) THEN 'UNKNOWN_SUBJECT' END;
  ELSE
    refused := scope_refusal(p_kind, p_ref);
  END IF;
  IF refused IS NOT NULL THEN
    PERFORM audit_people('fence', target, 'REFUSED', refused, '', '{}', p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  scopes := ARRAY[CASE WHEN p_kind IN ('worker', 'operation') THEN 'everything' ELSE scope_word(p_kind, p_ref) END];
  -- Messages before operations, as everywhere.
  SELECT array_agg(m.bucket), array_agg(m.outbox_id) INTO buckets, outboxes
    FROM outbox m
   WHERE m.status = 'SENDING' AND is_covered(scopes, m.job_id, m.batch_id, m.merchant_id, m.channel_id)
     AND (p_kind <> 'worker' OR m.worker_id = p_ref) AND (p_kind <> 'operation' OR m.operation_id::text = lower(p_ref));
  IF outboxes IS NOT NULL THEN
    n_messages := fence_messages(buckets, outboxes, who, 'fenced by ' || who || ': ' || why);
  END IF;
  SELECT array_agg(w.bucket), array_agg(w.operation_id) INTO buckets, ids
    FROM work_in_scopes(scopes, false) w
   WHERE (p_kind <> 'worker' OR w.worker_id = p_ref) AND (p_kind <> 'operation' OR w.operation_id::text = lower(p_ref));
  n_operations := CASE WHEN ids IS NULL THEN 0 ELSE fence_operations(buckets, ids, who, 'fenced by ' || who || ': ' || why) END;
  PERFORM audit_people('fence', target, 'DONE', why, '', jsonb_build_object('operations', n_operations, 'messages', n_messages), p_request_id);
  RETURN QUERY SELECT 'DONE', '', n_operations, n_messages;
END
$$;

-- Drain -----------------------------------------------------------------------------------------------------------------------

-- Messages whose bytes may still leave: one is SENDING, or was marked by a sender of which nothing is known since. Nothing: its mark
-- has no recorded call, and it has neither beaten after the mark's lease had ended, nor stopped, nor was declared dead. That the
-- bank was asked meanwhile and has never seen the key changes nothing about that.
CREATE INDEX ix_outbox_marked_again ON outbox (outbox_id) WHERE status = 'PENDING' AND marked_by IS NOT NULL;
CREATE VIEW v_may_still_leave AS
  SELECT m.bucket, m.outbox_id, m.operation_id, m.job_id, m.batch_id, m.merchant_id, m.channel_id, m.idempotency_key, m.amount_minor, m.currency,
         m.status, m.version, m.lease_until, m.last_sent_at, m.marked_by AS worker_id, w.host, w.pid
    FROM (SELECT * FROM outbox WHERE status = 'SENDING'
          UNION ALL SELECT * FROM outbox WHERE status = 'UNKNOWN' AND marked_by IS NOT NULL
          UNION ALL SELECT * FROM outbox WHERE status = 'PENDING' AND marked_by IS NOT NULL) m
    LEFT JOIN worker w ON w.worker_id = m.marked_by
   WHERE m.batch_id <> 0
     AND (m.status = 'SENDING'
          OR w.stopped_at IS NULL
             AND NOT EXISTS (SELECT FROM external_call c
                              WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.kind = 'SEND' AND c.started_at >= m.last_sent_at)
             AND NOT EXISTS (SELECT FROM worker_heartbeat h
                              WHERE h.worker_id = m.marked_by AND h.duty = 'sender'
                                AND h.beat_at > m.last_sent_at + (SELECT p.send_lease FROM channel_profile p
                                                                   WHERE p.channel_id = m.channel_id AND p.profile_version = m.profile_version)));

-- The engine's watch over freezes: an order whose client died between the halves is enforced; nobody may take over what a freeze
-- holds, so a lease that lapsed is fenced here; and where nothing that is covered is in work or may still leave, the freeze is
-- DRAINED. Returns the freezes that drained.
CREATE FUNCTION drain_freezes(p_worker text, p_limit integer) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  f       freeze_order;
  scopes  text[];
  buckets smallint[];
  ids     uuid[];
BEGIN
  SELECT * INTO f FROM freeze_order WHERE status = 'REQUESTED' AND requested_at < (SELECT clock()) - interval '5 s' ORDER BY freeze_id LIMIT 1;
  IF f.freeze_id IS NOT NULL THEN
    PERFORM enforce_order(f.freeze_id, 'system', p_worker);
    RETURN; -- The barrier is let go before anything is looked at.
  END IF;
  FOR f IN SELECT * FROM freeze_order WHERE status = 'IN_FORCE' ORDER BY freeze_id LOOP
    scopes := ARRAY[scope_word(f.scope_kind, f.scope_ref)];
    SELECT array_agg(w.bucket), array_agg(w.operation_id) INTO buckets, ids FROM (SELECT * FROM work_in_scopes(scopes, true) LIMIT p_limit) w;
    IF ids IS NOT NULL THEN
      PERFORM fence_operations(buckets, ids, p_worker, 'its lease lapsed under freeze ' || f.freeze_id);
    END IF;
    CONTINUE WHEN EXISTS (SELECT FROM work_in_scopes(scopes, false))
      OR EXISTS (SELECT FROM v_may_still_leave l WHERE is_covered(scopes, l.job_id, l.batch_id, l.merchant_id, l.channel_id));
    UPDATE freeze_order SET status = 'DRAINED', drained_at = clock() WHERE freeze_id = f.freeze_id AND status = 'IN_FORCE';
    IF FOUND THEN
      PERFORM audit_append('system', p_worker, 'freeze drained', btrim(f.scope_kind || ' ' || f.scope_ref), 'DONE', '', '',
                           jsonb_build_object('freeze_id', f.freeze_id), NULL);
      RETURN NEXT f.freeze_id;
    END IF;
  END LOOP;
END
$$;

-- A person who knows that a host is gone says so: its worker counts as stopped, its sends as left or not, to be asked about.
CREATE FUNCTION declare_dead(p_worker text, p_reason text, p_request_id uuid) RETURNS TABLE (outcome text, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  why     constant text := reason_text(p_reason);
  refused text;
BEGIN
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
                  WHEN p_request_id IS NULL OR why = '' THEN 'VALUE_MALFORMED'
                  WHEN NOT EXISTS (SELECT FROM worker WHERE worker_id = p_worker) THEN 'UNKNOWN_SUBJECT'
                  -- Who beats is alive, whatever anybody believes.
                  WHEN EXISTS (SELECT FROM worker_heartbeat h JOIN worker w USING (worker_id)
                                WHERE h.worker_id = p_worker AND w.stopped_at IS NULL AND h.beat_at > clock() - interval '30 s') THEN 'NOT_IN_THIS_STATE' END;
  IF refused IS NULL THEN
    UPDATE worker SET stopped_at = clock(), stop_reason = 'declared dead by ' || who || ': ' || why WHERE worker_id = p_worker AND stopped_at IS NULL;
  END IF;
  PERFORM audit_people('declare dead', 'worker ' || coalesce(p_worker, ''), CASE WHEN refused IS NULL THEN 'DONE' ELSE 'REFUSED' END,
                       coalesce(refused, why), '', '{}', p_request_id);
  RETURN QUERY SELECT CASE WHEN refused IS NULL THEN 'DONE' ELSE 'REFUSED' END, coalesce(refused, '');
END
$$;

-- What a freeze keeps back, for the lists: open work, messages and runs in its scope that no plan made exempt. Counts end at p_most.
CREATE FUNCTION held_by_freeze(p_freeze_id bigint, p_most bigint DEFAULT 10001)
RETURNS TABLE (operations bigint, messages bigint, runs bigint, may_still_leave bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  WITH f AS MATERIALIZED (SELECT ARRAY[scope_word(scope_kind, scope_ref)] AS scopes FROM freeze_order WHERE freeze_id = p_freeze_id)
  SELECT (SELECT count(*) FROM (SELECT FROM operation_due d
                                 CROSS JOIN LATERAL (SELECT o.channel_id FROM settlement_operation o
                                                      WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id OFFSET 0) o
                                 WHERE is_covered(f.scopes, d.job_id, d.batch_id, d.merchant_id, o.channel_id)
                                   AND d.operation_id NOT IN (SELECT x.operation_id FROM exempt_in_force x) LIMIT p_most) x),
         (SELECT count(*) FROM (SELECT FROM outbox m
                                 WHERE m.status = 'PENDING' AND is_covered(f.scopes, m.job_id, m.batch_id, m.merchant_id, m.channel_id)
                                   AND m.operation_id NOT IN (SELECT x.operation_id FROM exempt_in_force x) LIMIT p_most) x),
         (SELECT count(*) FROM job_run r WHERE r.status IN ('DUE', 'HELD') AND is_job_covered(f.scopes, r.job_id, r.job_type)),
         (SELECT count(*) FROM v_may_still_leave l WHERE is_covered(f.scopes, l.job_id, l.batch_id, l.merchant_id, l.channel_id))
    FROM f
$$;

CREATE OR REPLACE VIEW v_freeze AS
  SELECT freeze_id, scope_kind, scope_ref, status, incident_id, actor, reason, requested_at, effective_at, drained_at, lifted_at, request_id
    FROM freeze_order;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['lift_is_approved(bigint)', 'scope_refusal(text, text)', 'freeze_request(text, text, text, uuid)', 'freeze_enforce(bigint)',
      'enforce_order(bigint, text, text)', 'work_in_scopes(text[], boolean)', 'fence_operations(smallint[], uuid[], text, text)', 'fence_messages(smallint[], bigint[], text, text)', 'fence(text, text, text, uuid)',
      'drain_freezes(text, integer)', 'declare_dead(text, text, uuid)', 'held_by_freeze(bigint, bigint)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION frozen_scopes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION frozen_scopes() TO onceover_api, onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver,
  onceover_viewer, onceover_auditor;
GRANT SELECT ON exempt_in_force TO onceover_api, onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_viewer,
  onceover_auditor;
GRANT SELECT ON run_attempt, worker, worker_heartbeat, v_may_still_leave TO onceover_api;
GRANT UPDATE (version, worker_id, lease_until, attempts, budget_began_at, next_attempt_at) ON settlement_operation TO onceover_api;
GRANT UPDATE (version) ON outbox TO onceover_api;
GRANT UPDATE (marked_by) ON outbox TO onceover_sender;
GRANT INSERT ON operation_due TO onceover_api;
GRANT UPDATE (due_at) ON operation_due TO onceover_api;
GRANT UPDATE (status, finished_at, outcome, error) ON run_attempt TO onceover_api;
GRANT UPDATE (drained_at, lifted_at) ON freeze_order TO onceover_api;
GRANT EXECUTE ON FUNCTION freeze_request(text, text, text, uuid), freeze_enforce(bigint), fence(text, text, text, uuid),
  declare_dead(text, text, uuid) TO onceover_operator;
GRANT EXECUTE ON FUNCTION drain_freezes(text, integer) TO onceover_replayer;
GRANT SELECT ON v_may_still_leave TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION held_by_freeze(bigint, bigint) TO onceover_viewer, onceover_auditor;

SELECT record_guards();
