#include "completion_parts.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr auto kZshHelpers = R"(
# The runs that begin with what is typed, or the folders, if there are none.
_regard_runs() {
  local -a runs=(${(Q)PREFIX}*/config.yaml(N:h) ${(Q)PREFIX}*/*/config.yaml(N:h))
  if ((${#runs})); then
    compadd -f -- $runs
  else
    _files -/
  fi
}

_regard_configs() { _files -g '*.(yaml|yml)' }

_regard_words() { compadd -- "$@" }

_regard_words_and_folders() {
  compadd -- "$@"
  _files -/
}

# Words that a value follows.
_regard_keys() { compadd -S '' -- "$@" }
)";

/// What has a meaning in a specification of _arguments is escaped.
std::string zsh_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\' || c == ':' || c == '[' || c == ']') safe += '\\';
    safe += c;
  }
  return safe;
}

/// What completes the value. The blank before a function keeps _arguments from adding arguments.
std::string zsh_action(const Argument& argument) {
  const auto values = values_of(argument);
  const auto words = join(values.words, " ");
  if (values.are_beginnings) return " _regard_keys " + words;
  switch (values.paths) {
    case Values::Paths::none:
      return words.empty() ? " " : " _regard_words " + words;
    case Values::Paths::files:
      return "_files";
    case Values::Paths::folders:
      return words.empty() ? "_files -/" : " _regard_words_and_folders " + words;
    case Values::Paths::runs:
      return " _regard_runs";
    case Values::Paths::configs:
      return " _regard_configs";
  }
  return " ";
}

std::string zsh_option(const Argument& option) {
  const bool is_flag = option.takes == Argument::Takes::nothing;
  std::string rest = str('[', zsh_text(brief(option.sentence)), ']');
  if (!is_flag) rest += str(':', zsh_text(option.metavariable), ':', zsh_action(option));
  std::vector<std::string> names;
  for (const auto& name : option.names) {
    const char* ending = is_flag ? "" : name.starts_with("--") ? "=" : "+";
    names.push_back(name + ending);
  }
  const auto excluded = option.is_repeatable ? "*" : str('(', join(option.names, " "), ')');
  std::string lines;
  for (const auto& name : names) lines += str("    ", quoted(excluded + name + rest), " \\\n");
  return lines;
}

std::string zsh_place(const Argument& place, size_t number) {
  const auto where = place.takes == Argument::Takes::several ? std::string("*") : str(number);
  return str("    ", quoted(str(where, ':', zsh_text(place.names.front()), ':', zsh_action(place))),
             " \\\n");
}

std::string zsh_function_of(const Grammar& command) {
  std::string name = '_' + command.name;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}

/// A function that completes a name of a command, then calls the command's own function. `others`:
/// cases beside those of the commands.
std::string zsh_choice(const Grammar& grammar, const std::string& options,
                       const std::string& others = "") {
  std::string text =
      str('\n', zsh_function_of(grammar), "() {\n  local curcontext=$curcontext state\n",
          "  local -a line commands=(\n");
  for (const auto& command : grammar.commands) {
    text += str("    ", quoted(short_name(command) + ':' + zsh_text(brief(command.summary))), '\n');
  }
  text += str(
      "  )\n  _arguments -C ", options, " '1: :->command' '*:: :->argument'\n  case $state in\n",
      "    command) _describe command commands ;;\n    argument)\n", "      case $words[1] in\n");
  for (const auto& command : grammar.commands) {
    text += str("        ", short_name(command), ") ", zsh_function_of(command), " ;;\n");
  }
  return text + others + "      esac\n      ;;\n  esac\n}\n";
}

std::string zsh_functions(const Grammar& command) {
  if (!command.commands.empty()) {
    std::string text;
    for (const auto& inner : command.commands) text += zsh_functions(inner);
    return text + zsh_choice(command, "'--help[Print this help]'");
  }
  std::string text = str('\n', zsh_function_of(command), "() {\n  _arguments \\\n");
  for (const auto& option : command.options) text += zsh_option(option);
  for (size_t i = 0; i < command.places.size(); ++i) text += zsh_place(command.places[i], i + 1);
  return text.substr(0, text.size() - 3) + "\n}\n";  // without the last backslash
}

}  // namespace

std::string zsh_completion(const Grammar& program) {
  std::string text = "#compdef regard\n" + first_comment("zsh") + kZshHelpers;
  for (const auto& command : program.commands) text += zsh_functions(command);
  const auto names = join(short_names(program.commands), " ");
  const auto help = str("        help) _arguments '1:command: _regard_words ", names, "' ;;\n");
  return text +
         zsh_choice(program, "'--help[List the commands]' '--version[Print versions]'", help) +
         R"(
if [[ ${funcstack[1]} == _regard ]]; then
  _regard "$@" # from a folder of $fpath
else
  compdef _regard regard
fi
)";
}

}  // namespace regard::cli
