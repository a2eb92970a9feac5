-- SPDX-License-Identifier: GPL-3.0-or-later
-- What an administrator does, as acts like everybody's (DESIGN.md rule 13): the contacts of alerts, release windows, the business calendar,
-- people and their logins. Each asks who speaks, is audited, and is refused by name; no table is written by grant. Roles are given and
-- taken by whoever may grant them in the cluster, and each change of a membership is found and written down (0026).
-- reader-min: 17
SET search_path = onceover, pg_temp;

ALTER TABLE release_window ADD COLUMN request_id uuid UNIQUE;

CREATE TYPE admin_answer AS (outcome text, reason text);

-- Why nobody may act like that, or null; and the end of every act.
CREATE FUNCTION admin_refusal(p_who text, p_reason text, p_request_id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_who IS NULL THEN 'NOT_MAPPED_TO_PERSON' WHEN p_request_id IS NULL OR reason_text(p_reason) = '' THEN 'VALUE_MALFORMED' END
$$;
CREATE FUNCTION end_admin_act(p_action text, p_target text, p_refused text, p_reason text, p_detail jsonb, p_request_id uuid) RETURNS admin_answer
LANGUAGE plpgsql AS $$
DECLARE
  outcome constant text := CASE WHEN p_refused IS NULL THEN 'DONE' ELSE 'REFUSED' END;
BEGIN
  PERFORM audit_people(p_action, p_target, outcome, coalesce(p_refused, reason_text(p_reason)), '', p_detail, p_request_id);
  RETURN ROW(outcome, coalesce(p_refused, ''))::admin_answer;
END
$$;

-- Who is told at that level of escalation. p_name null: nobody any more.
CREATE FUNCTION set_alert_contact(p_level smallint, p_name text, p_mail text, p_reason text, p_request_id uuid) RETURNS admin_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  refused text := admin_refusal(who, p_reason, p_request_id);
BEGIN
  IF refused IS NULL AND (p_level IS NULL OR p_level < 0 OR p_name IS NOT NULL AND (btrim(p_name) = '' OR p_name || p_mail ~ '[[:cntrl:]]' OR p_mail !~ '^[^@[:space:]]+@[^@[:space:]]+$' OR p_mail IS NULL)) THEN
    refused := 'VALUE_MALFORMED';
  ELSIF refused IS NULL AND p_name IS NULL THEN
    DELETE FROM alert_contact WHERE level = p_level;
    refused := CASE WHEN NOT FOUND THEN 'UNKNOWN_SUBJECT' END;
  ELSIF refused IS NULL THEN
    INSERT INTO alert_contact AS c (level, name, mail) VALUES (p_level, btrim(p_name), p_mail)
    ON CONFLICT (level) DO UPDATE SET name = excluded.name, mail = excluded.mail;
  END IF;
  RETURN end_admin_act('alert contact', 'level ' || coalesce(p_level::text, ''), refused, p_reason, jsonb_build_object('name', p_name, 'mail', p_mail), p_request_id);
END
$$;

-- A span in which nobody wonders that runs are late. p_window null: a new one; else another span or word for it, as long as it has not ended.
CREATE FUNCTION set_release_window(p_window bigint, p_starts_at timestamptz, p_ends_at timestamptz, p_what text, p_reason text, p_request_id uuid) RETURNS admin_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  refused text := admin_refusal(who, p_reason, p_request_id);
BEGIN
  IF refused IS NULL AND (p_starts_at IS NULL OR p_ends_at IS NULL OR p_ends_at <= p_starts_at OR NOT isfinite(p_starts_at) OR NOT isfinite(p_ends_at)
                          OR reason_text(p_what) = '') THEN
    refused := 'VALUE_MALFORMED';
  ELSIF refused IS NULL AND p_window IS NULL THEN
    INSERT INTO release_window (starts_at, ends_at, what, request_id) VALUES (p_starts_at, p_ends_at, reason_text(p_what), p_request_id) ON CONFLICT DO NOTHING;
    refused := CASE WHEN NOT EXISTS (SELECT FROM release_window w WHERE w.request_id = p_request_id
                                        AND (w.starts_at, w.ends_at, w.what) = (p_starts_at, p_ends_at, reason_text(p_what))) THEN 'REQUEST_ID_REUSED' END;
  ELSIF refused IS NULL THEN
    UPDATE release_window SET starts_at = p_starts_at, ends_at = p_ends_at, what = reason_text(p_what) WHERE window_id = p_window AND ends_at > (SELECT clock());
    refused := CASE WHEN FOUND THEN NULL WHEN EXISTS (SELECT FROM release_window WHERE window_id = p_window) THEN 'FINAL_STATE' ELSE 'UNKNOWN_SUBJECT' END;
  END IF;
  RETURN end_admin_act('release window', concat_ws(' ', 'window', p_window), refused, p_reason,
                      jsonb_build_object('starts_at', p_starts_at, 'ends_at', p_ends_at, 'what', p_what), p_request_id);
END
$$;

-- The days of a calendar, as enter_calendar() takes them. A day on which something was decided already stays as it was.
CREATE FUNCTION set_calendar(p_calendar text, p_from date, p_to date, p_closed_weekdays integer[], p_exceptions jsonb, p_reason text, p_request_id uuid)
RETURNS admin_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  refused text := admin_refusal(who, p_reason, p_request_id);
  entered integer;
BEGIN
  IF refused IS NULL AND (reason_text(p_calendar) = '' OR p_closed_weekdays IS NULL OR jsonb_typeof(coalesce(p_exceptions, '{}')) <> 'object') THEN
    refused := 'VALUE_MALFORMED';
  ELSIF refused IS NULL THEN
    BEGIN
      entered := enter_calendar(p_calendar, p_from, p_to, p_closed_weekdays, coalesce(p_exceptions, '{}'));
    EXCEPTION
      WHEN SQLSTATE 'OC002' THEN refused := 'FINAL_STATE';
      WHEN SQLSTATE 'OC009' OR data_exception THEN refused := 'VALUE_MALFORMED';
    END;
  END IF;
  RETURN end_admin_act('calendar', 'calendar ' || coalesce(p_calendar, ''), refused, p_reason,
                      jsonb_build_object('from', p_from, 'to', p_to, 'closed_weekdays', p_closed_weekdays, 'exceptions', p_exceptions, 'entered', entered), p_request_id);
END
$$;

-- A person, or another name for one.
CREATE FUNCTION set_person(p_person text, p_display_name text, p_reason text, p_request_id uuid) RETURNS admin_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  refused text := admin_refusal(who, p_reason, p_request_id);
BEGIN
  IF refused IS NULL AND (p_person IS NULL OR p_person !~ '^[a-z][a-z0-9._-]*$' OR reason_text(p_display_name) = '') THEN
    refused := 'VALUE_MALFORMED';
  ELSIF refused IS NULL THEN
    INSERT INTO person AS p (person_id, display_name) VALUES (p_person, reason_text(p_display_name))
    ON CONFLICT (person_id) DO UPDATE SET display_name = excluded.display_name WHERE p.display_name <> excluded.display_name;
  END IF;
  RETURN end_admin_act('person', 'person ' || coalesce(p_person, ''), refused, p_reason, jsonb_build_object('name', p_display_name), p_request_id);
END
$$;

-- Ties a login to a person; p_person null: takes it away for good. Nobody gives himself another login, or his own to somebody else: with
-- two persons behind one human, two would no longer decide.
CREATE FUNCTION set_login(p_login text, p_person text, p_reason text, p_request_id uuid) RETURNS admin_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  refused text := admin_refusal(who, p_reason, p_request_id);
  r       record;
BEGIN
  SELECT q.oid, q.rolname, q.rolsuper, q.rolcanlogin INTO r FROM pg_catalog.pg_roles q WHERE q.rolname = p_login;
  IF refused IS NULL THEN
    refused := CASE
      WHEN r.oid IS NULL OR p_person IS NOT NULL AND NOT EXISTS (SELECT FROM person p WHERE p.person_id = p_person) THEN 'UNKNOWN_SUBJECT'
      WHEN p_login = session_user OR p_person = who THEN 'OWN_REQUEST'
      WHEN p_person IS NOT NULL AND (r.rolsuper OR NOT r.rolcanlogin OR r.rolname LIKE 'onceover\_%') THEN 'VALUE_MALFORMED'
      WHEN p_person IS NOT NULL AND EXISTS (SELECT FROM person_login l WHERE l.rolname = r.rolname AND l.valid AND l.roleoid <> r.oid
                                                                               -- Also under a name that it had before.
                                                                               OR l.roleoid = r.oid AND (NOT l.valid OR l.person_id <> p_person)) THEN 'FINAL_STATE' END;
  END IF;
  IF refused IS NULL AND p_person IS NULL THEN
    UPDATE person_login SET valid = false WHERE rolname = r.rolname AND valid;
  ELSIF refused IS NULL THEN
    INSERT INTO person_login (rolname, roleoid, person_id) VALUES (r.rolname, r.oid, p_person) ON CONFLICT DO NOTHING;
    -- Somebody else may have tied it in this moment.
    refused := CASE WHEN NOT EXISTS (SELECT FROM person_login l WHERE l.rolname = r.rolname AND l.roleoid = r.oid AND l.person_id = p_person AND l.valid) THEN 'FINAL_STATE' END;
  END IF;
  RETURN end_admin_act('login', 'login ' || coalesce(p_login, ''), refused, p_reason, jsonb_build_object('person', p_person), p_request_id);
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('admin_refusal', 'end_admin_act', 'set_alert_contact', 'set_release_window', 'set_calendar', 'set_person', 'set_login') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE INSERT, UPDATE, DELETE ON alert_contact, release_window, business_calendar FROM onceover_admin;
REVOKE UPDATE (is_open, name) ON business_calendar FROM onceover_admin;
REVOKE EXECUTE ON FUNCTION enter_calendar(text, date, date, integer[], jsonb) FROM onceover_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_contact TO onceover_api;
GRANT SELECT, INSERT, UPDATE ON release_window TO onceover_api;
GRANT SELECT, INSERT ON business_calendar, person, person_login TO onceover_api;
GRANT UPDATE (is_open, name) ON business_calendar TO onceover_api;
GRANT UPDATE (display_name) ON person TO onceover_api;
GRANT UPDATE (valid) ON person_login TO onceover_api;
GRANT EXECUTE ON FUNCTION enter_calendar(text, date, date, integer[], jsonb) TO onceover_api;
GRANT EXECUTE ON FUNCTION set_alert_contact(smallint, text, text, text, uuid), set_release_window(bigint, timestamptz, timestamptz, text, text, uuid),
  set_calendar(text, date, date, integer[], jsonb, text, uuid), set_person(text, text, text, uuid), set_login(text, text, text, uuid) TO onceover_admin;

SELECT record_guards();
