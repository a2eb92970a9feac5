-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about the audit chains.

-- name: VerifyChains
-- I10: no gap, each hash follows from the one before and the canonical bytes, those bytes say what the columns say, the head
-- is the last row, and a row that an anchor signed is still the one that it signed (heads: {"chain": {"seq": n, "hash": hex}}); the
-- anchors follow from each other, and each body says what its columns say. Signatures are checked by `onceoverctl audit verify`.
-- role: onceover_auditor
WITH linked AS MATERIALIZED (
  SELECT a.chain, a.seq, a.hash, a.prev_hash, a.canonical,
         lag(a.hash) OVER w AS hash_before, lag(a.seq) OVER w AS seq_before,
         onceover.lp(a.chain) || onceover.lp(a.seq::text)
           || onceover.lp(to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) || onceover.lp(a.actor) || onceover.lp(a.login)
           || onceover.lp(a.role) || onceover.lp(a.action) || onceover.lp(a.target) || onceover.lp(a.outcome) || onceover.lp(a.reason)
           || onceover.lp(a.ticket) || onceover.lp(a.detail::text) || onceover.lp(coalesce(a.request_id::text, '')) AS told
    FROM onceover.audit_log a
  WINDOW w AS (PARTITION BY a.chain ORDER BY a.seq)
), heads AS MATERIALIZED (
  SELECT DISTINCT ON (chain) chain, seq, hash FROM linked ORDER BY chain, seq DESC
), anchored AS (
  SELECT n.seq AS anchor, h.key AS chain, (h.value ->> 'seq')::bigint AS seq, h.value ->> 'hash' AS hash
    FROM onceover.audit_anchor n, jsonb_each(n.heads) h
), anchor AS MATERIALIZED (
  SELECT n.seq, n.prev_hash, n.body, lag(n.seq) OVER (ORDER BY n.seq) AS seq_before, lag(sha256(n.body)) OVER (ORDER BY n.seq) AS hash_before,
         onceover.anchor_body(n.seq, n.at, n.prev_hash, n.heads) AS told
    FROM onceover.audit_anchor n
), newest AS MATERIALIZED (
  SELECT DISTINCT ON (chain) chain, seq, hash FROM anchored ORDER BY chain, seq DESC
), broken(name) AS (
  SELECT format('chain %s: anchored up to row %s, its anchors say row %s', chain, coalesce(a.seq::text, 'none'), coalesce(n.seq::text, 'none'))
    FROM onceover.audit_anchored a FULL JOIN newest n USING (chain)
   WHERE (a.seq, encode(a.hash, 'hex')) IS DISTINCT FROM (n.seq, n.hash)
  UNION ALL
  SELECT format('anchor %s: the anchor before is %s', seq, coalesce(seq_before::text, 'missing')) FROM anchor WHERE seq <> coalesce(seq_before, 0) + 1
  UNION ALL
  SELECT format('anchor %s: does not follow from the anchor before', seq)
    FROM anchor WHERE prev_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
  UNION ALL
  SELECT format('anchor %s: the columns do not say what was signed', seq) FROM anchor WHERE body <> told
  UNION ALL
  SELECT format('chain %s, row %s: the row before is %s', chain, seq, coalesce(seq_before::text, 'missing'))
    FROM linked WHERE seq <> coalesce(seq_before, 0) + 1
  UNION ALL
  SELECT format('chain %s, row %s: does not follow from the row before', chain, seq)
    FROM linked WHERE prev_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
  UNION ALL
  SELECT format('chain %s, row %s: the hash is not that of its bytes', chain, seq) FROM linked WHERE hash <> sha256(prev_hash || canonical)
  UNION ALL
  SELECT format('chain %s, row %s: the columns do not say what was hashed', chain, seq) FROM linked WHERE canonical <> told
  UNION ALL
  SELECT format('chain %s: head %s, last row %s', chain, coalesce(c.head_seq::text, 'missing'), coalesce(h.seq::text, 'missing'))
    FROM onceover.audit_chain c FULL JOIN heads h USING (chain)
   WHERE (c.head_seq, c.head_hash) IS DISTINCT FROM (h.seq, h.hash) AND NOT (c.head_seq = 0 AND h.seq IS NULL)
  UNION ALL
  SELECT format('anchor %s: chain %s, row %s is not the one that was signed', n.anchor, n.chain, n.seq)
    FROM anchored n LEFT JOIN linked l ON l.chain = n.chain AND l.seq = n.seq
   WHERE n.seq > 0 AND encode(l.hash, 'hex') IS DISTINCT FROM n.hash
)
SELECT 'I10' AS promise, (SELECT count(*) FROM linked) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
