#include "alignment/word_linker.h"

#include <utility>

#include "base/number_bytes.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::alignment {
namespace {

/// Separates the words of a list; no word contains it.
constexpr char kBetween = '\n';

bool take(NumberReader& reader, Vocabulary& vocabulary) {
  std::vector<uint64_t> size;
  std::string_view words;
  if (!reader.take(size) || size.size() != 1 || !reader.take(words)) return false;
  while (!words.empty()) {
    const size_t end = std::min(words.find(kBetween), words.size());
    vocabulary.add(std::string(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return vocabulary.size() == size.front();
}

void add(NumberWriter& writer, const Vocabulary& vocabulary) {
  writer.add(std::vector<uint64_t>{vocabulary.size()});
  writer.add(join(vocabulary.words(), std::string(1, kBetween)));
}

}  // namespace

WordLinker WordLinker::learned_from(const WordPairs& pairs, const Aligner::Options& options,
                                    const std::function<void(int64_t done, int64_t all)>& after) {
  Aligner aligner(pairs, options);
  aligner.learn(after);
  std::array<Side, 2> sides = {
      Side{.words = pairs.source_vocabulary(), .stems = aligner.stems().source_vocabulary()},
      Side{.words = pairs.target_vocabulary(), .stems = aligner.stems().target_vocabulary()}};
  WordLinker linker(std::move(sides), options.letters_of_stem, std::move(aligner).take_model());
  linker.model_.lexicon.keep_likely();
  return linker;
}

std::string WordLinker::bytes() const {
  NumberWriter writer;
  writer.add(std::vector<int64_t>{letters_});
  writer.add(std::vector<float>{model_.nothing});
  for (const auto& side : sides_) {
    add(writer, side.words);
    add(writer, side.stems);
  }
  model_.lexicon.write(writer);
  for (const auto& jumps : model_.jumps) writer.add(std::vector<Jumps>{jumps});
  return writer.take();
}

std::optional<WordLinker> WordLinker::from_bytes(std::string_view bytes) {
  NumberReader reader(bytes);
  std::vector<int64_t> letters;
  std::vector<float> nothing;
  std::array<Side, 2> sides;
  if (!reader.take(letters) || letters.size() != 1) return std::nullopt;
  if (!reader.take(nothing) || nothing.size() != 1) return std::nullopt;
  for (auto& side : sides) {
    if (!take(reader, side.words) || !take(reader, side.stems)) return std::nullopt;
  }
  auto lexicon = Lexicon::read(reader, {sides[0].words.size(), sides[1].words.size()},
                               {sides[0].stems.size(), sides[1].stems.size()});
  if (!lexicon) return std::nullopt;
  LinkModel model{.lexicon = std::move(*lexicon), .nothing = nothing.front()};
  for (auto& jumps : model.jumps) {
    std::vector<Jumps> read;
    if (!reader.take(read) || read.size() != 1) return std::nullopt;
    jumps = read.front();
  }
  if (!reader.at_end()) return std::nullopt;
  return WordLinker(std::move(sides), letters.front(), std::move(model));
}

WordLinker::Numbers WordLinker::numbers_of(std::span<const std::string_view> sentence,
                                           const Side& side) const {
  Numbers numbers;
  for (const auto word : sentence) {
    const auto lower = text::in_lower_case(word);
    numbers.words.push_back(side.words.find(lower));
    numbers.stems.push_back(side.stems.find(stem_of(lower, letters_)));
  }
  return numbers;
}

Links WordLinker::operator()(std::span<const std::string_view> source,
                             std::span<const std::string_view> target) const {
  if (source.empty() || target.empty()) return {};
  const auto sources = numbers_of(source, sides_[0]), targets = numbers_of(target, sides_[1]);
  PairReader reader(model_);
  const auto& posteriors = reader.read(
      {.source = {sources.words, sources.stems}, .target = {targets.words, targets.stems}},
      PairReader::By::hidden_markov);
  return links_of(posteriors, source.size(), Symmetrization::posterior);
}

}  // namespace regard::alignment
