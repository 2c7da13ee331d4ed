#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::book {

/// An idea of the book, as docs/book.md and docs/book.zh.md describe it.
struct Row {
  std::string anchor;   ///< "e18": the same in both languages
  std::string chapter;  ///< "11 Attention mechanisms and Transformers"
  std::string heading;  ///< "11.3 Attention Scoring Functions: additive attention"
  std::string english;  ///< "11.3", the section of the English edition; empty for a paper
  std::string formula;  ///< in TeX
  std::string source;   ///< "src/training/ops/additive_score.cpp"
  std::string excerpt;  ///< excerpt of the source
  std::string number;   ///< in Markdown
  std::vector<std::string> tests;
  std::vector<std::string> figures;  ///< "kernel-width", "regard draw --part gru-cell"
  std::string command;               ///< a command to try
  std::vector<std::string> also;     ///< further remarks, in Markdown

  /// The section that the row and perhaps others belong to: "11.3 Attention Scoring Functions".
  std::string section() const;
};

/// The rows of a page, in the page's order.
std::vector<Row> rows_of(std::string_view page);

}  // namespace regard::book
