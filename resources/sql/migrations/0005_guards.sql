-- SPDX-License-Identifier: GPL-3.0-or-later
-- Guards on UPDATE, DELETE and TRUNCATE, for everybody, the owner and its functions included. One row trigger per table
-- whose WHEN is true only for an illegal change: a legal one never enters a function (PERFORMANCE: free). All guards are
-- ENABLE ALWAYS, so that session_replication_role opens no door (S6), and are found by their names: guard_update,
-- guard_insert, guard_delete, guard_append_only, guard_ledger, guard_outcome.
--
--   OC001 ILLEGAL_TRANSITION  OC002 IMMUTABLE_COLUMN  OC003 APPEND_ONLY  OC004 STALE_VERSION   OC005 UNBALANCED
--   OC006 WRONG_KEY           OC007 SEALED_DATE       OC008 NEEDS_APPROVAL  OC009 MALFORMED
SET search_path = onceover, pg_temp;

-- Raises a refusal: the stable word of its code, then what was found. The tables that are inserted, updated or deleted
-- never hold a refused change, because the whole statement is undone.
CREATE FUNCTION refuse(p_code text, p_found text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: %', CASE p_code
      WHEN 'OC001' THEN 'ILLEGAL_TRANSITION' WHEN 'OC002' THEN 'IMMUTABLE_COLUMN' WHEN 'OC003' THEN 'APPEND_ONLY'
      WHEN 'OC004' THEN 'STALE_VERSION'      WHEN 'OC005' THEN 'UNBALANCED'       WHEN 'OC006' THEN 'WRONG_KEY'
      WHEN 'OC007' THEN 'SEALED_DATE'        WHEN 'OC008' THEN 'NEEDS_APPROVAL'   ELSE 'MALFORMED' END, p_found
    USING ERRCODE = p_code;
END
$$;

-- An approval in execution, of a kind that fits, whose plan names this operation. Rows of approvals are written by later
-- functions alone; as long as there are none, every final state is final.
CREATE FUNCTION approval_covers(p_bucket smallint, p_operation_id uuid, p_kinds text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval_item i JOIN approval a USING (approval_id)
                  WHERE i.bucket = p_bucket AND i.operation_id = p_operation_id AND i.status = 'PENDING'
                    AND a.kind = ANY (p_kinds) AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker)
$$;

-- Entered only when guard_update's WHEN found something illegal, or a change that needs an approval; says which.
-- Arguments: immutable columns, legal pairs, pairs that need an approval, then (code, text, condition) per further rule.
CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  old_row  constant jsonb := to_jsonb(OLD);
  new_row  constant jsonb := to_jsonb(NEW);
  subject  constant text := TG_TABLE_NAME || coalesce(' ' || (new_row ->> 'operation_id'), '');
  pair     constant text := (old_row ->> 'status') || '>' || (new_row ->> 'status');
  changed  constant boolean := (old_row ->> 'status') IS DISTINCT FROM (new_row ->> 'status');
  approved constant boolean := changed AND pair = ANY (TG_ARGV[2]::text[]);
  col      text;
  broken   boolean;
BEGIN
  FOREACH col IN ARRAY TG_ARGV[0]::text[] LOOP
    IF old_row -> col IS DISTINCT FROM new_row -> col THEN
      PERFORM refuse('OC002', TG_TABLE_NAME || '.' || col || ' never changes');
    END IF;
  END LOOP;
  IF changed AND NOT approved AND pair <> ALL (TG_ARGV[1]::text[]) THEN
    PERFORM refuse('OC001', subject || ' ' || pair);
  END IF;
  FOR i IN 0 .. (TG_NARGS - 3) / 3 - 1 LOOP
    EXECUTE 'SELECT ' || replace(replace(TG_ARGV[5 + 3 * i], 'OLD.', '($1).'), 'NEW.', '($2).') INTO broken USING OLD, NEW;
    IF broken THEN
      PERFORM refuse(TG_ARGV[3 + 3 * i], subject || ' ' || coalesce(pair, '') || ': ' || TG_ARGV[4 + 3 * i]);
    END IF;
  END LOOP;
  -- What is done again from its beginning is replayed; bytes that never left may be sent as well.
  IF approved AND (new_row ? 'operation_id')
     AND approval_covers((new_row ->> 'bucket')::smallint, (new_row ->> 'operation_id')::uuid,
                         CASE WHEN new_row ->> 'status' = 'RETRYABLE' THEN ARRAY['replay', 'recovery plan']
                              ELSE ARRAY['replay', 're-send', 'recovery plan'] END) THEN
    RETURN NEW;
  END IF;
  PERFORM refuse(CASE WHEN approved THEN 'OC008' ELSE 'OC001' END, subject || ' ' || coalesce(pair, ''));
  RETURN NULL;
END
$$;

-- Same for an INSERT, which is a transition as well. Arguments: (code, text) of the refusal.
CREATE FUNCTION refuse_insert() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  PERFORM refuse(TG_ARGV[0], TG_TABLE_NAME || ' ' || TG_ARGV[1]);
  RETURN NULL;
END
$$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  PERFORM refuse('OC003', TG_OP || ' on ' || TG_TABLE_NAME);
  RETURN NULL;
END
$$;

-- An outcome (of a message, and of its operation) is written by the functions of onceover_api, which write everything that
-- belongs to it, and by nobody's bare UPDATE. Entered only when its WHEN is true.
CREATE FUNCTION refuse_outcome() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  PERFORM refuse('OC001', TG_TABLE_NAME || ' outcome of a message, written by ' || current_user);
  RETURN NULL;
END
$$;

-- What composes the guards; for the owner's migrations alone. ---------------------------------------------------------

-- guard_update: what may change is listed, everything else is immutable, so that no column is forgotten.
CREATE FUNCTION make_guard_update(p_table regclass, p_mutable text[], p_pairs text[] DEFAULT '{}',
                                  p_approved text[] DEFAULT '{}', p_rules text[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  immutable text[];
  illegal   text;
BEGIN
  IF EXISTS (SELECT FROM unnest(p_mutable) m WHERE m NOT IN (SELECT attname FROM pg_attribute WHERE attrelid = p_table)) THEN
    RAISE EXCEPTION 'guard_update of % names a column that does not exist', p_table;
  END IF;
  -- Columns of fixed length first: they are the cheap ones to compare.
  SELECT array_agg(attname ORDER BY attlen < 0, attnum) INTO immutable
    FROM pg_attribute WHERE attrelid = p_table AND attnum > 0 AND NOT attisdropped AND attname <> ALL (p_mutable);
  SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', c), ' OR ') INTO illegal FROM unnest(immutable) c;
  IF 'status' = ANY (p_mutable) THEN
    illegal := illegal || ' OR (OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN ('
      || (SELECT string_agg(format('(%L, %L)', split_part(p, '>', 1), split_part(p, '>', 2)), ', ') FROM unnest(p_pairs) p) || '))';
  END IF;
  FOR i IN 0 .. cardinality(p_rules) / 3 - 1 LOOP
    illegal := illegal || ' OR (' || p_rules[3 + 3 * i] || ')';
  END LOOP;
  EXECUTE format('CREATE TRIGGER guard_update BEFORE UPDATE ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION refuse_update(%s)',
                 p_table, illegal,
                 (SELECT string_agg(quote_literal(a), ', ' ORDER BY n)
                    FROM unnest(ARRAY[immutable::text, p_pairs::text, p_approved::text] || p_rules) WITH ORDINALITY t(a, n)));
  EXECUTE format('CREATE TRIGGER guard_delete BEFORE DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', p_table);
  EXECUTE format('ALTER TABLE %1$s ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_delete', p_table);
END
$$;

CREATE FUNCTION make_guard_insert(p_table regclass, p_code text, p_text text, p_illegal text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER guard_insert BEFORE INSERT ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION refuse_insert(%L, %L)',
                 p_table, p_illegal, p_code, p_text);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER guard_insert', p_table);
END
$$;

-- Statement triggers fire for the table that a command names, row triggers are cloned to partitions: a partitioned table
-- needs both, and its partitions the first kind (janitor_make_partitions gives it to new ones).
CREATE FUNCTION guard_append_only(p_table regclass) RETURNS void LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER guard_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', p_table);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER guard_append_only', p_table);
END
$$;

-- Machines --------------------------------------------------------------------------------------------------------------

SELECT make_guard_update('settlement_operation',
  p_mutable  => '{status,version,worker_id,lease_until,attempt_id,attempts,attempts_total,budget_began_at,next_attempt_at,
                  failure_class,last_error,external_ref,updated_at,finished_at}',
  p_pairs    => '{PENDING>PROCESSING,RETRYABLE>PROCESSING,PROCESSING>SUCCEEDED,PROCESSING>AWAITING_EXTERNAL,
                  PROCESSING>RETRYABLE,PROCESSING>FAILED_PERMANENT,AWAITING_EXTERNAL>UNKNOWN_EXTERNAL,
                  AWAITING_EXTERNAL>FAILED_PERMANENT,AWAITING_EXTERNAL>SUCCEEDED,UNKNOWN_EXTERNAL>SUCCEEDED,
                  UNKNOWN_EXTERNAL>FAILED_PERMANENT,UNKNOWN_EXTERNAL>AWAITING_EXTERNAL}',
  p_approved => '{FAILED_PERMANENT>RETRYABLE,FAILED_PERMANENT>AWAITING_EXTERNAL}',
  p_rules    => ARRAY[
    'OC001', 'a success never changes', $$OLD.status = 'SUCCEEDED'$$,
    'OC004', 'the version stays, or grows by one at a claim or a fence',
      $$NEW.version <> OLD.version AND NOT (NEW.version = OLD.version + 1 AND (NEW.status = 'PROCESSING' OR OLD.status = 'PROCESSING'))$$,
    'OC004', 'a claim raises the version',
      $$NEW.status = 'PROCESSING' AND NEW.version = OLD.version AND (OLD.status <> 'PROCESSING' OR NEW.worker_id <> OLD.worker_id)$$,
    'OC001', 'the failure class does not go with this change',
      $$NEW.status = 'FAILED_PERMANENT' AND NEW.failure_class IS NOT NULL AND NOT CASE OLD.status
          WHEN 'PROCESSING'        THEN NEW.failure_class IN ('RULE', 'DATA', 'DEFECT', 'BUDGET_SPENT', 'WORKER_LOST')
          WHEN 'AWAITING_EXTERNAL' THEN NEW.failure_class IN ('NOT_SENT', 'REFUSED')
          WHEN 'UNKNOWN_EXTERNAL'  THEN NEW.failure_class IN ('REFUSED', 'NOT_EXECUTED')
          ELSE NEW.failure_class = OLD.failure_class END$$,
    'OC001', 'work is done again where no legs stand, bytes are sent again where HOLD stands, and BACK ends it',
      $$OLD.status = 'FAILED_PERMANENT' AND (NEW.status = 'RETRYABLE' AND OLD.failure_class IN ('NOT_SENT', 'REFUSED', 'NOT_EXECUTED')
          OR NEW.status = 'AWAITING_EXTERNAL' AND OLD.failure_class <> 'NOT_SENT')$$,
    'OC005', 'nothing to send although money is owed',
      $$OLD.status = 'PROCESSING' AND NEW.status = 'SUCCEEDED' AND NEW.amount_minor <> 0$$,
    'OC002', 'history only grows, a reference stays',
      $$NEW.attempts_total < OLD.attempts_total OR (OLD.external_ref IS NOT NULL AND NEW.external_ref IS DISTINCT FROM OLD.external_ref)$$]);
