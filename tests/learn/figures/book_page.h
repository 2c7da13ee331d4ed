#pragma once
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/base/temporary_folder.h"
#include "support/golden.h"

namespace regard::test {

/// docs/book.md and its translation, docs/book.zh.md.
inline const std::vector<std::string> kBookPages = {"book.md", "book.zh.md"};

inline std::filesystem::path docs_folder() { return source_folder() / "docs"; }

/// A formula of either page with its words in English.
inline std::string with_english_words(std::string formula) {
  const std::vector<std::pair<std::string, std::string>> kWords = {
      {"有效长度", "valid length"}, {"文本", "text"}, {"词元", "tokens"}, {"编号", "ids"}};
  for (const auto& [chinese, english] : kWords)
    formula = std::regex_replace(formula, std::regex(chinese), english);
  return formula;
}

/// All matches of the group in `pattern`, in order.
inline std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

enum BookCell : size_t { kFormula, kSource, kNumber, kTest, kFigure, kCommand, kCells };

/// A section of the page, with the text after the name of each cell, and the source excerpt.
struct BookEntry {
  std::string anchor;
  std::string heading;
  std::vector<std::string> cells;
  std::string excerpt;
  std::vector<std::string> also = {};  ///< remarks below the cells
};

/// The page's entries, in order.
inline std::vector<BookEntry> entries_of(const std::string& page) {
  std::vector<BookEntry> entries;
  std::istringstream lines(content_of(docs_folder() / page));
  bool in_code = false, in_entry = false;
  for (std::string line; std::getline(lines, line);) {
    const auto anchors = all_matches(line, "^<a id=\"([^\"]+)\"></a>$");
    if (!anchors.empty()) entries.push_back({anchors.front(), {}, {}, {}, {}});
    in_entry = !anchors.empty() || (in_entry && !line.starts_with("## "));
    if (!in_entry) continue;
    auto& entry = entries.back();
    if (line.starts_with("```")) {
      in_code = !in_code;
    } else if (in_code) {
      entry.excerpt += line + '\n';
    } else if (line.starts_with("### ")) {
      entry.heading = line.substr(4);
    } else if (line.starts_with("- **")) {
      auto& cells = entry.cells.size() < kCells ? entry.cells : entry.also;
      cells.push_back(line.substr(line.find("** ") + 3));
    }
  }
  return entries;
}

}  // namespace regard::test
