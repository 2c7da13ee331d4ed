// regard completion: a script by which a shell completes the command line. The shell asks
// `regard complete WORDS` at each Tab (completions.h).
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "base/output.h"
#include "cli/commands.h"
#include "cli/options.h"

namespace regard::cli {
namespace {

enum class Shell { bash, zsh, fish };
constexpr auto names_of(Shell) { return std::array{"bash", "zsh", "fish"}; }

/// A word with quotes or backslashes is left to readline.
constexpr auto kBash = R"(# Completion of regard in bash, as `regard completion bash` writes it.
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
# Completion of regard in zsh, as `regard completion zsh` writes it.
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

constexpr auto kFish = R"(# Completion of regard in fish, as `regard completion fish` writes it.
function __regard_complete
    set -l words (commandline -opc)
    command $words[1] complete $words[2..] (commandline -ct) 2>/dev/null | tail -n +2
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
