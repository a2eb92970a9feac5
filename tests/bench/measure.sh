#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures one database: the claim of 500 with what follows it, and every statement of the console's first pages, each as the
# program prepares it. Prints `name|milliseconds|buffers|what was read whole` (median of seven runs, each rolled back).
#   measure.sh CONNINFO
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CONNINFO=${1:?measure.sh CONNINFO}

# prepare NAME…: the statements as the program embeds them.
prepare() {
  local name
  for name; do
    printf 'PREPARE "%s" AS\n' "$name"
    awk -v name="$name" '/^-- name: /{on = ($3 == name); next} on' "$ROOT"/resources/sql/statements/*.sql
    printf ';\n'
  done
}

{
  cat <<'SQL'
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SET timezone = 'UTC';
SET jit = off;
SET search_path = pg_catalog;
-- Runs a call of a prepared statement again and again, each time undone. Whole: a table of the schema read from end to end, or
-- a sort, of more than 5,000 rows.
CREATE FUNCTION pg_temp.measure(p_name text, p_call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  ms    numeric[] := '{}';
  pages bigint[] := '{}';
  plan  jsonb;
  whole text;
BEGIN
  FOR nth IN 1 .. 9 LOOP
    BEGIN
      EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ' || quote_ident(p_name) || p_call INTO plan;
      RAISE EXCEPTION USING ERRCODE = 'ZZ001';
    EXCEPTION WHEN SQLSTATE 'ZZ001' THEN
      IF nth > 2 THEN -- Two to warm up.
        ms := ms || (plan -> 0 ->> 'Execution Time')::numeric;
        pages := pages || ((plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint);
      END IF;
    END;
  END LOOP;
  SELECT string_agg(DISTINCT concat_ws(' ', n ->> 'Node Type', n ->> 'Relation Name'), ', ') INTO whole
    FROM jsonb_path_query(plan, '$.**{1 to 40} ? (@."Node Type" == "Seq Scan" || @."Node Type" == "Sort" || @."Node Type" == "Hash")') n
   WHERE ((n ->> 'Actual Rows')::numeric + coalesce((n ->> 'Rows Removed by Filter')::numeric, 0)) * (n ->> 'Actual Loops')::numeric > 5000;
  RETURN concat_ws('|', p_name, (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v) FROM unnest(ms) v)::numeric(12, 3),
                   (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY v) FROM unnest(pages) v), coalesce(whole, ''));
END
$$;
SQL
  prepare ConsoleFigures ConsoleStateCounts ConsoleWorkers ConsoleFreezes ConsoleHeldOperations ConsoleAmountsAtRisk ConsoleNewestDay \
    ConsoleSucceededPerDay ConsoleWorklist ConsolePractice ConsoleHours ConsoleHourAgo ConsoleBatches ConsoleBatchTotal ConsoleOperationsByDate \
    ConsoleOperationsByMerchant ConsoleOperationsByBatch ConsoleOperationsDue ConsoleOperationsAwaiting ConsoleOperationsUnknown \
    ConsoleOperationsFailed ConsoleOperationsByKey ConsoleOperationTotal ConsoleOperationTotalUpTo10000 ConsoleOperationRows ConsoleBatchHead ConsoleBatchStates ConsoleBatchEffects ConsoleBatchShards ConsoleRunTriggers ConsoleRunAttempts ConsoleBatchLooks \
    ConsoleBatchDifferences ConsoleBatchAudit ConsoleOperationHead ConsoleOperationEvents ConsoleOperationLegs ConsoleOperationMessage \
    ConsoleOperationCalls ConsoleOperationItems
  cat <<'SQL'
SELECT batch_id AS batch FROM onceover.settlement_batch WHERE status = 'COMPLETED' ORDER BY biz_date DESC LIMIT 1 \gset
SELECT biz_date AS day, run_id AS run FROM onceover.settlement_batch WHERE batch_id = :batch \gset
SELECT run_key FROM onceover.job_run WHERE run_id = :run \gset
SELECT bucket AS bucket, operation_id AS operation, merchant_id AS merchant FROM onceover.settlement_operation WHERE batch_id = :batch ORDER BY bucket, operation_id LIMIT 1 \gset
\set first '''infinity'', -1, ''00000000-0000-0000-0000-000000000000'', 501'
SELECT set_config('bench.first', :'first', false) \g /dev/null
SELECT pg_temp.measure(n, '') FROM unnest(ARRAY['ConsoleFigures', 'ConsoleStateCounts', 'ConsoleWorkers', 'ConsoleFreezes', 'ConsoleHeldOperations',
  'ConsoleAmountsAtRisk', 'ConsoleNewestDay', 'ConsoleSucceededPerDay', 'ConsoleWorklist', 'ConsolePractice', 'ConsoleHours', 'ConsoleHourAgo']) n;
SELECT pg_temp.measure('ConsoleBatches', '(NULL, NULL, NULL, ''infinity'', 9223372036854775807, 501, false)');
SELECT pg_temp.measure('ConsoleBatchTotal', '(NULL, NULL, NULL)');
SELECT pg_temp.measure('ConsoleOperationsByDate', format('(NULL, NULL, NULL, NULL, NULL, %s)', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsByDate', format('(''SUCCEEDED'', %L, NULL, NULL, NULL, %s)', :'day', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsByMerchant', format('(NULL, NULL, NULL, %s, NULL, %s)', :merchant, current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsByBatch', format('(NULL, NULL, NULL, NULL, %s, %s)', :batch, current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsDue', format('(''PENDING'', NULL, NULL, NULL, NULL, %s)', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsAwaiting', format('(''AWAITING_EXTERNAL'', NULL, NULL, NULL, NULL, %s)', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsUnknown', format('(''UNKNOWN_EXTERNAL'', NULL, NULL, NULL, NULL, %s)', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsFailed', format('(''FAILED_PERMANENT'', NULL, NULL, NULL, NULL, %s)', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationsByKey', format('(NULL, NULL, NULL, NULL, NULL, %s, ''ab000000-0000-0000-0000-000000000000'', ''abffffff-ffff-ffff-ffff-ffffffffffff'')', current_setting('bench.first')));
SELECT pg_temp.measure('ConsoleOperationTotal', '(NULL, NULL, NULL, NULL)');
SELECT pg_temp.measure('ConsoleOperationTotalUpTo10000', format('(NULL, NULL, NULL, %s, NULL, NULL, NULL)', :merchant));
SELECT pg_temp.measure('ConsoleOperationRows', format('(%L, %L)', array_agg(bucket), array_agg(operation_id)))
  FROM (SELECT bucket, operation_id FROM onceover.settlement_operation ORDER BY biz_date DESC, bucket, operation_id LIMIT 500) p;
SELECT pg_temp.measure('ConsoleBatchHead', format('(%L)', :'run_key'));
SELECT pg_temp.measure(n, format('(%s)', :batch)) FROM unnest(ARRAY['ConsoleBatchStates', 'ConsoleBatchEffects', 'ConsoleBatchShards']) n;
SELECT pg_temp.measure('ConsoleRunTriggers', format('(%s, 100)', :run));
SELECT pg_temp.measure('ConsoleRunAttempts', format('(%s, NULL, 100)', :run));
SELECT pg_temp.measure(n, format('(%s, 100)', :batch)) FROM unnest(ARRAY['ConsoleBatchLooks', 'ConsoleBatchDifferences']) n;
SELECT pg_temp.measure('ConsoleBatchAudit', format('(%s, %L, ''settle-daily'', %L, 100)', :batch, :'run_key', :'day'));
SELECT pg_temp.measure('ConsoleOperationHead', format('(%L)', :'operation'));
SELECT pg_temp.measure('ConsoleOperationEvents', format('(%s, %L, now() - interval ''60 days'', 100)', :batch, :'operation'));
SELECT pg_temp.measure(n, format('(%s, %L)', :bucket, :'operation')) FROM unnest(ARRAY['ConsoleOperationLegs', 'ConsoleOperationMessage']) n;
SELECT pg_temp.measure(n, format('(%s, %L, 100)', :bucket, :'operation')) FROM unnest(ARRAY['ConsoleOperationCalls', 'ConsoleOperationItems']) n;

-- The claim, as the settler's session plans it.
BEGIN;
SQL
  cat "$ROOT/tests/bench/open_day.sql"
  printf '%s\n' 'SET LOCAL search_path = pg_catalog; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off;' \
    'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;'
  prepare LockDueOperations ReadNextDue ClaimLockedOperations LockHeldOperations RenewLeasesStillHeld RetryProcessingOperationsLater PostProcessingOperations
  cat <<'SQL'
SELECT pg_temp.measure('LockDueOperations', format('(''settle-daily'', %L, 500)', (SELECT array_agg(n) FROM generate_series(0, 63) n)));
SELECT pg_temp.measure('ReadNextDue', format('(''settle-daily'', %L)', (SELECT array_agg(n) FROM generate_series(0, 63) n)));
CREATE TEMPORARY TABLE bench_set ON COMMIT DROP AS
SELECT o.bucket, o.operation_id, o.version FROM onceover.settlement_operation o JOIN pg_temp.bench_day USING (batch_id) ORDER BY o.bucket, o.operation_id LIMIT 500;
SELECT pg_temp.measure('ClaimLockedOperations', format('(%L, %L, %L, ''bench'', 300000, false)', array_agg(bucket), array_agg(operation_id), array_agg(:bench_attempt)))
  FROM pg_temp.bench_set;
UPDATE onceover.settlement_operation o SET status = 'PROCESSING', version = 1, worker_id = 'bench', lease_until = onceover.clock() + interval '5 min', attempt_id = :bench_attempt
  FROM pg_temp.bench_set s WHERE o.bucket = s.bucket AND o.operation_id = s.operation_id;
SELECT pg_temp.measure('LockHeldOperations', format('(%L, %L)', array_agg(bucket), array_agg(operation_id))) FROM pg_temp.bench_set;
SELECT pg_temp.measure('RenewLeasesStillHeld', format('(%L, %L, %L, ''bench'', 300000)', array_agg(bucket), array_agg(operation_id), array_agg(1))) FROM pg_temp.bench_set;
SELECT pg_temp.measure('RetryProcessingOperationsLater', format('(%L, %L, %L, %L, %L, %L, ''bench'')', array_agg(bucket), array_agg(operation_id), array_agg(1),
  array_agg(1000), array_agg(1), array_agg('x'::text))) FROM pg_temp.bench_set;
SELECT pg_temp.measure('PostProcessingOperations', format('(%L, %L, %L, %L, %L, %L, %L, ''bench'', %L, %L, %L)', array_agg(bucket), array_agg(operation_id), array_agg(1),
  array_agg('payout'::text), array_agg(onceover.outward_key_of(onceover.namespace(), operation_id, 'payout')), array_agg(1),
  array_agg(convert_to('{"operation_id":"' || operation_id || '"}', 'UTF8')),
  array_agg(NULL::timestamptz), array_agg(NULL::timestamptz), array_agg(NULL::timestamptz))) FROM pg_temp.bench_set;
ROLLBACK;
SQL
} | psql -X -q "$CONNINFO"
