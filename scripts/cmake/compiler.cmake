# Settings for compiling regard's own sources: C++20, warnings, compiler cache, linker.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)       # for clang-tidy and editors

# Most sources contain no hot loops: -O2 would take a quarter more build time and gain nothing. Components that compute use -O2 (components.cmake), and
# kernels use -O3 (instruction_sets.cmake).
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")
if(EMSCRIPTEN)
  include(${CMAKE_CURRENT_LIST_DIR}/compiler_cache.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/web_compiler.cmake)
  return()
endif()
# -fPIC, because the static libraries may become part of a shared one. It is set here because CMake would pass -fPIE to programs, which could then not use
# the library's precompiled header.
add_compile_options(-Wall -Wextra -fPIC -ffunction-sections -fdata-sections)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  # Every ARM processor has FMA, but not every x86-64 processor: without contraction, scores have the same bits on both.
  add_compile_options(-ffp-contract=off)
endif()
add_link_options(-Wl,--gc-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC collects garbage less often, which saves a tenth of the time and takes a tenth more memory
  add_compile_options("SHELL:--param ggc-min-expand=300")
  # A library of regard may share a process or a program with another copy of the same inline variables.
  add_compile_options(-fno-gnu-unique)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/hardening.cmake)

set(REGARD_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
if(REGARD_SANITIZE)
  # -g1 includes the functions and lines that a report shows. Variables would take a quarter more time.
  add_compile_options(-fsanitize=${REGARD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${REGARD_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND REGARD_SANITIZE MATCHES "address")
    # Flags for the libraries, with which libFuzzer sees the coverage of an input. Without optimization, its counters would take most of the time.
    set(regard_sanitized_libraries -fsanitize=float-cast-overflow,fuzzer-no-link -O1)
  endif()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/compiler_cache.cmake)

# libtorch_cpu.so is about 400 MB; a fast linker helps but is optional. gold prints a warning for each program built with Clang's sanitizers.
if(NOT CMAKE_EXE_LINKER_FLAGS MATCHES "-fuse-ld=" AND NOT REGARD_SANITIZE)
  find_program(REGARD_FAST_LINKER NAMES ld.mold mold ld.lld ld.gold)
  mark_as_advanced(REGARD_FAST_LINKER)
  if(REGARD_FAST_LINKER MATCHES "(mold|lld|gold)$")
    set(flag -fuse-ld=${CMAKE_MATCH_1})
    include(CheckLinkerFlag)
    check_linker_flag(CXX ${flag} REGARD_FAST_LINKER_LINKS)  # the linker may not find the libraries of a relocated compiler
    if(REGARD_FAST_LINKER_LINKS)
      add_link_options(${flag})
    endif()
  endif()
endif()
