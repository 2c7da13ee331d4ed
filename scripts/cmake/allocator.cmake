# regard_use_allocator(TARGET): the program takes its memory from jemalloc where that is there; LibTorch's then comes from it, too.
# A training's tensors have other sizes in each step: glibc gives their pages back and faults them in again, or scatters them
# (docs/performance.md has the figures).
find_library(REGARD_JEMALLOC_LIBRARY NAMES libjemalloc.a jemalloc)
mark_as_advanced(REGARD_JEMALLOC_LIBRARY)

function(regard_use_allocator target)
  if(NOT REGARD_JEMALLOC_LIBRARY OR REGARD_SANITIZE)  # sanitizers bring their own
    return()
  endif()
  target_link_libraries(${target} PRIVATE "${REGARD_JEMALLOC_LIBRARY}" Threads::Threads ${CMAKE_DL_LIBS})
  target_compile_definitions(${target} PRIVATE REGARD_JEMALLOC)
endfunction()
