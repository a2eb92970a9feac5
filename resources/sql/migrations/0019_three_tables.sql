-- SPDX-License-Identifier: GPL-3.0-or-later
-- Renewals feed the three tables of the daily comparison (R95): the order is written with the operation that charges it, the
-- payment with the accepted charge, the extension as before. And the run of `reconcile` is that comparison: it is DONE when what
-- its business date owes is written down, and by nothing else.
SET search_path = onceover, pg_temp;

-- The order of a renewal --------------------------------------------------------------------------------------------------------

-- settle_by = 'renew': the renewal itself settles this order, with the subscriber; no settle-* job ever pays it out. Its
-- settle_date is the business date of the run that charges it, its period begins on pays_from.
ALTER TABLE sale ADD COLUMN pays_from date;
ALTER TABLE sale ADD CONSTRAINT order_of_a_renewal CHECK (
  settle_by <> 'renew' OR sale_kind = 'sale' AND subscription_id IS NOT NULL AND pays_from IS NOT NULL AND pays_until > pays_from);
-- Two banks may count their references from one.
ALTER TABLE payment_callback
  ADD COLUMN channel_id text NOT NULL DEFAULT '',
  DROP CONSTRAINT payment_callback_external_ref_key,
  ADD CONSTRAINT uq_payment_callback UNIQUE (channel_id, external_ref);

CREATE FUNCTION renewal_order_id(p_subscription text, p_from date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'renew:' || p_subscription || ':' || to_char(p_from::timestamp, 'YYYY-MM-DD');

-- Whoever enumerates a renewal writes its order, in the same statement. A revision charges the order of its root.
CREATE FUNCTION order_renewal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by,
                    subscription_id, pays_from, pays_until)
  SELECT NEW.bucket, 'sale', renewal_order_id(NEW.scope_ref, NEW.settle_date), NEW.merchant_id, NEW.amount_minor, NEW.currency,
         NEW.created_at, NEW.biz_date, 'renew', s.subscription_id, NEW.settle_date,
         extended_until(NEW.settle_date, s.anchor_day, s.period_months)
    FROM subscription s WHERE s.subscription_id = NEW.scope_ref::bigint;
  RETURN NULL;
END
$$;
CREATE TRIGGER order_renewal AFTER INSERT ON settlement_operation FOR EACH ROW
  WHEN (NEW.settlement_type = 'renew' AND NEW.revision = 0) EXECUTE FUNCTION order_renewal();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER order_renewal;

-- As before; and the order of a renewal is that of an operation which charges it. Its date is sealed already (the run began), and
-- its currency is the subscriber's.
CREATE OR REPLACE FUNCTION guard_new_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  problem text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'SEALED_DATE: sales under %, where a date that was sealed meanwhile is not seen', current_setting('transaction_isolation')
      USING ERRCODE = 'OC007', HINT = 'Insert sales in a transaction that is READ COMMITTED.';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(k)
     FROM (SELECT DISTINCT seal_key(settle_by, settle_date) AS k FROM new_rows WHERE settle_by <> 'renew' ORDER BY k) keys;
  SELECT 'OC007 ' || n.settle_by || ' ' || n.settle_date INTO problem
    FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows WHERE settle_by <> 'renew') n
   WHERE EXISTS (SELECT FROM settlement_batch b WHERE b.job_type = n.settle_by AND b.biz_date = n.settle_date) LIMIT 1;
  IF problem IS NULL THEN
    SELECT 'OC009 no job settles by ' || n.settle_by || ' for ' || n.settle_date INTO problem
      FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows WHERE settle_by <> 'renew') n
     WHERE NOT isfinite(n.settle_date)
        OR NOT EXISTS (SELECT FROM job j WHERE j.job_type = n.settle_by AND period_date_of(j.period_kind, n.settle_date) = n.settle_date) LIMIT 1;
  END IF;
  IF problem IS NULL THEN
    SELECT CASE WHEN n.bucket <> m.bucket THEN 'OC006 bucket of sale ' || n.sale_id
                ELSE 'OC009 currency of sale ' || n.sale_id END INTO problem
      FROM new_rows n JOIN merchant m USING (merchant_id)
     WHERE n.bucket <> m.bucket OR n.currency <> m.currency AND n.settle_by <> 'renew' LIMIT 1;
  END IF;
  IF problem IS NULL THEN
    SELECT 'OC005 no renewal charges order ' || n.sale_id INTO problem
      FROM new_rows n
     WHERE n.settle_by = 'renew'
       AND NOT EXISTS (SELECT FROM settlement_operation o
                        WHERE o.bucket = n.bucket AND o.merchant_id = n.merchant_id AND o.settle_date = n.pays_from
                          AND o.settlement_type = 'renew' AND o.currency = n.currency AND o.scope_ref = n.subscription_id::text
                          AND o.revision = 0 AND o.amount_minor = n.amount_minor AND o.biz_date = n.settle_date
                          AND n.sale_id = renewal_order_id(o.scope_ref, o.settle_date)) LIMIT 1;
  END IF;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;

