-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a new sandbox is given besides its schema: channels and jobs.

-- name: PutPracticeSelfTest
-- A practice bank is one of these programs, so its profile is taken at its word; nothing of it was shown. $1 channel, $2 endpoint.
-- role: postgres
INSERT INTO onceover.channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login)
SELECT $1::text, 1, $2::text || '/test', true,
       '[{"field": "everything", "declared": "practice", "found": "", "outcome": "NOT_PROVED",
          "detail": "taken at its word: a practice bank; test it by onceoverctl channel self-test"}]', 'sandbox', session_user
 WHERE NOT EXISTS (SELECT FROM onceover.channel_self_test t WHERE t.channel_id = $1::text AND t.profile_version = 1)

-- name: PutPracticeChannel
-- The practice bank as it declares itself, version 1, enabled; how long we wait is scaled to practice.
-- Parameters: channel, endpoint.
-- role: postgres
INSERT INTO onceover.channel_profile (
  channel_id, profile_version, kind, endpoint, enabled, key_transport, key_max_len, key_charset, retention, retention_margin,
  on_mismatch, on_in_flight, stores_5xx, query_kind, max_late_execution, refusal, refusal_codes, amount_unit,
  callback_signed, test_endpoint,
  connect_timeout, answer_timeout, send_lease, max_in_flight, retry_backoff, max_send_attempts, query_backoff, max_queries, created_by)
VALUES (
  $1::text, 1, 'payout', $2::text, true, 'header:Idempotency-Key', 255, 'A-Z2-7', '30 days', '1 hour',
  'error', '409', false, 'authoritative', '500 ms', 'final',
  ARRAY['INSUFFICIENT_FUNDS', 'ACCOUNT_CLOSED', 'BENEFICIARY_REJECTED', 'LIMIT_EXCEEDED'], 'minor', true, $2::text || '/test',
  '400 ms', '400 ms', '3 s', 32, ARRAY['100 ms', '500 ms', '2500 ms']::interval[], 4,
  ARRAY['100 ms', '500 ms', '2500 ms']::interval[], 40, 'sandbox')
ON CONFLICT (channel_id, profile_version) DO NOTHING

-- name: PutPracticeJob
-- A job as its type declares it (core/policies/job_types), with waits scaled to practice. No instant up to the present
-- (sandbox) time is ever due. $1 job and type, $2 prefix, $3 period kind, $4 grade, $5 zone, $6 schedule, $7 offset, $8 the same
-- action, $9 allowed lateness in ms, $10 may it repeat, $11 needs compensation, $12 held policy, $13 rollout mode, $14 shards, $15 lease
-- in ms, $16 attempts.
-- role: postgres
INSERT INTO onceover.job (
  job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, biz_date_offset, schedule_from,
  same_action, allowed_lateness, may_repeat, needs_compensation, held_policy, rollout_mode,
  shard_count, claim_size, lease, retry_backoff, max_attempts, conflict_backoff)
VALUES (
  $1::text, $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::integer, onceover.clock(),
  $8::text, $9::bigint * interval '1 ms', $10::text, $11::boolean, $12::text, $13::text,
  $14::smallint, 200, $15::bigint * interval '1 ms', ARRAY['100 ms', '500 ms', '2500 ms']::interval[], $16::integer, '50 ms')
ON CONFLICT (job_id) DO NOTHING

-- name: PutNoticeChannel
-- The practice bank's sink for mail or webhooks, under the bank's own terms. Parameters: the practice bank's channel, this one, its
-- kind, its endpoint.
-- role: postgres
INSERT INTO onceover.channel_profile
SELECT (jsonb_populate_record(p, jsonb_build_object('channel_id', $2::text, 'kind', $3::text, 'endpoint', $4::text,
                                                    'refusal_codes', ARRAY['SIGNATURE']))).*
  FROM onceover.channel_profile p WHERE p.channel_id = $1::text AND p.enabled
ON CONFLICT (channel_id, profile_version) DO NOTHING

-- name: PutSmallDayJob
-- Something to see each minute of the present: a slot of cleanup-temp. It begins anew whenever the small day does, so that the time
-- in which nobody was there leaves no runs. $1 job, $2 scope, $3 zone.
-- role: postgres
INSERT INTO onceover.job (
  job_id, job_type, scope, run_key_prefix, period_kind, grade, time_zone, schedule, biz_date_offset, schedule_from,
  same_action, allowed_lateness, may_repeat, held_policy, catch_up, lease, retry_backoff, max_attempts, conflict_backoff)
SELECT $1::text, t.job_type, $2::text, t.run_key_prefix, 'slot', t.grade, $3::text, '* * * * *', 0, (SELECT onceover.clock()),
       t.same_action, '5 min', t.may_repeat, 'latest', 'latest', '20 s', ARRAY['100 ms', '500 ms', '2500 ms']::interval[], 4, '50 ms'
  FROM onceover.job_type t WHERE t.job_type = 'cleanup-temp'
ON CONFLICT (job_id) DO UPDATE SET schedule_from = excluded.schedule_from

-- name: PutAlertContacts
-- Who is told first, and who next, when nobody acknowledges.
-- role: postgres
INSERT INTO onceover.alert_contact (level, name, mail)
VALUES (0, 'on call', 'on-call@practice.example'), (1, 'settlement lead', 'lead@practice.example'), (2, 'head of payments', 'head@practice.example')
ON CONFLICT (level) DO NOTHING
