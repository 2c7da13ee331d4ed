# tests/fuzz/*_fuzz.cpp: programs that feed changed files to a reader. Each is built three ways:
#   fuzz_NAME           with sanitizers and coverage callbacks (scripts/fuzz builds and runs these)
#   fuzz_NAME_covered   with counters of lines and coverage callbacks (scripts/coverage)
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

# What reads without LibTorch: components of regard_base, and readers of others.
set(base_sources "")
foreach(component IN ITEMS base config draw metrics text)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src/runtime/${component}/*.cpp")
  list(APPEND base_sources ${sources})
endforeach()
set(light_sources src/runtime/corpus/training_examples.cpp src/runtime/corpus/cleaning.cpp src/runtime/corpus/cleaning.cpp
    src/runtime/corpus/shuffle.cpp src/runtime/corpus/token_file.cpp src/runtime/pages/film_page.cpp src/runtime/pages/script_data.cpp
    src/runtime/runs/film.cpp src/runtime/runs/run_log.cpp src/runtime/store/vocabulary_files.cpp src/runtime/store/vocabulary_files.cpp
    src/apps/serve/form.cpp src/apps/serve/multipart.cpp src/apps/serve/json_request.cpp src/apps/serve/multipart.cpp
    src/apps/serve/form.cpp)
file(GLOB markup_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src/runtime/markup/*.cpp")
list(APPEND light_sources ${markup_sources})
list(REMOVE_DUPLICATES light_sources)
# What reads with LibTorch, or is tested with what does: the components interop, optimizer and store, and what restores the state of a training.
file(GLOB heavy_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src/training/interop/*.cpp"
  "${PROJECT_SOURCE_DIR}/src/training/optimizer/*.cpp" "${PROJECT_SOURCE_DIR}/src/runtime/store/*.cpp")
list(REMOVE_ITEM heavy_sources ${light_sources})
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
    elseif(NOT arg_BASE)
      target_link_libraries(${program} PRIVATE regard_base)
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
