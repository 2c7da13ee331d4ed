#pragma once
#include <torch/types.h>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace regard::ops {

/// The layout of several sentences concatenated without padding. Layers that treat every position
/// alike should read this form, because computing padding is wasted work.
class SentenceRows {
 public:
  /// The layout of the first `lengths` (batch, int64) positions of each row of a batch that is
  /// padded to `padded_length`.
  SentenceRows(const torch::Tensor& lengths, int64_t padded_length);

  /// (batch, padded length, ...) -> (tokens, ...), sentence by sentence.
  torch::Tensor pack(const torch::Tensor& padded) const;
  /// (tokens, ...) -> (batch, padded length, ...), with 0 at padding.
  torch::Tensor unpack(const torch::Tensor& rows) const;

  int64_t sentences() const { return static_cast<int64_t>(begins_.size()) - 1; }
  /// The row of a sentence's first token; begin(sentences()) is one past the last row.
  int64_t begin(int64_t sentence) const { return begins_[static_cast<size_t>(sentence)]; }
  int64_t tokens() const { return begins_.back(); }
  /// The length of the longest sentence.
  int64_t longest() const { return longest_; }
  /// Each token's position in its sentence, from 0: (tokens), int64.
  const torch::Tensor& positions() const { return positions_; }
  /// (batch, padded length), true at tokens.
  const torch::Tensor& mask() const { return mask_; }

 private:
  std::vector<int64_t> begins_{0};
  int64_t longest_ = 0;
  torch::Tensor mask_;
  torch::Tensor places_;  // (tokens), indices in the flattened batch
  torch::Tensor positions_;
};

/// Which keys each query may attend to, and how both are laid out in memory.
class AttentionMask {
 public:
  /// For a padded batch, queries (batch, query, size) and keys (batch, key, size): true where a
  /// query may attend; broadcasts to (batch, heads, query, key). Undefined: every key.
  AttentionMask(torch::Tensor allowed = {})
      : allowed_(std::move(allowed)) {}  // NOLINT: implicit conversion

  /// For sentences concatenated without padding, queries (query tokens, size) and keys (key tokens,
  /// size): the queries of a sentence attend to its keys. `causal`: up to their own position.
  AttentionMask(SentenceRows of_queries, SentenceRows of_keys, bool causal)
      : sentences_(std::make_shared<const Sentences>(
            Sentences{std::move(of_queries), std::move(of_keys), causal})) {}

  struct Sentences {
    SentenceRows queries, keys;
    bool causal;
  };
  /// The layout of the sentences; null for a padded batch.
  const Sentences* sentences() const { return sentences_.get(); }

  /// The mask of the padded batch, or the one that these sentences would have if padded: (batch, 1,
  /// 1 or query, key).
  torch::Tensor allowed() const;

 private:
  torch::Tensor allowed_;
  std::shared_ptr<const Sentences> sentences_;
};

}  // namespace regard::ops
