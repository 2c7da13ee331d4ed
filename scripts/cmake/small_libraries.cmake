# regard::yaml, regard::json, regard::utf8proc: system libraries, each under one name in all versions.
if(TARGET regard::yaml)
  return()
endif()

find_package(yaml-cpp REQUIRED)
add_library(regard::yaml INTERFACE IMPORTED)
if(TARGET yaml-cpp::yaml-cpp)  # from 0.8 on
  set_target_properties(regard::yaml PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp::yaml-cpp)
else()
  set_target_properties(regard::yaml PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp)
endif()

find_path(REGARD_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_library(REGARD_UTF8PROC_LIBRARY utf8proc REQUIRED)
mark_as_advanced(REGARD_UTF8PROC_INCLUDE REGARD_UTF8PROC_LIBRARY)
add_library(regard::utf8proc UNKNOWN IMPORTED)
set_target_properties(regard::utf8proc PROPERTIES
  IMPORTED_LOCATION "${REGARD_UTF8PROC_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${REGARD_UTF8PROC_INCLUDE}")

# Headers only; needed to compile regard, not to use it.
find_path(REGARD_JSON_INCLUDE nlohmann/json.hpp)
find_path(REGARD_CLI11_INCLUDE CLI/CLI.hpp HINTS ${REGARD_HEADERS})
mark_as_advanced(REGARD_JSON_INCLUDE REGARD_CLI11_INCLUDE)
foreach(name IN ITEMS json cli11)
  string(TOUPPER ${name} variable)
  add_library(regard::${name} INTERFACE IMPORTED)
  if(REGARD_${variable}_INCLUDE)
    set_target_properties(regard::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${REGARD_${variable}_INCLUDE}")
  elseif(NOT REGARD_INSTALLED)
    message(FATAL_ERROR "The headers of ${name} were not found. Run scripts/setup, which says what is missing.")
  endif()
endforeach()
