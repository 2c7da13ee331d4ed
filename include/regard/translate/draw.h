#pragma once
#include <cstdint>

#include "regard/config/generation_options.h"

namespace regard::translate {

/// Translations drawn at random, instead of the best that search finds.
struct Draw {
  /// Of these temperature, top_k, top_p, epsilon and seed. A line's translation depends on the seed
  /// and the line's number alone.
  config::GenerationOptions sampling = {};
  int64_t first_number = 0;  ///< of the first line
  /// Draw so many translations of each line and take those that are most like the others
  /// (minimum_bayes_risk.h). 0: draw one.
  int64_t least_risk = 0;
};

}  // namespace regard::translate
