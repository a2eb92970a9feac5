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

-- name: MakeInstallation
-- Once: the namespace enters every computed key and never changes. $1 name, $2 environment.
-- role: onceover_owner
INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline)
SELECT gen_random_uuid(), $1::text, $2::text, c.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  FROM pg_control_system() c
ON CONFLICT DO NOTHING
RETURNING namespace

-- name: ReadEngineSelfCheck
-- Everything that S19 and K49 ask, in one row. A unique index that is missing or invalid is a promise that nobody keeps;
-- a guard counts only while it is ENABLE ALWAYS.
-- role: onceover_worker, onceover_scheduler, onceover_sender, onceover_resolver, onceover_callback, onceover_reconciler, onceover_replayer, onceover_janitor
SELECT (SELECT max(version) FROM onceover.schema_migration) AS schema_version,
       r.rolsuper AS superuser, r.rolbypassrls AS bypasses_rls,
       i.environment, i.system_identifier, i.timeline,
       (SELECT p.prosrc FROM pg_catalog.pg_proc p
         WHERE p.pronamespace = 'onceover'::regnamespace AND p.proname = 'clock') = 'SELECT clock_timestamp()' AS clock_is_real,
       ARRAY(SELECT want FROM unnest(ARRAY[
               'settlement_operation_pkey', 'uq_settlement_operation', 'uq_settlement_item', 'uq_job_run_key',
               'uq_run_trigger_schedule', 'uq_run_trigger_request', 'uq_run_attempt_shard', 'uq_run_attempt_run',
               'uq_settlement_batch', 'operation_due_pkey', 'ledger_entry_pkey', 'uq_ledger_entry_end', 'uq_account', 'outbox_pkey',
               'uq_outbox_message', 'uq_outbox_key', 'external_event_pkey', 'external_reference_pkey', 'uq_dead_letter_open',
               'uq_approval_item_open_money', 'audit_log_pkey', 'installation_pkey']) want
              WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index x ON x.indexrelid = c.oid
                                 WHERE c.relnamespace = 'onceover'::regnamespace AND c.relname = want
                                   AND x.indisunique AND x.indisvalid AND x.indisready)
              ORDER BY want) AS missing_indexes,
       ARRAY(SELECT want.tab || '.' || want.trg FROM (VALUES
               ('settlement_operation', 'guard_insert', 'A'), ('settlement_operation', 'guard_update', 'A'),
               ('settlement_operation', 'guard_delete', 'A'), ('settlement_operation', 'guard_outcome', 'A'),
               ('settlement_operation', 'keep_counts_inserted', 'O'), ('settlement_operation', 'keep_counts_updated', 'O'),
               ('settlement_item', 'guard_insert', 'A'), ('settlement_item', 'guard_append_only', 'A'),
               ('ledger_entry', 'guard_ledger', 'A'), ('ledger_entry', 'guard_outcome', 'A'), ('ledger_entry', 'guard_append_only', 'A'),
               ('ledger_entry', 'keep_balances', 'O'),
               ('outbox', 'guard_insert', 'A'), ('outbox', 'guard_update', 'A'), ('outbox', 'guard_delete', 'A'), ('outbox', 'guard_outcome', 'A'),
               ('job_run', 'guard_insert', 'A'), ('job_run', 'guard_update', 'A'), ('job_run', 'guard_delete', 'A'),
               ('run_trigger', 'guard_append_only', 'A'), ('run_attempt', 'guard_update', 'A'), ('run_attempt', 'guard_delete', 'A'),
               ('settlement_batch', 'guard_update', 'A'), ('settlement_batch', 'guard_delete', 'A'),
               ('batch_shard', 'guard_update', 'A'), ('batch_shard', 'guard_delete', 'A'),
               ('dead_letter', 'guard_update', 'A'), ('dead_letter', 'guard_delete', 'A'),
               ('freeze_order', 'guard_update', 'A'), ('approval', 'guard_update', 'A'), ('installation', 'guard_update', 'A'),
               ('audit_chain', 'guard_update', 'A'), ('audit_log', 'guard_append_only', 'A'), ('external_call', 'guard_append_only', 'A'), ('external_call', 'guard_insert', 'A'),
               ('external_reference', 'guard_append_only', 'A'), ('operation_event', 'guard_append_only', 'A'),
               ('sale', 'guard_insert', 'A'), ('sale', 'guard_append_only', 'A')) AS want(tab, trg, mode)
              WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t
                                 WHERE t.tgrelid = to_regclass('onceover.' || want.tab) AND t.tgname = want.trg
                                   AND (t.tgenabled = 'A' OR (t.tgenabled = 'O' AND want.mode = 'O')))
              ORDER BY 1) AS missing_guards
  FROM pg_catalog.pg_roles r
  LEFT JOIN onceover.installation i ON true
 WHERE r.rolname = session_user
