#include "corpus/learn_words.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::corpus {
namespace {

using Counts = std::unordered_map<std::string, int64_t>;

/// Whether it is a letter of Latin, Greek, Cyrillic or Armenian, whose words stand between spaces.
bool is_spaced_letter(char32_t c) {
  const bool is_digit = c >= U'0' && c <= U'9';
  const bool is_of_scripts = c < 0x590 || (c >= 0x1E00 && c < 0x2000);
  return is_of_scripts && !is_digit && text::is_of_word(c);
}

class WordCounter {
 public:
  explicit WordCounter(const text::Tokenizer& target) {
    const auto is_text = target.text_pieces();
    for (int64_t id = 0; id < target.size(); ++id) {
      const bool has_text = is_text[static_cast<size_t>(id)];
      texts_.push_back(has_text ? text::lower(decode_utf8(target.piece(id))) : U" ");
    }
  }

  /// Adds the words of a sentence.
  void count(std::span<const int32_t> tokens, Counts& counts) {
    for (const int32_t token : tokens) {
      for (const char32_t c : texts_[static_cast<size_t>(token)]) {
        text::is_of_word(c) ? word_.push_back(c) : end_word(counts);
      }
    }
    end_word(counts);
  }

 private:
  void end_word(Counts& counts) {
    const bool is_counted = !word_.empty() && word_.size() <= text::HalfWords::kLongestWord &&
                            std::ranges::all_of(word_, is_spaced_letter);
    if (is_counted) {
      std::string word;
      for (const char32_t c : word_) append_utf8(c, word);
      ++counts[word];
    }
    word_.clear();
  }

  std::vector<std::u32string> texts_;  // of each token, in lower case; a space for what has none
  std::u32string word_;
};

/// The most frequent words; among equals, the first in order.
std::vector<std::string> most_frequent(const Counts& counts, size_t most) {
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(word);
  std::ranges::sort(words, [&](const auto& a, const auto& b) {
    const int64_t of_a = counts.at(a), of_b = counts.at(b);
    return of_a == of_b ? a < b : of_a > of_b;
  });
  if (words.size() > most) words.resize(most);
  return words;
}

}  // namespace

std::vector<std::string> learn_words(const Examples& examples, const text::Tokenizer& target,
                                     const std::vector<std::string>& before, size_t most) {
  Counts counts;
  for (const auto& word : before) ++counts[word];
  WordCounter counter(target);
  for (size_t example = 0; example < examples.size(); ++example) {
    counter.count(examples.target(example), counts);
  }
  const auto frequent = most_frequent(counts, most);
  std::unordered_set<std::string> chosen(frequent.begin(), frequent.end());
  for (const auto& word : frequent) {
    for (size_t size = 1; size < word.size(); ++size) {
      const auto beginning = word.substr(0, size);
      if (counts.contains(beginning)) chosen.insert(beginning);
    }
  }
  std::vector<std::string> words(chosen.begin(), chosen.end());
  std::ranges::sort(words);
  if (words.size() > text::HalfWords::kMostWords) return {};  // no language has so many
  return words;
}

}  // namespace regard::corpus
