# regard::yaml, regard::utf8proc, regard::zlib, regard::crypto, regard::json, regard::cli11, regard::boost, regard::cld2: small libraries that have
# the same name on all systems and are static if available, so that a program that translates needs only libc.
if(TARGET regard::yaml)
  return()
endif()

# regard_small_library(NAME HEADER LIBRARY [ROOT folder]): the target regard::NAME
function(regard_small_library name header library)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "ROOT" "")
  string(TOUPPER ${name} variable)
  find_path(REGARD_${variable}_INCLUDE ${header} HINTS "${arg_ROOT}/include" REQUIRED)
  find_library(REGARD_${variable}_LIBRARY NAMES lib${library}.a ${library} HINTS "${arg_ROOT}/lib" REQUIRED)
  mark_as_advanced(REGARD_${variable}_INCLUDE REGARD_${variable}_LIBRARY)
  add_library(regard::${name} UNKNOWN IMPORTED)
  set_target_properties(regard::${name} PROPERTIES
    IMPORTED_LOCATION "${REGARD_${variable}_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${REGARD_${variable}_INCLUDE}")
endfunction()

if(REGARD_YAML_CPP)
  regard_small_library(yaml yaml-cpp/yaml.h yaml-cpp ROOT "${REGARD_YAML_CPP}")
else()  # the system's static yaml-cpp cannot be linked into a shared library
  find_package(yaml-cpp REQUIRED)
  add_library(regard::yaml INTERFACE IMPORTED)
  set_target_properties(regard::yaml PROPERTIES INTERFACE_LINK_LIBRARIES
    $<IF:$<TARGET_EXISTS:yaml-cpp::yaml-cpp>,yaml-cpp::yaml-cpp,yaml-cpp>)  # the first name from 0.8 on
endif()
regard_small_library(utf8proc utf8proc.h utf8proc)
regard_small_library(zlib zlib.h z)
regard_small_library(crypto openssl/sha.h crypto)
if(NOT EMSCRIPTEN)  # only programs serve
  regard_small_library(cld2 cld2/public/compact_lang_det.h cld2 ROOT "${REGARD_CLD2}")
endif()

# Headers that are needed to compile regard, but not to use it.
find_path(REGARD_JSON_INCLUDE nlohmann/json.hpp)
find_path(REGARD_CLI11_INCLUDE CLI/CLI.hpp HINTS ${REGARD_HEADERS})
find_path(REGARD_BOOST_INCLUDE boost/beast/http.hpp)
mark_as_advanced(REGARD_JSON_INCLUDE REGARD_CLI11_INCLUDE REGARD_BOOST_INCLUDE)
set(headers json)
if(NOT EMSCRIPTEN)  # for browsers, no program is built
  list(APPEND headers cli11 boost)
endif()
foreach(name IN LISTS headers)
  string(TOUPPER ${name} variable)
  add_library(regard::${name} INTERFACE IMPORTED)
  if(REGARD_${variable}_INCLUDE)
    set_target_properties(regard::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${REGARD_${variable}_INCLUDE}")
  elseif(NOT REGARD_INSTALLED)
    message(FATAL_ERROR "The headers of ${name} were not found. Run scripts/setup, which says what is missing.")
  endif()
endforeach()
