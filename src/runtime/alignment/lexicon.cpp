#include "alignment/lexicon.h"

namespace regard::alignment {
namespace {

/// P(word | its stem) for each word of the side that is generated in this direction.
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

/// Probabilities for words that do not co-occur.
constexpr TranslationTable::Entry kNone{
    .probabilities = {TranslationTable::kLeast, TranslationTable::kLeast}, .count = {}};

}  // namespace

Lexicon::Lexicon(const WordPairs& pairs, const WordPairs& stems,
                 const TranslationTable::Priors& priors)
    : word_table_(pairs, priors),
      stem_table_(stems, priors),
      share_of_stem_{shares_of_stems(pairs, stems, to_target),
                     shares_of_stems(pairs, stems, to_source)} {}

void Lexicon::find(const NumberedPair& pair, Cells& cells, std::array<Emissions, 2>& emissions) {
  const auto& [source_words, source_stems] = pair.source;
  const auto& [target_words, target_stems] = pair.target;
  for (const Direction direction : {to_target, to_source}) {
    emit_unaligned(pair, direction, emissions[direction]);
  }
  word_table_.find(source_words, target_words, cells.words);
  stem_table_.find(source_stems, target_stems, cells.stems);
  auto& [forward, backward] = emissions;
  for (size_t source = 0, cell = 0; source < source_words.size(); ++source) {
    const float of_source = share(to_source, source_words[source]) / 2;
    for (size_t target = 0; target < target_words.size(); ++target, ++cell) {
      const auto& word = cells.words[cell] == nullptr ? kNone : *cells.words[cell];
      const auto& stem = cells.stems[cell] == nullptr ? kNone : *cells.stems[cell];
      const auto mean = [&](Direction direction, float half_share) {
        return word.probabilities[direction] / 2 + half_share * stem.probabilities[direction];
      };
      forward.from_place[target * source_words.size() + source] =
          mean(to_target, share(to_target, target_words[target]) / 2);
      backward.from_place[cell] = mean(to_source, of_source);
    }
  }
}

void Lexicon::emit_unaligned(const NumberedPair& pair, Direction direction,
                             Emissions& emissions) const {
  const auto& [words, stems] = pair.written(direction);
  emissions.words = words.size();
  emissions.places = pair.written(direction == to_target ? to_source : to_target).words.size();
  emissions.from_place.resize(emissions.words * emissions.places);
  emissions.from_nothing.resize(emissions.words);
  for (size_t word = 0; word < emissions.words; ++word) {
    emissions.from_nothing[word] = (word_table_.unaligned_probability(direction, words[word]) +
                                    share(direction, words[word]) *
                                        stem_table_.unaligned_probability(direction, stems[word])) /
                                   2;
  }
}

void Lexicon::count(const Cells& cells, size_t cell, double links) {
  for (auto* entry : {cells.words[cell], cells.stems[cell]}) {
    if (entry != nullptr) entry->count.add(links);
  }
}

void Lexicon::count_unaligned(const NumberedSentence& sentence, Direction direction,
                              const std::vector<float>& expected) {
  for (size_t at = 0; at < sentence.words.size(); ++at) {
    const auto times = static_cast<double>(expected[at]);
    word_table_.count_unaligned(direction, sentence.words[at], times);
    stem_table_.count_unaligned(direction, sentence.stems[at], times);
  }
}

void Lexicon::maximize() {
  word_table_.maximize();
  stem_table_.maximize();
}

void Lexicon::keep_likely() {
  word_table_.keep_likely();
  stem_table_.keep_likely();
}

void Lexicon::write(NumberWriter& writer) const {
  word_table_.write(writer);
  stem_table_.write(writer);
  for (const auto& shares : share_of_stem_) writer.add(shares);
}

std::optional<Lexicon> Lexicon::read(NumberReader& reader, const std::array<size_t, 2>& words,
                                     const std::array<size_t, 2>& stems) {
  Lexicon lexicon;
  if (!lexicon.word_table_.read(reader, words) || !lexicon.stem_table_.read(reader, stems)) {
    return std::nullopt;
  }
  for (const Direction direction : {to_target, to_source}) {
    auto& shares = lexicon.share_of_stem_[direction];
    if (!reader.take(shares) || shares.size() != words[1 - direction]) return std::nullopt;
  }
  return lexicon;
}

}  // namespace regard::alignment
