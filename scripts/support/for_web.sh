# The dependencies of regard for web browsers, in .deps/web: read by scripts/setup --for web.

target_packages="\
emscripten          command  emcc
nodejs              command  node
make                command  make
perl                command  perl
"
readonly target_packages
readonly web_libraries=(zlib utf8proc openssl)

fetch_target() { # into a folder
  local name
  mkdir -p "$1"
  for name in "${web_libraries[@]}"; do
    fetch_source "$name" "$1" || die "apt-get has no source of $name; see .deps/apt.log"
  done
}

# Unpacks OpenSSL's source and makes the headers that its build generates: no package has headers for this target.
unpack_openssl() { # folder with its archive, where to
  local header headers=()
  unpack_source openssl "$1" "$2" || die "$1 has no source of openssl" "fill it with scripts/setup --for web --fetch-to"
  for header in "$2"/include/openssl/*.h.in; do headers+=("include/openssl/$(basename "$header" .in)"); done
  (cd "$2" && perl Configure linux-generic32 no-asm no-threads && make "${headers[@]}") >"$into/openssl.log" 2>&1 ||
    die "OpenSSL could not be configured; see .deps/web/openssl.log" "$(tail -n 5 "$into/openssl.log")"
}

build_c_libraries() { # more arguments for cmake...
  say "building zlib, utf8proc and OpenSSL's digests from source"
  local work="$into/work-c" out="$into/c" sources=${from:+$from/web} name
  rm -rf "$work" "$out"
  mkdir -p "$work"
  if [[ -z $sources ]]; then
    sources=$work
    fetch_target "$sources"
  fi
  for name in zlib utf8proc; do
    unpack_source "$name" "$sources" "$work/$name" || die "$sources has no source of $name" "fill it with scripts/setup --for web --fetch-to"
  done
  unpack_openssl "$sources" "$work/openssl"
  if ! {
    cmake -G Ninja -S scripts/cmake/c_libraries -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$work/out" \
      -DZLIB="$work/zlib" -DUTF8PROC="$work/utf8proc" -DOPENSSL="$work/openssl" "$@" &&
      cmake --build "$work/build" --target install
  } >"$into/c.log" 2>&1; then
    die "zlib, utf8proc and OpenSSL's digests did not build; see .deps/web/c.log" "$(tail -n 5 "$into/c.log")"
  fi
  # Copied, because the system's folder of headers cannot be passed to a compiler for another system.
  cp -r "$(nlohmann_folder)" "$work/out/include"
  mv "$work/out" "$out"
  rm -rf "$work"
}

nlohmann_folder() {
  local folder folders
  mapfile -t folders < <(include_folders)
  for folder in "${folders[@]}" /usr/local/include /usr/include; do
    [[ ! -e $folder/nlohmann/json.hpp ]] || { printf '%s\n' "$folder/nlohmann"; return; }
  done
  die "installed, but nlohmann/json.hpp is not found"
}

set_up_target() {
  local into="$deps/web" flags="-fwasm-exceptions -msimd128 -ffunction-sections -fdata-sections"
  local cross=(-DCMAKE_TOOLCHAIN_FILE="$PWD/scripts/cmake/emscripten.cmake" -DCMAKE_POSITION_INDEPENDENT_CODE=OFF)
  mkdir -p "$into"
  [[ -d $into/c ]] || build_c_libraries "${cross[@]}"
  [[ -d $into/yaml-cpp ]] || build_yaml_cpp "$into" "$flags" "${cross[@]}"
  [[ ! -e $into/yaml-cpp/by-system ]] || die "no source of yaml-cpp for web browsers" "see .deps/apt.log for what apt-get says"
  if [[ ! -d $into/sentencepiece ]]; then
    [[ -n $from ]] || prepare_to_fetch_sentencepiece
    sentencepiece_parts=(sentencepiece)
    build_sentencepiece "$into" "$flags" "${cross[@]}"
    installed+=("SentencePiece $sentencepiece_version for web browsers in .deps/web/sentencepiece")
  fi
}
