#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/grammar.h"
#include "cli/program.h"

namespace regard::cli {

struct Command {
  std::string name;
  std::string heading;  ///< heading of its group in `regard --help`
  std::string summary;
  std::array<const char*, 2> examples;  ///< --help begins with them
};

/// Every command of both programs, in the order of `regard --help`.
const std::vector<Command>& commands();

/// Throws Error, which names the nearest one, if there is no such command.
const Command& command_named(const std::string& name);

/// A command with its arguments declared; each also has -q and -v.
struct DeclaredCommand {
  std::shared_ptr<CLI::App> app;
  std::function<int()> run;  ///< after parsing; returns the exit code
};
/// Throws Error if the program does not have the command.
DeclaredCommand declared(const Program& program, const Command& command);

/// The grammar of a command, or nothing if this installation does not have it.
std::optional<Grammar> grammar_of(const Program& program, const Command& command);

/// `regard` itself, with all its commands.
Grammar program_grammar(const Program& program);

}  // namespace regard::cli
