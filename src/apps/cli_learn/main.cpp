// regard-libtorch, which has all commands.
#include "cli/before_all.h"
#include "cli/run_program.h"
#include "cli_learn/commands.h"
#include "cli_training/allocator.h"
#include "regard/translate/use_modules.h"

int main(int argc, char** argv) {
  regard::translate::use_modules();
  return regard::cli::run_program(regard::cli::learning_program(), argc, argv);
}