-- As before, and what was charged is noted as paid, from the outside's own answer. Nothing here can be refused: no seal, no price
-- and no other payment stands against a fact.
CREATE OR REPLACE FUNCTION finish_renewals(p_verdicts finish_verdict[], p_moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
  paid AS (
    INSERT INTO payment_callback (subscription_id, sale_id, channel_id, external_ref, amount_minor, currency, status, at)
    SELECT c.subscription_id, renewal_order_id(c.subscription_id::text, c.settle_date), c.channel_id, c.external_ref,
           coalesce(c.theirs_minor, c.amount_minor), c.currency, 'PAID', p_moment
      FROM charged c ORDER BY c.channel_id, c.external_ref
    ON CONFLICT DO NOTHING),
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

-- What was renewed before has its order and its payment as well.
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by, subscription_id,
                  pays_from, pays_until)
SELECT o.bucket, 'sale', renewal_order_id(o.scope_ref, o.settle_date), o.merchant_id, o.amount_minor, o.currency, o.created_at, o.biz_date,
       'renew', s.subscription_id, o.settle_date, coalesce(x.to_date, extended_until(o.settle_date, s.anchor_day, s.period_months))
  FROM settlement_operation o
  JOIN subscription s ON s.subscription_id::text = o.scope_ref
  LEFT JOIN subscription_extension x USING (bucket, operation_id)
 WHERE o.settlement_type = 'renew' AND o.revision = 0;
INSERT INTO payment_callback (subscription_id, sale_id, channel_id, external_ref, amount_minor, currency, status, at)
SELECT s.subscription_id, renewal_order_id(o.scope_ref, o.settle_date), o.channel_id, o.external_ref, o.amount_minor, o.currency, 'PAID',
       coalesce(o.finished_at, o.updated_at)
  FROM settlement_operation o JOIN subscription s ON s.subscription_id::text = o.scope_ref
 WHERE o.settlement_type = 'renew' AND o.status = 'SUCCEEDED' AND o.external_ref IS NOT NULL
ON CONFLICT DO NOTHING;

