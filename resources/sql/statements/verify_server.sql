-- SPDX-License-Identifier: GPL-3.0-or-later
-- What `onceoverctl doctor` asks a server; catalogs only, so that it works on a database without the schema as well.

-- name: ReadServerSettings
-- role: onceover_viewer
SELECT name, setting FROM pg_catalog.pg_settings
 WHERE name IN ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit', 'TimeZone', 'max_connections',
                'log_min_error_statement', 'log_line_prefix', 'data_checksums', 'session_replication_role', 'track_commit_timestamp')
 ORDER BY name

-- name: CanEndBarrierHolders
-- Whether a freeze may end who keeps it waiting (DESIGN.md rule 12).
-- role: onceover_viewer
SELECT EXISTS (SELECT FROM pg_catalog.pg_auth_members m
                WHERE m.roleid = 'pg_signal_backend'::pg_catalog.regrole AND m.member = pg_catalog.to_regrole('onceover_api')) AS may

-- name: SetVerifyMemory
-- For the transaction that looks at every promise: hashes of a slice stay in memory, an index is read in its order rather than
-- sorted anew, nothing is compiled for one look, each slice is planned as it is, and the connections that look are the workers.
-- role: onceover_auditor
SELECT set_config('work_mem', '128MB', true) AS memory, set_config('random_page_cost', '1.1', true) AS page, set_config('jit', 'off', true) AS jit,
       set_config('plan_cache_mode', 'force_custom_plan', true) AS plans, set_config('max_parallel_workers_per_gather', '0', true) AS workers

-- name: PrepareLook
-- The snapshot as other connections may share it, and into how many slices of buckets a look divides what grows with the days:
-- one per 48 MB of operations, so that what is kept of a slice, items included, fits into memory.
-- role: onceover_auditor
SELECT pg_export_snapshot() AS snapshot,
       least(64, 1 + pg_relation_size('onceover.settlement_operation') / 50331648)::integer AS slices

-- name: ReadGroupRoles
-- role: onceover_viewer
SELECT d.name, r.oid IS NOT NULL AS present, coalesce(r.rolcanlogin, false) AS can_login, coalesce(r.rolinherit, true) AS inherits,
       coalesce(r.rolsuper OR r.rolbypassrls, false) AS is_exempt
  FROM unnest(ARRAY['onceover_owner', 'onceover_api', 'onceover_migrator', 'onceover_scheduler', 'onceover_worker', 'onceover_sender',
                    'onceover_resolver', 'onceover_callback', 'onceover_janitor', 'onceover_replayer', 'onceover_reconciler', 'onceover_viewer',
                    'onceover_operator', 'onceover_approver', 'onceover_auditor', 'onceover_admin']) WITH ORDINALITY AS d(name, nth)
  LEFT JOIN pg_catalog.pg_roles r ON r.rolname = d.name
 ORDER BY d.nth
