-- SPDX-License-Identifier: GPL-3.0-or-later
-- Anchors: what the janitor signs, and what the auditor reads.

-- name: NextAnchor
-- No row: nothing is to be signed yet.
-- role: onceover_janitor
SELECT seq, at, prev_hash, heads::text AS heads, body FROM onceover.next_anchor()

-- name: AppendAnchor
-- $1 seq, $2 at, $3 hash of the body before, $4 heads, $5 body, $6 signature, $7 public key.
-- role: onceover_janitor
SELECT onceover.append_anchor($1::bigint, $2::timestamptz, $3::bytea, $4::jsonb, $5::bytea, $6::bytea, $7::bytea) AS outcome

-- name: KnowsAnchor
-- $1 seq, $2 SHA-256 of the body.
-- role: onceover_janitor
SELECT onceover.knows_anchor($1::bigint, $2::bytea) AS known

-- name: ReadAnchorsSince
-- $1 public key, $2 after this one.
-- role: onceover_janitor
SELECT seq, body, signature FROM onceover.anchors_since($1::bytea, $2::bigint)

-- name: ReportLostHistory
-- $1 seq, $2 SHA-256 of the body.
-- role: onceover_janitor
SELECT onceover.report_lost_history($1::bigint, $2::bytea) AS lost

-- name: ReadAuditOrigin
-- role: onceover_auditor
SELECT i.name AS installation, i.environment, i.namespace::text AS key_namespace, current_database()::text AS database,
       session_user::text AS made_by,
       to_char((SELECT onceover.clock()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS snapshot_at
  FROM onceover.installation i

-- name: ReadAuditHeads
-- role: onceover_auditor
SELECT chain, head_seq, head_hash FROM onceover.audit_chain WHERE head_seq > 0 ORDER BY chain

-- name: ReadAnchors
-- $1 after this one, $2 how many.
-- role: onceover_auditor
SELECT seq, body, signature, public_key FROM onceover.audit_anchor WHERE seq > $1::bigint ORDER BY seq LIMIT $2::integer

-- name: ReadAuditRows
-- Chain by chain. $1 and $2 after this one, $3 how many.
-- role: onceover_auditor
SELECT chain, seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor, login, role, action, target, outcome,
       reason, ticket, detail::text AS detail, coalesce(request_id::text, '') AS request_id, hash
  FROM onceover.audit_log
 WHERE (chain, seq) > ($1::text, $2::bigint)
 ORDER BY chain, seq LIMIT $3::integer
