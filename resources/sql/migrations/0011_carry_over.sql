-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 10
-- What a settlement does not pay goes into the merchant's next cycle (DESIGN.md section 9): net at or below zero, below the
-- minimum payout, or merchant on hold. The operation succeeds without legs and message, and its signed amount becomes an
-- input of the next cycle, exactly once. Monthly cycles: the dates of runs and sales are the last day of their month.
SET search_path = onceover, pg_temp;

-- The cycle that settles this merchant. Each sale says it for itself (sale.settle_by); what is carried over goes by the
-- merchant's row, so that it follows a merchant who changes the cycle.
ALTER TABLE merchant ADD COLUMN settle_by text NOT NULL DEFAULT 'settle-daily'
  CONSTRAINT settle_by_is_a_cycle CHECK (settle_by IN ('settle-daily', 'settle-monthly'));

-- One row per settlement that paid nothing; written by the trigger below and by nobody else. The item that takes it is
-- ('carry-over', operation_id); the primary key of settlement_item lets one settlement take it, ever.
CREATE TABLE carry_over (
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,             -- the settlement whose amount this is
  merchant_id  bigint NOT NULL,
  currency     char(3) NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  settle_date  date NOT NULL,             -- of that settlement; only a later cycle takes it
  reason       text NOT NULL CHECK (reason IN ('NOT_POSITIVE', 'ON_HOLD', 'BELOW_MINIMUM')),
  created_at   timestamptz NOT NULL DEFAULT clock(),
  taken_by     uuid,                      -- the settlement that took it; null while no cycle did
  CONSTRAINT uq_carry_over PRIMARY KEY (bucket, operation_id)
);
CREATE INDEX ix_carry_over_open ON carry_over (bucket, merchant_id) WHERE taken_by IS NULL;
CREATE INDEX ix_carry_over_taken ON carry_over (bucket, taken_by) WHERE taken_by IS NOT NULL;
SELECT make_guard_update('carry_over', p_mutable => '{taken_by}',
  p_rules => ARRAY['OC002', 'what a cycle took stays with it', 'OLD.taken_by IS NOT NULL']);

DROP TRIGGER guard_update ON merchant;
DROP TRIGGER guard_delete ON merchant;
SELECT make_guard_update('merchant', p_mutable => '{name,time_zone,cutoff,channel_id,beneficiary_name,beneficiary_account,
  beneficiary_country,minimum_payout_minor,on_hold,settle_by}');

-- Why a settlement of this amount is not paid out, or null: it is. The mirror of core/policies/payout_rule.
CREATE FUNCTION unpaid_reason(p_settlement_type text, p_amount_minor bigint, p_minimum_minor bigint, p_on_hold boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_settlement_type NOT IN ('settle-daily', 'settle-monthly') THEN NULL
            WHEN p_amount_minor <= 0 THEN 'NOT_POSITIVE'
            WHEN p_on_hold THEN 'ON_HOLD'
            WHEN p_amount_minor < p_minimum_minor THEN 'BELOW_MINIMUM' END;

-- Nothing but this makes a success without legs of an amount: whoever writes it, the amount is carried over in the same
-- transaction. Entered for these rows alone.
CREATE FUNCTION carry_over_amount() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  why text;
BEGIN
  SELECT unpaid_reason(NEW.settlement_type, NEW.amount_minor, m.minimum_payout_minor, m.on_hold) INTO why
    FROM merchant m WHERE m.merchant_id = NEW.merchant_id;
  IF why IS NULL THEN
    PERFORM refuse('OC005', 'nothing to send although money is owed; operation ' || NEW.operation_id);
  END IF;
  INSERT INTO carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason)
  VALUES (NEW.bucket, NEW.operation_id, NEW.merchant_id, NEW.currency, NEW.amount_minor, NEW.settle_date, why);
  RETURN NULL;
END
$$;
CREATE TRIGGER carry_over_amount AFTER UPDATE ON settlement_operation FOR EACH ROW
  WHEN (OLD.status = 'PROCESSING' AND NEW.status = 'SUCCEEDED' AND NEW.amount_minor <> 0) EXECUTE FUNCTION carry_over_amount();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER carry_over_amount;

