#include "cli/grammar.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/run_program.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

/// Escapes `text` so that roff prints it literally, without changing hyphens or running requests.
std::string roff(std::string_view text) {
  std::string safe = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\':
        safe += "\\e";
        break;
      case '-':
        safe += "\\-";
        break;
      case '\'':
        safe += "\\(aq";
        break;
      case '`':
        safe += "\\(ga";
        break;
      case '^':
        safe += "\\(ha";
        break;
      case '~':
        safe += "\\(ti";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string bold(std::string_view text) { return str("\\fB", roff(text), "\\fP"); }
std::string italic(std::string_view text) { return str("\\fI", roff(text), "\\fP"); }

std::string section(const std::string& title) {
  return str(".SH ", title.find(' ') == std::string::npos ? title : '"' + title + '"', '\n');
}
std::string item(const std::string& term, const std::string& sentence) {
  return str(".TP\n", term, '\n', roff(sentence), '\n');
}

/// The name of a command's page: "regard-tokenizer" for "regard tokenizer".
std::string page_name(const Grammar& grammar) {
  std::string name = grammar.name;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string reference_to(const Grammar& grammar) {
  return str("\\fB", roff(page_name(grammar)), "\\fP(1)");
}

std::string heading(const Grammar& grammar) {
  const auto title = upper_ascii(page_name(grammar));
  return str(".TH ", roff(title), " 1 \"\" \"regard ", kVersion, "\" \"regard\"\n.nh\n.ad l\n",
             section("NAME"), roff(page_name(grammar)), " \\- ", roff(grammar.summary), '\n');
}

constexpr std::string_view kBreak = ".br\n";

std::string usages(const Grammar& grammar) {
  std::string lines;
  for (const auto& usage : grammar.usages) {
    lines += str(bold(grammar.name), roff(usage.substr(grammar.name.size())), "\n", kBreak);
  }
  return lines;
}

/// The synopsis of commands. Each of the usages except the last ends with a break.
std::string synopsis(std::string usages) {
  usages.resize(usages.size() - kBreak.size());
  return section("SYNOPSIS") + usages;
}

std::string as_sentence(std::string phrase) {
  if (!phrase.empty() && phrase[0] >= 'a' && phrase[0] <= 'z') {
    phrase[0] = static_cast<char>(phrase[0] - 'a' + 'A');
  }
  return phrase.ends_with('.') ? phrase : phrase + '.';
}

std::string item_of(const Argument& argument, bool is_place) {
  std::string term = join(argument.names, ", ", is_place ? italic : bold);
  if (!is_place && !argument.metavariable.empty()) term += ' ' + italic(argument.metavariable);
  if (argument.takes == Argument::Takes::several) term += " ...";
  std::string sentence = argument.sentence;
  if (!argument.preset.empty()) sentence += str(" (default: ", argument.preset, ")");
  return item(term, sentence);
}

std::string items_of(const std::vector<Argument>& arguments, bool are_places) {
  std::string items, group = "Options";
  for (const auto& argument : arguments) {
    if (!are_places && argument.group != group) items += ".SS " + roff(argument.group) + '\n';
    group = argument.group;
    items += item_of(argument, are_places);
  }
  return items;
}

/// The options sorted by group; those without a group come first.
std::vector<Argument> by_group(std::vector<Argument> options) {
  std::vector<std::string> groups = {"Options"};
  for (const auto& option : options) {
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  }
  std::ranges::stable_sort(options, {}, [&](const Argument& option) {
    return std::ranges::find(groups, option.group) - groups.begin();
  });
  return options;
}

std::string description(const Grammar& grammar) {
  return roff(as_sentence(grammar.summary)) + '\n' + items_of(grammar.places, true);
}

std::string examples(const std::vector<std::string>& all) {
  std::string lines = section("EXAMPLES") + ".nf\n";
  for (const auto& example : all) lines += "$ " + roff(example) + '\n';
  return lines + ".fi\n";
}

std::string exit_status() {
  return section("EXIT STATUS") + item("0", "Success.") +
         item("1", "Failure; a message gives the reason.") +
         item("2", "The command line, a config or a text is invalid.") +
         item("130", "Interrupted by Ctrl-C; a training run has saved its state.") +
         item("143", "Ended by SIGTERM; a training run has saved its state.");
}

std::string environment(std::string_view command) {
  std::string items = section("ENVIRONMENT");
  for (const auto& variable : environment_variables()) {
    if (!variable.command.empty() && !command.empty() && variable.command != command) continue;
    std::string sentence(variable.sentence);
    if (command.empty() && !variable.command.empty())
      sentence = str("regard ", variable.command, ": ", sentence);
    items += item(bold(variable.names), sentence);
  }
  return items;
}

/// References to regard(1) and to the pages of the commands that the text names.
std::string see_also(const Grammar& self, const Grammar& program, const std::string& text) {
  std::string names = reference_to(program);
  for (const auto& command : program.commands) {
    if (command.name == self.name) continue;
    for (const char end : {' ', '\n', '.', ',', ')', ';', ':'}) {
      if (text.find(command.name + end) == std::string::npos) continue;
      names += ", " + reference_to(command);
      break;
    }
  }
  return section("SEE ALSO") + names + '\n';
}

}  // namespace

std::string manual_page(const Grammar& command, const Grammar& program) {
  std::string page = heading(command);
  if (command.commands.empty()) {
    page += synopsis(usages(command)) + section("DESCRIPTION") + description(command) +
            section("OPTIONS") + items_of(by_group(command.options), false);
  } else {
    std::string all;
    for (const auto& inner : command.commands) all += usages(inner);
    page += synopsis(all) + section("DESCRIPTION") + roff(as_sentence(command.summary)) + '\n' +
            section("OPTIONS");
    for (const auto& inner : command.commands) {
      page += str(".SS ", roff(inner.name), '\n', description(inner),
                  items_of(by_group(inner.options), false));
    }
  }
  auto shown = command.examples;
  for (const auto& inner : command.commands) {
    shown.insert(shown.end(), inner.examples.begin(), inner.examples.end());
  }
  page += examples(shown) + exit_status() +
          environment(command.name.substr(command.name.rfind(' ') + 1));
  return page + see_also(command, program, page);
}

std::string manual_page_of_program(const Grammar& program) {
  std::string page = heading(program) + synopsis(usages(program)) + section("DESCRIPTION") +
                     "regard trains models that translate between English and French, translates "
                     "with them, measures how good they are and compares them.\n"
                     "Each command has its own page.\n";
  for (const auto& command : program.commands) {
    page += item(reference_to(command), as_sentence(command.summary));
  }
  page += section("OPTIONS") + items_of(program.options, false) + examples(program.examples) +
          exit_status() + environment("");
  std::vector<std::string> pages;
  for (const auto& command : program.commands) pages.push_back(reference_to(command));
  return page + section("SEE ALSO") + join(pages, ", ") + '\n';
}

std::string manual_file(const Grammar& grammar) { return page_name(grammar) + ".1"; }

}  // namespace regard::cli

