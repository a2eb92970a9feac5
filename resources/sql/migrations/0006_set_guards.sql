-- SPDX-License-Identifier: GPL-3.0-or-later
-- Guards on INSERT that look at whole sets (statement triggers over transition tables, joined by primary key), and the
-- maintained counts and balances. They belong to onceover_api, so that no writer needs a right on what they read.
-- The planner switches keep a session that began on empty tables from reading them whole once they are large; their penalty
-- costs would wake the compiler (jit), which takes longer than a set.
SET search_path = onceover, pg_temp;

-- Items and their operation come in one transaction. Another transaction's rows that are not committed are seen by nobody,
-- so who inserts either waits for whoever is at it in the same bucket.
CREATE FUNCTION hold_item_buckets(p_buckets smallint[]) RETURNS void LANGUAGE sql VOLATILE SET search_path = onceover, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('onceover.items', b)) FROM unnest(p_buckets) b ORDER BY b
$$;

-- New operations: PENDING, version 0, computed id, bucket and root, well-formed key, inside their shard, and for a
-- settlement exactly the sum of its items, which are inserted before it or in the same statement (I1, I13).
CREATE FUNCTION guard_new_operations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  ns      constant uuid := namespace();
  problem text;
BEGIN
  PERFORM hold_item_buckets(ARRAY(SELECT DISTINCT bucket FROM new_rows));
  SELECT p INTO problem FROM (
    SELECT CASE
      WHEN n.status <> 'PENDING' OR n.version <> 0 OR n.worker_id IS NOT NULL OR n.attempt_id IS NOT NULL OR n.attempts <> 0
           OR n.attempts_total <> 0 OR n.external_ref IS NOT NULL OR n.finished_at IS NOT NULL
        THEN 'OC001 NONE>' || n.status || ' version ' || n.version
      WHEN n.merchant_id <= 0 OR n.settlement_type !~ '^[a-z0-9-]+$' OR n.currency !~ '^[A-Z]{3}$'
           OR n.scope_ref !~ '^[!-~]*$' OR n.revision < 0 OR n.item_count < 0 OR NOT isfinite(n.settle_date)
        THEN 'OC009 natural key or count'
      WHEN n.revision > 0 THEN 'OC008 a revision'
      WHEN n.settlement_type IN ('refund', 'extension', 'reversal', 'correction') THEN 'OC008 a ' || n.settlement_type
      WHEN n.bucket <> bucket_of(n.merchant_id) THEN 'OC006 bucket ' || n.bucket || ', computed ' || bucket_of(n.merchant_id)
      WHEN n.operation_id IS DISTINCT FROM operation_id_of(ns, n.merchant_id, n.settle_date, n.settlement_type, n.currency, n.scope_ref, 0)
        THEN 'OC006 the id is not the computed one'
      WHEN n.root_id <> n.operation_id THEN 'OC006 root'
      WHEN b.job_id IS DISTINCT FROM n.job_id OR b.biz_date <> n.biz_date OR s.shard_no IS NULL
           OR n.bucket < s.bucket_from OR n.bucket >= s.bucket_to
        THEN 'OC009 batch ' || n.batch_id || ' shard ' || n.shard_no || ' does not hold it'
      WHEN n.settlement_type <> b.job_type THEN 'OC009 a ' || n.settlement_type || ' in a batch of ' || b.job_type
      WHEN b.status IN ('RECONCILING', 'COMPLETED') THEN 'OC001 batch ' || n.batch_id || ' is ' || b.status
      WHEN n.item_count <> i.items OR (n.item_count > 0 AND (n.amount_minor <> i.amount OR n.currency <> i.lo OR n.currency <> i.hi))
        THEN 'OC005 items ' || i.items || ' of ' || n.item_count || ', sum ' || i.amount || ' of ' || n.amount_minor
      WHEN n.item_count = 0 AND n.settlement_type IN ('settle-daily', 'settle-monthly') THEN 'OC005 a settlement without items'
    END || '; operation ' || n.operation_id AS p
    FROM new_rows n
    LEFT JOIN settlement_batch b ON b.batch_id = n.batch_id
    LEFT JOIN batch_shard s ON s.batch_id = n.batch_id AND s.shard_no = n.shard_no
    CROSS JOIN LATERAL (
      SELECT count(*) AS items, coalesce(sum(t.amount_minor), 0) AS amount, min(t.currency) AS lo, max(t.currency) AS hi
        FROM settlement_item t WHERE t.bucket = n.bucket AND t.root_id = n.root_id) i) x
  WHERE p IS NOT NULL LIMIT 1;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_insert AFTER INSERT ON settlement_operation REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_new_operations();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER guard_insert;

