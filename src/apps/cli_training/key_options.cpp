#include "cli_training/key_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "regard/base/str.h"

namespace regard::cli {

void KeyOptions::add(CLI::App& command, const OptionOfKey& names, const char* metavariable,
                     const char* sentence) {
  auto& given = all_.emplace_back(Given{.names = names, .value = {}});
  command.add_option(names.option, given.value, sentence)->type_name(metavariable);
}

const std::string& KeyOptions::value(const std::string& option) const {
  return std::ranges::find(all_, option, [](const Given& one) { return one.names.option; })->value;
}

std::vector<std::string> KeyOptions::overrides() const {
  std::vector<std::string> overrides;
  for (const auto& [names, value] : all_) {
    if (!value.empty()) overrides.push_back(str(names.key, '=', value));
  }
  return overrides;
}

Error KeyOptions::named(const Error& error) const {
  std::vector<OptionOfKey> options;
  for (const auto& [names, value] : all_) {
    if (!value.empty()) options.push_back(names);
  }
  return named_by_option(error, options);
}

}  // namespace regard::cli
