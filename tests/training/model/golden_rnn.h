#pragma once
#include <string>
#include <vector>

#include "architecture/rnn_options.h"
#include "model/seq2seq_model.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::model {

/// The options of a golden recurrent encoder, decoder or both.
template <class Options>
Options options_of(const test::TensorCase& golden) {
  Options options;
  options.cell = test::golden_cell(golden);
  options.embedding_size = golden.option<int64_t>("embed_size");
  options.hidden_size = golden.option<int64_t>("num_hiddens");
  options.layers = golden.option<int64_t>("num_layers");
  options.bidirectional = golden.option("bidirectional", false);
  options.dropout = 0.0;
  return options;
}

template <class Model>
std::shared_ptr<Model> load(const test::TensorCase& golden) {
  auto model = std::make_shared<Model>(options_of<typename Model::Options>(golden),
                                       golden.option<int64_t>("src_vocab"),
                                       golden.option<int64_t>("tgt_vocab"), false);
  golden.load_weights(*model);
  return model;
}

/// The book's encoder reads padding, too; with `packed`, it stops before the padding, as regard's
/// always does.
template <class Model>
Memory encode(Model& model, const test::TensorCase& golden) {
  const auto source = golden.input("src"), lengths = golden.input("src_valid_lens");
  if (golden.option<bool>("packed")) return model.encode(source, lengths);
  return model.remember(model.encoder->forward(source), lengths);
}

/// The output of the decoder, step by step, when it reads its own most likely tokens.
inline torch::Tensor greedy_ids(Seq2SeqModel& model, const Memory& memory,
                                const test::TensorCase& golden) {
  auto state = model.start(memory);
  auto previous = torch::full({memory.batch()}, golden.option<int64_t>("bos"), torch::kLong);
  std::vector<torch::Tensor> tokens;
  for (int64_t step = 0; step < golden.option<int64_t>("greedy_steps"); ++step) {
    previous = model.step(previous, memory, state).logits.argmax(-1);
    tokens.push_back(previous);
  }
  return torch::stack(tokens, 1);
}

}  // namespace regard::model
