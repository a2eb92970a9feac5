-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the watching duty tells in time: guards that are not as recorded (SECURITY.md S6), and requests that wait for a second person.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Whether the record of the guards was written anew is seen without comparing all of them.
GRANT SELECT ON schema_guard TO onceover_reconciler;

INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('decision wait', 1800000, 'ms', 'whoever decides reads a plan in minutes; half an hour is a person who was not reached'),
  ('decision expiry', 3600000, 'ms', 'an hour before the end: time to reach the next contact and to decide without hurry');

SELECT record_guards();
