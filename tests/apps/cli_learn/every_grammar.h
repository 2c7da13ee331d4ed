#pragma once
#include <vector>

#include "cli/program.h"
#include "cli_learn/commands.h"

namespace regard::cli {

/// The program that has all commands.
inline const Program& every_command() {
  static const Program kProgram = learning_program();
  return kProgram;
}

/// The grammars of all commands and their subcommands.
inline std::vector<Grammar> every_grammar() {
  auto grammars = program_grammar(every_command()).commands;
  for (size_t i = 0; i < grammars.size(); ++i) {
    const auto inner = grammars[i].commands;
    grammars.insert(grammars.end(), inner.begin(), inner.end());
  }
  return grammars;
}

}  // namespace regard::cli
