# Read by ctest when it starts, with `program`, `source_dir`, `regard_program` and (if needed) `emulator` set: one ctest entry for each suite
# of a GoogleTest program. One entry per test would start LibTorch hundreds of times; one for all would say little about a failure.
if(NOT EXISTS "${program}")
  add_test("${program} is not built: scripts/build --with-tests" "${program}")
  return()
endif()

# Starting the program takes a moment, so its list of tests is kept next to it until the program is newer.
set(list "${program}.suites")
if("${program}" IS_NEWER_THAN "${list}")
  execute_process(COMMAND ${emulator} "${program}" --gtest_list_tests OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program} --gtest_list_tests failed (${result})")
  endif()
  string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${output}")
  list(TRANSFORM suites REPLACE "[\n.]" "")
  file(WRITE "${list}" "${suites}")
endif()
file(READ "${list}" suites)

# Tests read these; existing environment variables take precedence.
get_filename_component(program_dir "${program}" DIRECTORY)
set(environment "")
foreach(default IN ITEMS "REGARD_SOURCE_DIR=${source_dir}" "REGARD_PROGRAM=${regard_program}"
        "REGARD_GOLDEN=${source_dir}/../shared/golden"
        "XDG_STATE_HOME=${program_dir}/state"  # instead of the tester's home
        "OMP_NUM_THREADS=1")  # ctest runs several at a time
  string(REGEX REPLACE "=.*" "" name "${default}")
  if(NOT DEFINED ENV{${name}})
    list(APPEND environment "${default}")
  endif()
endforeach()

# These suites take more than 20 seconds. ctest starts them first, so that at the end no processor waits for the last one.
set(slow ParallelTraining Jobs/KilledTraining Claims/Experiment ComparisonPageInBrowser Download BookFormula)

foreach(suite IN LISTS suites)
  add_test("${suite}" ${emulator} "${program}" "--gtest_filter=${suite}.*" "--gtest_brief=1")
  set_tests_properties("${suite}" PROPERTIES TIMEOUT 600 ENVIRONMENT "${environment}" WORKING_DIRECTORY "${source_dir}")
  if(";${slow};" MATCHES ";${suite};")
    set_tests_properties("${suite}" PROPERTIES COST 100)
  endif()
endforeach()
