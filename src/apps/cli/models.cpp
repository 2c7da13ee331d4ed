// regard models: lists the architectures and their options.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/nearest.h"
#include "base/output.h"
#include "base/terminal.h"
#include "cli/architecture_table.h"
#include "cli/commands.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

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

nlohmann::ordered_json json_of(const model::Architecture& row) {
  nlohmann::ordered_json json = {
      {"name", row.name}, {"summary", row.summary}, {"paper", row.paper}};
  json["options"] = nlohmann::ordered_json::array();
  for (const auto& option : row.options()) {
    json["options"].push_back({{"key", option.key},
                               {"type", option.type},
                               {"default", option.preset},
                               {"allowed", option.allowed},
                               {"meaning", option.sentence}});
  }
  return json;
}

std::string all_as_json() {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : model::architectures()) rows.push_back(json_of(row));
  for (const auto& row : model::language_architectures()) rows.push_back(json_of(row));
  return rows.dump(2) + '\n';
}

std::string as_text(const std::string& name) {
  const size_t columns = terminal_columns(STDOUT_FILENO);
  return name.empty() ? architecture_table(columns)
                      : architecture_options(row_named(name), columns);
}

std::string as_json(const std::string& name) {
  return name.empty() ? all_as_json() : json_of(row_named(name)).dump(2) + '\n';
}

}  // namespace

std::function<int()> add_models(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  command.add_option("ARCHITECTURE", *name, "Show the options of this one.")
      ->type_name("ARCHITECTURE");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Write the architectures and their options as JSON.");
  return [=] {
    write_standard_output(*json ? as_json(*name) : as_text(*name));
    return 0;
  };
}

}  // namespace regard::cli
