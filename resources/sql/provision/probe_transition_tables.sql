-- SPDX-License-Identifier: GPL-3.0-or-later
-- Can a statement trigger see the rows that its statement wrote? Everything is temporary and rolled back.
BEGIN READ WRITE;
CREATE TEMPORARY TABLE onceover_probe (n integer) ON COMMIT DROP;
CREATE FUNCTION pg_temp.onceover_probe_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM new_rows) <> 2 THEN
    RAISE EXCEPTION 'the transition table does not hold the rows of its statement';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER onceover_probe AFTER INSERT ON onceover_probe REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.onceover_probe_seen();
INSERT INTO onceover_probe VALUES (1), (2);
ROLLBACK;
