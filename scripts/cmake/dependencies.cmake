# Everything regard stands on, as targets. Read by regard's own build and, installed, by regardConfig.cmake.
# scripts/setup writes down where it put or found things; without it, tell CMake by -DTorch_DIR=... or LIBTORCH=...
include(${CMAKE_CURRENT_LIST_DIR}/../../.deps/paths.cmake OPTIONAL)

find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/torch.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sentencepiece.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/small_libraries.cmake)
