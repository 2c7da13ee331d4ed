#include <map>

#include "completion_parts.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr auto kBashRuns = R"(
# The runs that begin with $1, or the folders, if there are none.
_regard_runs() {
  local run
  while IFS= read -r run; do
    COMPREPLY+=("${run%/config.yaml}")
  done < <(compgen -G "$1*/config.yaml"; compgen -G "$1*/*/config.yaml")
  ((${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -d -- "$1")
}
)";

constexpr auto kBashGrammar = R"(
# Says of the command $1 its `options`, which of them take a value (`valued`) or more than one
# (`several`), and what can stand after its option $2, or, without one, at its place $3, from 0:
# `words`, `paths`.
_regard_grammar() {
  options='' valued='' several='' words='' paths=''
  case $1 in
)";

constexpr auto kBashReply = R"(  esac
}

# Completes `word` by `words` and `paths`.
_regard_reply() {
  case $paths in
    files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    configs)
      mapfile -t COMPREPLY < <(
        compgen -f -X '!*.yaml' -- "$word"
        compgen -f -X '!*.yml' -- "$word"
        compgen -d -- "$word"
      )
      ;;
    runs) _regard_runs "$word" ;;
  esac
  # A name in quotes is left to readline (default). Outside of a completion, compopt fails.
  [[ -z $paths ]] || compopt -o filenames -o default 2>/dev/null
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$word")
  [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null
}
)";

/// After the command's name is known.
constexpr auto kBashRest = R"(  esac
  for (( ; i < COMP_CWORD; i++)); do
    _regard_grammar "$command"
    case ${COMP_WORDS[i]} in
      = | :) [[ -n $option ]] || i+=1 ;; # bash splits --option=VALUE and KEY=VALUE here
      -?*)
        option=''
        [[ " $valued " != *" ${COMP_WORDS[i]} "* ]] || option=${COMP_WORDS[i]}
        ;;
      *)
        if [[ -z $option ]]; then
          place+=1
        elif [[ " $several " != *" $option "* ]]; then
          option=''
        fi
        ;;
    esac
  done
  ((i == COMP_CWORD)) || return 0 # the value of a key
  if [[ $word == = ]]; then
    [[ -n $option ]] || return 0
    word=''
  fi
  _regard_grammar "$command" "$option" "$place"
  if [[ $word == -* ]]; then
    words=$options paths=''
  fi
  _regard_reply
  return 0
}

complete -F _regard regard
)";

const char* bash_paths(Values::Paths paths) {
  switch (paths) {
    case Values::Paths::none:
      break;
    case Values::Paths::files:
      return "files";
    case Values::Paths::folders:
      return "folders";
    case Values::Paths::runs:
      return "runs";
    case Values::Paths::configs:
      return "configs";
  }
  return "";
}

/// "words='a b' paths=files", or nothing.
std::string bash_values(const Argument& argument) {
  const auto values = values_of(argument);
  std::vector<std::string> parts;
  if (!values.words.empty()) parts.push_back(str("words=", quoted(join(values.words, " "))));
  if (values.paths != Values::Paths::none) parts.push_back(str("paths=", bash_paths(values.paths)));
  return join(parts, " ");
}

/// The cases of the command's places, one that takes all remaining words being the last.
std::string bash_places(const Grammar& command) {
  std::string cases;
  for (size_t i = 0; i < command.places.size(); ++i) {
    const auto& place = command.places[i];
    const auto values = bash_values(place);
    if (values.empty()) continue;
    const auto number = place.takes == Argument::Takes::several ? std::string("*") : str(i);
    cases += str("        ,", number, ") ", values, " ;;\n");
  }
  return cases;
}

std::string bash_case(const Grammar& command, const std::string& name) {
  std::vector<std::string> options, valued, several;
  std::map<std::string, std::vector<std::string>> by_values;
  for (const auto& option : command.options) {
    for (const auto& spelt : option.names) {
      options.push_back(spelt);
      if (option.takes == Argument::Takes::nothing) continue;
      valued.push_back(spelt);
      if (option.takes == Argument::Takes::several) several.push_back(spelt);
      if (const auto values = bash_values(option); !values.empty())
        by_values[values].push_back(spelt);
    }
  }
  std::string text = str("    ", quoted(name), ")\n      options=", quoted(join(options, " ")),
                         "\n      valued=", quoted(join(valued, " ")), '\n');
  if (!several.empty()) text += str("      several=", quoted(join(several, " ")), '\n');
  std::string cases;
  for (const auto& [values, names] : by_values) {
    cases += str("        ", join(names, ",* | "), ",*) ", values, " ;;\n");
  }
  cases += bash_places(command);
  if (!cases.empty()) text += str("      case ${2-},${3-} in\n", cases, "      esac\n");
  return text + "      ;;\n";
}

/// The function that bash calls, up to where the command is known.
std::string bash_beginning(const Grammar& program) {
  const auto names = join(short_names(program.commands), " ");
  std::string text = str(
      R"(
_regard() {
  local options valued several words paths='' option='' word=${COMP_WORDS[COMP_CWORD]}
  local -i i=2 place=0
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=)",
      quoted(names + " help --help --version"), R"(
    _regard_reply
    return 0
  fi
  local command=${COMP_WORDS[1]}
  case $command in
    help)
      words=)",
      quoted(names), R"(
      ((COMP_CWORD > 2)) || _regard_reply
      return 0
      ;;
)");
  for (const auto& command : program.commands) {
    if (command.commands.empty()) continue;
    text += str("    ", short_name(command), R"()
      if ((COMP_CWORD == 2)); then
        words=)",
                quoted(join(short_names(command.commands), " ") + " --help"), R"(
        _regard_reply
        return 0
      fi
      command+=" ${COMP_WORDS[2]}"
      i=3
      ;;
)");
  }
  return text;
}

}  // namespace

std::string bash_completion(const Grammar& program) {
  std::string text = first_comment("bash") + kBashRuns + kBashGrammar;
  for (const auto& command : program.commands) {
    if (command.commands.empty()) text += bash_case(command, short_name(command));
    for (const auto& inner : command.commands) {
      text += bash_case(inner, short_name(command) + ' ' + short_name(inner));
    }
  }
  return text + kBashReply + bash_beginning(program) + kBashRest;
}

}  // namespace regard::cli
