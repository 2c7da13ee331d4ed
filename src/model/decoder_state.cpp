#include "regard/model/decoder_state.h"

namespace regard::model {

std::vector<torch::Tensor> select_rows(const std::vector<torch::Tensor>& tensors,
                                       const torch::Tensor& rows) {
  std::vector<torch::Tensor> selected;
  selected.reserve(tensors.size());
  for (const auto& tensor : tensors) selected.push_back(tensor.index_select(0, rows));
  return selected;
}

DecoderState DecoderState::select(const torch::Tensor& rows) const {
  return {select_rows(tensors, rows), position};
}

DecoderState DecoderState::detach() const {
  DecoderState detached{{}, position};
  for (const auto& tensor : tensors) detached.tensors.push_back(tensor.detach());
  return detached;
}

}  // namespace regard::model
