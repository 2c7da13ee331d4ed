# cmake -DBUILD=... -DSOURCE=... -DWORK=... -P check.cmake: installs BUILD, a build of the project SOURCE, below WORK, trains a
# tiny model with the installed program, and builds and runs SOURCE/tests/package, which translates with it.
file(REMOVE_RECURSE "${WORK}")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${SOURCE}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
run("${WORK}/prefix/bin/regard" train tests/package/tiny.yaml --output "${WORK}/model")
run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}/tests/package" -B "${WORK}/build" "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
run(${CMAKE_COMMAND} --build "${WORK}/build")
run("${WORK}/build/app" "${WORK}/model")
if(NOT output MATCHES "^regard [0-9.]+: [^\n]*\n$")
  message(FATAL_ERROR "the program printed: ${output}")
endif()
