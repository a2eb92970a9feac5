#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every test, from a bare Debian 12: packages, build, a private PostgreSQL. The last line is the sum: "N passed, N failed".
set -euo pipefail
# shellcheck source=app/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

usage() {
  cat <<'TEXT'
tests/run.sh [--label REGEX] [--only REGEX] [--build DIR] [-DNAME=VALUE…]

Installs what is missing, builds into build/tests/ and runs every test, each database test in a private PostgreSQL.
N counts test functions and rows of data; a test program without any counts as failed.

  --label REGEX   only tests with such a label: unit, contract, postgres, models, views, faults, e2e, layering
  --only REGEX    only programs of such a name, e.g. tst_money
  --build DIR     another build folder
  -DNAME=VALUE    handed to cmake, e.g. -DONCEOVER_WERROR=ON, -DONCEOVER_SANITIZE=address,undefined
TEXT
}

BUILD=$ONCEOVER_ROOT/build/tests LABEL='' ONLY='' CMAKE_OPTIONS=()
while (($#)); do
  case $1 in
    --label) [[ -n ${2-} ]] || wrong_use "--label needs an expression"; LABEL=$2; shift ;;
    --only) [[ -n ${2-} ]] || wrong_use "--only needs an expression"; ONLY=$2; shift ;;
    --build) [[ -n ${2-} ]] || wrong_use "--build needs a folder"; BUILD=$(realpath -m "$2"); shift ;;
    -D?*) CMAKE_OPTIONS+=("$1") ;;
    -h | --help) usage; exit 0 ;;
    *) wrong_use "unknown option $1" ;;
  esac
  shift
done

CLUSTER_PID=''
clean_up() {
  local status=$?
  trap - EXIT INT TERM
  if [[ -n $CLUSTER_PID ]]; then kill "$CLUSTER_PID" 2>/dev/null || true; wait "$CLUSTER_PID" 2>/dev/null || true; fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

STAGES=4
say "Onceover tests: on two cores the first run takes a good hour (packages, compiling, tests), later ones about forty minutes;"
say "--label unit or --only NAME choose a part."
check_space "$BUILD"
check_rights "${ONCEOVER_PACKAGES[@]}" "${ONCEOVER_TEST_PACKAGES[@]}"
mkdir -p "$BUILD"
SETUP_LOG=$BUILD/setup.log
: >"$SETUP_LOG"

stage "packages"
install_packages "${ONCEOVER_PACKAGES[@]}" "${ONCEOVER_TEST_PACKAGES[@]}"

stage "build"
: >"$BUILD/build.log"
configure "$BUILD" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS="-O1 -g1" -DCMAKE_UNITY_BUILD=ON -DONCEOVER_TESTS=ON \
  ${CMAKE_OPTIONS[@]+"${CMAKE_OPTIONS[@]}"}
if [[ -z $LABEL ]]; then
  build "$BUILD" all
else
  # Only the programs of these labels, which are known from one target per label.
  mapfile -t TARGETS < <(ninja -C "$BUILD" -t targets all | sed -n 's/^onceover_tests_\([a-z0-9]*\): phony$/\1/p' | grep -E "^($LABEL)$" | sed 's/^/onceover_tests_/')
  ((${#TARGETS[@]})) || die "no test has a label like $LABEL"
  build "$BUILD" onceover-test-cluster "${TARGETS[@]}"
fi

stage "start PostgreSQL"
FOLDER_FILE=$BUILD/test-cluster
rm -f "$FOLDER_FILE"
"$BUILD/bin/onceover-test-cluster" "$FOLDER_FILE" >"$BUILD/test-cluster.log" 2>&1 </dev/null &
CLUSTER_PID=$!
while [[ ! -s $FOLDER_FILE ]] && kill -0 "$CLUSTER_PID" 2>/dev/null; do sleep 0.05; done
[[ -s $FOLDER_FILE ]] || die "The test server did not start: $(cat "$BUILD/test-cluster.log")"
ONCEOVER_TEST_CLUSTER=$(cat "$FOLDER_FILE")
export ONCEOVER_TEST_CLUSTER ONCEOVER_REQUIRE_POSTGRES=1

stage "run"
RESULTS=$BUILD/results
rm -rf "$RESULTS"
mkdir -p "$RESULTS"
SELECTION=()
[[ -z $LABEL ]] || SELECTION+=(-L "^($LABEL)$")
[[ -z $ONLY ]] || SELECTION+=(-R "$ONLY")
CTEST_STATUS=0
ctest --test-dir "$BUILD" -j "$(build_jobs)" --output-on-failure --no-tests=error ${SELECTION[@]+"${SELECTION[@]}"} </dev/null ||
  CTEST_STATUS=$?
mapfile -t PROGRAMS < <(ctest --test-dir "$BUILD" -N ${SELECTION[@]+"${SELECTION[@]}"} | sed -n 's/^ *Test *#[0-9]*: \(.*[^ ]\) *$/\1/p')

# Each program left its own account. The two functions that frame every Qt test are no tests and are not counted.
PASSED=0 FAILED=0 SKIPPED=0
for program in "${PROGRAMS[@]}"; do
  account=$RESULTS/$program.txt
  totals=$(grep -h '^Totals: ' "$account" 2>/dev/null | tail -n 1 || true)
  passed=$(grep -c '^PASS   : ' "$account" 2>/dev/null || true)
  frame=$(grep -c -E '^PASS   : [A-Za-z0-9_:]+::(init|cleanup)TestCase\(\)' "$account" 2>/dev/null || true)
  skipped=$(grep -c '^SKIP   : ' "$account" 2>/dev/null || true)
  passed=$((${passed:-0} - ${frame:-0})) skipped=${skipped:-0}
  failed=$(sed -n 's/^Totals: .*, \([0-9]*\) failed.*/\1/p' <<<"$totals")
  if [[ -z $totals ]]; then
    say "FAILED: $program ended before its last test (crashed, or took too long)"
    failed=$(($(grep -c '^FAIL!  : ' "$account" 2>/dev/null || true) + 1))
  elif ((passed + failed + skipped == 0)); then
    say "FAILED: $program holds no test"
    failed=1
  elif ((failed > 0)); then
    say "FAILED: $program: $(grep '^FAIL!  : ' "$account" | head -n 5 | tr '\n' ' ')"
  fi
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed)) SKIPPED=$((SKIPPED + skipped))
done
if ((CTEST_STATUS != 0 && FAILED == 0)); then
  say "FAILED: ctest ended with $CTEST_STATUS"
  FAILED=1
fi

seconds_per_stage
((SKIPPED == 0)) || say "skipped: $SKIPPED (each says above what it lacks)"
printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
((FAILED == 0))
