#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/grammar.h"

namespace regard::cli {

struct Command {
  std::string name;
  std::string heading;  ///< heading of its group in `regard --help`
  std::string summary;
  std::function<int()> (*add)(CLI::App& command);  ///< null: see is_available()
  std::array<const char*, 2> examples;             ///< --help begins with them

  /// Whether this program has it.
  bool is_available() const { return add != nullptr; }
};

/// Every command, in the order of `regard --help`.
const std::vector<Command>& commands();

/// Throws Error, which names the nearest one, if there is no such command.
const Command& command_named(const std::string& name);

/// A command with its arguments declared; each also has -q and -v.
struct DeclaredCommand {
  std::shared_ptr<CLI::App> app;
  std::function<int()> run;  ///< after parsing; returns the exit code
};
DeclaredCommand declared(const Command& command);

/// The grammar of a command, or nothing if this installation does not have it.
std::optional<Grammar> grammar_of(const Command& command);

/// `regard` itself, with all its commands.
Grammar program_grammar();

/// The program_grammar() of regard-libtorch, as grammar_json() writes it; empty in that program,
/// and if it could not be run when this one was built.
std::string_view grammar_with_libtorch();

}  // namespace regard::cli
