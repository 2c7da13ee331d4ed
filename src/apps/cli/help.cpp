#include "cli/help.h"

#include <algorithm>
#include <vector>

#include "base/version.h"
#include "base/wrapped.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kNameColumns = 30;     ///< column of argument names
constexpr size_t kCommandColumns = 14;  ///< column of command names

/// A name, and beside it, or below it where it is long, a sentence.
std::string entry(const std::string& name, const std::string& sentence, size_t name_columns) {
  const std::string begin = "  " + name;
  const std::string gap = begin.size() + 2 <= name_columns
                              ? std::string(name_columns - begin.size(), ' ')
                              : '\n' + std::string(name_columns, ' ');
  return begin + gap + wrapped(sentence, kColumns - name_columns, name_columns) + '\n';
}

//   --beam-size N               Hypotheses kept per sentence. 1 is greedy
//                               search. (default: 5)
std::string entry_of(const Argument& argument, bool is_place) {
  std::string name = join(argument.names);
  if (!is_place && !argument.metavariable.empty()) name += ' ' + argument.metavariable;
  if (argument.takes == Argument::Takes::several) name += "...";
  std::string sentence = argument.sentence;
  if (!argument.preset.empty()) sentence += str(" (default: ", argument.preset, ")");
  if (argument.is_required) sentence += " (required)";
  return entry(name, sentence, kNameColumns);
}

std::string list_of(const std::string& heading, const std::string& entries) {
  return entries.empty() ? "" : str('\n', heading, ":\n", entries);
}

std::string options_by_group(const Grammar& grammar) {
  std::vector<std::string> groups;
  for (const auto& option : grammar.options) {
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  }
  std::string text;
  for (const auto& group : groups) {
    std::string entries;
    for (const auto& option : grammar.options) {
      if (option.group == group) entries += entry_of(option, false);
    }
    text += list_of(group, entries);
  }
  return text;
}

std::string list_of_commands(const Grammar& grammar, const std::string& heading) {
  std::string entries;
  for (const auto& command : grammar.commands) {
    if (command.heading != heading) continue;
    entries +=
        entry(command.name.substr(grammar.name.size() + 1), command.summary, kCommandColumns);
  }
  return list_of(heading.empty() ? "Commands" : heading, entries);
}

std::string commands_by_heading(const Grammar& grammar) {
  std::vector<std::string> headings;
  std::string text;
  for (const auto& command : grammar.commands) {
    if (std::ranges::find(headings, command.heading) != headings.end()) continue;
    headings.push_back(command.heading);
    text += list_of_commands(grammar, command.heading);
  }
  return text;
}

}  // namespace

std::string help_text(const Grammar& grammar) {
  std::string text = wrapped(grammar.summary, kColumns) + "\n\n";
  for (const auto& example : grammar.examples) text += "  $ " + example + '\n';
  if (!grammar.examples.empty()) text += '\n';
  const std::string_view heading = "Usage: ";
  for (const auto& usage : grammar.usages) {
    text +=
        &usage == &grammar.usages.front() ? std::string(heading) : std::string(heading.size(), ' ');
    text += wrapped(usage, kColumns - heading.size(), heading.size()) + '\n';
  }
  std::string places;
  for (const auto& place : grammar.places) places += entry_of(place, true);
  return text + list_of("Arguments", places) + options_by_group(grammar) +
         commands_by_heading(grammar);
}

std::string program_help(const Grammar& program) {
  return str(program.name, ' ', kVersion, ": ", program.summary,
             "\n\nUsage: ", program.usages.front(), '\n', commands_by_heading(program), '\n',
             program.name, " COMMAND --help lists the arguments of a command,\n", program.name,
             " --version the libraries that ", program.name, " was built with.\n");
}

}  // namespace regard::cli
