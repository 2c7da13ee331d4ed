#pragma once
#include <torch/types.h>

#include <memory>

#include "regard/claims/measurements.h"
#include "regard/nn/multi_head_attention.h"

namespace regard::claims {

/// Attention alone, learning to find: a query is a turned copy of one of ten random keys, with
/// noise, and all weight should lie on that key.
struct LookupTask {
  nn::AttentionScore score = nn::AttentionScore::dot_product;
  int64_t width = 16;  ///< d_k
  bool scaled = true;  ///< by 1 / sqrt(d_k); of dot products
  double learning_rate = 0.01;
};

struct Lookup {
  double loss = 0;     ///< mean −log weight of the right key after training, on new examples
  double seconds = 0;  ///< of an update
};

/// The same examples for every task with one seed.
Lookup learn_lookup(const LookupTask& task, const Attempt& attempt);

}  // namespace regard::claims
