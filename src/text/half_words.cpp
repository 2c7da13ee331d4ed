#include "regard/text/half_words.h"

#include <algorithm>
#include <unordered_map>

#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/text/special_tokens.h"
#include "regard/text/word_character.h"

namespace regard::text {
namespace {

std::string utf8_of(std::u32string_view text) {
  std::string bytes;
  for (const char32_t character : text) append_utf8(character, bytes);
  return bytes;
}

std::u32string without_ending(std::u32string word) {
  word.pop_back();
  return word;
}

/// Letters that are an ending of their own, as the s of plurals: at least half of the words that
/// end with one are words without it, too.
std::unordered_set<char32_t> endings_of(const std::unordered_set<std::u32string>& words) {
  std::unordered_map<char32_t, int64_t> with, without;
  for (const auto& word : words) {
    ++with[word.back()];
    without[word.back()] += words.contains(without_ending(word)) ? 1 : 0;
  }
  std::unordered_set<char32_t> endings;
  for (const auto& [letter, count] : with) {
    if (2 * without[letter] >= count) endings.insert(letter);
  }
  return endings;
}

std::unordered_set<std::string> half_words_of(const std::vector<std::string>& list) {
  constexpr size_t kLeast = 2;  // letters
  std::unordered_set<std::u32string> words;
  for (const auto& word : list) words.insert(decode_utf8(word));
  const auto endings = endings_of(words);
  std::unordered_set<std::string> half_words;
  for (const auto& word : words) {
    for (size_t size = kLeast; size < word.size(); ++size) {
      half_words.insert(utf8_of(std::u32string_view(word).substr(0, size)));
    }
  }
  for (const auto& word : words) {
    half_words.erase(utf8_of(word));
    if (endings.contains(word.back())) half_words.erase(utf8_of(without_ending(word)));
  }
  return half_words;
}

[[noreturn]] void fail(const std::string& path) {
  throw Error(str("its words are not a list of at most ", HalfWords::kMostWords, " words of 1 to ",
                  HalfWords::kLongestWord, " letters"),
              path, "it is damaged: copy it again, or train again", ExitCode::failure);
}

}  // namespace

HalfWords::HalfWords(const Tokenizer& target, std::vector<std::string> words)
    : words_(std::move(words)), half_words_(half_words_of(words_)) {
  std::ranges::sort(words_);
  const auto is_text = target.text_pieces();
  for (int64_t id = 0; id < target.size(); ++id) {
    const bool has_text = is_text[static_cast<size_t>(id)];
    const auto text = has_text ? lower(decode_utf8(target.piece(id))) : std::u32string();
    const auto end = std::ranges::find_if_not(text.rbegin(), text.rend(), is_of_word).base();
    parts_.push_back({.letters = utf8_of({end, text.end()}),
                      .begins_word = end != text.begin(),
                      .is_text = has_text});
    if (id == kEos || (!text.empty() && !is_of_word(text.front()))) boundaries_.push_back(id);
  }
}

std::vector<std::string> HalfWords::parse(std::string_view list, const std::string& path) {
  std::vector<std::string> words;
  if (first_invalid_utf8(list)) fail(path);
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    words.emplace_back(list.substr(0, end));
    const auto letters = decode_utf8(words.back());
    const bool is_word = !letters.empty() && letters.size() <= kLongestWord &&
                         std::ranges::all_of(letters, is_of_word);
    if (!is_word || words.size() > kMostWords) fail(path);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

std::string HalfWords::list() const { return join(words_, " "); }

bool HalfWords::end(std::span<const int64_t> tokens) const {
  std::string word;
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    const auto& part = parts_[static_cast<size_t>(*token)];
    if (!part.is_text) return false;
    word.insert(0, part.letters);
    if (part.begins_word) break;
  }
  return half_words_.contains(word);
}

}  // namespace regard::text
