-- SPDX-License-Identifier: GPL-3.0-or-later
-- The incident procedure: acts of people, each one call of one function, which audits itself; and what everybody reads.

-- name: OpenIncident
-- $4: the oldest business date, or null.
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_open($1::text, $2::text, $3::text, $4::date, $5::uuid)

-- name: TakeOverIncident
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_take_over($1::bigint, $2::text, $3::uuid)

-- name: NoteIncident
-- role: onceover_operator, onceover_approver
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_note($1::bigint, $2::text, $3::uuid)

-- name: GiveIncidentReason
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_reason($1::bigint, $2::text, $3::uuid)

-- name: RecordIncidentEvidence
-- $2 jobs and $3 business dates of its runs, in pairs, $4 the bundle's moment, $5 to $7 parts with digest and lines, $8 where it lies, $9 who signed it.
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no
  FROM onceover.incident_evidence($1::bigint, $2::text[], $3::date[], $4::timestamptz,
         (SELECT jsonb_object_agg(p.part, jsonb_build_object('sha256', p.sha256, 'lines', p.lines))
            FROM unnest($5::text[], $6::text[], $7::bigint[]) p(part, sha256, lines)), $8::text, $9::text, $10::uuid)

-- name: WeighHypothesis
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_weigh($1::bigint, $2::text, $3::text, $4::text[], $5::text, $6::uuid)

-- name: AnswerWhy
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_answer_why($1::bigint, $2::text, $3::uuid)

-- name: RecordIncidentComparison
-- $6 to $8: kind, key and detail of each difference that is kept; $9 when it began.
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no
  FROM onceover.incident_reconcile($1::bigint, $2::text, $3::text, $4::bigint, $5::bigint,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'key', d.key, 'detail', d.detail)), '[]')
            FROM unnest($6::text[], $7::text[], $8::text[]) d(kind, key, detail)), $9::timestamptz, $10::uuid)

-- name: AdvanceIncident
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_advance($1::bigint, $2::text, $3::text, $4::uuid)

-- name: GoBackInIncident
-- role: onceover_operator
SELECT outcome, reason, found, incident_id, status, step_no FROM onceover.incident_back($1::bigint, $2::text, $3::uuid)

-- name: ReadIncidents
-- Open ones first, the newest on top. $1 only this one (null: all), $2 how many.
-- role: onceover_viewer, onceover_auditor
SELECT incident_id, status, title, scope_kind, scope_ref, from_date::text AS from_date, coalesce(owner, '') AS owner, opened_by, opened_at, closed_at, is_false_alarm,
       freezes_in_force, freezes_draining, frozen_at, coalesce(plan_id, 0) AS plan_id, coalesce(plan_status, '') AS plan_status, steps, last_step_at
  FROM onceover.v_incident WHERE $1::bigint IS NULL OR incident_id = $1::bigint
 ORDER BY status = 'CLOSED', incident_id DESC LIMIT $2::integer

-- name: ReadIncidentSteps
-- role: onceover_viewer, onceover_auditor
-- hot
SELECT * FROM (SELECT step_no, kind, status, actor, note, evidence::text AS facts, at FROM onceover.v_incident_step
                WHERE incident_id = $1::bigint ORDER BY step_no DESC LIMIT $2::integer) s ORDER BY s.step_no

-- name: ReadIncidentGate
-- role: onceover_viewer, onceover_auditor
SELECT coalesce(next_status, '') AS next_status, missing FROM onceover.incident_gate($1::bigint)

-- name: ReadFiveEqualities
-- role: onceover_viewer, onceover_auditor
SELECT equality, ours, theirs, holds FROM onceover.five_equalities($1::bigint) ORDER BY nth

-- name: ReadIncidentFreezes
-- role: onceover_viewer, onceover_auditor
SELECT freeze_id, scope_kind, scope_ref, status, actor, reason, effective_at, drained_at, lifted_at
  FROM onceover.v_freeze WHERE incident_id = $1::bigint ORDER BY freeze_id

-- name: ReadIncidentChannels
-- role: onceover_viewer, onceover_auditor
SELECT channel_id FROM onceover.incident_channels($1::bigint) ORDER BY channel_id

-- name: ReadIncidentPlans
-- role: onceover_viewer, onceover_auditor
SELECT approval_id FROM onceover.v_approval
 WHERE kind = 'recovery plan' AND (plan ->> 'incident')::bigint = $1::bigint ORDER BY approval_id

-- name: FindIncidentStep
-- What was written under a request id.
-- role: onceover_viewer, onceover_auditor
SELECT 'DONE' AS outcome, '' AS reason, '' AS found, incident_id, status, step_no FROM onceover.v_incident_step WHERE request_id = $1::uuid

-- name: ConsoleIncidents
-- Newest first. $5 open or closed.
-- role: onceover_viewer, onceover_auditor
WITH page AS MATERIALIZED (
  (SELECT * FROM onceover.v_incident i WHERE NOT $1::boolean AND $2::timestamptz IS NOT NULL AND i.incident_id < $3::bigint
      AND ($5::text IS NULL OR (i.status = 'CLOSED') = ($5 = 'closed')) ORDER BY i.incident_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM onceover.v_incident i WHERE $1 AND i.incident_id >= $3
      AND ($5 IS NULL OR (i.status = 'CLOSED') = ($5 = 'closed')) ORDER BY i.incident_id LIMIT $4)
)
SELECT p.incident_id, p.status, p.title, p.scope_kind, p.scope_ref, p.from_date::text AS from_date, coalesce(p.owner, '') AS owner, p.opened_by, p.opened_at,
       p.closed_at, p.is_false_alarm, p.freezes_in_force, p.freezes_draining, p.frozen_at, coalesce(p.plan_id, 0) AS plan_id,
       coalesce(p.plan_status, '') AS plan_status, p.steps, p.last_step_at, 'epoch'::timestamptz AS sort_at, p.incident_id AS sort_id
  FROM page p ORDER BY p.incident_id DESC

-- name: ConsoleIncidentGroups
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT CASE i.status WHEN 'CLOSED' THEN 'closed' ELSE 'open' END AS name
          FROM onceover.v_incident i ORDER BY i.incident_id DESC LIMIT 10001) f
 GROUP BY f.name ORDER BY f.name DESC
