-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acts of people that stop, ask and decide; each is one call of one function, which audits itself.

-- name: RequestFreeze
-- role: onceover_operator
SELECT outcome, reason, answer, freeze_id, status, effective_at FROM onceover.freeze_request($1::text, $2::text, $3::text, $4::uuid)

-- name: EnforceFreeze
-- role: onceover_operator
SELECT outcome, reason, answer, freeze_id, status, effective_at FROM onceover.freeze_enforce($1::bigint)

-- name: Fence
-- role: onceover_operator
SELECT outcome, reason, operations, messages FROM onceover.fence($1::text, $2::text, $3::text, $4::uuid)

-- name: DeclareDead
-- role: onceover_operator
SELECT outcome, reason FROM onceover.declare_dead($1::text, $2::text, $3::uuid)

-- name: RequestReplay
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_replay($1::uuid[], $2::boolean, $3::boolean, $4::boolean, $5::text, $6::text, $7::uuid)

-- name: RequestLift
-- $2: {"job": "all|latest|none"}.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_lift($1::bigint, $2::jsonb, $3::text, $4::text, $5::uuid)

-- name: RequestDismissal
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_dismissal($1::bigint, $2::text, $3::text, $4::uuid)

-- name: RequestResolve
-- $1 operation, $2 decision; evidence: $3 kind, $4 source, $5 part, $6 text, $7 reference; what is empty was not said.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_resolve($1::uuid, $2::text,
         jsonb_strip_nulls(jsonb_build_object('kind', $3::text,
           CASE $3::text WHEN 'document' THEN 'sha256' WHEN 'callback' THEN 'channel' ELSE $3::text END, nullif($4::text, ''),
           CASE $3::text WHEN 'callback' THEN 'event' ELSE 'entry' END, nullif($5::text, ''),
           'text', nullif($6::text, ''), 'reference', nullif($7::text, ''))),
         $8::text, $9::text, $10::uuid)

-- name: RequestCompensation
-- $1 operation, $2 type, $3 amount (null: the whole); evidence: $4 kind (empty: none), $5 source, $6 part, $7 text; $8 difference or null.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_compensation($1::uuid, $2::text, $3::bigint,
         CASE WHEN $4::text <> '' THEN jsonb_strip_nulls(jsonb_build_object('kind', $4::text,
           CASE $4::text WHEN 'document' THEN 'sha256' WHEN 'callback' THEN 'channel' ELSE $4::text END, nullif($5::text, ''),
           CASE $4::text WHEN 'callback' THEN 'event' ELSE 'entry' END, nullif($6::text, ''), 'text', nullif($7::text, ''))) END,
         $8::bigint, $9::boolean, $10::text, $11::text, $12::uuid)

-- name: RequestRevision
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_revision($1::uuid, $2::boolean, $3::text, $4::text, $5::uuid)

-- name: RequestCorrection
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_correction($1::bigint, $2::text, $3::text, $4::uuid)

-- name: RequestMatch
-- $1 difference; the record: $2 kind, $3 source, $4 part; what is empty was not said.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_match($1::bigint,
         jsonb_strip_nulls(jsonb_build_object('kind', $2::text,
           CASE $2::text WHEN 'message' THEN 'key' WHEN 'difference' THEN 'difference' ELSE 'statement' END, nullif($3::text, ''),
           'entry', nullif($4::text, ''))),
         $5::text, $6::text, $7::uuid)

-- name: RequestMissingMessage
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_missing_outbox($1::uuid, $2::text, $3::text, $4::uuid)

-- name: RequestResend
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_resend($1::uuid, $2::text, $3::text, $4::uuid)

-- name: ApproveRequest
-- $2: the hash of the plan that was read, in hex.
-- role: onceover_approver
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.approve_request($1::bigint, decode($2::text, 'hex'), $3::text, $4::text, $5::uuid)

-- name: RejectRequest
-- role: onceover_approver
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.reject_request($1::bigint, $2::text, $3::uuid)

-- name: WithdrawRequest
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.withdraw_request($1::bigint, $2::text, $3::uuid)

-- name: ReadRequests
-- Open ones first, the oldest of them on top; then what was decided last. $1 only this one, with its plan (null: all), $2 how many.
-- role: onceover_viewer, onceover_auditor
-- hot
SELECT a.approval_id, a.kind, a.status, a.maker, coalesce(a.checker, '') AS checker, a.reason, a.ticket, encode(a.plan_hash, 'hex') AS plan_hash,
       a.plan_total, a.items, a.items_done, a.items_refused, a.requested_at, a.expires_at, a.decided_at, a.executed_at, a.verified_at,
       a.decision_reason, CASE WHEN $1::bigint IS NOT NULL THEN a.plan::text ELSE '' END AS plan, (SELECT onceover.clock()) AS now
  FROM (SELECT * FROM (SELECT * FROM onceover.v_approval o
                        WHERE o.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND ($1::bigint IS NULL OR o.approval_id = $1::bigint)
                        ORDER BY o.approval_id LIMIT $2::integer) open
        UNION ALL
        SELECT * FROM (SELECT * FROM onceover.v_approval d
                        WHERE d.status NOT IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND ($1::bigint IS NULL OR d.approval_id = $1::bigint)
                        ORDER BY d.approval_id DESC LIMIT $2::integer) closed) a
 LIMIT $2::integer

