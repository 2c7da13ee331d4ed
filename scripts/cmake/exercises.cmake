# Tests of the exercises (docs/exercises.md) include the header of a reader, include/regard/nn/NAME.h, where there is one. Ninja
# compiles again what includes a file that changed, but knows nothing of one that was not there. So the headers are listed
# whenever it builds, and a test whose header is there is compiled by itself and depends on it; without one it returns to its unit.
file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/regard/nn/*.h")
foreach(header IN LISTS headers)
  get_filename_component(name "${header}" NAME_WE)
  set(test "${PROJECT_SOURCE_DIR}/tests/exercises/${name}_test.cpp")
  if(EXISTS "${test}")
    set_source_files_properties("${test}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${header}")
  endif()
endforeach()
