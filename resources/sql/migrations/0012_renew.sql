-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 10
-- Job types as core declares them (R10, R129), and the renewal of subscriptions: charged through the payment channel, and
-- extended in the transaction of the PAY legs (DESIGN.md rule 5).
SET search_path = onceover, pg_temp;

-- The mirror of core/policies/job_types: what a job's row may not say otherwise. ------------------------------------------------

CREATE TABLE job_type (
  job_type           text PRIMARY KEY,
  run_key_prefix     text NOT NULL,
  period_kind        text NOT NULL CHECK (period_kind IN ('day', 'week', 'month', 'slot')),
  grade              text NOT NULL CHECK (grade IN ('P0', 'P1')),
  needs_compensation boolean NOT NULL,     -- R94: what it did wrong is made good by another effect, never by another run
  has_batch          boolean NOT NULL,     -- its work is operations; else it ends with its own work
  same_action        text NOT NULL,
  allowed_lateness   interval NOT NULL,
  may_repeat         text NOT NULL
);
INSERT INTO job_type VALUES
  ('settle-daily', 'settle-daily', 'day', 'P0', false, true,
   'the payout of one merchant''s day in one currency', '12 hours',
   'safe to trigger again: the effect is keyed by merchant, day and currency'),
  ('settle-monthly', 'settlement', 'month', 'P0', false, true,
   'the payout of one merchant''s month in one currency', '2 days',
   'safe to trigger again: the effect is keyed by merchant, month and currency'),
  ('renew', 'renew', 'day', 'P0', true, true,
   'the charge for one period of one subscription, and its extension', '12 hours',
   'safe to trigger again: the effect is keyed by subscription and period'),
  ('reconcile', 'reconcile', 'day', 'P0', true, false,
   'the comparison of one day''s orders, subscriptions and payment callbacks', '24 hours',
   'safe to trigger again: it compares, and changes nothing that it compares'),
  ('weekly-report', 'weekly-report', 'week', 'P1', false, true,
   'the report of one ISO week to one merchant', '6 days',
   'safe to trigger again: the mail is keyed by merchant and week'),
  ('mail-digest', 'mail-digest', 'day', 'P1', false, true,
   'the digest of one day to one merchant', '12 hours',
   'safe to trigger again: the mail is keyed by merchant and day'),
  ('webhook-delivery', 'webhook-delivery', 'day', 'P1', false, true,
   'the notice of one day''s settlements to one merchant', '12 hours',
   'safe to trigger again: the notice is keyed by merchant and day'),
  ('cleanup-temp', 'cleanup-temp', 'day', 'P1', false, false,
   'the removal of the worker''s own old temporary files', '7 days',
   'safe to repeat: what is gone is not removed again');
SELECT guard_append_only('job_type');

CREATE FUNCTION guard_job_type() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  t job_type;
BEGIN
  SELECT * INTO t FROM job_type WHERE job_type.job_type = NEW.job_type;
  IF t.job_type IS NULL THEN
    PERFORM refuse('OC009', 'job type ' || NEW.job_type || ' is declared nowhere');
  ELSIF t.grade <> NEW.grade OR t.needs_compensation <> NEW.needs_compensation
        OR t.period_kind <> NEW.period_kind AND NOT (NEW.period_kind = 'slot' AND t.grade = 'P1') THEN
    PERFORM refuse('OC009', format('job %s: %s, %s, needs compensation %s; its type is declared %s, %s, %s', NEW.job_id, NEW.grade,
                                   NEW.period_kind, NEW.needs_compensation, t.grade, t.period_kind, t.needs_compensation));
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_job_type BEFORE INSERT OR UPDATE ON job FOR EACH ROW EXECUTE FUNCTION guard_job_type();
ALTER TABLE job ENABLE ALWAYS TRIGGER guard_job_type;

-- Subscriptions -------------------------------------------------------------------------------------------------------------------

ALTER TABLE subscription
  ADD COLUMN period_months integer NOT NULL DEFAULT 1 CONSTRAINT period_is_months CHECK (period_months BETWEEN 1 AND 36),
  ADD COLUMN anchor_day smallint CONSTRAINT anchor_is_a_day CHECK (anchor_day BETWEEN 1 AND 31);   -- null: the day of paid_until
CREATE INDEX ix_subscription_due ON subscription (paid_until) WHERE status = 'ACTIVE';
CREATE INDEX ix_subscription_merchant ON subscription (merchant_id, paid_until) WHERE status = 'ACTIVE';