-- name: ReadRequestItems
-- Each item, with the operation that the request made to make it good, if it did.
-- role: onceover_viewer, onceover_auditor
-- hot
SELECT i.item_no, i.operation_id::text AS operation, i.status, i.reason, i.approval_id, (SELECT onceover.clock()) AS now, i.operation_id AS original_id,
       m.operation_id AS made_id, m.kind AS made_kind, m.amount_minor AS made_minor, m.currency::text AS made_currency, m.status AS made_status,
       m.failure_class AS made_failure_class, m.created_at AS made_at, m.finished_at AS made_finished_at
  FROM onceover.v_approval_item i
  LEFT JOIN LATERAL (SELECT c.* FROM onceover.v_compensation c
                      WHERE c.original_bucket = i.bucket AND c.original_id = i.operation_id AND c.approval_id = i.approval_id LIMIT 1) m ON true
 WHERE i.approval_id = $1::bigint ORDER BY i.item_no LIMIT $2::integer

-- name: ReadFreezes
-- Open ones, the oldest first, with what each keeps back; counts end at ten thousand and one.
-- role: onceover_viewer, onceover_auditor
SELECT f.freeze_id, f.scope_kind, f.scope_ref, f.status, f.actor, f.reason, f.requested_at, f.effective_at, f.drained_at,
       (SELECT onceover.clock()) AS now, h.operations, h.messages, h.runs, h.may_still_leave
  FROM onceover.v_freeze f CROSS JOIN LATERAL onceover.held_by_freeze(f.freeze_id) h
 WHERE f.status <> 'LIFTED' ORDER BY f.freeze_id

-- name: ReadHeldJobs
-- Runs that each open freeze keeps back, by job, with what the job itself says becomes of them; at most 500 lines.
-- role: onceover_viewer, onceover_auditor
SELECT f.freeze_id, r.job_id, j.held_policy, count(*) AS runs, min(r.biz_date)::text AS oldest, max(r.biz_date)::text AS newest
  FROM onceover.v_freeze f
 CROSS JOIN onceover.v_run r
  JOIN onceover.v_job j ON j.job_id = r.job_id
 WHERE f.status <> 'LIFTED' AND r.status = 'HELD'
   AND onceover.is_job_covered(ARRAY[onceover.scope_word(f.scope_kind, f.scope_ref)], r.job_id, j.job_type)
 GROUP BY f.freeze_id, r.job_id, j.held_policy ORDER BY f.freeze_id, r.job_id LIMIT 500

-- name: ReadMayStillLeave
-- role: onceover_viewer, onceover_auditor
SELECT l.operation_id::text AS operation, l.channel_id, l.idempotency_key, l.amount_minor, l.currency::text AS currency, l.status,
       coalesce(l.worker_id, '') AS worker_id, coalesce(l.host, '') AS host, l.last_sent_at
  FROM onceover.v_may_still_leave l ORDER BY l.last_sent_at LIMIT $1::integer

-- name: FindFreezeByRequest
-- role: onceover_operator
SELECT 'DONE' AS outcome, '' AS reason, 'EXISTING' AS answer, f.freeze_id, f.status, f.effective_at
  FROM onceover.v_freeze f WHERE f.request_id = $1::uuid

-- name: FindRequestByRequest
-- role: onceover_operator
SELECT 'DONE' AS outcome, '' AS reason, '' AS found, a.approval_id, a.kind, a.status, a.maker, coalesce(a.checker, '') AS checker, a.expires_at
  FROM onceover.v_approval a WHERE a.request_id = $1::uuid

-- name: FindDecision
-- What stands after a decision whose answer was lost. $2: APPROVED, REJECTED or WITHDRAWN. Nothing: nobody decided yet.
-- role: onceover_operator, onceover_approver
SELECT CASE WHEN d.mine THEN 'DONE' ELSE 'REFUSED' END AS outcome,
       CASE WHEN d.mine THEN '' WHEN d.status = 'EXPIRED' AND d.checker IS NULL THEN 'EXPIRED' WHEN d.status = 'VOID' AND d.checker IS NULL THEN 'MOVED'
            ELSE 'ALREADY_DECIDED' END AS reason,
       CASE WHEN d.mine THEN '' ELSE d.status || coalesce(' by ' || d.checker, '') END AS found,
       d.approval_id, d.kind, d.status, d.maker, coalesce(d.checker, '') AS checker, d.expires_at
  FROM (SELECT a.approval_id, a.kind, a.status, a.maker, a.checker, a.expires_at,
               CASE $2::text WHEN 'WITHDRAWN' THEN a.status = 'WITHDRAWN' AND a.maker = (SELECT onceover.person_of_session())
                             WHEN 'REJECTED' THEN a.status = 'REJECTED' AND a.checker = (SELECT onceover.person_of_session())
                             ELSE a.status <> 'REJECTED' AND coalesce(a.checker = (SELECT onceover.person_of_session()), false) END AS mine
          FROM onceover.v_approval a WHERE a.approval_id = $1::bigint AND a.status <> 'REQUESTED') d
