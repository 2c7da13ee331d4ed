#include "cli/grammar.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "base/readable.h"
#include "base/version.h"
#include "cli/options.h"
#include "regard/base/str.h"
#include "regard/config/search_options.h"

namespace regard::cli {
namespace {

constexpr std::string_view kOwn = "Options";
constexpr std::string_view kSampling = "Sampling";
constexpr std::string_view kMessages = "Help and messages";
/// Headings in order; all other headings come before the last of these.
constexpr std::array<std::string_view, 6> kHeadings = {kOwn,     "Input",   "Output",
                                                       "Search", kSampling, "Machine"};
/// Maximum number of options under one heading; longer lists have several headings.
constexpr size_t kMostUnderOne = 9;

using Names = std::map<std::string, std::string_view, std::less<>>;

template <class Options>
void add_fields(Names& names, std::string_view heading) {
  config::for_each_field<Options>(
      [&](const auto& field) { names.emplace(detail::flag_name(field.name), heading); });
}

/// The heading of each option that is not the command's own.
Names heading_by_name() {
  Names names;
  for (const auto* name : {"--help", "--quiet", "--verbose"}) names[name] = kMessages;
  for (const auto* name : {"--input", "--source", "--reference", "--text", "--glossary", "--keep",
                           "--prefix", "--tag", "--trust"}) {
    names[name] = "Input";
  }
  for (const auto* name : {"--output", "--format", "--json", "--alignment", "--attention",
                           "--n-best", "--alternatives", "--open"}) {
    names[name] = "Output";
  }
  for (const auto* name : {"--device", "--threads", "--compute", "--shortlist", "--batch-size",
                           "--sentences", "--memory", "--jobs"}) {
    names[name] = "Machine";
  }
  for (const auto* name : {"--sample", "--least-risk"}) names[name] = kSampling;
  for (const auto* name : {"--language-model", "--language-model-weight"}) names[name] = "Search";
  add_fields<config::SearchOptions>(names, "Search");
  for (const auto* name : {"--temperature", "--top-k", "--top-p", "--epsilon"}) {
    names.emplace(name, kSampling);
  }
  return names;
}

size_t rank(const std::string& heading) {
  if (heading == kMessages) return kHeadings.size() + 1;
  return static_cast<size_t>(std::ranges::find(kHeadings, heading) - kHeadings.begin());
}

/// The name without its negation: --no-split is listed where --split would be.
std::string positive(const std::string& name) {
  constexpr std::string_view kNegation = "--no-";
  return name.starts_with(kNegation) ? "--" + name.substr(kNegation.size()) : name;
}

/// Lists --memory FILE, a translation memory, as input; --memory N is the machine's memory.
void set_heading_of_memory(std::vector<Argument>& options) {
  for (auto& option : options) {
    if (option.names.back() == "--memory" && option.metavariable == "FILE") option.group = "Input";
  }
}

/// Lists --seed under sampling in a command that samples, and otherwise, as in training, among the
/// command's own options.
void set_heading_of_seed(std::vector<Argument>& options) {
  const auto is_sampling = [](const Argument& option) { return option.group == kSampling; };
  if (std::ranges::none_of(options, is_sampling)) return;
  for (auto& option : options) {
    if (option.names.back() == "--seed") option.group = kSampling;
  }
}

}  // namespace

void set_headings(std::vector<Argument>& options) {
  if (options.size() <= kMostUnderOne) return;
  static const Names kNames = heading_by_name();
  for (auto& option : options) {
    if (option.group != kOwn) continue;
    for (const auto& name : {option.names.back(), positive(option.names.back())}) {
      const auto found = kNames.find(name);
      if (found == kNames.end()) continue;
      option.group = found->second;
      break;
    }
  }
  set_heading_of_memory(options);
  set_heading_of_seed(options);
  std::ranges::stable_sort(options, {}, [](const Argument& option) { return rank(option.group); });
}

namespace {

constexpr size_t kColumns = 80;
constexpr size_t kNameColumns = 30;     ///< column of argument names
constexpr size_t kCommandColumns = 14;  ///< column of command names

/// A name, and a sentence next to it or, if the name is long, below it.
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
             " --version lists the libraries that ", program.name, " was built with.\n");
}

}  // namespace regard::cli