CREATE TRIGGER guard_outcome BEFORE UPDATE ON settlement_operation FOR EACH ROW
  WHEN (OLD.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') AND NEW.status IS DISTINCT FROM OLD.status
        AND NOT pg_has_role(current_user, 'onceover_api', 'USAGE'))
  EXECUTE FUNCTION refuse_outcome();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER guard_outcome;

SELECT make_guard_update('outbox',
  p_mutable  => '{status,version,worker_id,lease_until,not_before,attempts,sends_total,sends_maybe_left,first_sent_at,
                  last_sent_at,queries,next_query_at,unknown_since,external_ref,last_answer,last_error,updated_at,finished_at}',
  p_pairs    => '{PENDING>SENDING,SENDING>PENDING,SENDING>FAILED,SENDING>UNKNOWN,SENDING>ACCEPTED,SENDING>REFUSED,
                  UNKNOWN>ACCEPTED,UNKNOWN>REFUSED,UNKNOWN>PENDING}',
  p_approved => '{FAILED>PENDING}',
  p_rules    => ARRAY[
    'OC001', 'an answered message never changes', $$OLD.status IN ('ACCEPTED', 'REFUSED')$$,
    'OC004', 'the version stays, or grows by one at a mark or a fence',
      $$NEW.version <> OLD.version AND NOT (NEW.version = OLD.version + 1 AND
          (OLD.status, NEW.status) IN (('PENDING', 'SENDING'), ('SENDING', 'UNKNOWN')))$$,
    'OC004', 'a mark raises version and sends, and notes the times, before the bytes leave',
      $$OLD.status = 'PENDING' AND NEW.status = 'SENDING' AND NOT (NEW.version = OLD.version + 1
          AND NEW.sends_total = OLD.sends_total + 1 AND NEW.sends_maybe_left = OLD.sends_maybe_left + 1
          AND NEW.first_sent_at IS NOT NULL AND NEW.last_sent_at IS NOT NULL)$$,
    'OC002', 'sends are counted by marks alone, and taken back one by one when provably not sent',
      $$(NEW.sends_total <> OLD.sends_total OR NEW.sends_maybe_left > OLD.sends_maybe_left)
          AND NOT (OLD.status = 'PENDING' AND NEW.status = 'SENDING')
        OR NEW.sends_maybe_left < OLD.sends_maybe_left AND NOT (OLD.status = 'SENDING' AND NEW.status <> 'SENDING'
          AND NEW.sends_maybe_left = OLD.sends_maybe_left - 1)$$,
    'OC002', 'the last time of sending only grows, unless no send can have left',
      $$NEW.last_sent_at < OLD.last_sent_at OR OLD.last_sent_at IS NOT NULL AND NEW.last_sent_at IS NULL AND NEW.sends_maybe_left <> 0$$,
    'OC002', 'the first time of sending stays, unless no send can have left',
      $$OLD.first_sent_at IS NOT NULL AND NEW.first_sent_at IS DISTINCT FROM OLD.first_sent_at
          AND NOT (NEW.first_sent_at IS NULL AND NEW.sends_maybe_left = 0)$$,
    'OC001', 'given up as unsent although a send may have left',
      $$NEW.status = 'FAILED' AND NEW.sends_maybe_left <> 0$$]);
