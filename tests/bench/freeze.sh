#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How long a freeze takes from the wish to IN_FORCE while others hold locks, against the second that is promised. Sessions work under
# the barrier all the time, as claims, posts and sends do, and hold rows of operations and due work; one holds those of a whole batch.
# Prints `freeze in force|median ms|worst ms|worst against the limit`; ends with 1 where the worst is beyond it. Each round freezes one
# merchant, and nothing lifts that: for a database of its own.
#   freeze.sh CONNINFO [ROUNDS]
set -euo pipefail
CONNINFO=${1:?freeze.sh CONNINFO [ROUNDS]}
ROUNDS=${2:-25}
LIMIT_MS=1000
WORKERS=8
FOLDER=$(mktemp -d -t onceover-freeze-XXXXXX)
PGBENCH=$(command -v pgbench || find /usr/lib/postgresql -mindepth 3 -maxdepth 3 -name pgbench | sort -V | tail -n 1)

# shellcheck disable=SC2317 # Called by the trap.
clean_up() {
  local status=$?
  trap - EXIT
  psql -X -q "$CONNINFO" -c "SELECT pg_terminate_backend(pid) $HELD" >/dev/null 2>&1 || true
  kill "${HOLDERS[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$FOLDER"
  exit "$status"
}
HOLDERS=()
HELD="FROM pg_stat_activity WHERE application_name = 'freeze bench' AND datname = current_database()"
trap clean_up EXIT

# A set of work: its rows are locked under the barrier, held as long as a post takes, and let go.
cat >"$FOLDER/work.sql" <<'SQL'
\set from random(0, 63)
BEGIN;
SELECT onceover.freeze_barrier();
SELECT count(*) FROM (SELECT FROM onceover.settlement_operation WHERE bucket = :from LIMIT 500 FOR UPDATE SKIP LOCKED) o;
SELECT pg_sleep(0.02);
ROLLBACK;
SQL
PGAPPNAME='freeze bench' "$PGBENCH" --no-vacuum --client "$WORKERS" --time 86400 --file "$FOLDER/work.sql" "$CONNINFO" >"$FOLDER/work.log" 2>&1 &
HOLDERS+=($!)
# Somebody who holds rows of a batch, and no barrier, for as long as it lasts.
PGAPPNAME='freeze bench' psql -X -q "$CONNINFO" >/dev/null 2>"$FOLDER/batch.log" <<'SQL' &
SET idle_in_transaction_session_timeout = 0;
BEGIN;
SELECT FROM onceover.settlement_operation WHERE batch_id = (SELECT max(batch_id) FROM onceover.settlement_batch) FOR UPDATE;
SELECT pg_sleep(86400);
SQL
HOLDERS+=($!)

# Not before all of them work.
until (($(psql -X -q -A -t "$CONNINFO" -c "SELECT count(*) $HELD") > WORKERS)); do
  kill -0 "${HOLDERS[@]}" || { cat "$FOLDER"/*.log >&2; exit 2; }
done

for ((round = 1; round <= ROUNDS; ++round)); do
  psql -X -q -A -t -v ON_ERROR_STOP=1 "$CONNINFO" <<SQL
SET SESSION AUTHORIZATION alice;
SELECT f.freeze_id AS freeze FROM (SELECT merchant_id::text AS ref FROM onceover.v_merchant ORDER BY merchant_id OFFSET $round - 1 LIMIT 1) m
 CROSS JOIN LATERAL onceover.freeze_request('merchant', m.ref, 'measured', gen_random_uuid()) f \gset
SELECT status FROM onceover.freeze_enforce(:freeze) \gset
SELECT coalesce(extract(epoch FROM effective_at - requested_at) * 1000, 'Infinity') FROM onceover.v_freeze WHERE freeze_id = :freeze;
SQL
done | sort -n | awk -v limit="$LIMIT_MS" '
  { ms[NR] = $1 }
  END {
    if (NR == 0) exit 2
    printf "freeze in force|%.1f|%.1f|%.3f\n", ms[int((NR + 1) / 2)], ms[NR], ms[NR] / limit
    exit ms[NR] > limit
  }'
