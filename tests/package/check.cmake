# cmake -DBUILD=... -DSOURCE=... -DWORK=... -P check.cmake: installs BUILD, a build of the project SOURCE, below WORK, trains a
# tiny model with the installed program, and builds and runs the program of docs/library.md, which translates with it.
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

# Writes the first block of code of the page in this language.
function(write_block_of language file)
  file(READ "${SOURCE}/docs/library.md" page)
  string(FIND "${page}" "\n```${language}\n" begin)
  string(LENGTH "\n```${language}\n" fence)
  math(EXPR begin "${begin} + ${fence}")
  string(SUBSTRING "${page}" ${begin} -1 page)
  string(FIND "${page}" "```\n" length)
  string(SUBSTRING "${page}" 0 ${length} page)
  file(WRITE "${file}" "${page}")
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
run(scripts/check_elf "${WORK}/prefix/bin/regard")
foreach(file IN ITEMS bash-completion/completions/regard zsh/site-functions/_regard fish/vendor_completions.d/regard.fish
    man/man1/regard.1 man/man1/regard-train.1)
  if(NOT EXISTS "${WORK}/prefix/share/${file}")
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
run("${WORK}/prefix/bin/regard" train tests/package/tiny.yaml --output "${WORK}/model")
write_block_of(cmake "${WORK}/app/CMakeLists.txt")
write_block_of(cpp "${WORK}/app/app.cpp")
run(${CMAKE_COMMAND} -G Ninja -S "${WORK}/app" -B "${WORK}/build" "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
run(${CMAKE_COMMAND} --build "${WORK}/build")

run("${WORK}/build/app" "${WORK}/model")
# A line, three lines, two candidates of each, each of them as it comes.
set(line "[^\n]*\n")
set(candidate "-[0-9][^\n]* ${line}")
set(candidates "${candidate}${candidate}")
if(NOT output MATCHES "^${line}${line}${line}${line}${candidates}${candidates}${candidates}0: ${line}1: ${line}2: ${line}cancelled\n$")
  message(FATAL_ERROR "the program printed: ${output}")
endif()
execute_process(COMMAND "${WORK}/build/app" "${WORK}/no/model" RESULT_VARIABLE result ERROR_VARIABLE errors)
if(NOT result EQUAL 1 OR NOT errors MATCHES "^${WORK}/no/model: ")
  message(FATAL_ERROR "without a model the program ended with ${result} and said: ${errors}")
endif()
