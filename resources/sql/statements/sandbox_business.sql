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

-- name: PutPracticeSalesOfOpenDay
-- A day that has a batch is sealed and takes nothing more. Taken in when it happened: a practice business has no backlog.
-- Arrays: bucket, kind, id, merchant, amount, currency, instant; then the settle date.
-- role: postgres
INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, created_at)
SELECT s.bucket, s.sale_kind, s.sale_id, s.merchant_id, s.amount_minor, s.currency, s.occurred_at, $8::date, s.occurred_at
FROM unnest($1::smallint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[])
     AS s(bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at)
WHERE NOT EXISTS (SELECT FROM onceover.settlement_batch WHERE job_type = 'settle-daily' AND biz_date = $8::date)
ON CONFLICT (bucket, sale_kind, sale_id) DO NOTHING
