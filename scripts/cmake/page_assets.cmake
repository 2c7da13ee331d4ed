# The files of src/apps/serve/page as C++: regard_page_assets(TARGET). Run as a script, with `folder` and `output` set, it writes the source.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(regard_page_assets target)
    set(folder "${PROJECT_SOURCE_DIR}/src/apps/serve/page")
    set(output "${PROJECT_BINARY_DIR}/page_assets.cpp")
    set(script "${PROJECT_SOURCE_DIR}/scripts/cmake/page_assets.cmake")
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*")
    add_custom_command(OUTPUT "${output}" DEPENDS ${files} "${script}" VERBATIM
      COMMAND ${CMAKE_COMMAND} "-Dfolder=${folder}" "-Doutput=${output}" -P "${script}")
    target_sources(${target} PRIVATE "${output}")
  endfunction()
  return()
endif()

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_json "application/json")

file(GLOB names RELATIVE "${folder}" "${folder}/*")
list(SORT names)
list(REMOVE_ITEM names index.html)
list(PREPEND names index.html)

set(bodies "")
set(rows "")
set(number 0)
foreach(name IN LISTS names)
  string(REGEX REPLACE ".*\\." "" ending "${name}")
  if(NOT DEFINED type_${ending})
    message(FATAL_ERROR "${folder}/${name}: no content type is known for .${ending}; add one to scripts/cmake/page_assets.cmake")
  endif()
  set(path "/page/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  file(READ "${folder}/${name}" digits HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${digits}")
  file(SHA256 "${folder}/${name}" sha256)
  string(SUBSTRING "${sha256}" 0 32 etag)
  string(APPEND bodies "constexpr char kBody${number}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${path}\", \"${type_${ending}}\", {kBody${number}, sizeof(kBody${number})}, \"\\\"${etag}\\\"\"},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${output}" "// Made by scripts/cmake/page_assets.cmake of the files in src/apps/serve/page.
#include \"serve/page_assets.h\"

namespace regard::serve {
namespace {

// clang-format off
${bodies}
constexpr PageAsset kAssets[] = {
${rows}};
// clang-format on

}  // namespace

std::span<const PageAsset> page_assets() { return kAssets; }

}  // namespace regard::serve
")
