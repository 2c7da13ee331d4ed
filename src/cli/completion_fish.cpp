#include "completion_parts.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr auto kFishHelpers = R"(
# Whether the command line begins with these commands, and the cursor is behind them.
function __regard_in
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end

# The same, if no other word is between.
function __regard_after
    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __regard_in $argv
end

# The runs that begin with what is typed, or the folders, if there are none.
function __regard_runs
    set -l typed (commandline -ct)
    set -l runs $typed*/config.yaml $typed*/*/config.yaml
    if set -q runs[1]
        string replace -r '/config\.yaml$' '' $runs
    else
        __fish_complete_directories $typed
    end
end

complete -c regard -f
)";

const std::string kFishFiles = " -F";

std::string fish_quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

/// How `complete` is told the values; of a configuration, any file.
std::string fish_values(const Argument& argument) {
  const auto values = values_of(argument);
  std::string candidates = join(values.words, " ");
  switch (values.paths) {
    case Values::Paths::none:
      break;
    case Values::Paths::files:
    case Values::Paths::configs:
      return kFishFiles;
    case Values::Paths::folders:
      candidates += " (__fish_complete_directories)";
      break;
    case Values::Paths::runs:
      candidates += " (__regard_runs)";
      break;
  }
  return candidates.empty() ? "" : " -a " + fish_quoted(candidates);
}

std::string fish_line(const std::string& condition, const std::string& rest,
                      const std::string& sentence) {
  return str("complete -c regard -n ", fish_quoted(condition), rest, " -d ",
             fish_quoted(brief(sentence)), '\n');
}

std::string fish_commands(const std::vector<Grammar>& commands, const std::string& parent) {
  std::string lines;
  for (const auto& command : commands) {
    lines += fish_line("__regard_after" + parent, " -a " + short_name(command), command.summary);
  }
  return lines;
}

std::string fish_arguments(const Grammar& command, const std::string& path) {
  const auto condition = "__regard_in" + path;
  std::string lines;
  for (const auto& option : command.options) {
    std::string names;
    for (const auto& name : option.names) {
      names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (option.takes != Argument::Takes::nothing) {
      const auto values = fish_values(option);
      names += values == kFishFiles ? " -r" + values : " -x" + values;
    }
    lines += fish_line(condition, names, option.sentence);
  }
  for (const auto& place : command.places) {
    const auto values = fish_values(place);
    if (!values.empty()) lines += fish_line(condition, values, place.sentence);
  }
  return lines;
}

}  // namespace

std::string fish_completion(const Grammar& program) {
  std::string text = first_comment("fish") + kFishHelpers;
  text += fish_line("__regard_after", " -l help", "List the commands");
  text += fish_line("__regard_after", " -l version", "Print the versions of regard and its parts");
  text += fish_commands(program.commands, "");
  text += fish_line("__regard_after", " -a help", "List the commands, or explain one");
  text += fish_commands(program.commands, " help");
  for (const auto& command : program.commands) {
    const auto path = ' ' + short_name(command);
    text += fish_commands(command.commands, path);
    if (command.commands.empty()) text += '\n' + fish_arguments(command, path);
    for (const auto& inner : command.commands) {
      text += '\n' + fish_arguments(inner, path + ' ' + short_name(inner));
    }
  }
  return text;
}

}  // namespace regard::cli
