#pragma once
#include "math/reductions.h"

/// Kernels for logits.
namespace regard::math {
namespace {

RowSums row_sums(const float* x, int64_t size) {
  Lanes sums = {};
  for_parts(size, [&](auto part) { sums += part.load(x); });
  const Powers found = powers(x, size, 1.0F, [](auto, Lanes) {});
  return {found.maximum + __builtin_logf(found.sum), sum(sums)};
}

void softmax_difference(float* x, int64_t size, float log_sum_exp, float elsewhere) {
  for_parts(size,
            [&](auto part) { part.store(x, exponential(part.load(x) - log_sum_exp) - elsewhere); });
}

REGARD_INLINE bool is_better(float logit, const BestLogits& best) {
  return best.found < best.wanted || logit > best.logits[best.wanted - 1];
}

REGARD_INLINE void insert(float logit, int64_t token, BestLogits& best) {
  int64_t place = best.found < best.wanted ? best.found++ : best.wanted - 1;
  for (; place > 0 && best.logits[place - 1] < logit; --place) {
    best.logits[place] = best.logits[place - 1];
    best.tokens[place] = best.tokens[place - 1];
  }
  best.logits[place] = logit;
  best.tokens[place] = token;
}

/// Whether `tokens`, in ascending order, contains the token.
REGARD_INLINE bool is_among(int64_t token, std::span<const int64_t> tokens) {
  while (!tokens.empty()) {
    const size_t half = tokens.size() / 2;
    if (tokens[half] == token) return true;
    tokens = tokens[half] < token ? tokens.subspan(half + 1) : tokens.first(half);
  }
  return false;
}

Powers scan(const float* logits, int64_t first, int64_t count, std::span<const int64_t> never,
            BestLogits& best) {
  const Powers found = powers(logits, count, 1.0F, [](auto, Lanes) {});
  if (!is_better(found.maximum, best)) return found;
  for_parts(count, [&](auto part) {
    if (!is_better(largest(part.load(logits, kLowest)), best)) return;
    for (int64_t i = part.at; i < part.at + part.count(); ++i) {
      if (is_better(logits[i], best) && !is_among(first + i, never)) {
        insert(logits[i], first + i, best);
      }
    }
  });
  return found;
}

}  // namespace
}  // namespace regard::math