-- New items: an operation that exists already takes no more of them, because its amount never changes.
CREATE FUNCTION guard_new_items() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  root uuid;
BEGIN
  PERFORM hold_item_buckets(ARRAY(SELECT DISTINCT bucket FROM new_rows));
  SELECT o.operation_id INTO root
    FROM (SELECT DISTINCT bucket, root_id FROM new_rows) n
    JOIN settlement_operation o ON o.bucket = n.bucket AND o.operation_id = n.root_id
   CROSS JOIN LATERAL (SELECT count(*) AS items, sum(t.amount_minor) AS amount, min(t.currency) AS lo, max(t.currency) AS hi
                         FROM settlement_item t WHERE t.bucket = n.bucket AND t.root_id = n.root_id) i
   WHERE o.item_count <> i.items OR o.amount_minor <> i.amount OR o.currency <> i.lo OR o.currency <> i.hi
   LIMIT 1;
  IF root IS NOT NULL THEN
    PERFORM refuse('OC005', 'items and amount of operation ' || root);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_insert AFTER INSERT ON settlement_item REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_new_items();
ALTER TABLE settlement_item ENABLE ALWAYS TRIGGER guard_insert;

-- Legs: for each (operation, phase) of the statement one debit and one credit, on the right accounts, that sum to zero and
-- are the operation's amount in its currency, under its present version, in the phase that its state asks for. The state
-- is updated first in the same transaction; FOR SHARE, in (bucket, id) order, keeps a fence from slipping in between and
-- reads the row as it is after the wait.
CREATE FUNCTION guard_new_legs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  good    bigint;
  problem text;
