# Builds libraries from source as static ones, because they become part of programs and shared libraries. Read by scripts/setup.

# Flags for a library that becomes part of another: unused code can be dropped, no variable is shared with a second copy, and sums have
# the same bits on all processors.
of_a_part="-ffunction-sections -fdata-sections -ffp-contract=off"
[[ $(c++ --version 2>/dev/null) == *clang* ]] || of_a_part+=" -fno-gnu-unique"
readonly of_a_part
# The libraries of SentencePiece to build. The trainer is only useful if regard trains.
sentencepiece_parts=(sentencepiece sentencepiece_train)

# Collects a library's copyright from its sources, and its license, for the Debian packages (scripts/support/debian_copyright).
write_notice() { # file, folder of the sources, file of the license
  {
    find "$2" -type f \( -name '*.h' -o -name '*.cc' -o -name '*.cpp' -o -name '*.hpp' -o -name 'LICENSE*' \) -print0 |
      LC_ALL=C sort -z | xargs -0 grep -hoiE '\bcopyright (\(c\) )?[0-9]{4}.*' | tr -d '\r*' |
      sed -E 's/[[:space:]]+/ /g; s/ ?all rights reserved\.?//I; s/[ .,]+$//' | LC_ALL=C sort -uf
    echo
    cat "$3"
  } >"$1"
}

# -------------------------------------------------------------------------------------------------------- SentencePiece

# To read the name of a source package, pip needs setuptools: a pinned version, not the index's latest.
prepare_to_fetch_sentencepiece() {
  pip_pinned install setuptools --no-compile --only-binary :all:
}

fetch_sentencepiece() { # into a folder
  local archive=$1/sentencepiece-$sentencepiece_version.tar.gz sha256
  [[ -e $archive ]] || pip_pinned download sentencepiece --no-binary :all: --no-build-isolation --dest "$1"
  sha256=$(sed -n 's/.*sha256:\([0-9a-f]*\).*/\1/p' "$pins/sentencepiece.txt")
  sha256sum --check --status <<<"$sha256  $archive" ||
    die "$archive is not the source of SentencePiece that scripts/pins/sentencepiece.txt names" \
      "its SHA-256 is $(sha256sum <"$archive" | cut -d ' ' -f 1), not $sha256" "remove it and fetch it again"
}

# Prints the versions of the libraries that SentencePiece contains, as far as their sources name them.
versions_in_sentencepiece() { # its source
  sed -n 's/^#define GOOGLE_PROTOBUF_VERSION \([0-9]*\)$/\1/p' "$1/third_party/protobuf-lite/google/protobuf/stubs/common.h" |
    awk '{ printf "protobuf-lite %d.%d.%d\n", $1 / 1000000, $1 / 1000 % 1000, $1 % 1000 }'
  sed -n 's/^#define DARTS_VERSION "\(.*\)"$/darts-clone \1/p' "$1/third_party/darts_clone/darts.h"
}

build_sentencepiece() { # a target's folder, compiler flags, more arguments for cmake...
  local work="$1/work" out="$1/sentencepiece" log="$1/sentencepiece.log" flags=$2 archive
  shift 2
  say "building SentencePiece $sentencepiece_version from source, from ${from:-the index of pip} (3 MB; about a minute)"
  rm -rf "$work" "$out"
  mkdir -p "$work"
  archive=${from:-$work}/sentencepiece-$sentencepiece_version.tar.gz
  [[ -z $from || -e $archive ]] || die "$from has no source of SentencePiece $sentencepiece_version"
  fetch_sentencepiece "${from:-$work}"
  tar -xzf "$archive" -C "$work"
  local source="$work/sentencepiece-$sentencepiece_version/sentencepiece"
  # The build must not interfere with LibTorch's copies: static, hidden, with its own protobuf and abseil, and the default malloc.
  local launcher=()
  ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  if ! {
    cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" \
      -DSPM_ENABLE_SHARED=OFF -DSPM_ENABLE_TCMALLOC=OFF \
      -DSPM_PROTOBUF_PROVIDER=internal -DSPM_ABSL_PROVIDER=internal -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
      -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_CXX_VISIBILITY_PRESET=hidden -DCMAKE_VISIBILITY_INLINES_HIDDEN=ON "$@"
    cmake --build "$work/build" --target "${sentencepiece_parts[@]/%/-static}"
  } >"$log" 2>&1; then
    die "SentencePiece did not build; see ${log#"$PWD"/}" "$(tail -n 5 "$log")"
  fi
  mkdir -p "$work/out/include" "$work/out/lib"
  cp "$source"/src/sentencepiece_{processor,trainer}.h "$work/out/include"
  cp "$work"/build/src/libsentencepiece*.a "$work/out/lib"
  cp "$source/LICENSE" "$work/out"
  versions_in_sentencepiece "$source" >"$work/out/bundled" # for scripts/support/sbom
  mkdir "$work/out/notices"
  write_notice "$work/out/notices/SentencePiece" "$source/src" "$source/LICENSE"
  local folder
  for folder in protobuf-lite absl darts_clone esaxx; do
    write_notice "$work/out/notices/$folder" "$source/third_party/$folder" "$source/third_party/$folder/LICENSE"
  done
  mv "$work/out/notices/absl" "$work/out/notices/abseil-cpp" # named as in scripts/support/sbom
  mv "$work/out/notices/darts_clone" "$work/out/notices/darts-clone"
  mv "$work/out" "$out" # all or nothing
  rm -rf "$work"
}

