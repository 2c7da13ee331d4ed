# Sets up a compiler cache. Sources that share a precompiled header need these sloppiness settings for cache hits. The compiler reports the included
# files (DEPEND), so nothing is preprocessed for the cache. A precompiled header is identified by its checksum (PCH_EXTSUM): LibTorch's has 500 MB, and
# reading it takes two seconds per source. Paths within the build folder count as relative (BASEDIR): the runtime preset compiles most of what `release`
# compiles.
find_program(REGARD_CCACHE ccache)
mark_as_advanced(REGARD_CCACHE)
if(REGARD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 CCACHE_PCH_EXTSUM=1
      CCACHE_BASEDIR=${PROJECT_BINARY_DIR} ${REGARD_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()

# regard_sum_of_precompiled_header(TARGET): computes the checksum of a header that consists of LibTorch headers. It changes with the list of headers,
# LibTorch and the compiler.
function(regard_sum_of_precompiled_header target)
  get_target_property(headers ${target} PRECOMPILE_HEADERS)
  file(SIZE "${regard_libtorch}/lib/libtorch_cpu.so" size)
  file(WRITE "${PROJECT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch.sum"
    "${headers}\nLibTorch ${regard_libtorch_version} ${size}\n${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}\n${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS}\n")
endfunction()
