#include "cli/grammar.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "cli/completion.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

// CLI11 has one text for the end of the help; these prefixes begin the lines that we store in it.
constexpr std::string_view kExample = "$ ";
constexpr std::string_view kUsage = "Usage: ";

void add_line(CLI::App& command, std::string_view kind, const std::string& line) {
  command.footer(str(command.get_footer(), kind, line, '\n'));
}

std::vector<std::string> lines_of_kind(const CLI::App& command, std::string_view kind) {
  std::vector<std::string> found;
  std::istringstream lines(command.get_footer());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kind)) found.push_back(line.substr(kind.size()));
  }
  return found;
}

Argument::Takes values_at_once(const CLI::Option& option) {
  // A positional argument without values represents all words (regard score reads them itself).
  if (option.get_expected_max() == 0) {
    return option.get_positional() ? Argument::Takes::several : Argument::Takes::nothing;
  }
  return option.get_expected_max() > 1 && option.get_allow_extra_args() ? Argument::Takes::several
                                                                        : Argument::Takes::one;
}

Argument argument_of(const CLI::Option& option, const CLI::App& command) {
  Argument argument{
      .metavariable = option.get_type_name(),
      .sentence = option.get_description(),
      .preset = option.get_default_str(),
      .group = option.get_group(),
      .takes = values_at_once(option),
      .is_required = option.get_required(),
      .is_repeatable = option.get_expected_max() > 1 ||
                       option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll};
  if (argument.takes == Argument::Takes::nothing) argument.metavariable.clear();
  if (auto values = values_of(argument.metavariable)) argument.words = std::move(values->words);
  if (&option == command.get_help_ptr()) argument.sentence = "Print this help.";
  return argument;
}

Argument place_of(const CLI::Option& option, const CLI::App& command) {
  auto place = argument_of(option, command);
  place.names = {option.get_name(true)};
  return place;
}

Argument option_of(const CLI::Option& option, const CLI::App& command) {
  auto argument = argument_of(option, command);
  for (const auto& name : option.get_snames()) argument.names.push_back('-' + name);
  for (const auto& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (option.get_positional()) {
    argument.sentence = "Same as the " + option.get_name(true) + " argument.";
    argument.is_required = false;
    argument.preset.clear();
  }
  return argument;
}

std::string with_dots(const Argument& argument, const std::string& name) {
  return argument.takes == Argument::Takes::several ? name + "..." : name;
}

/// Names every required argument.
std::string usage_of(const Grammar& grammar) {
  std::string usage = grammar.name + " [OPTIONS]";
  for (const auto& option : grammar.options) {
    if (!option.is_required) continue;
    usage += ' ' + option.names.back() + ' ' + with_dots(option, option.metavariable);
  }
  for (const auto& place : grammar.places) {
    const auto name = with_dots(place, place.names.front());
    usage += place.is_required ? ' ' + name : " [" + name + ']';
  }
  return usage + (grammar.commands.empty() ? "" : " COMMAND");
}

}  // namespace

Grammar grammar_of(const CLI::App& command) {
  Grammar grammar{.name = full_name(command),
                  .summary = command.get_description(),
                  .examples = lines_of_kind(command, kExample)};
  for (const auto* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->get_positional()) grammar.places.push_back(place_of(*option, command));
    if (option->nonpositional()) grammar.options.push_back(option_of(*option, command));
  }
  set_headings(grammar.options);
  for (const auto* subcommand : command.get_subcommands({})) {
    grammar.commands.push_back(grammar_of(*subcommand));
  }
  for (const auto& usage : lines_of_kind(command, kUsage)) {
    grammar.usages.push_back(grammar.name + ' ' + usage);
  }
  if (grammar.usages.empty()) grammar.usages = {usage_of(grammar)};
  return grammar;
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr
             ? command.get_name()
             : full_name(*command.get_parent()) + ' ' + command.get_name();
}

void set_examples(CLI::App& command, const std::vector<std::string>& examples) {
  command.footer("");
  for (const auto& example : examples) add_line(command, kExample, example);
}

void add_usage(CLI::App& command, const std::string& usage) { add_line(command, kUsage, usage); }

using Json = nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Argument::Takes, {{Argument::Takes::nothing, "nothing"},
                                               {Argument::Takes::one, "one"},
                                               {Argument::Takes::several, "several"}})

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Argument, names, metavariable, words, sentence, preset, group,
                                   takes, is_required, is_repeatable)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Grammar, name, summary, heading, examples, usages, places,
                                   options, commands)

std::string grammar_json(const Grammar& grammar) { return Json(grammar).dump(); }

Grammar grammar_of_json(std::string_view json) { return Json::parse(json).get<Grammar>(); }

}  // namespace regard::cli
