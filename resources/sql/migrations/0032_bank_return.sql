-- SPDX-License-Identifier: GPL-3.0-or-later
-- A bank may send money back after it paid it out (DESIGN.md section 9). That is a fact beside the payment: it stands in the
-- operation's timeline and as a difference in a person's list, and it changes neither state nor book; what the merchant gets then is an
-- approved operation of its own. What came back was executed, so it is never sent again by itself.
-- reader-min: 17
SET search_path = onceover, pg_temp;

ALTER TABLE external_call DROP CONSTRAINT external_call_answer_check;
ALTER TABLE external_call ADD CONSTRAINT external_call_answer_check CHECK (answer IN (
    'ACCEPTED', 'REFUSED', 'IN_FLIGHT', 'MISMATCH', 'THROTTLED', 'UNKNOWN', 'NOT_SENT',
    'FOUND_EXECUTED', 'FOUND_PENDING', 'FOUND_REFUSED', 'FOUND_RETURNED', 'NOT_FOUND', 'QUERY_UNKNOWN'));
ALTER TABLE reconciliation_difference DROP CONSTRAINT reconciliation_difference_kind_check;
ALTER TABLE reconciliation_difference ADD CONSTRAINT reconciliation_difference_kind_check CHECK (kind IN (
    'MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE', 'CONTRADICTION', 'REFERENCE_TAKEN', 'COUNT',
    'CHARGED_NOT_EXTENDED', 'EXTENDED_NOT_CHARGED', 'RETURNED'));

-- The judge of outcomes: what came back counts as executed where a re-send is asked for. One word of it changes.
DO $$
DECLARE
  judge  constant text := pg_get_functiondef('finish_judge'::regproc);
  before constant text := $x$e.answer IN ('ACCEPTED', 'FOUND_EXECUTED')) THEN 'EXECUTED_ON_RECORD'$x$;
BEGIN
  IF strpos(judge, before) = 0 THEN
    RAISE EXCEPTION 'finish_judge() does not look at what was executed before a re-send';
  END IF;
  EXECUTE replace(judge, before, $x$e.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) THEN 'EXECUTED_ON_RECORD'$x$);
END
$$;

