#include "cli/architecture_table.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "base/wrapped.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kNarrowest = 20;  ///< that sentences are wrapped at

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

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
    rows.push_back({row.name, row.summary, lines_of(papers)});
  };
  for (const auto& row : model::architectures()) add(row);
  for (const auto& row : model::language_architectures()) add(row);
  return rows;
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
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
  std::string table;
  for (const auto& row : all) {
    const auto summaries = lines_of(wrapped(row.summary, summary));
    for (size_t line = 0; line < std::max(summaries.size(), row.papers.size()); ++line) {
      const auto at = [&](const auto& lines) { return line < lines.size() ? lines[line] : ""; };
      const std::string begin = padded(line == 0 ? row.name : "", name + kGap) +
                                padded(at(summaries), summary + kGap) + at(row.papers);
      table += begin.substr(0, begin.find_last_not_of(' ') + 1) + '\n';
    }
  }
  return table;
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
