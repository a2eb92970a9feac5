-- SPDX-License-Identifier: GPL-3.0-or-later
-- `migrate`, and what an engine's session asks before it works.

-- name: IsSchemaThere
-- role: onceover_migrator, onceover_worker, onceover_viewer, onceover_auditor
SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'onceover' AND c.relname = 'schema_migration') AS there

-- name: ReadAppliedMigrations
-- role: onceover_migrator, onceover_worker, onceover_viewer, onceover_auditor
SELECT version, name, sha256, reader_min FROM onceover.schema_migration ORDER BY version

-- name: ReadProvisioning
-- What is missing before the first migration, and what this login may do about it.
-- role: superuser
SELECT (SELECT count(*) FROM unnest(ARRAY['owner', 'api', 'migrator', 'scheduler', 'worker', 'sender', 'resolver', 'callback',
                                          'janitor', 'replayer', 'reconciler', 'viewer', 'operator', 'approver', 'auditor', 'admin']) r
         WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles g WHERE g.rolname = 'onceover_' || r)) AS missing_roles,
       (SELECT count(*) FROM (VALUES ('onceover_owner', 'onceover_migrator'), ('onceover_api', 'onceover_owner'),
                                     ('onceover_viewer', 'onceover_operator'), ('onceover_viewer', 'onceover_approver')) m(granted, member)
         WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_auth_members a
                            JOIN pg_catalog.pg_roles g ON g.oid = a.roleid JOIN pg_catalog.pg_roles u ON u.oid = a.member
                            WHERE g.rolname = m.granted AND u.rolname = m.member)) AS missing_memberships,
       (SELECT rolsuper OR rolcreaterole FROM pg_catalog.pg_roles WHERE rolname = session_user) AS may_create_roles,
       coalesce((SELECT has_database_privilege(r.oid, current_database(), 'CREATE') FROM pg_catalog.pg_roles r
                  WHERE r.rolname = 'onceover_owner'), false) AS owner_may_create,
       current_setting('server_encoding') AS encoding

-- name: LockMigrations
-- One migrator at a time; the lock ends with the session.
-- role: onceover_migrator
SELECT pg_advisory_lock(hashtextextended('onceover.migrate', 0))

-- name: BecomeOwner
-- role: onceover_migrator
SET LOCAL ROLE onceover_owner

-- name: RecordMigration
-- role: onceover_owner
INSERT INTO onceover.schema_migration (version, name, sha256, reader_min, app_version)
VALUES ($1::integer, $2::text, $3::text, $4::integer, $5::text)

-- name: RecordGuards
-- After the last migration, in its transaction.
-- role: onceover_owner
SELECT onceover.record_guards()

-- name: MakeInstallation
-- Once: the namespace enters every computed key and never changes. $1 name, $2 environment.
-- role: onceover_owner
INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline)
SELECT gen_random_uuid(), $1::text, $2::text, c.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  FROM pg_control_system() c
ON CONFLICT DO NOTHING
RETURNING namespace

-- name: ReadEngineSelfCheck
-- What S19 and K49 ask of the login and of the installation, in one row.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT (SELECT max(version) FROM onceover.schema_migration) AS schema_version,
       r.rolsuper AS superuser, r.rolbypassrls AS bypasses_rls,
       i.environment, i.system_identifier, i.timeline,
       (SELECT p.prosrc FROM pg_catalog.pg_proc p
         WHERE p.pronamespace = 'onceover'::regnamespace AND p.proname = 'clock') = 'SELECT clock_timestamp()' AS clock_is_real
  FROM pg_catalog.pg_roles r
  LEFT JOIN onceover.installation i ON true
 WHERE r.rolname = session_user

-- name: ReadGuardFaults
-- Missing, changed and disabled guards; none when all stand.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT f.kind || ' ' || f.name || ' is ' || f.fault AS fault FROM onceover.guard_faults() f
