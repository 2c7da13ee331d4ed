#include "regard/text/translation_memory.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

/// The text in Unicode's composed form (NFC).
std::string composed(const std::string& text) {
  utf8proc_uint8_t* bytes = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &bytes,
                   static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  if (size < 0) return text;  // not UTF-8
  std::string result(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
  std::free(bytes);
  return result;
}

/// The lookup key of a text: composed letters, and each run of blanks as one space.
std::string key_of(std::string_view text) {
  std::string key;
  bool is_behind_blank = false;
  for (const auto& character : characters_of(without_invisible(text))) {
    if (is_unicode_space(character.value)) {
      is_behind_blank = !key.empty();
      continue;
    }
    if (std::exchange(is_behind_blank, false)) key += ' ';
    append_utf8(character.value, key);
  }
  return composed(key);
}

/// Splits a key into runs of letters and digits and single other characters, without blanks.
std::vector<std::string_view> words_of(std::string_view key) {
  std::vector<std::string_view> words;
  bool continues = false;
  for (const auto& character : characters_of(key)) {
    const bool is_letter = is_of_word(character.value);
    const auto text = key.substr(character.begin, character.end - character.begin);
    if (is_letter && continues) {
      words.back() = key.substr(static_cast<size_t>(words.back().data() - key.data()),
                                words.back().size() + text.size());
    } else if (text != " ") {
      words.push_back(text);
    }
    continues = is_letter;
  }
  return words;
}

/// Cost of a difference; a word that differs only in case counts half.
constexpr int kOneWord = 2, kOneCase = 1;

constexpr int kSame = 100;

}  // namespace

struct TranslationMemory::Index {
  /// The ids of a word: as written, and in lowercase.
  struct Number {
    uint32_t written, small;
  };

  std::vector<Entry> entries;
  std::unordered_map<std::string, uint32_t> entry_of_key;
  std::unordered_map<std::string, uint32_t> number_of_word;
  std::vector<std::vector<uint32_t>> entries_with;  // entries by id of a lowercase word; ascending
  std::vector<Number> words;                        // words of all entries
  std::vector<size_t> begins = {0};                 // start of each entry's words

  explicit Index(std::vector<Entry> all) {
    for (auto& entry : all) {
      if (trimmed(entry.target).empty()) continue;
      auto key = key_of(entry.source);
      if (key.empty()) continue;
      const auto number = static_cast<uint32_t>(entries.size());
      const auto [found, is_new] = entry_of_key.try_emplace(std::move(key), number);
      if (is_new) {
        add_words(found->first, number);
        entries.push_back(std::move(entry));
      } else {
        entries[found->second] = std::move(entry);
      }
    }
  }

  uint32_t number(const std::string& word) {
    const auto next = static_cast<uint32_t>(number_of_word.size());
    const auto [found, is_new] = number_of_word.try_emplace(word, next);
    if (is_new) entries_with.emplace_back();
    return found->second;
  }

  void add_words(const std::string& key, uint32_t entry) {
    for (const auto& word : words_of(key)) {
      const Number numbers{number(std::string(word)), number(in_lower_case(word))};
      words.push_back(numbers);
      auto& with = entries_with[numbers.small];
      if (with.empty() || with.back() != entry) with.push_back(entry);
    }
    begins.push_back(words.size());
  }

  std::span<const Number> words_of_entry(uint32_t entry) const {
    return std::span(words).subspan(begins[entry], begins[entry + 1] - begins[entry]);
  }

  /// The ids of a text's words. Each unknown word gets an id of its own.
  std::vector<Number> numbers_of(const std::string& key) const {
    std::vector<Number> numbers;
    auto unknown = std::numeric_limits<uint32_t>::max();
    const auto find = [&](const std::string& word) {
      const auto found = number_of_word.find(word);
      return found == number_of_word.end() ? unknown-- : found->second;
    };
    for (const auto& word : words_of(key)) {
      numbers.push_back({find(std::string(word)), find(in_lower_case(word))});
    }
    return numbers;
  }

