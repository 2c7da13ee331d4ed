# WebAssembly with Emscripten: exceptions and SIMD, which all current browsers support, no threads, and replacements for what
# the standard library of Emscripten 3.1.6 lacks.
add_compile_options(-Wall -Wextra -ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)
add_compile_options(-fwasm-exceptions -msimd128 "SHELL:-include ${PROJECT_SOURCE_DIR}/src/apps/web/standard/missing.h")
include_directories(BEFORE "${PROJECT_SOURCE_DIR}/src/apps/web/standard")
add_link_options(-fwasm-exceptions)
