#include "alignment/link_model.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace regard::alignment {
namespace {

/// Links each word to its most likely place, unless the empty word is more likely.
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

/// The links whose probability, averaged over both directions, is above one half.
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

const BothPosteriors& PairReader::read(const NumberedPair& pair, By by) {
  pair_ = pair;
  model_.lexicon.find(pair, cells_, emissions_);
  for (const Direction direction : {to_target, to_source}) {
    const auto& emissions = emissions_[direction];
    if (by == By::model_1) {
      model_1(emissions, model_.nothing, posteriors_[direction]);
    } else {
      markov_[direction].compute(emissions, posteriors_[direction]);
    }
  }
  return posteriors_;
}

void PairReader::count() {
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
    model_.lexicon.count_unaligned(pair_.written(direction), direction,
                                   posteriors_[direction].of_nothing);
  }
}

void PairReader::count_jumps(std::array<Jumps::Counts, 2>& counts) const {
  for (const Direction direction : {to_target, to_source}) {
    markov_[direction].count_jumps(counts[direction]);
  }
}

}  // namespace regard::alignment
