-- SPDX-License-Identifier: GPL-3.0-or-later
-- What people read: masked views over the tables (column names as there). Accounts show their last four characters,
-- payloads and raw answers their size alone. Plain projections, so that an index of the table serves a page of the view.
SET search_path = onceover, pg_temp;

-- What the promises rest on, as it is now. clock() is looked at by itself: a sandbox has another one. Partitions come and go;
-- guard_faults() looks at theirs.
CREATE FUNCTION guards_now() RETURNS TABLE (kind text, relation text, name text, definition text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT 'trigger', c.relname::text, t.tgname::text, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
    FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = 'onceover'::regnamespace AND NOT c.relispartition AND NOT t.tgisinternal
  UNION ALL
  SELECT 'index', c.relname, i.relname, pg_get_indexdef(x.indexrelid) || CASE WHEN x.indisvalid AND x.indisready THEN '' ELSE ' INVALID' END
    FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
   WHERE c.relnamespace = 'onceover'::regnamespace AND NOT c.relispartition AND x.indisunique
  UNION ALL
  SELECT 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' NOT VALID' END
    FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
   WHERE c.relnamespace = 'onceover'::regnamespace AND NOT c.relispartition AND k.contype IN ('c', 'f', 'p', 'u')
  UNION ALL
  SELECT 'function', '', p.oid::regprocedure::text, md5(pg_get_functiondef(p.oid)) || ' ' || p.proowner::regrole
    FROM pg_catalog.pg_proc p
   WHERE p.pronamespace = 'onceover'::regnamespace AND p.proname <> 'clock'
$$;

-- After the last migration: what stands now is what has to stand from now on. The owner's alone.
CREATE FUNCTION record_guards() RETURNS void LANGUAGE sql VOLATILE SET search_path = onceover, pg_temp AS $$
  DELETE FROM schema_guard;
  INSERT INTO schema_guard (kind, relation, name, definition) SELECT kind, relation, name, definition FROM guards_now();
$$;

-- Guards that are missing, changed or disabled; empty when all stand. Statement triggers do not reach partitions, so each
-- partition has its own.
CREATE FUNCTION guard_faults() RETURNS TABLE (kind text, name text, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT g.kind, concat_ws('.', nullif(g.relation, ''), g.name),
         CASE WHEN n.name IS NULL THEN 'missing'
              WHEN g.kind = 'trigger' AND n.definition = left(g.definition, -1) || 'D' THEN 'disabled'
              WHEN n.definition = g.definition || ' INVALID' THEN 'invalid'
              ELSE 'changed' END
    FROM schema_guard g
    LEFT JOIN guards_now() n USING (kind, relation, name)
   WHERE n.definition IS DISTINCT FROM g.definition
  UNION ALL
  SELECT 'trigger', c.relname || '.guard_append_only', 'missing or disabled'
    FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent IN ('operation_event'::regclass, 'external_call'::regclass)
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t
                      WHERE t.tgrelid = c.oid AND t.tgname = 'guard_append_only' AND t.tgenabled = 'A')
  UNION ALL
  SELECT 'record', 'schema_guard', 'empty' WHERE NOT EXISTS (SELECT FROM schema_guard)
   ORDER BY 1, 2
$$;

CREATE VIEW v_job AS SELECT * FROM job;

CREATE VIEW v_run AS
  SELECT run_id, job_id, job_type, scope, run_key, biz_date, grade, status, scheduled_at, local_wall, zone, tzdata_version, resolution,
         attempts, lease_until, worker_id, status_reason, created_at, started_at, finished_at
    FROM job_run;

CREATE VIEW v_trigger AS
  SELECT trigger_id, job_id, source, scheduled_at, request_id, run_id, run_key, biz_date, answer, requested_by, at FROM run_trigger;

CREATE VIEW v_attempt AS
  SELECT attempt_id, run_id, batch_id, shard_no, attempt_no, worker_id, input_version, status, started_at, finished_at, rows_affected,
         outcome, error
    FROM run_attempt;

CREATE VIEW v_batch AS
  SELECT batch_id, run_id, job_id, job_type, biz_date, scope, grade, status, status_reason, shard_total, input_version, rule_version,
         expected_count, done_count, count_agrees, amount_agrees, last_check_at, created_at, finished_at
    FROM settlement_batch;

CREATE VIEW v_shard AS SELECT * FROM batch_shard;

CREATE VIEW v_operation AS
  SELECT bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, revision, root_id, amount_minor, item_count,
         batch_id, shard_no, job_id, biz_date, channel_id,
         beneficiary ->> 'name' AS beneficiary_name, mask_account(beneficiary ->> 'account') AS beneficiary_account,
         beneficiary ->> 'country' AS beneficiary_country,
         input_version, rule_version, created_at, status, version, worker_id, lease_until, attempt_id, attempts, attempts_total,
         next_attempt_at, failure_class, last_error, external_ref, updated_at, finished_at
    FROM settlement_operation;

-- Open work by due time; PENDING, RETRYABLE and PROCESSING are listed through it.
CREATE VIEW v_due AS
  SELECT bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at, claimed_alone, lost, recoveries FROM operation_due;

CREATE VIEW v_item AS SELECT bucket, item_kind, item_id, root_id, amount_minor, currency, created_at FROM settlement_item;

CREATE VIEW v_event AS
  SELECT event_id, at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail FROM operation_event;

-- A count is the summary and the deltas not yet folded.
CREATE VIEW v_operation_count AS
  SELECT batch_id, shard_no, currency, status, sum(n)::bigint AS n, sum(amount_minor)::bigint AS amount_minor
    FROM (SELECT batch_id, shard_no, currency, status, n, amount_minor FROM operation_count
          UNION ALL
          SELECT batch_id, shard_no, currency, status, n, amount_minor FROM operation_count_delta) c
   GROUP BY batch_id, shard_no, currency, status;

CREATE VIEW v_account_balance AS
  SELECT a.account_id, a.account_kind, a.owner_ref, a.currency, coalesce(s.amount_minor, 0)::bigint AS balance_minor
    FROM account a
    LEFT JOIN (SELECT account_id, sum(amount_minor) AS amount_minor
                 FROM (SELECT account_id, balance_minor AS amount_minor FROM account_balance
                       UNION ALL SELECT account_id, amount_minor FROM account_balance_delta) d
                GROUP BY account_id) s USING (account_id);

CREATE VIEW v_ledger AS
  SELECT l.bucket, l.operation_id, l.phase, l.side, l.account_id, a.account_kind, a.owner_ref, l.amount_minor, l.currency, l.op_version,
         l.attempt_id, l.created_at
    FROM ledger_entry l LEFT JOIN account a USING (account_id);

-- Hours that are rolled up, and what came after them as it stands now.
CREATE VIEW v_operation_hour AS
  SELECT hour, job_id, status, n FROM operation_hourly
  UNION ALL
  SELECT date_trunc('hour', e.at), b.job_id, e.to_status, sum(cardinality(e.operation_ids))::bigint
    FROM operation_event e JOIN settlement_batch b USING (batch_id)
   WHERE e.at >= coalesce((SELECT max(hour) + interval '1 hour' FROM operation_hourly), '-infinity') AND e.to_status <> e.from_status
   GROUP BY 1, 2, 3;

CREATE VIEW v_metric AS SELECT minute, name, label, value FROM metric_sample;

CREATE VIEW v_outbox AS
  SELECT outbox_id, bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, octet_length(payload) AS payload_size,
         payload_sha256, amount_minor, currency, job_id, batch_id, merchant_id, created_at, status, version, worker_id, lease_until,
         not_before, attempts, sends_total, sends_maybe_left, first_sent_at, last_sent_at, queries, next_query_at, unknown_since,
         external_ref, last_answer, last_error, updated_at, finished_at
    FROM outbox;

CREATE VIEW v_external_call AS
  SELECT call_id, at, kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, request_sha256, outbox_version,
         started_at, duration, answer, http_status, code, external_ref, amount_minor, currency, octet_length(raw_answer) AS raw_size,
         raw_sha256, error, worker_id
    FROM external_call;

CREATE VIEW v_dead_letter AS
  SELECT dead_letter_id, subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade, idempotency_key, failure_class,
         last_error, octet_length(payload) AS payload_size, attempts, amount_minor, currency, status, resolution, reason, opened_at, resolved_at
    FROM dead_letter;

CREATE VIEW v_reconciliation AS
  SELECT reconciliation_id, kind, batch_id, biz_date, channel_id, compared, differences, started_at, finished_at, worker_id
    FROM reconciliation_run;

CREATE VIEW v_difference AS SELECT * FROM reconciliation_difference;

CREATE VIEW v_approval AS
  SELECT approval_id, request_id, kind, status, maker, checker, reason, ticket, plan_hash, expires_at, requested_at, decided_at, executed_at
    FROM approval;

CREATE VIEW v_freeze AS
  SELECT freeze_id, scope_kind, scope_ref, status, incident_id, actor, reason, requested_at, effective_at, drained_at, lifted_at
    FROM freeze_order;

CREATE VIEW v_channel AS SELECT * FROM channel_profile;

CREATE VIEW v_merchant AS
  SELECT merchant_id, bucket, name, time_zone, cutoff, currency, channel_id, beneficiary_name,
         mask_account(beneficiary_account) AS beneficiary_account, beneficiary_country, minimum_payout_minor, on_hold, created_at
    FROM merchant;

CREATE VIEW v_worker AS
  SELECT worker_id, program, app_version, host, pid, duties, started_at, stopped_at, stop_reason FROM worker;

CREATE VIEW v_heartbeat AS SELECT worker_id, duty, minute, beat_at, last_progress_at, pieces FROM worker_heartbeat;

CREATE VIEW v_audit AS
  SELECT chain, seq, at, actor, login, role, action, target, outcome, reason, ticket, detail, request_id FROM audit_log;

CREATE VIEW v_alert AS SELECT * FROM alert;
CREATE VIEW v_person AS SELECT person_id, display_name FROM person;