  /// The entries that contain at least one of the `count` rarest words, in order. An entry without
  /// any of them is too different.
  std::vector<uint32_t> entries_with_rarest(std::span<const Number> numbers, size_t count) const {
    const std::vector<uint32_t> none;
    std::vector<const std::vector<uint32_t>*> lists;
    for (const auto& word : numbers) {
      lists.push_back(word.small < entries_with.size() ? &entries_with[word.small] : &none);
    }
    std::ranges::sort(lists, {}, [](const auto* list) { return list->size(); });
    lists.resize(std::min(lists.size(), count));
    std::vector<uint32_t> found;
    for (const auto* list : lists) found.insert(found.end(), list->begin(), list->end());
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// The cost of turning one list of words into the other. If it exceeds `most`, returns at least
  /// `most` + 1.
  static int distance(std::span<const Number> from, std::span<const Number> to, int most) {
    std::vector<int> row(to.size() + 1);
    for (size_t column = 0; column <= to.size(); ++column) {
      row[column] = kOneWord * static_cast<int>(column);
    }
    for (const auto& word : from) {
      int diagonal = row[0], least = row[0] += kOneWord;
      for (size_t column = 1; column <= to.size(); ++column) {
        const auto& other = to[column - 1];
        const int change = word.written == other.written ? 0
                           : word.small == other.small   ? kOneCase
                                                         : kOneWord;
        const int best =
            std::min({diagonal + change, row[column] + kOneWord, row[column - 1] + kOneWord});
        diagonal = std::exchange(row[column], best);
        least = std::min(least, best);
      }
      if (least > most) return most + 1;
    }
    return row.back();
  }
};

TranslationMemory::TranslationMemory(std::vector<Entry> entries)
    : index_(std::make_unique<const Index>(std::move(entries))) {}
TranslationMemory::~TranslationMemory() = default;
TranslationMemory::TranslationMemory(TranslationMemory&&) noexcept = default;
TranslationMemory& TranslationMemory::operator=(TranslationMemory&&) noexcept = default;

size_t TranslationMemory::size() const { return index_->entries.size(); }

const std::string* TranslationMemory::translation_of(std::string_view text) const {
  const auto found = index_->entry_of_key.find(key_of(text));
  return found == index_->entry_of_key.end() ? nullptr : &index_->entries[found->second].target;
}

std::vector<MemoryMatch> TranslationMemory::similar(std::string_view text,
                                                    const Wanted& wanted) const {
  const auto& index = *index_;
  const auto key = key_of(text);
  const auto numbers = index.numbers_of(key);
  if (numbers.empty() || wanted.most == 0) return {};
  const auto least = static_cast<size_t>(std::clamp(wanted.least, 1, kSame));
  const size_t longest = numbers.size() * kSame / least;
  const size_t most_others = longest * (kSame - least) / kSame;  // words that an entry may lack
  const auto same = index.entry_of_key.find(key);
  std::vector<std::pair<int, uint32_t>> best;  // negated scores: the best is the smallest
  for (const uint32_t entry : index.entries_with_rarest(numbers, most_others + 1)) {
    const auto words = index.words_of_entry(entry);
    const size_t shorter = std::min(words.size(), numbers.size());
    const size_t longer = std::max(words.size(), numbers.size());
    if (shorter * kSame < longer * least) continue;
    const int all = kOneWord * static_cast<int>(longer);
    const int most = all * (kSame - static_cast<int>(least)) / kSame;
    const int cost = Index::distance(numbers, words, most);
    if (cost > most) continue;
    const bool is_same = same != index.entry_of_key.end() && same->second == entry;
    const int score = is_same ? kSame : std::min(kSame - 1, kSame * (all - cost) / all);
    best.emplace_back(-score, entry);
  }
  const auto end = best.begin() + static_cast<std::ptrdiff_t>(std::min(best.size(), wanted.most));
  std::partial_sort(best.begin(), end, best.end());
  std::vector<MemoryMatch> matches;
  for (auto one = best.begin(); one != end; ++one) {
    const auto& entry = index.entries[one->second];
    matches.push_back({entry.source, entry.target, -one->first});
  }
  return matches;
}

}  // namespace regard::text
