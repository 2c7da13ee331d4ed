#include "search/token_rules.h"

#include <algorithm>
#include <limits>

namespace regard::search {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// Forbids each token that followed an earlier occurrence of the last `size - 1` tokens.
void forbid_repeated(std::span<const int64_t> tokens, size_t size, std::span<float> log_probs) {
  if (tokens.size() + 1 < size) return;
  const auto last = tokens.last(size - 1);
  for (size_t begin = 0; begin + size <= tokens.size(); ++begin) {
    if (std::ranges::equal(tokens.subspan(begin, size - 1), last)) {
      log_probs[static_cast<size_t>(tokens[begin + size - 1])] = kNever;
    }
  }
}

}  // namespace

void TokenRules::apply(std::span<const int64_t> tokens, std::span<float> log_probs) const {
  for (const int64_t token : suppressed) log_probs[static_cast<size_t>(token)] = kNever;
  if (repetition_penalty != 1.0) {
    std::vector<int64_t> distinct(tokens.begin(), tokens.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const int64_t token : distinct) {
      log_probs[static_cast<size_t>(token)] *= static_cast<float>(repetition_penalty);
    }
  }
  if (no_repeat_ngram > 0) forbid_repeated(tokens, static_cast<size_t>(no_repeat_ngram), log_probs);
}

}  // namespace regard::search
