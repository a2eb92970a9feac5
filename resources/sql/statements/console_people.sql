-- SPDX-License-Identifier: GPL-3.0-or-later
-- The pages Approvals and Audit, and the freezes that stand. How a page is read: console_letters.sql.

-- name: ConsoleRequests
-- What is not decided yet first, the oldest on top; then what was decided, the newest first. $5 to-me, mine, open or decided, as it is for
-- the person of the session. Place of a row: the year 3000 and minus its number, or the epoch and its number.
-- role: onceover_viewer, onceover_auditor
WITH me AS MATERIALIZED (
  SELECT onceover.person_of_session() AS person, pg_has_role(session_user, 'onceover_approver', 'member') AS decides
), waiting AS NOT MATERIALIZED (
  SELECT a.*, CASE WHEN a.maker = me.person THEN 'mine' WHEN a.status = 'REQUESTED' AND me.decides THEN 'to-me' ELSE 'open' END AS view,
         '3000-01-01 00:00:00Z'::timestamptz AS sort_at, -a.approval_id AS sort_id
    FROM onceover.v_approval a, me WHERE a.status IN ('REQUESTED', 'APPROVED', 'EXECUTING')
), decided AS NOT MATERIALIZED (
  SELECT a.*, 'decided'::text AS view, 'epoch'::timestamptz AS sort_at, a.approval_id AS sort_id
    FROM onceover.v_approval a WHERE a.status NOT IN ('REQUESTED', 'APPROVED', 'EXECUTING')
), after AS NOT MATERIALIZED (
  SELECT * FROM (
    (SELECT * FROM waiting a WHERE $2::timestamptz > 'epoch' AND a.sort_id < $3::bigint AND ($5::text IS NULL OR a.view = $5)
      ORDER BY a.approval_id LIMIT $4::integer)
    UNION ALL
    (SELECT * FROM decided a WHERE a.approval_id < CASE WHEN $2::timestamptz > 'epoch' THEN 9223372036854775807 ELSE $3 END AND ($5 IS NULL OR $5 = 'decided')
      ORDER BY a.approval_id DESC LIMIT $4)) x
   WHERE NOT $1::boolean ORDER BY x.sort_at DESC, x.sort_id DESC LIMIT $4
), before AS NOT MATERIALIZED (
  SELECT * FROM (
    (SELECT * FROM decided a WHERE $2::timestamptz <= 'epoch' AND a.approval_id >= $3 AND ($5 IS NULL OR $5 = 'decided') ORDER BY a.approval_id LIMIT $4)
    UNION ALL
    (SELECT * FROM waiting a WHERE ($2::timestamptz <= 'epoch' OR a.sort_id >= $3) AND ($5 IS NULL OR a.view = $5) ORDER BY a.approval_id DESC LIMIT $4)) x
   WHERE $1 ORDER BY x.sort_at, x.sort_id LIMIT $4
), page AS MATERIALIZED (
  SELECT * FROM after UNION ALL SELECT * FROM before
)
SELECT p.approval_id, p.view, p.kind, p.status, p.maker, coalesce(m.display_name, p.maker) AS maker_name,
       coalesce(c.display_name, p.checker, '') AS checker_name, p.reason, p.ticket, encode(p.plan_hash, 'hex') AS plan_hash,
       s.currencies, s.amounts, p.items, p.items_done, p.items_refused, p.requested_at, p.expires_at, p.decided_at, p.decision_reason,
       p.sort_at, p.sort_id
  FROM page p
  LEFT JOIN onceover.v_person m ON m.person_id = p.maker
  LEFT JOIN onceover.v_person c ON c.person_id = p.checker
 CROSS JOIN LATERAL (SELECT coalesce(array_agg(x.currency ORDER BY x.currency), '{}') AS currencies, coalesce(array_agg(x.minor ORDER BY x.currency), '{}') AS amounts
                       FROM (SELECT i ->> 'currency' AS currency, sum((i ->> 'amount')::bigint)::bigint AS minor
                               FROM jsonb_array_elements(p.plan -> 'items') i WHERE i ->> 'currency' IS NOT NULL GROUP BY 1) x) s
 ORDER BY p.sort_at DESC, p.sort_id DESC

