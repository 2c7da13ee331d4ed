# All dependencies of regard but LibTorch, as targets. Read by regard's own build and, when installed, by regardConfig.cmake.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
include(${CMAKE_CURRENT_LIST_DIR}/sentencepiece.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/small_libraries.cmake)