-- A carry-over is that of a settlement which has just succeeded without a message.
CREATE FUNCTION guard_new_carry_over() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NEW.taken_by IS NOT NULL OR NOT EXISTS (
       SELECT FROM settlement_operation o
        WHERE o.bucket = NEW.bucket AND o.operation_id = NEW.operation_id AND o.status = 'SUCCEEDED'
          AND (o.merchant_id, o.currency, o.amount_minor, o.settle_date) = (NEW.merchant_id, NEW.currency, NEW.amount_minor, NEW.settle_date)
          AND NOT EXISTS (SELECT FROM outbox x WHERE x.bucket = o.bucket AND x.operation_id = o.operation_id)) THEN
    PERFORM refuse('OC005', 'no settlement leaves this to be carried over; operation ' || NEW.operation_id);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_insert BEFORE INSERT ON carry_over FOR EACH ROW EXECUTE FUNCTION guard_new_carry_over();
ALTER TABLE carry_over ENABLE ALWAYS TRIGGER guard_insert;

-- The operation's machine as before; that money is owed is judged where it is carried over, above.
DROP TRIGGER guard_update ON settlement_operation;
DROP TRIGGER guard_delete ON settlement_operation;
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
    'OC002', 'history only grows, a reference stays',
      $$NEW.attempts_total < OLD.attempts_total OR (OLD.external_ref IS NOT NULL AND NEW.external_ref IS DISTINCT FROM OLD.external_ref)$$]);

-- Periods ---------------------------------------------------------------------------------------------------------------------

-- The business date that stands for its whole period, so that any date of a month or of a week names the same run, batch and
-- natural keys: the month's last day, the week's Monday.
CREATE FUNCTION period_date_of(p_period_kind text, p_biz_date date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_period_kind
         WHEN 'month' THEN (date_trunc('month', p_biz_date::timestamp) + interval '1 month - 1 day')::date
         WHEN 'week'  THEN date_trunc('week', p_biz_date::timestamp)::date
         ELSE p_biz_date END;

CREATE OR REPLACE FUNCTION guard_new_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  j job;
BEGIN
  SELECT * INTO j FROM job WHERE job_id = NEW.job_id;
  IF NEW.status NOT IN ('DUE', 'HELD') OR NEW.attempts <> 0 THEN
    PERFORM refuse('OC001', 'job_run NONE>' || NEW.status);
  ELSIF j.job_id IS NULL OR (j.job_type, j.scope, j.grade) IS DISTINCT FROM (NEW.job_type, NEW.scope, NEW.grade) THEN
    PERFORM refuse('OC009', 'job_run and job ' || NEW.job_id || ' differ');
  ELSIF j.period_kind <> 'slot' AND NEW.run_key IS DISTINCT FROM run_key_of(j.run_key_prefix, j.scope, j.period_kind, NEW.biz_date) THEN
    PERFORM refuse('OC006', 'run key ' || NEW.run_key);
  END IF;
  NEW.biz_date := period_date_of(j.period_kind, NEW.biz_date);
  RETURN NEW;
END
$$;

-- A run's date may be asked for as soon as the job's own schedule may name it: a job that runs for the day of its schedule
-- (offset 0) on that very day, all others when the day is over.
CREATE OR REPLACE FUNCTION trigger_refusal(p_job text, p_biz_date date) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  j      job;
  today  date;
  period date;
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
  period := period_date_of(j.period_kind, p_biz_date);
  -- A month is over with its last day; the week of a run key lies before its business date.
  IF p_biz_date > today + least(greatest(j.biz_date_offset, -1), 0) OR j.period_kind = 'month' AND period >= today THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  -- The batch seals the date: not before it is over for every merchant, in its own zone and by its own cut-off.
  IF j.job_type IN ('settle-daily', 'settle-monthly') AND EXISTS (
       SELECT FROM merchant m
        WHERE (period + CASE WHEN m.cutoff = '00:00' THEN 1 ELSE 0 END + m.cutoff) AT TIME ZONE m.time_zone > clock()) THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  RETURN NULL;
END
$$;

-- As before, and the date of a sale is that of a cycle: of a monthly one the month's last day.
CREATE OR REPLACE FUNCTION guard_new_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  problem text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'SEALED_DATE: sales under %, where a date that was sealed meanwhile is not seen', current_setting('transaction_isolation')
      USING ERRCODE = 'OC007', HINT = 'Insert sales in a transaction that is READ COMMITTED.';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(k)
     FROM (SELECT DISTINCT seal_key(settle_by, settle_date) AS k FROM new_rows ORDER BY k) keys;
  SELECT 'OC007 ' || n.settle_by || ' ' || n.settle_date INTO problem
    FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows) n
   WHERE EXISTS (SELECT FROM settlement_batch b WHERE b.job_type = n.settle_by AND b.biz_date = n.settle_date) LIMIT 1;
  IF problem IS NULL THEN
    SELECT 'OC009 no job settles by ' || n.settle_by || ' for ' || n.settle_date INTO problem
      FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows) n
     WHERE NOT isfinite(n.settle_date)
        OR NOT EXISTS (SELECT FROM job j WHERE j.job_type = n.settle_by AND period_date_of(j.period_kind, n.settle_date) = n.settle_date) LIMIT 1;
  END IF;
  IF problem IS NULL THEN
    SELECT CASE WHEN n.bucket <> m.bucket THEN 'OC006 bucket of sale ' || n.sale_id
                ELSE 'OC009 currency of sale ' || n.sale_id END INTO problem
      FROM new_rows n JOIN merchant m USING (merchant_id)
     WHERE n.bucket <> m.bucket OR n.currency <> m.currency LIMIT 1;
  END IF;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;

