# Tests of the exercises (docs/exercises.md) read the header of a reader, src/training/nn/NAME.h, where there is one, and else the
# solution beside them. Neither Ninja nor the compiler cache notices a header that was not there when a source was compiled
# (__has_include would be answered from the past), so the headers are listed at each build, and the command that compiles the
# test says whether it has one. A source with definitions of its own is compiled by itself.
file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/training/nn/*.h")
foreach(header IN LISTS headers)
  get_filename_component(name "${header}" NAME_WE)
  set(test "${PROJECT_SOURCE_DIR}/tests/learn/exercises/${name}_test.cpp")
  if(EXISTS "${test}")
    set_source_files_properties("${test}" PROPERTIES COMPILE_DEFINITIONS REGARD_READERS_HEADER)
  endif()
endforeach()
