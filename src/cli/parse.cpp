#include "parse.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "grammar.h"
#include "help.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/nearest.h"
#include "regard/base/output.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

// The command that the arguments reach: `regard tokenizer train`.
const CLI::App& innermost(const CLI::App& command) {
  const CLI::App* innermost = &command;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return *innermost;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* subcommand : command.get_subcommands({}))
    names.push_back(subcommand->get_name());
  return names;
}

Error unexpected(const CLI::App& command, const std::string& argument) {
  const std::string help = str("see ", full_name(command), " --help");
  const auto remedy = [&](const std::string& meant) { return meant.empty() ? help : meant; };
  if (argument.starts_with('-')) {
    const std::string name = argument.substr(0, argument.find('='));
    return Error(str(full_name(command), " has no option ", name), {},
                 remedy(did_you_mean(name, option_names(command))));
  }
  const auto subcommands = subcommand_names(command);
  if (!subcommands.empty()) {
    return Error(str("there is no command ", full_name(command), ' ', argument), {},
                 remedy(did_you_mean(argument, subcommands)));
  }
  return Error(str(full_name(command), " does not expect '", argument, "'"), {}, help);
}

// CLI11's message, or a better one.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& command) {
  const std::string text = error.what();
  if (error.get_name() == "ArgumentMismatch") {  // "--beam-size: 1 required N missing"
    return text.substr(0, text.find(':')) + " needs a value";
  }
  const auto subcommands = subcommand_names(command);
  if (error.get_name() == "RequiredError" && !subcommands.empty()) {
    return full_name(command) + " needs one of its commands: " + join(subcommands);
  }
  return text;
}

// An option whose value can also be named by its place comes first: otherwise a word before it
// would take that place.
std::vector<std::string> with_named_places_first(const CLI::App& command,
                                                 std::vector<std::string> arguments) {
  const CLI::App* reached = &command;
  size_t first = 0;
  for (; first < arguments.size(); ++first) {
    const auto subcommands = reached->get_subcommands(
        [&](const CLI::App* one) { return one->get_name() == arguments[first]; });
    if (subcommands.empty()) break;
    reached = subcommands.front();
  }
  for (const auto* option : reached->get_options()) {
    if (!option->get_positional() || option->get_lnames().empty()) continue;
    const auto name = "--" + option->get_lnames().front();
    const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(first);
    const auto found = std::find_if(begin, arguments.end(), [&](const std::string& argument) {
      return argument == name || argument.starts_with(name + '=');
    });
    if (found == arguments.end()) continue;
    const bool has_value = *found == name && found + 1 != arguments.end();
    std::rotate(begin, found, found + (has_value ? 2 : 1));
  }
  return arguments;
}

}  // namespace

bool parse(CLI::App& command, const std::vector<std::string>& given) {
  const auto arguments = with_named_places_first(command, given);
  try {
    // CLI11 wants them last to first.
    command.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return true;
  } catch (const CLI::CallForHelp&) {
    write_standard_output(help_text(grammar_of(innermost(command))));
    return false;
  } catch (const CLI::ExtrasError&) {
    throw unexpected(innermost(command), command.remaining(true).front());
  } catch (const CLI::ParseError& error) {
    // A misspelt option leaves others without their value, so report it first. In a command that
    // reads remaining arguments itself, nothing is misspelt.
    const auto& reached = innermost(command);
    const auto extras = command.remaining(true);
    if (!extras.empty() && !reached.get_allow_extras()) throw unexpected(reached, extras.front());
    throw Error(sentence_of(error, reached), {}, str("see ", full_name(reached), " --help"));
  }
}

}  // namespace regard::cli