-- name: ConsoleRequestGroups
-- Counted no further than 10,001.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT CASE WHEN a.status NOT IN ('REQUESTED', 'APPROVED', 'EXECUTING') THEN 'decided' WHEN a.maker = me.person THEN 'mine'
                    WHEN a.status = 'REQUESTED' AND me.decides THEN 'to-me' ELSE 'open' END AS name
          FROM onceover.v_approval a,
               (SELECT onceover.person_of_session() AS person, pg_has_role(session_user, 'onceover_approver', 'member') AS decides) me
         ORDER BY a.approval_id DESC LIMIT 10001) f
 GROUP BY f.name ORDER BY CASE f.name WHEN 'to-me' THEN 0 WHEN 'mine' THEN 1 WHEN 'open' THEN 2 ELSE 3 END

-- name: ConsoleRequest
-- One request with its plan's sums. $1 its number.
-- role: onceover_viewer, onceover_auditor
SELECT (SELECT onceover.clock()) AS now, a.approval_id, a.kind, a.status, a.maker, coalesce(a.checker, '') AS checker, a.reason, a.ticket,
       encode(a.plan_hash, 'hex') AS plan_hash, a.plan_total, coalesce(a.plan - 'items', '{}')::text AS plan, a.items, a.items_done, a.items_refused,
       a.requested_at, a.expires_at, a.decided_at, a.executed_at, a.verified_at, a.decision_reason,
       coalesce(m.display_name, a.maker) AS maker_name, coalesce(c.display_name, a.checker, '') AS checker_name,
       (SELECT count(*) FROM onceover.v_difference d WHERE d.status = 'OPEN') AS open_differences,
       CASE WHEN a.kind = 'lift' THEN (a.plan ->> 'freeze_id')::bigint END AS freeze_id
  FROM onceover.v_approval a
  LEFT JOIN onceover.v_person m ON m.person_id = a.maker
  LEFT JOIN onceover.v_person c ON c.person_id = a.checker
 WHERE a.approval_id = $1::bigint

-- name: ConsoleRequestSums
-- Over all items of a plan, by currency and planned state: how many, how much, and how many moved since.
-- role: onceover_viewer, onceover_auditor
SELECT coalesce(i.item ->> 'currency', '') AS currency, coalesce(i.item ->> 'status', '') AS status, count(*) AS n,
       coalesce(sum((i.item ->> 'amount')::bigint), 0)::bigint AS minor,
       count(*) FILTER (WHERE o.operation_id IS NOT NULL AND (o.status <> i.item ->> 'status' OR o.version <> (i.item ->> 'version')::bigint)) AS moved
  FROM onceover.v_approval a
 CROSS JOIN LATERAL jsonb_array_elements(a.plan -> 'items') WITH ORDINALITY i(item, n)
  LEFT JOIN onceover.v_operation o ON o.bucket = (i.item ->> 'bucket')::smallint AND o.operation_id = (i.item ->> 'operation')::uuid
 WHERE a.approval_id = $1::bigint
 GROUP BY 1, 2 ORDER BY 1, 2

-- name: ConsoleRequestPayees
-- role: onceover_viewer, onceover_auditor
SELECT count(DISTINCT i.item ->> 'beneficiary') AS payees
  FROM onceover.v_approval a CROSS JOIN LATERAL jsonb_array_elements(a.plan -> 'items') i(item)
 WHERE a.approval_id = $1::bigint