-- An order that was refused for good is no order any more, unless an approved revision charges it: a payment of it belongs to none.
CREATE OR REPLACE VIEW v_subscription_order AS
  SELECT s.bucket, s.sale_id, s.merchant_id, s.subscription_id, s.amount_minor, s.currency, s.pays_until, s.occurred_at
    FROM sale s
   WHERE s.subscription_id IS NOT NULL AND s.sale_kind = 'sale' AND s.settle_by <> 'renew'
  UNION ALL
  SELECT s.bucket, s.sale_id, s.merchant_id, s.subscription_id, s.amount_minor, s.currency, s.pays_until, s.occurred_at
    FROM sale s
   WHERE s.subscription_id IS NOT NULL AND s.sale_kind = 'sale' AND s.settle_by = 'renew'
     AND EXISTS (SELECT FROM settlement_operation o
                  WHERE o.bucket = s.bucket AND o.merchant_id = s.merchant_id AND o.settle_date = s.pays_from
                    AND o.settlement_type = 'renew' AND o.currency = s.currency AND o.scope_ref = s.subscription_id::text
                    AND (o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED')));

-- The run of `reconcile` -----------------------------------------------------------------------------------------------------------

-- What a business date still owes: each readable book of a channel that pays, the three tables, the look at dead letters. A book
-- that could not be read is still owed.
CREATE FUNCTION comparisons_owed(p_biz_date date) RETURNS TABLE (kind text, channel_id text, endpoint text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT k.kind, k.channel_id, k.endpoint
    FROM (SELECT 'book'::text AS kind, p.channel_id, p.endpoint FROM channel_profile p
           WHERE p.kind = 'payout' AND p.enabled AND p.endpoint LIKE 'http://%'
          UNION ALL SELECT 'three tables', '', ''
          UNION ALL SELECT 'dead letters', '', '') k
   WHERE NOT EXISTS (SELECT FROM reconciliation_run r
                      WHERE r.kind = k.kind AND coalesce(r.channel_id, '') = k.channel_id AND r.biz_date = p_biz_date
                        AND r.outcome <> 'NOT_READ')
   ORDER BY k.kind, k.channel_id;
END;

CREATE FUNCTION guard_reconciled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  owed text;
BEGIN
  SELECT string_agg(concat_ws(' ', c.kind, nullif(c.channel_id, '')), ', ') INTO owed FROM comparisons_owed(NEW.biz_date) c;
  IF owed IS NOT NULL THEN
    PERFORM refuse('OC001', 'run ' || NEW.run_key || ' is not DONE: not compared yet are ' || owed);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_reconciled BEFORE UPDATE ON job_run FOR EACH ROW
  WHEN (NEW.job_type = 'reconcile' AND NEW.status = 'DONE' AND OLD.status <> 'DONE') EXECUTE FUNCTION guard_reconciled();
ALTER TABLE job_run ENABLE ALWAYS TRIGGER guard_reconciled;

-- Notices: both look-ups of a merchant's settlements name its bucket, which leads the operations' keys. And the order of a renewal is no
-- input of the run that wrote it. ---------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION notice_of(p_job_type text, p_merchant_id bigint, p_biz_date date) RETURNS jsonb LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT jsonb_build_object('from', notice_from(p_job_type, p_biz_date), 'to', notice_to(p_job_type, p_biz_date),
           'settlements', count(*), 'paid', count(*) FILTER (WHERE x.paid), 'carried_over', count(*) FILTER (WHERE x.carried),
           'open', count(*) FILTER (WHERE x.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')),
           'failed', count(*) FILTER (WHERE x.status = 'FAILED_PERMANENT'),
           'paid_minor', coalesce((SELECT jsonb_object_agg(p.currency, p.minor) FROM (
               SELECT o.currency, sum(o.amount_minor)::bigint AS minor FROM settlement_operation o
                WHERE o.bucket = bucket_of(p_merchant_id) AND o.merchant_id = p_merchant_id
                  AND o.settlement_type IN ('settle-daily', 'settle-monthly') AND o.status = 'SUCCEEDED' AND o.external_ref IS NOT NULL
                  AND o.biz_date BETWEEN notice_from(p_job_type, p_biz_date) AND notice_to(p_job_type, p_biz_date)
                GROUP BY o.currency) p), '{}'))
    FROM (SELECT o.status, o.external_ref IS NOT NULL AS paid, c.operation_id IS NOT NULL AS carried
            FROM settlement_operation o LEFT JOIN carry_over c USING (bucket, operation_id)
           WHERE o.bucket = bucket_of(p_merchant_id) AND o.merchant_id = p_merchant_id
             AND o.settlement_type IN ('settle-daily', 'settle-monthly')
             AND o.biz_date BETWEEN notice_from(p_job_type, p_biz_date) AND notice_to(p_job_type, p_biz_date)) x;
END;

CREATE OR REPLACE FUNCTION shard_inputs(p_batch bigint, p_shard smallint)
RETURNS TABLE (bucket smallint, merchant_id bigint, currency char(3), scope_ref text, settle_date date, item_kind text, item_id text,
               amount_minor bigint)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT s.bucket, s.merchant_id, s.currency, ''::text, s.settle_date, s.sale_kind, s.sale_id, s.amount_minor
    FROM sale s
   WHERE s.settle_by = (SELECT b.job_type FROM settlement_batch b WHERE b.batch_id = p_batch AND b.job_type <> 'renew')
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
                        AND o.batch_id <> p_batch)
  UNION ALL
  SELECT m.bucket, m.merchant_id, m.currency, ''::text, b.biz_date, ''::text, ''::text, 0::bigint
    FROM settlement_batch b
    JOIN batch_shard h ON h.batch_id = b.batch_id AND h.shard_no = p_shard
    JOIN merchant m ON m.bucket >= h.bucket_from AND m.bucket < h.bucket_to
   WHERE b.batch_id = p_batch AND b.job_type IN ('weekly-report', 'mail-digest', 'webhook-delivery')
     AND CASE b.job_type WHEN 'webhook-delivery' THEN m.notify_webhook ELSE m.notify_mail <> '' END
     AND EXISTS (SELECT FROM settlement_operation o
                  WHERE o.bucket = m.bucket AND o.merchant_id = m.merchant_id AND o.settlement_type IN ('settle-daily', 'settle-monthly')
                    AND o.biz_date BETWEEN notice_from(b.job_type, b.biz_date) AND notice_to(b.job_type, b.biz_date));
END;

-- Views, rights -------------------------------------------------------------------------------------------------------------------

DO $$
DECLARE
  f text;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['order_renewal()', 'guard_reconciled()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION comparisons_owed(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION comparisons_owed(date) TO onceover_api, onceover_reconciler;
GRANT SELECT ON reconciliation_run TO onceover_api;
GRANT INSERT ON sale, payment_callback TO onceover_api;

SELECT record_guards();