CREATE TRIGGER guard_outcome BEFORE UPDATE ON outbox FOR EACH ROW
  WHEN (OLD.status <> 'PENDING' AND NEW.status IS DISTINCT FROM OLD.status
        AND NOT pg_has_role(current_user, 'onceover_api', 'USAGE'))
  EXECUTE FUNCTION refuse_outcome();
ALTER TABLE outbox ENABLE ALWAYS TRIGGER guard_outcome;

SELECT make_guard_update('job_run',
  p_mutable  => '{status,attempts,lease_until,worker_id,status_reason,started_at,finished_at}',
  p_pairs    => '{DUE>HELD,HELD>DUE,DUE>RUNNING,RUNNING>DONE,RUNNING>FAILED,HELD>SKIPPED}',
  p_approved => '{FAILED>RUNNING}');

-- An ended attempt stays as it ended: the next try is a new attempt (R2).
SELECT make_guard_update('run_attempt',
  p_mutable  => '{status,finished_at,rows_affected,outcome,error}',
  p_pairs    => '{STARTED>SUCCEEDED,STARTED>FAILED,STARTED>LOST,STARTED>FENCED,STARTED>RELEASED}',
  p_rules    => ARRAY['OC002', 'the end of an attempt stays',
                      $$OLD.status <> 'STARTED' AND (NEW.finished_at IS DISTINCT FROM OLD.finished_at
                          OR NEW.outcome <> OLD.outcome OR NEW.error <> OLD.error)$$]);
