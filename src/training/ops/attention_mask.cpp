#include "ops/attention_mask.h"

namespace regard::ops {

torch::Tensor AttentionMask::allowed() const {
  if (!sentences_) return allowed_;
  const auto keys = sentences_->keys.mask().unsqueeze(1).unsqueeze(1);  // (batch, 1, 1, key)
  if (!sentences_->causal) return keys;
  const int64_t queries = sentences_->queries.mask().size(1);
  return keys.expand({-1, -1, queries, -1}).tril();
}

}  // namespace regard::ops
