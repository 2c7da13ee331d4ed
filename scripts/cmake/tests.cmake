# tests/<room>/*_test.cpp, in two programs: regard_base_tests (rooms without torch) and regard_tests (all others).
# tests/support: headers for both; its sources go into regard_tests, those of tests/support/base into both.
enable_testing()
find_package(GTest REQUIRED)
add_custom_target(tests)  # scripts/test builds this; a plain build leaves the tests out

# regard_test_program(NAME ROOMS room... SUPPORT folder... LINKS target...)
function(regard_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ROOMS;SUPPORT;LINKS")
  set(sources "")
  foreach(room IN LISTS arg_ROOMS)
    regard_room_sources(found tests_${room} "tests/${room}/*_test.cpp" TOGETHER 4)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    return()
  endif()
  foreach(folder IN LISTS arg_SUPPORT)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  add_executable(${name} EXCLUDE_FROM_ALL ${sources})
  regard_unite(${name})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} PRIVATE ${arg_LINKS} regard::json regard::yaml GTest::gtest GTest::gtest_main)
  add_dependencies(tests ${name})

  # ctest asks the program for its tests when ctest runs, and makes one entry of each suite (scripts/cmake/suites.cmake).
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/${name}_suites.cmake" CONTENT "
set(program \"$<TARGET_FILE:${name}>\")
set(source_dir \"${PROJECT_SOURCE_DIR}\")
set(regard_program \"$<TARGET_FILE:regard_program>\")
include(\"${PROJECT_SOURCE_DIR}/scripts/cmake/suites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${PROJECT_BINARY_DIR}/${name}_suites.cmake")
endfunction()

regard_test_program(regard_base_tests ROOMS base math metrics config text draw SUPPORT support/base LINKS regard_base)
regard_test_program(regard_tests
  ROOMS parallel nn model corpus search engine translate interop train compare faults figures report serve cli
  SUPPORT support support/base LINKS regard_cli regard)
if(TARGET regard_tests)
  target_precompile_headers(regard_tests REUSE_FROM regard)
endif()
add_dependencies(tests regard_program)

add_test(NAME check_rooms COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_rooms)
add_test(NAME package COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DWORK=${PROJECT_BINARY_DIR}/package_test -P ${PROJECT_SOURCE_DIR}/tests/package/check.cmake)
find_program(REGARD_PYTHON python3 HINTS ${PROJECT_SOURCE_DIR}/.deps/python/bin)  # the one that scripts/setup made, if it did
mark_as_advanced(REGARD_PYTHON)
if(REGARD_PYTHON AND NOT REGARD_SANITIZE)  # Python itself has no sanitizer
  add_test(NAME python COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}
    -DWORK=${PROJECT_BINARY_DIR}/python_test -DPYTHON=${REGARD_PYTHON} -P ${PROJECT_SOURCE_DIR}/tests/python/check.cmake)
  set_tests_properties(python PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
endif()
