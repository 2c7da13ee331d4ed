#include "alignment/word_pairs.h"

#include <utility>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::alignment {

void WordPairs::add(std::span<const std::string_view> source,
                    std::span<const std::string_view> target) {
  sides_[0].add(source);
  sides_[1].add(target);
}

int32_t WordPairs::Side::number_of(std::string name) {
  const auto [found, is_new] =
      numbers.try_emplace(std::move(name), static_cast<int32_t>(names.size()));
  if (is_new) names.push_back(found->first);
  return found->second;
}

void WordPairs::Side::add(std::span<const std::string_view> sentence) {
  for (const auto word : sentence) words.push_back(number_of(text::in_lower_case(word)));
  begins.push_back(words.size());
}

WordPairs::Side WordPairs::Side::stems(size_t letters) const {
  Side stems{.begins = begins};
  std::vector<int32_t> stem_of_word;
  for (const auto& name : names) {
    std::string stem;
    for (const char32_t letter : decode_utf8(name).substr(0, letters)) append_utf8(letter, stem);
    stem_of_word.push_back(stems.number_of(std::move(stem)));
  }
  stems.words.reserve(words.size());
  for (const int32_t word : words) {
    stems.words.push_back(stem_of_word[static_cast<size_t>(word)]);
  }
  return stems;
}

WordPairs WordPairs::stems(int64_t letters) const {
  WordPairs pairs;
  for (size_t side = 0; side < sides_.size(); ++side) {
    pairs.sides_[side] = sides_[side].stems(static_cast<size_t>(letters));
  }
  return pairs;
}

}  // namespace regard::alignment
