# regard::torch: LibTorch as plain imported libraries.
#
# LibTorch's own TorchConfig.cmake looks for a whole CUDA toolkit if LibTorch was built with CUDA, and for protobuf. Neither is needed
# to compile and link regard, so this file needs only LibTorch's include and lib folders. Below the root, both layouts are the same: a
# pip wheel's site-packages/torch, and the unpacked zip's libtorch.
#
# Searched in: Torch_DIR, LIBTORCH, CMAKE_PREFIX_PATH (CMake or environment variables), then the result of scripts/setup
# (REGARD_LIBTORCH).
if(TARGET regard::torch)
  return()
endif()

function(regard_is_libtorch folder result)
  if(EXISTS "${folder}/lib/libtorch_cpu.so" AND EXISTS "${folder}/include/torch/csrc/api/include/torch/torch.h")
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

function(regard_find_libtorch result)
  # A Torch_DIR is LibTorch's share/cmake/Torch.
  foreach(given IN ITEMS "${Torch_DIR}" "$ENV{Torch_DIR}" "${LIBTORCH}" "$ENV{LIBTORCH}")
    if(given AND NOT given MATCHES "-NOTFOUND$")
      string(REGEX REPLACE "/share/cmake/Torch/?$" "" folder "${given}")
      regard_is_libtorch("${folder}" found)
      if(NOT found)
        message(FATAL_ERROR "${given} was given as LibTorch, but ${folder} has no lib/libtorch_cpu.so with its headers.\n"
                            "Give the folder that has LibTorch's include/ and lib/ (LIBTORCH), or its share/cmake/Torch (Torch_DIR).")
      endif()
      set(${result} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  string(REPLACE ":" ";" prefixes "$ENV{CMAKE_PREFIX_PATH}")
  foreach(folder IN LISTS CMAKE_PREFIX_PATH prefixes REGARD_LIBTORCH)
    string(REGEX REPLACE "/share/cmake(/Torch)?/?$" "" folder "${folder}")
    regard_is_libtorch("${folder}" found)
    if(found)
      set(${result} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "LibTorch not found. Run scripts/setup, or give -DTorch_DIR=LIBTORCH/share/cmake/Torch.")
endfunction()

# Reads major.minor.patch from the header that defines it (a different one since 2.9).
function(regard_libtorch_version folder result)
  set(version "")
  foreach(header IN ITEMS torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(EXISTS "${folder}/include/${header}")
      file(STRINGS "${folder}/include/${header}" lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE ".* ([0-9]+).*" "\\1" number "${line}")
        list(APPEND version ${number})
      endforeach()
      if(version)
        break()
      endif()
    endif()
  endforeach()
  list(JOIN version "." version)
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

regard_find_libtorch(regard_libtorch)
get_filename_component(regard_libtorch "${regard_libtorch}" REALPATH)
regard_libtorch_version("${regard_libtorch}" regard_libtorch_version)
if(regard_libtorch_version VERSION_LESS 2.5)
  message(FATAL_ERROR "LibTorch in ${regard_libtorch} is ${regard_libtorch_version}, but regard needs 2.5 or newer.")
endif()

# A LibTorch with the old C++ ABI (such as the pip wheels of 2.5) uses a different std::string than the system's libraries: yaml-cpp
# and GoogleTest could not be linked with it.
file(STRINGS "${regard_libtorch}/lib/libc10.so" regard_new_abi REGEX "_ZN3c105Error.*__cxx11" LIMIT_COUNT 1)
if(NOT regard_new_abi)
  message(FATAL_ERROR "LibTorch ${regard_libtorch_version} in ${regard_libtorch} was built with the old C++ ABI "
                      "(_GLIBCXX_USE_CXX11_ABI=0), and the system's yaml-cpp with the new one: they cannot be linked together.\n"
                      "Use a newer LibTorch (the pip wheels from 2.7 on), or the 'cxx11-abi' archive of this version.")
endif()
message(STATUS "LibTorch ${regard_libtorch_version}: ${regard_libtorch}")

foreach(name IN ITEMS torch torch_cpu c10)
  add_library(regard::${name}_library SHARED IMPORTED)
  set_target_properties(regard::${name}_library PROPERTIES IMPORTED_LOCATION "${regard_libtorch}/lib/lib${name}.so")
endforeach()

add_library(regard::torch INTERFACE IMPORTED)
set_target_properties(regard::torch PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES
    "${regard_libtorch}/include;${regard_libtorch}/include/torch/csrc/api/include"
  INTERFACE_COMPILE_DEFINITIONS "_GLIBCXX_USE_CXX11_ABI=1;USE_DISTRIBUTED;USE_C10D_GLOO"
  INTERFACE_LINK_LIBRARIES "regard::torch_library;regard::torch_cpu_library;regard::c10_library")
# at::parallel_for is a template: it is parallel only if its caller is compiled with OpenMP. LibTorch's threads belong to GCC's
# runtime, of which it may bring a copy; Clang's -fopenmp would add a second runtime with its own threads, so a Clang build runs
# regard's own loops in one thread.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  file(GLOB regard_libgomp "${regard_libtorch}/lib/libgomp*.so*")
  list(APPEND regard_libgomp gomp)  # the compiler's own
  list(GET regard_libgomp 0 regard_libgomp)
  set_property(TARGET regard::torch APPEND PROPERTY INTERFACE_COMPILE_OPTIONS -fopenmp)
  set_property(TARGET regard::torch APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${regard_libgomp}")
endif()
if(EXISTS "${regard_libtorch}/lib/libtorch_cuda.so")
  # The kernels register themselves when the library is loaded. Nothing refers to the library by name, so the linker would drop it.
  # The option is one argument, which CMake cannot split. The dependencies of libtorch_cuda (the driver, cuDNN) are found when the
  # program starts, not on this machine.
  set_property(TARGET regard::torch APPEND PROPERTY INTERFACE_LINK_OPTIONS "LINKER:--allow-shlib-undefined")
  set_property(TARGET regard::torch APPEND PROPERTY INTERFACE_LINK_LIBRARIES
    "-Wl,--push-state,--no-as-needed,${regard_libtorch}/lib/libtorch_cuda.so,${regard_libtorch}/lib/libc10_cuda.so,--pop-state")
endif()
