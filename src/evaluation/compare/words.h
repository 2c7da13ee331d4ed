#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace regard::compare {

/// The words counted by all word-level figures of a comparison, as views into `text`. A word is a
/// run of letters, marks and digits, possibly with hyphens inside, and with full stops and commas
/// between digits. An apostrophe between letters ends a word: l’|homme, don'|t. Any other character
/// except white space is a word by itself.
std::vector<std::string_view> split_words(std::string_view text);

/// Whether `word` contains no letters or digits.
bool is_punctuation(std::string_view word);

/// Replaces é with e, ç with c and so on; œ is unchanged.
std::string without_accents(std::string_view text);

struct SplitLine {
  std::string_view text;
  std::span<const std::string_view> words;  ///< split_words(text)
  std::span<const std::string> lower;       ///< the words in lowercase, for counting
};

/// A text whose lines are split into words once, for all word-level figures of a comparison.
class SplitText {
 public:
  SplitText(std::vector<std::string> lines);  // NOLINT: implicit conversion
  SplitText(std::initializer_list<std::string> lines) : SplitText(std::vector(lines)) {}
  SplitText(const SplitText& other) : SplitText(other.lines_) {}
  SplitText(SplitText&&) = default;
  SplitText& operator=(SplitText other);

  std::size_t size() const { return lines_.size(); }
  bool empty() const { return lines_.empty(); }
  SplitLine operator[](std::size_t line) const {
    return {lines_[line], words_[line], lower_[line]};
  }
  std::size_t words() const;  ///< number of words in all lines

 private:
  std::vector<std::string> lines_;
  std::vector<std::vector<std::string_view>> words_;
  std::vector<std::vector<std::string>> lower_;
};

/// Frequencies of the lowercase words (words.h) of a text.
class WordCounts {
 public:
  void add(std::string_view line);
  /// The frequency of `word`, which must be in lowercase; 0 if the text lacks it.
  int64_t of(const std::string& word) const;
  int64_t total() const { return total_; }

 private:
  std::unordered_map<std::string, int64_t> counts_;
  int64_t total_ = 0;
};

/// Number of frequency buckets: unseen, 1, 2–4, 5–9, 10–99, 100–999, 1000+.
std::size_t frequency_buckets();
std::size_t frequency_bucket(int64_t frequency);
const char* frequency_bucket_name(std::size_t bucket);

}  // namespace regard::compare
