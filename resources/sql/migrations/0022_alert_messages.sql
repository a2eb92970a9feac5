-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 19
-- Alerts go out through the outbox (R55, R128, R130): one message per alert, level and kind, under a computed key, with the key and
-- the last error of what it tells of; an escalation is a further message. No operation stands behind such a message: it is its own
-- subject, moves no money, and its outcome changes nothing but itself.
SET search_path = onceover, pg_temp;

-- Who is told first, and who next: an alert of level n goes to the contact of the highest level up to n.
CREATE TABLE alert_contact (
  level smallint PRIMARY KEY CHECK (level >= 0),
  name  text NOT NULL CHECK (name <> ''),
  mail  text NOT NULL CHECK (mail ~ '^[^@[:space:]]+@[^@[:space:]]+$')
);
SELECT make_guard_update('alert_contact', p_mutable => '{name,mail}');
DROP TRIGGER guard_delete ON alert_contact;
CREATE FUNCTION alert_address(p_level integer) RETURNS text LANGUAGE sql STABLE
RETURN (SELECT c.mail FROM alert_contact c WHERE c.level <= p_level ORDER BY c.level DESC LIMIT 1);

-- Which alert a message tells of. `opening` says the how-manieth alert of its rule and subject it is: the id is computed from that,
-- not from a sequence, so that a database that lost its newest rows tells the same thing under the same key.
CREATE TABLE alert_message (
  alert_id     bigint NOT NULL REFERENCES alert,
  level        integer NOT NULL CHECK (level >= 0),
  message_kind text NOT NULL COLLATE "C" CHECK (message_kind IN ('mail', 'webhook')),
  opening      bigint NOT NULL CHECK (opening > 0),
  bucket       smallint NOT NULL,
  message_id   uuid NOT NULL,                  -- stands in outbox.operation_id
  created_at   timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT uq_alert_message PRIMARY KEY (alert_id, level, message_kind),
  CONSTRAINT uq_alert_message_id UNIQUE (bucket, message_id, message_kind)
);
SELECT guard_append_only('alert_message');
CREATE INDEX ix_alert_subject ON alert (rule, subject);

CREATE FUNCTION alert_message_id_of(p_namespace uuid, p_rule text, p_subject text, p_opening bigint, p_level integer) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substring(sha256(uuid_send(p_namespace) || lp('alert') || lp(p_rule) || lp(p_subject) || lp(p_opening::text)
                               || lp(p_level::text)) FROM 1 FOR 16), 'hex')::uuid;

-- batch_id = 0: of no batch, merchant or amount; an alert's.
ALTER TABLE outbox ADD CONSTRAINT alert_moves_no_money CHECK (
  batch_id <> 0 OR merchant_id = 0 AND amount_minor = 0 AND message_kind IN ('mail', 'webhook'));

-- What the judge of outcomes takes for the operation of such a message.
CREATE FUNCTION alert_message_state(p_message_status text) RETURNS TABLE (status text, failure_class text) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT CASE p_message_status WHEN 'UNKNOWN' THEN 'UNKNOWN_EXTERNAL' WHEN 'ACCEPTED' THEN 'SUCCEEDED'
                               WHEN 'REFUSED' THEN 'FAILED_PERMANENT' WHEN 'FAILED' THEN 'FAILED_PERMANENT' ELSE 'AWAITING_EXTERNAL' END,
         CASE p_message_status WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED' THEN 'NOT_SENT' END;
END;

