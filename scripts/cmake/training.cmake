# What needs LibTorch: the library that trains, the other commands, and the program that has all of them.
include(scripts/cmake/torch.cmake)         # regard::torch
include(scripts/cmake/parallel.cmake)      # what of c10d LibTorch has
include(scripts/cmake/allocator.cmake)     # regard_use_allocator()

regard_library(regard ROOMS parallel train compare diagrams figures report explain claims HEAVY_OF ${runtime_rooms} WITHOUT ${names} FAST ops search
  LINKS PUBLIC regard_runtime regard::torch PRIVATE regard::yaml regard::utf8proc regard::json regard::zlib)
# A static library gives a program what it asks for: this is how the runtime gets modules (src/training/module_search/loaded_modules.cpp).
target_link_options(regard INTERFACE LINKER:--undefined=regard_has_modules)
# Not <torch/torch.h>: every source would pay for the templates in it (5.4 s against 2.8 s with g++ 12). What a source needs
# beside these it includes itself.
target_precompile_headers(regard_fast_heavy PRIVATE <torch/types.h> <torch/nn/module.h> <torch/nn/pimpl.h>)
target_precompile_headers(regard REUSE_FROM regard_fast_heavy)
regard_sum_of_precompiled_header(regard_fast_heavy)

# What fetches corpora. Programs that use the library do without it.
regard_library(regard_download ROOMS download
  LINKS PUBLIC regard_base PRIVATE CURL::libcurl regard::zip regard::zlib)

regard_library(regard_cli HEAVY_OF cli LINKS PUBLIC regard_cli_runtime regard regard_download PRIVATE ${links_of_commands})
list(TRANSFORM commands_with_libtorch PREPEND src/apps/cli/)
target_sources(regard_cli PRIVATE src/apps/cli/command_table.cpp ${commands_with_libtorch})
target_link_libraries(regard_cli PRIVATE regard::zip)
target_precompile_headers(regard_cli REUSE_FROM regard_fast_heavy)

add_executable(regard_libtorch_program src/apps/cli/main.cpp)
add_dependencies(regard_program regard_libtorch_program)
# The installed program finds LibTorch where the build found it. The path is written once: when CMake writes another at installation,
# it pads the first, and an empty entry is the working directory.
set_target_properties(regard_libtorch_program PROPERTIES OUTPUT_NAME regard-libtorch INSTALL_RPATH "${regard_libtorch}/lib" BUILD_WITH_INSTALL_RPATH ON)
target_link_libraries(regard_libtorch_program PRIVATE regard_cli regard::cli11)
target_include_directories(regard_libtorch_program PRIVATE src)
regard_use_allocator(regard_libtorch_program)
