#include "cli/commands.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/columns.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kNarrowest = 20;  ///< minimum width for wrapped sentences

struct Row {
  std::string name;
  std::string summary;
  std::vector<std::string> papers;
};

std::vector<Row> rows() {
  std::vector<Row> rows = {{"name", "what it is", {"paper"}}};
  const auto add = [&](const model::Architecture& row) {
    std::string papers = row.paper;
    for (size_t at = 0; (at = papers.find("; ", at)) != std::string::npos;) papers[at + 1] = '\n';
    rows.push_back({row.name, row.summary, lines_in(papers)});
  };
  for (const auto& row : model::architectures()) add(row);
  for (const auto& row : model::language_architectures()) add(row);
  return rows;
}

}  // namespace

std::string architecture_table(size_t columns) {
  const auto all = rows();
  size_t name = 0, summary = 0, paper = 0;
  for (const auto& row : all) {
    name = std::max(name, row.name.size());
    summary = std::max(summary, row.summary.size());
    for (const auto& one : row.papers) paper = std::max(paper, one.size());
  }
  const size_t others = name + paper + 2 * kGap;
  summary = std::min(summary, std::max(columns, others + kNarrowest) - others);
  std::vector<std::vector<std::string>> table;
  for (const auto& row : all) {
    const auto summaries = lines_in(wrapped(row.summary, summary));
    for (size_t line = 0; line < std::max(summaries.size(), row.papers.size()); ++line) {
      const auto at = [&](const auto& lines) { return line < lines.size() ? lines[line] : ""; };
      table.push_back({line == 0 ? row.name : "", at(summaries), at(row.papers)});
    }
  }
  return in_columns(table, 3);
}

std::string architecture_options(const model::Architecture& row, size_t columns) {
  const auto options = row.options();
  size_t indent = 0;
  for (const auto& option : options) indent = std::max(indent, option.key.size() + 2 * kGap);
  const size_t width = std::max(columns, indent + kNarrowest) - indent;
  std::string text =
      wrapped(str(row.name, ": ", row.summary, " (", row.paper, ")"), columns) + "\n\n";
  for (const auto& option : options) {
    const auto& allowed = option.allowed.empty() ? option.type : option.allowed;
    const auto sentence = str(option.sentence, " (", allowed, "; default: ", option.preset, ")");
    text += padded(std::string(kGap, ' ') + option.key, indent) + wrapped(sentence, width, indent) +
            '\n';
  }
  return text;
}

}  // namespace regard::cli

// regard models: lists the architectures and their options.
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
  throw Error(str("unknown architecture ", name), {},
              near.empty() ? "run regard models to list them" : near);
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
  command.add_option("ARCHITECTURE", *name, "Show the options of this architecture.")
      ->type_name("ARCHITECTURE");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Write the architectures and their options as JSON.");
  return [=] {
    write_standard_output(*json ? as_json(*name) : as_text(*name));
    return 0;
  };
}

}  // namespace regard::cli
