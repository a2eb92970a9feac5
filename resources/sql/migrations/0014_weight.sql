-- SPDX-License-Identifier: GPL-3.0-or-later
-- What keeps its price when the finished days become many: the totals over all batches, and how many attempts each worker
-- made, which the attempts themselves do not outlive.
SET search_path = onceover, pg_temp;

-- operation_count has a row per batch, shard, currency and state, so it grows with the days. Its sums over all batches stand
-- here, kept by whoever changes it (the janitor's fold). A total is this and the deltas not yet folded.
CREATE TABLE operation_total (
  job_type     text NOT NULL COLLATE "C",
  currency     char(3) NOT NULL,
  status       text NOT NULL COLLATE "C",
  n            bigint NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (job_type, currency, status)
);
INSERT INTO operation_total (job_type, currency, status, n, amount_minor)
SELECT b.job_type, c.currency, c.status, sum(c.n), sum(c.amount_minor)
  FROM operation_count c JOIN settlement_batch b USING (batch_id) GROUP BY 1, 2, 3;

CREATE FUNCTION keep_totals() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO operation_total AS t (job_type, currency, status, n, amount_minor)
    SELECT b.job_type, c.currency, c.status, sum(c.n), sum(c.amount_minor)
      FROM new_rows c JOIN settlement_batch b USING (batch_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (job_type, currency, status) DO UPDATE SET n = t.n + excluded.n, amount_minor = t.amount_minor + excluded.amount_minor;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO operation_total AS t (job_type, currency, status, n, amount_minor)
    SELECT b.job_type, c.currency, c.status, -sum(c.n), -sum(c.amount_minor)
      FROM old_rows c JOIN settlement_batch b USING (batch_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (job_type, currency, status) DO UPDATE SET n = t.n + excluded.n, amount_minor = t.amount_minor + excluded.amount_minor;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_totals_inserted AFTER INSERT ON operation_count REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_totals();
CREATE TRIGGER keep_totals_updated AFTER UPDATE ON operation_count REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_totals();
CREATE TRIGGER keep_totals_deleted AFTER DELETE ON operation_count REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_totals();

-- Attempts go after 30 days; how many each incarnation made, and how they ended, stays.
CREATE TABLE worker_attempt_count (
  worker_id text NOT NULL,
  status    text NOT NULL COLLATE "C",
  n         bigint NOT NULL,
  PRIMARY KEY (worker_id, status)
);
CREATE FUNCTION keep_attempt_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO worker_attempt_count AS k (worker_id, status, n)
  SELECT worker_id, status, count(*) FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (worker_id, status) DO UPDATE SET n = k.n + excluded.n;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_attempt_counts AFTER DELETE ON run_attempt REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_attempt_counts();

-- What the console asks for on every look, found without reading its table whole. None is on an operation's changing columns.
CREATE INDEX ix_operation_event_at ON operation_event (at);
-- Most counts of a day that ended are of states in which nothing is left.
CREATE INDEX ix_operation_count_batch ON operation_count (batch_id) INCLUDE (currency, status, n, amount_minor) WHERE n <> 0 OR amount_minor <> 0;
CREATE INDEX ix_dead_letter_key ON dead_letter (bucket, operation_id) WHERE operation_id IS NOT NULL;
CREATE INDEX ix_reconciliation_run_batch ON reconciliation_run (batch_id, reconciliation_id);
CREATE INDEX ix_approval_requested ON approval (approval_id) WHERE status = 'REQUESTED';
CREATE INDEX ix_run_attempt_lost ON run_attempt (worker_id) WHERE status = 'LOST';
CREATE INDEX ix_run_trigger_repeated ON run_trigger (trigger_id) WHERE source = 'manual' AND answer = 'ALREADY_COMPLETED';
CREATE INDEX ix_worker_running ON worker (worker_id) WHERE stopped_at IS NULL;

REVOKE EXECUTE ON FUNCTION keep_totals(), keep_attempt_counts() FROM PUBLIC;
GRANT SELECT, INSERT ON operation_total TO onceover_api;
GRANT UPDATE (n, amount_minor) ON operation_total TO onceover_api;
GRANT SELECT ON operation_total TO onceover_viewer, onceover_auditor;
GRANT SELECT ON worker_attempt_count TO onceover_auditor;
