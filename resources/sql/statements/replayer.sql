-- SPDX-License-Identifier: GPL-3.0-or-later
-- The replayer executes what two persons decided, looks at it once more, and watches freezes drain.

-- name: ClaimRequest
-- $1 worker, $2 lease in ms. Null: nothing to do.
-- role: onceover_replayer
SELECT onceover.claim_request($1::text, $2::bigint) AS approval_id

-- name: ExecuteRequest
-- $1 request, $2 worker, $3 lease in ms, $4 most items.
-- role: onceover_replayer
SELECT kind, done, refused, items_left, status FROM onceover.execute_request($1::bigint, $2::text, $3::bigint, $4::integer)

-- name: SettleRequests
-- role: onceover_replayer
SELECT approval_id, status FROM onceover.settle_requests($1::text)

-- name: DrainFreezes
-- $2: how many lapsed leases of one freeze are fenced in one look.
-- role: onceover_replayer
SELECT f AS freeze_id FROM onceover.drain_freezes($1::text, $2::integer) f
