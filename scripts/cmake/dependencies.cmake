# All dependencies of regard except LibTorch, as targets.
find_package(Threads REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/sentencepiece.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/small_libraries.cmake)
