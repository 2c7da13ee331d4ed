// regard-libtorch without the teaching material.
#include "cli/before_all.h"
#include "cli/run_program.h"
#include "cli_training/allocator.h"
#include "cli_training/commands.h"
#include "regard/translate/use_modules.h"

int main(int argc, char** argv) {
  regard::translate::use_modules();
  return regard::cli::run_program(regard::cli::training_program(), argc, argv);
}
