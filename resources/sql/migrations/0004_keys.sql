-- SPDX-License-Identifier: GPL-3.0-or-later
-- Computed keys (the mirror of core/keys and core/run_key, byte for byte), who is speaking, and the freeze barrier.
SET search_path = onceover, pg_temp;

-- A part of a hashed key: its length as four bytes, big-endian, then its bytes. Built from immutable functions alone, so
-- that the planner can put it inline; the bytes are those of the server's encoding, which is UTF8.
CREATE FUNCTION lp(p_part text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int4send(octet_length(p_part)) || decode(replace(p_part, '\', '\\'), 'escape');

CREATE FUNCTION bucket_of(p_merchant_id bigint) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (get_byte(sha256(int8send(p_merchant_id)), 0) & 63)::smallint;

CREATE FUNCTION operation_id_of(p_namespace uuid, p_merchant_id bigint, p_settle_date date, p_settlement_type text,
                                p_currency text, p_scope_ref text, p_revision integer)
RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substr(sha256(uuid_send(p_namespace) || lp(p_merchant_id::text) || lp(to_char(p_settle_date::timestamp, 'YYYY-MM-DD'))
                     || lp(p_settlement_type) || lp(p_currency) || lp(p_scope_ref) || lp(p_revision::text)),
              1, 16), 'hex')::uuid;

-- RFC 4648 base32, upper case, of the first 20 bytes. Each step works on eight 5-bit groups at once: forty bits are
-- spread over the eight bytes of a bigint, then 0..25 become A..Z and 26..31 become 2..7.
CREATE FUNCTION base32_of(p_bytes bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  hex   constant text := encode(p_bytes, 'hex');
  chars bytea := '';
  v     bigint;
BEGIN
  FOR chunk IN 0..3 LOOP
    v := ('x' || substr(hex, 1 + 10 * chunk, 10))::bit(40)::bigint;
    v := (v & 1099510579200) << 12 | (v & 1048575);                        -- 2 × 20 bits
    v := (v & 4499201581906944) << 6 | (v & 4393751544831);                -- 4 × 10 bits
    v := (v & 279227437569541088) << 3 | (v & 8725857424048159);           -- 8 × 5 bits
    v := v + 4702111234474983745 - (((v + 434041037028460038) >> 5) & 72340172838076673) * 41;
    chars := chars || int8send(v);
  END LOOP;
  RETURN convert_from(chars, 'UTF8');
END
$$;

CREATE FUNCTION outward_key_of(p_namespace uuid, p_operation_id uuid, p_message_kind text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN base32_of(sha256(uuid_send(p_namespace) || lp(p_operation_id::text) || lp(p_message_kind)));

-- prefix[@scope]:period; a week is named by the day seven days before, a month by the date's own month. A slot has no
-- business date of its own: null.
CREATE FUNCTION run_key_of(p_prefix text, p_scope text, p_period_kind text, p_biz_date date)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_prefix || CASE WHEN p_scope = '' THEN '' ELSE '@' || p_scope END || ':' ||
         CASE p_period_kind WHEN 'day'   THEN to_char(p_biz_date::timestamp, 'YYYY-MM-DD')
                            WHEN 'week'  THEN to_char((p_biz_date - 7)::timestamp, 'IYYY"-W"IW')
                            WHEN 'month' THEN to_char(p_biz_date::timestamp, 'YYYY-MM') END;

CREATE FUNCTION namespace() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT i.namespace FROM installation i WHERE i.only_one);

-- Text that a person may read of an account number: its last four characters.
CREATE FUNCTION mask_account(p_account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_account IS NULL THEN NULL WHEN length(p_account) <= 8 THEN '****' ELSE '****' || right(p_account, 4) END;

-- Who speaks ----------------------------------------------------------------------------------------------------------

-- The person behind the login of this session, or null: no valid mapping, a login that was dropped and made anew, or a
-- superuser. SET ROLE changes nothing: session_user stays (S1).
CREATE FUNCTION person_of_session() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT l.person_id
    FROM person_login l
    JOIN pg_catalog.pg_roles r ON r.rolname = l.rolname AND r.oid = l.roleoid
   WHERE l.rolname = session_user AND l.valid AND NOT r.rolsuper
$$;

-- The group roles of the session's login, for the audit row.
CREATE FUNCTION role_of_session() RETURNS text LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT CASE WHEN (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = session_user) THEN 'superuser'
              ELSE coalesce((SELECT string_agg(substr(g.rolname, 10), ',' ORDER BY g.rolname)
                               FROM pg_catalog.pg_roles g
                              WHERE g.rolname LIKE 'onceover\_%' AND NOT g.rolcanlogin
                                AND pg_has_role(session_user, g.oid, 'MEMBER')), '') END
$$;

-- Freeze barrier ------------------------------------------------------------------------------------------------------

CREATE FUNCTION freeze_barrier_key() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 8029464472961049970;   -- the bytes of 'onceover'

-- First statement of every trigger, claim, retry and mark-sent transaction (DESIGN.md rule 12): whoever freezes takes the
-- same lock exclusively, so that no such transaction straddles effective_at.
CREATE FUNCTION freeze_barrier() RETURNS void LANGUAGE sql VOLATILE
RETURN pg_advisory_xact_lock_shared(freeze_barrier_key());

CREATE VIEW freezes_in_force AS
  SELECT freeze_id, scope_kind, scope_ref, status, actor, reason, incident_id, effective_at
    FROM freeze_order
   WHERE status IN ('IN_FORCE', 'DRAINED', 'LIFT_REQUESTED');

-- How long freezes kept this work from being done between two moments: it is not charged to the work's budget of time.
-- Freezes that overlap count once.
CREATE FUNCTION frozen_between(p_job_id text, p_batch_id bigint, p_merchant_id bigint, p_channel_id text, p_from timestamptz,
                               p_to timestamptz)
RETURNS interval LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce(sum(upper(r) - lower(r)), '0')
    FROM unnest((SELECT range_agg(tstzrange(greatest(f.effective_at, p_from), least(coalesce(f.lifted_at, p_to), p_to)))
                   FROM freeze_order f
                  WHERE f.effective_at < p_to AND coalesce(f.lifted_at, p_to) > p_from
                    AND CASE f.scope_kind
                          WHEN 'everything' THEN true
                          WHEN 'job' THEN f.scope_ref = p_job_id
                          WHEN 'batch' THEN f.scope_ref = p_batch_id::text
                          WHEN 'merchant' THEN f.scope_ref = p_merchant_id::text
                          ELSE f.scope_ref = p_channel_id
                        END)) r
$$;
