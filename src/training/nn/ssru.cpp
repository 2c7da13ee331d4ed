#include "nn/ssru.h"

#include <vector>

#include "ops/probe.h"

namespace regard::nn {

SsruImpl::SsruImpl(int64_t size) {
  using torch::nn::LinearOptions;
  W = register_module("W", Linear(LinearOptions(size, size).bias(false)));
  W_f = register_module("W_f", Linear(LinearOptions(size, size)));
}

torch::Tensor SsruImpl::run(const torch::Tensor& candidates, const torch::Tensor& gates,
                            SsruState& past) {
  std::vector<torch::Tensor> cells;
  auto cell = past.cell.defined() ? past.cell : torch::zeros_like(candidates.select(1, 0));
  for (int64_t position = 0; position < candidates.size(1); ++position) {
    const auto f = gates.select(1, position);
    cell = f * cell + (1 - f) * candidates.select(1, position);
    cells.push_back(cell);
  }
  past = {cell, past.length + candidates.size(1)};
  return torch::stack(cells, 1);
}

torch::Tensor SsruImpl::forward(const torch::Tensor& x, SsruState& past,
                                const ops::AttentionMask& mask) {
  const auto candidates = REGARD_OBSERVED("SSRU candidate", W(x));
  const auto gates = REGARD_OBSERVED("forget gate", torch::sigmoid(W_f(x)));
  const auto* sentences = mask.sentences();
  if (sentences == nullptr) {
    const auto c = REGARD_OBSERVED("SSRU cell", run(candidates, gates, past));
    return REGARD_OBSERVED("SSRU state", torch::relu(c));
  }
  const auto& rows = sentences->queries;
  return torch::relu(rows.pack(run(rows.unpack(candidates), rows.unpack(gates), past)));
}

}  // namespace regard::nn
