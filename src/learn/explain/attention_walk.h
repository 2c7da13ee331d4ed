#pragma once
#include <vector>

#include "explain/steps.h"
#include "model/rnn_attention.h"

namespace regard::explain {

/// Scores, weights and context of one query, for each head.
struct Attending {
  std::vector<torch::Tensor> scores, weights;  // (source)
  torch::Tensor context;
};

/// The attention of a recurrent decoder over the encoder's states (source, size).
class AttentionWalk {
 public:
  AttentionWalk(const model::RnnAttention& model, const Weights& weights,
                const torch::Tensor& states);

  /// (source, hidden_size); undefined where states are compared as they are.
  const torch::Tensor& keys() const { return keys_; }

  /// query (hidden_size)
  Attending operator()(const torch::Tensor& query) const;

  /// Adds the steps of all positions: queries, scores, weights and contexts.
  void finish(Steps& steps, const std::vector<Attending>& rows,
              const std::vector<torch::Tensor>& queries) const;

 private:
  void add_scores(Steps& steps, const std::vector<Attending>& rows) const;

  const model::RnnAttentionOptions& options_;
  Weights weights_;
  torch::Tensor states_, keys_, values_;
};

}  // namespace regard::explain
