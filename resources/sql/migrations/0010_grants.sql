-- SPDX-License-Identifier: GPL-3.0-or-later
-- Who may what (SECURITY.md). Duties get columns, people get views, nobody but the owner has a right on a partition.
SET search_path = onceover, pg_temp;

GRANT USAGE ON SCHEMA onceover TO onceover_api, onceover_migrator, onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver,
  onceover_callback, onceover_janitor, onceover_replayer, onceover_reconciler, onceover_viewer, onceover_operator, onceover_approver,
  onceover_auditor, onceover_admin;

-- Definer functions belong to onceover_api, which owns no table and cannot log in; only the partition and retention functions
-- are the owner's. Nobody may call a function that is not granted below, save the pure ones and those that the guards need.
DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND (p.prosecdef AND p.proname NOT IN ('janitor_make_partitions', 'janitor_drop_old')
          OR p.proname LIKE 'finish\_%' OR p.proname IN ('audit_append', 'audit_people', 'trigger_refusal', 'trigger_answer')) LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT EXECUTE ON FUNCTION clock(), lp(text), bucket_of(bigint), operation_id_of(uuid, bigint, date, text, text, text, integer),
  base32_of(bytea), outward_key_of(uuid, uuid, text), run_key_of(text, text, text, date), namespace(), mask_account(text),
  role_of_session(), freeze_barrier_key(), refuse(text, text), seal_key(text, date), audit_text(text) TO PUBLIC;

-- onceover_api: what its functions need, no more; no identity, amount, payload or key column is updated.
GRANT SELECT ON installation, schema_guard, person_login, person, job, channel_profile, job_run, run_trigger, settlement_batch, batch_shard,
  settlement_operation, settlement_item, account, ledger_entry, outbox, external_call, external_reference, dead_letter, freeze_order,
  freezes_in_force, reconciliation_difference, merchant, approval, approval_item, audit_chain, audit_log, operation_count, account_balance,
  operation_count_delta, account_balance_delta, operation_due, operation_event, operation_hourly, metric_sample TO onceover_api;
GRANT INSERT ON audit_chain, audit_log, job_run, run_trigger, account, ledger_entry, external_reference, dead_letter,
  reconciliation_difference, operation_event, freeze_order, operation_count, operation_count_delta, account_balance,
  account_balance_delta TO onceover_api;
GRANT DELETE ON operation_count_delta, account_balance_delta TO onceover_api;
GRANT UPDATE (head_seq, head_hash) ON audit_chain TO onceover_api;
GRANT UPDATE (status, failure_class, external_ref, last_error, updated_at, finished_at) ON settlement_operation TO onceover_api;
GRANT UPDATE (status, worker_id, lease_until, not_before, attempts, sends_maybe_left, first_sent_at, last_sent_at, queries, next_query_at,
              unknown_since, external_ref, last_answer, last_error, updated_at, finished_at) ON outbox TO onceover_api;
GRANT UPDATE (status, resolution, reason, resolved_at) ON dead_letter TO onceover_api;
GRANT UPDATE (status, effective_at) ON freeze_order TO onceover_api;
GRANT UPDATE (n, amount_minor) ON operation_count TO onceover_api;
GRANT SELECT, INSERT ON worker, worker_heartbeat TO onceover_api;
GRANT INSERT ON operation_hourly, metric_sample TO onceover_api;
GRANT UPDATE (stopped_at, stop_reason) ON worker TO onceover_api;
GRANT UPDATE (beat_at, last_progress_at, pieces) ON worker_heartbeat TO onceover_api;
GRANT UPDATE (balance_minor, updated_at) ON account_balance TO onceover_api;

GRANT EXECUTE ON FUNCTION hold_item_buckets(smallint[]) TO onceover_api;

-- The barrier belongs to who triggers, claims or marks: a session that holds it keeps freezes waiting.
GRANT EXECUTE ON FUNCTION freeze_barrier()
  TO onceover_api, onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_replayer;

-- Every duty: settings, freezes, its own incarnation and chain.
GRANT SELECT ON installation, schema_migration, job, channel_profile, business_calendar, freeze_order, freeze_exemption, freezes_in_force,
  release_window, worker, worker_heartbeat
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_janitor, onceover_replayer,
     onceover_reconciler;
GRANT INSERT ON worker, worker_heartbeat
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;
GRANT UPDATE (stopped_at, stop_reason) ON worker
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;
GRANT UPDATE (beat_at, last_progress_at, pieces) ON worker_heartbeat
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;
GRANT EXECUTE ON FUNCTION audit_worker(text, text, text, jsonb), register_worker(text, text, text, text, integer, text[]),
  beat(text, text, bigint), stop_worker(text, text)
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_janitor, onceover_replayer,
     onceover_reconciler;

GRANT EXECUTE ON FUNCTION guard_faults()
  TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_janitor, onceover_replayer,
     onceover_reconciler, onceover_auditor;

-- Scheduler: plans, enumerates, moves runs, shards and batches from counted facts; reads what reconciling compares.
GRANT SELECT ON merchant, sale, subscription, payment_callback, job_run, run_trigger, run_attempt, settlement_batch, batch_shard,
  settlement_operation, settlement_item, operation_due, operation_event, operation_count, operation_count_delta, account, account_balance,
  account_balance_delta, ledger_entry, external_event, external_reference, dead_letter, reconciliation_run, reconciliation_difference
  TO onceover_scheduler;
GRANT INSERT ON job_run, run_trigger, run_attempt, settlement_batch, batch_shard, settlement_item, settlement_operation, operation_due,
  operation_event, dead_letter, reconciliation_run, reconciliation_difference TO onceover_scheduler;
