#include "reranking/tuning.h"

#include "reranking/tune_weights.h"
#include "reranking/tuning_text.h"

namespace regard::translate {

Tuning tune(const RerankingWeights& own, std::span<const std::vector<Rated>> candidates,
            std::span<const std::string> references, const metrics::Metric& metric,
            int64_t random_starts, uint64_t seed) {
  const auto text = tuning_text(candidates, references, metric);
  std::vector<std::vector<double>> starts = {own.values()};
  for (size_t model = 0; model < own.forward.size(); ++model) {
    starts.emplace_back(starts.front().size());
    starts.back()[model] = 1.0;
  }
  const auto found = tune_weights(text, metric, starts, random_starts, seed);
  Tuning tuning = {.weights = own,
                   .tuned = found.score,
                   .untuned = text.score(starts.front(), metric),
                   .alone = {}};
  tuning.weights.set_values(found.values);
  for (const auto& start : std::span(starts).subspan(1)) {
    tuning.alone.push_back(text.score(start, metric));
  }
  return tuning;
}

}  // namespace regard::translate
