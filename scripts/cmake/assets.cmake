# Files embedded in programs as C++.
# - regard_assets(TARGET SIDE/COMPONENT): a component's .js, .css, .html and .tsv, each as a constant that its assets.h declares: film_run.html is
#   kFilmRunHtml, ui.js kUiScript, page.css kPageStyle and chinese.tsv kChinese. learn/book also has
# the pages of docs/: book.zh.md is kBookZh.
# - regard_page_assets(TARGET): the files of src/apps/serve/page, with their addresses.
# Run as a script with `folder`, `output` and perhaps `component` set, this file writes the source.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(regard_assets_script "${CMAKE_CURRENT_LIST_FILE}")

  function(regard_embed target folder output)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FILES;DEFINITIONS")
    add_custom_command(OUTPUT "${output}" DEPENDS ${arg_FILES} "${regard_assets_script}" VERBATIM
      COMMAND ${CMAKE_COMMAND} "-Dfolder=${folder}" "-Doutput=${output}" ${arg_DEFINITIONS} -P "${regard_assets_script}")
    target_sources(${target} PRIVATE "${output}")
  endfunction()

  function(regard_assets target component)
    set(folder "${PROJECT_SOURCE_DIR}/src/${component}")
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.js" "${folder}/*.css" "${folder}/*.html" "${folder}/*.tsv")
    set(pages "")
    if(component STREQUAL "learn/book")
      set(pages book.md book.zh.md exercises.md exercises.zh.md study.md study.zh.md)
      list(TRANSFORM pages PREPEND "${PROJECT_SOURCE_DIR}/docs/")
    endif()
    if(files)
      get_filename_component(name "${component}" NAME)
      regard_embed(${target} "${folder}" "${PROJECT_BINARY_DIR}/assets/${name}.cpp" FILES ${files} ${pages}
        DEFINITIONS "-Dcomponent=${name}" "-Dpages=${pages}")
    endif()
  endfunction()

  function(regard_page_assets target)
    set(folder "${PROJECT_SOURCE_DIR}/src/apps/serve/page")
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*")
    regard_embed(${target} "${folder}" "${PROJECT_BINARY_DIR}/page_assets.cpp" FILES ${files})
  endfunction()
  return()
endif()

# Converts the bytes of a file to the elements of an array of char.
function(regard_bytes result digits)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${digits}")
  set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_json "application/json")
set(suffix_html "Html")
set(suffix_css "Style")
set(suffix_js "Script")
set(suffix_md "")
set(suffix_tsv "")

set(bodies "")
set(rows "")
set(number 0)
if(component)
  file(GLOB paths "${folder}/*.js" "${folder}/*.css" "${folder}/*.html" "${folder}/*.tsv")
  list(SORT paths)
  foreach(path IN LISTS paths pages)
    get_filename_component(name "${path}" NAME)
    string(REGEX MATCHALL "[a-z0-9]+" words "${name}")
    list(POP_BACK words ending)
    set(constant "k")
    foreach(word IN LISTS words)
      string(SUBSTRING "${word}" 0 1 first)
      string(SUBSTRING "${word}" 1 -1 others)
      string(TOUPPER "${first}" first)
      string(APPEND constant "${first}${others}")
    endforeach()
    file(READ "${path}" digits HEX)
    regard_bytes(bytes "${digits}")
    string(APPEND bodies "constexpr char kBody${number}[] = {${bytes}};\n")
    string(APPEND rows "const std::string_view ${constant}${suffix_${ending}}{kBody${number}, sizeof(kBody${number})};\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE "${output}" "// Made by scripts/cmake/assets.cmake of files in ${folder}.
#include \"${component}/assets.h\"

namespace regard::assets {
namespace {

// clang-format off
${bodies}
}  // namespace

${rows}// clang-format on

}  // namespace regard::assets
")
  return()
endif()

file(GLOB names RELATIVE "${folder}" "${folder}/*")
list(SORT names)
list(REMOVE_ITEM names index.html head.html)
file(READ "${folder}/head.html" head)  # the start of every page
list(PREPEND names index.html)
foreach(name IN LISTS names)
  string(REGEX REPLACE ".*\\." "" ending "${name}")
  if(NOT DEFINED type_${ending})
    message(FATAL_ERROR "${folder}/${name}: no content type is known for .${ending}; add one to scripts/cmake/assets.cmake")
  endif()
  set(path "/page/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  file(READ "${folder}/${name}" body)
  string(REPLACE "<!-- head.html -->\n" "${head}" body "${body}")
  string(SHA256 sha256 "${body}")
  string(HEX "${body}" digits)
  regard_bytes(bytes "${digits}")
  string(SUBSTRING "${sha256}" 0 32 etag)
  string(APPEND bodies "constexpr char kBody${number}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${path}\", \"${type_${ending}}\", {kBody${number}, sizeof(kBody${number})}, \"\\\"${etag}\\\"\"},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${output}" "// Made by scripts/cmake/assets.cmake of the files in src/apps/serve/page.
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
