# Everything that needs LibTorch: the training library, the other commands, and the program that has all of them.
include(scripts/cmake/torch.cmake)         # regard::torch
include(scripts/cmake/parallel.cmake)      # the parts of c10d that LibTorch has
include(scripts/cmake/allocator.cmake)     # regard_use_allocator()

set(training batches interop model module_search nn ops optimizer parallel scoring trainer)
set(evaluation compare report reranking)
set(components "")
foreach(side IN ITEMS training evaluation)
  list(TRANSFORM ${side} PREPEND ${side}/ OUTPUT_VARIABLE of_side)
  list(APPEND components ${of_side})
endforeach()
regard_library(regard COMPONENTS ${components}
  LINKS PUBLIC regard_runtime regard::torch PRIVATE regard::yaml regard::utf8proc regard::json regard::zlib)
# Not <torch/torch.h>, because every source would pay for its templates (5.4 s instead of 2.8 s with g++ 12). A source includes what it needs in
# addition to these headers.
target_precompile_headers(regard_fast PRIVATE <torch/types.h> <torch/nn/module.h> <torch/nn/pimpl.h>)
target_precompile_headers(regard REUSE_FROM regard_fast)
regard_sum_of_precompiled_header(regard_fast)

# Downloads corpora. Programs that use the library do not need it.
regard_library(regard_download COMPONENTS apps/download
  LINKS PUBLIC regard_findings PRIVATE CURL::libcurl)

# Generates the texts from which a student of `regard distil` learns.
regard_library(regard_distillation COMPONENTS runtime/distillation LINKS PUBLIC regard_runtime)

regard_library(regard_cli_training COMPONENTS apps/cli_training
  LINKS PUBLIC regard_cli regard regard_download regard_distillation PRIVATE ${links_of_commands} regard::zip)
target_precompile_headers(regard_cli_training REUSE_FROM regard_fast)

# The teaching material, which nothing else includes.
set(commands cli_training)
if(REGARD_LEARN)
  set(learn book claims diagrams explain figures lessons words)
  list(TRANSFORM learn PREPEND learn/)
  regard_library(regard_learn COMPONENTS ${learn} LINKS PUBLIC regard PRIVATE regard::json regard::crypto)
  regard_library(regard_cli_learn COMPONENTS apps/cli_learn
    LINKS PUBLIC regard_cli_training regard_learn PRIVATE ${links_of_commands})
  target_precompile_headers(regard_learn REUSE_FROM regard_fast)
  target_precompile_headers(regard_cli_learn REUSE_FROM regard_fast)
  set(commands cli_learn)
endif()

add_executable(regard_libtorch_program src/apps/${commands}/main.cpp)
add_dependencies(regard_program regard_libtorch_program)
# The installed program finds LibTorch where the build found it. The path is written only once: if CMake replaces it at installation,
# it pads the first one, and an empty entry means the working directory.
set_target_properties(regard_libtorch_program PROPERTIES OUTPUT_NAME regard-libtorch INSTALL_RPATH "${regard_libtorch}/lib" BUILD_WITH_INSTALL_RPATH ON)
target_link_libraries(regard_libtorch_program PRIVATE regard_${commands})
regard_use_allocator(regard_libtorch_program)