SELECT make_guard_insert('run_attempt', 'OC001', 'begins STARTED', $$NEW.status <> 'STARTED'$$);
-- What ended 30 days ago may go, by janitor_drop_old() alone, which is the owner's.
DROP TRIGGER guard_delete ON run_attempt;
CREATE TRIGGER guard_delete BEFORE DELETE ON run_attempt FOR EACH ROW
  WHEN (OLD.status = 'STARTED' OR OLD.finished_at > clock() - interval '30 days' OR current_user <> 'onceover_owner')
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON run_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE run_attempt ENABLE ALWAYS TRIGGER guard_delete, ENABLE ALWAYS TRIGGER guard_truncate;

SELECT make_guard_update('settlement_batch',
  p_mutable  => '{status,status_reason,expected_count,done_count,count_agrees,amount_agrees,last_check_at,finished_at}',
  p_pairs    => '{CREATED>RUNNING,CREATED>RECONCILING,CREATED>FAILED,RUNNING>PARTIAL,RUNNING>RECONCILING,RUNNING>FAILED,
                  PARTIAL>RUNNING,PARTIAL>RECONCILING,PARTIAL>FAILED,RECONCILING>COMPLETED,RECONCILING>PARTIAL}',
  p_approved => '{FAILED>RUNNING}',
  p_rules    => ARRAY['OC001', 'a completed batch never changes', $$OLD.status = 'COMPLETED'$$]);
