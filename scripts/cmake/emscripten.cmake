# Toolchain file: web browsers, with Emscripten and the libraries that scripts/setup --for web puts into
# .deps/web.
find_program(REGARD_EMCC emcc REQUIRED)
file(REAL_PATH "${REGARD_EMCC}" REGARD_EMSCRIPTEN)
get_filename_component(REGARD_EMSCRIPTEN "${REGARD_EMSCRIPTEN}" DIRECTORY)
include("${REGARD_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")

get_filename_component(REGARD_DEPS "${CMAKE_CURRENT_LIST_DIR}/../../.deps/web" ABSOLUTE)
list(APPEND CMAKE_FIND_ROOT_PATH "${REGARD_DEPS}")
list(APPEND CMAKE_PREFIX_PATH "${REGARD_DEPS}/c")