-- name: ConsoleRequestItems
-- The largest amounts first. $1 the request, $2 how many. The value date is the one that core/send_window computes: from the settle date, by
-- the rule and the calendar of the profile under which the message was written (of none: of the enabled one); null where a day is unknown.
-- role: onceover_viewer, onceover_auditor
WITH top AS MATERIALIZED (
  SELECT i.n, i.item FROM onceover.v_approval a CROSS JOIN LATERAL jsonb_array_elements(a.plan -> 'items') WITH ORDINALITY i(item, n)
   WHERE a.approval_id = $1::bigint ORDER BY abs(coalesce((i.item ->> 'amount')::bigint, 0)) DESC, i.n LIMIT $2::integer
), terms AS MATERIALIZED (
  SELECT t.n, m.first_sent_at + p.retention - p.retention_margin AS honoured_until, o.settle_date, p.calendar_id, p.value_date_rule
    FROM top t
    JOIN onceover.v_operation o ON o.bucket = (t.item ->> 'bucket')::smallint AND o.operation_id = (t.item ->> 'operation')::uuid
    LEFT JOIN LATERAL (SELECT m.first_sent_at, m.channel_id, m.profile_version FROM onceover.v_outbox m
                        WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id ORDER BY m.message_kind = 'payout' DESC, m.outbox_id LIMIT 1) m ON true
    LEFT JOIN LATERAL (SELECT p.* FROM onceover.v_channel p
                        WHERE p.channel_id = coalesce(m.channel_id, o.channel_id)
                          AND CASE WHEN m.profile_version IS NULL THEN p.enabled ELSE p.profile_version = m.profile_version END LIMIT 1) p ON true
), valued AS MATERIALIZED (
  SELECT d.*, v.day
    FROM (SELECT DISTINCT x.settle_date, x.calendar_id, x.value_date_rule FROM terms x WHERE x.calendar_id <> '') d,
         LATERAL (SELECT k.day FROM (SELECT c.day, c.is_open, count(*) OVER w AS known, count(*) FILTER (WHERE c.is_open) OVER w AS open
                                       FROM onceover.business_calendar c
                                      WHERE c.calendar_id = d.calendar_id AND c.day BETWEEN d.settle_date AND d.settle_date + 90 WINDOW w AS (ORDER BY c.day)) k
                   WHERE k.is_open AND k.known = k.day - d.settle_date + 1
                     AND k.open = 1 + CASE WHEN d.value_date_rule = 'same-day' THEN 0 ELSE right(d.value_date_rule, 1)::integer END) v
)
SELECT t.n::integer AS item_no, coalesce(t.item ->> 'operation', '') AS operation, coalesce(t.item ->> 'key', '') AS key,
       coalesce((t.item ->> 'merchant')::bigint, 0) AS merchant_id, coalesce(o.beneficiary_name, '') AS payee,
       coalesce(o.beneficiary_account, '') AS payee_account,
       coalesce((o.beneficiary_name, o.beneficiary_account) IS DISTINCT FROM (r.beneficiary_name, r.beneficiary_account) AND r.merchant_id IS NOT NULL
                AND o.beneficiary_name IS NOT NULL, false) AS payee_changed,
       coalesce((t.item ->> 'amount')::bigint, 0) AS amount_minor, coalesce(t.item ->> 'currency', '') AS currency,
       coalesce(t.item ->> 'status', '') AS status_planned, coalesce(t.item ->> 'class', '') AS class_planned, coalesce(o.status, '') AS status_now,
       coalesce(o.status <> t.item ->> 'status' OR o.version <> (t.item ->> 'version')::bigint, false) AS moved,
       EXISTS (SELECT FROM onceover.v_external_call c
                WHERE c.bucket = o.bucket AND c.operation_id = o.operation_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')) AS effect_on_record,
       coalesce(l.answer, '') AS last_answer, l.at AS last_answer_at,
       h.honoured_until, v.day AS value_date, coalesce(s.status, '') AS item_status, coalesce(s.reason, '') AS item_reason
  FROM top t
  LEFT JOIN onceover.v_operation o ON o.bucket = (t.item ->> 'bucket')::smallint AND o.operation_id = (t.item ->> 'operation')::uuid
  LEFT JOIN onceover.v_merchant r ON r.merchant_id = o.merchant_id
  LEFT JOIN onceover.v_approval_item s ON s.approval_id = $1 AND s.item_no = t.n
  LEFT JOIN LATERAL (SELECT concat_ws(' ', c.answer, c.http_status, nullif(c.code, '')) AS answer, c.at FROM onceover.v_external_call c
                      WHERE c.bucket = o.bucket AND c.operation_id = o.operation_id ORDER BY c.at DESC LIMIT 1) l ON true
  LEFT JOIN terms h ON h.n = t.n
  LEFT JOIN valued v ON v.settle_date = h.settle_date AND v.calendar_id = h.calendar_id AND v.value_date_rule = h.value_date_rule
 ORDER BY abs(coalesce((t.item ->> 'amount')::bigint, 0)) DESC, t.n

-- name: ConsoleReplayerAlive
-- Does anybody execute requests and watch freezes drain?
-- role: onceover_viewer, onceover_auditor
SELECT EXISTS (SELECT FROM onceover.v_heartbeat h JOIN onceover.v_worker w USING (worker_id)
                WHERE h.duty = 'replayer' AND h.beat_at > (SELECT onceover.clock()) - interval '30 s' AND w.stopped_at IS NULL) AS alive

-- name: ConsoleAudit
-- Newest first, in one chain. $5 the chain (people), $6 the action, $7 the day (UTC), $8 how actor, target, ticket or request id begins.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT l.* FROM onceover.v_audit l
   WHERE l.chain = coalesce($5::text, 'people') AND ($6::text IS NULL OR l.action = $6)
     AND ($7::date IS NULL OR l.at >= $7::timestamp AT TIME ZONE 'UTC' AND l.at < ($7::date + 1)::timestamp AT TIME ZONE 'UTC')
     AND ($8::text IS NULL OR starts_with(l.actor, $8) OR starts_with(l.target, $8) OR starts_with(l.ticket, $8)
          OR starts_with(l.request_id::text, lower($8)))
), page AS MATERIALIZED (
  (SELECT * FROM found l WHERE NOT $1::boolean AND $2::timestamptz IS NOT NULL AND l.seq < $3::bigint ORDER BY l.seq DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found l WHERE $1 AND l.seq >= $3 ORDER BY l.seq LIMIT $4)
)
SELECT p.chain, p.seq, p.at, p.actor, coalesce(n.display_name, p.actor) AS actor_name, p.login, p.role, p.action, p.target, p.outcome, p.reason, p.ticket,
       p.detail::text AS detail, coalesce(p.request_id::text, '') AS request_id, encode(p.hash, 'hex') AS hash, 'epoch'::timestamptz AS sort_at, p.seq AS sort_id
  FROM page p LEFT JOIN onceover.v_person n ON n.person_id = p.actor
 ORDER BY p.seq DESC

