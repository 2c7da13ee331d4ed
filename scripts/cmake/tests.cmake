# tests/SIDE/COMPONENT/*.cpp mirrors src/. regard_base_tests and regard_runtime_tests do without LibTorch, regard_learn_tests covers the teaching material, and
# regard_tests contains all other tests. A fifth program, regard_threads_tests, contains tests/threads, which tests/threads/run builds with the thread
# sanitizer. tests/support has shared code. A build without LibTorch has the first two programs, and tests of its program, packages and image.
enable_testing()
find_package(GTest REQUIRED)
add_custom_target(tests)  # scripts/test builds this; a plain build leaves the tests out

# regard_test_program(NAME FOLDERS folder... LINKS target...): adds a test program built from folders below tests/. The name of each folder may occur only once in src/.
function(regard_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS;LINKS")
  set(all "")
  foreach(folder IN LISTS arg_FOLDERS)
    regard_sources(sources "tests/${folder}")
    list(APPEND all ${sources})
  endforeach()
  add_executable(${name} EXCLUDE_FROM_ALL ${all})
  set(tests "${PROJECT_SOURCE_DIR}/tests")
  target_include_directories(${name} PRIVATE "${tests}" "${tests}/runtime" "${tests}/training" "${tests}/evaluation" "${tests}/learn" "${tests}/apps")
  regard_compile(${name} LINKS PRIVATE ${arg_LINKS} regard::json regard::yaml GTest::gtest GTest::gtest_main)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0> -U_FORTIFY_SOURCE)  # code that must be fast is in the libraries
  add_dependencies(tests ${name})

  # ctest lists the program's tests when it runs, and makes one entry for each suite (scripts/cmake/suites.cmake).
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/${name}_suites.cmake" CONTENT "
set(program \"$<TARGET_FILE:${name}>\")
set(source_dir \"${PROJECT_SOURCE_DIR}\")
set(regard_program \"$<TARGET_FILE:regard_program>\")
set(emulator \"${CMAKE_CROSSCOMPILING_EMULATOR}\")
include(\"${PROJECT_SOURCE_DIR}/scripts/cmake/suites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${PROJECT_BINARY_DIR}/${name}_suites.cmake")
endfunction()

# Python has no sanitizer, and runs only on this machine.
if(REGARD_PYTHON AND NOT REGARD_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  add_test(NAME python COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}
    -DWORK=${PROJECT_BINARY_DIR}/python_test -DPYTHON=${REGARD_PYTHON} -P ${PROJECT_SOURCE_DIR}/tests/apps/python/check.cmake)
  set_tests_properties(python PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
  add_test(NAME bench_all COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/bench/suite_test.py)
  add_test(NAME bench_page COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/bench/page_test.py)
  add_test(NAME gpu_arguments COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/gpu/arguments_test.py)
  # Tests the server's page without the server, because its files are not compiled.
  add_test(NAME serve_page COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/apps/serve/page_test.py)
  set_tests_properties(serve_page PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "REGARD_PAGE_WORK=${PROJECT_BINARY_DIR}/axe" TIMEOUT 600)
  find_program(REGARD_NODE node)
  mark_as_advanced(REGARD_NODE)
  if(REGARD_NODE)
    add_test(NAME serve_page_modules COMMAND ${REGARD_NODE} ${PROJECT_SOURCE_DIR}/tests/apps/serve/page_modules_test.mjs)
    add_test(NAME page_scripts COMMAND ${REGARD_NODE} ${PROJECT_SOURCE_DIR}/tests/runtime/pages/scripts_test.mjs)
  endif()
  # Tests the server under load and attack, as deployed, and with third-party clients. Overload, which depends on timing, is left to tests/soak/run.
  set(serve_tests "${PROJECT_SOURCE_DIR}/tests/apps/serve")
  foreach(part IN ITEMS mixed stop swap)
    add_test(NAME serve_${part} COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/soak/run --quick --only ${part}
      --program $<TARGET_FILE:regard_program>)
  endforeach()
  add_test(NAME serve_attack COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/attack/server --quick
    --program $<TARGET_FILE:regard_program>)
  set_tests_properties(serve_mixed serve_stop serve_swap serve_attack PROPERTIES RUN_SERIAL TRUE TIMEOUT 600)
  add_test(NAME serve_deploy COMMAND ${REGARD_PYTHON} ${serve_tests}/deploy_test.py $<TARGET_FILE:regard_program>)
  add_test(NAME serve_clients COMMAND ${REGARD_PYTHON} ${serve_tests}/clients_test.py $<TARGET_FILE:regard_program>
    ${PROJECT_BINARY_DIR}/clients)
  add_test(NAME serve_contract COMMAND ${REGARD_PYTHON} ${serve_tests}/contract_test.py $<TARGET_FILE:regard_program>)
  set_tests_properties(serve_deploy serve_clients serve_contract PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
if(REGARD_PYTHON AND NOT REGARD_SANITIZE AND NOT CMAKE_CROSSCOMPILING)  # with the models of data/models and of scripts/quickstart
  add_test(NAME bundled_model COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/bundled_model $<TARGET_FILE:regard_program>)
  add_test(NAME markup COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/markup $<TARGET_FILE:regard_program> --pages 200 --cases)
  add_test(NAME d2l_names COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/d2l_names $<TARGET_FILE:regard_program>)
  add_test(NAME prose COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/prose $<TARGET_FILE:regard_program>)
  add_test(NAME chinese COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/chinese)
  add_test(NAME version COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/version)
  add_test(NAME links COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/links)
  add_test(NAME site_references COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/site_references $<TARGET_FILE:regard_program>)
  add_test(NAME errata COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/errata $<TARGET_FILE:regard_program>)
  add_test(NAME glossary_edges COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/runtime/translate/glossary_edges.py $<TARGET_FILE:regard_program>)
  set_tests_properties(bundled_model markup d2l_names PROPERTIES SKIP_RETURN_CODE 77)
  add_test(NAME glossary_cases COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/runtime/translate/glossary_cases.py
    $<TARGET_FILE:regard_program> ${PROJECT_SOURCE_DIR}/runs/quick-transformer --cases 60 --least 95)
  set_tests_properties(glossary_cases PROPERTIES SKIP_RETURN_CODE 77)
endif()
regard_test_program(regard_base_tests FOLDERS runtime/base runtime/math runtime/metrics runtime/config runtime/text runtime/draw LINKS regard_base)
regard_test_program(regard_runtime_tests FOLDERS runtime/corpus runtime/bitext runtime/documents runtime/findings runtime/alignment runtime/engine runtime/markup runtime/pages runtime/runs runtime/search runtime/store
    runtime/translate apps/cli apps/serve support/base
  LINKS regard_cli regard::cli11 regard::boost)
if(NOT REGARD_TRAINING)  # the other tests compare with LibTorch
  add_dependencies(tests regard_program)
  add_test(NAME check_elf COMMAND ${PROJECT_SOURCE_DIR}/tests/checks/elf $<TARGET_FILE:regard_program>)
  if(NOT REGARD_PYTHON OR REGARD_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  add_dependencies(tests regard_sbom regard_static_program regard_whole_static regard_whole_shared)
  add_test(NAME attack COMMAND ${PROJECT_SOURCE_DIR}/tests/attack/command_line --quick --jobs 1 --program $<TARGET_FILE:regard_program>)
  set(model "${PROJECT_BINARY_DIR}/random_model")
  add_test(NAME random_model COMMAND ${PROJECT_SOURCE_DIR}/tests/support/random_model.py $<TARGET_FILE:regard_program> "${model}")
  add_test(NAME deb COMMAND ${PROJECT_SOURCE_DIR}/scripts/deb --build "${PROJECT_BINARY_DIR}" --model "${model}" --quick --no-install)
  add_test(NAME image COMMAND ${PROJECT_SOURCE_DIR}/scripts/image "${model}" -o "${PROJECT_BINARY_DIR}/image.tar" --at-most 15
    --build "${PROJECT_BINARY_DIR}" --no-install)
  set_tests_properties(random_model PROPERTIES FIXTURES_SETUP random_model)
  set_tests_properties(deb image PROPERTIES FIXTURES_REQUIRED random_model SKIP_RETURN_CODE 77)
  return()
endif()
# Gives each program its own precompiled header: sharing one would make one program wait for the other.
function(regard_precompile_for_tests target)
  target_precompile_headers(${target} PRIVATE <torch/types.h> <torch/nn/module.h> <torch/nn/pimpl.h> <gtest/gtest.h>)
  regard_sum_of_precompiled_header(${target})
endfunction()
regard_test_program(regard_tests
  FOLDERS training/architecture training/batches training/corpus training/distillation training/engine training/interop training/model training/module_search training/nn
    training/ops training/optimizer training/parallel training/scoring training/search training/serve training/trainer training/translate
    evaluation/compare evaluation/report evaluation/reranking apps/cli_training apps/download faults support support/base support/training
  LINKS regard_cli_training regard::cli11 regard::zip regard::boost)
regard_precompile_for_tests(regard_tests)
if(REGARD_LEARN)
  include(scripts/cmake/exercises.cmake)
  regard_test_program(regard_learn_tests
    FOLDERS learn/book learn/claims learn/diagrams learn/exercises learn/explain learn/figures learn/lessons learn/words apps/cli_learn support/base support/training
    LINKS regard_cli_learn regard::cli11 regard::boost)
  regard_precompile_for_tests(regard_learn_tests)
endif()
regard_test_program(regard_threads_tests FOLDERS threads support/training LINKS regard regard_serve regard::zlib)
add_dependencies(tests regard_program)

add_test(NAME check_components COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_components)
add_test(NAME check_sizes COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_sizes)
if(NOT REGARD_SANITIZE)  # sanitizers take memory and print messages of their own
  add_test(NAME attack COMMAND ${PROJECT_SOURCE_DIR}/tests/attack/command_line --quick --jobs 1 --program $<TARGET_FILE:regard_program>)
endif()
if(NOT REGARD_SANITIZE)  # a sanitizer's library must be loaded first
  # A file system that fails according to a plan. It is preloaded into the program; no test is linked with it.
  add_library(failing_files MODULE EXCLUDE_FROM_ALL tests/faults/preload/failing_files.cpp)
  target_link_libraries(failing_files PRIVATE ${CMAKE_DL_LIBS})
  add_dependencies(tests failing_files)
  add_test(NAME faults COMMAND ${PROJECT_SOURCE_DIR}/tests/faults/run --quick --jobs 1 --program $<TARGET_FILE:regard_program>
    --library $<TARGET_FILE:failing_files>)
endif()
if(REGARD_PYTHON AND NOT REGARD_SANITIZE)  # with sanitizers, it would take minutes
  add_test(NAME release_model COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/release_model $<TARGET_FILE:regard_program>)
  add_test(NAME tour COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/tour --quick --program $<TARGET_FILE:regard_program>)
  if(REGARD_LEARN)
    add_test(NAME doc_commands COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/doc_commands $<TARGET_FILE:regard_program>)
    set_tests_properties(doc_commands PROPERTIES TIMEOUT 3600)
    add_test(NAME book_page COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/apps/cli_learn/book_page_test.py $<TARGET_FILE:regard_program>)
    set_tests_properties(book_page PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "REGARD_PAGE_WORK=${PROJECT_BINARY_DIR}/axe" TIMEOUT 600)
    add_test(NAME book_commands COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/book_commands $<TARGET_FILE:regard_program>)
  endif()
endif()
add_test(NAME check_elf COMMAND ${PROJECT_SOURCE_DIR}/tests/checks/elf $<TARGET_FILE:regard_program>
  $<TARGET_FILE:regard_libtorch_program>)
add_test(NAME package COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DWORK=${PROJECT_BINARY_DIR}/package_test -P ${PROJECT_SOURCE_DIR}/tests/package/check.cmake)
if(TEST python)  # both install the build, which makes its pages in one folder
  set_tests_properties(python package PROPERTIES RESOURCE_LOCK installation)
endif()
if(TARGET regard_sbom)
  add_dependencies(tests regard_sbom)
  add_test(NAME check_sbom COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/checks/sbom ${regard_sbom}
    $<TARGET_FILE:regard_libtorch_program>)
endif()
foreach(slow IN ITEMS doc_commands serve_page book_page book_commands python faults release_model tour markup)
  if(TEST ${slow})
    set_tests_properties(${slow} PROPERTIES COST 100)
  endif()
endforeach()
