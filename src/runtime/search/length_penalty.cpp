#include "search/length_penalty.h"

#include <algorithm>
#include <cmath>

namespace regard::search {

double LengthPenalty::normalizer(int64_t length) const {
  const auto tokens = static_cast<double>(length);
  return std::pow(form == Form::gnmt ? (5.0 + tokens) / 6.0 : tokens, alpha);
}

LengthPenalty length_penalty(const config::SearchOptions& options) {
  return {.alpha = options.length_penalty, .form = options.length_penalty_form};
}

double LengthPenalty::score(double log_prob, int64_t tokens, bool finished) const {
  const int64_t length = finished && !count_eos ? tokens - 1 : tokens;
  return log_prob / normalizer(std::max<int64_t>(length, 1));
}

}  // namespace regard::search
