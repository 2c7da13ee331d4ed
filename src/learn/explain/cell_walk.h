#pragma once
#include <string>
#include <utility>
#include <vector>

#include "explain/steps.h"
#include "ops/recurrent_step.h"

namespace regard::explain {

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
