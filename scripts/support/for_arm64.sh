# The dependencies of regard for 64-bit ARM, in .deps/arm64: read by scripts/setup --for arm64.

target_packages="\
g++-aarch64-linux-gnu command aarch64-linux-gnu-g++
qemu-user-static    command  qemu-aarch64-static
"
readonly target_packages

# The distribution's packages for ARM64 with static libraries. libedit needs the three after it.
readonly arm64_libraries=(libutf8proc-dev zlib1g-dev libssl-dev libedit-dev libbsd-dev libmd-dev libncurses-dev
  liblzma-dev libzstd-dev nlohmann-json3-dev libcli11-dev libgtest-dev libboost1.81-dev)

apt_of_arm64() {
  local apt="$deps/arm64/apt"
  mkdir -p "$apt"
  : >"$apt/status" # nothing is installed
  private_apt "$apt" deb -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::status="$apt/status" "$@"
}

fetch_target() { # into a folder
  mkdir -p "$1"
  if ! { apt_of_arm64 update && (cd "$1" && apt_of_arm64 download "${arm64_libraries[@]}"); }; then
    die "apt-get could not fetch the packages for arm64 ${arm64_libraries[*]}:" "$(tail -n 3 "$deps/arm64/apt.log")" \
      "the package sources in /etc/apt must offer the architecture arm64, as Debian's do"
  fi
}

# Unpacks the packages without installing them: the system cannot use programs for another processor.
unpack_arm64_libraries() {
  local work="$deps/arm64/work-sysroot" debs="${from:+$from/arm64}" deb
  rm -rf "$work"
  mkdir -p "$work/out"
  if [[ -z $debs ]]; then
    debs="$work/debs"
    say "fetching libraries for arm64 from the system's package sources (10 MB of lists, 16 MB of packages)"
    fetch_target "$debs"
  fi
  for deb in "${arm64_libraries[@]}"; do
    compgen -G "$debs/${deb}_*.deb" >/dev/null || die "$debs has no package $deb" "fill it with scripts/setup --for arm64 --fetch-to"
    dpkg-deb -x "$debs/$deb"_*.deb "$work/out"
  done
  printf '%s\n' "${arm64_libraries[*]}" >"$work/out/packages"
  rm -rf "$deps/arm64/sysroot"
  mv "$work/out" "$deps/arm64/sysroot"
  rm -rf "$work"
  installed+=("libraries for arm64 in .deps/arm64/sysroot ($(du -sm "$deps/arm64/sysroot" | cut -f 1) MB)")
}

set_up_target() {
  local into="$deps/arm64" cross=(-DCMAKE_TOOLCHAIN_FILE="$PWD/scripts/cmake/arm64.cmake")
  mkdir -p "$into"
  [[ -e $into/sysroot/packages && $(<"$into/sysroot/packages") == "${arm64_libraries[*]}" ]] || unpack_arm64_libraries
  [[ -d $into/yaml-cpp ]] || build_yaml_cpp "$into" "$of_a_part" "${cross[@]}"
  [[ ! -e $into/yaml-cpp/by-system ]] || die "no source of yaml-cpp for arm64" "see .deps/apt.log for what apt-get says"
  [[ -d $into/cld2 ]] || build_cld2 "$into" "$of_a_part" "${cross[@]}"
  [[ ! -e $into/cld2/by-system ]] || die "no source of CLD2 for arm64" "see .deps/apt.log for what apt-get says"
  if [[ ! -d $into/sentencepiece ]]; then
    [[ -n $from ]] || prepare_to_fetch_sentencepiece
    build_sentencepiece "$into" "$of_a_part" "${cross[@]}"
    installed+=("SentencePiece $sentencepiece_version for arm64 in .deps/arm64/sentencepiece")
  fi
}