# -------------------------------------------------------------------------------------------- sources of the distribution

# Runs apt-get with its own lists from the system's sources, so the system's lists and settings stay unchanged.
private_apt() { # folder, type of the sources (deb or deb-src), arguments...
  local apt=$1 type=$2
  shift 2
  if [[ ! -e $apt/sources.list ]]; then
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/sources.list.d"
    sed "s/^Types:.*/Types: $type/" /etc/apt/sources.list.d/*.sources >"$apt/sources.list.d/all.sources" 2>/dev/null || true
    sed -n "s/^deb /$type /p" /etc/apt/sources.list /etc/apt/sources.list.d/*.list >"$apt/sources.list" 2>/dev/null || true
  fi
  apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts="$apt/sources.list.d" \
    -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache" "$@" >>"$apt.log" 2>&1
}

apt_of_sources() { private_apt "$deps/apt" deb-src "$@"; }

list_sources() ( # once, by one process at a time
  exec 8>"$deps/apt.lock"
  flock 8
  compgen -G "$deps/apt/lists/*_Sources*" >/dev/null || apt_of_sources update
)

# Fetches the archive of a source package, as its authors published it, into a folder. apt-get verifies the distribution's signature.
fetch_source() { # name, folder
  ! compgen -G "$2/$1_*.orig.tar.*" >/dev/null || return 0
  [[ -z $from ]] && command -v apt-get >/dev/null || return 1
  list_sources || return 1
  (cd "$2" && apt_of_sources source --download-only --tar-only "$1")
}

unpack_source() { # name, folder with its archive, where to
  local archive
  archive=$(compgen -G "$2/$1_*.orig.tar.*" | grep -v '\.asc$') || return 1
  mkdir -p "$3"
  tar -xf "$archive" -C "$3" --strip-components=1
}

# Builds a library that can become part of a program or of a shared library, and installs it into `out` next to its build. Returns
# false, with the reason in the log, if that fails.
build_part() { # source, work folder, log, compiler flags, more arguments for cmake...
  local source=$1 work=$2 log=$3 flags=$4 launcher=()
  shift 4
  ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  {
    cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" -DCMAKE_CXX_FLAGS="$flags" \
      -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_VISIBILITY_PRESET=hidden -DCMAKE_VISIBILITY_INLINES_HIDDEN=ON \
      -DCMAKE_INSTALL_PREFIX="$work/out" -DCMAKE_INSTALL_LIBDIR=lib "$@" &&
      cmake --build "$work/build" --target install
  } >"$log" 2>&1
}

# -------------------------------------------------------------------------------------------------------------- yaml-cpp

# Builds yaml-cpp, because Debian's static library cannot become part of a shared one.
build_yaml_cpp() { # a target's folder, compiler flags, more arguments for cmake...
  local work="$1/work-yaml-cpp" out="$1/yaml-cpp" log="$1/yaml-cpp.log" flags=$2
  shift 2
  rm -rf "$work" "$out"
  mkdir -p "$work"
  if ! fetch_source yaml-cpp "${from:-$work}" || ! unpack_source yaml-cpp "${from:-$work}" "$work/source"; then
    say "no source of yaml-cpp here: programs will need the system's shared library"
    mkdir -p "$out"
    touch "$out/by-system"
    return
  fi
  say "building yaml-cpp from source"
  build_part "$work/source" "$work" "$log" "$flags" -DYAML_BUILD_SHARED_LIBS=OFF -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF \
    -DYAML_CPP_BUILD_CONTRIB=OFF "$@" ||
    die "yaml-cpp did not build; see ${log#"$PWD"/}" "$(tail -n 5 "$log")"
  cp "$work/source/LICENSE" "$work/out"
  mv "$work/out" "$out"
  rm -rf "$work"
}

# ------------------------------------------------------------------------------------------------------------------ CLD2

# CLD2 detects languages. The distribution has it only as a shared library.
build_cld2() { # a target's folder, compiler flags, more arguments for cmake...
  local work="$1/work-cld2" out="$1/cld2" log="$1/cld2.log" flags=$2 archive
  shift 2
  rm -rf "$work" "$out"
  mkdir -p "$work"
  say "building CLD2 from source, from ${from:-the distribution} (72 MB, most of it a text for its own tests)"
  if ! fetch_source cld2 "${from:-$work}" || ! unpack_source cld2 "${from:-$work}" "$work/source"; then
    say "no source of CLD2 here: programs will need the system's shared library"
    mkdir -p "$out"
    touch "$out/by-system"
    rm -rf "$work"
    return
  fi
  # Otherwise, threads would share two variables that each call sets for debugging.
  sed -i -E 's/^static ((Language prior_lang|bool prior_unreliable) =)/static __thread \1/' "$work/source/internal/compact_lang_det_impl.cc"
  build_part scripts/cmake/cld2 "$work" "$log" "$flags" -DCLD2="$work/source" "$@" ||
    die "CLD2 did not build; see ${log#"$PWD"/}" "$(tail -n 5 "$log")"
  archive=$(compgen -G "${from:-$work}/cld2_*.orig.tar.*" | grep -v '\.asc$')
  archive=${archive##*/cld2_}
  echo "${archive%.orig.tar.*}" >"$work/out/version" # for scripts/support/sbom
  mkdir "$work/out/notices"
  write_notice "$work/out/notices/CLD2" "$work/source/internal" "$work/source/LICENSE"
  mv "$work/out" "$out"
  rm -rf "$work"
}