-- The date until which a subscription is paid after one more period: its anchor day, or the month's last one before it, so that
-- the 31st comes back after February.
CREATE FUNCTION extended_until(p_from date, p_anchor_day smallint, p_months integer) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (date_trunc('month', p_from::timestamp) + p_months * interval '1 month')::date
       + least(coalesce(p_anchor_day, extract(day FROM p_from)::integer),
               extract(day FROM date_trunc('month', p_from::timestamp) + (p_months + 1) * interval '1 month' - interval '1 day')::integer) - 1;

-- One row per renewal that took effect: by which the period was extended, once.
CREATE TABLE subscription_extension (
  bucket          smallint NOT NULL,
  operation_id    uuid NOT NULL,
  subscription_id bigint NOT NULL,
  from_date       date NOT NULL,
  to_date         date NOT NULL CHECK (to_date > from_date),
  at              timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT uq_subscription_extension PRIMARY KEY (bucket, operation_id),
  CONSTRAINT uq_subscription_extension_period UNIQUE (subscription_id, from_date)
);
SELECT guard_append_only('subscription_extension');

SELECT make_guard_update('subscription', p_mutable => '{user_ref,amount_minor,status,paid_until,period_months,anchor_day}',
  p_pairs => '{ACTIVE>ENDED,ENDED>ACTIVE}');
-- What is paid is extended by the functions of onceover_api, together with the money, and by nobody's bare UPDATE.
CREATE TRIGGER guard_outcome BEFORE UPDATE ON subscription FOR EACH ROW
  WHEN (NEW.paid_until IS DISTINCT FROM OLD.paid_until AND NOT pg_has_role(current_user, 'onceover_api', 'USAGE'))
  EXECUTE FUNCTION refuse_outcome();
ALTER TABLE subscription ENABLE ALWAYS TRIGGER guard_outcome;

-- A renewal is that of a subscription, for the period that begins where it is paid until, at its price.
CREATE FUNCTION guard_new_renewal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM subscription s
                  WHERE s.subscription_id::text = NEW.scope_ref AND s.subscription_id = NEW.scope_ref::bigint
                    AND (s.merchant_id, s.currency, s.amount_minor, s.paid_until) = (NEW.merchant_id, NEW.currency, NEW.amount_minor, NEW.settle_date)
                    AND s.status = 'ACTIVE') THEN
    PERFORM refuse('OC005', 'no subscription ' || NEW.scope_ref || ' is due on ' || NEW.settle_date || ' at this price; operation '
                            || NEW.operation_id);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_new_renewal BEFORE INSERT ON settlement_operation FOR EACH ROW
  WHEN (NEW.settlement_type = 'renew' AND NEW.revision = 0) EXECUTE FUNCTION guard_new_renewal();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER guard_new_renewal;

-- What is due: every subscription that is paid until the business date or an earlier one, and has no renewal of that period in
-- another batch, whatever became of it. The period is part of the natural key (settle_date), so no date charges it again.
CREATE OR REPLACE FUNCTION shard_inputs(p_batch bigint, p_shard smallint)
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
     AND c.bucket < (SELECT h.bucket_to FROM batch_shard h WHERE h.batch_id = p_batch AND h.shard_no = p_shard)
  UNION ALL
  SELECT m.bucket, s.merchant_id, s.currency, s.subscription_id::text, s.paid_until, ''::text, ''::text, s.amount_minor
    FROM settlement_batch b
    JOIN batch_shard h ON h.batch_id = b.batch_id AND h.shard_no = p_shard
    JOIN subscription s ON s.status = 'ACTIVE' AND s.paid_until <= b.biz_date
    JOIN merchant m ON m.merchant_id = s.merchant_id AND m.bucket >= h.bucket_from AND m.bucket < h.bucket_to
   WHERE b.batch_id = p_batch AND b.job_type = 'renew'
     AND NOT EXISTS (SELECT FROM settlement_operation o
                      WHERE o.bucket = m.bucket AND o.merchant_id = s.merchant_id AND o.settle_date = s.paid_until
                        AND o.settlement_type = 'renew' AND o.currency = s.currency AND o.scope_ref = s.subscription_id::text
                        AND o.batch_id <> p_batch);
END;

-- Ledger: a charge claims from the subscriber what a payout owes to the merchant ----------------------------------------------------

ALTER TABLE account DROP CONSTRAINT account_account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_account_kind_check
  CHECK (account_kind IN ('payable', 'in_transit', 'paid', 'receivable', 'collected'));

