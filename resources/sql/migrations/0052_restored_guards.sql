-- SPDX-License-Identifier: GPL-3.0-or-later
-- Guards that come back from a dump as they were recorded (K35): PostgreSQL prints a condition with other parentheses than it was written
-- with, and only what was read from its own print is printed alike ever after. So each condition and each body that it keeps parsed is
-- read once from that print, here and wherever a guard is made later.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE FUNCTION settle_trigger(p_table regclass, p_name name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  printed text;
  always  boolean;
BEGIN
  SELECT pg_get_triggerdef(t.oid), t.tgenabled = 'A' INTO STRICT printed, always FROM pg_catalog.pg_trigger t WHERE t.tgrelid = p_table AND t.tgname = p_name;
  EXECUTE format('DROP TRIGGER %I ON %s', p_name, p_table);
  EXECUTE printed;
  IF always THEN
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', p_table, p_name);
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION settle_trigger(regclass, name) FROM PUBLIC;

DO $$
DECLARE
  r     record;
  maker text;
  ends  constant text := E'\nEND\n\\$function\\$\n$';
BEGIN
  FOR r IN SELECT t.tgrelid::regclass AS tab, t.tgname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
            WHERE c.relnamespace = 'onceover'::regnamespace AND NOT c.relispartition AND NOT t.tgisinternal AND t.tgqual IS NOT NULL ORDER BY 1, 2 LOOP
    PERFORM settle_trigger(r.tab, r.tgname);
  END LOOP;
  FOR r IN SELECT p.oid FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND p.prosqlbody IS NOT NULL AND p.proname <> 'clock' ORDER BY 1 LOOP
    EXECUTE pg_get_functiondef(r.oid);
  END LOOP;
  -- The makers of guards settle what they make.
  FOR r IN VALUES ('make_guard_update(regclass, text[], text[], text[], text[])', 'guard_update'), ('make_guard_insert(regclass, text, text, text)', 'guard_insert') LOOP
    maker := pg_get_functiondef(r.column1::regprocedure);
    IF maker !~ ends THEN
      RAISE EXCEPTION '% does not end as it did', r.column1;
    END IF;
    EXECUTE regexp_replace(maker, ends, format(E'\n  PERFORM onceover.settle_trigger(p_table, %L);\nEND\n$function$\n', r.column2));
  END LOOP;
END
$$;

SELECT record_guards();
