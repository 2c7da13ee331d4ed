#include "compare/words.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>

#include "base/utf8.h"
#include "metrics/unicode.h"

namespace regard::compare {
namespace {

utf8proc_category_t category(char32_t value) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value));
}

bool is_letter(char32_t value) {
  const auto kind = category(value);
  return kind >= UTF8PROC_CATEGORY_LU &&
         kind <= UTF8PROC_CATEGORY_ME;  // letters and combining marks
}
bool is_digit(char32_t value) { return category(value) == UTF8PROC_CATEGORY_ND; }
bool is_word_character(char32_t value) {
  const auto kind = category(value);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_NO;  // letters, marks, numbers
}
bool is_hyphen(char32_t value) { return value == U'-' || value == U'\u2010' || value == U'\u2011'; }
bool is_apostrophe(char32_t value) {
  return value == U'\'' || value == U'\u2019' || value == U'\u02BC';
}

struct Character {
  char32_t value;
  size_t begin;
};

/// The characters of a text, followed by a sentinel with value 0.
std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  for (size_t at = 0; at < text.size();) {
    const auto first = first_code_point(text.substr(at));
    const bool valid = first.length > 0;
    characters.push_back({valid ? first.value : U'\uFFFD', at});
    at += valid ? first.length : 1;
  }
  characters.push_back({0, text.size()});
  return characters;
}

/// The end of the word that begins at `at`.
size_t end_of_word(const std::vector<Character>& characters, size_t at) {
  for (++at; at + 1 < characters.size(); ++at) {
    const char32_t before = characters[at - 1].value, value = characters[at].value,
                   next = characters[at + 1].value;
    if (is_word_character(value)) {
      // U+02BC is a letter in Unicode, but an apostrophe here.
      if (is_apostrophe(value) && is_letter(next)) return at + 1;
      continue;
    }
    if (is_apostrophe(value) && is_letter(before) && is_letter(next)) return at + 1;
    const bool joins = (is_hyphen(value) && is_word_character(next)) ||
                       ((value == U'.' || value == U',') && is_digit(before) && is_digit(next));
    if (!joins) return at;
  }
  return at;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  const auto characters = characters_of(text);
  std::vector<std::string_view> words;
  for (size_t at = 0; at + 1 < characters.size();) {
    if (metrics::is_white_space(characters[at].value)) {
      ++at;
      continue;
    }
    const size_t end =
        is_word_character(characters[at].value) ? end_of_word(characters, at) : at + 1;
    words.push_back(
        text.substr(characters[at].begin, characters[end].begin - characters[at].begin));
    at = end;
  }
  return words;
}

bool is_punctuation(std::string_view word) {
  return std::ranges::none_of(decode_utf8(word), is_word_character);
}

std::string without_accents(std::string_view text) {
  utf8proc_uint8_t* result = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &result, options);
  if (size < 0) return std::string(text);  // not UTF-8
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  return {reinterpret_cast<const char*>(result), static_cast<size_t>(size)};
}

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

namespace {

struct Bucket {
  int64_t first;  ///< lowest frequency
  const char* name;
};
constexpr Bucket kBuckets[] = {{0, "unseen"}, {1, "1"},         {2, "2–4"},     {5, "5–9"},
                               {10, "10–99"}, {100, "100–999"}, {1000, "1000+"}};

}  // namespace

void WordCounts::add(std::string_view line) {
  for (const auto word : split_words(line)) {
    ++counts_[metrics::lower(word)];
    ++total_;
  }
}

int64_t WordCounts::of(const std::string& word) const {
  const auto found = counts_.find(word);
  return found == counts_.end() ? 0 : found->second;
}

std::size_t frequency_buckets() { return std::size(kBuckets); }

std::size_t frequency_bucket(int64_t frequency) {
  const auto* above = std::upper_bound(std::begin(kBuckets), std::end(kBuckets), frequency,
                                       [](int64_t f, const Bucket& b) { return f < b.first; });
  return static_cast<std::size_t>(above - std::begin(kBuckets)) - 1;
}

const char* frequency_bucket_name(std::size_t bucket) { return kBuckets[bucket].name; }

}  // namespace regard::compare
