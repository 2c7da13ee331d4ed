# regard_sbom: writes regard.cdx.json beside the program after each link, and cmake --install puts it beside the licence.
find_program(REGARD_PYTHON python3 HINTS ${PROJECT_SOURCE_DIR}/.deps/python/bin)  # the one that scripts/setup made, if it did
mark_as_advanced(REGARD_PYTHON)
if(NOT REGARD_PYTHON)
  message(STATUS "No python3, so no regard.cdx.json")
  return()
endif()

set(regard_sbom "${PROJECT_BINARY_DIR}/regard.cdx.json")
set(whole_program regard_program)  # the one that has most in it
set(facts --version regard=${PROJECT_VERSION} --version SentencePiece=${REGARD_SENTENCEPIECE_VERSION}
  --sentencepiece ${REGARD_SENTENCEPIECE})
if(REGARD_YAML_CPP)
  file(GLOB_RECURSE records "${REGARD_YAML_CPP}/*/yaml-cpp-config-version.cmake")
  file(STRINGS "${records}" line REGEX "PACKAGE_VERSION \"" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9.]+" yaml-cpp_VERSION "${line}")
endif()
list(APPEND facts --version yaml-cpp=${yaml-cpp_VERSION})
function(regard_sbom_header name)  # whichever of these files a version of the library has
  foreach(file IN LISTS ARGN)
    if(EXISTS "${file}")
      list(APPEND facts --header "${name}=${file}")
    endif()
  endforeach()
  set(facts "${facts}" PARENT_SCOPE)
endfunction()
regard_sbom_header(zlib ${REGARD_ZLIB_INCLUDE}/zlib.h)
regard_sbom_header(OpenSSL ${REGARD_CRYPTO_INCLUDE}/openssl/opensslv.h)
regard_sbom_header(utf8proc ${REGARD_UTF8PROC_INCLUDE}/utf8proc.h)
regard_sbom_header(nlohmann-json ${REGARD_JSON_INCLUDE}/nlohmann/detail/abi_macros.hpp ${REGARD_JSON_INCLUDE}/nlohmann/json.hpp)
regard_sbom_header(CLI11 ${REGARD_CLI11_INCLUDE}/CLI/Version.hpp ${REGARD_CLI11_INCLUDE}/CLI/CLI.hpp)
regard_sbom_header(libedit ${REGARD_EDIT_INCLUDE}/histedit.h)
if(REGARD_EDIT_LIBRARY MATCHES "\\.a$")  # what that needs is in the program, too
  regard_sbom_header(libbsd ${REGARD_bsd_OF_EDIT})
  regard_sbom_header(libmd ${REGARD_md_OF_EDIT})
  regard_sbom_header(ncurses ${REGARD_tinfo_OF_EDIT})
endif()
set(definitions "")
if(REGARD_TRAINING)
  set(whole_program regard_libtorch_program)
  list(APPEND facts --version LibTorch=${regard_libtorch_version} --libtorch ${regard_libtorch} --version libcurl=${CURL_VERSION_STRING})
  regard_sbom_header(libzip ${REGARD_ZIP_INCLUDE}/zipconf.h)
  get_target_property(definitions regard_libtorch_program COMPILE_DEFINITIONS)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND facts --version gcc-runtime=${CMAKE_CXX_COMPILER_VERSION})  # linked statically
endif()
if("REGARD_JEMALLOC" IN_LIST definitions)
  find_path(REGARD_JEMALLOC_INCLUDE jemalloc/jemalloc.h)
  mark_as_advanced(REGARD_JEMALLOC_INCLUDE)
  regard_sbom_header(jemalloc ${REGARD_JEMALLOC_INCLUDE}/jemalloc/jemalloc.h)
endif()

add_custom_command(OUTPUT "${regard_sbom}"
  COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/sbom $<TARGET_FILE:${whole_program}> "${regard_sbom}" ${facts}
  DEPENDS ${whole_program} ${PROJECT_SOURCE_DIR}/scripts/sbom VERBATIM)
add_custom_target(regard_sbom ALL DEPENDS "${regard_sbom}")
