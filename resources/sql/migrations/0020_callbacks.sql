-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 17
-- Callbacks: the outside tells by itself what became of a key, in any order and as often as it likes. What it tells is a fact
-- (DESIGN.md rule 4): appended under its event id whatever the state is, filed under its message as one more outside call,
-- and decided by finish_external() like every other answer. What belongs to no message is listed for a person.
SET search_path = onceover, pg_temp;

ALTER TABLE external_event
  ADD COLUMN code    text NOT NULL DEFAULT '',
  ADD COLUMN error   text NOT NULL DEFAULT '',
  ADD COLUMN sent_at timestamptz;                    -- when the outside signed it, by its own clock
CREATE INDEX ix_external_event_key ON external_event (idempotency_key);

ALTER TABLE external_call DROP CONSTRAINT external_call_kind_check;
ALTER TABLE external_call ADD CONSTRAINT external_call_kind_check CHECK (kind IN ('SEND', 'QUERY', 'CALLBACK'));
ALTER TABLE external_call ADD COLUMN event_id text;  -- of a callback: the event that it was filed from
ALTER TABLE external_call ADD CONSTRAINT a_callback_names_its_event CHECK ((kind = 'CALLBACK') = (event_id IS NOT NULL));
CREATE INDEX ix_external_call_callback ON external_call (bucket, outbox_id) WHERE kind = 'CALLBACK';

DROP TRIGGER guard_insert ON external_call;
-- What was asked or told permits or ends things, so its record is written by who asks or listens, never by who sends.
SELECT make_guard_insert('external_call', 'OC001', 'a query is recorded by who may ask, a callback by who listens',
  $$NEW.kind = 'QUERY' AND NOT (pg_has_role(session_user, 'onceover_resolver', 'MEMBER') OR pg_has_role(session_user, 'onceover_callback', 'MEMBER')
                                OR pg_has_role(session_user, 'onceover_reconciler', 'MEMBER'))
    OR NEW.kind = 'CALLBACK' AND NOT pg_has_role(session_user, 'onceover_callback', 'MEMBER')$$);

-- A row exists until the event is decided; of an event without a message until there is one. Such a one is listed as a
-- difference.
CREATE TABLE external_event_due (
  channel_id      text NOT NULL,
  event_id        text NOT NULL,
  idempotency_key text NOT NULL,
  recorded_at     timestamptz NOT NULL,
  is_listed       boolean NOT NULL DEFAULT false,
  call_id         bigint,
  PRIMARY KEY (channel_id, event_id)
);
CREATE INDEX ix_external_event_due_key ON external_event_due (idempotency_key);

-- What was turned away at the door, by day: counted, because nobody vouches for it.
CREATE TABLE callback_refusal (
  channel_id text NOT NULL,                          -- '' where no known one was named
  reason     text NOT NULL COLLATE "C",
  day        date NOT NULL,
  n          bigint NOT NULL CHECK (n > 0),
  last_at    timestamptz NOT NULL,
  PRIMARY KEY (day, channel_id, reason)
);
SELECT make_guard_update('callback_refusal', p_mutable => '{n,last_at}', p_rules => ARRAY['OC002', 'a count only grows', 'NEW.n < OLD.n']);

INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('callback window', 300000, 'ms', 'a repeat is signed anew; five minutes are for clocks and queues between us and a bank');

