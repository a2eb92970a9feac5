-- SPDX-License-Identifier: GPL-3.0-or-later
-- The one place where an outcome of a message becomes true: message, operation, PAY or BACK legs, dead letter, difference
-- and log in one transaction (DESIGN.md rule 5). Facts are recorded in external_call before; work and refusals are fenced by
-- the version, other facts by the state alone (rule 4). Locks first, messages before operations, each in (bucket, id) order; judged afterwards
-- in a new statement.
SET search_path = onceover, pg_temp;

-- One asked outcome and what becomes of it. outcome is null when nothing changes; note says why.
CREATE TYPE finish_verdict AS (
  n                 integer,
  bucket            smallint,
  outbox_id         bigint,
  outcome           text,       -- the message's new status
  note              text,
  message_status    text,       -- as found
  operation_status  text,       -- as found
  operation_becomes text,
  operation_id      uuid,
  operation_version bigint,
  attempt_id        bigint,
  batch_id          bigint,
  merchant_id       bigint,
  channel_id        text,
  amount_minor      bigint,
  currency          char(3),
  pays              boolean,    -- a payout: legs go with its final outcome
  idempotency_key   text,
  external_ref      text,
  theirs_minor      bigint,     -- the amount in the recorded answer
  wait              interval,
  burns             smallint,
  unsent            smallint,
  queried           integer,    -- 1 when the outcome came from a query
  error             text,
  answer            text,
  dead              text,       -- class of the dead letter to open
  difference        text        -- kind of the difference to open
);

