#include "regard/compare/split_text.h"

#include <utility>

#include "regard/compare/words.h"
#include "regard/metrics/unicode.h"

namespace regard::compare {

SplitText::SplitText(std::vector<std::string> lines) : lines_(std::move(lines)) {
  for (const auto& line : lines_) {
    words_.push_back(split_words(line));
    auto& lower = lower_.emplace_back();
    for (const auto word : words_.back()) lower.push_back(metrics::lower(word));
  }
}

SplitText& SplitText::operator=(SplitText other) {
  lines_.swap(other.lines_);
  words_.swap(other.words_);
  lower_.swap(other.lower_);
  return *this;
}

std::size_t SplitText::words() const {
  std::size_t count = 0;
  for (const auto& words : words_) count += words.size();
  return count;
}

}  // namespace regard::compare
