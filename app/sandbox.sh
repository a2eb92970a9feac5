#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything from a bare Debian 12 to an open console: packages, build, a private PostgreSQL, two practice banks, ninety
# days settled by the real engine.
set -euo pipefail
# shellcheck source=app/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

usage() {
  cat <<'TEXT'
app/sandbox.sh [--headless] [--out DIR] [--keep] [--reset] [--stop] [--seed N] [--scale N] [--days N] [--help]

Installs what is missing, builds into build/, makes a private PostgreSQL with two practice banks, lets the engine settle
ninety days in simulated time, and opens the console as alice (an operator) as soon as the first of them is settled.
Half-way a worker is killed while it holds claims; on the last three days the banks misbehave. Then a small day goes on:
sales come in every few seconds, whatever dies is started again. Nothing listens on the network but the banks, on
loopback. Ctrl+C stops it; the next start goes on where it was, and catches up the days that it missed.

  --headless   do the same without a window: the console draws each page into DIR, in both themes, every promise is
               checked, and everything is stopped again. Exit 0 only if every promise holds.
  --out DIR    where the pictures go (default: a new temporary folder)
  --keep       leave the sandbox running at the end (server, banks, two workers, their keeper)
  --reset      throw the sandbox's data away first
  --stop       stop a running sandbox and do nothing else (with --reset: and throw its data away)
  --seed N     seed of a new practice business
  --scale N    so many times 120 merchants in a new practice business (1 to 100)
  --days N     so many days behind a new sandbox (1 to 365; default 90)

The sandbox lives in $ONCEOVER_SANDBOX_DIR, else /var/lib/onceover/sandbox for root, else
${XDG_DATA_HOME:-~/.local/share}/onceover/sandbox. Another start attaches to a running one.
TEXT
}

HEADLESS=0 OUT='' KEEP=0 RESET=0 STOP=0 NEW=()
while (($#)); do
  case $1 in
    --headless) HEADLESS=1 ;;
    --out) [[ -n ${2-} ]] || wrong_use "--out needs a folder"; OUT=$2; shift ;;
    --keep) KEEP=1 ;;
    --reset) RESET=1 ;;
    --stop) STOP=1 ;;
    --seed) [[ ${2-} =~ ^[0-9]+$ ]] || wrong_use "--seed needs a whole number"; NEW+=(--seed "$2"); shift ;;
    --scale | --days) [[ ${2-} =~ ^[1-9][0-9]{0,2}$ ]] || wrong_use "$1 needs a whole number from 1"; NEW+=("$1" "$2"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) wrong_use "unknown option $1" ;;
  esac
  shift
done

BUILD=$ONCEOVER_ROOT/build
BIN=$BUILD/bin
CTL=$BIN/onceoverctl
NO_DISPLAY=4 # The console's exit status when it cannot open a window.
if [[ -n ${ONCEOVER_SANDBOX_DIR-} ]]; then FOLDER=$ONCEOVER_SANDBOX_DIR
elif ((EUID == 0)); then FOLDER=/var/lib/onceover/sandbox
else FOLDER=${XDG_DATA_HOME:-$HOME/.local/share}/onceover/sandbox; fi

if ((STOP)); then
  if [[ ! -x $CTL ]]; then
    [[ ! -e $FOLDER/conninfo ]] || die "A sandbox runs in $FOLDER, but $CTL, which could stop it, is not built."
    say "No sandbox has been made yet."
    exit 0
  fi
  if ((RESET)); then "$CTL" sandbox reset; else "$CTL" sandbox stop; fi
  exit 0
fi

if ((!HEADLESS)) && [[ -z ${DISPLAY-}${WAYLAND_DISPLAY-} ]]; then
  say "There is no display: the pages are drawn into files instead (as with --headless)."
  HEADLESS=1
fi
if ((HEADLESS)) && [[ -z $OUT ]]; then OUT=$(mktemp -d -t onceover-pages-XXXXXX); fi

