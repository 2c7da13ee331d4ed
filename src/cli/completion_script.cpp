#include "completion_script.h"

#include "completion_parts.h"
#include "regard/base/str.h"
#include "regard/base/version.h"

namespace regard::cli {

std::string completion_script(Shell shell, const Grammar& program) {
  switch (shell) {
    case Shell::bash:
      return bash_completion(program);
    case Shell::zsh:
      return zsh_completion(program);
    case Shell::fish:
      break;
  }
  return fish_completion(program);
}

std::string short_name(const Grammar& grammar) {
  return grammar.name.substr(grammar.name.rfind(' ') + 1);
}

std::vector<std::string> short_names(const std::vector<Grammar>& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(short_name(command));
  return names;
}

std::string first_comment(const std::string& shell) {
  return str("# Completion of regard ", kVersion, " in ", shell, ", as `regard completion ", shell,
             "` writes it.\n");
}

Values values_of(const Argument& argument) {
  return values_of(argument.metavariable).value_or(Values{});
}

std::string brief(const std::string& sentence) {
  const auto end = sentence.find(". ");
  const auto first = sentence.substr(0, end);
  return first.ends_with('.') ? first.substr(0, first.size() - 1) : first;
}

std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'') {
      safe += "'\\''";
    } else {
      safe += c;
    }
  }
  return safe + "'";
}

}  // namespace regard::cli
