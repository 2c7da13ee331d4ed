# shellcheck shell=bash
# Installs tools that a script needs only at run time. Read by scripts/deb and scripts/image, which set `script` to their names.

say() { printf '%s: %s\n' "${script:?}" "$*" >&2; }
die() {
  say "$1"
  shift
  for line in "$@"; do printf '%*s%s\n' $((${#script} + 2)) "" "$line" >&2; done
  exit 1
}

usage() { sed -n '2,/^set -/{/^set -/d;s/^# \{0,1\}//;p}' "$0"; }

# Uses apt-get, if permitted, to install the packages whose commands are missing. Fails if one is still missing.
install_tools() { # PACKAGE=COMMAND...
  local tool missing=() as_root=()
  for tool in "$@"; do command -v "${tool#*=}" >/dev/null || missing+=("${tool%=*}"); done
  ((${#missing[@]})) || return 0
  if ((EUID)); then
    as_root=(sudo)
    sudo -n true 2>/dev/null || return 1
  fi
  command -v apt-get >/dev/null || return 1
  say "installing by apt-get: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq >&2 || return 1
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=300 "${missing[@]}" >/dev/null || return 1
  for tool in "$@"; do command -v "${tool#*=}" >/dev/null || return 1; done
}
