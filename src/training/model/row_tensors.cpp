#include "model/row_tensors.h"

namespace regard::model {

RowTensors RowTensors::select(const torch::Tensor& rows) const {
  return map([&](const torch::Tensor& tensor) { return tensor.index_select(0, rows); });
}

std::vector<torch::Tensor> RowTensors::tensors() const {
  std::vector<torch::Tensor> all;
  map([&](const torch::Tensor& tensor) {
    all.push_back(tensor);
    return tensor;
  });
  return all;
}

RowTensors RowTensors::with(const std::vector<torch::Tensor>& tensors) const {
  size_t next = 0;
  auto replaced = map([&](const torch::Tensor&) {
    TORCH_CHECK(next < tensors.size(), "RowTensors: ", tensors.size(), " tensors are too few");
    return tensors[next++];
  });
  TORCH_CHECK(next == tensors.size(), "RowTensors: ", tensors.size(), " tensors in place of ",
              next);
  return replaced;
}

}  // namespace regard::model
