#pragma once
#include "cli/run_program.h"

// Included once in a program, next to its main().

#ifndef __SANITIZE_ADDRESS__  // the sanitizer's runtime must start first
/// Runs before the initializers of LibTorch's libraries, which allocate memory and may fail.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() noexcept = regard::cli::set_last_resort;
#endif
