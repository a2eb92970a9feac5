-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acts and duties that need more rights than their callers have: audit, the manual trigger, sealing, accounts, the freeze of
-- a batch, and the janitor's work. Times that decide come from clock(), read after the locks.
SET search_path = onceover, pg_temp;

-- Audit -----------------------------------------------------------------------------------------------------------------

-- One row at the end of a chain. The head row is locked first, so that a chain neither forks nor has gaps (S7). What is
-- hashed is kept as bytes: the length-prefixed fields in the order below; hash = sha256(previous hash || those bytes),
-- before the first row 32 zero bytes. Texts are cut, and line breaks in them escaped, so that no row can forge another.
CREATE FUNCTION audit_append(p_chain text, p_actor text, p_action text, p_target text, p_outcome text, p_reason text,
                             p_ticket text, p_detail jsonb, p_request_id uuid)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head      audit_chain;
  row_at    timestamptz;
  role_name constant text := role_of_session();
  action    constant text := audit_text(p_action);
  target    constant text := audit_text(p_target);
  reason    constant text := audit_text(p_reason);
  ticket    constant text := audit_text(p_ticket);
  detail    constant jsonb := coalesce(p_detail, '{}');
  canonical bytea;
BEGIN
  INSERT INTO audit_chain (chain, head_seq, head_hash) VALUES (p_chain, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT head FROM audit_chain WHERE chain = p_chain FOR UPDATE;
  row_at := clock();
  canonical := lp(p_chain) || lp((head.head_seq + 1)::text) || lp(to_char(row_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
            || lp(p_actor) || lp(session_user::text) || lp(role_name) || lp(action) || lp(target) || lp(p_outcome) || lp(reason)
            || lp(ticket) || lp(detail::text) || lp(coalesce(p_request_id::text, ''));
  INSERT INTO audit_log (chain, seq, at, actor, login, role, action, target, outcome, reason, ticket, detail, request_id,
                         canonical, prev_hash, hash)
  VALUES (p_chain, head.head_seq + 1, row_at, p_actor, session_user, role_name, action, target, p_outcome, reason, ticket, detail,
          p_request_id, canonical, head.head_hash, sha256(head.head_hash || canonical));
  UPDATE audit_chain SET head_seq = head.head_seq + 1, head_hash = sha256(head.head_hash || canonical) WHERE chain = p_chain;
  RETURN head.head_seq + 1;
END
$$;

CREATE FUNCTION audit_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(regexp_replace(regexp_replace(coalesce(p_text, ''), E'\r|\n', '\\n', 'g'), '[[:cntrl:]]', '?', 'g'), 2000);

-- The chain `people`: every act of a person, DONE or REFUSED. Last statement of the act.
CREATE FUNCTION audit_people(p_action text, p_target text, p_outcome text, p_reason text DEFAULT '', p_ticket text DEFAULT '',
                             p_detail jsonb DEFAULT '{}', p_request_id uuid DEFAULT NULL)
RETURNS bigint LANGUAGE sql AS $$
  SELECT audit_append('people', coalesce(person_of_session(), session_user::text), p_action, p_target, p_outcome, p_reason,
                      p_ticket, p_detail, p_request_id)
$$;

-- The chain of one worker incarnation.
CREATE FUNCTION audit_worker(p_worker text, p_action text, p_target text, p_detail jsonb) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT audit_append('worker:' || p_worker, p_worker, p_action, p_target, 'DONE', '', '', p_detail, NULL)
$$;

-- After a missing privilege (42501) rolled everything back, the client leaves this row: best effort, by any person's login.
CREATE FUNCTION record_refusal(p_request_id uuid, p_sqlstate text, p_action text, p_target text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT audit_people(p_action, p_target, 'REFUSED', p_sqlstate, '', '{}', p_request_id)
$$;

-- Manual trigger ------------------------------------------------------------------------------------------------------------

-- Why a person's wish to run this job for this date is refused, or null. Reasons as in core/refusal, in its order.
CREATE FUNCTION trigger_refusal(p_job text, p_biz_date date) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  j     job;
  today date;
BEGIN
  SELECT * INTO j FROM job WHERE job_id = p_job;
  IF j.job_id IS NULL THEN
    RETURN 'UNKNOWN_JOB';
  ELSIF NOT j.enabled THEN
    RETURN 'JOB_DISABLED';
  ELSIF p_biz_date IS NULL OR j.period_kind = 'slot' OR p_biz_date NOT BETWEEN '1970-01-01' AND '9999-12-31' THEN
    RETURN 'BUSINESS_DATE_INVALID';
  END IF;
  today := (clock() AT TIME ZONE j.time_zone)::date;
  -- A month is over with its last day; the week of a run key lies before its business date.
  IF p_biz_date >= today
     OR j.period_kind = 'month' AND (date_trunc('month', p_biz_date::timestamp) + interval '1 month')::date > today THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  -- The batch seals the date: not before it is over for every merchant, in its own zone and by its own cut-off.
  IF j.job_type IN ('settle-daily', 'settle-monthly') AND EXISTS (
       SELECT FROM merchant m
        WHERE (p_biz_date + CASE WHEN m.cutoff = '00:00' THEN 1 ELSE 0 END + m.cutoff) AT TIME ZONE m.time_zone > clock()) THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  RETURN NULL;
END
$$;

-- The answer to a trigger that is recorded already.
CREATE FUNCTION trigger_answer(p_trigger_id bigint)
RETURNS TABLE (outcome text, reason text, answer text, trigger_id bigint, run_id bigint, run_key text, run_status text,
               batch_id bigint, batch_status text) LANGUAGE sql STABLE AS $$
  SELECT 'DONE', '', t.answer, t.trigger_id, t.run_id, t.run_key, r.status, b.batch_id, b.status
    FROM run_trigger t
    JOIN job_run r ON r.run_id = t.run_id
    LEFT JOIN settlement_batch b ON b.job_type = r.job_type AND b.biz_date = r.biz_date AND b.scope = r.scope
   WHERE t.trigger_id = p_trigger_id
$$;

-- A person triggers a job for a business date (never "today" by omission). The same request id gets the same answer; the
-- run is inserted or read, so that any number of triggers lead to one run (R5). Refusals are returned, and audited.
CREATE FUNCTION trigger_run(p_job text, p_biz_date date, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, answer text, trigger_id bigint, run_id bigint, run_key text, run_status text,
               batch_id bigint, batch_status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who      constant text := person_of_session();
  target   constant text := coalesce(p_job, '') || ' ' || coalesce(p_biz_date::text, '');
  refused  text;
  earlier  run_trigger;
  run      job_run;
  inserted boolean;
  new_id   bigint;
BEGIN
  PERFORM freeze_barrier();
  SELECT * INTO earlier FROM run_trigger t WHERE t.request_id = p_request_id;
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSIF p_request_id IS NULL THEN
    refused := 'VALUE_MALFORMED';
  ELSIF (earlier.job_id, earlier.biz_date, earlier.requested_by) = (p_job, p_biz_date, who) THEN
    RETURN QUERY SELECT * FROM trigger_answer(earlier.trigger_id);
    RETURN;
  ELSE
    refused := coalesce(trigger_refusal(p_job, p_biz_date),
                        CASE WHEN earlier.trigger_id IS NOT NULL THEN 'REQUEST_ID_REUSED' END);
  END IF;
  IF refused IS NULL THEN
    INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, status, zone, tzdata_version, status_reason)
    SELECT j.job_id, j.job_type, j.scope, run_key_of(j.run_key_prefix, j.scope, j.period_kind, p_biz_date), p_biz_date, j.grade,
           CASE WHEN f.freeze_id IS NULL THEN 'DUE' ELSE 'HELD' END, j.time_zone, '', CASE WHEN f.freeze_id IS NULL THEN '' ELSE 'freeze ' || f.freeze_id END
      FROM job j
      LEFT JOIN LATERAL (SELECT freeze_id FROM freezes_in_force
                          WHERE scope_kind = 'everything' OR scope_kind = 'job' AND scope_ref = j.job_id
                          ORDER BY freeze_id LIMIT 1) f ON true
     WHERE j.job_id = p_job
    ON CONFLICT DO NOTHING RETURNING * INTO run;
    inserted := FOUND;
    IF NOT inserted THEN
      SELECT r.* INTO STRICT run FROM job j
        JOIN job_run r ON r.run_key = run_key_of(j.run_key_prefix, j.scope, j.period_kind, p_biz_date) WHERE j.job_id = p_job;
    END IF;
    INSERT INTO run_trigger (job_id, source, request_id, run_id, run_key, biz_date, answer, requested_by)
    VALUES (p_job, 'manual', p_request_id, run.run_id, run.run_key, p_biz_date,
            CASE WHEN run.status = 'HELD' THEN 'HELD' WHEN inserted THEN 'CREATED'
                 WHEN run.status = 'DONE' THEN 'ALREADY_COMPLETED' ELSE 'EXISTING' END, who)
    ON CONFLICT DO NOTHING RETURNING trigger_id INTO new_id;
    IF new_id IS NOT NULL THEN
      PERFORM audit_people('trigger', target, 'DONE', '', '', jsonb_build_object('trigger_id', new_id, 'run_key', run.run_key), p_request_id);
      RETURN QUERY SELECT * FROM trigger_answer(new_id);
      RETURN;
    END IF;
    -- The same request id was used at the same moment: its row counts.
    SELECT * INTO STRICT earlier FROM run_trigger t WHERE t.request_id = p_request_id;
    IF (earlier.job_id, earlier.biz_date, earlier.requested_by) = (p_job, p_biz_date, who) THEN
      RETURN QUERY SELECT * FROM trigger_answer(earlier.trigger_id);
      RETURN;
    END IF;
    refused := 'REQUEST_ID_REUSED';
  END IF;
  PERFORM audit_people('trigger', target, 'REFUSED', refused, '', '{}', p_request_id);
  RETURN QUERY SELECT 'REFUSED', refused, NULL::text, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::bigint, NULL::text;
END
$$;

-- Scheduler and worker ------------------------------------------------------------------------------------------------------

-- First statement of the transaction that inserts the batch of this date (see guard_new_sales).
CREATE FUNCTION seal_date(p_settle_by text, p_date date) RETURNS boolean LANGUAGE sql VOLATILE
RETURN pg_try_advisory_xact_lock(seal_key(p_settle_by, p_date));

-- The accounts that the batch's operations need; how many were missing.
CREATE FUNCTION ensure_accounts(p_batch bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  made integer;
BEGIN
  INSERT INTO account (account_kind, owner_ref, currency)
  SELECT w.account_kind, w.owner_ref, w.currency
    FROM (SELECT 'payable' AS account_kind, o.merchant_id::text AS owner_ref, o.currency FROM settlement_operation o WHERE o.batch_id = p_batch
          UNION
          SELECT k, o.channel_id, o.currency FROM settlement_operation o CROSS JOIN unnest(ARRAY['in_transit', 'paid']) k WHERE o.batch_id = p_batch) w
   WHERE NOT EXISTS (SELECT FROM account a
                      WHERE (a.account_kind, a.owner_ref, a.currency) = (w.account_kind, w.owner_ref, w.currency))
   ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;

-- A failure of class RULE or DEFECT stops its batch (R72): one freeze of scope batch, in force when this commits. The
-- barrier is taken exclusively, so that no claim or send straddles effective_at; hence never after freeze_barrier() in the
-- same transaction. Returns the freeze that is open for the batch.
CREATE FUNCTION freeze_batch_for_failure(p_batch bigint, p_class text, p_operation uuid, p_error text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  frozen bigint;
BEGIN
  IF p_class IS NULL OR p_class NOT IN ('RULE', 'DEFECT') OR NOT EXISTS (SELECT FROM settlement_batch WHERE batch_id = p_batch) THEN
    PERFORM refuse('OC009', 'freeze of batch ' || coalesce(p_batch::text, '') || ' for class ' || coalesce(p_class, ''));
  END IF;
  PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  SELECT freeze_id INTO frozen FROM freeze_order
   WHERE scope_kind = 'batch' AND scope_ref = p_batch::text AND status <> 'LIFTED' ORDER BY freeze_id LIMIT 1;
  IF frozen IS NULL THEN
    INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason)
    VALUES ('batch', p_batch::text, 'system', audit_text(p_class || ' ' || coalesce(p_operation::text, '') || ': ' || coalesce(p_error, '')))
    RETURNING freeze_id INTO frozen;
    UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock() WHERE freeze_id = frozen;
    PERFORM audit_append('system', 'system', 'freeze', 'batch ' || p_batch, 'DONE', p_class, '',
                         jsonb_build_object('freeze_id', frozen, 'operation_id', p_operation), NULL);
  END IF;
  RETURN frozen;
END
$$;

-- Registration and heartbeat of a duty that may write no table (the janitor); the others may use these as well.
CREATE FUNCTION register_worker(p_worker text, p_program text, p_app_version text, p_host text, p_pid integer, p_duties text[])
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO worker (worker_id, program, app_version, host, pid, duties)
  VALUES (p_worker, p_program, p_app_version, p_host, p_pid, p_duties) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN true;
  END IF;
  PERFORM 1 FROM worker WHERE worker_id = p_worker AND host = p_host AND pid = p_pid AND stopped_at IS NULL;
  IF NOT FOUND THEN
    PERFORM refuse('OC009', 'worker id ' || p_worker || ' belongs to another incarnation: each start needs an id of its own');
  END IF;
  RETURN false;
END
$$;
CREATE FUNCTION beat(p_worker text, p_duty text, p_pieces bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock();
BEGIN
  INSERT INTO worker_heartbeat AS h (worker_id, duty, minute, beat_at, last_progress_at, pieces)
  VALUES (p_worker, p_duty, date_trunc('minute', moment), moment, CASE WHEN p_pieces > 0 THEN moment END, p_pieces)
  ON CONFLICT (worker_id, duty, minute) DO UPDATE
    SET beat_at = excluded.beat_at, last_progress_at = coalesce(excluded.last_progress_at, h.last_progress_at), pieces = h.pieces + excluded.pieces;
END
$$;
CREATE FUNCTION stop_worker(p_worker text, p_reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  UPDATE worker SET stopped_at = clock(), stop_reason = p_reason WHERE worker_id = p_worker AND stopped_at IS NULL;
  RETURN FOUND;
END
$$;

-- Janitor -------------------------------------------------------------------------------------------------------------------

-- Deltas become part of the summary in one statement, so that summary + deltas is the same before and after. One janitor
-- at a time; another one finds nothing to do. Returns the deltas folded.
CREATE FUNCTION janitor_fold_counts() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.fold counts', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM operation_count_delta WHERE delta_id IN (SELECT delta_id FROM operation_count_delta ORDER BY delta_id LIMIT 50000)
    RETURNING batch_id, shard_no, currency, status, n, amount_minor),
  upserted AS (
    INSERT INTO operation_count AS c (batch_id, shard_no, currency, status, n, amount_minor)
    SELECT batch_id, shard_no, currency, status, sum(n), sum(amount_minor) FROM gone GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (batch_id, shard_no, currency, status)
      DO UPDATE SET n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor)
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END
$$;
CREATE FUNCTION janitor_fold_balances() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.fold balances', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM account_balance_delta WHERE delta_id IN (SELECT delta_id FROM account_balance_delta ORDER BY delta_id LIMIT 50000)
    RETURNING account_id, amount_minor),
  upserted AS (
    INSERT INTO account_balance AS b (account_id, balance_minor)
    SELECT account_id, sum(amount_minor) FROM gone GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET balance_minor = b.balance_minor + excluded.balance_minor, updated_at = clock())
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END
$$;

-- One partition of a log table, guarded before it is attached. Nothing when it exists, or when the default partition holds
-- rows of its range (they stay there; the self-check lists them).
CREATE FUNCTION make_log_partition(p_table text, p_suffix text, p_from timestamptz, p_to timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  part     constant text := p_table || '_' || p_suffix;
  occupied boolean;
BEGIN
  IF to_regclass(format('onceover.%I', part)) IS NOT NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM onceover.%I WHERE at >= $1 AND at < $2)', p_table || '_default') INTO occupied USING p_from, p_to;
  IF occupied THEN
    RETURN 0;
  END IF;
  EXECUTE format('CREATE TABLE onceover.%I (LIKE onceover.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, p_table);
  PERFORM guard_append_only(format('onceover.%I', part)::regclass);
  EXECUTE format('ALTER TABLE onceover.%I ATTACH PARTITION onceover.%I FOR VALUES FROM (%L) TO (%L)', p_table, part, p_from, p_to);
  RETURN 1;
END
$$;

-- Log partitions around the database's clock: days of operation_event from 10 back to 14 ahead, months of external_call from
-- 2 back to 3 ahead, in UTC. Belongs to the owner and takes no name (DESIGN.md section 8). It gives up after a short wait
-- rather than hold up the engine; the next round tries again. Returns how many were made.
CREATE FUNCTION janitor_make_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' SET client_min_messages = warning AS $$
DECLARE
  today constant timestamptz := date_trunc('day', clock());
  made  integer := 0;
  first timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.partitions', 0));
  FOR d IN -10 .. 14 LOOP
    first := today + d * interval '1 day';
    made := made + make_log_partition('operation_event', to_char(first, 'YYYYMMDD'), first, first + interval '1 day');
  END LOOP;
  FOR m IN -2 .. 3 LOOP
    first := date_trunc('month', today) + m * interval '1 month';
    made := made + make_log_partition('external_call', to_char(first, 'YYYYMM'), first, first + interval '1 month');
  END LOOP;
  RETURN made;
END
$$;

-- How many operations came to which state in which hour: hours that are over (and ten minutes more, for transactions that
-- were under way) are counted once from operation_event, which lives 30 days. Returns the rows written.
CREATE FUNCTION janitor_roll_hours() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  until  constant timestamptz := date_trunc('hour', clock() - interval '10 min');
  since  timestamptz;
  rolled integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.roll hours', 0)) THEN
    RETURN 0;
  END IF;
  SELECT max(hour) + interval '1 hour' INTO since FROM operation_hourly;
  INSERT INTO operation_hourly (hour, job_id, status, n)
  SELECT date_trunc('hour', e.at), b.job_id, e.to_status, sum(cardinality(e.operation_ids))
    FROM operation_event e JOIN settlement_batch b USING (batch_id)
   WHERE e.at >= coalesce(since, '-infinity') AND e.at < until AND e.to_status <> e.from_status
   GROUP BY 1, 2, 3;
  GET DIAGNOSTICS rolled = ROW_COUNT;
  RETURN rolled;
END
$$;

-- One sample a minute of what a person watches, so that "better or worse" can be told. A measurement, never money.
CREATE FUNCTION janitor_sample() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET timezone = 'UTC' AS $$
DECLARE
  moment  constant timestamptz := clock();
  sampled integer;
BEGIN
  IF EXISTS (SELECT FROM metric_sample WHERE minute = date_trunc('minute', moment) AND name = 'outbox_open') THEN
    RETURN 0;
  END IF;
  INSERT INTO metric_sample (minute, name, value)
  SELECT date_trunc('minute', moment), m.name, m.value
    FROM (VALUES
      ('dead_letters', (SELECT count(*) FROM dead_letter WHERE status <> 'RESOLVED')),
      ('unknown_at_bank', (SELECT count(*) FROM outbox WHERE status = 'UNKNOWN')),
      ('outbox_open', (SELECT count(*) FROM outbox WHERE status = 'PENDING') + (SELECT count(*) FROM outbox WHERE status = 'SENDING')
                      + (SELECT count(*) FROM outbox WHERE status = 'UNKNOWN')),
      ('open_differences', (SELECT count(*) FROM reconciliation_difference WHERE status = 'OPEN')),
      ('stuck_leases', (SELECT count(*) FROM (
          SELECT d.bucket, d.operation_id FROM operation_due d WHERE d.due_at < moment - interval '5 s' LIMIT 20000) d
          JOIN settlement_operation o USING (bucket, operation_id) WHERE o.status = 'PROCESSING')),
      ('due', (SELECT count(*) FROM operation_due WHERE due_at <= moment))) m(name, value)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS sampled = ROW_COUNT;
  RETURN sampled;
END
$$;

-- Retention (DESIGN.md section 8): what is past it goes, except what open work still needs. Logs go by the partition: its rows
-- of operations that are not final, or of which a person has yet to decide, move to the default partition first. An
-- attempt goes 30 days after its end, with its run ended as well. Gives up after a short wait rather than hold up the engine.
CREATE FUNCTION drop_log_partitions(p_table text, p_keep_sql text, p_before timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  part    text;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass(p_table) AND c.relname <> p_table || '_default'
       AND substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz <= p_before
     ORDER BY c.relname LIMIT 31
  LOOP
    EXECUTE format('ALTER TABLE onceover.%I DETACH PARTITION onceover.%I', p_table, part);
    EXECUTE format('INSERT INTO onceover.%I SELECT e.* FROM onceover.%I e WHERE %s', p_table, part, p_keep_sql);
    EXECUTE format('DROP TABLE onceover.%I', part);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
CREATE FUNCTION janitor_drop_old() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  moment  constant timestamptz := clock();
  is_open constant text := $open$(o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OR EXISTS (
    SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id AND d.status <> 'RESOLVED'))$open$;
  dropped integer;
  gone    integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.partitions', 0));
  dropped := drop_log_partitions('operation_event', $keep$EXISTS (
      SELECT FROM unnest(e.operation_ids) AS u(id) JOIN onceover.settlement_operation o ON o.operation_id = u.id WHERE $keep$ || is_open || ')',
      moment - interval '30 days')
    + drop_log_partitions('external_call', $keep$EXISTS (
      SELECT FROM onceover.settlement_operation o WHERE o.bucket = e.bucket AND o.operation_id = e.operation_id AND $keep$ || is_open || ')',
      moment - interval '400 days');
  DELETE FROM run_attempt a USING job_run r
   WHERE r.run_id = a.run_id AND r.status IN ('DONE', 'FAILED', 'SKIPPED') AND r.finished_at < moment - interval '30 days'
     AND a.status <> 'STARTED' AND a.finished_at < moment - interval '30 days'
     AND NOT EXISTS (SELECT FROM settlement_operation o WHERE o.batch_id = a.batch_id AND o.attempt_id = a.attempt_id
                        AND o.status IN ('PROCESSING', 'AWAITING_EXTERNAL'));
  DELETE FROM worker_heartbeat WHERE minute < moment - interval '400 days';
  DELETE FROM metric_sample WHERE minute < moment - interval '400 days';
  DELETE FROM operation_hourly WHERE hour < moment - interval '400 days';
  RETURN dropped;
END
$$;