BEGIN
  SELECT count(*) FILTER (WHERE x.ok) INTO good FROM (
    SELECT l.legs = 2 AND l.lo = -l.hi AND l.hi = o.amount_minor AND l.version_lo = o.version AND l.version_hi = o.version
           AND l.currency_lo = o.currency AND l.currency_hi = o.currency AND d.currency = o.currency AND c.currency = o.currency
           AND CASE l.phase
             WHEN 'HOLD' THEN o.status = 'AWAITING_EXTERNAL' AND d.account_kind = 'payable' AND c.account_kind = 'in_transit'
                              AND d.owner_ref = o.merchant_id::text AND c.owner_ref = o.channel_id
             WHEN 'PAY'  THEN o.status = 'SUCCEEDED' AND d.account_kind = 'in_transit' AND c.account_kind = 'paid'
                              AND d.owner_ref = o.channel_id AND c.owner_ref = o.channel_id
             ELSE o.status = 'FAILED_PERMANENT' AND o.failure_class IN ('REFUSED', 'NOT_EXECUTED')
                  AND d.account_kind = 'in_transit' AND c.account_kind = 'payable'
                  AND d.owner_ref = o.channel_id AND c.owner_ref = o.merchant_id::text END
           AND (l.phase = 'HOLD' OR EXISTS (
             SELECT FROM ledger_entry h
              WHERE h.bucket = l.bucket AND h.operation_id = l.operation_id AND h.phase = 'HOLD' AND h.side = 'DEBIT')) AS ok
      FROM (SELECT bucket, operation_id, phase, count(*) AS legs, min(amount_minor) AS lo, max(amount_minor) AS hi,
                   min(op_version) AS version_lo, max(op_version) AS version_hi, min(currency) AS currency_lo,
                   max(currency) AS currency_hi, min(account_id) FILTER (WHERE side = 'DEBIT') AS debit,
                   min(account_id) FILTER (WHERE side = 'CREDIT') AS credit
              FROM new_rows GROUP BY bucket, operation_id, phase) l
      JOIN settlement_operation o ON o.bucket = l.bucket AND o.operation_id = l.operation_id
      JOIN account d ON d.account_id = l.debit
      JOIN account c ON c.account_id = l.credit
     ORDER BY l.bucket, l.operation_id
       FOR SHARE OF o) x;
  IF good * 2 = (SELECT count(*) FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT p INTO problem FROM (
    SELECT CASE
      WHEN o.operation_id IS NULL THEN 'OC005 no operation'
      WHEN l.versions <> ARRAY[o.version] THEN 'OC004 legs of version ' || array_to_string(l.versions, ',') || ', operation at ' || o.version
      WHEN l.phase <> CASE o.status WHEN 'AWAITING_EXTERNAL' THEN 'HOLD' WHEN 'SUCCEEDED' THEN 'PAY' WHEN 'FAILED_PERMANENT' THEN 'BACK' ELSE '' END
        THEN 'OC001 ' || l.phase || ' while ' || o.status
      ELSE 'OC005 ' || l.legs || ' ' || l.phase || ' legs, sum ' || l.total || ', of amount ' || o.amount_minor || ' ' || o.currency
    END || '; operation ' || l.operation_id AS p
    FROM (SELECT bucket, operation_id, phase, count(*) AS legs, sum(amount_minor) AS total, array_agg(DISTINCT op_version) AS versions
            FROM new_rows GROUP BY bucket, operation_id, phase) l
    LEFT JOIN settlement_operation o ON o.bucket = l.bucket AND o.operation_id = l.operation_id) x
  ORDER BY p LIKE 'OC005%' LIMIT 1;
  PERFORM refuse(left(problem, 5), substr(problem, 7));
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_ledger AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_new_legs();
-- PAY and BACK are written by finish_external alone.
CREATE TRIGGER guard_outcome BEFORE INSERT ON ledger_entry FOR EACH ROW
  WHEN (NEW.phase <> 'HOLD' AND NOT pg_has_role(current_user, 'onceover_api', 'USAGE'))
  EXECUTE FUNCTION refuse_outcome();
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER guard_ledger, ENABLE ALWAYS TRIGGER guard_outcome;

-- New messages: PENDING, version 0, never sent, computed key, true fingerprint, of the channel's kind, and equal to their
-- operation, which waits for the outside and, where money is to be paid, holds it (the HOLD legs are of the same statement).
CREATE FUNCTION guard_new_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  ns      constant uuid := namespace();
  problem text;
BEGIN
  SELECT p INTO problem FROM (
    SELECT CASE
      WHEN n.status <> 'PENDING' OR n.version <> 0 OR n.attempts <> 0 OR n.sends_total <> 0 OR n.sends_maybe_left <> 0
           OR n.first_sent_at IS NOT NULL OR n.last_sent_at IS NOT NULL OR n.external_ref IS NOT NULL
        THEN 'OC001 NONE>' || n.status || ' version ' || n.version
      WHEN o.operation_id IS NULL THEN 'OC009 no operation'
      WHEN o.status <> 'AWAITING_EXTERNAL' THEN 'OC001 message of an operation that is ' || o.status
      WHEN n.amount_minor <> o.amount_minor OR n.currency <> o.currency OR n.channel_id <> o.channel_id
           OR n.merchant_id <> o.merchant_id OR n.batch_id <> o.batch_id OR n.job_id <> o.job_id
        THEN 'OC005 message and operation differ'
      WHEN n.message_kind = 'payout' AND n.amount_minor <= 0 THEN 'OC009 nothing to pay'
      WHEN p.channel_id IS NULL THEN 'OC009 no profile ' || n.channel_id || ' version ' || n.profile_version
      WHEN n.message_kind <> p.kind THEN 'OC009 a ' || n.message_kind || ' for a channel of ' || p.kind
      WHEN n.payload_sha256 <> sha256(n.payload) THEN 'OC006 the fingerprint is not that of the payload'
      WHEN n.idempotency_key IS DISTINCT FROM outward_key_of(ns, n.operation_id, n.message_kind) THEN 'OC006 the key is not the computed one'
      WHEN n.message_kind = 'payout' AND NOT EXISTS (
             SELECT FROM ledger_entry l
              WHERE l.bucket = n.bucket AND l.operation_id = n.operation_id AND l.phase = 'HOLD' AND l.side = 'DEBIT')
        THEN 'OC005 nothing is held for it'
    END || '; operation ' || n.operation_id AS p
    FROM new_rows n
    LEFT JOIN settlement_operation o ON o.bucket = n.bucket AND o.operation_id = n.operation_id
    LEFT JOIN channel_profile p ON p.channel_id = n.channel_id AND p.profile_version = n.profile_version) x
  WHERE p IS NOT NULL LIMIT 1;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_insert AFTER INSERT ON outbox REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_new_messages();
ALTER TABLE outbox ENABLE ALWAYS TRIGGER guard_insert;

-- A query that found nothing permits another send, so its record is written by who asks, never by who sends.
SELECT make_guard_insert('external_call', 'OC001', 'a query is recorded by who may ask',
  $$NEW.kind = 'QUERY' AND NOT (pg_has_role(session_user, 'onceover_resolver', 'MEMBER') OR pg_has_role(session_user, 'onceover_callback', 'MEMBER')
                                OR pg_has_role(session_user, 'onceover_reconciler', 'MEMBER'))$$);

-- A run is born DUE or HELD under the key that its job and business date compute.
CREATE FUNCTION guard_new_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  j job;
BEGIN
  SELECT * INTO j FROM job WHERE job_id = NEW.job_id;
  IF NEW.status NOT IN ('DUE', 'HELD') OR NEW.attempts <> 0 THEN
    PERFORM refuse('OC001', 'job_run NONE>' || NEW.status);
  ELSIF j.job_id IS NULL OR (j.job_type, j.scope, j.grade) IS DISTINCT FROM (NEW.job_type, NEW.scope, NEW.grade) THEN
    PERFORM refuse('OC009', 'job_run and job ' || NEW.job_id || ' differ');
  ELSIF j.period_kind <> 'slot' AND NEW.run_key IS DISTINCT FROM run_key_of(j.run_key_prefix, j.scope, j.period_kind, NEW.biz_date) THEN
    PERFORM refuse('OC006', 'run key ' || NEW.run_key);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_insert BEFORE INSERT ON job_run FOR EACH ROW EXECUTE FUNCTION guard_new_run();
ALTER TABLE job_run ENABLE ALWAYS TRIGGER guard_insert;

-- Sales: computed bucket, the merchant's currency, and no date that a batch has sealed. Intake holds the date's lock
-- shared while it looks, seal_date() holds it exclusively while a batch comes into being: neither can miss the other. That
-- holds only where each statement sees what was committed before it: an older snapshot would not show the sealing batch.
CREATE FUNCTION seal_key(p_settle_by text, p_date date) RETURNS bigint LANGUAGE sql STABLE
RETURN hashtextextended('onceover.seal ' || p_settle_by || ' ' || to_char(p_date::timestamp, 'YYYY-MM-DD'), 0);

CREATE FUNCTION guard_new_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  problem text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'SEALED_DATE: sales under %, where a date that was sealed meanwhile is not seen', current_setting('transaction_isolation')
      USING ERRCODE = 'OC007', HINT = 'Insert sales in a transaction that is READ COMMITTED.';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(k)
     FROM (SELECT DISTINCT seal_key(settle_by, settle_date) AS k FROM new_rows ORDER BY k) keys;
  SELECT 'OC007 ' || n.settle_by || ' ' || n.settle_date INTO problem
    FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows) n
   WHERE EXISTS (SELECT FROM settlement_batch b WHERE b.job_type = n.settle_by AND b.biz_date = n.settle_date) LIMIT 1;
  IF problem IS NULL THEN
    SELECT 'OC009 no job settles by ' || n.settle_by || ' for ' || n.settle_date INTO problem
      FROM (SELECT DISTINCT settle_by, settle_date FROM new_rows) n
     WHERE NOT isfinite(n.settle_date) OR NOT EXISTS (SELECT FROM job j WHERE j.job_type = n.settle_by) LIMIT 1;
  END IF;
  IF problem IS NULL THEN
    SELECT CASE WHEN n.bucket <> m.bucket THEN 'OC006 bucket of sale ' || n.sale_id
                ELSE 'OC009 currency of sale ' || n.sale_id END INTO problem
      FROM new_rows n JOIN merchant m USING (merchant_id)
     WHERE n.bucket <> m.bucket OR n.currency <> m.currency LIMIT 1;
  END IF;
  IF problem IS NOT NULL THEN
    PERFORM refuse(left(problem, 5), substr(problem, 7));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER guard_insert AFTER INSERT ON sale REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_new_sales();
