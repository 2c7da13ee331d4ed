#pragma once
#include <cstdint>
#include <random>
#include <span>

#include "regard/config/generation_options.h"

namespace regard::search {

/// From which tokens the next one is drawn. Applied in this order.
struct SamplingOptions {
  /// p is proportional to exp(logit / temperature). 0: the most likely token, always.
  double temperature = 1.0;
  /// Only this many of the most likely tokens (Fan et al., 2018, arXiv:1805.04833). 0: all.
  int64_t top_k = 0;
  /// Only the fewest most likely tokens whose probabilities sum to at least this, nucleus sampling
  /// (Holtzman et al., 2020, arXiv:1904.09751). 1: all.
  double top_p = 1.0;
  /// Only tokens of at least this probability, or the most likely one: epsilon sampling (Hewitt et
  /// al., 2022, arXiv:2210.15191). 0: all.
  double epsilon = 0.0;
};

/// As a config has them.
SamplingOptions sampling_options(const config::GenerationOptions& options);

/// Draws a token, given the logit of each; -infinity is never drawn. Of equal logits the lower
/// token counts as more likely. Takes one number from `random`, none where temperature is 0: the
/// same logits and the same engine give the same token with every standard library.
int64_t sample_token(std::span<const double> logits, const SamplingOptions& options,
                     std::mt19937_64& random);

}  // namespace regard::search
