#include "reranking/line_search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace regard::translate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// How far a step goes beyond the first or last change.
constexpr double kBeyond = 0.1;

/// At `at`, a line's best candidate changes.
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

/// The statistics of a text whose best candidates change.
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
  std::vector<double> sums_;  ///< of whole numbers, which are exact
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

}  // namespace regard::translate