-- The kind of account that a leg is on. The merchant's (payable, receivable) belong to the merchant, the others to the channel.
CREATE FUNCTION leg_account(p_settlement_type text, p_phase text, p_side text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_phase = 'HOLD' AND p_side = 'DEBIT' OR p_phase = 'BACK' AND p_side = 'CREDIT'
              THEN CASE p_settlement_type WHEN 'renew' THEN 'receivable' ELSE 'payable' END
            WHEN p_phase = 'PAY' AND p_side = 'CREDIT'
              THEN CASE p_settlement_type WHEN 'renew' THEN 'collected' ELSE 'paid' END
            ELSE 'in_transit' END;
CREATE FUNCTION leg_owner(p_phase text, p_side text, p_merchant_id bigint, p_channel_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_phase = 'HOLD' AND p_side = 'DEBIT' OR p_phase = 'BACK' AND p_side = 'CREDIT' THEN p_merchant_id::text ELSE p_channel_id END;

CREATE OR REPLACE FUNCTION guard_new_legs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  good    bigint;
  problem text;
BEGIN
  SELECT count(*) FILTER (WHERE x.ok) INTO good FROM (
    SELECT l.legs = 2 AND l.lo = -l.hi AND l.hi = o.amount_minor AND l.version_lo = o.version AND l.version_hi = o.version
           AND l.currency_lo = o.currency AND l.currency_hi = o.currency AND d.currency = o.currency AND c.currency = o.currency
           AND d.account_kind = leg_account(o.settlement_type, l.phase, 'DEBIT') AND c.account_kind = leg_account(o.settlement_type, l.phase, 'CREDIT')
           AND d.owner_ref = leg_owner(l.phase, 'DEBIT', o.merchant_id, o.channel_id)
           AND c.owner_ref = leg_owner(l.phase, 'CREDIT', o.merchant_id, o.channel_id)
           AND CASE l.phase
             WHEN 'HOLD' THEN o.status = 'AWAITING_EXTERNAL'
             WHEN 'PAY'  THEN o.status = 'SUCCEEDED'
             ELSE o.status = 'FAILED_PERMANENT' AND o.failure_class IN ('REFUSED', 'NOT_EXECUTED') END
           AND (l.phase = 'HOLD' OR EXISTS (
             SELECT FROM ledger_entry h
              WHERE h.bucket = l.bucket AND h.operation_id = l.operation_id AND h.phase = 'HOLD' AND h.side = 'DEBIT')) AS ok
      FROM (SELECT bucket, operation_id, phase, count(*) AS legs, min(amount_minor) AS lo, max(amount_minor) AS hi,
                   min(op_version) AS version_lo, max(op_version) AS version_hi, min(currency) AS currency_lo,
                   max(currency) AS currency_hi, min(account_id) FILTER (WHERE side = 'DEBIT') AS debit,
                   min(account_id) FILTER (WHERE side = 'CREDIT') AS credit
              FROM new_rows GROUP BY bucket, operation_id, phase) l
      JOIN settlement_operation o ON o.bucket = l.bucket AND o.operation_id = l.operation_id
      JOIN account d ON d.account_id = l.debit
      JOIN account c ON c.account_id = l.credit
     ORDER BY l.bucket, l.operation_id
       FOR SHARE OF o) x;
  IF good * 2 = (SELECT count(*) FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT p INTO problem FROM (
    SELECT CASE
      WHEN o.operation_id IS NULL THEN 'OC005 no operation'
      WHEN l.versions <> ARRAY[o.version] THEN 'OC004 legs of version ' || array_to_string(l.versions, ',') || ', operation at ' || o.version
      WHEN l.phase <> CASE o.status WHEN 'AWAITING_EXTERNAL' THEN 'HOLD' WHEN 'SUCCEEDED' THEN 'PAY' WHEN 'FAILED_PERMANENT' THEN 'BACK' ELSE '' END
        THEN 'OC001 ' || l.phase || ' while ' || o.status
      ELSE 'OC005 ' || l.legs || ' ' || l.phase || ' legs, sum ' || l.total || ', of amount ' || o.amount_minor || ' ' || o.currency
    END || '; operation ' || l.operation_id AS p
    FROM (SELECT bucket, operation_id, phase, count(*) AS legs, sum(amount_minor) AS total, array_agg(DISTINCT op_version) AS versions
            FROM new_rows GROUP BY bucket, operation_id, phase) l
    LEFT JOIN settlement_operation o ON o.bucket = l.bucket AND o.operation_id = l.operation_id) x
  ORDER BY p LIKE 'OC005%' LIMIT 1;
  PERFORM refuse(left(problem, 5), substr(problem, 7));
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION ensure_accounts(p_batch bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  made integer;
BEGIN
  INSERT INTO account (account_kind, owner_ref, currency)
  SELECT w.account_kind, w.owner_ref, w.currency
    FROM (SELECT DISTINCT leg_account(o.settlement_type, l.phase, l.side) AS account_kind,
                 leg_owner(l.phase, l.side, o.merchant_id, o.channel_id) AS owner_ref, o.currency
            FROM settlement_operation o CROSS JOIN (VALUES ('HOLD', 'DEBIT'), ('HOLD', 'CREDIT'), ('PAY', 'CREDIT')) l(phase, side)
           WHERE o.batch_id = p_batch) w
   WHERE NOT EXISTS (SELECT FROM account a
                      WHERE (a.account_kind, a.owner_ref, a.currency) = (w.account_kind, w.owner_ref, w.currency))
   ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;

-- State first: it is what the guard of the legs compares with.
CREATE OR REPLACE FUNCTION finish_operations(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  legs bigint;
BEGIN
  UPDATE settlement_operation o
     SET status = v.operation_becomes,
         failure_class = CASE v.outcome WHEN 'REFUSED' THEN 'REFUSED' WHEN 'FAILED' THEN 'NOT_SENT' END,
         external_ref = CASE WHEN v.outcome = 'ACCEPTED' THEN v.external_ref ELSE o.external_ref END,
         last_error = v.error,
         updated_at = p_moment,
         finished_at = CASE WHEN v.outcome IN ('ACCEPTED', 'REFUSED', 'FAILED') THEN p_moment END
    FROM unnest(p_verdicts) v
   WHERE o.bucket = v.bucket AND o.operation_id = v.operation_id AND v.operation_becomes <> v.operation_status;
  INSERT INTO ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version, attempt_id, created_at)
  SELECT v.bucket, v.operation_id, p.phase, s.side, a.account_id,
         CASE s.side WHEN 'DEBIT' THEN -v.amount_minor ELSE v.amount_minor END, v.currency, v.operation_version, v.attempt_id, p_moment
    FROM unnest(p_verdicts) v
    JOIN settlement_operation o ON o.bucket = v.bucket AND o.operation_id = v.operation_id
   CROSS JOIN LATERAL (SELECT CASE v.outcome WHEN 'ACCEPTED' THEN 'PAY' ELSE 'BACK' END AS phase) p
   CROSS JOIN (VALUES ('DEBIT'), ('CREDIT')) s(side)
    JOIN account a ON a.account_kind = leg_account(o.settlement_type, p.phase, s.side)
                  AND a.owner_ref = leg_owner(p.phase, s.side, v.merchant_id, v.channel_id) AND a.currency = v.currency
   WHERE v.outcome IN ('ACCEPTED', 'REFUSED') AND v.pays;
  GET DIAGNOSTICS legs = ROW_COUNT;
  IF legs <> 2 * (SELECT count(*) FROM unnest(p_verdicts) v WHERE v.outcome IN ('ACCEPTED', 'REFUSED') AND v.pays) THEN
    PERFORM refuse('OC005', 'accounts are missing for the legs of an outcome');
  END IF;
END
$$;

-- The renewal's own effect: what was charged is extended, in the same transaction. One whose date somebody moved meanwhile is
-- charged all the same; that is a fact, and a person looks at the difference. Never extended twice: by the period's unique key.
CREATE FUNCTION finish_renewals(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(p_verdicts) v JOIN settlement_operation o ON o.bucket = v.bucket AND o.operation_id = v.operation_id
                  WHERE v.outcome = 'ACCEPTED' AND o.settlement_type = 'renew') THEN
    RETURN;
  END IF;
  PERFORM 1 FROM subscription s
   WHERE s.subscription_id IN (SELECT o.scope_ref::bigint FROM unnest(p_verdicts) v
                                 JOIN settlement_operation o ON o.bucket = v.bucket AND o.operation_id = v.operation_id
                                WHERE v.outcome = 'ACCEPTED' AND o.settlement_type = 'renew')
   ORDER BY s.subscription_id FOR NO KEY UPDATE;
  WITH charged AS (
    SELECT v.*, o.scope_ref::bigint AS subscription_id, o.settle_date
      FROM unnest(p_verdicts) v JOIN settlement_operation o ON o.bucket = v.bucket AND o.operation_id = v.operation_id
     WHERE v.outcome = 'ACCEPTED' AND o.settlement_type = 'renew'),
  extended AS (
    UPDATE subscription s SET paid_until = extended_until(s.paid_until, s.anchor_day, s.period_months)
      FROM charged c
     WHERE s.subscription_id = c.subscription_id AND s.paid_until = c.settle_date
    RETURNING c.bucket, c.operation_id, s.subscription_id, c.settle_date, s.paid_until),
  noted AS (
    INSERT INTO subscription_extension (bucket, operation_id, subscription_id, from_date, to_date, at)
    SELECT e.bucket, e.operation_id, e.subscription_id, e.settle_date, e.paid_until, p_moment FROM extended e)
  INSERT INTO reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, idempotency_key, external_ref,
                                         ours_minor, theirs_minor, currency, detail, opened_at)
  SELECT 'CONTRADICTION', 'P0', c.batch_id, c.bucket, c.operation_id, c.channel_id, c.idempotency_key, coalesce(c.external_ref, ''),
         c.amount_minor, c.theirs_minor, c.currency,
         'charged but not extended: subscription ' || c.subscription_id || ' is no longer paid until ' || c.settle_date, p_moment
    FROM charged c
   WHERE NOT EXISTS (SELECT FROM extended e WHERE e.operation_id = c.operation_id)
   ORDER BY c.bucket, c.operation_id
  ON CONFLICT DO NOTHING;
END
$$;

CREATE OR REPLACE FUNCTION finish_external(p_worker text, p_buckets smallint[], p_outbox_ids bigint[], p_from text[], p_versions bigint[],
                                p_outcomes text[], p_refs text[], p_call_ids bigint[], p_wait_ms bigint[], p_burns smallint[],
                                p_unsent smallint[], p_errors text[], p_answers text[], p_dead text[])
RETURNS TABLE (bucket smallint, outbox_id bigint, applied boolean, message_status text, operation_status text, note text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  verdicts finish_verdict[];
  moment   timestamptz;
BEGIN
  IF p_worker IS NULL
     OR EXISTS (SELECT FROM unnest(p_outcomes) o WHERE o IS NULL OR o NOT IN ('ACCEPTED', 'REFUSED', 'UNKNOWN', 'PENDING', 'FAILED'))
     OR EXISTS (SELECT FROM unnest(ARRAY[cardinality(p_outbox_ids), cardinality(p_from), cardinality(p_versions), cardinality(p_outcomes),
                                         cardinality(p_refs), cardinality(p_call_ids), cardinality(p_wait_ms), cardinality(p_burns),
                                         cardinality(p_unsent), cardinality(p_errors), cardinality(p_answers), cardinality(p_dead)]) c
                 WHERE c IS DISTINCT FROM cardinality(p_buckets)) THEN
    PERFORM refuse('OC009', 'arrays of unequal length, or an unknown outcome');
  END IF;
  PERFORM finish_lock(p_buckets, p_outbox_ids);
  moment := clock();
  verdicts := finish_judge(p_buckets, p_outbox_ids, p_from, p_versions, p_outcomes, p_refs, p_call_ids, p_wait_ms, p_burns, p_unsent,
                           p_errors, p_answers, p_dead);
  verdicts := finish_references(verdicts);
  PERFORM finish_operations(verdicts, moment);
  PERFORM finish_renewals(verdicts, moment);
  PERFORM finish_messages(verdicts, moment);
  PERFORM finish_letters(verdicts, moment);
  PERFORM finish_events(verdicts, p_worker, moment);
  RETURN QUERY SELECT v.bucket, v.outbox_id, v.outcome IS NOT NULL AND v.note = '', coalesce(v.outcome, v.message_status),
                      coalesce(v.operation_becomes, v.operation_status), v.note
                 FROM unnest(verdicts) v ORDER BY v.n;
END
$$;

-- Views, rights -------------------------------------------------------------------------------------------------------------------

CREATE VIEW v_job_type AS SELECT * FROM job_type;
CREATE VIEW v_subscription AS
  SELECT s.subscription_id, s.merchant_id, s.user_ref, s.amount_minor, s.currency, s.paid_until, s.status, s.period_months, s.anchor_day, s.created_at
    FROM subscription s;
CREATE VIEW v_subscription_extension AS SELECT * FROM subscription_extension;

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['guard_job_type()', 'guard_new_renewal()', 'finish_renewals(finish_verdict[], timestamptz)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON subscription, job_type TO onceover_api;
GRANT UPDATE (paid_until) ON subscription TO onceover_api;
GRANT INSERT ON subscription_extension TO onceover_api;
GRANT SELECT ON subscription_extension TO onceover_scheduler, onceover_reconciler, onceover_auditor;
GRANT SELECT ON job_type TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_janitor,
  onceover_replayer, onceover_reconciler, onceover_auditor;
GRANT SELECT ON v_job_type, v_subscription, v_subscription_extension TO onceover_viewer, onceover_auditor;
