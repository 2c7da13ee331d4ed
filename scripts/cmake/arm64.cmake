# Toolchain file: Linux on 64-bit ARM, with the distribution's cross compiler and the libraries that scripts/setup --for arm64
# puts into .deps/arm64. qemu runs the results.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

get_filename_component(REGARD_DEPS "${CMAKE_CURRENT_LIST_DIR}/../../.deps/arm64" ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH "${REGARD_DEPS}/sysroot" "${REGARD_DEPS}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# The folder of headers that packages include without a folder name, such as OpenSSL's configuration.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${REGARD_DEPS}/sysroot/usr/include/${CMAKE_LIBRARY_ARCHITECTURE}")

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)
