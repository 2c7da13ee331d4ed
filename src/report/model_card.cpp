#include <algorithm>

#include "regard/base/join.h"
#include "regard/base/str.h"
#include "regard/base/version.h"
#include "regard/report/model_facts.h"

namespace regard::report {
namespace {

/// A value of YAML in quotes, which takes any text.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

/// A cell of a table.
std::string cell(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, 1, '\\');
  }
  return text;
}

std::string for_machines(const ModelFacts& facts, const CardOptions& options,
                         const std::string& library) {
  std::string text = "---\n";
  if (facts.translates) {
    text += str("language:\n- ", facts.source_language, "\n- ", facts.target_language, '\n');
  }
  if (!options.license.empty()) text += str("license: ", quoted(options.license), '\n');
  text += str("library_name: ", library, '\n');
  if (facts.translates) text += "pipeline_tag: translation\n";
  return text + str("tags:\n- ", facts.architecture, "\n- regard\n---\n");
}

}  // namespace

std::string model_card(const ModelFacts& facts, const CardOptions& options,
                       const std::string& library, const std::string& use) {
  std::string text = for_machines(facts, options, library);
  text += facts.translates
              ? str("\n# Translation from ", facts.source_language, " to ", facts.target_language)
              : std::string("\n# Language model");
  text += str(" (", facts.architecture, ")\n\n");
  if (!options.description.empty()) text += options.description + "\n\n";
  text += "| | |\n|---|---|\n";
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) text += str("| ", name, " | ", cell(value), " |\n");
  };
  for (const auto& [name, value] : facts.lines) add(name, value);
  add("author", options.author);
  add("licence", options.license);
  add("written by", str("regard ", kVersion));
  return text + str("\n```\n", use, "\n```\n");
}

}  // namespace regard::report
