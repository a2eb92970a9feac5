-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tab Rollout. How a page is read: console_letters.sql.

-- name: ConsoleRollouts
-- Each version of each job's rules, by job, the newest first. Work is summed over the newest 400 batches of the version. $5 the stage.
-- role: onceover_viewer, onceover_auditor
WITH numbered AS MATERIALIZED (
  SELECT n.*, row_number() OVER (ORDER BY n.job_id, n.rule_version DESC) AS sort_id,
         n.rule_version = max(n.rule_version) OVER (PARTITION BY n.job_id) AS is_newest,
         max(n.rule_version) FILTER (WHERE n.mode = 'full') OVER (PARTITION BY n.job_id) AS newest_full
    FROM onceover.rollout_now n
), page AS MATERIALIZED (
  SELECT n.* FROM numbered n
   WHERE ($5::text IS NULL OR n.mode = $5)
     AND CASE WHEN $1::boolean THEN n.sort_id <= $3::bigint ELSE $2::timestamptz IS NOT NULL AND n.sort_id > $3 END
   ORDER BY n.sort_id LIMIT $4::integer
)
SELECT p.job_id, p.rule_version, p.mode, p.scope_list, p.at AS since, coalesce(m.display_name, a.maker, '') AS maker, coalesce(c.display_name, a.checker, '') AS checker,
       p.rule_version = j.rule_version AS is_current, p.mode <> 'observe' AND p.rule_version >= coalesce(p.newest_full, 0) AS is_acting, p.is_newest,
       t.has_batch AS is_staged,
       coalesce((SELECT max(q.approval_id) FROM onceover.v_approval q
                  WHERE q.kind = 'rollout' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND q.plan ->> 'job' = p.job_id), 0) AS open_request,
       coalesce(w.open, 0)::bigint AS operations_open, coalesce(w.done, 0)::bigint AS operations_done, coalesce(w.failed, 0)::bigint AS operations_failed,
       CASE p.mode WHEN 'full' THEN 0
            ELSE (SELECT count(*) FROM (SELECT FROM onceover.v_due d JOIN onceover.v_operation o USING (bucket, operation_id)
                                         CROSS JOIN (SELECT onceover.rollout_gates() AS gates OFFSET 0) z
                                         WHERE d.job_id = p.job_id AND o.rule_version = p.rule_version
                                           AND onceover.is_held_by_rollout(z.gates, o.job_id, o.settlement_type, CASE o.revision WHEN 0 THEN o.rule_version END,
                                                                           o.merchant_id, o.channel_id)
                                         LIMIT 10001) x) END AS operations_held,
       (SELECT count(*) FROM (SELECT FROM onceover.v_rollout_finding f WHERE f.job_id = p.job_id AND f.rule_version = p.rule_version LIMIT 10001) x) AS findings,
       coalesce(w.takeovers, 0)::bigint AS takeovers,
       (SELECT count(*) FROM onceover.v_alert x WHERE x.closed_at IS NULL AND x.job_id = p.job_id) AS alerts_open,
       l.whats, l.counts, l.amounts, l.currencies, 'epoch'::timestamptz AS sort_at, p.sort_id
  FROM page p
  JOIN onceover.v_job j ON j.job_id = p.job_id
  JOIN onceover.v_job_type t ON t.job_type = p.job_type
  LEFT JOIN onceover.v_approval a ON a.approval_id = p.approval_id
  LEFT JOIN onceover.v_person m ON m.person_id = a.maker
  LEFT JOIN onceover.v_person c ON c.person_id = a.checker
 CROSS JOIN LATERAL (SELECT coalesce(array_agg(z.what ORDER BY z.what, z.currency), '{}') AS whats, coalesce(array_agg(z.n ORDER BY z.what, z.currency), '{}') AS counts,
                            coalesce(array_agg(coalesce(z.amount_minor, 0) ORDER BY z.what, z.currency), '{}') AS amounts,
                            coalesce(array_agg(z.currency ORDER BY z.what, z.currency), '{}') AS currencies
                       FROM onceover.rollout_left(p.job_id, p.rule_version) z) l
  LEFT JOIN LATERAL (
         SELECT sum(k.n) FILTER (WHERE k.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')) AS open, sum(k.n) FILTER (WHERE k.status = 'SUCCEEDED') AS done,
                sum(k.n) FILTER (WHERE k.status = 'FAILED_PERMANENT') AS failed, sum(k.n) FILTER (WHERE k.status = 'LOST') AS takeovers
           FROM (SELECT b.batch_id, b.run_id FROM onceover.v_batch b WHERE b.job_id = p.job_id AND b.rule_version = p.rule_version ORDER BY b.batch_id DESC LIMIT 400) b
          CROSS JOIN LATERAL (SELECT x.status, x.n FROM onceover.operation_count x WHERE x.batch_id = b.batch_id
                              UNION ALL
                              SELECT x.status, x.n FROM onceover.operation_count_delta x WHERE x.batch_id = b.batch_id
                              UNION ALL
                              SELECT x.status, 1 FROM onceover.v_attempt x WHERE x.run_id = b.run_id AND x.status = 'LOST') k) w ON true
 ORDER BY p.sort_id

-- name: ConsoleRolloutGroups
-- role: onceover_viewer, onceover_auditor
SELECT n.mode AS name, count(*) AS n FROM onceover.rollout_now n GROUP BY n.mode ORDER BY n.mode
