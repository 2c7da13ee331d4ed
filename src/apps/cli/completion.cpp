#include "cli/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "alignment/symmetrization.h"
#include "architecture/registry.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "findings/checks.h"

namespace regard::cli {
namespace {

using Paths = Values::Paths;

Values nothing() { return {}; }
Values files() { return {.paths = Paths::files}; }
Values folders() { return {.paths = Paths::folders}; }
Values runs() { return {.paths = Paths::runs}; }
Values named_runs() { return {.paths = Paths::runs, .may_follow_name = true}; }
Values named_files() { return {.paths = Paths::files, .may_follow_name = true}; }
Values configs() { return {.paths = Paths::configs}; }
Values curves() { return {.asked = Values::Asked::curves}; }
Values parts() { return {.asked = Values::Asked::parts}; }
Values keys() {
  Values values{.asked = Values::Asked::key_values};
  for (const auto& row : config_keys()) values.words.push_back(row.key + '=');
  return values;
}
Values architectures() {
  Values values;
  for (const auto& row : model::architectures()) values.words.push_back(row.name);
  for (const auto& row : model::language_architectures()) values.words.push_back(row.name);
  return values;
}
Values kinds_of_finding() {
  Values values;
  for (const auto& row : findings::check_table()) values.words.emplace_back(row.kind.name);
  return values;
}
Values symmetrizations() {
  const auto names = names_of(alignment::Symmetrization{});
  return {.words = {names.begin(), names.end()}};
}
// The metavariables of all commands.
constexpr std::array<std::pair<std::string_view, Values (*)()>, 26> kKinds = {{
    {"N", nothing},
    {"X", nothing},
    {"TEXT", nothing},
    {"CODE", nothing},
    {"CURVE", curves},
    {"NAME=FILE", named_files},
    {"FILE", files},
    {"PATH", files},
    {"DIR", folders},
    {"MODEL", runs},
    {"RUN", runs},
    {"[NAME=]MODEL", named_runs},
    {"CONFIG", configs},
    {"KEY=VALUE", keys},
    {"KEY=A,B,...", keys},
    {"ARCHITECTURE", architectures},
    {"FIGURE", nothing},
    {"SECTION", nothing},
    {"PART", parts},
    {"CLAIM", nothing},
    {"COMMAND", nothing},
    {"N,N", nothing},
    {"KIND,...", kinds_of_finding},
    {"FILE=X", files},
    {"X:X", nothing},
    {"METHOD", symmetrizations},
}};

bool is_word(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

std::optional<Values> values_of(const std::string& metavariable) {
  Values all;
  std::istringstream alternatives(metavariable);
  for (std::string text; std::getline(alternatives, text, '|');) {
    const auto* kind = std::ranges::find(kKinds, text, [](const auto& row) { return row.first; });
    const auto word = text.substr(0, text.find('['));
    if (kind == kKinds.end() && is_word(word)) {
      all.words.push_back(word);
      continue;
    }
    if (kind == kKinds.end()) return std::nullopt;
    const auto values = kind->second();
    if (values.paths != Paths::none) all.paths = values.paths;
    if (values.asked != Values::Asked::nothing) all.asked = values.asked;
    all.words.insert(all.words.end(), values.words.begin(), values.words.end());
    all.may_follow_name = all.may_follow_name || values.may_follow_name;
  }
  return all;
}

}  // namespace regard::cli

// regard completion: writes a script with which a shell completes the command line. The shell runs
// `regard complete WORDS` at each Tab (completions.h).
namespace regard::cli {
namespace {

enum class Shell { bash, zsh, fish };
constexpr auto names_of(Shell) { return std::array{"bash", "zsh", "fish"}; }

/// The script for bash, which leaves a word with quotes or backslashes to readline.
constexpr auto kBash = R"(# bash completion for regard, written by `regard completion bash`.
_regard() {
  local kind candidate
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\t' read -r candidate _; do COMPREPLY+=("${candidate%/}"); done
  } < <("${1/#\~/$HOME}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ $kind != paths ]] || compopt -o filenames 2>/dev/null
  [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null
  [[ ${COMP_WORDS[COMP_CWORD]} != *[\'\"\\]* ]] || compopt -o default 2>/dev/null
}
complete -F _regard regard
)";

constexpr auto kZsh = R"(#compdef regard
# zsh completion for regard, written by `regard completion zsh`.
_regard() {
  local kind candidate text
  local -a whole begun whole_texts begun_texts
  {
    read -r kind
    while IFS=$'\t' read -r candidate text; do
      text=$candidate${text:+ -- $text}
      if [[ $candidate == *[/=] ]]; then
        begun+=("$candidate") begun_texts+=("$text")
      else
        whole+=("$candidate") whole_texts+=("$text")
      fi
    done
  } < <("${(Q)words[1]/#\~/$HOME}" complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  compadd -l -d whole_texts -a whole
  compadd -l -S '' -d begun_texts -a begun
}
if [[ ${funcstack[1]} == _regard ]]; then
  _regard "$@" # from a folder of $fpath
else
  compdef _regard regard
fi
)";

constexpr auto kFish = R"(# fish completion for regard, written by `regard completion fish`.
function __regard_complete
    set -l words (commandline -opc)
    set -l typed (string unescape -- (string replace -r '^["\']' '' -- (commandline -ct)))
    command $words[1] complete $words[2..] "$typed" 2>/dev/null | tail -n +2
end
complete -c regard -f -a '(__regard_complete)'
)";

std::string script_of(Shell shell) {
  switch (shell) {
    case Shell::bash:
      return kBash;
    case Shell::zsh:
      return kZsh;
    case Shell::fish:
      break;
  }
  return kFish;
}

}  // namespace

std::function<int()> add_completion(CLI::App& command) {
  auto shell = std::make_shared<std::string>();
  add_required(command, "SHELL", *shell, join(names_of(Shell{}), "|"),
               "The shell: bash, zsh or fish.");
  return [=] {
    const auto chosen = detail::checked_value<Shell>("SHELL", *shell, config::anything<Shell>());
    write_standard_output(script_of(chosen));
    return 0;
  };
}

}  // namespace regard::cli