-- Writes the message of an open alert at its present level, unless it is written already or there is nobody to tell. Address and
-- channel come from rows; only the words come from the caller (core's alertLine). True: written now.
CREATE FUNCTION send_alert(p_alert bigint, p_level integer, p_kind text, p_text text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  a       alert;
  p       channel_profile;
  nth     bigint;
  id      uuid;
  payload bytea;
BEGIN
  SELECT * INTO a FROM alert WHERE alert_id = p_alert FOR SHARE;
  SELECT * INTO p FROM channel_profile WHERE kind = p_kind AND enabled ORDER BY channel_id LIMIT 1;
  IF a.alert_id IS NULL OR a.closed_at IS NOT NULL OR p_level IS DISTINCT FROM a.escalations OR p.channel_id IS NULL
     OR coalesce(p_text, '') = '' OR p_kind = 'mail' AND alert_address(p_level) IS NULL THEN
    RETURN false;
  END IF;
  SELECT count(*) INTO nth FROM alert o WHERE o.rule = a.rule AND o.subject = a.subject AND o.alert_id <= a.alert_id;
  id := alert_message_id_of(namespace(), a.rule, a.subject, nth, p_level);
  INSERT INTO alert_message (alert_id, level, message_kind, opening, bucket, message_id)
  VALUES (p_alert, p_level, p_kind, nth, get_byte(uuid_send(id), 0) & 63, id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  payload := convert_to((jsonb_build_object('message_id', id)
    || CASE p_kind WHEN 'mail' THEN jsonb_build_object('to', alert_address(p_level), 'subject', a.grade || ' ' || a.rule || ': ' || left(a.subject, 200),
                                                       'text', p_text)
                   ELSE jsonb_build_object('type', 'alert', 'grade', a.grade, 'rule', a.rule, 'subject', a.subject, 'level', p_level,
                                           'idempotency_key', a.idempotency_key, 'biz_date', a.biz_date, 'text', p_text) END)::text, 'UTF8');
  INSERT INTO outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                      currency, job_id, batch_id, merchant_id)
  VALUES (get_byte(uuid_send(id), 0) & 63, id, p_kind, p.channel_id, p.profile_version, outward_key_of(namespace(), id, p_kind), payload,
          sha256(payload), 0, 'XXX', a.job_id, 0, 0);
  RETURN true;
END
$$;

-- What is owed: open alerts whose present level was not told. What tells that telling failed is not told the same way.
CREATE VIEW alert_owed AS
  SELECT a.alert_id, a.escalations AS level, k.kind, a.rule, a.subject, a.grade, a.idempotency_key, a.last_error, a.detail, a.biz_date
    FROM alert a
   CROSS JOIN (SELECT DISTINCT p.kind FROM channel_profile p WHERE p.kind IN ('mail', 'webhook') AND p.enabled) k
   WHERE a.closed_at IS NULL AND (k.kind <> 'mail' OR alert_address(a.escalations) IS NOT NULL)
     AND NOT EXISTS (SELECT FROM alert_message s WHERE s.alert_id = a.alert_id AND s.level = a.escalations AND s.message_kind = k.kind)
     AND NOT (a.subject LIKE 'message %' AND EXISTS (SELECT FROM outbox m WHERE m.batch_id = 0 AND a.subject = 'message ' || m.outbox_id));

-- As before; what waits for the outside is an operation, or an alert's message that stands for itself.
CREATE OR REPLACE FUNCTION finish_judge(p_buckets smallint[], p_outbox_ids bigint[], p_from text[], p_versions bigint[], p_outcomes text[],
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
      LEFT JOIN LATERAL (
             SELECT w.operation_id, w.status, w.version, w.attempt_id, w.external_ref, w.failure_class FROM settlement_operation w
              WHERE w.bucket = m.bucket AND w.operation_id = m.operation_id
             UNION ALL
             SELECT m.operation_id, s.status, m.version, NULL, m.external_ref, s.failure_class FROM alert_message_state(m.status) s
              WHERE m.batch_id = 0) o ON true
      LEFT JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.call_id = a.call_id
                               AND c.idempotency_key = m.idempotency_key
     CROSS JOIN LATERAL (SELECT m.message_kind = 'payout' AND (c.amount_minor, c.currency) IS DISTINCT FROM (m.amount_minor, m.currency) AS differs) f) j);
END
$$;

CREATE OR REPLACE FUNCTION finish_letters(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'answered', resolved_at = p_moment
    FROM unnest(p_verdicts) v
   WHERE d.subject_kind = 'message' AND d.subject_id = v.outbox_id::text AND d.status <> 'RESOLVED'
     AND v.outcome IN ('ACCEPTED', 'REFUSED', 'FAILED');
  INSERT INTO dead_letter (subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade, idempotency_key,
                           failure_class, last_error, payload, attempts, amount_minor, currency, opened_at)
  SELECT 'message', v.outbox_id::text, v.bucket, v.operation_id, nullif(v.batch_id, 0), w.job_id, w.biz_date, w.grade, v.idempotency_key, v.dead,
         coalesce(nullif(v.error, ''), nullif(v.answer, ''), v.dead), m.payload, m.attempts, w.amount_minor, w.currency, p_moment
    FROM unnest(p_verdicts) v
    JOIN outbox m ON m.bucket = v.bucket AND m.outbox_id = v.outbox_id
   CROSS JOIN LATERAL (
         SELECT o.job_id, o.biz_date, b.grade, v.amount_minor, v.currency
           FROM settlement_operation o JOIN settlement_batch b USING (batch_id)
          WHERE o.bucket = v.bucket AND o.operation_id = v.operation_id
         UNION ALL
         SELECT a.job_id, coalesce(a.biz_date, (a.opened_at AT TIME ZONE 'UTC')::date), a.grade, NULL, NULL
           FROM alert_message s JOIN alert a USING (alert_id)
          WHERE v.batch_id = 0 AND s.bucket = v.bucket AND s.message_id = v.operation_id AND s.message_kind = m.message_kind) w
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

-- The log of operations knows nothing of alerts.
CREATE OR REPLACE FUNCTION finish_events(p_verdicts finish_verdict[], p_worker text, p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT p_moment, e.event, e.operation_status, e.operation_becomes, e.batch_id, e.attempt_id, p_worker,
         array_agg(e.operation_id ORDER BY e.n), array_agg(e.operation_version ORDER BY e.n), e.note
    FROM (SELECT v.*, CASE v.outcome WHEN 'ACCEPTED' THEN 'ACCEPT' WHEN 'REFUSED' THEN 'REFUSE' WHEN 'PENDING' THEN 'ALLOW_RESEND'
                        WHEN 'FAILED' THEN 'GIVE_UP_UNSENT' ELSE CASE WHEN v.note = 'REFERENCE_TAKEN' THEN 'DISAGREE'
                        WHEN v.operation_status = 'UNKNOWN_EXTERNAL' THEN 'ESCALATE' ELSE 'LOSE_ANSWER' END END AS event
            FROM unnest(p_verdicts) v
           WHERE v.batch_id <> 0 AND (v.operation_becomes <> v.operation_status OR v.outcome = 'UNKNOWN' AND v.dead IS NOT NULL)) e
   GROUP BY e.event, e.operation_status, e.operation_becomes, e.batch_id, e.attempt_id, e.note;
END
$$;

CREATE OR REPLACE FUNCTION guard_new_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  ns      constant uuid := namespace();
  problem text;
BEGIN
  SELECT p INTO problem FROM (
    SELECT CASE
      WHEN n.status <> 'PENDING' OR n.version <> 0 OR n.attempts <> 0 OR n.sends_total <> 0 OR n.sends_maybe_left <> 0
           OR n.first_sent_at IS NOT NULL OR n.last_sent_at IS NOT NULL OR n.external_ref IS NOT NULL
        THEN 'OC001 NONE>' || n.status || ' version ' || n.version
      WHEN n.batch_id = 0 AND s.alert_id IS NULL THEN 'OC009 no alert'
      WHEN n.batch_id = 0 AND (n.amount_minor, n.currency, n.merchant_id, n.job_id) IS DISTINCT FROM (0::bigint, 'XXX', 0::bigint, a.job_id)
        THEN 'OC005 message and alert differ'
      WHEN o.operation_id IS NULL AND n.batch_id <> 0 THEN 'OC009 no operation'
      WHEN o.status <> 'AWAITING_EXTERNAL' THEN 'OC001 message of an operation that is ' || o.status
      WHEN n.amount_minor <> o.amount_minor OR n.currency <> o.currency OR n.channel_id <> o.channel_id
           OR n.merchant_id <> o.merchant_id OR n.batch_id <> o.batch_id OR n.job_id <> o.job_id
        THEN 'OC005 message and operation differ'
      WHEN n.message_kind = 'payout' AND n.amount_minor <= 0 THEN 'OC009 nothing to pay'
      WHEN p.channel_id IS NULL THEN 'OC009 no profile ' || n.channel_id || ' version ' || n.profile_version
      WHEN n.message_kind <> p.kind THEN 'OC009 a ' || n.message_kind || ' for a channel of ' || p.kind
      WHEN n.payload_sha256 <> sha256(n.payload) THEN 'OC006 the fingerprint is not that of the payload'
      WHEN n.idempotency_key IS DISTINCT FROM outward_key_of(ns, n.operation_id, n.message_kind) THEN 'OC006 the key is not the computed one'
      WHEN n.message_kind = 'payout' AND NOT EXISTS (
             SELECT FROM ledger_entry l
              WHERE l.bucket = n.bucket AND l.operation_id = n.operation_id AND l.phase = 'HOLD' AND l.side = 'DEBIT')
        THEN 'OC005 nothing is held for it'
    END || '; operation ' || n.operation_id AS p
    FROM new_rows n
    LEFT JOIN settlement_operation o ON n.batch_id <> 0 AND o.bucket = n.bucket AND o.operation_id = n.operation_id
    LEFT JOIN alert_message s ON n.batch_id = 0 AND s.bucket = n.bucket AND s.message_id = n.operation_id AND s.message_kind = n.message_kind
    LEFT JOIN alert a ON a.alert_id = s.alert_id
    LEFT JOIN channel_profile p ON p.channel_id = n.channel_id AND p.profile_version = n.profile_version) x
  WHERE p IS NOT NULL LIMIT 1;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;

-- Rights ---------------------------------------------------------------------------------------------------------------------------

CREATE VIEW v_alert_message AS
  SELECT s.alert_id, s.level, s.message_kind, s.created_at, m.bucket, m.outbox_id, m.channel_id, m.idempotency_key, m.status, m.attempts,
         m.sends_total, m.last_error, m.finished_at
    FROM alert_message s JOIN outbox m ON m.bucket = s.bucket AND m.operation_id = s.message_id AND m.message_kind = s.message_kind;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION send_alert(bigint, integer, text, text) OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION send_alert(bigint, integer, text, text), alert_address(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION alert_address(integer) TO onceover_api, onceover_reconciler, onceover_auditor;
GRANT EXECUTE ON FUNCTION send_alert(bigint, integer, text, text) TO onceover_reconciler;
GRANT SELECT ON alert_contact TO onceover_api;
GRANT SELECT, INSERT ON alert_message TO onceover_api;
GRANT INSERT ON outbox TO onceover_api;
GRANT SELECT ON alert_owed TO onceover_reconciler;
GRANT SELECT ON alert_message TO onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_auditor;
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_contact TO onceover_admin;
GRANT SELECT ON alert_contact TO onceover_viewer, onceover_auditor, onceover_reconciler;
GRANT SELECT ON v_alert_message TO onceover_viewer, onceover_auditor;

SELECT record_guards();
