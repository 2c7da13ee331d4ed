#include "reranking/tuning.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "base/random.h"
#include "regard/base/error.h"

namespace regard::translate {

double TuningText::score(std::span<const double> weights, const metrics::Metric& metric) const {
  std::vector<double> sums(statistics.columns());
  for (const auto& line : lines) {
    const auto row = statistics.row(line.first_row + best_of(line.features, weights));
    std::ranges::transform(sums, row, sums.begin(), std::plus());
  }
  return metric.value(sums);
}

TuningText tuning_text(std::span<const std::vector<Rated>> lines,
                       std::span<const std::string> references, const metrics::Metric& metric) {
  const auto some = std::ranges::find_if(lines, [](const auto& line) { return !line.empty(); });
  if (some == lines.end()) {
    throw Error("no candidates to tune weights on", {},
                "give a text with lines that are not blank");
  }
  const Rated nothing = {.text = "", .features = Features(some->front().features.size())};
  std::vector<TuningText::Line> numbers;
  std::vector<std::string> hypotheses, repeated;
  for (size_t line = 0; line < lines.size(); ++line) {
    numbers.push_back({.features = {}, .first_row = hypotheses.size()});
    const auto candidates = lines[line].empty() ? std::span(&nothing, 1) : std::span(lines[line]);
    for (const auto& candidate : candidates) {
      numbers.back().features.push_back(candidate.features);
      hypotheses.push_back(candidate.text);
      repeated.push_back(references[line]);
    }
  }
  return {.lines = std::move(numbers),
          .statistics = metric.statistics(hypotheses, std::span(&repeated, 1))};
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// How far a step goes past the first or last change.
constexpr double kBeyond = 0.1;

/// A point at which a line's best candidate changes: a change of `at` in the weight.
struct Change {
  double at;
  size_t leaving, entering;  ///< rows of the statistics
};

std::vector<ScoreLine> score_lines(const TuningText::Line& line, std::span<const double> weights,
                                   size_t feature) {
  std::vector<ScoreLine> lines;
  for (const auto& features : line.features) {
    lines.push_back({weighted_sum(features, weights), features[feature]});
  }
  return lines;
}

double middle(double begin, double end) {
  if (begin == -kInfinity) return end == kInfinity ? 0.0 : end - kBeyond;
  return end == kInfinity ? begin + kBeyond : begin + (end - begin) / 2;
}

/// The statistics of a text as its best candidates change.
class MovingText {
 public:
  explicit MovingText(const metrics::StatisticsTable& statistics)
      : statistics_(statistics), sums_(statistics.columns()) {}

  void enter(size_t row) { combine(row, std::plus()); }
  void leave(size_t row) { combine(row, std::minus()); }
  std::span<const double> sums() const { return sums_; }

 private:
  template <class Combine>
  void combine(size_t row, Combine with) {
    std::ranges::transform(sums_, statistics_.row(row), sums_.begin(), with);
  }

  const metrics::StatisticsTable& statistics_;
  std::vector<double> sums_;  ///< sums of integers, which are exact
};

}  // namespace

std::vector<Stretch> upper_envelope(std::span<const ScoreLine> lines) {
  std::vector<size_t> order(lines.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    if (lines[a].slope != lines[b].slope) return lines[a].slope < lines[b].slope;
    return lines[a].intercept > lines[b].intercept;
  });
  std::vector<Stretch> envelope;
  for (const size_t candidate : order) {
    const auto& line = lines[candidate];
    double from = -kInfinity;
    while (!envelope.empty()) {
      const auto& last = lines[envelope.back().candidate];
      from = last.slope == line.slope
                 ? kInfinity  // parallel and not above
                 : (last.intercept - line.intercept) / (line.slope - last.slope);
      if (from > envelope.back().from) break;
      envelope.pop_back();
    }
    if (from < kInfinity) envelope.push_back({from, candidate});
  }
  return envelope;
}

Step best_step(const TuningText& text, std::span<const double> weights, size_t feature,
               const metrics::Metric& metric) {
  MovingText moving(text.statistics);
  std::vector<Change> changes;
  for (const auto& line : text.lines) {
    const auto envelope = upper_envelope(score_lines(line, weights, feature));
    moving.enter(line.first_row + envelope.front().candidate);
    for (size_t next = 1; next < envelope.size(); ++next) {
      changes.push_back({.at = envelope[next].from,
                         .leaving = line.first_row + envelope[next - 1].candidate,
                         .entering = line.first_row + envelope[next].candidate});
    }
  }
  std::ranges::stable_sort(changes, {}, &Change::at);

  Step best = {.size = 0.0, .score = text.score(weights, metric)};
  double begin = -kInfinity;
  for (auto change = changes.begin();;) {
    const double end = change == changes.end() ? kInfinity : change->at;
    const double score = metric.value(moving.sums());
    if (score > best.score) best = {.size = middle(begin, end), .score = score};
    if (change == changes.end()) return best;
    for (; change != changes.end() && change->at == end; ++change) {
      moving.leave(change->leaving);
      moving.enter(change->entering);
    }
    begin = end;
  }
}

namespace {

/// Maximum number of rounds over all weights. Every gain changes the translation, so the search
/// always terminates.
constexpr int kMostRounds = 100;

/// Only the ratios of weights matter.
void normalize(std::vector<double>& weights) {
  double sum = 0.0;
  for (const double weight : weights) sum += std::abs(weight);
  if (sum == 0.0) return;
  for (double& weight : weights) weight /= sum;
}

TunedWeights climbed(const TuningText& text, const metrics::Metric& metric,
                     std::vector<double> weights) {
  normalize(weights);
  double score = text.score(weights, metric);
  bool gains = true;
  for (int round = 0; gains && round < kMostRounds; ++round) {
    gains = false;
    for (size_t feature = 0; feature < weights.size(); ++feature) {
      auto moved = weights;
      moved[feature] += best_step(text, weights, feature, metric).size;
      normalize(moved);
      // In an interval as narrow as rounding errors, the step may not reach the score found by the
      // line search.
      const double reached = text.score(moved, metric);
      if (reached <= score) continue;
      weights = std::move(moved);
      score = reached;
      gains = true;
    }
  }
  return {std::move(weights), score};
}

std::vector<double> mixture(std::span<const std::vector<double>> starts, std::mt19937_64& random) {
  std::vector<double> mixed(starts.front().size());
  for (const auto& start : starts) {
    const double share = uniform(random);
    for (size_t feature = 0; feature < mixed.size(); ++feature) {
      mixed[feature] += share * start[feature];
    }
  }
  return mixed;
}

}  // namespace

TunedWeights tune_weights(const TuningText& text, const metrics::Metric& metric,
                          std::span<const std::vector<double>> starts, int64_t random_starts,
                          uint64_t seed) {
  std::mt19937_64 random(seed);
  auto best = climbed(text, metric, starts.front());
  const auto try_from = [&](const std::vector<double>& start) {
    auto found = climbed(text, metric, start);
    if (found.score > best.score) best = std::move(found);
  };
  for (const auto& start : starts.subspan(1)) try_from(start);
  for (int64_t draw = 0; draw < random_starts; ++draw) try_from(mixture(starts, random));
  return best;
}

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
