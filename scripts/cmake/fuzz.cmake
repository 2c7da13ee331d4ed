# tests/fuzz/*_fuzz.cpp: programs that feed mutated files to a reader (scripts/fuzz builds and runs them). The readers are compiled
# again, with sanitizers and coverage callbacks; a build that has sanitizers anyway compiles only those beside regard_base again.
# Without these, each program is also a brief test.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/base/*.cpp" "${PROJECT_SOURCE_DIR}/src/config/*.cpp"
     "${PROJECT_SOURCE_DIR}/src/metrics/*.cpp" "${PROJECT_SOURCE_DIR}/src/text/*.cpp")
set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
set(includes "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include" "${PROJECT_SOURCE_DIR}/src")

function(regard_fuzzed_library name)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARGN})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${REGARD_UNITE} UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PUBLIC ${includes})
  target_compile_options(${name} PRIVATE -O1 -g ${sanitizers} -fsanitize-coverage=trace-pc,trace-cmp)
  target_link_options(${name} PUBLIC ${sanitizers})
  target_link_libraries(${name} PUBLIC regard::sentencepiece regard::yaml regard::utf8proc regard::json OpenSSL::Crypto ZLIB::ZLIB
    Threads::Threads)
endfunction()

set(corpus "${PROJECT_SOURCE_DIR}/src/corpus")
set(interop "${PROJECT_SOURCE_DIR}/src/interop")
if(REGARD_SANITIZE)
  set(sources "")
endif()
regard_fuzzed_library(regard_base_fuzzed ${sources} ${corpus}/token_file.cpp ${corpus}/parallel_reader.cpp ${corpus}/cleaning.cpp
  ${interop}/json_file.cpp ${interop}/vocabulary_files.cpp)
if(REGARD_SANITIZE)
  target_link_libraries(regard_base_fuzzed PUBLIC regard_base)
endif()
regard_fuzzed_library(regard_fuzzed ${interop}/safetensors.cpp ${interop}/ctranslate2_file.cpp)
target_link_libraries(regard_fuzzed PUBLIC regard_base_fuzzed regard::torch)

add_library(regard_fuzz_driver OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/fuzz/driver.cpp")
target_include_directories(regard_fuzz_driver PRIVATE ${includes} "${PROJECT_SOURCE_DIR}/tests")

add_custom_target(fuzz)
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp")
foreach(source IN LISTS sources)
  get_filename_component(name "${source}" NAME_WE)
  string(REPLACE "_fuzz" "" name "fuzz_${name}")
  add_executable(${name} EXCLUDE_FROM_ALL "${source}" "${PROJECT_SOURCE_DIR}/tests/fuzz/driver.cpp")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_options(${name} PRIVATE -O1 -g ${sanitizers})
  regard_includes_torch(includes_torch "${source}")
  if(includes_torch)
    target_link_libraries(${name} PRIVATE regard_fuzzed)
  else()
    target_link_libraries(${name} PRIVATE regard_base_fuzzed)
  endif()
  add_dependencies(fuzz ${name})

  add_executable(${name}_briefly EXCLUDE_FROM_ALL "${source}" $<TARGET_OBJECTS:regard_fuzz_driver>)
  target_include_directories(${name}_briefly PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name}_briefly PRIVATE regard)
  if(includes_torch)
    target_precompile_headers(${name}_briefly REUSE_FROM regard)
  endif()
  add_dependencies(tests ${name}_briefly)
  add_test(NAME ${name} COMMAND ${name}_briefly 0.5)
endforeach()
