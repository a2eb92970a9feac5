-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tabs Statements and Statement lines of the page Reconciliation. How a page is read: console_letters.sql.

-- name: ConsoleStatements
-- Newest first. $5 channel, $6 a day that it covers.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT s.* FROM onceover.v_statement s
   WHERE ($5::text IS NULL OR s.channel_id = $5) AND ($6::date IS NULL OR $6 BETWEEN s.from_date AND s.to_date) AND $2::timestamptz IS NOT NULL
), page AS MATERIALIZED (
  (SELECT * FROM found s WHERE NOT $1::boolean AND s.statement_id < $3::bigint ORDER BY s.statement_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found s WHERE $1 AND s.statement_id >= $3 ORDER BY s.statement_id LIMIT $4)
)
SELECT p.statement_id, p.channel_id, p.format, p.account, p.reference, p.currency::text AS currency, p.opening_minor, p.closing_minor, p.from_date,
       p.to_date, (SELECT count(*) FROM onceover.v_statement_entry e WHERE e.statement_id = p.statement_id) AS lines, p.outcome, p.compared,
       p.differences, p.imported_at, coalesce(n.display_name, p.imported_by, '') AS imported_by, p.imported_at AS sort_at, p.statement_id AS sort_id
  FROM page p LEFT JOIN onceover.v_person n ON n.person_id = p.imported_by
 ORDER BY p.statement_id DESC

-- name: ConsoleStatementGroups
-- By channel, counted no further than 10,001. $1 a day that it covers.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT s.channel_id AS name FROM onceover.v_statement s WHERE $1::date IS NULL OR $1 BETWEEN s.from_date AND s.to_date
         ORDER BY s.statement_id DESC LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleStatementLines
-- Newest statement first, each from its end. A position counts statements by ten millions. $5 channel, $6 booked on, $7 the statement's number, else the
-- start of the bank's or the end-to-end reference. What a line comes to is looked up for the page alone.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT e.* FROM onceover.v_statement_entry e
   WHERE ($5::text IS NULL OR e.channel_id = $5) AND ($6::date IS NULL OR e.booked_on = $6) AND $2::timestamptz IS NOT NULL
     AND ($7::text IS NULL OR e.statement_id::text = $7 OR starts_with(e.entry_ref, $7) OR starts_with(e.end_to_end, $7))
), page AS MATERIALIZED (
  (SELECT * FROM found e WHERE NOT $1::boolean AND (e.statement_id, e.entry_no::bigint) < ($3::bigint / 10000000, $3 % 10000000)
    ORDER BY e.statement_id DESC, e.entry_no DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found e WHERE $1 AND (e.statement_id, e.entry_no::bigint) >= ($3 / 10000000, $3 % 10000000) ORDER BY e.statement_id, e.entry_no LIMIT $4)
)
SELECT p.statement_id, p.entry_no, p.channel_id, p.entry_ref, p.end_to_end, p.amount_minor, p.currency::text AS currency, p.booked_on, p.value_on, p.kind,
       p.is_reversal, p.return_reason, m.match, coalesce(m.is_difference, false) AS is_difference, m.detail AS match_detail,
       m.operation_id::text AS operation_id, m.idempotency_key, p.imported_at AS sort_at, p.statement_id * 10000000 + p.entry_no AS sort_id
  FROM page p
  LEFT JOIN LATERAL (SELECT f.* FROM onceover.v_statement_match f WHERE f.statement_id = p.statement_id AND f.entry_no = p.entry_no
                      ORDER BY f.n LIMIT 1) m ON true
 ORDER BY p.statement_id DESC, p.entry_no DESC

-- name: ConsoleStatementLineGroups
-- By channel, counted no further than 10,001. $1 booked on, $2 as above.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT e.channel_id AS name FROM onceover.v_statement_entry e
         WHERE ($1::date IS NULL OR e.booked_on = $1)
           AND ($2::text IS NULL OR e.statement_id::text = $2 OR starts_with(e.entry_ref, $2) OR starts_with(e.end_to_end, $2))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name
