#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a million finished operations cost against ten thousand: the claim of 500, every first page of the console, and
# `onceoverctl verify`, on one private server, in one run.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

usage() {
  cat <<'TEXT'
tests/bench/million.sh --bin DIR [--dir DIR] [--operations N] [--times N] [--keep]

Makes a sandbox in a folder of its own, lets the real engine settle ninety days in it (about ten thousand operations), stops
the engine, and copies the finished days by SQL until there are N operations (tests/bench/million.sql says how). Then:
`verify` must find every promise kept, and each statement is measured in both databases. Prints the ratios, and how long a freeze
takes to be in force.

  --bin DIR        where onceoverctl, onceover-worker and onceover-bank are (a Release build says most)
  --dir DIR        an empty or new folder for it all (default: a new temporary one); about 12 GB for a million
  --operations N   how many there shall be (default 1000000)
  --times N        each merchant so many times in a copied day (default 10)
  --keep           leave folder and server for a further look
TEXT
}

BIN='' DIR='' OPERATIONS=1000000 TIMES=10 KEEP=0
while (($#)); do
  case $1 in
    --bin) BIN=$(cd "$2" && pwd); shift ;;
    --dir) DIR=$2; shift ;;
    --operations) OPERATIONS=$2; shift ;;
    --times) TIMES=$2; shift ;;
    --keep) KEEP=1 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[[ -x $BIN/onceoverctl ]] || { usage >&2; exit 2; }
[[ -n $DIR ]] || DIR=$(mktemp -d -t onceover-million-XXXXXX)
mkdir -p "$DIR"
DIR=$(cd "$DIR" && pwd)
export ONCEOVER_SANDBOX_DIR=$DIR/sandbox
SOCKET=$ONCEOVER_SANDBOX_DIR/socket
PG=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin | sort -V | tail -n 1)

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }
as_postgres() { if ((EUID == 0)); then runuser -u postgres -- "$@"; else "$@"; fi; }
conninfo() { printf 'host=%s port=5432 dbname=%s user=%s' "$SOCKET" "$1" "$2"; }

# shellcheck disable=SC2317 # Called by the trap.
clean_up() {
  local status=$?
  trap - EXIT
  "$BIN/onceoverctl" sandbox stop >/dev/null 2>&1 || true
  as_postgres "$PG/pg_ctl" -D "$ONCEOVER_SANDBOX_DIR/data" -m fast stop >/dev/null 2>&1 || true
  if ((KEEP)); then say "kept: $DIR"; else rm -rf "$DIR"; fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say "load of this machine: $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"
say "the engine settles ninety days"
"$BIN/onceoverctl" sandbox start --json >"$DIR/start.json"
"$BIN/onceoverctl" sandbox fill --json 2>&1 >"$DIR/fill.json" | sed 's/^/  /'
"$BIN/onceoverctl" sandbox stop >/dev/null

say "the server alone, without its durable settings, for this measurement"
as_postgres "$PG/pg_ctl" -D "$ONCEOVER_SANDBOX_DIR/data" -w -l "$ONCEOVER_SANDBOX_DIR/data/bench.log" -o "-c listen_addresses='' \
  -c unix_socket_directories='$SOCKET' -c fsync=off -c full_page_writes=off -c shared_buffers=2GB -c max_wal_size=8GB -c jit=off" start >/dev/null
psql -X -q "$(conninfo postgres postgres)" -c 'CREATE DATABASE million TEMPLATE settlement'

say "copies, to $OPERATIONS operations"
psql -X -q "$(conninfo million postgres)" -v operations="$OPERATIONS" -v times="$TIMES" -f "$ROOT/tests/bench/million.sql" 2>&1 |
  sed -n 's/.*NOTICE: */  /p; s/.*ERROR: /&/p; /^\(DETAIL\|CONTEXT\|HINT\): /p; /^[a-z].*:$/p; /^[a-z]*$/p; / | /p'

say "verify, load $(cut -d' ' -f1-3 /proc/loadavg)"
BEGUN=$(date +%s.%N)
"$BIN/onceoverctl" --dsn "$(conninfo million carol)" verify
say "verify took $(awk -v a="$BEGUN" -v b="$(date +%s.%N)" 'BEGIN {printf "%.1f", b - a}') s"

say "measured: ten thousand, a million, their ratio; load $(cut -d' ' -f1-3 /proc/loadavg)"
"$ROOT/tests/bench/measure.sh" "$(conninfo settlement postgres)" >"$DIR/small.txt"
"$ROOT/tests/bench/measure.sh" "$(conninfo million postgres)" >"$DIR/large.txt"
"$ROOT/tests/bench/measure.sh" "$(conninfo settlement postgres)" >"$DIR/small2.txt"
"$ROOT/tests/bench/measure.sh" "$(conninfo million postgres)" >"$DIR/large2.txt"
printf '%-34s %10s %10s %7s %9s %9s %7s  %s\n' statement 'ms 10k' 'ms 1M' ratio 'pages 10k' 'pages 1M' ratio 'read whole at 1M'
paste -d'|' "$DIR/small.txt" "$DIR/large.txt" "$DIR/small2.txt" "$DIR/large2.txt" | awk -F'|' '
  function least(a, b) { return a < b ? a : b }
  { small = least($2, $10); large = least($6, $14)
    printf "%-34s %10.3f %10.3f %7.2f %9d %9d %7.2f  %s\n", $1, small, large, (small > 0 ? large / small : 0), $3, $7, ($3 > 0 ? $7 / $3 : 0), $8 }'

say "a freeze while others hold locks: median ms, worst ms, the worst against the second that is promised"
"$ROOT/tests/bench/freeze.sh" "$(conninfo million postgres)"
