#pragma once
#include <vector>

#include "cli/command_table.h"

namespace regard::cli {

/// The grammars of all commands and of their own commands.
inline std::vector<Grammar> every_grammar() {
  auto grammars = program_grammar().commands;
  for (size_t i = 0; i < grammars.size(); ++i) {
    const auto inner = grammars[i].commands;
    grammars.insert(grammars.end(), inner.begin(), inner.end());
  }
  return grammars;
}

}  // namespace regard::cli