SELECT make_guard_insert('settlement_batch', 'OC001', 'begins CREATED', $$NEW.status <> 'CREATED'$$);

SELECT make_guard_update('batch_shard',
  p_mutable  => '{status,expected_count,expected_amount,expected_items,input_hash,enumerated_at,finished_at}',
  p_pairs    => '{OPEN>ENUMERATED,ENUMERATED>DONE}',
  p_approved => '{DONE>ENUMERATED}',
  p_rules    => ARRAY['OC002', 'what was counted from the inputs stays',
    $$OLD.status <> 'OPEN' AND (NEW.expected_count <> OLD.expected_count OR NEW.expected_amount IS DISTINCT FROM OLD.expected_amount
        OR NEW.expected_items IS DISTINCT FROM OLD.expected_items OR NEW.input_hash <> OLD.input_hash)$$]);
SELECT make_guard_insert('batch_shard', 'OC001', 'begins OPEN', $$NEW.status <> 'OPEN'$$);

-- Letters of the classes UNKNOWN, MISMATCH and DIFFERS are open only while their message is unknown: its final answer
-- resolves them.
SELECT make_guard_update('dead_letter',
  p_mutable  => '{status,resolution,reason,resolved_at}',
  p_pairs    => '{OPEN>REPLAY_REQUESTED,OPEN>COMPENSATION_REQUESTED,OPEN>RESOLVED,REPLAY_REQUESTED>RESOLVED,
                  REPLAY_REQUESTED>OPEN,COMPENSATION_REQUESTED>RESOLVED,COMPENSATION_REQUESTED>OPEN}',
  p_rules    => ARRAY['OC001', 'an unknown cannot be dismissed, and a resolution stays',
    $$NEW.resolution = 'dismissed' AND NEW.failure_class IN ('UNKNOWN', 'MISMATCH', 'DIFFERS') OR OLD.status = 'RESOLVED'$$]);
SELECT make_guard_insert('dead_letter', 'OC001', 'begins OPEN', $$NEW.status <> 'OPEN'$$);

SELECT make_guard_update('freeze_order',
  p_mutable  => '{status,incident_id,effective_at,drained_at,lifted_at}',
  p_pairs    => '{REQUESTED>IN_FORCE,IN_FORCE>DRAINED,DRAINED>LIFT_REQUESTED,LIFT_REQUESTED>LIFTED}',
  p_rules    => ARRAY['OC002', 'the moment from which a freeze is in force stays',
                      $$OLD.effective_at IS NOT NULL AND NEW.effective_at IS DISTINCT FROM OLD.effective_at$$]);
SELECT make_guard_insert('freeze_order', 'OC001', 'begins REQUESTED', $$NEW.status <> 'REQUESTED'$$);