ALTER TABLE sale ENABLE ALWAYS TRIGGER guard_insert;

-- Maintained counts and balances: one appended row per group and statement, folded by the janitor. The old rows of an
-- update are taken off and the new ones added, so that no join is needed and an unchanged status leaves nothing.
CREATE FUNCTION keep_counts_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO operation_count_delta (batch_id, shard_no, currency, status, n, amount_minor)
  SELECT batch_id, shard_no, currency, status, count(*), sum(amount_minor) FROM new_rows GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END
$$;
CREATE FUNCTION keep_counts_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO operation_count_delta (batch_id, shard_no, currency, status, n, amount_minor)
  SELECT batch_id, shard_no, currency, status, sum(n), sum(amount_minor)
    FROM (SELECT batch_id, shard_no, currency, status, count(*) AS n, sum(amount_minor) AS amount_minor FROM new_rows GROUP BY 1, 2, 3, 4
          UNION ALL
          SELECT batch_id, shard_no, currency, status, -count(*), -sum(amount_minor) FROM old_rows GROUP BY 1, 2, 3, 4) c
   GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 OR sum(amount_minor) <> 0;
  RETURN NULL;
END
$$;
CREATE FUNCTION keep_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  INSERT INTO account_balance_delta (account_id, amount_minor)
  SELECT account_id, sum(amount_minor) FROM new_rows GROUP BY 1 ORDER BY 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_counts_inserted AFTER INSERT ON settlement_operation REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_counts_inserted();
CREATE TRIGGER keep_counts_updated AFTER UPDATE ON settlement_operation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_counts_updated();
CREATE TRIGGER keep_balances AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
