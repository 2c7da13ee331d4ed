#pragma once
#include <span>
#include <string>
#include <vector>

#include "markup/markup_rules.h"
#include "text/document.h"

namespace regard::serve {

/// A text whose lines are translated while their ends, and whatever is not language
/// (text/document.h), stay as they are.
class TextLines {
 public:
  explicit TextLines(const std::string& text, Splitting splitting = Splitting::lines);

  /// To translate, in order: lines, or paragraphs where line ends are spaces.
  std::vector<std::string> lines() const;

  /// The text with a translation for each of lines(), in that order.
  std::string with(std::span<const std::string> translations) const;

 private:
  std::vector<text::Block> blocks_;
};

}  // namespace regard::serve