-- Inputs of a shard ---------------------------------------------------------------------------------------------------------------

-- What one shard of a batch is about: one row per item of a settlement. The sales of its date and cycle, and what earlier cycles
-- carried over and none has taken. Sales of the date are sealed; carry-overs come in at any moment, so only those that were
-- taken are counted. Range and date are scalars, so that the index is asked for this range and not for the whole day.
CREATE FUNCTION shard_inputs(p_batch bigint, p_shard smallint)
RETURNS TABLE (bucket smallint, merchant_id bigint, currency char(3), scope_ref text, settle_date date, item_kind text, item_id text,
               amount_minor bigint)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT s.bucket, s.merchant_id, s.currency, ''::text, s.settle_date, s.sale_kind, s.sale_id, s.amount_minor
    FROM sale s
   WHERE s.settle_by = (SELECT b.job_type FROM settlement_batch b WHERE b.batch_id = p_batch)
     AND s.settle_date = (SELECT b.biz_date FROM settlement_batch b WHERE b.batch_id = p_batch)
     AND s.bucket >= (SELECT h.bucket_from FROM batch_shard h WHERE h.batch_id = p_batch AND h.shard_no = p_shard)
     AND s.bucket < (SELECT h.bucket_to FROM batch_shard h WHERE h.batch_id = p_batch AND h.shard_no = p_shard)
  UNION ALL
  SELECT c.bucket, c.merchant_id, c.currency, ''::text, (SELECT b.biz_date FROM settlement_batch b WHERE b.batch_id = p_batch),
         'carry-over', c.operation_id::text, c.amount_minor
    FROM carry_over c JOIN merchant m USING (merchant_id)
   WHERE c.taken_by IS NULL
     AND m.settle_by = (SELECT b.job_type FROM settlement_batch b WHERE b.batch_id = p_batch)
     AND c.settle_date < (SELECT b.biz_date FROM settlement_batch b WHERE b.batch_id = p_batch)
     AND c.bucket >= (SELECT h.bucket_from FROM batch_shard h WHERE h.batch_id = p_batch AND h.shard_no = p_shard)
     AND c.bucket < (SELECT h.bucket_to FROM batch_shard h WHERE h.batch_id = p_batch AND h.shard_no = p_shard);
END;

-- Views, rights -------------------------------------------------------------------------------------------------------------------

CREATE VIEW v_carry_over AS
  SELECT bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason, created_at, taken_by FROM carry_over;
CREATE OR REPLACE VIEW v_merchant AS
  SELECT merchant_id, bucket, name, time_zone, cutoff, currency, channel_id, beneficiary_name,
         mask_account(beneficiary_account) AS beneficiary_account, beneficiary_country, minimum_payout_minor, on_hold, created_at, settle_by
    FROM merchant;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION carry_over_amount() OWNER TO onceover_api';
  EXECUTE 'ALTER FUNCTION guard_new_carry_over() OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION carry_over_amount(), guard_new_carry_over(), shard_inputs(bigint, smallint) FROM PUBLIC;
GRANT SELECT, INSERT ON carry_over TO onceover_api;
GRANT EXECUTE ON FUNCTION shard_inputs(bigint, smallint) TO onceover_scheduler;
GRANT SELECT, UPDATE (taken_by) ON carry_over TO onceover_scheduler;
GRANT SELECT ON carry_over TO onceover_worker, onceover_reconciler, onceover_auditor;
GRANT SELECT ON v_carry_over TO onceover_viewer, onceover_auditor;
