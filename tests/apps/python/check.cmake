# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DPYTHON=... -P check.cmake: installs BUILD, a build of the project SOURCE, below
# WORK, with LibTorch or without, writes two tiny models, builds the Python module like `pip install .`, but without a network, and
# runs the tests next to this file with it. Prints which ones are skipped, and why.
file(REMOVE_RECURSE "${WORK}/prefix" "${WORK}/model" "${WORK}/rnn" "${WORK}/site")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${SOURCE}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}${errors}")
  endif()
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

execute_process(COMMAND "${PYTHON}" -c
  "import os, setuptools, sysconfig; print(os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))
    and int(setuptools.__version__.split('.')[0]) >= 77)"
  OUTPUT_VARIABLE can_build ERROR_QUIET)
if(NOT can_build MATCHES "True")
  message("skipped: ${PYTHON} lacks its headers (python3-dev) or setuptools 77")
  return()
endif()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
set(tiny_model "${PYTHON}" tests/apps/python/tiny_model.py "${WORK}/prefix/bin/regard")
run(${tiny_model} "${WORK}/model" transformer data/val.en data/val.fr)
run(${tiny_model} "${WORK}/rnn" rnn_attention data/val.en data/val.fr)
run(${CMAKE_COMMAND} -E env "regard_ROOT=${WORK}/prefix"
  "${PYTHON}" -m pip install --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps
  --target "${WORK}/site" "${SOURCE}")
run(${CMAKE_COMMAND} -E env "PYTHONPATH=${WORK}/site" "REGARD_MODEL=${WORK}/model" "REGARD_RECURRENT_MODEL=${WORK}/rnn"
  "REGARD_PROGRAM=${WORK}/prefix/bin/regard"
  "${PYTHON}" -m unittest discover --verbose --start-directory tests/apps/python --pattern "*_test.py")
string(REGEX MATCHALL "[^\n]* skipped '[^\n]*" skipped "${errors}")
foreach(test IN LISTS skipped)
  message("${test}")
endforeach()
