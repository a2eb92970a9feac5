-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 17
-- Money moves only through channels that were tested: the self-test sends, sends again and compares what a channel does with
-- what its profile declares (DESIGN.md section 5), and a profile version without a passed one cannot be enabled.
SET search_path = onceover, pg_temp;

-- Where the channel's test mode is: the same bank, and no money. Empty: it has to be named at the test.
ALTER TABLE channel_profile ADD COLUMN test_endpoint text NOT NULL DEFAULT '';
DROP TRIGGER guard_update ON channel_profile;
DROP TRIGGER guard_delete ON channel_profile;
SELECT make_guard_update('channel_profile', p_mutable => '{endpoint,test_endpoint,enabled,connect_timeout,answer_timeout,send_lease,
  max_in_flight,retry_backoff,max_send_attempts,query_backoff,max_queries,escalate_after}');
CREATE OR REPLACE VIEW v_channel AS SELECT * FROM channel_profile;

-- What was found, by whom, of which version. results: an array of {field, declared, found, outcome, detail}.
CREATE TABLE channel_self_test (
  self_test_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id      text NOT NULL,
  profile_version integer NOT NULL,
  endpoint        text NOT NULL CHECK (endpoint <> ''),
  at              timestamptz NOT NULL DEFAULT clock(),
  passed          boolean NOT NULL,
  results         jsonb NOT NULL CHECK (jsonb_typeof(results) = 'array'),
  actor           text NOT NULL CHECK (actor <> ''),
  login           text NOT NULL,
  request_id      uuid UNIQUE
);
CREATE INDEX ix_channel_self_test_version ON channel_self_test (channel_id, profile_version, self_test_id DESC);
SELECT guard_append_only('channel_self_test');
CREATE VIEW v_self_test AS
  SELECT self_test_id, channel_id, profile_version, endpoint, at, passed, results, actor FROM channel_self_test;

-- Passed: nothing differs, and what money rests on was shown and not only declared (core/records/self_test.h).
CREATE FUNCTION is_passed_self_test(p_results jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN NOT EXISTS (SELECT FROM jsonb_array_elements(p_results) r WHERE r->>'outcome' IS DISTINCT FROM 'AGREES' AND r->>'outcome' IS DISTINCT FROM 'NOT_PROVED')
  AND (SELECT count(DISTINCT r->>'field') FROM jsonb_array_elements(p_results) r
        WHERE r->>'outcome' = 'AGREES'
          AND r->>'field' IN ('key_transport', 'on_mismatch', 'on_in_flight', 'query_kind', 'amount_unit')) = 5;

-- The newest test of the version counts: one that failed later takes the permission away.
CREATE FUNCTION guard_channel_tested() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF (SELECT t.passed FROM channel_self_test t
       WHERE t.channel_id = NEW.channel_id AND t.profile_version = NEW.profile_version
       ORDER BY t.self_test_id DESC LIMIT 1) IS NOT TRUE THEN
    PERFORM refuse('OC008', 'channel ' || NEW.channel_id || ' version ' || NEW.profile_version || ' has no passed self-test');
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_tested_insert BEFORE INSERT ON channel_profile FOR EACH ROW
  WHEN (NEW.enabled AND NEW.kind = 'payout') EXECUTE FUNCTION guard_channel_tested();
CREATE TRIGGER guard_tested_update BEFORE UPDATE ON channel_profile FOR EACH ROW
  WHEN (NEW.enabled AND NEW.kind = 'payout' AND NOT OLD.enabled) EXECUTE FUNCTION guard_channel_tested();
ALTER TABLE channel_profile ENABLE ALWAYS TRIGGER guard_tested_insert, ENABLE ALWAYS TRIGGER guard_tested_update;

-- A person's act: the results of a self-test. The same request id again is the same act. Refusals are returned, and audited.
CREATE FUNCTION record_self_test(p_channel text, p_version integer, p_endpoint text, p_results jsonb, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, self_test_id bigint, passed boolean, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  target  constant text := 'channel ' || coalesce(p_channel, '') || ' version ' || coalesce(p_version, 0);
  refused text;
  done    channel_self_test;
BEGIN
  refused := CASE
    WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
    WHEN NOT EXISTS (SELECT FROM channel_profile p WHERE p.channel_id = p_channel AND p.profile_version = p_version) THEN 'NO_CHANNEL_PROFILE'
    WHEN p_request_id IS NULL OR coalesce(p_endpoint, '') = '' OR jsonb_typeof(p_results) IS DISTINCT FROM 'array' THEN 'VALUE_MALFORMED' END;
  IF refused IS NULL THEN
    INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login, request_id)
    VALUES (p_channel, p_version, p_endpoint, is_passed_self_test(p_results), p_results, who, session_user, p_request_id)
    ON CONFLICT (request_id) DO NOTHING RETURNING * INTO done;
    IF done.self_test_id IS NULL THEN
      SELECT * INTO done FROM channel_self_test t WHERE t.request_id = p_request_id;
      refused := CASE WHEN (done.channel_id, done.profile_version, done.actor) IS DISTINCT FROM (p_channel, p_version, who) THEN 'REQUEST_ID_REUSED' END;
    ELSE
      PERFORM audit_people('self-test', target, 'DONE', '', '', jsonb_build_object('self_test_id', done.self_test_id, 'passed', done.passed,
                           'endpoint', p_endpoint), p_request_id);
    END IF;
  END IF;
  IF refused IS NOT NULL THEN
    PERFORM audit_people('self-test', target, 'REFUSED', refused, '', '{}', p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, NULL::bigint, NULL::boolean, NULL::timestamptz;
    RETURN;
  END IF;
  RETURN QUERY SELECT 'DONE', '', done.self_test_id, done.passed, done.at;
END
$$;

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['record_self_test(text, integer, text, jsonb, uuid)', 'guard_channel_tested()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON channel_self_test TO onceover_api;
GRANT EXECUTE ON FUNCTION record_self_test(text, integer, text, jsonb, uuid) TO onceover_operator, onceover_approver;
GRANT SELECT ON v_channel, v_self_test TO onceover_viewer;
GRANT SELECT ON channel_self_test, v_self_test TO onceover_auditor;

SELECT record_guards();