SELECT make_guard_update('approval',
  p_mutable  => '{status,checker,lease_until,worker_id,decided_at,executed_at}',
  p_pairs    => '{REQUESTED>APPROVED,REQUESTED>REJECTED,REQUESTED>WITHDRAWN,REQUESTED>EXPIRED,REQUESTED>VOID,
                  APPROVED>EXECUTING,APPROVED>EXPIRED,APPROVED>VOID,EXECUTING>EXECUTED,EXECUTING>PARTLY,EXECUTING>FAILED,
                  EXECUTED>VERIFIED,PARTLY>VERIFIED,FAILED>VERIFIED}',
  p_rules    => ARRAY[
    'OC008', 'a second person decides',
      $$NEW.status IN ('APPROVED', 'EXECUTING') AND (NEW.checker IS NULL OR NEW.checker = NEW.maker)$$,
    'OC002', 'who decided stays', $$OLD.checker IS NOT NULL AND NEW.checker IS DISTINCT FROM OLD.checker$$]);
SELECT make_guard_insert('approval', 'OC001', 'begins REQUESTED', $$NEW.status <> 'REQUESTED' OR NEW.checker IS NOT NULL$$);
SELECT make_guard_update('approval_item',
  p_mutable => '{is_open,status,reason}',
  p_pairs   => '{PENDING>DONE,PENDING>REFUSED,PENDING>UNKNOWN,UNKNOWN>DONE,UNKNOWN>REFUSED}');

-- Rows that change in places -----------------------------------------------------------------------------------------------

SELECT make_guard_update('installation', p_mutable => '{name,system_identifier,timeline,epoch}',
  p_rules => ARRAY['OC002', 'the epoch only grows', 'NEW.epoch < OLD.epoch']);
SELECT make_guard_update('job', p_mutable => '{time_zone,schedule,biz_date_offset,enabled,schedule_from,same_action,
  allowed_lateness,may_repeat,needs_compensation,held_policy,rule_version,rollout_mode,shard_count,claim_size,lease,
  retry_backoff,max_attempts,max_total_time,conflict_backoff}');
-- What a channel declared stays with its version; how we treat it may be tuned.
SELECT make_guard_update('channel_profile', p_mutable => '{endpoint,enabled,connect_timeout,answer_timeout,send_lease,
  max_in_flight,retry_backoff,max_send_attempts,query_backoff,max_queries,escalate_after}');
SELECT make_guard_update('person', p_mutable => '{display_name}');
SELECT make_guard_update('person_login', p_mutable => '{valid}',
  p_rules => ARRAY['OC002', 'a login that was taken away is mapped anew, not revived', 'NEW.valid AND NOT OLD.valid']);
SELECT make_guard_update('audit_chain', p_mutable => '{head_seq,head_hash}',
  p_rules => ARRAY['OC003', 'a chain grows by one', 'NEW.head_seq <> OLD.head_seq + 1']);
SELECT make_guard_insert('audit_chain', 'OC001', 'begins empty', 'NEW.head_seq <> 0');
SELECT make_guard_update('reconciliation_run', p_mutable => '{compared,differences,finished_at}');
SELECT make_guard_update('reconciliation_difference', p_mutable => '{status,resolved_at}', p_pairs => '{OPEN>RESOLVED}');
SELECT make_guard_update('merchant', p_mutable => '{name,time_zone,cutoff,channel_id,beneficiary_name,beneficiary_account,
  beneficiary_country,minimum_payout_minor,on_hold}');
SELECT make_guard_insert('merchant', 'OC006', 'bucket is not the computed one', 'NEW.bucket <> bucket_of(NEW.merchant_id)');

-- Append-only ----------------------------------------------------------------------------------------------------------------

SELECT guard_append_only(t::regclass) FROM unnest(ARRAY[
  'schema_migration', 'audit_log', 'audit_anchor', 'run_trigger', 'settlement_item', 'account', 'ledger_entry',
  'external_event', 'external_reference', 'freeze_exemption', 'compensation', 'incident_step', 'statement',
  'statement_entry', 'rollout', 'sale', 'operation_event', 'operation_event_default', 'external_call',
  'external_call_default']) t;
CREATE TRIGGER guard_append_only_row BEFORE UPDATE OR DELETE ON operation_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard_append_only_row BEFORE UPDATE OR DELETE ON external_call FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE operation_event ENABLE ALWAYS TRIGGER guard_append_only_row;
ALTER TABLE external_call ENABLE ALWAYS TRIGGER guard_append_only_row;
CREATE TRIGGER guard_delete BEFORE DELETE OR TRUNCATE ON incident FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE incident ENABLE ALWAYS TRIGGER guard_delete;
