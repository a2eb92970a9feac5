-- SPDX-License-Identifier: GPL-3.0-or-later
-- Anchors (DESIGN.md rule 13, SECURITY.md S7): each minute a worker signs the heads of the chains that moved, and keeps the anchor
-- in a file outside the database. A tail that is cut later, or a database that was restored to yesterday, contradicts that file.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Nothing wrote anchors before, so the table is empty. Anchors are a chain of their own: prev_hash = sha256(body before).
ALTER TABLE audit_anchor
  ADD COLUMN seq       bigint NOT NULL UNIQUE CHECK (seq > 0),
  ADD COLUMN prev_hash bytea NOT NULL CHECK (octet_length(prev_hash) = 32),
  ADD COLUMN body      bytea NOT NULL,
  ALTER COLUMN signature SET NOT NULL,
  ALTER COLUMN public_key SET NOT NULL,
  ADD CHECK (octet_length(signature) = 64 AND octet_length(public_key) = 32);

-- The newest anchored head of each chain, so that an anchor names only what moved. Apart from audit_chain, whose rows every act
-- updates.
CREATE TABLE audit_anchored (
  chain text PRIMARY KEY,
  seq   bigint NOT NULL CHECK (seq > 0),
  hash  bytea NOT NULL
);
SELECT make_guard_update('audit_anchored', p_mutable => '{seq,hash}',
  p_rules => ARRAY['OC003', 'an anchored head moves forward', 'NEW.seq <= OLD.seq']);

-- An anchor that a worker keeps outside and that this database does not have.
CREATE TABLE audit_gap (
  seq        bigint NOT NULL CHECK (seq > 0),
  body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  found_at   timestamptz NOT NULL DEFAULT clock(),
  login      text NOT NULL,
  PRIMARY KEY (seq, body_hash)
);
SELECT guard_append_only('audit_gap');

-- The bytes that are signed: length-prefixed fields, the heads in the order of their names' bytes.
CREATE FUNCTION anchor_body(p_seq bigint, p_at timestamptz, p_prev_hash bytea, p_heads jsonb) RETURNS bytea
LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT lp('onceover anchor 1') || lp(namespace()::text) || lp(p_seq::text)
         || lp(to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) || lp(encode(p_prev_hash, 'hex'))
         || coalesce((SELECT string_agg(lp(h.key) || lp(h.value ->> 'seq') || lp(h.value ->> 'hash'), ''::bytea ORDER BY h.key COLLATE "C")
                        FROM jsonb_each(p_heads) h), ''::bytea)
$$;

-- What to sign next. No row: the last anchor is younger than a minute, or nothing moved and it is younger than an hour.
CREATE FUNCTION next_anchor() RETURNS TABLE (seq bigint, at timestamptz, prev_hash bytea, heads jsonb, body bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  newest  audit_anchor;
  this_at timestamptz;
  moved   jsonb;
BEGIN
  SELECT * INTO newest FROM audit_anchor ORDER BY seq DESC LIMIT 1;
  this_at := clock();
  IF this_at BETWEEN newest.at AND newest.at + interval '1 minute' THEN
    RETURN;
  END IF;
  SELECT jsonb_object_agg(c.chain, jsonb_build_object('seq', c.head_seq, 'hash', encode(c.head_hash, 'hex'))) INTO moved
    FROM audit_chain c LEFT JOIN audit_anchored a USING (chain)
   WHERE c.head_seq > coalesce(a.seq, 0);
  IF moved IS NULL AND this_at BETWEEN newest.at AND newest.at + interval '1 hour' THEN
    RETURN;
  END IF;
  seq := coalesce(newest.seq, 0) + 1;
  at := greatest(this_at, newest.at); -- A clock that stepped back stops no signing.
  prev_hash := coalesce(sha256(newest.body), decode(repeat('00', 32), 'hex'));
  heads := coalesce(moved, '{}');
  body := anchor_body(seq, at, prev_hash, heads);
  RETURN NEXT;
END
$$;

-- KEPT, or MOVED: another janitor anchored since it was drafted, or REJECTED: it does not say what the chains say.
CREATE FUNCTION append_anchor(p_seq bigint, p_at timestamptz, p_prev_hash bytea, p_heads jsonb, p_body bytea, p_signature bytea,
                              p_public_key bytea)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  newest   audit_anchor;
  appended bigint;
BEGIN
  SELECT * INTO newest FROM audit_anchor ORDER BY seq DESC LIMIT 1;
  IF p_seq <> coalesce(newest.seq, 0) + 1 THEN
    RETURN 'MOVED';
  END IF;
  IF p_prev_hash IS DISTINCT FROM coalesce(sha256(newest.body), decode(repeat('00', 32), 'hex'))
     OR p_body IS DISTINCT FROM anchor_body(p_seq, p_at, p_prev_hash, p_heads)
     OR p_at > greatest(clock(), newest.at) OR p_at < newest.at
     OR EXISTS (SELECT FROM jsonb_each(p_heads) h
                 WHERE h.value <> jsonb_build_object('seq', (h.value ->> 'seq')::bigint, 'hash', h.value ->> 'hash')
                    OR NOT EXISTS (SELECT FROM audit_log l WHERE l.chain = h.key AND l.seq = (h.value ->> 'seq')::bigint
                                      AND encode(l.hash, 'hex') = h.value ->> 'hash')) THEN
    RETURN 'REJECTED';
  END IF;
  INSERT INTO audit_anchor (seq, at, prev_hash, heads, body, signature, public_key)
  VALUES (p_seq, p_at, p_prev_hash, p_heads, p_body, p_signature, p_public_key)
  ON CONFLICT (seq) DO NOTHING RETURNING seq INTO appended;
  IF appended IS NULL THEN
    RETURN 'MOVED';
  END IF;
  INSERT INTO audit_anchored AS a (chain, seq, hash)
  SELECT h.key, (h.value ->> 'seq')::bigint, decode(h.value ->> 'hash', 'hex') FROM jsonb_each(p_heads) h ORDER BY h.key
  ON CONFLICT (chain) DO UPDATE SET seq = EXCLUDED.seq, hash = EXCLUDED.hash WHERE a.seq < EXCLUDED.seq;
  RETURN 'KEPT';
END
$$;

CREATE FUNCTION knows_anchor(p_seq bigint, p_body_hash bytea) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM audit_anchor WHERE seq = p_seq AND sha256(body) = p_body_hash)
$$;

