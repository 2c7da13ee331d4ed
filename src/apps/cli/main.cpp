// regard, which starts without LibTorch.
#include "cli/before_all.h"
#include "cli/program.h"
#include "cli/run_program.h"

namespace regard::cli {
/// Defined in a source that scripts/cmake/grammar.cmake generates.
std::string_view grammar_with_libtorch();
}  // namespace regard::cli

int main(int argc, char** argv) {
  auto program = regard::cli::runtime_program();
  program.grammar_of_others = regard::cli::grammar_with_libtorch();
  return regard::cli::run_program(program, argc, argv);
}
