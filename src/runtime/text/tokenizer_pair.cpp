#include "text/tokenizer_pair.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::text {
std::string preprocess(std::string_view line, Preprocess how) {
  if (how == Preprocess::none) return std::string(line);
  if (first_invalid_utf8(line)) throw Error("preprocess: the line is not valid UTF-8");
  std::string result;
  bool after_space = true;  // the start counts as a space: a leading mark gets no space
  for (const char32_t code_point : decode_utf8(line)) {
    const bool space = code_point == ' ' || code_point == 0xA0 || code_point == 0x202F;
    const bool mark =
        code_point == ',' || code_point == '.' || code_point == '!' || code_point == '?';
    if (mark && !after_space) result += ' ';
    append_utf8(space ? U' ' : lower(code_point), result);
    after_space = space;
  }
  return result;
}

namespace {

std::string utf8_of(std::u32string_view text) {
  std::string bytes;
  for (const char32_t character : text) append_utf8(character, bytes);
  return bytes;
}

/// Size of a word's last letter in UTF-8 bytes.
size_t size_of_ending(std::string_view word) {
  size_t size = 1;
  while (continues_character(word[word.size() - size])) ++size;
  return size;
}

/// Letters that act as endings, such as the plural s: for at least half of the words that end with
/// one, the rest is also a word. `words` must be sorted.
std::vector<std::string> endings_of(const std::vector<std::string>& words) {
  struct Counts {
    int64_t with = 0, without = 0;
  };
  std::map<std::string, Counts, std::less<>> counts;
  std::vector<std::string_view>
      beginnings;  // words that are prefixes of the current word, each a prefix of the next
  for (const std::string_view word : words) {
    while (!beginnings.empty() && !word.starts_with(beginnings.back())) beginnings.pop_back();
    const size_t rest = word.size() - size_of_ending(word);
    auto& [with, without] = counts[std::string(word.substr(rest))];
    ++with;
    if (!beginnings.empty() && beginnings.back().size() == rest) ++without;
    beginnings.push_back(word);
  }
  std::vector<std::string> endings;
  for (const auto& [letter, count] : counts) {
    if (2 * count.without >= count.with) endings.push_back(letter);
  }
  return endings;
}

std::vector<std::string> in_order(std::vector<std::string> words) {
  if (!std::ranges::is_sorted(words)) std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

[[noreturn]] void fail(const std::string& path) {
  throw Error(str("its word list is damaged: it must have at most ", HalfWords::kMostWords,
                  " words of 1 to ", HalfWords::kLongestWord, " letters"),
              path, "copy the file again, or train the model again", ExitCode::failure);
}

}  // namespace

HalfWords::HalfWords(const Tokenizer& target, std::vector<std::string> words)
    : words_(in_order(std::move(words))), endings_(endings_of(words_)) {
  const auto is_text = target.text_pieces();
  for (int64_t id = 0; id < target.size(); ++id) {
    const bool has_text = is_text[static_cast<size_t>(id)];
    const auto text = has_text ? lower(decode_utf8(target.piece(id))) : std::u32string();
    const auto end = std::ranges::find_if_not(text.rbegin(), text.rend(), is_of_word).base();
    parts_.push_back({.letters = utf8_of(std::u32string_view(text).substr(
                          static_cast<size_t>(end - text.begin()))),
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
  return is_half(word);
}

bool HalfWords::is_half(const std::string& word) const {
  if (word.empty() || size_of_ending(word) == word.size()) return false;  // a single letter
  const auto next = std::ranges::lower_bound(words_, word);
  if (next == words_.end() || *next == word || !next->starts_with(word)) return false;
  return std::ranges::none_of(endings_, [&](const std::string& ending) {
    return std::ranges::binary_search(words_, word + ending);
  });
}

std::string TokenizerPair::hash() const {
  return joint() ? source_.hash() : sha256(source_.hash() + target_.hash());
}

void TokenizerPair::set_words(std::vector<std::string> words) {
  half_words_ =
      words.empty() ? nullptr : std::make_shared<const HalfWords>(target_, std::move(words));
}

std::vector<std::string> TokenizerPair::source_pieces(std::string_view line) const {
  return source_.encode_as_pieces(preprocess(line, preprocess_));
}

std::vector<int64_t> TokenizerPair::encode(const Tokenizer& tokenizer,
                                           std::string_view line) const {
  auto ids = tokenizer.encode(preprocess(line, preprocess_));
  ids.push_back(kEos);
  return ids;
}

}  // namespace regard::text