-- name: ConsoleAuditGroups
-- By action, over the newest 10,001. $1 the chain, $2 the day, $3 how actor, target, ticket or request id begins.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT l.action AS name FROM onceover.v_audit l
         WHERE l.chain = coalesce($1::text, 'people')
           AND ($2::date IS NULL OR l.at >= $2::timestamp AT TIME ZONE 'UTC' AND l.at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC')
           AND ($3::text IS NULL OR starts_with(l.actor, $3) OR starts_with(l.target, $3) OR starts_with(l.ticket, $3)
                OR starts_with(l.request_id::text, lower($3)))
         ORDER BY l.seq DESC LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleAccess
-- Who holds which duty, by the newest daily record of the chain `system`. $5 one duty.
-- role: onceover_viewer, onceover_auditor
WITH recorded AS MATERIALIZED (
  SELECT l.at, l.detail FROM onceover.v_audit l
   WHERE l.target = 'roles' AND l.chain = 'system' AND l.action = 'membership' ORDER BY l.at DESC LIMIT 1
), held AS (
  SELECT r.at, split_part(g.login, ' ', 1) AS login, replace(m.key, 'onceover_', '') || CASE WHEN g.login LIKE '% (admin)' THEN ' (admin)' ELSE '' END AS duty
    FROM recorded r, jsonb_each(r.detail -> 'members') m, jsonb_array_elements_text(m.value) g(login)
), logins AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY u.login) AS id, u.login
    FROM (SELECT login FROM held UNION SELECT jsonb_array_elements_text(r.detail -> 'superusers') FROM recorded r
          UNION SELECT jsonb_object_keys(CASE jsonb_typeof(r.detail -> 'persons') WHEN 'object' THEN r.detail -> 'persons' ELSE '{}' END) FROM recorded r) u
   WHERE NOT starts_with(u.login, 'onceover_')
), found AS (
  SELECT l.id, l.login, coalesce(r.detail -> 'persons' ->> l.login, '') AS person,
         ARRAY(SELECT DISTINCT h.duty FROM held h WHERE h.login = l.login ORDER BY 1) AS duties,
         coalesce(r.detail -> 'superusers' ? l.login, false) AS superuser, r.at
    FROM logins l, recorded r
)
SELECT f.id, f.login, f.person, coalesce(n.display_name, f.person) AS person_name, f.duties, f.superuser, f.at AS recorded_at,
       'epoch'::timestamptz AS sort_at, f.id AS sort_id
  FROM found f LEFT JOIN onceover.v_person n ON n.person_id = f.person
 WHERE ($5::text IS NULL OR $5 = ANY (f.duties))
   AND CASE WHEN $1::boolean THEN f.id <= $3::bigint ELSE $2::timestamptz IS NOT NULL AND f.id > $3 END
 ORDER BY f.id LIMIT $4::integer

