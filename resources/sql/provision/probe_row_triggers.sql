-- SPDX-License-Identifier: GPL-3.0-or-later
-- Does a row trigger with WHEN refuse, ENABLE ALWAYS included?
BEGIN READ WRITE;
CREATE TEMPORARY TABLE onceover_probe (n integer) ON COMMIT DROP;
CREATE FUNCTION pg_temp.onceover_probe_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refused' USING ERRCODE = 'OC001';
END
$$;
CREATE TRIGGER onceover_probe BEFORE UPDATE ON onceover_probe FOR EACH ROW WHEN (NEW.n IS DISTINCT FROM OLD.n)
  EXECUTE FUNCTION pg_temp.onceover_probe_refuse();
ALTER TABLE onceover_probe ENABLE ALWAYS TRIGGER onceover_probe;
INSERT INTO onceover_probe VALUES (1);
UPDATE onceover_probe SET n = 1;
DO $$
BEGIN
  UPDATE onceover_probe SET n = 2;
  RAISE EXCEPTION 'the guard let an illegal change pass';
EXCEPTION WHEN SQLSTATE 'OC001' THEN
  NULL;
END
$$;
ROLLBACK;