-- What that key signed after an anchor, the oldest first: a worker whose file lacks them (it died, or its disk was full) writes them on.
CREATE FUNCTION anchors_since(p_public_key bytea, p_seq bigint) RETURNS TABLE (seq bigint, body bytea, signature bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT a.seq, a.body, a.signature FROM audit_anchor a WHERE a.public_key = p_public_key AND a.seq > p_seq ORDER BY a.seq LIMIT 1000
$$;

-- Once per anchor. Refused (false) for one that is there.
CREATE FUNCTION report_lost_history(p_seq bigint, p_body_hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  written bigint;
BEGIN
  IF knows_anchor(p_seq, p_body_hash) THEN
    RETURN false;
  END IF;
  IF (SELECT count(*) FROM audit_gap) >= 100 THEN
    RETURN true; -- Whoever looks at a hundred needs no more.
  END IF;
  INSERT INTO audit_gap (seq, body_hash, login) VALUES (p_seq, p_body_hash, session_user)
  ON CONFLICT DO NOTHING RETURNING seq INTO written;
  IF written IS NOT NULL THEN
    PERFORM audit_append('system', 'system', 'lost-history', 'anchor ' || p_seq, 'DONE', 'an anchor kept outside is not in this database', '',
                         jsonb_build_object('body_hash', encode(p_body_hash, 'hex')), NULL);
  END IF;
  RETURN true;
END
$$;

-- Who is a member of which role, and which login is which person: once a day, in the chain `system`.
CREATE FUNCTION record_membership() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  today date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover membership', 0)); -- Locked first, then looked, in a new statement.
  today := (clock() AT TIME ZONE 'UTC')::date;
  IF (SELECT (l.at AT TIME ZONE 'UTC')::date FROM audit_log l
       WHERE l.target = 'roles' AND l.chain = 'system' AND l.action = 'membership' ORDER BY l.at DESC LIMIT 1) = today THEN
    RETURN false;
  END IF;
  PERFORM audit_append('system', 'system', 'membership', 'roles', 'DONE', '', '', jsonb_build_object(
    'members', (SELECT jsonb_object_agg(m.role, m.members) FROM (
       WITH RECURSIVE held(role, member, admin) AS (
         SELECT r.rolname, a.member, a.admin_option FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid WHERE r.rolname LIKE 'onceover\_%'
         UNION SELECT h.role, a.member, a.admin_option FROM held h JOIN pg_auth_members a ON a.roleid = h.member)
       SELECT h.role, jsonb_agg(DISTINCT u.rolname || CASE WHEN h.admin THEN ' (admin)' ELSE '' END) AS members
         FROM held h JOIN pg_roles u ON u.oid = h.member GROUP BY h.role) m),
    'superusers', (SELECT jsonb_agg(rolname ORDER BY rolname) FROM pg_roles WHERE rolsuper),
    'persons', (SELECT jsonb_object_agg(rolname, person_id) FROM person_login WHERE valid)), NULL);
  RETURN true;
END
$$;

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['next_anchor()', 'append_anchor(bigint, timestamptz, bytea, jsonb, bytea, bytea, bytea)',
                           'knows_anchor(bigint, bytea)', 'anchors_since(bytea, bigint)', 'report_lost_history(bigint, bytea)', 'record_membership()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO onceover_janitor', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION anchor_body(bigint, timestamptz, bytea, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION anchor_body(bigint, timestamptz, bytea, jsonb) TO onceover_api, onceover_auditor;
GRANT SELECT, INSERT ON audit_anchor, audit_gap TO onceover_api;
GRANT SELECT, INSERT, UPDATE (seq, hash) ON audit_anchored TO onceover_api;
GRANT SELECT ON audit_anchored, audit_gap TO onceover_auditor;
-- The alerts of lost history and of anchors that stopped.
GRANT SELECT ON audit_anchored, audit_gap, audit_chain, audit_anchor TO onceover_reconciler;
INSERT INTO watch_limit (name, amount, unit, basis) VALUES ('anchor age', 900000, 'ms', 'fifteen minutes: anchors come each minute, or each hour where nothing moves');

SELECT record_guards();
