# tests/fuzz/*_fuzz.cpp: programs that feed changed files to a reader. Each is built three ways:
#   fuzz_NAME           with sanitizers and coverage callbacks (tests/fuzz/run builds and runs these)
#   fuzz_NAME_covered   with counters of lines and coverage callbacks (tests/fuzz/coverage)
#   fuzz_NAME_briefly   as the library is: a brief test
# The first two compile the readers again, as objects, not as a library: all of them are linked, and before `regard` and
# `regard_base`, which provide the rest. No function may be there twice, and sources of a component are compiled several at once. So a component
# is compiled again as a whole or, where its readers need nothing else of it, those readers alone.
set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
set(callbacks -fsanitize-coverage=trace-pc,trace-cmp)
set(includes include src/runtime src/apps tests tests/runtime tests/apps)
set(includes_with_torch src/training src/evaluation)
list(TRANSFORM includes PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM includes_with_torch PREPEND "${PROJECT_SOURCE_DIR}/")

# regard_sources_of(RESULT component...): the sources of whole components.
function(regard_sources_of result)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" ${patterns})
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# What reads without LibTorch: components of regard_base, others of the runtime, and readers of the server.
regard_sources_of(base_sources runtime/base runtime/config runtime/draw runtime/metrics runtime/text)
regard_sources_of(light_sources runtime/corpus runtime/markup runtime/pages runtime/runs runtime/store)
list(APPEND light_sources src/apps/serve/form.cpp src/apps/serve/json_request.cpp src/apps/serve/multipart.cpp)
# What reads with LibTorch, or restores the state of a training.
regard_sources_of(heavy_sources training/interop training/optimizer)
list(APPEND heavy_sources src/training/trainer/training_state.cpp)

# regard_fuzzed_objects(NAME OPTIONS option... LINKS target... SOURCES source...)
function(regard_fuzzed_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;LINKS;SOURCES")
  list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${REGARD_UNITE} UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PUBLIC ${includes} PRIVATE ${includes_with_torch})
  target_compile_options(${name} PRIVATE -g ${arg_OPTIONS})
  target_link_libraries(${name} PUBLIC ${arg_LINKS} regard::sentencepiece regard::yaml regard::utf8proc regard::json regard::crypto
    regard::zlib Threads::Threads)
endfunction()

# regard_fuzz_name(RESULT SOURCE): NAME of .../NAME_fuzz.cpp
function(regard_fuzz_name result source)
  string(REGEX REPLACE "^.*/(.*)_fuzz.cpp$" "\\1" name "${source}")
  set(${result} ${name} PARENT_SCOPE)
endfunction()

# regard_fuzz_programs(SUFFIX OPTIONS option... READER_OPTIONS option... [BASE source...]): fuzz_NAME<SUFFIX> of each target, and the
# target fuzz<SUFFIX> of them all. Without BASE, the components of regard_base are taken from there.
function(regard_fuzz_programs suffix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;READER_OPTIONS;BASE")
  set(reader_options ${arg_OPTIONS} ${arg_READER_OPTIONS})
  regard_fuzzed_objects(regard_light_fuzzed${suffix} OPTIONS ${reader_options} SOURCES ${arg_BASE} ${light_sources})
  regard_fuzzed_objects(regard_heavy_fuzzed${suffix} OPTIONS ${reader_options} LINKS regard::torch SOURCES ${heavy_sources})
  regard_fuzzed_objects(regard_fuzz_driver${suffix} OPTIONS ${arg_OPTIONS}
    SOURCES tests/fuzz/driver.cpp tests/fuzz/mutation.cpp tests/fuzz/steps.cpp)
  add_custom_target(fuzz${suffix})
  foreach(source IN LISTS fuzz_sources)
    regard_fuzz_name(name "${source}")
    set(program fuzz_${name}${suffix})
    add_executable(${program} EXCLUDE_FROM_ALL "${source}")
    target_compile_options(${program} PRIVATE -g ${arg_OPTIONS})
    target_link_options(${program} PRIVATE ${arg_OPTIONS})
    target_link_libraries(${program} PRIVATE regard_fuzz_driver${suffix} regard_light_fuzzed${suffix})
    if(source MATCHES "/training/")
      target_include_directories(${program} PRIVATE ${includes_with_torch})
      target_link_libraries(${program} PRIVATE regard_heavy_fuzzed${suffix} regard)
    else()
      target_link_libraries(${program} PRIVATE regard_runtime)
    endif()
    add_dependencies(fuzz${suffix} ${program})
  endforeach()
endfunction()

# Those in tests/fuzz/training need LibTorch.
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp" "${PROJECT_SOURCE_DIR}/tests/fuzz/training/*_fuzz.cpp")

if(REGARD_SANITIZE)  # regard_base has sanitizers anyway: only what stands beside it is compiled again, in half the time that -O1 and -g take
  regard_fuzz_programs("" OPTIONS -O0 -g1 ${sanitizers} READER_OPTIONS ${callbacks})
else()
  regard_fuzz_programs("" OPTIONS -O1 ${sanitizers} READER_OPTIONS ${callbacks} BASE ${base_sources})
  regard_fuzz_programs(_covered OPTIONS -O0 --coverage READER_OPTIONS ${callbacks} BASE ${base_sources})
endif()

regard_fuzzed_objects(regard_fuzz_driver_briefly SOURCES tests/fuzz/driver.cpp tests/fuzz/mutation.cpp tests/fuzz/steps.cpp)
foreach(source IN LISTS fuzz_sources)
  regard_fuzz_name(name "${source}")
  set(program fuzz_${name}_briefly)
  add_executable(${program} EXCLUDE_FROM_ALL "${source}")
  target_link_libraries(${program} PRIVATE regard_fuzz_driver_briefly regard_serve regard)
  if(source MATCHES "/training/")
    target_precompile_headers(${program} REUSE_FROM regard_fast)
  endif()
  add_dependencies(tests ${program})
  set(corpus "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
  if(NOT EXISTS "${corpus}")
    set(corpus "")
  endif()
  add_test(NAME fuzz_${name} COMMAND ${program} 0.5 ${corpus})
endforeach()
