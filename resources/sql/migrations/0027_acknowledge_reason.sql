-- SPDX-License-Identifier: GPL-3.0-or-later
-- Who acknowledges an alert may say why; it stands in the audit. And what nobody acknowledges goes on to the next contact a bounded
-- number of times (R77, R130): six are a day of four hours each, in which each contact was told; a seventh tells nobody anything new.
-- reader-min: 17
SET search_path = onceover, pg_temp;

ALTER TABLE watch_limit DROP CONSTRAINT watch_limit_unit_check, ADD CONSTRAINT watch_limit_unit_check CHECK (unit IN ('ms', 'rows', 'times'));
INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('escalations', 6, 'times', 'a P0 is seen the same day (six jobs, section 3): six times four hours; and never fewer than there are contacts');

DROP FUNCTION acknowledge_alert(bigint, uuid);

-- A person has seen it. Saying so again changes nothing and tells who said so first. Refusals are returned, and audited.
CREATE FUNCTION acknowledge_alert(p_alert bigint, p_request_id uuid, p_reason text DEFAULT '')
RETURNS TABLE (outcome text, reason text, acknowledged_by text, acknowledged_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  found_  alert;
  refused text;
BEGIN
  SELECT * INTO found_ FROM alert WHERE alert_id = p_alert FOR UPDATE;
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON' WHEN found_.alert_id IS NULL THEN 'UNKNOWN_SUBJECT' END;
  IF refused IS NOT NULL THEN
    PERFORM audit_people('acknowledge', 'alert ' || coalesce(p_alert::text, ''), 'REFUSED', refused, '',
                         jsonb_build_object('said', audit_text(p_reason)), p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  IF found_.acknowledged_by IS NULL THEN
    UPDATE alert SET acknowledged_by = who, acknowledged_at = clock() WHERE alert_id = p_alert RETURNING * INTO found_;
    PERFORM audit_people('acknowledge', 'alert ' || p_alert, 'DONE', coalesce(p_reason, ''), '',
                         jsonb_build_object('rule', found_.rule, 'subject', found_.subject), p_request_id);
  END IF;
  RETURN QUERY SELECT 'DONE', '', found_.acknowledged_by, found_.acknowledged_at;
END
$$;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION acknowledge_alert(bigint, uuid, text) OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION acknowledge_alert(bigint, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION acknowledge_alert(bigint, uuid, text) TO onceover_operator, onceover_approver;

SELECT record_guards();
