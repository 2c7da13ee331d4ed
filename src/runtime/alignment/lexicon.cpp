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

/// The probabilities of words that do not co-occur.
constexpr TranslationTable::Entry kNone{
    .probabilities = {TranslationTable::kLeast, TranslationTable::kLeast}, .count = {}};

}  // namespace

Lexicon::Lexicon(const WordPairs& pairs, int64_t letters_of_stem,
                 const TranslationTable::Priors& priors)
    : pairs_(pairs),
      stems_(pairs.stems(letters_of_stem)),
      word_table_(pairs, priors),
      stem_table_(stems_, priors),
      share_of_stem_{shares_of_stems(pairs, stems_, to_target),
                     shares_of_stems(pairs, stems_, to_source)} {}

void Lexicon::find(size_t pair, Cells& cells, std::array<Emissions, 2>& emissions) {
  const auto sources = pairs_.source(pair), targets = pairs_.target(pair);
  const auto source_stems = stems_.source(pair), target_stems = stems_.target(pair);
  for (const Direction direction : {to_target, to_source}) {
    emit_unaligned(pair, direction, emissions[direction]);
  }
  word_table_.find(sources, targets, cells.words);
  stem_table_.find(source_stems, target_stems, cells.stems);
  auto& [forward, backward] = emissions;
  for (size_t source = 0, cell = 0; source < sources.size(); ++source) {
    const float of_source = share(to_source, sources[source]) / 2;
    for (size_t target = 0; target < targets.size(); ++target, ++cell) {
      const auto& word = cells.words[cell] == nullptr ? kNone : *cells.words[cell];
      const auto& stem = cells.stems[cell] == nullptr ? kNone : *cells.stems[cell];
      const auto mean = [&](Direction direction, float half_share) {
        return word.probabilities[direction] / 2 + half_share * stem.probabilities[direction];
      };
      forward.from_place[target * sources.size() + source] =
          mean(to_target, share(to_target, targets[target]) / 2);
      backward.from_place[cell] = mean(to_source, of_source);
    }
  }
}

void Lexicon::emit_unaligned(size_t pair, Direction direction, Emissions& emissions) const {
  const auto words = words_of(pairs_, pair, direction);
  const auto stems = words_of(stems_, pair, direction);
  emissions.words = words.size();
  emissions.places = words_of(pairs_, pair, direction == to_target ? to_source : to_target).size();
  emissions.from_place.resize(emissions.words * emissions.places);
  emissions.from_nothing.resize(emissions.words);
  for (size_t word = 0; word < emissions.words; ++word) {
    emissions.from_nothing[word] = (word_table_.unaligned(direction, words[word]).probability +
                                    share(direction, words[word]) *
                                        stem_table_.unaligned(direction, stems[word]).probability) /
                                   2;
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
