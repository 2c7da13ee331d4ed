# Finds the parts of c10d that this LibTorch has, for src/training/parallel/c10d_group.cpp. Without them, regard still builds but trains
# with one process.
set(regard_nccl_check "
#include <torch/types.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
int main() {
  c10::make_intrusive<c10d::ProcessGroupNCCL>(c10::intrusive_ptr<c10d::Store>(), 0, 1,
                                              c10d::ProcessGroupNCCL::Options::create());
}")

# regard_links(RESULT SOURCE [INCLUDES folder...] [DEFINITIONS name...]): whether SOURCE compiles and links with LibTorch.
function(regard_links result source)
  if(DEFINED ${result})
    return()  # known from an earlier run
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "INCLUDES;DEFINITIONS")
  set(file "${PROJECT_BINARY_DIR}/checks/${result}.cpp")
  file(WRITE "${file}" "${source}")
  try_compile(links "${PROJECT_BINARY_DIR}/checks/${result}" "${file}"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${arg_INCLUDES}"
    COMPILE_DEFINITIONS ${arg_DEFINITIONS}
    LINK_LIBRARIES regard::torch
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON)
  set(${result} ${links} CACHE INTERNAL "")
endfunction()

# regard_exports(RESULT LIBRARY CLASS): whether a LibTorch library has the constructor of a c10d class. Compiling a program that calls it
# would take twenty seconds.
function(regard_exports result library class)
  string(LENGTH ${class} length)
  execute_process(COMMAND ${CMAKE_NM} --dynamic --defined-only "${regard_libtorch}/lib/${library}" OUTPUT_VARIABLE symbols ERROR_QUIET)
  set(${result} OFF PARENT_SCOPE)
  if(symbols MATCHES " T _ZN4c10d${length}${class}C1E")
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

set(regard_c10d_source "${PROJECT_SOURCE_DIR}/src/training/parallel/c10d_group.cpp")
set(regard_gloo_headers "${PROJECT_SOURCE_DIR}/src/training/parallel/headers")
set(regard_processes "one process (this LibTorch has no Gloo)")
regard_exports(has_gloo libtorch_cpu.so ProcessGroupGloo)
if(has_gloo)
  set(regard_processes "several processes with Gloo")
  set_property(SOURCE "${regard_c10d_source}" APPEND PROPERTY COMPILE_DEFINITIONS REGARD_GLOO)
  set_property(SOURCE "${regard_c10d_source}" APPEND PROPERTY INCLUDE_DIRECTORIES "${regard_gloo_headers}")
  if(EXISTS "${regard_libtorch}/lib/libtorch_cuda.so")
    # The headers that ProcessGroupNCCL.hpp needs in addition to LibTorch's: from a toolkit, or from the wheels that accompany torch.
    file(GLOB regard_nvidia "${regard_libtorch}/../nvidia/*/include")
    find_path(REGARD_NCCL_HEADERS nccl.h HINTS ${regard_nvidia} /usr/local/cuda/include)
    find_path(REGARD_CUDA_HEADERS cuda_runtime_api.h HINTS ${regard_nvidia} /usr/local/cuda/include)
    if(REGARD_NCCL_HEADERS AND REGARD_CUDA_HEADERS)
      set(folders "${regard_gloo_headers}" "${REGARD_NCCL_HEADERS}" "${REGARD_CUDA_HEADERS}")
      regard_links(REGARD_HAS_NCCL "${regard_nccl_check}" INCLUDES "${folders}" DEFINITIONS -DUSE_C10D_NCCL)
      if(REGARD_HAS_NCCL)
        set(regard_processes "several processes with Gloo and NCCL")
        set_property(SOURCE "${regard_c10d_source}" APPEND PROPERTY COMPILE_DEFINITIONS REGARD_NCCL USE_C10D_NCCL)
        set_property(SOURCE "${regard_c10d_source}" APPEND PROPERTY INCLUDE_DIRECTORIES ${folders})
      endif()
    endif()
  endif()
endif()
message(STATUS "Training with ${regard_processes}")
