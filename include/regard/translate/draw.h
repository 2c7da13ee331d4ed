#pragma once
#include <cstdint>

#include "regard/config/generation_options.h"

namespace regard::translate {

/// Draw translations at random instead of searching for the best.
struct Draw {
  /// Uses temperature, top_k, top_p, epsilon and seed. A line's translation depends only on the
  /// seed and the line's number.
  config::GenerationOptions sampling = {};
  int64_t first_number = 0;  ///< number of the first line
  /// Draw N translations of each line and take those most similar to the others
  /// (minimum_bayes_risk.h). 0: draw one.
  int64_t least_risk = 0;
};

}  // namespace regard::translate