// regard manual: writes manual pages for man(1).
namespace regard::cli {
namespace {

void write_pages(const Grammar& program, const std::filesystem::path& folder) {
  make_folder(folder);
  const auto write = [&](const Grammar& grammar, const std::string& page) {
    write_file_atomically((folder / manual_file(grammar)).string(), page);
  };
  write(program, manual_page_of_program(program));
  for (const auto& command : program.commands) write(command, manual_page(command, program));
  log_info("wrote ", program.commands.size() + 1, " pages into ", folder.string());
}

std::string page_of(const std::string& name, const Grammar& program) {
  if (name.empty()) return manual_page_of_program(program);
  const auto full = program.name + ' ' + command_named(name).name;
  return manual_page(*std::ranges::find(program.commands, full, &Grammar::name), program);
}

}  // namespace

std::function<int()> add_manual(CLI::App& command, const Program& program) {
  auto name = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  command.add_option("COMMAND", *name, "The command. Default: the page of regard itself.")
      ->type_name("COMMAND");
  command
      .add_option("-o,--output", *folder, "Write the pages of all commands into this directory.")
      ->type_name("DIR");
  return [&program, name, folder] {
    const auto grammar = program_grammar(program);
    if (folder->empty()) {
      write_standard_output(page_of(*name, grammar));
    } else if (name->empty()) {
      write_pages(grammar, *folder);
    } else {
      throw Error("COMMAND and --output cannot be combined", {}, "leave one out");
    }
    return 0;
  };
}

}  // namespace regard::cli