-- Did this key ever succeed (R86)? What came back was executed.
CREATE OR REPLACE FUNCTION effect_on_record(p_bucket smallint, p_operation uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM external_call c WHERE c.bucket = p_bucket AND c.operation_id = p_operation
                    AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED'))
      OR EXISTS (SELECT FROM outbox m JOIN external_event e ON e.idempotency_key = m.idempotency_key
                  WHERE m.bucket = p_bucket AND m.operation_id = p_operation AND e.signature_valid
                    AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED'))
$$;

-- As before, and money that came back is listed.
CREATE OR REPLACE FUNCTION file_callbacks(p_worker text, p_limit integer)
RETURNS TABLE (channel_id text, event_id text, call_id bigint, bucket smallint, outbox_id bigint, operation_id uuid, idempotency_key text,
               outbox_version bigint, recorded_at timestamptz, answer text, code text, external_ref text, amount_minor bigint, currency text,
               error text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  channels text[];
  ids      text[];
BEGIN
  SELECT array_agg(p.channel_id), array_agg(p.event_id) INTO channels, ids
    FROM (SELECT d.channel_id, d.event_id FROM external_event_due d
           WHERE d.call_id IS NULL
             AND (NOT d.is_listed OR EXISTS (SELECT FROM outbox m WHERE m.idempotency_key = d.idempotency_key AND m.channel_id = d.channel_id))
           ORDER BY d.recorded_at, d.event_id LIMIT p_limit FOR UPDATE SKIP LOCKED) p;
  IF ids IS NOT NULL THEN
    WITH filed AS (
      INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at,
                                 duration, answer, code, external_ref, amount_minor, currency, raw_answer, raw_sha256, error, worker_id, event_id)
      SELECT 'CALLBACK', m.channel_id, m.profile_version, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.version, e.at,
             '0', e.answer, e.code, e.external_ref, e.amount_minor, e.currency, substr(e.raw, 1, 4096), e.raw_sha256, e.error, p_worker, e.event_id
        FROM unnest(channels, ids) p(channel_id, event_id)
        JOIN external_event e ON e.channel_id = p.channel_id AND e.event_id = p.event_id
        JOIN outbox m ON m.idempotency_key = e.idempotency_key AND m.channel_id = e.channel_id
       ORDER BY e.at, e.event_id
      RETURNING call_id, channel_id, event_id)
    UPDATE external_event_due d SET call_id = f.call_id FROM filed f WHERE d.channel_id = f.channel_id AND d.event_id = f.event_id;
    -- Money that came back, once for each reference of the bank's, however often and in whatever words it is told. It belongs to no
    -- batch any more: what the batch promised was kept.
    INSERT INTO reconciliation_difference (kind, grade, bucket, operation_id, channel_id, idempotency_key, external_ref, ours_minor, theirs_minor,
                                           currency, detail, opened_at, occurred_at)
    SELECT DISTINCT ON (m.operation_id, e.external_ref) 'RETURNED', 'P0', m.bucket, m.operation_id, m.channel_id, m.idempotency_key,
           coalesce(e.external_ref, ''), m.amount_minor, CASE WHEN e.currency = m.currency THEN m.amount_minor - e.amount_minor END, m.currency,
           'the bank sent ' || coalesce(e.amount_minor || ' ' || e.currency, 'it') || ' (minor) back' || CASE e.code WHEN '' THEN '' ELSE ': ' || e.code END,
           clock(), e.sent_at
      FROM unnest(channels, ids) p(channel_id, event_id)
      JOIN external_event e ON e.channel_id = p.channel_id AND e.event_id = p.event_id
      JOIN outbox m ON m.idempotency_key = e.idempotency_key AND m.channel_id = e.channel_id
     WHERE e.answer = 'FOUND_RETURNED'
       AND NOT EXISTS (SELECT FROM reconciliation_difference d
                        WHERE d.kind = 'RETURNED' AND d.operation_id = m.operation_id AND d.external_ref = coalesce(e.external_ref, ''))
     ORDER BY m.operation_id, e.external_ref, e.at, e.event_id
    ON CONFLICT DO NOTHING;
    INSERT INTO reconciliation_difference (kind, grade, channel_id, idempotency_key, external_ref, theirs_minor, currency, subject, detail, opened_at)
    SELECT 'MISSING_HERE', CASE WHEN e.answer IN ('FOUND_EXECUTED', 'FOUND_RETURNED', 'QUERY_UNKNOWN') THEN 'P0' ELSE 'P1' END, e.channel_id,
           e.idempotency_key, coalesce(e.external_ref, ''), e.amount_minor, e.currency, 'callback ' || e.event_id,
           'the outside called back ' || e.answer || CASE WHEN e.idempotency_key = '' THEN '; what it says cannot be read: ' || e.error
             ELSE coalesce((SELECT '; the key belongs to channel ' || m.channel_id FROM outbox m WHERE m.idempotency_key = e.idempotency_key),
                           '; no message of ours has this key') END, clock()
      FROM external_event_due d JOIN external_event e ON e.channel_id = d.channel_id AND e.event_id = d.event_id
     WHERE (d.channel_id, d.event_id) IN (SELECT * FROM unnest(channels, ids)) AND d.call_id IS NULL AND NOT d.is_listed
     ORDER BY e.channel_id, e.event_id
    ON CONFLICT DO NOTHING;
    UPDATE external_event_due d SET is_listed = true
     WHERE (d.channel_id, d.event_id) IN (SELECT * FROM unnest(channels, ids)) AND d.call_id IS NULL AND NOT d.is_listed;
  END IF;
  RETURN QUERY
    SELECT d.channel_id, d.event_id, d.call_id, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, m.version, e.at, e.answer, e.code,
           e.external_ref, e.amount_minor, e.currency::text, e.error
      FROM external_event_due d
      JOIN external_event e ON e.channel_id = d.channel_id AND e.event_id = d.event_id
      JOIN outbox m ON m.idempotency_key = d.idempotency_key
     WHERE d.call_id IS NOT NULL
     ORDER BY e.at, d.event_id LIMIT p_limit;
END
$$;

SELECT record_guards();
