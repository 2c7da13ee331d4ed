#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace regard::cli {

struct Command;
struct ModelScoreArguments;
struct Program;

/// Declares the arguments of a command and returns the function that runs it after parsing.
using AddCommand = std::function<int()> (*)(CLI::App& command, const Program& program);

/// Of a command that asks nothing about its program.
template <std::function<int()> (*add)(CLI::App&)>
std::function<int()> alone(CLI::App& command, const Program&) {
  return add(command);
}

/// A program is the commands that it has, and what only it knows of them. There are two:
/// runtime_program.h has `regard`, training_program.h regard-libtorch.
struct Program {
  std::map<std::string, AddCommand, std::less<>> commands;
  std::string (*library_versions)();  ///< lines for `regard --version`
  /// The words that can stand for a metavariable, such as FIGURE.
  std::map<std::string, std::vector<std::string> (*)(), std::less<>> words = {};
  int (*score_with_model)(const ModelScoreArguments&) = nullptr;
  /// The program_grammar() of regard-libtorch, as grammar_json() writes it; empty in that program,
  /// and if it could not be run when this one was built.
  std::string_view grammar_of_others = {};

  bool has(const Command& command) const;
};

}  // namespace regard::cli
