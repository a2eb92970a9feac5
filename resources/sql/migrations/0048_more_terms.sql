-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a profile declares and the programs did not read yet (DESIGN.md section 5): which keys a channel takes, whether it fences, and
-- what it does with a value date that is past. A version whose keys cannot be ours is entered as the bank says it is, and never enabled.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- The truth about a bank can be written down even where it is of no use to us. A key's characters are single ones and ranges, as in
-- A-Za-z0-9_-, a dash for itself at the end.
ALTER TABLE channel_profile
  DROP CONSTRAINT channel_profile_key_max_len_check,
  ADD CONSTRAINT key_has_a_length CHECK (key_max_len > 0),
  ADD CONSTRAINT key_charset_is_one CHECK (key_charset ~ '^([A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9._~+=:/])+-?$' AND 'A' ~ ('[' || key_charset || ']') IS NOT NULL);

-- Why this channel cannot carry every outward key, or null. The mirror of core/keys checkKeyFits; the transport is that of
-- channel/curl_payment_channel, which needs its other headers for itself.
CREATE FUNCTION key_trouble(p_transport text, p_charset text, p_max_len integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_transport !~* '^header:[a-z][a-z0-9-]{0,63}$' THEN 'its keys go by ' || p_transport || ', ours in a header'
  WHEN lower(p_transport) ~ '^header:(accept|connection|content-.*|expect|fencing-token|host|transfer-encoding|user-agent|webhook-.*)$'
    THEN 'its keys go by ' || p_transport || ', which has another meaning'
  WHEN p_max_len < 32 THEN 'its longest key has ' || p_max_len || ' characters, ours have 32'
  WHEN 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' !~ ('^[' || p_charset || ']+$') THEN 'its keys are of ' || p_charset || ', ours of A-Z2-7' END;

CREATE FUNCTION guard_channel_keys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  PERFORM refuse('OC006', 'channel ' || NEW.channel_id || ' version ' || NEW.profile_version || ': '
                          || key_trouble(NEW.key_transport, NEW.key_charset, NEW.key_max_len));
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_keys_insert BEFORE INSERT ON channel_profile FOR EACH ROW
  WHEN (NEW.enabled AND key_trouble(NEW.key_transport, NEW.key_charset, NEW.key_max_len) IS NOT NULL) EXECUTE FUNCTION guard_channel_keys();
CREATE TRIGGER guard_keys_update BEFORE UPDATE ON channel_profile FOR EACH ROW
  WHEN (NEW.enabled AND NOT OLD.enabled AND key_trouble(NEW.key_transport, NEW.key_charset, NEW.key_max_len) IS NOT NULL)
  EXECUTE FUNCTION guard_channel_keys();
ALTER TABLE channel_profile ENABLE ALWAYS TRIGGER guard_keys_insert, ENABLE ALWAYS TRIGGER guard_keys_update;

CREATE OR REPLACE VIEW v_channel_terms AS
  SELECT channel_id, profile_version, kind, endpoint, enabled, key_transport, on_mismatch, on_in_flight, stores_5xx, query_kind,
         refusal, refusal_codes, amount_unit, callback_signed, key_max_len, test_endpoint, max_in_flight, max_send_attempts, max_queries,
         (extract(epoch FROM retention) * 1000)::bigint AS retention_ms,
         (extract(epoch FROM retention_margin) * 1000)::bigint AS retention_margin_ms,
         (extract(epoch FROM coalesce(query_eventual_max, '0')) * 1000)::bigint AS query_eventual_max_ms,
         (extract(epoch FROM max_late_execution) * 1000)::bigint AS max_late_execution_ms,
         (extract(epoch FROM connect_timeout) * 1000)::bigint AS connect_timeout_ms,
         (extract(epoch FROM answer_timeout) * 1000)::bigint AS answer_timeout_ms,
         (extract(epoch FROM send_lease) * 1000)::bigint AS send_lease_ms,
         extract(epoch FROM cutoff)::integer / 60 AS cutoff_minutes, coalesce(cutoff_zone, '') AS cutoff_zone,
         coalesce(calendar_id, '') AS calendar_id, value_date_rule,
         (extract(epoch FROM escalate_after) * 1000)::bigint AS escalate_after_ms,
         ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
           AS retry_backoff_ms,
         ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(query_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
           AS query_backoff_ms,
         key_charset, fencing, past_value_date
    FROM channel_profile;

-- As before; a version that cannot carry our keys is refused by name, with what it lacks.
CREATE OR REPLACE FUNCTION request_profile(p_channel text, p_change text, p_version integer, p_fields jsonb, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := btrim('channel ' || coalesce(p_channel, '') || CASE WHEN p_version IS NULL THEN '' ELSE ' version ' || p_version END);
  same    constant jsonb := jsonb_build_object('channel', p_channel, 'change', p_change, 'version', p_version, 'fields', coalesce(p_fields, 'null'));
  answer  request_answer := request_seen('profile', same, p_reason, p_request_id, target);
  refused text;
  found_  text := '';
  newest  integer;
  base    channel_profile;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT max(p.profile_version) INTO newest FROM channel_profile p WHERE p.channel_id = p_channel;
  SELECT * INTO base FROM channel_profile p
   WHERE p.channel_id = p_channel AND CASE p_change WHEN 'disable' THEN p.enabled ELSE p.profile_version = coalesce(p_version, newest) END;
  refused := CASE
    WHEN newest IS NULL THEN 'NO_CHANNEL_PROFILE'
    WHEN p_change IS NULL OR p_change NOT IN ('version', 'enable', 'disable') OR (p_change = 'version') <> (p_fields IS NOT NULL) THEN 'VALUE_MALFORMED'
    WHEN base.channel_id IS NULL AND p_change = 'disable' THEN 'NOT_IN_THIS_STATE'
    WHEN base.channel_id IS NULL THEN 'NO_CHANNEL_PROFILE'
    WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'profile' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND q.plan ->> 'channel' = p_channel) THEN 'OPEN_REQUEST'
    WHEN p_change = 'enable' AND base.enabled THEN 'NOT_IN_THIS_STATE'
    WHEN p_change = 'enable' AND key_trouble(base.key_transport, base.key_charset, base.key_max_len) IS NOT NULL THEN 'KEY_NOT_EXPRESSIBLE'
    WHEN p_change = 'enable' AND base.kind = 'payout' AND (SELECT t.passed FROM channel_self_test t
          WHERE t.channel_id = p_channel AND t.profile_version = base.profile_version ORDER BY t.self_test_id DESC LIMIT 1) IS NOT TRUE THEN 'SELF_TEST_MISSING' END;
  IF refused = 'KEY_NOT_EXPRESSIBLE' THEN
    found_ := key_trouble(base.key_transport, base.key_charset, base.key_max_len);
  ELSIF refused IS NULL AND p_change = 'version' THEN
    SELECT r.reason, r.found_ INTO refused, found_ FROM profile_refusal(base, newest + 1, p_fields) r;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request profile', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  plan := jsonb_build_object('kind', 'profile', 'same', same, 'channel', p_channel, 'change', p_change, 'items', '[]'::jsonb,
    'version', CASE p_change WHEN 'version' THEN newest + 1 ELSE base.profile_version END, 'base', base.profile_version,
    -- Old and new, field by field, for who decides.
    'fields', coalesce((SELECT jsonb_object_agg(k, jsonb_build_object('old', to_jsonb(base) -> k, 'new', to_jsonb(next_profile(base, newest + 1, p_fields, '')) -> k))
                          FROM jsonb_object_keys(CASE p_change WHEN 'version' THEN p_fields ELSE '{}' END) k), '{}'));
  plan := plan || jsonb_build_object('facts', profile_facts(plan));
  RETURN request_insert('profile', plan, false, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION guard_channel_keys() OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION guard_channel_keys() FROM PUBLIC;

SELECT record_guards();
