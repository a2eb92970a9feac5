-- SPDX-License-Identifier: GPL-3.0-or-later
-- Where a person is connected. The schema is looked at step by step, because an older one may lack what the next asks for.

-- name: ReadSchemaPresence
-- role: onceover_viewer
SELECT to_regclass('onceover.schema_migration') IS NOT NULL AS present

-- name: ReadSchemaVersion
-- What one migration asked of a reader, no later one takes back.
-- role: onceover_viewer
SELECT max(version) AS version, max(reader_min) AS reader_min FROM onceover.schema_migration HAVING count(*) > 0

-- name: ReadServerIdentity
-- A superuser is a member of everything and may do nothing here: it holds no role of ours.
-- role: onceover_viewer
SELECT i.name AS installation_name, i.environment, session_user::text AS login, current_database()::text AS database,
       p.person_id AS person, p.display_name AS person_name,
       ARRAY(SELECT substr(g.rolname, 10) FROM pg_catalog.pg_roles g
              WHERE g.rolname LIKE 'onceover\_%' AND NOT g.rolcanlogin AND pg_has_role(session_user, g.oid, 'MEMBER')
                AND NOT (SELECT s.rolsuper FROM pg_catalog.pg_roles s WHERE s.rolname = session_user)
              ORDER BY array_position(ARRAY['onceover_operator', 'onceover_approver', 'onceover_auditor', 'onceover_viewer']::name[],
                                      g.rolname), g.rolname)::text[] AS roles
  FROM (SELECT onceover.person_of_session() AS person_id) me
  LEFT JOIN onceover.v_person p USING (person_id)
  LEFT JOIN onceover.installation i ON true

-- name: ReadClockNow
-- role: onceover_viewer
SELECT (SELECT onceover.clock()) AS now
