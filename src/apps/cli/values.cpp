#include "cli/values.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include "architecture/registry.h"
#include "cli/config_keys.h"

namespace regard::cli {
namespace {

using Paths = Values::Paths;

Values nothing() { return {}; }
Values files() { return {.paths = Paths::files}; }
Values folders() { return {.paths = Paths::folders}; }
Values runs() { return {.paths = Paths::runs}; }
Values configs() { return {.paths = Paths::configs}; }
Values keys() {
  auto words = config_keys();
  for (auto& word : words) word += '=';
  return {.words = std::move(words), .are_beginnings = true};
}
Values architectures() {
  Values values;
  for (const auto& row : model::architectures()) values.words.push_back(row.name);
  for (const auto& row : model::language_architectures()) values.words.push_back(row.name);
  return values;
}
// The metavariables of all commands.
constexpr std::array<std::pair<std::string_view, Values (*)()>, 19> kKinds = {{
    {"N", nothing},       {"X", nothing},        {"TEXT", nothing},
    {"CODE", nothing},    {"CURVE", nothing},    {"NAME=FILE", nothing},
    {"FILE", files},      {"PATH", files},       {"DIR", folders},
    {"MODEL", runs},      {"RUN", runs},         {"CONFIG", configs},
    {"KEY=VALUE", keys},  {"KEY=A,B,...", keys}, {"ARCHITECTURE", architectures},
    {"FIGURE", nothing},  {"PART", nothing},     {"CLAIM", nothing},
    {"COMMAND", nothing},
}};

bool is_word(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

std::optional<Values> values_of(const std::string& metavariable) {
  Values all;
  std::istringstream alternatives(metavariable);
  for (std::string text; std::getline(alternatives, text, '|');) {
    const auto word = text.substr(0, text.find('['));
    if (is_word(word)) {
      all.words.push_back(word);
      continue;
    }
    const auto* kind = std::ranges::find(kKinds, text, [](const auto& row) { return row.first; });
    if (kind == kKinds.end()) return std::nullopt;
    const auto values = kind->second();
    if (values.paths != Paths::none) all.paths = values.paths;
    all.words.insert(all.words.end(), values.words.begin(), values.words.end());
    all.are_beginnings = all.are_beginnings || values.are_beginnings;
  }
  return all;
}

}  // namespace regard::cli
