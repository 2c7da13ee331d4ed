#include <algorithm>

#include "base/decimals.h"
#include "base/version.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"
#include "runs/model_facts.h"

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

/// The scores of the test, as the Hub reads them.
std::string index_of_scores(const ModelFacts& facts, const std::string& name) {
  std::string scores;
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto found = facts.test_scores.find(std::string(row->name));
    if (found == facts.test_scores.end()) continue;
    scores += str("    - type: ", row->name, "\n      name: ", row->title,
                  "\n      value: ", fixed(found->second, 2), '\n');
  }
  if (scores.empty()) return "";
  return str("model-index:\n- name: ", quoted(name),
             "\n  results:\n  - task:\n      type: translation\n      name: Translation ",
             facts.source_language, "-", facts.target_language,
             "\n    dataset:\n      type: text\n      name: ", quoted(facts.test_text),
             "\n    metrics:\n", scores);
}

std::string for_machines(const ModelFacts& facts, const CardOptions& options, const CardUse& use) {
  std::string text = "---\n";
  if (facts.translates) {
    text += str("language:\n- ", facts.source_language, "\n- ", facts.target_language, '\n');
  }
  if (!options.license.empty()) text += str("license: ", quoted(options.license), '\n');
  text += str("library_name: ", use.library, '\n');
  if (facts.translates) text += "pipeline_tag: translation\n";
  text += str("tags:\n- ", facts.architecture, "\n- regard\n");
  if (facts.translates) text += index_of_scores(facts, use.name);
  return text + "---\n";
}

}  // namespace

std::string model_card(const ModelFacts& facts, const CardOptions& options, const CardUse& use) {
  std::string text = for_machines(facts, options, use);
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
  return text + str("\n```\n", use.use, "\n```\n");
}

}  // namespace regard::report
