-- SPDX-License-Identifier: GPL-3.0-or-later
-- How a channel is treated changes by two persons (DESIGN.md section 5): a new version of its profile, and which version is enabled.
-- A version keeps what it declared; a message stays with the version under which it was posted. What moves money is enabled only
-- after a self-test of that very version has passed, and while the newest test of it still does.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- The request of two persons about this channel that is being executed.
CREATE FUNCTION profile_is_approved(p_channel_id text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'profile' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND a.plan ->> 'channel' = p_channel_id)
$$;
DROP TRIGGER guard_update ON channel_profile;
DROP TRIGGER guard_delete ON channel_profile;
SELECT make_guard_update('channel_profile', p_mutable => '{endpoint,test_endpoint,enabled,connect_timeout,answer_timeout,send_lease,
  max_in_flight,retry_backoff,max_send_attempts,query_backoff,max_queries,escalate_after}',
  p_rules => ARRAY['OC008', 'two persons enable a channel', 'NEW.enabled AND NOT OLD.enabled AND NOT profile_is_approved(NEW.channel_id)']);

-- A profile as it would be with these fields changed: the next version, not enabled. Null fields keep what the base says.
CREATE FUNCTION next_profile(p_base channel_profile, p_version integer, p_fields jsonb, p_by text) RETURNS channel_profile LANGUAGE sql STABLE AS $$
  SELECT jsonb_populate_record(p_base, p_fields || jsonb_build_object('profile_version', p_version, 'enabled', false, 'created_at', clock(), 'created_by', p_by))
$$;

-- Why a row cannot be what these fields say, or null: the table's own checks and guards say so, and nothing is kept. found: in words.
CREATE FUNCTION profile_refusal(p_base channel_profile, p_version integer, p_fields jsonb, OUT reason text, OUT found_ text) LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_typeof(p_fields) IS DISTINCT FROM 'object' OR p_fields = '{}' OR p_fields ?| ARRAY['channel_id', 'kind', 'profile_version', 'enabled', 'created_at', 'created_by']
     OR EXISTS (SELECT FROM jsonb_object_keys(p_fields) k WHERE NOT to_jsonb(p_base) ? k) THEN
    reason := 'VALUE_MALFORMED';
    found_ := coalesce((SELECT k FROM jsonb_object_keys(CASE jsonb_typeof(p_fields) WHEN 'object' THEN p_fields ELSE '{}' END) k
                         WHERE NOT to_jsonb(p_base) ? k OR k IN ('channel_id', 'kind', 'profile_version', 'enabled', 'created_at', 'created_by') LIMIT 1), '');
    RETURN;
  END IF;
  BEGIN
    INSERT INTO channel_profile SELECT (next_profile(p_base, p_version, p_fields, 'trial')).*;
    RAISE EXCEPTION 'a trial' USING ERRCODE = 'OC100';
  EXCEPTION
    WHEN SQLSTATE 'OC100' THEN NULL;
    WHEN SQLSTATE 'OC006' THEN
      reason := 'RETENTION_TOO_SHORT';
      found_ := audit_text(SQLERRM);
    WHEN check_violation OR not_null_violation OR data_exception THEN
      reason := 'VALUE_MALFORMED';
      found_ := audit_text(SQLERRM);
    WHEN unique_violation THEN  -- Another request's version came first.
      reason := 'NOT_IN_THIS_STATE';
      found_ := audit_text(SQLERRM);
  END;
END
$$;

-- What a change of a channel rests on: its versions, which is enabled, and the newest self-test of the version that is meant.
CREATE FUNCTION profile_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('newest', max(p.profile_version), 'enabled', max(p.profile_version) FILTER (WHERE p.enabled),
           'self_test', (SELECT jsonb_build_object('id', t.self_test_id, 'passed', t.passed) FROM channel_self_test t
                          WHERE t.channel_id = p_plan ->> 'channel' AND t.profile_version = (p_plan ->> 'version')::integer ORDER BY t.self_test_id DESC LIMIT 1))
    FROM channel_profile p WHERE p.channel_id = p_plan ->> 'channel'
$$;

-- p_change: version (fields over the version p_version, or over the newest), enable (that version, or the newest), disable.
CREATE FUNCTION request_profile(p_channel text, p_change text, p_version integer, p_fields jsonb, p_reason text, p_ticket text, p_request_id uuid)
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
    WHEN p_change = 'enable' AND base.kind = 'payout' AND (SELECT t.passed FROM channel_self_test t
          WHERE t.channel_id = p_channel AND t.profile_version = base.profile_version ORDER BY t.self_test_id DESC LIMIT 1) IS NOT TRUE THEN 'SELF_TEST_MISSING' END;
  IF refused IS NULL AND p_change = 'version' THEN
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

CREATE FUNCTION execute_profile(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  channel constant text := a.plan ->> 'channel';
  version constant integer := (a.plan ->> 'version')::integer;
  base    channel_profile;
BEGIN
  PERFORM 1 FROM channel_profile p WHERE p.channel_id = channel ORDER BY p.profile_version FOR NO KEY UPDATE;
  IF plan_now(a.plan) <> a.plan THEN
    RETURN ROW('{}'::integer[], false)::executed;
  END IF;
  CASE a.plan ->> 'change'
    WHEN 'version' THEN
      SELECT * INTO STRICT base FROM channel_profile p WHERE p.channel_id = channel AND p.profile_version = (a.plan ->> 'base')::integer;
      INSERT INTO channel_profile SELECT (next_profile(base, version, a.plan -> 'same' -> 'fields', a.maker)).*;
    WHEN 'enable' THEN
      UPDATE channel_profile p SET enabled = false WHERE p.channel_id = channel AND p.enabled;
      UPDATE channel_profile p SET enabled = true WHERE p.channel_id = channel AND p.profile_version = version;
    ELSE
      UPDATE channel_profile p SET enabled = false WHERE p.channel_id = channel AND p.profile_version = version;
  END CASE;
  RETURN ROW('{}'::integer[], true)::executed;
END
$$;

-- The version is there; what was enabled or disabled was moved since by nobody but a later request.
CREATE FUNCTION verify_profile(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.status = 'FAILED'
      OR EXISTS (SELECT FROM approval l WHERE l.kind = 'profile' AND l.approval_id > a.approval_id AND l.executed_at IS NOT NULL AND l.plan ->> 'channel' = a.plan ->> 'channel')
      OR EXISTS (SELECT FROM channel_profile p
                  WHERE p.channel_id = a.plan ->> 'channel' AND p.profile_version = (a.plan ->> 'version')::integer AND p.enabled = (a.plan ->> 'change' = 'enable'))
$$;

INSERT INTO request_kind (kind, executes, facts, verifies, barrier) VALUES ('profile', 'execute_profile', 'profile_facts', 'verify_profile', 'exclusive');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('profile_is_approved', 'next_profile', 'profile_refusal', 'profile_facts', 'request_profile', 'execute_profile', 'verify_profile') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT INSERT ON channel_profile TO onceover_api;
GRANT UPDATE (enabled) ON channel_profile TO onceover_api;
GRANT EXECUTE ON FUNCTION request_profile(text, text, integer, jsonb, text, text, uuid) TO onceover_operator;

SELECT record_guards();
