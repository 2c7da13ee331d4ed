#pragma once
#include <torch/types.h>

#include <memory>
#include <utility>

#include "ops/sentence_rows.h"

namespace regard::ops {

/// Which keys each query may attend to, and how both lie in memory.
class AttentionMask {
 public:
  /// For a padded batch, queries (batch, query, size) and keys (batch, key, size): true is "may
  /// attend"; broadcasts to (batch, heads, query, key). Undefined: every key.
  AttentionMask(torch::Tensor allowed = {})
      : allowed_(std::move(allowed)) {}  // NOLINT: a tensor says all

  /// For sentences whose tokens stand one after another, queries (query tokens, size) and keys (key
  /// tokens, size): the queries of a sentence attend to its keys. `causal`: up to their own
  /// position.
  AttentionMask(SentenceRows of_queries, SentenceRows of_keys, bool causal)
      : sentences_(std::make_shared<const Sentences>(
            Sentences{std::move(of_queries), std::move(of_keys), causal})) {}

  struct Sentences {
    SentenceRows queries, keys;
    bool causal;
  };
  /// Null for a padded batch.
  const Sentences* sentences() const { return sentences_.get(); }

  /// The mask of the padded batch, or the one that these sentences have when padded: (batch, 1, 1
  /// or query, key).
  torch::Tensor allowed() const;

 private:
  torch::Tensor allowed_;
  std::shared_ptr<const Sentences> sentences_;
};

}  // namespace regard::ops
