# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/sandbox.sh and tests/run.sh: stages with their seconds, packages of Debian, building. Needs bash.
# shellcheck shell=bash

ONCEOVER_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Some ways to start a script leave HOME out; a user's sandbox and the compiler's cache live there.
: "${HOME:=$(getent passwd "$EUID" | cut -d: -f6)}"
export HOME
# What root makes is passed through by the account of the server and by that of apt.
((EUID != 0)) || umask 022

# What every program needs to be compiled and run.
ONCEOVER_PACKAGES=(
  ca-certificates build-essential cmake ninja-build ccache pkg-config tzdata hostname
  postgresql postgresql-client libpq-dev
  libspdlog-dev nlohmann-json3-dev libcurl4-openssl-dev libssl-dev libexpected-dev libhowardhinnant-date-dev
  libcpp-httplib-dev libcli11-dev libtomlplusplus-dev prometheus-cpp-dev libpugixml-dev
  qt6-base-dev qt6-base-dev-tools qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
  libqcustomplot-dev fonts-dejavu-core fonts-noto-cjk)
# What the tests need beside it.
ONCEOVER_TEST_PACKAGES=(librapidcheck-dev faketime openssl)

STAGE_NAMES=()
STAGE_SECONDS=()
STAGE_BEGAN=0
BEGAN=$SECONDS

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }
# wrong_use SENTENCE: the sentence first, then how the script is used.
wrong_use() { printf '%s\n\n' "$*" >&2; usage >&2; exit 2; }
clock() { printf '%d:%02d' $((($1) / 60)) $((($1) % 60)); }

# stage NAME: ends the stage before and says which one begins: [3/8] 0:42 name.
stage() {
  end_stage
  STAGE_NAMES+=("$1")
  STAGE_BEGAN=$SECONDS
  say "[${#STAGE_NAMES[@]}/$STAGES] $(clock $((SECONDS - BEGAN))) $1"
}

end_stage() {
  if ((${#STAGE_NAMES[@]} > ${#STAGE_SECONDS[@]})); then
    STAGE_SECONDS+=($((SECONDS - STAGE_BEGAN)))
  fi
}

# seconds_per_stage: one line for all of them.
seconds_per_stage() {
  local i line="seconds per stage:"
  end_stage
  for i in "${!STAGE_NAMES[@]}"; do
    line+=" ${STAGE_NAMES[i]} ${STAGE_SECONDS[i]} ·"
  done
  say "${line% ·}"
}

# missing_packages NAME…: those that are not installed, one a line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' || true)
  comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed" | sort -u)
}

# Run by root, as one command: whatever time-out sudo has, it asks once. Status 3: apt could not, and has said why.
# PostgreSQL would make and start a cluster of its own when it is installed. Nobody asked for one, so for the time of the
# installation a file of ours says no; afterwards the machine's own settings hold again.
install_as_root() {
  local settings=/etc/postgresql-common/createcluster.d/zz-onceover.conf
  export DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/sbin:/sbin:$PATH # A plain su leaves these out; dpkg needs them.
  trap "rm -f $settings" EXIT
  mkdir -p "$(dirname "$settings")" && printf 'create_main_cluster = false\n' >"$settings" &&
    { dpkg --configure -a || true; } && # Mends what an interrupted installation left.
    { apt-get update -q || true; } && # One of the machine's own sources may be broken; whether that matters, install tells.
    apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confdef \
      -o Dpkg::Options::=--force-confold "$@" || exit 3
}

# install_packages NAME…: installs what is missing; says so and goes on where there is no apt.
install_packages() {
  command -v dpkg-query >/dev/null || { say "  this is not Debian: the packages are not checked"; return 0; }
  local missing status=0 by=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "  installing: ${missing[*]}"
  ((EUID == 0)) || by=(sudo)
  # sudo asks on the terminal and complains on stderr; everything that apt says goes to the log.
  ${by[@]+"${by[@]}"} bash -c "$(declare -f install_as_root); exec 2>&1; install_as_root \"\$@\"" install "${missing[@]}" \
    >>"$SETUP_LOG" </dev/null || status=$?
  case $status in
    0) ;;
    3) tail -n 20 "$SETUP_LOG" >&2; die "The packages could not be installed (see above); the whole output is in $SETUP_LOG" ;;
    *) die "Nothing was installed. Without these packages nothing can be built; as root: apt-get install --no-install-recommends ${missing[*]}" ;;
  esac
}

# check_rights NAME…: said before anything else, so that nobody learns it later: sudo will ask, or there is none.
check_rights() {
  command -v dpkg-query >/dev/null || return 0
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} == 0 || EUID == 0)) && return 0
  command -v sudo >/dev/null || die "Packages are missing and there is no sudo. As root: apt-get install --no-install-recommends ${missing[*]}"
  sudo -n true 2>/dev/null || say "Packages must be installed: sudo asks for your password, once."
}

# check_space FOLDER…: dies when nothing can be written, or less than 2 GB are free, where a folder is or will be.
check_space() {
  local wanted folder free
  for wanted in "$@"; do
    folder=$wanted
    while [[ ! -e $folder ]]; do folder=$(dirname "$folder"); done
    [[ -d $folder && -w $folder ]] || die "$wanted cannot be used: nothing can be written to $folder."
    free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    ((free >= 2 * 1024 * 1024)) || die "$wanted cannot be used: less than 2 GB are free under $folder; free some first."
  done
}

# Two compilers at once need about 1.5 GB; more would starve a small machine.
build_jobs() {
  local processors
  processors=$(nproc)
  say $((processors < 2 ? 1 : 2))
}

# configure FOLDER OPTION…
configure() {
  local folder=$1
  shift
  mkdir -p "$folder"
  cmake -G Ninja -S "$ONCEOVER_ROOT" -B "$folder" "$@" >"$folder/configure.log" 2>&1 ||
    { tail -n 30 "$folder/configure.log" >&2; die "cmake failed; the whole output is in $folder/configure.log"; }
}

# idle_priority: what runs a command on what the processors have left over; as nice as can be where the system forbids that.
idle_priority() { if chrt --idle 0 true 2>/dev/null; then say "chrt --idle 0"; else say "nice -n 19"; fi; }

# build FOLDER TARGET…: quiet unless it fails. BUILD_WITH: a command that runs it.
build() {
  local folder=$1
  shift
  # shellcheck disable=SC2086 # A command and its options.
  ${BUILD_WITH-} ninja -C "$folder" -j "$(build_jobs)" "$@" >>"$folder/build.log" 2>&1 ||
    { grep -E -A 12 'error:|FAILED:|undefined reference' "$folder/build.log" | tail -n 60 >&2; die "the build failed; the whole output is in $folder/build.log"; }
}
