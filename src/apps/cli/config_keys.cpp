#include "cli/config_keys.h"

#include <algorithm>

#include "architecture/registry.h"
#include "config/experiment.h"

namespace regard::cli {
namespace {

template <class Options>
void add_keys(const std::string& section, std::vector<std::string>& keys) {
  config::for_each_field<Options>([&](const auto& field) {
    using Value = std::decay_t<decltype(Options().*field.member)>;
    const auto key = config::joined_key(section, field.name);
    if constexpr (config::Described<Value>) {
      add_keys<Value>(key, keys);
    } else if constexpr (requires(Value value) { config::format_value(value); }) {
      keys.push_back(key);
    }
  });
}

}  // namespace

std::vector<std::string> config_keys() {
  std::vector<std::string> keys;
  add_keys<config::Experiment>("", keys);
  keys.emplace_back("model.type");
  const auto add = [&](const model::Architecture& row) {
    for (const auto& option : row.options()) {
      const auto key = config::joined_key("model", option.key);
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  };
  for (const auto& row : model::architectures()) add(row);
  for (const auto& row : model::language_architectures()) add(row);
  return keys;
}

}  // namespace regard::cli
