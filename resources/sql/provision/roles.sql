-- SPDX-License-Identifier: GPL-3.0-or-later
-- Group roles of Onceover (SECURITY: one duty each). Cluster-wide and repeatable; run by a role that may create roles.
-- People and processes log in under names of their own and are members of exactly what they need.
DO $$
DECLARE
  duty text;
BEGIN
  FOREACH duty IN ARRAY ARRAY[
    'onceover_owner', 'onceover_api', 'onceover_migrator', 'onceover_scheduler', 'onceover_worker', 'onceover_sender',
    'onceover_resolver', 'onceover_callback', 'onceover_janitor', 'onceover_replayer', 'onceover_reconciler',
    'onceover_viewer', 'onceover_operator', 'onceover_approver', 'onceover_auditor', 'onceover_admin']
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = duty) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', duty);
    END IF;
  END LOOP;
END
$$;

-- The migrator must say SET ROLE; nothing of the owner's is inherited by accident.
ALTER ROLE onceover_migrator NOINHERIT;
GRANT onceover_owner TO onceover_migrator;
-- The owner hands definer functions to onceover_api, which cannot log in and owns no table.
GRANT onceover_api TO onceover_owner;
GRANT onceover_viewer TO onceover_operator, onceover_approver;
-- A freeze ends transactions that keep it waiting (DESIGN.md rule 12); a server that grants this to nobody is told of by doctor.
DO $$
BEGIN
  GRANT pg_signal_backend TO onceover_api;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'onceover_api is no member of pg_signal_backend: a freeze waits for whoever holds its barrier';
END
$$;