# STARTED_HERE: this script stops the sandbox at the end.
STARTED_HERE=0 STOPPED=0 FILL_PID='' COMPILER_PID='' CONSOLE_PID=''

# stop_sandbox: what was started here is stopped once; --keep leaves it. The terminal may be gone, so it writes to a file.
stop_sandbox() {
  ((STARTED_HERE && !KEEP && !STOPPED)) || return 0
  "$CTL" sandbox stop >/dev/null 2>"$BUILD/stop.log" </dev/null || { cat "$BUILD/stop.log" >&2; return 1; }
  STOPPED=1
}

# Ends what this script started, by number of process, however it ends itself. Not for a part of it that is ended before it
# became the program that it should run: the shell lets that one inherit the trap.
# shellcheck disable=SC2317 # Called by the traps below.
clean_up() {
  local status=$?
  [[ $BASHPID == "$$" ]] || exit "$status"
  set +e
  trap - EXIT
  trap '' INT TERM HUP # A second Ctrl+C must not leave half of it running.
  if [[ -n $CONSOLE_PID ]]; then kill "$CONSOLE_PID" 2>/dev/null; wait "$CONSOLE_PID" 2>/dev/null; fi
  if [[ -n $COMPILER_PID ]]; then kill "$COMPILER_PID" 2>/dev/null; wait "$COMPILER_PID" 2>/dev/null; fi
  if [[ -n $FILL_PID ]]; then kill "$FILL_PID" 2>/dev/null; wait "$FILL_PID" 2>/dev/null; fi
  stop_sandbox
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# A script that was killed leaves its sandbox running; the next one takes it over, and stops it at its own end.
OWNER=$FOLDER/started-by
# identity PID: number and start time of a living process.
identity() { [[ -r /proc/$1/stat ]] && printf '%s %s\n' "$1" "$(sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20)"; }
owner_is_dead() {
  local owner
  owner=$(cat "$OWNER" 2>/dev/null) && [[ -n $owner && $(identity "${owner%% *}") != "$owner" ]]
}

# check_port: the practice bank of an existing sandbox keeps its port; who else has it is said before anything is built.
check_port() {
  local port bank
  port=$(cat "$FOLDER/bank-port" 2>/dev/null) || return 0
  bank=$(sed -n 's/^bank \([0-9]*\) .*/\1/p' "$FOLDER/processes" 2>/dev/null || true)
  [[ -n $bank && $(cat "/proc/$bank/comm" 2>/dev/null) == onceover-bank ]] && return 0
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && ((!RESET)); then
    die "Port $port, where the practice bank of this sandbox listens, is taken by another program: end that one, or use --reset."
  fi
}

STAGES=$((HEADLESS ? 8 : 7))
say "Onceover sandbox: the first run takes about ten minutes (packages, compiling on two cores), later ones a few seconds."
check_space "$BUILD" "$FOLDER"
check_port
check_rights "${ONCEOVER_PACKAGES[@]}"
mkdir -p "$BUILD"
SETUP_LOG=$BUILD/setup.log
: >"$SETUP_LOG"
if [[ -n $OUT ]]; then
  mkdir -p "$OUT"
  OUT=$(cd "$OUT" && pwd)
fi
((!HEADLESS)) || say "Pages go to $OUT"

stage "packages"
install_packages "${ONCEOVER_PACKAGES[@]}"

stage "build bank, worker, onceoverctl"
: >"$BUILD/build.log"
configure "$BUILD" -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DONCEOVER_CONSOLE=ON
build "$BUILD" onceover-bank onceover-worker onceoverctl

stage "start PostgreSQL, banks, workers"
if ((RESET)); then "$CTL" sandbox reset; fi
# Known before anything is started: whoever interrupts the start finds nothing of it running afterwards.
if ! "$CTL" sandbox status --json 2>/dev/null | grep -q '"running": *true' || owner_is_dead; then STARTED_HERE=1; fi
STARTED=$("$CTL" sandbox start --json ${NEW[@]+"${NEW[@]}"})
if grep -q '"attached": *true' <<<"$STARTED"; then
  if ((STARTED_HERE)); then
    say "  took over the sandbox in $FOLDER, whose starter was killed"
  else
    say "  attached to the sandbox that runs in $FOLDER"
  fi
fi
if ((STARTED_HERE && KEEP)); then rm -f "$OWNER"; elif ((STARTED_HERE)); then identity $$ >"$OWNER"; fi

# compile_beside_the_fill: the console, on what the days leave of the processors, one file at a time while they settle (measured: two at
# a time make the ninety days ten seconds longer). Fails where something is missing or wrong: for build to make, or to tell.
compile_beside_the_fill() {
  local status=0
  $IDLY ninja -C "$BUILD" -j 1 onceover >>"$BUILD/build.log" 2>&1 </dev/null &
  COMPILER_PID=$!
  while kill -0 "$COMPILER_PID" 2>/dev/null && kill -0 "$FILL_PID" 2>/dev/null; do sleep 0.05; done
  kill "$COMPILER_PID" 2>/dev/null || true
  wait "$COMPILER_PID" 2>/dev/null || status=$?
  COMPILER_PID=''
  return "$status"
}

stage "settle the days, build the console"
IDLY=$(idle_priority) || IDLY=
FILL_LOG=$BUILD/fill.log
: >"$FILL_LOG"
"$CTL" sandbox fill --json >"$BUILD/fill.json" 2>"$FILL_LOG" </dev/null &
FILL_PID=$!
tail -n +1 -s 0.2 -f --pid="$FILL_PID" "$FILL_LOG" 2>/dev/null | sed -u 's/^/  /' &
SHOW_PID=$!
compile_beside_the_fill || BUILD_WITH=$IDLY build "$BUILD" onceover

finish_fill() {
  local status=0
  wait "$FILL_PID" || status=$?
  FILL_PID=''
  wait "$SHOW_PID" || true # Its last lines, before the script's own.
  ((status)) || say "  settled in $(sed -n 's/.*"seconds": *\([0-9.]*\).*/\1/p' "$BUILD/fill.json" | tail -n 1) s"
  ((status == 0)) || die "The days did not settle (see above, and the logs in $FOLDER)."
}
# number NAME: of the fill's answer; its own figures come after those of the kill in it.
number() { sed -n "s/.*\"$1\": *\([0-9][0-9]*\).*/\1/p" "$BUILD/fill.json" | tail -n 1; }
dsn() { "$CTL" sandbox status --json | tr -d '\n' | sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"; }

# check_promises: verify as the auditor; every promise holds, and those that a settled day touches have rows to look at.
check_promises() {
  local status=0 broken=0 name holds checked line
  "$CTL" --dsn "$(dsn carol)" verify --json >"$BUILD/verify.json" 2>"$BUILD/verify.log" </dev/null || status=$?
  HELD=0 PROMISES=0
  while read -r line || [[ -n $line ]]; do
    name=$(sed -n 's/.*"promise": *"\([^"]*\)".*/\1/p' <<<"$line")
    holds=$(sed -n 's/.*"holds": *\(true\|false\).*/\1/p' <<<"$line")
    checked=$(sed -n 's/.*"checked": *\([0-9]*\).*/\1/p' <<<"$line")
    [[ -n $name ]] || continue
    PROMISES=$((PROMISES + 1))
    if [[ $holds != true ]]; then
      say "  $name does not hold: $line"
    elif [[ " I1 I2 I3 I4 I5 I6 I7 I9 I10 I13 " == *" $name "* && ${checked:-0} -eq 0 ]]; then
      say "  $name was not checked against any row"
    else
      HELD=$((HELD + 1))
    fi
  done < <(tr -d '\n' <"$BUILD/verify.json" | sed 's/{ *"/\n&/g')
  ((status == 0)) || { cat "$BUILD/verify.log" >&2; broken=1; }
  ((PROMISES >= 13 && HELD == PROMISES && !broken))
}

summary() {
  say ""
  say "operations $(number operations) · attempts $(number attempts) · effects $(number effects) · kills survived $(number kills) · promises $HELD/$PROMISES"
  say "waiting for a person: $(number dead_letters) dead letters, $(number unknowns) of them unknown · $(number partial_batches) batch PARTIAL · $(number differences) differences open"
  seconds_per_stage
}

# come_back: stops what was started here, then says how to return to it.
come_back() {
  if ((KEEP || !STARTED_HERE)); then
    say "The sandbox runs on: $(printf '%q' "$CTL") status · end it with app/sandbox.sh --stop"
  elif stop_sandbox; then
    say "Everything is stopped, the data stays in $FOLDER: come back with app/sandbox.sh (a fresh start: --reset)"
  else
    RESULT=1
  fi
}

# shoot: the real console draws each page of the real database, without a screen.
shoot() {
  local theme
  for theme in light dark; do
    QT_QPA_PLATFORM=offscreen "$BIN/onceover" --dsn "$(dsn alice)" --shoot "$OUT" --theme "$theme" >>"$BUILD/console.log" 2>&1 </dev/null ||
      { tail -n 5 "$BUILD/console.log" >&2; die "The console could not draw its pages ($theme); see $BUILD/console.log."; }
  done
  say "  $(find "$OUT" -name '*.png' | wc -l) pages"
}

run_headless() {
  stage "finish the days"
  finish_fill
  stage "draw the pages"
  shoot
  stage "check every promise"
  RESULT=0
  check_promises || RESULT=1
  stage "stop"
  if ((KEEP || !STARTED_HERE)); then say "  left running"; else stop_sandbox || RESULT=1; fi
  summary
  say "pages in $OUT"
  come_back
  exit $RESULT
}

if ((HEADLESS)); then run_headless; fi

# The window opens as soon as one day is settled and shows the rest happening.
stage "open the console"
while kill -0 "$FILL_PID" 2>/dev/null && ! grep -q 'day [0-9]* of' "$FILL_LOG"; do sleep 0.1; done
"$BIN/onceover" --dsn "$(dsn alice)" >"$BUILD/console.log" 2>&1 </dev/null &
CONSOLE_PID=$!
# wait_for_console: until it is closed; CONSOLE_STATUS tells how it ended.
wait_for_console() {
  CONSOLE_STATUS=0
  wait "$CONSOLE_PID" 2>/dev/null || CONSOLE_STATUS=$?
  CONSOLE_PID=''
}
stage "finish the days"
finish_fill
stage "check every promise"
RESULT=0
check_promises || RESULT=1
if kill -0 "$CONSOLE_PID" 2>/dev/null; then
  summary
  say "The console is open; closing it stops the sandbox and keeps its data$( ((KEEP || !STARTED_HERE)) && printf ' (not this time: it stays up)')."
  wait_for_console
else
  wait_for_console
  if ((CONSOLE_STATUS == NO_DISPLAY)); then
    say "The display ${DISPLAY:-${WAYLAND_DISPLAY-}} cannot be opened: the pages are drawn into files instead (as with --headless)."
    OUT=${OUT:-$(mktemp -d -t onceover-pages-XXXXXX)}
    shoot
    CONSOLE_STATUS=0
    say "pages in $OUT"
  fi
  summary
fi
if ((CONSOLE_STATUS)); then
  say "The console ended with status $CONSOLE_STATUS: see $BUILD/console.log and its log in ${XDG_STATE_HOME:-$HOME/.local/state}/onceover."
  RESULT=1
fi
come_back
exit $RESULT
