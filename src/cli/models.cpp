// regard models: lists the architectures and their options.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "regard/base/error.h"
#include "regard/base/nearest.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/model/registry.h"

namespace regard::cli {
namespace {

int list_models(const std::string& name) {
  std::string text;
  std::vector<std::string> known;
  const auto add = [&](const model::ArchitectureRow& architecture) {
    known.push_back(architecture.name);
    if (!name.empty() && name != architecture.name) return;
    text += str(text.empty() ? "" : "\n", architecture.name, ": ", architecture.summary, "\n\n",
                architecture.reference());
  };
  for (const auto& row : model::architectures()) add(row);
  for (const auto& row : model::language_architectures()) add(row);
  if (text.empty()) {
    const auto near = did_you_mean(name, known);
    throw Error(str("there is no architecture ", name), {},
                near.empty() ? "regard models lists them" : near);
  }
  write_standard_output(text);
  return 0;
}

}  // namespace

std::function<int()> add_models(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  command.add_option("name", *name, "Show only this architecture.");
  return [=] { return list_models(*name); };
}

}  // namespace regard::cli
