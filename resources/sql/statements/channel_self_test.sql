-- SPDX-License-Identifier: GPL-3.0-or-later
-- A person tests a channel before it may be enabled.

-- name: ReadChannelToTest
-- $1 channel, $2 version or null: the newest.
-- role: onceover_operator, onceover_approver
SELECT *
  FROM onceover.v_channel_terms
 WHERE channel_id = $1::text AND ($2::integer IS NULL OR profile_version = $2::integer)
 ORDER BY profile_version DESC LIMIT 1

-- name: RecordSelfTest
-- $1 channel, $2 version, $3 endpoint, $4 to $8 per probe: field, declared, found, outcome, detail; $9 request.
-- role: onceover_operator, onceover_approver
SELECT outcome, reason, self_test_id, passed, at
  FROM onceover.record_self_test($1::text, $2::integer, $3::text,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('field', u.field, 'declared', u.declared, 'found', u.found, 'outcome', u.outcome,
                                                       'detail', u.detail) ORDER BY u.n), '[]')
            FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) WITH ORDINALITY AS u(field, declared, found, outcome, detail, n)),
         $9::uuid)
