#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/grammar.h"

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace regard::cli {

struct Command;
struct ModelScoreArguments;
struct Program;

/// Declares the arguments of a command and returns the function that runs it after parsing.
using AddCommand = std::function<int()> (*)(CLI::App& command, const Program& program);

/// Adapts a command that does not need its program.
template <std::function<int()> (*add)(CLI::App&)>
std::function<int()> alone(CLI::App& command, const Program&) {
  return add(command);
}

/// Why a program lacks commands that others have, as the end of "regard train PROBLEM".
struct Lack {
  const char* problem;
  const char* remedy;
};

/// A program: its commands, and what only it knows about them. `regard` is runtime_program().
/// regard-libtorch is learning_program(), or training_program() in a build without the teaching
/// material.
struct Program {
  std::map<std::string, AddCommand, std::less<>> commands;
  Lack why_not_others;
  std::string (*library_versions)();  ///< lines for `regard --version`
  /// For each metavariable, such as FIGURE, the values that it can have.
  std::map<std::string, std::vector<std::string> (*)(), std::less<>> words = {};
  int (*score_with_model)(const ModelScoreArguments&) = nullptr;
  /// The program_grammar() of regard-libtorch, as written by grammar_json(). Empty in that program
  /// itself, and if it could not be run when this program was built.
  std::string_view grammar_of_others = {};

  bool has(const Command& command) const;
};

struct Command {
  std::string name;
  std::string heading;  ///< heading of its group in `regard --help`
  std::string summary;
  std::array<const char*, 2> examples;  ///< --help begins with them
};

/// Every command of both programs, in the order in which `regard --help` lists them.
const std::vector<Command>& commands();

/// The command with this name. Throws Error, naming the nearest one, if there is none.
const Command& command_named(const std::string& name);

/// A command with its declared arguments, which include -q and -v.
struct DeclaredCommand {
  std::shared_ptr<CLI::App> app;
  std::function<int()> run;  ///< after parsing; returns the exit code
};
/// Declares the arguments of a command. Throws Error if the program does not have the command.
DeclaredCommand declared(const Program& program, const Command& command);

/// The grammar of a command; nullopt if this installation does not have the command.
std::optional<Grammar> grammar_of(const Program& program, const Command& command);

/// The grammar of `regard` itself, with all its commands.
Grammar program_grammar(const Program& program);

/// `regard`, which starts immediately: it has all commands that do not need LibTorch.
Program runtime_program();

}  // namespace regard::cli
