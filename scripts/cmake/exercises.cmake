# Tests of the exercises (docs/exercises.md) use the reader's header, src/training/nn/NAME.h, if it exists, and otherwise the
# solution next to them. Neither Ninja nor the compiler cache notices a new header (__has_include would use the cached answer), so
# the headers are listed at each build, and the test's compile command says whether its header exists. A source with its own
# definitions is compiled by itself.
file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/training/nn/*.h")
foreach(header IN LISTS headers)
  get_filename_component(name "${header}" NAME_WE)
  set(test "${PROJECT_SOURCE_DIR}/tests/learn/exercises/${name}_test.cpp")
  if(EXISTS "${test}")
    set_source_files_properties("${test}" PROPERTIES COMPILE_DEFINITIONS REGARD_READERS_HEADER)
  endif()
endforeach()