GRANT UPDATE (status, attempts, lease_until, worker_id, status_reason, started_at, finished_at) ON job_run TO onceover_scheduler;
GRANT UPDATE (status, finished_at, rows_affected, outcome, error) ON run_attempt TO onceover_scheduler;
GRANT UPDATE (status, status_reason, expected_count, done_count, count_agrees, amount_agrees, last_check_at, finished_at)
  ON settlement_batch TO onceover_scheduler;
GRANT UPDATE (status, expected_count, expected_amount, expected_items, input_hash, enumerated_at, finished_at) ON batch_shard TO onceover_scheduler;
GRANT UPDATE (compared, differences, finished_at) ON reconciliation_run TO onceover_scheduler, onceover_reconciler;
GRANT EXECUTE ON FUNCTION seal_date(text, date), ensure_accounts(bigint), freeze_batch_for_failure(bigint, text, uuid, text) TO onceover_scheduler;

-- Worker: claims and finishes what is due.
GRANT SELECT ON settlement_operation, operation_due, settlement_item, settlement_batch, batch_shard, job_run, run_attempt, operation_event,
  account, ledger_entry, dead_letter, operation_count, operation_count_delta, merchant TO onceover_worker;
GRANT UPDATE (status, version, worker_id, lease_until, attempt_id, attempts, attempts_total, budget_began_at, next_attempt_at,
              failure_class, last_error, updated_at, finished_at) ON settlement_operation TO onceover_worker;
GRANT UPDATE (due_at, claimed_alone, lost, recoveries), DELETE ON operation_due TO onceover_worker;
GRANT INSERT ON ledger_entry, outbox, run_attempt, operation_event, dead_letter TO onceover_worker;
GRANT UPDATE (status, finished_at, rows_affected, outcome, error) ON run_attempt TO onceover_worker;
GRANT EXECUTE ON FUNCTION freeze_batch_for_failure(bigint, text, uuid, text), ensure_accounts(bigint),
  frozen_between(text, bigint, bigint, text, timestamptz, timestamptz) TO onceover_worker;

-- The outside.
GRANT SELECT ON settlement_operation, outbox, external_call, external_event, external_reference, dead_letter
  TO onceover_sender, onceover_resolver, onceover_callback;
GRANT INSERT ON external_call, external_event TO onceover_sender, onceover_resolver, onceover_callback;
GRANT UPDATE (status, version, worker_id, lease_until, attempts, not_before, sends_total, sends_maybe_left, first_sent_at, last_sent_at,
              updated_at) ON outbox TO onceover_sender;
-- A resolver keeps a second one from asking the same meanwhile.
GRANT UPDATE (next_query_at, updated_at) ON outbox TO onceover_resolver;
GRANT EXECUTE ON FUNCTION finish_external(text, smallint[], bigint[], text[], bigint[], text[], text[], bigint[], bigint[], smallint[],
  smallint[], text[], text[], text[]) TO onceover_sender, onceover_resolver, onceover_callback;
GRANT EXECUTE ON FUNCTION take_over_lost_messages(text, integer) TO onceover_resolver;

-- The scheduler's and the worker's look at messages and answers leaves out bodies.
GRANT SELECT (outbox_id, bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload_sha256, amount_minor, currency,
              job_id, batch_id, merchant_id, created_at, status, version, worker_id, lease_until, not_before, attempts, sends_total,
              sends_maybe_left, first_sent_at, last_sent_at, queries, next_query_at, unknown_since, external_ref, last_answer, last_error,
              updated_at, finished_at) ON outbox TO onceover_scheduler, onceover_worker, onceover_reconciler;
GRANT SELECT (call_id, at, kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, request_sha256, outbox_version,
              started_at, duration, answer, http_status, code, external_ref, amount_minor, currency, raw_sha256, error, worker_id)
  ON external_call TO onceover_scheduler, onceover_reconciler;

GRANT SELECT ON settlement_batch, settlement_operation, account, ledger_entry, external_event, external_reference, statement, statement_entry,
  reconciliation_run, reconciliation_difference, operation_count, operation_count_delta TO onceover_reconciler;
GRANT INSERT ON statement, statement_entry, reconciliation_run, reconciliation_difference TO onceover_reconciler;

GRANT EXECUTE ON FUNCTION janitor_fold_counts(), janitor_fold_balances(), janitor_make_partitions(), janitor_drop_old(), janitor_roll_hours(),
  janitor_sample() TO onceover_janitor;

-- The migrator looks at what is applied before it says SET ROLE.
GRANT SELECT ON schema_migration, installation TO onceover_migrator;

-- People.
GRANT SELECT ON installation, schema_migration, operation_count, operation_count_delta, freezes_in_force, v_job, v_run, v_trigger, v_attempt,
  v_batch, v_shard, v_operation, v_due, v_item, v_event, v_operation_count, v_operation_hour, v_metric, v_account_balance, v_ledger, v_outbox, v_external_call,
  v_dead_letter, v_reconciliation, v_difference, v_approval, v_freeze, v_channel, v_merchant, v_worker, v_heartbeat, v_audit, v_alert, v_person
  TO onceover_viewer;
GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO onceover_auditor;
GRANT SELECT ON person, person_login, installation, schema_migration TO onceover_admin;
GRANT EXECUTE ON FUNCTION person_of_session() TO onceover_viewer, onceover_operator, onceover_approver, onceover_auditor, onceover_admin;
GRANT EXECUTE ON FUNCTION record_refusal(uuid, text, text, text)
  TO onceover_viewer, onceover_operator, onceover_approver, onceover_auditor, onceover_admin;
GRANT EXECUTE ON FUNCTION trigger_run(text, date, uuid) TO onceover_operator;

SELECT janitor_make_partitions();
-- ALL TABLES named the default partitions as well.
REVOKE ALL ON operation_event_default, external_call_default FROM onceover_auditor;