-- name: ConsoleAccessGroups
-- role: onceover_viewer, onceover_auditor
SELECT replace(m.key, 'onceover_', '') AS name, jsonb_array_length(m.value)::bigint AS n
  FROM (SELECT l.detail FROM onceover.v_audit l
         WHERE l.target = 'roles' AND l.chain = 'system' AND l.action = 'membership' ORDER BY l.at DESC LIMIT 1) r,
       jsonb_each(r.detail -> 'members') m
 ORDER BY n DESC, name

-- name: ConsoleAuditHeads
-- The last row of each chain, those of people and system first; a worker incarnation has one of its own. $5 kind of chain (people,
-- system, worker).
-- role: onceover_viewer, onceover_auditor
WITH numbered AS MATERIALIZED (
  SELECT h.chain, h.seq, h.hash, h.anchored_seq, split_part(h.chain, ':', 1) AS kind, row_number() OVER (ORDER BY h.chain LIKE 'worker:%', h.chain) AS sort_id
    FROM onceover.v_audit_head h
)
SELECT n.chain, n.seq, encode(n.hash, 'hex') AS hash, n.anchored_seq, l.at, 'epoch'::timestamptz AS sort_at, n.sort_id
  FROM numbered n JOIN onceover.v_audit l ON l.chain = n.chain AND l.seq = n.seq
 WHERE ($5::text IS NULL OR n.kind = $5)
   AND CASE WHEN $1::boolean THEN n.sort_id <= $3::bigint ELSE $2::timestamptz IS NOT NULL AND n.sort_id > $3 END
 ORDER BY n.sort_id LIMIT $4::integer

-- name: ConsoleAuditHeadGroups
-- role: onceover_viewer, onceover_auditor
SELECT split_part(h.chain, ':', 1) AS name, count(*) AS n FROM onceover.v_audit_head h GROUP BY 1 ORDER BY 1
