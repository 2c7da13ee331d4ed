// regard completion: a script by which a shell completes the command line.
#include <CLI/CLI.hpp>
#include <memory>

#include "command_table.h"
#include "commands.h"
#include "completion_script.h"
#include "options.h"
#include "regard/base/output.h"

namespace regard::cli {

std::function<int()> add_completion(CLI::App& command) {
  auto shell = std::make_shared<std::string>();
  add_required(command, "SHELL", *shell, join(names_of(Shell{}), "|"),
               "The shell: bash, zsh or fish.");
  return [=] {
    const auto chosen = detail::checked_value<Shell>("SHELL", *shell, config::anything<Shell>());
    write_standard_output(completion_script(chosen, program_grammar()));
    return 0;
  };
}

}  // namespace regard::cli
