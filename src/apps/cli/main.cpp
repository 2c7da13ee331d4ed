// regard, which starts without LibTorch.
#include "cli/program.h"
#include "cli/run_program.h"

#ifndef __SANITIZE_ADDRESS__  // which must begin first
/// Before the beginnings of LibTorch's libraries, which allocate memory and may get none.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() noexcept = regard::cli::set_last_resort;
#endif

namespace regard::cli {
/// Made by scripts/cmake/grammar.cmake.
std::string_view grammar_with_libtorch();
}  // namespace regard::cli

int main(int argc, char** argv) {
  auto program = regard::cli::runtime_program();
  program.grammar_of_others = regard::cli::grammar_with_libtorch();
  return regard::cli::run_program(program, argc, argv);
}
