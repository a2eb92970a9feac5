-- SPDX-License-Identifier: GPL-3.0-or-later
-- Bank statements: imported by a person, and what came of it.

-- name: ImportStatement
-- $1 channel, $2 fingerprint of the file, $3 format, $4 account, $5 the bank's reference, $6 currency, $7 opening and $8 closing balance, $9 and $10
-- first and last day; $11 to $21 one element a line: amount, currency, booked, value date, the bank's reference, end-to-end reference, kind, text,
-- references (one a text line), reversal (1 or 0), reason of a return; $22 request id.
-- role: onceover_operator
SELECT a.outcome, a.reason, a.found, a.statement_id, a.is_new, a.imported_by, a.imported_at, a.compared, a.differences, a.opened
  FROM onceover.import_statement($1::text, decode($2::text, 'hex'),
         jsonb_build_object('format', $3::text, 'account', $4::text, 'reference', $5::text, 'currency', $6::text, 'opening', $7::bigint, 'closing', $8::bigint,
           'from', $9::date, 'to', $10::date, 'lines', (
             SELECT coalesce(jsonb_agg(jsonb_build_object('amount', l.amount, 'currency', l.currency, 'booked', l.booked, 'value', l.value, 'ref', l.ref,
                                                          'end_to_end', l.end_to_end, 'kind', l.kind, 'text', l.text,
                                                          'references', to_jsonb(string_to_array(l.names, E'\n')), 'reversal', l.reversal = 1,
                                                          'returned', l.returned) ORDER BY l.n), '[]')
               FROM unnest($11::bigint[], $12::text[], $13::date[], $14::date[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[],
                           $20::integer[], $21::text[])
                    WITH ORDINALITY l(amount, currency, booked, value, ref, end_to_end, kind, text, names, reversal, returned, n))), $22::uuid) a

-- name: ReadComparisonOfStatement
-- $1 statement.
-- role: onceover_viewer, onceover_auditor, onceover_operator
SELECT kind, channel_id, biz_date, outcome, compared, differences, opened, (extract(epoch FROM took) * 1000)::bigint AS took_ms, started_at, detail
  FROM onceover.v_reconciliation WHERE statement_id = $1::bigint

-- name: ReadDifferencesOfStatement
-- What its comparison opened, and what it found that was open before. $1 statement.
-- role: onceover_viewer, onceover_auditor, onceover_operator
SELECT d.kind, d.pair, d.subject, d.channel_id, d.idempotency_key, d.external_ref, d.ours_minor, d.theirs_minor, d.currency, d.detail, d.status,
       d.occurred_at, d.opened_at
  FROM onceover.v_difference d
  LEFT JOIN onceover.v_reconciliation r USING (reconciliation_id)
 WHERE r.statement_id = $1::bigint
    OR d.status = 'OPEN' AND (d.channel_id, d.kind, d.idempotency_key) IN (
         SELECT f.channel_id, f.match, f.idempotency_key FROM onceover.v_statement_match f WHERE f.statement_id = $1 AND f.is_difference)
 ORDER BY d.difference_id
