#include "alignment/word_pairs.h"

#include "text/characters.h"

namespace regard::alignment {

void WordPairs::add(std::span<const std::string_view> source,
                    std::span<const std::string_view> target) {
  sides_[0].add(source);
  sides_[1].add(target);
}

void WordPairs::Side::add(std::span<const std::string_view> sentence) {
  for (const auto word : sentence) words.push_back(vocabulary.add(text::in_lower_case(word)));
  begins.push_back(words.size());
}

WordPairs::Side WordPairs::Side::stems(int64_t letters) const {
  Side stems{.begins = begins};
  std::vector<int32_t> stem_of_word;
  for (const auto& word : vocabulary.words()) {
    stem_of_word.push_back(stems.vocabulary.add(stem_of(word, letters)));
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
    pairs.sides_[side] = sides_[side].stems(letters);
  }
  return pairs;
}

}  // namespace regard::alignment
