#include "alignment/aligner.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/machine.h"
#include "base/process.h"

namespace regard::alignment {
namespace {

/// Each word with the place that it most likely comes from, unless that is nothing.
Links best_places(const Posteriors& posteriors, size_t places, Direction direction) {
  Links links;
  for (size_t word = 0; word < posteriors.of_nothing.size(); ++word) {
    const auto row = std::span(posteriors.of_place).subspan(word * places, places);
    const auto best = std::ranges::max_element(row);
    if (best == row.end() || *best <= posteriors.of_nothing[word]) continue;
    const auto place = static_cast<int32_t>(best - row.begin());
    const auto number = static_cast<int32_t>(word);
    links.push_back(direction == to_target ? Link{place, number} : Link{number, place});
  }
  std::ranges::sort(links);
  return links;
}

/// The links that both directions together find likelier than not.
Links likely_links(const BothPosteriors& posteriors, size_t sources, size_t targets) {
  Links links;
  for (size_t source = 0; source < sources; ++source) {
    for (size_t target = 0; target < targets; ++target) {
      const float sum = posteriors[to_target].of_place[target * sources + source] +
                        posteriors[to_source].of_place[source * targets + target];
      if (sum > 1) links.push_back({static_cast<int32_t>(source), static_cast<int32_t>(target)});
    }
  }
  return links;
}

}  // namespace

Links links_of(const BothPosteriors& posteriors, size_t sources, Symmetrization method) {
  const size_t targets = posteriors[to_target].of_nothing.size();
  if (method == Symmetrization::posterior) return likely_links(posteriors, sources, targets);
  return symmetrized(best_places(posteriors[to_target], sources, to_target),
                     best_places(posteriors[to_source], targets, to_source), method);
}

/// What a thread needs to read sentence pairs, one after the other.
class Aligner::Work {
 public:
  explicit Work(const Aligner& aligner)
      : aligner_(aligner),
        markov_{HiddenMarkov(aligner.jumps_[to_target], aligner.options_.nothing),
                HiddenMarkov(aligner.jumps_[to_source], aligner.options_.nothing)} {}

  const BothPosteriors& compute(size_t pair, Model model) {
    pair_ = pair;
    aligner_.lexicon_.find(pair, cells_, emissions_);
    for (const Direction direction : {to_target, to_source}) {
      const auto& emissions = emissions_[direction];
      if (model == Model::model_1) {
        model_1(emissions, aligner_.options_.nothing, posteriors_[direction]);
      } else {
        markov_[direction].compute(emissions, posteriors_[direction]);
      }
    }
    return posteriors_;
  }

  /// Adds what was computed last to the counts of the lexicon.
  void count() const {
    constexpr float kLeast = 0x1p-28F;
    const size_t sources = emissions_[to_target].places, targets = emissions_[to_source].places;
    const auto& [forward, backward] = posteriors_;
    for (size_t source = 0; source < sources; ++source) {
      for (size_t target = 0; target < targets; ++target) {
        const float both = forward.of_place[target * sources + source] *
                           backward.of_place[source * targets + target];
        if (both < kLeast) continue;
        Lexicon::count(cells_, source * targets + target, std::sqrt(static_cast<double>(both)));
      }
    }
    for (const Direction direction : {to_target, to_source}) {
      aligner_.lexicon_.count_unaligned(pair_, direction, posteriors_[direction].of_nothing);
    }
  }

  void count_jumps(std::array<Jumps::Counts, 2>& counts) const {
    for (const Direction direction : {to_target, to_source}) {
      markov_[direction].count_jumps(counts[direction]);
    }
  }

 private:
  const Aligner& aligner_;
  size_t pair_ = 0;
  Lexicon::Cells cells_;
  std::array<Emissions, 2> emissions_;
  BothPosteriors posteriors_;
  std::array<HiddenMarkov, 2> markov_;
};

Aligner::Aligner(const WordPairs& pairs, const Options& options)
    : pairs_(pairs), options_(options), lexicon_(pairs, options.letters_of_stem, options.priors) {}

void Aligner::iterate(Model model, const std::function<void(size_t done)>& after) {
  constexpr size_t kAtOnce = 8192;
  std::array<Jumps::Counts, 2> jumps;
  for (size_t first = 0; first < pairs_.size(); first += kAtOnce) {
    stop_if_interrupted();
    const size_t count = std::min(kAtOnce, pairs_.size() - first);
    for_parts(static_cast<int64_t>(count), 16, [&](int64_t begin, int64_t end) {
      Work work(*this);
      for (int64_t at = begin; at < end; ++at) {
        const size_t pair = first + static_cast<size_t>(at);
        const size_t sources = pairs_.source(pair).size(), targets = pairs_.target(pair).size();
        if (std::min(sources, targets) == 0) continue;
        if (std::max(sources, targets) > options_.longest) continue;
        work.compute(pair, model);
        work.count();
        if (model == Model::hidden_markov) work.count_jumps(jumps);
      }
    });
    after(first + count);
  }
  lexicon_.maximize();
  if (model == Model::model_1) return;
  for (const Direction direction : {to_target, to_source}) {
    jumps_[direction].maximize(jumps[direction]);
  }
}

void Aligner::learn(const std::function<void(int64_t done, int64_t all)>& after) {
  const int64_t iterations = options_.model_1 + options_.hidden_markov;
  const auto pairs = static_cast<int64_t>(pairs_.size());
  for (int64_t i = 0; i < iterations; ++i) {
    const auto model = i < options_.model_1 ? Model::model_1 : Model::hidden_markov;
    iterate(model, [&](size_t done) {
      if (after) after(i * pairs + static_cast<int64_t>(done), iterations * pairs);
    });
  }
}

std::vector<Links> Aligner::align(size_t first, size_t last, Symmetrization method) const {
  std::vector<Links> links(last - first);
  for_parts(std::ssize(links), 1, [&](int64_t begin, int64_t end) {
    Work work(*this);
    for (auto at = static_cast<size_t>(begin); at < static_cast<size_t>(end); ++at) {
      const size_t sources = pairs_.source(first + at).size();
      if (sources == 0 || pairs_.target(first + at).empty()) continue;
      links[at] = links_of(work.compute(first + at, Model::hidden_markov), sources, method);
    }
  });
  return links;
}

BothPosteriors Aligner::posteriors(size_t pair) const {
  return Work(*this).compute(pair, Model::hidden_markov);
}

}  // namespace regard::alignment
