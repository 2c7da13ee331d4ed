#include "alignment/lexicon.h"

namespace regard::alignment {
namespace {

/// P(word | its stem) of each word that comes from others in the direction.
std::vector<float> shares_of_stems(const WordPairs& pairs, const WordPairs& stems,
                                   Direction direction) {
  const auto words = pairs.all_words(direction);
  const auto stem_of = stems.all_words(direction);
  std::vector<float> of_word(pairs.vocabulary(direction)), of_stem(stems.vocabulary(direction));
  for (const int32_t word : words) ++of_word[static_cast<size_t>(word)];
  for (const int32_t stem : stem_of) ++of_stem[static_cast<size_t>(stem)];
  std::vector<float> shares(of_word.size());
  for (size_t at = 0; at < words.size(); ++at) {
    const auto word = static_cast<size_t>(words[at]);
    shares[word] = of_word[word] / of_stem[static_cast<size_t>(stem_of[at])];
  }
  return shares;
}

void find_in(TranslationTable& table, const WordPairs& pairs, size_t pair,
             std::vector<TranslationTable::Entry*>& entries) {
  entries.clear();
  for (const int32_t source : pairs.source(pair)) {
    for (const int32_t target : pairs.target(pair)) entries.push_back(table.find(source, target));
  }
}

float probability(const TranslationTable::Entry* entry, Direction direction) {
  return entry == nullptr ? TranslationTable::kLeast : entry->probabilities[direction];
}

}  // namespace

Lexicon::Lexicon(const WordPairs& pairs, int64_t letters_of_stem,
                 const TranslationTable::Priors& priors)
    : pairs_(pairs),
      stems_(pairs.stems(letters_of_stem)),
      word_table_(pairs, priors),
      stem_table_(stems_, priors),
      share_of_stem_{shares_of_stems(pairs, stems_, to_target),
                     shares_of_stems(pairs, stems_, to_source)} {}

void Lexicon::find(size_t pair, Cells& cells) {
  find_in(word_table_, pairs_, pair, cells.words);
  find_in(stem_table_, stems_, pair, cells.stems);
}

void Lexicon::emit(size_t pair, const Cells& cells, Direction direction,
                   Emissions& emissions) const {
  const auto words = words_of(pairs_, pair, direction);
  const auto stems = words_of(stems_, pair, direction);
  const bool is_forward = direction == to_target;
  const size_t targets = pairs_.target(pair).size();
  emissions.words = words.size();
  emissions.places = (is_forward ? pairs_.source(pair) : pairs_.target(pair)).size();
  emissions.from_place.resize(emissions.words * emissions.places);
  emissions.from_nothing.resize(emissions.words);
  for (size_t word = 0; word < emissions.words; ++word) {
    const float share = share_of_stem_[direction][static_cast<size_t>(words[word])];
    emissions.from_nothing[word] =
        (word_table_.unaligned(direction, words[word]).probability +
         share * stem_table_.unaligned(direction, stems[word]).probability) /
        2;
    float* from_place = &emissions.from_place[word * emissions.places];
    for (size_t place = 0; place < emissions.places; ++place) {
      const size_t cell = is_forward ? place * targets + word : word * targets + place;
      from_place[place] = (probability(cells.words[cell], direction) +
                           share * probability(cells.stems[cell], direction)) /
                          2;
    }
  }
}

void Lexicon::count(const Cells& cells, size_t cell, double links) {
  for (auto* entry : {cells.words[cell], cells.stems[cell]}) {
    if (entry != nullptr) entry->count.add(links);
  }
}

void Lexicon::count_unaligned(size_t pair, Direction direction,
                              const std::vector<float>& expected) {
  const auto words = words_of(pairs_, pair, direction);
  const auto stems = words_of(stems_, pair, direction);
  for (size_t at = 0; at < words.size(); ++at) {
    const auto times = static_cast<double>(expected[at]);
    word_table_.unaligned(direction, words[at]).count.add(times);
    stem_table_.unaligned(direction, stems[at]).count.add(times);
  }
}

void Lexicon::maximize() {
  word_table_.maximize();
  stem_table_.maximize();
}

}  // namespace regard::alignment
