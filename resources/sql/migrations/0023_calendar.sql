-- SPDX-License-Identifier: GPL-3.0-or-later
-- Days on which an outside party works, and what rests on them (DESIGN.md section 9): the sending hours of a channel, the
-- value date of an order, and the settle date that a sale gets at intake.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Sending hours are whole: a time of day or a calendar means something in a zone only. core/send_window computes from them.
ALTER TABLE channel_profile
  ADD CONSTRAINT sending_hours_have_a_zone CHECK (cutoff_zone <> '' AND calendar_id <> '' AND (cutoff_zone IS NOT NULL OR cutoff IS NULL AND calendar_id IS NULL)),
  ADD CONSTRAINT cutoff_is_a_minute_of_the_day CHECK (cutoff > '00:00' AND cutoff < '24:00' AND extract(second FROM cutoff) = 0),
  ADD CONSTRAINT value_date_rule_is_known CHECK (value_date_rule ~ '^(same-day|T\+[1-9])$');

-- A calendar knows the days that were entered. A day without a row is unknown, never open and never closed. What was true on a
-- day that has begun anywhere stays, because value dates were computed from it.
ALTER TABLE business_calendar
  ADD CONSTRAINT calendar_has_a_name CHECK (calendar_id ~ '^[a-z][a-z0-9-]*$'),
  ADD CONSTRAINT calendar_day_is_a_day CHECK (day BETWEEN '1970-01-01' AND '9999-12-31');
SELECT make_guard_update('business_calendar', p_mutable => '{is_open,name}',
  p_rules => ARRAY['OC002', 'a day that has begun stays as it was',
                   $$OLD.is_open <> NEW.is_open AND OLD.day <= (clock() AT TIME ZONE 'UTC' + interval '14 hours')::date$$]);

-- Enters every day of a range: closed on these days of the week (1 = Monday), except where `p_exceptions` says of a day whether
-- it is open ({"2026-10-01": false, "2026-10-10": true}). Days that are there already are changed to this. How many were
-- entered or changed.
CREATE FUNCTION enter_calendar(p_calendar text, p_from date, p_to date, p_closed_weekdays integer[], p_exceptions jsonb DEFAULT '{}')
RETURNS integer LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
DECLARE
  entered integer;
BEGIN
  IF p_from IS NULL OR p_to IS NULL OR p_to < p_from OR p_to - p_from > 3660
     OR EXISTS (SELECT FROM jsonb_object_keys(p_exceptions) k WHERE k::date NOT BETWEEN p_from AND p_to) THEN
    PERFORM refuse('OC009', 'days of a calendar from ' || coalesce(p_from::text, '?') || ' to ' || coalesce(p_to::text, '?'));
  END IF;
  INSERT INTO business_calendar AS c (calendar_id, day, is_open)
  SELECT p_calendar, d::date, coalesce((p_exceptions ->> d::date::text)::boolean, extract(isodow FROM d) <> ALL (p_closed_weekdays))
    FROM generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d
  ON CONFLICT (calendar_id, day) DO UPDATE SET is_open = excluded.is_open WHERE c.is_open <> excluded.is_open;
  GET DIAGNOSTICS entered = ROW_COUNT;
  RETURN entered;
END
$$;

-- What each calendar knows. Days that are missing between its first and its last one are as unknown as those beyond.
CREATE VIEW v_calendar AS
  SELECT calendar_id, min(day) AS known_from, max(day) AS known_to, count(*) AS days, count(*) FILTER (WHERE is_open) AS open_days,
         max(day) - min(day) + 1 - count(*) AS missing_days
    FROM business_calendar GROUP BY calendar_id;

INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('calendar ahead', 2592000000, 'ms', 'holidays are published months ahead: a month is enough to enter them before an order needs them');

-- Intake ---------------------------------------------------------------------------------------------------------------------

-- The day of the merchant's business to which an instant belongs: from the cut-off on (local time, above 00:00) the next one.
-- The mirror of core/schedule settleDateFor.
CREATE FUNCTION settle_date_of(p_zone text, p_cutoff time, p_at timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
RETURN (p_at AT TIME ZONE p_zone)::date + CASE WHEN p_cutoff > '00:00' AND (p_at AT TIME ZONE p_zone)::time >= p_cutoff THEN 1 ELSE 0 END;

-- A sale that is taken in without a settle date gets it from its merchant's zone and cut-off, at the end of its cycle; the
-- next cycle when that one is sealed already (guard_new_sales looks again, under the lock).
CREATE FUNCTION fill_settle_date() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  day date;
  kind constant text := CASE NEW.settle_by WHEN 'settle-monthly' THEN 'month' ELSE 'day' END;
BEGIN
  SELECT period_date_of(kind, settle_date_of(m.time_zone, m.cutoff, NEW.occurred_at)) INTO day
    FROM merchant m WHERE m.merchant_id = NEW.merchant_id;
  WHILE EXISTS (SELECT FROM settlement_batch b WHERE b.job_type = NEW.settle_by AND b.biz_date = day) LOOP
    day := period_date_of(kind, day + 1);
  END LOOP;
  NEW.settle_date := day;
  RETURN NEW;
END
$$;
CREATE TRIGGER fill_settle_date BEFORE INSERT ON sale FOR EACH ROW WHEN (NEW.settle_date IS NULL) EXECUTE FUNCTION fill_settle_date();
ALTER TABLE sale ENABLE ALWAYS TRIGGER fill_settle_date;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION fill_settle_date() OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION fill_settle_date(), enter_calendar(text, date, date, integer[], jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_date_of(text, time, timestamptz) TO PUBLIC;
GRANT EXECUTE ON FUNCTION enter_calendar(text, date, date, integer[], jsonb), clock() TO onceover_admin;
GRANT SELECT, INSERT ON business_calendar TO onceover_admin;
GRANT UPDATE (is_open, name) ON business_calendar TO onceover_admin;
GRANT SELECT ON business_calendar, v_calendar TO onceover_viewer, onceover_auditor;

SELECT record_guards();
