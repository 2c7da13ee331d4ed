#include "alignment/aligner.h"

#include <algorithm>

#include "base/machine.h"
#include "base/process.h"

namespace regard::alignment {

Aligner::Aligner(const WordPairs& pairs, const Options& options)
    : pairs_(pairs),
      options_(options),
      stems_(pairs.stems(options.letters_of_stem)),
      model_{.lexicon = Lexicon(pairs, stems_, options.priors), .nothing = options.nothing} {}

void Aligner::iterate(PairReader::By by, const std::function<void(size_t done)>& after) {
  constexpr size_t kAtOnce = 8192;
  std::array<Jumps::Counts, 2> jumps;
  for (size_t first = 0; first < pairs_.size(); first += kAtOnce) {
    stop_if_interrupted();
    const size_t count = std::min(kAtOnce, pairs_.size() - first);
    for_parts(static_cast<int64_t>(count), 16, [&](int64_t begin, int64_t end) {
      PairReader reader(model_);
      for (int64_t at = begin; at < end; ++at) {
        const size_t pair = first + static_cast<size_t>(at);
        const size_t sources = pairs_.source(pair).size(), targets = pairs_.target(pair).size();
        if (std::min(sources, targets) == 0) continue;
        if (std::max(sources, targets) > options_.longest) continue;
        reader.read(numbered(pair), by);
        reader.count();
        if (by == PairReader::By::hidden_markov) reader.count_jumps(jumps);
      }
    });
    after(first + count);
  }
  model_.lexicon.maximize();
  if (by == PairReader::By::model_1) return;
  for (const Direction direction : {to_target, to_source}) {
    model_.jumps[direction].maximize(jumps[direction]);
  }
}

void Aligner::learn(const std::function<void(int64_t done, int64_t all)>& after) {
  const int64_t iterations = options_.model_1 + options_.hidden_markov;
  const auto pairs = static_cast<int64_t>(pairs_.size());
  for (int64_t i = 0; i < iterations; ++i) {
    const auto by = i < options_.model_1 ? PairReader::By::model_1 : PairReader::By::hidden_markov;
    iterate(by, [&](size_t done) {
      if (after) after(i * pairs + static_cast<int64_t>(done), iterations * pairs);
    });
  }
}

std::vector<Links> Aligner::align(size_t first, size_t last, Symmetrization method) const {
  std::vector<Links> links(last - first);
  for_parts(std::ssize(links), 1, [&](int64_t begin, int64_t end) {
    PairReader reader(model_);
    for (auto at = static_cast<size_t>(begin); at < static_cast<size_t>(end); ++at) {
      const size_t sources = pairs_.source(first + at).size();
      if (sources == 0 || pairs_.target(first + at).empty()) continue;
      links[at] = links_of(reader.read(numbered(first + at), PairReader::By::hidden_markov),
                           sources, method);
    }
  });
  return links;
}

BothPosteriors Aligner::posteriors(size_t pair) const {
  return PairReader(model_).read(numbered(pair), PairReader::By::hidden_markov);
}

}  // namespace regard::alignment
