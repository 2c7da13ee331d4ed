#pragma once
#include <string>
#include <utility>
#include <vector>

#include "explain/steps.h"
#include "model/rnn_attention.h"
#include "ops/recurrent_step.h"

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

/// The result of a step of a cell, and its gates by name.
struct CellResult {
  torch::Tensor hidden, cell;
  std::vector<std::pair<std::string, torch::Tensor>> gates;
};

/// The equations of ops/recurrent_step.h for one row: x (input), h and c (hidden_size).
CellResult step_of(ops::Cell cell, const ops::RecurrentWeights& weights, const torch::Tensor& x,
                   const ops::CellState& state);

/// Gates and states of a layer while it reads, which become steps.
class LayerRows {
 public:
  /// Where the layer stands.
  struct Place {
    std::string part;    ///< "encoder"
    Axis axis;           ///< of what it reads
    std::string prefix;  ///< of the titles: "backward "
    size_t layer;
    bool is_backward;  ///< it read the last row first
  };

  void add(const CellResult& result);
  void finish(Steps& steps, ops::Cell cell, const Place& place);

 private:
  std::vector<torch::Tensor>& rows_of(const std::string& name);

  std::vector<std::pair<std::string, std::vector<torch::Tensor>>> all_;
};

}  // namespace regard::explain
