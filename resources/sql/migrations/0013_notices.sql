-- SPDX-License-Identifier: GPL-3.0-or-later
-- reader-min: 10
-- Notices: mail and webhooks of the P1 jobs, through the outbox alone (R55). A notice is an operation without money: one per
-- merchant and period, under a computed key, with what it says fixed when it is enumerated.
SET search_path = onceover, pg_temp;

ALTER TABLE merchant
  ADD COLUMN notify_mail text NOT NULL DEFAULT '',            -- where mail goes; empty: none
  ADD COLUMN notify_webhook boolean NOT NULL DEFAULT false;
DROP TRIGGER guard_update ON merchant;
DROP TRIGGER guard_delete ON merchant;
SELECT make_guard_update('merchant', p_mutable => '{name,time_zone,cutoff,channel_id,beneficiary_name,beneficiary_account,
  beneficiary_country,minimum_payout_minor,on_hold,settle_by,notify_mail,notify_webhook}');

-- The days that a notice tells of: of a weekly report the ISO week before its Monday, else the business date.
CREATE FUNCTION notice_from(p_job_type text, p_biz_date date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_job_type WHEN 'weekly-report' THEN p_biz_date - 7 ELSE p_biz_date END;
CREATE FUNCTION notice_to(p_job_type text, p_biz_date date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_job_type WHEN 'weekly-report' THEN p_biz_date - 1 ELSE p_biz_date END;

-- What it says: settlements of those days, as they stand when it is enumerated; amounts in minor units by currency.
CREATE FUNCTION notice_of(p_job_type text, p_merchant_id bigint, p_biz_date date) RETURNS jsonb LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT jsonb_build_object('from', notice_from(p_job_type, p_biz_date), 'to', notice_to(p_job_type, p_biz_date),
           'settlements', count(*), 'paid', count(*) FILTER (WHERE x.paid), 'carried_over', count(*) FILTER (WHERE x.carried),
           'open', count(*) FILTER (WHERE x.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')),
           'failed', count(*) FILTER (WHERE x.status = 'FAILED_PERMANENT'),
           'paid_minor', coalesce((SELECT jsonb_object_agg(p.currency, p.minor) FROM (
               SELECT o.currency, sum(o.amount_minor)::bigint AS minor FROM settlement_operation o
                WHERE o.merchant_id = p_merchant_id AND o.settlement_type IN ('settle-daily', 'settle-monthly') AND o.status = 'SUCCEEDED'
                  AND o.external_ref IS NOT NULL
                  AND o.biz_date BETWEEN notice_from(p_job_type, p_biz_date) AND notice_to(p_job_type, p_biz_date)
                GROUP BY o.currency) p), '{}'))
    FROM (SELECT o.status, o.external_ref IS NOT NULL AS paid, c.operation_id IS NOT NULL AS carried
            FROM settlement_operation o LEFT JOIN carry_over c USING (bucket, operation_id)
           WHERE o.merchant_id = p_merchant_id AND o.settlement_type IN ('settle-daily', 'settle-monthly')
             AND o.biz_date BETWEEN notice_from(p_job_type, p_biz_date) AND notice_to(p_job_type, p_biz_date)) x;
END;

-- The channel of an operation of this type: the merchant's own for money; for a notice the one that is enabled for its kind.
CREATE FUNCTION channel_for(p_job_type text, p_merchant_channel text) RETURNS text LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT CASE WHEN p_job_type IN ('weekly-report', 'mail-digest')
                THEN (SELECT min(p.channel_id) FROM channel_profile p WHERE p.kind = 'mail' AND p.enabled)
              WHEN p_job_type = 'webhook-delivery'
                THEN (SELECT min(p.channel_id) FROM channel_profile p WHERE p.kind = 'webhook' AND p.enabled)
              ELSE p_merchant_channel END;
END;

-- A notice is no money, and money is no notice.
CREATE FUNCTION guard_new_notice() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  PERFORM refuse('OC005', 'a notice with an amount or items; operation ' || NEW.operation_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_new_notice BEFORE INSERT ON settlement_operation FOR EACH ROW
  WHEN (NEW.settlement_type IN ('weekly-report', 'mail-digest', 'webhook-delivery') AND (NEW.amount_minor <> 0 OR NEW.item_count <> 0))
  EXECUTE FUNCTION guard_new_notice();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER guard_new_notice;

-- As before, and notices: merchants that want them and had a settlement in those days.
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
                        AND o.batch_id <> p_batch)
  UNION ALL
  SELECT m.bucket, m.merchant_id, m.currency, ''::text, b.biz_date, ''::text, ''::text, 0::bigint
    FROM settlement_batch b
    JOIN batch_shard h ON h.batch_id = b.batch_id AND h.shard_no = p_shard
    JOIN merchant m ON m.bucket >= h.bucket_from AND m.bucket < h.bucket_to
   WHERE b.batch_id = p_batch AND b.job_type IN ('weekly-report', 'mail-digest', 'webhook-delivery')
     AND CASE b.job_type WHEN 'webhook-delivery' THEN m.notify_webhook ELSE m.notify_mail <> '' END
     AND EXISTS (SELECT FROM settlement_operation o
                  WHERE o.merchant_id = m.merchant_id AND o.settlement_type IN ('settle-daily', 'settle-monthly')
                    AND o.biz_date BETWEEN notice_from(b.job_type, b.biz_date) AND notice_to(b.job_type, b.biz_date));
END;

-- Only money has accounts.
CREATE OR REPLACE FUNCTION ensure_accounts(p_batch bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  made integer;
BEGIN
  INSERT INTO account (account_kind, owner_ref, currency)
  SELECT w.account_kind, w.owner_ref, w.currency
    FROM (SELECT DISTINCT leg_account(o.settlement_type, l.phase, l.side) AS account_kind,
                 leg_owner(l.phase, l.side, o.merchant_id, o.channel_id) AS owner_ref, o.currency
            FROM settlement_operation o CROSS JOIN (VALUES ('HOLD', 'DEBIT'), ('HOLD', 'CREDIT'), ('PAY', 'CREDIT')) l(phase, side)
           WHERE o.batch_id = p_batch AND o.settlement_type NOT IN ('weekly-report', 'mail-digest', 'webhook-delivery')) w
   WHERE NOT EXISTS (SELECT FROM account a
                      WHERE (a.account_kind, a.owner_ref, a.currency) = (w.account_kind, w.owner_ref, w.currency))
   ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;

CREATE OR REPLACE VIEW v_merchant AS
  SELECT merchant_id, bucket, name, time_zone, cutoff, currency, channel_id, beneficiary_name,
         mask_account(beneficiary_account) AS beneficiary_account, beneficiary_country, minimum_payout_minor, on_hold, created_at, settle_by,
         mask_account(nullif(notify_mail, '')) AS notify_mail, notify_webhook
    FROM merchant;

REVOKE EXECUTE ON FUNCTION notice_of(text, bigint, date), channel_for(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notice_of(text, bigint, date), channel_for(text, text) TO onceover_scheduler;
