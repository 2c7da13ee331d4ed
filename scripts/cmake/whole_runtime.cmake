# The runtime for other programs: one static library and one shared one, in build/whole. The small libraries in them have hidden
# names, so that a program may use its own yaml-cpp or zlib of any version.
set(whole "${PROJECT_BINARY_DIR}/whole")
file(MAKE_DIRECTORY "${whole}")
set(archives $<TARGET_PROPERTY:regard::sentencepiece,IMPORTED_LOCATION> "${REGARD_SENTENCEPIECE}/lib/libsentencepiece.a")
set(regard_runtime_needs "")  # libraries that have no static version on this system
foreach(name IN ITEMS YAML UTF8PROC ZLIB LZMA ZSTD CRYPTO)
  if(REGARD_${name}_LIBRARY MATCHES "\\.a$")
    list(APPEND archives "${REGARD_${name}_LIBRARY}")
  elseif(name STREQUAL "YAML" AND NOT REGARD_YAML_CPP)
    list(APPEND regard_runtime_needs yaml-cpp)
  else()
    cmake_path(GET REGARD_${name}_LIBRARY STEM library)
    string(REGEX REPLACE "^lib" "" library "${library}")
    list(APPEND regard_runtime_needs ${library})
  endif()
endforeach()

set(object "${whole}/regard_runtime.o")
add_custom_command(OUTPUT "${object}"
  COMMAND ${CMAKE_LINKER} --relocatable --force-group-allocation -o "${object}.all" --whole-archive $<TARGET_FILE:regard_base>
    $<TARGET_FILE:regard_runtime> $<TARGET_FILE:regard_documents> --no-whole-archive --start-group ${archives} --end-group
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol "*6regard*" --keep-global-symbol "regard_*" "${object}.all" "${object}"
  COMMAND ${CMAKE_COMMAND} -E rm "${object}.all"
  DEPENDS regard_base regard_runtime regard_documents VERBATIM)
add_custom_target(regard_runtime_object DEPENDS "${object}")

# regard_whole_library(NAME STATIC|SHARED): links libregard_runtime from the object
function(regard_whole_library name kind)
  add_library(${name} ${kind} "${object}")
  add_dependencies(${name} regard_runtime_object)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME regard_runtime LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY "${whole}"
    LIBRARY_OUTPUT_DIRECTORY "${whole}" VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_link_libraries(${name} PRIVATE Threads::Threads ${regard_runtime_needs})
endfunction()
set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
regard_whole_library(regard_whole_static STATIC)
regard_whole_library(regard_whole_shared SHARED)
# The shared library exports only regard's names and the typeinfo by which its exceptions are caught.
file(WRITE "${whole}/names" "{ global: *6regard*; local: *; };\n")
target_link_options(regard_whole_shared PRIVATE "LINKER:--version-script=${whole}/names")
set_target_properties(regard_whole_shared PROPERTIES LINK_DEPENDS "${whole}/names")
