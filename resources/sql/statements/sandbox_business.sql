-- SPDX-License-Identifier: GPL-3.0-or-later
-- The practice business. Run by the superuser of a private cluster: intake is no duty of Onceover.

-- name: PutPracticeMerchants
-- Arrays: id, bucket, name, zone, cut-off in minutes, currency, beneficiary's name, account and country, channel.
-- role: postgres
INSERT INTO onceover.merchant (merchant_id, bucket, name, time_zone, cutoff, currency, channel_id,
                               beneficiary_name, beneficiary_account, beneficiary_country)
SELECT m.merchant_id, m.bucket, m.name, m.time_zone, '00:00'::time + m.cutoff_minutes * interval '1 minute', m.currency, m.channel_id,
       m.beneficiary_name, m.beneficiary_account, m.beneficiary_country
FROM unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[],
            $10::text[])
     AS m(merchant_id, bucket, name, time_zone, cutoff_minutes, currency, beneficiary_name, beneficiary_account, beneficiary_country, channel_id)
ON CONFLICT (merchant_id) DO NOTHING

-- name: LetPracticeMerchantsChoose
-- Their cycle, and what they want to be told by. Arrays: merchant, cycle, mail address (empty: none), webhook.
-- role: postgres
UPDATE onceover.merchant m SET settle_by = c.settle_by, notify_mail = c.mail, notify_webhook = c.webhook
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[]) AS c(merchant_id, settle_by, mail, webhook)
 WHERE m.merchant_id = c.merchant_id

-- name: PutPracticeSubscriptions
-- Arrays: id, merchant, user, amount, currency, paid until, anchor day.
-- role: postgres
INSERT INTO onceover.subscription (subscription_id, merchant_id, user_ref, amount_minor, currency, paid_until, anchor_day)
SELECT s.subscription_id, s.merchant_id, s.user_ref, s.amount_minor, s.currency, s.paid_until, s.anchor_day
FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::date[], $7::smallint[])
     AS s(subscription_id, merchant_id, user_ref, amount_minor, currency, paid_until, anchor_day)
ON CONFLICT (subscription_id) DO NOTHING

-- name: PutPracticeSalesOfOpenDay
-- Each sale goes into its merchant's cycle. A date that has a batch is sealed and takes nothing more. Taken in when it happened: a
-- practice business has no backlog. Arrays: bucket, kind, id, merchant, amount, currency, instant; then the day.
-- role: postgres
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by, created_at)
SELECT s.bucket, s.sale_kind, s.sale_id, s.merchant_id, s.amount_minor, s.currency, s.occurred_at, c.settle_date, m.settle_by, s.occurred_at
FROM unnest($1::smallint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[])
     AS s(bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at)
JOIN onceover.merchant m USING (merchant_id)
CROSS JOIN LATERAL (SELECT onceover.period_date_of(CASE m.settle_by WHEN 'settle-monthly' THEN 'month' ELSE 'day' END, $8::date) AS settle_date) c
WHERE NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.job_type = m.settle_by AND b.biz_date = c.settle_date)
ON CONFLICT (bucket, sale_kind, sale_id) DO NOTHING