-- Appends callbacks; arrays of equal length. Each event id of a channel is recorded once. Other bytes under an id that is
-- there are another fact: they are recorded beside it, the id followed by ~ and their fingerprint. Returns how many were new.
CREATE FUNCTION record_callbacks(p_worker text, p_channels text[], p_event_ids text[], p_keys text[], p_answers text[], p_codes text[],
                                 p_refs text[], p_amounts bigint[], p_currencies text[], p_raw bytea[], p_errors text[], p_sent_at timestamptz[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock();
  made   integer := 0;
  new_   integer;
BEGIN
  IF p_worker IS NULL OR EXISTS (
       SELECT FROM unnest(ARRAY[cardinality(p_event_ids), cardinality(p_keys), cardinality(p_answers), cardinality(p_codes), cardinality(p_refs),
                                cardinality(p_amounts), cardinality(p_currencies), cardinality(p_raw), cardinality(p_errors), cardinality(p_sent_at)]) c
        WHERE c IS DISTINCT FROM cardinality(p_channels)) THEN
    PERFORM refuse('OC009', 'arrays of unequal length');
  END IF;
  -- Twice: the second look, in a new statement, sees whose bytes came first under an id (rule 2).
  FOR pass IN 1 .. 2 LOOP
    WITH told AS (
      SELECT DISTINCT ON (x.channel_id, x.id) x.*
        FROM (SELECT u.*, CASE WHEN e.event_id IS NULL OR e.raw_sha256 = sha256(u.raw) THEN u.event_id
                               ELSE u.event_id || '~' || left(encode(sha256(u.raw), 'hex'), 16) END AS id
                FROM unnest(p_channels, p_event_ids, p_keys, p_answers, p_codes, p_refs, p_amounts, p_currencies, p_raw, p_errors, p_sent_at)
                       WITH ORDINALITY u(channel_id, event_id, key, answer, code, ref, amount, currency, raw, error, sent_at, n)
                LEFT JOIN external_event e ON e.channel_id = u.channel_id AND e.event_id = u.event_id) x
       ORDER BY x.channel_id, x.id, x.n),
    recorded AS (
      INSERT INTO external_event (channel_id, event_id, at, idempotency_key, answer, external_ref, amount_minor, currency, raw, raw_sha256,
                                  signature_valid, worker_id, code, error, sent_at)
      SELECT channel_id, id, moment, key, answer, ref, amount, currency, raw, sha256(raw), true, p_worker, code, error, sent_at FROM told
      ON CONFLICT DO NOTHING
      RETURNING channel_id, event_id, idempotency_key)
    INSERT INTO external_event_due (channel_id, event_id, idempotency_key, recorded_at)
    SELECT channel_id, event_id, idempotency_key, moment FROM recorded;
    GET DIAGNOSTICS new_ = ROW_COUNT;
    made := made + new_;
  END LOOP;
  RETURN made;
END
$$;

-- Files recorded callbacks under their messages, as calls of kind CALLBACK, and lists the others as differences: the outside
-- knows a key that we do not. Returns what waits for a decision, oldest first.
CREATE FUNCTION file_callbacks(p_worker text, p_limit integer)
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
    INSERT INTO reconciliation_difference (kind, grade, channel_id, idempotency_key, external_ref, theirs_minor, currency, subject, detail, opened_at)
    SELECT 'MISSING_HERE', CASE e.answer WHEN 'FOUND_EXECUTED' THEN 'P0' WHEN 'QUERY_UNKNOWN' THEN 'P0' ELSE 'P1' END, e.channel_id,
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

CREATE FUNCTION close_callbacks(p_channels text[], p_event_ids text[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp AS $$
DECLARE
  closed integer;
BEGIN
  DELETE FROM external_event_due d USING unnest(p_channels, p_event_ids) u(channel_id, event_id)
   WHERE d.channel_id = u.channel_id AND d.event_id = u.event_id AND d.call_id IS NOT NULL;
  GET DIAGNOSTICS closed = ROW_COUNT;
  RETURN closed;
END
$$;

CREATE FUNCTION count_callback_refusals(p_channels text[], p_reasons text[], p_counts bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock();
BEGIN
  INSERT INTO callback_refusal AS r (channel_id, reason, day, n, last_at)
  SELECT u.channel_id, u.reason, (moment AT TIME ZONE 'UTC')::date, sum(u.n), moment
    FROM unnest(p_channels, p_reasons, p_counts) u(channel_id, reason, n) WHERE u.n > 0 GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, channel_id, reason) DO UPDATE SET n = r.n + excluded.n, last_at = excluded.last_at;
END
$$;

-- Callbacks in figures: taken by what they said, turned away by why.
CREATE VIEW v_figure_callback AS
  SELECT 'callbacks_total' AS figure, '' AS job_type, e.channel_id, '' AS duty, lower(e.answer) AS class, '' AS rule_version,
         count(*)::double precision AS value
    FROM external_event e GROUP BY e.channel_id, e.answer
  UNION ALL
  SELECT 'callbacks_refused_total', '', r.channel_id, '', r.reason, '', sum(r.n) FROM callback_refusal r GROUP BY r.channel_id, r.reason
  UNION ALL
  SELECT 'queue_length', '', d.channel_id, '', CASE WHEN d.is_listed THEN 'callback of an unknown key' ELSE 'callback' END, '', count(*)
    FROM external_event_due d GROUP BY d.channel_id, d.is_listed;

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY[
    'record_callbacks(text, text[], text[], text[], text[], text[], text[], bigint[], text[], bytea[], text[], timestamptz[])',
    'file_callbacks(text, integer)', 'close_callbacks(text[], text[])', 'count_callback_refusals(text[], text[], bigint[])'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO onceover_callback', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON external_event, external_event_due TO onceover_api;
GRANT UPDATE (is_listed, call_id), DELETE ON external_event_due TO onceover_api;
GRANT INSERT ON external_call TO onceover_api;
GRANT SELECT, INSERT ON callback_refusal TO onceover_api;
GRANT UPDATE (n, last_at) ON callback_refusal TO onceover_api;
-- Callbacks come through record_callbacks() alone; what a sender or resolver writes is its own call.
REVOKE INSERT ON external_event FROM onceover_sender, onceover_resolver, onceover_callback;
GRANT EXECUTE ON FUNCTION limit_of(text) TO onceover_callback;
GRANT SELECT ON watch_limit TO onceover_callback;
GRANT SELECT ON v_figure_callback TO onceover_reconciler, onceover_viewer, onceover_auditor;
GRANT SELECT ON external_event_due, callback_refusal TO onceover_auditor;

SELECT record_guards();
