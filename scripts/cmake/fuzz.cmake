# tests/fuzz/*_fuzz.cpp: programs that feed changed files to a reader. Each is built three ways:
#   fuzz_NAME           with sanitizers and coverage callbacks (scripts/fuzz builds and runs these)
#   fuzz_NAME_covered   with counters of lines and coverage callbacks (scripts/coverage)
#   fuzz_NAME_briefly   as the library is: a brief test
# The first two compile the readers again, as objects, not as a library: all of them are linked, and before `regard` and
# `regard_base`, which provide the rest. No function may be there twice, and sources of a room are compiled several at once. So a room
# is compiled again as a whole or, where its readers need nothing else of it, those readers alone.
set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
set(callbacks -fsanitize-coverage=trace-pc,trace-cmp)
set(includes "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")

# What reads without LibTorch: rooms of regard_base, and readers of other rooms.
set(base_sources "")
foreach(room IN ITEMS base config draw metrics text)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
  list(APPEND base_sources ${sources})
endforeach()
list(TRANSFORM base_sources REPLACE "^${PROJECT_SOURCE_DIR}/" "")
set(light_sources src/runtime/corpus/cache.cpp src/runtime/corpus/cleaning.cpp src/runtime/corpus/parallel_reader.cpp src/runtime/corpus/sampler_position.cpp
    src/runtime/corpus/token_file.cpp src/runtime/store/json_file.cpp src/runtime/store/vocabulary_files.cpp src/runtime/pages/film_page.cpp
    src/runtime/pages/script_data.cpp src/runtime/runs/film.cpp src/runtime/runs/run_log.cpp
    src/runtime/markup/aligned_atoms.cpp src/runtime/markup/best_run.cpp src/apps/serve/form.cpp src/apps/serve/header_parameters.cpp
    src/apps/serve/json_request.cpp src/apps/serve/multipart.cpp src/apps/serve/percent_escapes.cpp src/runtime/markup/text_atoms.cpp
    src/runtime/markup/word_links.cpp)
file(GLOB html_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src/apps/serve/html_*.cpp"
  "${PROJECT_SOURCE_DIR}/src/apps/serve/xml_*.cpp")
list(APPEND light_sources ${html_sources})
# What reads with LibTorch, or is tested with what does: the rooms interop and store, and what restores the state of a training.
file(GLOB heavy_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/training/interop/*.cpp" "${PROJECT_SOURCE_DIR}/src/runtime/store/*.cpp")
list(TRANSFORM heavy_sources REPLACE "^${PROJECT_SOURCE_DIR}/" "")
list(REMOVE_ITEM heavy_sources ${light_sources})
list(APPEND heavy_sources src/training/optimizer/adam.cpp src/training/optimizer/moving_average.cpp src/training/optimizer/named_tensors.cpp src/training/optimizer/optimizer.cpp
     src/training/optimizer/sgd.cpp src/training/trainer/training_state.cpp)

# regard_fuzzed_objects(NAME OPTIONS option... LINKS target... SOURCES source...)
function(regard_fuzzed_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;LINKS;SOURCES")
  list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${REGARD_UNITE} UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PUBLIC ${includes})
  target_compile_options(${name} PRIVATE -g ${arg_OPTIONS})
  target_link_libraries(${name} PUBLIC ${arg_LINKS} regard::sentencepiece regard::yaml regard::utf8proc regard::json regard::crypto
    regard::zlib Threads::Threads)
endfunction()

# regard_fuzz_programs(SUFFIX OPTIONS option... READER_OPTIONS option... [BASE source...]): fuzz_NAME<SUFFIX> of each target, and the
# target fuzz<SUFFIX> of them all. Without BASE, the rooms of regard_base are taken from there.
function(regard_fuzz_programs suffix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;READER_OPTIONS;BASE")
  set(reader_options ${arg_OPTIONS} ${arg_READER_OPTIONS})
  regard_fuzzed_objects(regard_light_fuzzed${suffix} OPTIONS ${reader_options} SOURCES ${arg_BASE} ${light_sources})
  regard_fuzzed_objects(regard_heavy_fuzzed${suffix} OPTIONS ${reader_options} LINKS regard::torch SOURCES ${heavy_sources})
  regard_fuzzed_objects(regard_fuzz_driver${suffix} OPTIONS ${arg_OPTIONS}
    SOURCES tests/fuzz/driver.cpp tests/fuzz/mutation.cpp tests/fuzz/steps.cpp)
  add_custom_target(fuzz${suffix})
  foreach(name IN LISTS fuzz_targets)
    set(source "${PROJECT_SOURCE_DIR}/tests/fuzz/${name}_fuzz.cpp")
    set(program fuzz_${name}${suffix})
    add_executable(${program} EXCLUDE_FROM_ALL "${source}")
    target_compile_options(${program} PRIVATE -g ${arg_OPTIONS})
    target_link_options(${program} PRIVATE ${arg_OPTIONS})
    target_link_libraries(${program} PRIVATE regard_fuzz_driver${suffix} regard_light_fuzzed${suffix})
    regard_includes_torch(includes_torch "${source}")
    if(includes_torch)
      target_link_libraries(${program} PRIVATE regard_heavy_fuzzed${suffix} regard)
    elseif(NOT arg_BASE)
      target_link_libraries(${program} PRIVATE regard_base)
    endif()
    add_dependencies(fuzz${suffix} ${program})
  endforeach()
endfunction()

file(GLOB fuzz_targets CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp")
list(TRANSFORM fuzz_targets REPLACE "^.*/(.*)_fuzz.cpp$" "\\1")

if(REGARD_SANITIZE)  # regard_base has sanitizers anyway: only what stands beside it is compiled again, in half the time that -O1 and -g take
  regard_fuzz_programs("" OPTIONS -O0 -g1 ${sanitizers} READER_OPTIONS ${callbacks})
else()
  regard_fuzz_programs("" OPTIONS -O1 ${sanitizers} READER_OPTIONS ${callbacks} BASE ${base_sources})
  regard_fuzz_programs(_covered OPTIONS -O0 --coverage READER_OPTIONS ${callbacks} BASE ${base_sources})
endif()

regard_fuzzed_objects(regard_fuzz_driver_briefly SOURCES tests/fuzz/driver.cpp tests/fuzz/mutation.cpp tests/fuzz/steps.cpp)
foreach(name IN LISTS fuzz_targets)
  set(source "${PROJECT_SOURCE_DIR}/tests/fuzz/${name}_fuzz.cpp")
  set(program fuzz_${name}_briefly)
  add_executable(${program} EXCLUDE_FROM_ALL "${source}")
  target_link_libraries(${program} PRIVATE regard_fuzz_driver_briefly regard_serve regard)
  regard_includes_torch(includes_torch "${source}")
  if(includes_torch)
    target_precompile_headers(${program} REUSE_FROM regard_fast_heavy)
  endif()
  add_dependencies(tests ${program})
  set(corpus "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
  if(NOT EXISTS "${corpus}")
    set(corpus "")
  endif()
  add_test(NAME fuzz_${name} COMMAND ${program} 0.5 ${corpus})
endforeach()
