#include "model/seq2seq_model.h"

#include "ops/sentence_rows.h"

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

Memory Memory::select(const torch::Tensor& rows) const {
  return {states.index_select(0, rows), source_lengths.index_select(0, rows), own.select(rows)};
}

TokenStates Seq2SeqModel::states_of_tokens(const torch::Tensor& source,
                                           const torch::Tensor& source_lengths,
                                           const torch::Tensor& target_input,
                                           const torch::Tensor& target_lengths,
                                           bool /*want_guidable*/) {
  const auto states = decode_states(target_input, encode(source, source_lengths));
  return {ops::SentenceRows(target_lengths, target_input.size(1)).pack(states), {}};
}

std::vector<AttentionMap> Seq2SeqModel::attention(const torch::Tensor& source,
                                                  const torch::Tensor& source_lengths,
                                                  const torch::Tensor& target_input) {
  const auto memory = encode(source, source_lengths);
  auto state = start(memory);
  std::vector<torch::Tensor> rows;
  for (const auto& previous : target_input.unbind(1)) {
    rows.push_back(step(previous, memory, state, true).attention);  // (batch, source)
    if (!rows.back().defined()) return {};
  }
  return {{.weights = torch::stack(rows, 1).unsqueeze(1)}};
}

torch::Tensor Seq2SeqModel::alignment_map(const std::vector<torch::Tensor>& layers) const {
  const auto layer = alignment_.layer_of(std::ssize(layers), layers.back().size(1));
  const auto& heads = layers[static_cast<size_t>(layer)];
  return alignment_.head ? heads.select(1, *alignment_.head) : heads.mean(1);
}

}  // namespace regard::model
