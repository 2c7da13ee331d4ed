// regard models: lists the architectures and their options.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "architecture_table.h"
#include "commands.h"
#include "regard/base/error.h"
#include "regard/base/nearest.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/base/terminal.h"

namespace regard::cli {
namespace {

const model::Architecture& row_named(const std::string& name) {
  std::vector<std::string> known;
  const model::Architecture* found = nullptr;
  const auto look_at = [&](const model::Architecture& row) {
    known.push_back(row.name);
    if (row.name == name) found = &row;
  };
  for (const auto& row : model::architectures()) look_at(row);
  for (const auto& row : model::language_architectures()) look_at(row);
  if (found != nullptr) return *found;
  const auto near = did_you_mean(name, known);
  throw Error(str("there is no architecture ", name), {},
              near.empty() ? "regard models lists them" : near);
}

}  // namespace

std::function<int()> add_models(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  command.add_option("ARCHITECTURE", *name, "Show the options of this one.")
      ->type_name("ARCHITECTURE");
  return [=] {
    const size_t columns = terminal_columns(STDOUT_FILENO);
    write_standard_output(name->empty() ? architecture_table(columns)
                                        : architecture_options(row_named(*name), columns));
    return 0;
  };
}

}  // namespace regard::cli
