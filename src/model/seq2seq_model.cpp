#include "regard/model/seq2seq_model.h"

namespace regard::model {
namespace {

std::vector<torch::Tensor> select_rows(const std::vector<torch::Tensor>& tensors,
                                       const torch::Tensor& rows) {
  std::vector<torch::Tensor> selected;
  selected.reserve(tensors.size());
  for (const auto& tensor : tensors) selected.push_back(tensor.index_select(0, rows));
  return selected;
}

}  // namespace

Memory Memory::select(const torch::Tensor& rows) const {
  return {states.index_select(0, rows), source_lengths.index_select(0, rows),
          select_rows(tensors, rows)};
}

DecoderState DecoderState::select(const torch::Tensor& rows) const {
  return {select_rows(tensors, rows), position};
}

}  // namespace regard::model
