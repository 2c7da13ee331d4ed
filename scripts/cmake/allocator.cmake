# regard_use_allocator(TARGET): allocates through jemalloc if available, including LibTorch's memory. The tensors of training have
# different sizes in each step: glibc returns their pages and faults them in again, or fragments memory (docs/trials.md has figures).
find_library(REGARD_JEMALLOC_LIBRARY NAMES libjemalloc.a jemalloc)
mark_as_advanced(REGARD_JEMALLOC_LIBRARY)

function(regard_use_allocator target)
  if(NOT REGARD_JEMALLOC_LIBRARY OR REGARD_SANITIZE)  # sanitizers bring their own
    return()
  endif()
  target_link_libraries(${target} PRIVATE "${REGARD_JEMALLOC_LIBRARY}" Threads::Threads ${CMAKE_DL_LIBS})
  target_compile_definitions(${target} PRIVATE REGARD_JEMALLOC)
endfunction()
