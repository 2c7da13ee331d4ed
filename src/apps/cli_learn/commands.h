#pragma once
#include "cli/program.h"

namespace regard::cli {

/// The teaching commands, declared like those in cli/commands.h.
std::function<int()> add_book(CLI::App& command);
std::function<int()> add_draw(CLI::App& command);
std::function<int()> add_explain(CLI::App& command);
std::function<int()> add_figures(CLI::App& command);
std::function<int()> add_claims(CLI::App& command);

/// Names of the figures that `regard figures` draws.
std::vector<std::string> figure_names();
/// Names of the diagrams that `regard draw` draws without a model.
std::vector<std::string> drawing_names();
/// Names of the claims that `regard claims` tests.
std::vector<std::string> claim_names();

/// The program regard-libtorch, which has all commands.
Program learning_program();

}  // namespace regard::cli