CREATE FUNCTION finish_lock(p_buckets smallint[], p_outbox_ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM unnest(p_buckets, p_outbox_ids) a(bucket, outbox_id)
    JOIN outbox m ON m.bucket = a.bucket AND m.outbox_id = a.outbox_id
   ORDER BY m.bucket, m.outbox_id FOR NO KEY UPDATE OF m;
  PERFORM 1 FROM (SELECT DISTINCT m.bucket, m.operation_id FROM unnest(p_buckets, p_outbox_ids) a(bucket, outbox_id)
                    JOIN outbox m ON m.bucket = a.bucket AND m.outbox_id = a.outbox_id) w
    JOIN settlement_operation o ON o.bucket = w.bucket AND o.operation_id = w.operation_id
   ORDER BY o.bucket, o.operation_id FOR NO KEY UPDATE OF o;
END
$$;

CREATE FUNCTION finish_judge(p_buckets smallint[], p_outbox_ids bigint[], p_from text[], p_versions bigint[], p_outcomes text[],
                             p_refs text[], p_call_ids bigint[], p_wait_ms bigint[], p_burns smallint[], p_unsent smallint[],
                             p_errors text[], p_answers text[], p_dead text[])
RETURNS finish_verdict[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT array_agg(ROW(j.n, j.bucket, j.outbox_id, CASE WHEN j.note = '' THEN j.outcome END, j.note, j.message_status,
      j.operation_status,
      CASE WHEN j.note <> '' THEN NULL ELSE CASE j.outcome WHEN 'ACCEPTED' THEN 'SUCCEEDED' WHEN 'UNKNOWN' THEN 'UNKNOWN_EXTERNAL'
           WHEN 'PENDING' THEN 'AWAITING_EXTERNAL' ELSE 'FAILED_PERMANENT' END END,
      j.operation_id, j.operation_version, j.attempt_id, j.batch_id, j.merchant_id, j.channel_id, j.amount_minor, j.currency,
      j.pays, j.idempotency_key, coalesce(j.ref, j.theirs_ref), j.theirs_minor, coalesce(j.wait_ms, 0) * interval '1 millisecond', coalesce(j.burns, 0),
      CASE WHEN j.message_status = 'SENDING' THEN coalesce(j.unsent, 0) ELSE 0 END, j.queried, left(coalesce(j.error, ''), 2000),
      j.answer, CASE j.outcome WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED' THEN 'NOT_SENT'
                     WHEN 'UNKNOWN' THEN CASE WHEN NOT j.is_listed THEN j.dead END END,
      CASE WHEN j.note = 'CONTRADICTION' THEN j.note WHEN j.note = '' AND j.outcome = 'UNKNOWN' THEN j.differs END
    )::finish_verdict ORDER BY j.n)
  FROM (
    SELECT a.*, a.dead IS NOT NULL AND EXISTS (
             SELECT FROM dead_letter d
              WHERE d.subject_kind = 'message' AND d.subject_id = a.outbox_id::text AND d.status <> 'RESOLVED') AS is_listed,
           m.status AS message_status, o.status AS operation_status, m.operation_id, o.version AS operation_version,
           o.attempt_id, m.batch_id, m.merchant_id, m.channel_id, m.amount_minor, m.currency,
           m.message_kind = 'payout' AS pays, m.idempotency_key, c.amount_minor AS theirs_minor, c.external_ref AS theirs_ref,
           CASE WHEN coalesce(c.answer, '') NOT IN ('ACCEPTED', 'FOUND_EXECUTED') OR NOT f.differs THEN NULL
                WHEN c.amount_minor IS DISTINCT FROM m.amount_minor THEN 'AMOUNT' ELSE 'CURRENCY' END AS differs, (c.kind = 'QUERY')::integer AS queried,
      CASE
        WHEN m.outbox_id IS NULL OR o.operation_id IS NULL THEN 'NOT_FOUND'
        WHEN row_number() OVER (PARTITION BY a.bucket, a.outbox_id ORDER BY a.n) > 1 THEN 'TWICE_IN_SET'
        -- A fact about a final operation changes nothing: it agrees, or it opens a difference. What an answer leaves out
        -- says nothing against it; another reference is another effect.
        WHEN o.status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED') THEN
          CASE WHEN o.status = 'SUCCEEDED' AND coalesce(nullif(c.external_ref, ''), o.external_ref) = o.external_ref
                    AND (m.message_kind <> 'payout' OR coalesce(c.amount_minor, m.amount_minor) = m.amount_minor
                         AND coalesce(c.currency, m.currency) = m.currency) THEN 'ALREADY'
               ELSE 'CONTRADICTION' END
        WHEN o.status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND c.answer IN ('REFUSED', 'FOUND_REFUSED') THEN
          CASE WHEN o.failure_class IN ('REFUSED', 'NOT_EXECUTED') THEN 'ALREADY' ELSE 'CONTRADICTION' END
        -- A final answer stands on a recorded one that agrees with the message.
        WHEN a.outcome = 'ACCEPTED' AND (c.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND a.ref <> '' AND c.external_ref = a.ref
             AND NOT f.differs) IS NOT TRUE THEN 'NO_EVIDENCE'
        WHEN a.outcome = 'REFUSED' AND (c.answer IN ('REFUSED', 'FOUND_REFUSED')) IS NOT TRUE THEN 'NO_EVIDENCE'
        WHEN m.status <> a.from_status OR (m.status, o.status) NOT IN (('SENDING', 'AWAITING_EXTERNAL'), ('UNKNOWN', 'UNKNOWN_EXTERNAL'))
             OR a.outcome = 'FAILED' AND m.status <> 'SENDING' THEN 'MOVED'
        WHEN a.version <> m.version THEN 'STALE_VERSION'
        -- Work, and a refusal: it gives the money back because of the sends that it was judged by, not of a later one.
        WHEN a.version IS NULL AND a.outcome IN ('PENDING', 'FAILED', 'REFUSED') THEN 'VERSION_REQUIRED'
        -- That the present send did not leave, or was turned away, is a recorded fact about this very send.
        WHEN m.status = 'SENDING' AND (a.outcome IN ('PENDING', 'FAILED') OR a.unsent = 1)
             AND (c.kind = 'SEND' AND c.outbox_version = m.version
                  AND (c.answer = 'NOT_SENT' OR a.outcome = 'PENDING' AND coalesce(a.unsent, 0) = 0 AND c.answer IN ('THROTTLED', 'IN_FLIGHT'))
                 ) IS NOT TRUE THEN 'NO_EVIDENCE'
        WHEN a.outcome = 'FAILED' AND m.sends_maybe_left <> coalesce(a.unsent, 0) THEN 'MAY_HAVE_LEFT'
        -- Sent again only after a query, made since the last send, that found nothing (I7).
        WHEN a.outcome = 'PENDING' AND m.status = 'UNKNOWN'
             AND (c.kind = 'QUERY' AND c.answer = 'NOT_FOUND' AND c.outbox_version = m.version) IS NOT TRUE THEN 'NO_PERMITTING_QUERY'
        -- Nor is what an earlier answer called executed ever sent again.
        WHEN a.outcome = 'PENDING' AND EXISTS (
               SELECT FROM external_call e WHERE e.bucket = m.bucket AND e.outbox_id = m.outbox_id
                  AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED')) THEN 'EXECUTED_ON_RECORD'
        ELSE '' END AS note
      FROM (SELECT *, ordinality::integer AS n
              FROM unnest(p_buckets, p_outbox_ids, p_from, p_versions, p_outcomes, p_refs, p_call_ids, p_wait_ms, p_burns, p_unsent,
                          p_errors, p_answers, p_dead) WITH ORDINALITY
                   u(bucket, outbox_id, from_status, version, outcome, ref, call_id, wait_ms, burns, unsent, error, answer, dead)) a
      LEFT JOIN outbox m ON m.bucket = a.bucket AND m.outbox_id = a.outbox_id
      LEFT JOIN settlement_operation o ON o.bucket = m.bucket AND o.operation_id = m.operation_id
      LEFT JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.call_id = a.call_id
                               AND c.idempotency_key = m.idempotency_key
     CROSS JOIN LATERAL (SELECT m.message_kind = 'payout' AND (c.amount_minor, c.currency) IS DISTINCT FROM (m.amount_minor, m.currency) AS differs) f) j);
END
$$;

-- A reference of the outside belongs to one operation, ever. Who comes second with it is not accepted but unknown, and a
-- person looks at the difference.
CREATE FUNCTION finish_references(p_verdicts finish_verdict[]) RETURNS finish_verdict[] LANGUAGE plpgsql AS $$
DECLARE
  verdicts finish_verdict[] := p_verdicts;
  i        integer;
BEGIN
  INSERT INTO external_reference (channel_id, external_ref, bucket, operation_id)
  SELECT v.channel_id, v.external_ref, v.bucket, v.operation_id FROM unnest(verdicts) v WHERE v.outcome = 'ACCEPTED'
   ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  FOR i IN SELECT v.n FROM unnest(verdicts) v
             JOIN external_reference r ON r.channel_id = v.channel_id AND r.external_ref = v.external_ref
            WHERE v.outcome = 'ACCEPTED' AND (r.bucket, r.operation_id) <> (v.bucket, v.operation_id)
  LOOP
    verdicts[i].outcome := 'UNKNOWN';
    verdicts[i].operation_becomes := 'UNKNOWN_EXTERNAL';
    verdicts[i].note := 'REFERENCE_TAKEN';
    verdicts[i].dead := CASE WHEN NOT EXISTS (
        SELECT FROM dead_letter d WHERE d.subject_kind = 'message' AND d.subject_id = verdicts[i].outbox_id::text AND d.status <> 'RESOLVED')
      THEN 'UNKNOWN' END;
    verdicts[i].wait := interval '1 hour';   -- A person decides; the outside will not say anything else soon.
    verdicts[i].difference := 'REFERENCE_TAKEN';
    verdicts[i].error := 'reference ' || verdicts[i].external_ref || ' belongs to another operation';
  END LOOP;
  RETURN verdicts;
END
$$;

-- State first: it is what the guard of the legs compares with.
CREATE FUNCTION finish_operations(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  legs bigint;
BEGIN
  UPDATE settlement_operation o
     SET status = v.operation_becomes,
         failure_class = CASE v.outcome WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED' THEN 'NOT_SENT' END,
         external_ref = CASE WHEN v.outcome = 'ACCEPTED' THEN v.external_ref ELSE o.external_ref END,
         last_error = v.error,
         updated_at = p_moment,
         finished_at = CASE WHEN v.outcome IN ('ACCEPTED', 'REFUSED', 'FAILED') THEN p_moment END
    FROM unnest(p_verdicts) v
   WHERE o.bucket = v.bucket AND o.operation_id = v.operation_id AND v.operation_becomes <> v.operation_status;
  INSERT INTO ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version, attempt_id, created_at)
  SELECT v.bucket, v.operation_id, CASE v.outcome WHEN 'ACCEPTED' THEN 'PAY' ELSE 'BACK' END, s.side,
         CASE s.side WHEN 'DEBIT' THEN t.account_id ELSE e.account_id END,
         CASE s.side WHEN 'DEBIT' THEN -v.amount_minor ELSE v.amount_minor END, v.currency, v.operation_version, v.attempt_id, p_moment
    FROM unnest(p_verdicts) v
    JOIN account t ON t.account_kind = 'in_transit' AND t.owner_ref = v.channel_id AND t.currency = v.currency
    JOIN account e ON e.account_kind = CASE v.outcome WHEN 'ACCEPTED' THEN 'paid' ELSE 'payable' END
                  AND e.owner_ref = CASE v.outcome WHEN 'ACCEPTED' THEN v.channel_id ELSE v.merchant_id::text END
                  AND e.currency = v.currency
   CROSS JOIN (VALUES ('DEBIT'), ('CREDIT')) s(side)
   WHERE v.outcome IN ('ACCEPTED', 'REFUSED') AND v.pays;
  GET DIAGNOSTICS legs = ROW_COUNT;
  IF legs <> 2 * (SELECT count(*) FROM unnest(p_verdicts) v WHERE v.outcome IN ('ACCEPTED', 'REFUSED') AND v.pays) THEN
    PERFORM refuse('OC005', 'accounts are missing for the legs of an outcome');
  END IF;
END
$$;

CREATE FUNCTION finish_messages(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE outbox m
     SET status = v.outcome,
         worker_id = NULL,
         lease_until = NULL,
         attempts = m.attempts + v.burns,
         sends_maybe_left = m.sends_maybe_left - v.unsent,
         first_sent_at = CASE WHEN v.unsent = 1 AND m.sends_maybe_left = 1 THEN NULL ELSE m.first_sent_at END,
         last_sent_at = CASE WHEN v.unsent = 1 AND m.sends_maybe_left = 1 THEN NULL ELSE m.last_sent_at END,
         not_before = CASE v.outcome WHEN 'PENDING' THEN p_moment + v.wait ELSE m.not_before END,
         queries = CASE WHEN v.message_status = 'UNKNOWN' THEN m.queries + coalesce(v.queried, 0) ELSE 0 END,
         next_query_at = CASE v.outcome WHEN 'UNKNOWN' THEN p_moment + v.wait END,
         unknown_since = CASE v.outcome WHEN 'UNKNOWN' THEN coalesce(m.unknown_since, p_moment) WHEN 'PENDING' THEN NULL
                                        ELSE m.unknown_since END,
         external_ref = CASE v.outcome WHEN 'ACCEPTED' THEN v.external_ref ELSE m.external_ref END,
         last_answer = coalesce(v.answer, m.last_answer),
         last_error = v.error,
         updated_at = p_moment,
         finished_at = CASE WHEN v.outcome IN ('ACCEPTED', 'REFUSED', 'FAILED') THEN p_moment END
    FROM unnest(p_verdicts) v
   WHERE m.bucket = v.bucket AND m.outbox_id = v.outbox_id AND v.outcome IS NOT NULL;
END
$$;

-- Dead letters and differences: what a person must look at. One unresolved letter per message: a final outcome answers the
-- one that is open, whatever the message went through since, before it opens its own; a second one of an unknown is left out.
CREATE FUNCTION finish_letters(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'answered', resolved_at = p_moment
    FROM unnest(p_verdicts) v
   WHERE d.subject_kind = 'message' AND d.subject_id = v.outbox_id::text AND d.status <> 'RESOLVED'
     AND v.outcome IN ('ACCEPTED', 'REFUSED', 'FAILED');
  INSERT INTO dead_letter (subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade, idempotency_key,
                           failure_class, last_error, payload, attempts, amount_minor, currency, opened_at)
  SELECT 'message', v.outbox_id::text, v.bucket, v.operation_id, v.batch_id, o.job_id, o.biz_date, b.grade, v.idempotency_key, v.dead,
         coalesce(nullif(v.error, ''), nullif(v.answer, ''), v.dead), m.payload, m.attempts, v.amount_minor, v.currency, p_moment
    FROM unnest(p_verdicts) v
    JOIN outbox m ON m.bucket = v.bucket AND m.outbox_id = v.outbox_id
    JOIN settlement_operation o ON o.bucket = v.bucket AND o.operation_id = v.operation_id
    JOIN settlement_batch b ON b.batch_id = v.batch_id
   WHERE v.outcome IS NOT NULL AND v.dead IS NOT NULL
   ORDER BY v.outbox_id
  ON CONFLICT (subject_kind, subject_id) WHERE status <> 'RESOLVED' DO NOTHING;
  INSERT INTO reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, idempotency_key, external_ref,
                                         ours_minor, theirs_minor, currency, detail, opened_at)
  SELECT v.difference, 'P0', v.batch_id, v.bucket, v.operation_id, v.channel_id, v.idempotency_key, coalesce(v.external_ref, ''), v.amount_minor,
         v.theirs_minor, v.currency, 'operation ' || v.operation_status || ', answer ' || coalesce(v.answer, '') || ' ' || v.error, p_moment
    FROM unnest(p_verdicts) v WHERE v.difference IS NOT NULL
   ORDER BY v.bucket, v.operation_id
  ON CONFLICT DO NOTHING;
END
$$;

-- One row per kind of change, batch and attempt; a mere poll leaves none.
CREATE FUNCTION finish_events(p_verdicts finish_verdict[], p_worker text, p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT p_moment, e.event, e.operation_status, e.operation_becomes, e.batch_id, e.attempt_id, p_worker,
         array_agg(e.operation_id ORDER BY e.n), array_agg(e.operation_version ORDER BY e.n), e.note
    FROM (SELECT v.*, CASE v.outcome WHEN 'ACCEPTED' THEN 'ACCEPT' WHEN 'REFUSED' THEN 'REFUSE' WHEN 'PENDING' THEN 'ALLOW_RESEND'
                        WHEN 'FAILED' THEN 'GIVE_UP_UNSENT' ELSE CASE WHEN v.note = 'REFERENCE_TAKEN' THEN 'DISAGREE'
                        WHEN v.operation_status = 'UNKNOWN_EXTERNAL' THEN 'ESCALATE' ELSE 'LOSE_ANSWER' END END AS event
            FROM unnest(p_verdicts) v
           WHERE v.operation_becomes <> v.operation_status OR v.outcome = 'UNKNOWN' AND v.dead IS NOT NULL) e
   GROUP BY e.event, e.operation_status, e.operation_becomes, e.batch_id, e.attempt_id, e.note;
END
$$;

-- Applies outcomes of messages, set by set; arrays of equal length, one element per message.
--   p_from      expected message status, SENDING or UNKNOWN
--   p_versions  expected outbox.version; null for a fact. PENDING, FAILED and REFUSED always need it
--   p_outcomes  ACCEPTED | REFUSED | UNKNOWN | PENDING | FAILED
--   p_refs, p_call_ids   the outside's reference, and the recorded external_call that shows the outcome
--   p_wait_ms   until the next query (UNKNOWN) or send (PENDING);  p_burns  attempts burned
--   p_unsent    1: this send provably did not leave;  p_dead  class of a dead letter to open for an unknown
-- An acceptance whose amount or currency differs comes as UNKNOWN with its call, and opens a difference.
-- Returns one row per element, in order: applied, the states as they are now, and a note when it was not applied:
-- NOT_FOUND, TWICE_IN_SET, NO_EVIDENCE, ALREADY, CONTRADICTION, MOVED, STALE_VERSION, VERSION_REQUIRED, MAY_HAVE_LEFT,
-- NO_PERMITTING_QUERY, EXECUTED_ON_RECORD, REFERENCE_TAKEN (the message is UNKNOWN then).
CREATE FUNCTION finish_external(p_worker text, p_buckets smallint[], p_outbox_ids bigint[], p_from text[], p_versions bigint[],
                                p_outcomes text[], p_refs text[], p_call_ids bigint[], p_wait_ms bigint[], p_burns smallint[],
                                p_unsent smallint[], p_errors text[], p_answers text[], p_dead text[])
RETURNS TABLE (bucket smallint, outbox_id bigint, applied boolean, message_status text, operation_status text, note text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  verdicts finish_verdict[];
  moment   timestamptz;
BEGIN
  IF p_worker IS NULL
     OR EXISTS (SELECT FROM unnest(p_outcomes) o WHERE o IS NULL OR o NOT IN ('ACCEPTED', 'REFUSED', 'UNKNOWN', 'PENDING', 'FAILED'))
     OR EXISTS (SELECT FROM unnest(ARRAY[cardinality(p_outbox_ids), cardinality(p_from), cardinality(p_versions), cardinality(p_outcomes),
                                         cardinality(p_refs), cardinality(p_call_ids), cardinality(p_wait_ms), cardinality(p_burns),
                                         cardinality(p_unsent), cardinality(p_errors), cardinality(p_answers), cardinality(p_dead)]) c
                 WHERE c IS DISTINCT FROM cardinality(p_buckets)) THEN
    PERFORM refuse('OC009', 'arrays of unequal length, or an unknown outcome');
  END IF;
  PERFORM finish_lock(p_buckets, p_outbox_ids);
  moment := clock();
  verdicts := finish_judge(p_buckets, p_outbox_ids, p_from, p_versions, p_outcomes, p_refs, p_call_ids, p_wait_ms, p_burns, p_unsent,
                           p_errors, p_answers, p_dead);
  verdicts := finish_references(verdicts);
  PERFORM finish_operations(verdicts, moment);
  PERFORM finish_messages(verdicts, moment);
  PERFORM finish_letters(verdicts, moment);
  PERFORM finish_events(verdicts, p_worker, moment);
  RETURN QUERY SELECT v.bucket, v.outbox_id, v.outcome IS NOT NULL AND v.note = '', coalesce(v.outcome, v.message_status),
                      coalesce(v.operation_becomes, v.operation_status), v.note
                 FROM unnest(verdicts) v ORDER BY v.n;
END
$$;

-- Messages whose sender's lease ran out while SENDING: nobody knows whether the bytes left. They become UNKNOWN and are asked
-- about at once; the bank is asked before anything is sent again (rule 8). Each loss burns an attempt.
CREATE FUNCTION take_over_lost_messages(p_worker text, p_limit integer) RETURNS TABLE (bucket smallint, outbox_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  buckets  smallint[];
  ids      bigint[];
  verdicts finish_verdict[];
  moment   timestamptz;
BEGIN
  SELECT array_agg(l.bucket), array_agg(l.outbox_id) INTO buckets, ids
    FROM (SELECT m.bucket, m.outbox_id FROM outbox m
           WHERE m.status = 'SENDING' AND m.lease_until < (SELECT clock())
           ORDER BY m.lease_until LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED) l;
  IF ids IS NULL THEN
    RETURN;
  END IF;
  PERFORM finish_lock(buckets, ids);
  moment := clock();
  SELECT array_agg(v ORDER BY v.bucket, v.outbox_id) INTO verdicts
    FROM unnest(finish_judge(buckets, ids, array_fill('SENDING'::text, ARRAY[cardinality(ids)]), NULL,
                             array_fill('UNKNOWN'::text, ARRAY[cardinality(ids)]), NULL, NULL, NULL, array_fill(1::smallint, ARRAY[cardinality(ids)]), NULL,
                             array_fill('the sender was lost while sending'::text, ARRAY[cardinality(ids)]), NULL, NULL)) v
    JOIN outbox m ON m.bucket = v.bucket AND m.outbox_id = v.outbox_id
   WHERE m.status = 'SENDING' AND m.lease_until < moment AND v.outcome IS NOT NULL;
  PERFORM finish_operations(verdicts, moment);
  PERFORM finish_messages(verdicts, moment);
  PERFORM finish_events(verdicts, p_worker, moment);
  RETURN QUERY SELECT v.bucket, v.outbox_id FROM unnest(verdicts) v;
END
$$;
