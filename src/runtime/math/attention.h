#pragma once
#include <cstdint>

namespace regard::math {

/// The keys and values that one row attends to; each position stores its keys, then its values. The
/// score of a key is scale * query . key, or additive . tanh(query + key).
struct AttentionHeads {
  int64_t heads;
  int64_t key_width;    ///< per head
  int64_t value_width;  ///< per head
  float scale = 1.0F;
  const float* additive = nullptr;  ///< (heads, key_width); null: dot-product score

  int64_t keys() const { return heads * key_width; }
  int64_t values() const { return heads * value_width; }
};

/// Gradients for the inputs of an additive score, one row each.
struct AdditiveGradients {
  float* query;
  float* key;
  float* weights;
};

/// The scores of one head of a sentence: (queries, width). Only the first `keys` columns count or,
/// if causal, the first i + 1 in row i.
struct HeadScores {
  int64_t queries, keys, width;
  bool causal;
  float scale;

  int64_t keys_of(int64_t query) const { return causal ? query + 1 : keys; }
};

}  // namespace regard::math
