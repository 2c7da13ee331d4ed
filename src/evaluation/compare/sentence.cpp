#include "compare/sentence.h"

#include <algorithm>
#include <limits>

namespace regard::compare {

std::vector<BiggestWins> biggest_wins(const std::vector<Sentence>& sentences, std::size_t most) {
  std::vector<BiggestWins> all(sentences.empty() ? 0 : sentences.front().systems.size());
  for (std::size_t system = 0; system < all.size(); ++system) {
    auto& wins = all[system].wins;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto score = [&](std::size_t of) {
        return sentences[i].systems[of].scores.at(kSentenceMetric);
      };
      double best_other = -std::numeric_limits<double>::infinity();
      for (std::size_t other = 0; other < all.size(); ++other) {
        if (other != system) best_other = std::max(best_other, score(other));
      }
      const double lead = score(system) - best_other;
      if (lead > 0) wins.push_back({.sentence = i, .lead = lead});
    }
    std::ranges::stable_sort(wins, [](const auto& a, const auto& b) { return a.lead > b.lead; });
    wins.resize(std::min(wins.size(), most));
  }
  return all;
}

}  // namespace regard::compare
