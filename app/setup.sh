# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/sandbox.sh and tests/run.sh: stages with their seconds, packages of Debian, building. Needs bash.
# shellcheck shell=bash

ONCEOVER_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What every program needs to be compiled and run.
ONCEOVER_PACKAGES=(
  ca-certificates build-essential cmake ninja-build ccache pkg-config tzdata procps
  postgresql postgresql-client libpq-dev
  libspdlog-dev nlohmann-json3-dev libcurl4-openssl-dev libssl-dev libexpected-dev libhowardhinnant-date-dev
  libcpp-httplib-dev libcli11-dev libtomlplusplus-dev
  qt6-base-dev qt6-base-dev-tools qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
  libgl1-mesa-dev libqcustomplot-dev
  fonts-dejavu-core fonts-noto-cjk)

STAGE_NAMES=()
STAGE_SECONDS=()
STAGE_BEGAN=0
BEGAN=$SECONDS

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }
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

# as_root COMMAND…: as root already, else by sudo, which asks for the password at most once.
as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" >>"$SETUP_LOG" 2>&1 </dev/null ||
    { tail -n 20 "$SETUP_LOG" >&2; die "apt-get install failed; the whole output is in $SETUP_LOG"; }
}

# install_packages NAME…: installs what is missing; says so and goes on where there is no apt.
install_packages() {
  command -v dpkg-query >/dev/null || { say "  this is not Debian: the packages are not checked"; return 0; }
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "  installing ${#missing[@]} packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >>"$SETUP_LOG" 2>&1 </dev/null ||
    { tail -n 5 "$SETUP_LOG" >&2; die "apt-get update failed; the whole output is in $SETUP_LOG"; }
  # PostgreSQL would make and start a cluster of its own when it is installed. Nobody asked for one.
  if [[ -n $(missing_packages postgresql) && ! -e /usr/lib/postgresql ]]; then
    apt_install postgresql-common
    as_root sed -ri 's/^#?\s*(create_main_cluster)\s*=.*/\1 = false/' /etc/postgresql-common/createcluster.conf
  fi
  apt_install "${missing[@]}"
}

# ask_for_root_once NAME…: before anything else, so that nobody waits in front of a password prompt ten minutes later.
ask_for_root_once() {
  command -v dpkg-query >/dev/null || return 0
  [[ -n $(missing_packages "$@") ]] || return 0
  ((EUID == 0)) && return 0
  command -v sudo >/dev/null || die "these packages are missing and there is no sudo: run as root: apt-get install $(missing_packages "$@" | tr '\n' ' ')"
  say "Packages must be installed: sudo asks for your password, once."
  sudo -v || die "without them nothing can be built: $(missing_packages "$@" | tr '\n' ' ')"
}

# check_space FOLDER…: dies when less than 2 GB are free where a folder is or will be.
check_space() {
  local folder free
  for folder in "$@"; do
    while [[ ! -e $folder ]]; do folder=$(dirname "$folder"); done
    free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    ((free >= 2 * 1024 * 1024)) || die "Less than 2 GB are free under $folder: free some first."
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

# build FOLDER TARGET…: quiet unless it fails.
build() {
  local folder=$1
  shift
  ninja -C "$folder" -j "$(build_jobs)" "$@" >>"$folder/build.log" 2>&1 ||
    { grep -E -A 12 'error:|FAILED:|undefined reference' "$folder/build.log" | tail -n 60 >&2; die "the build failed; the whole output is in $folder/build.log"; }
}
