#include "regard/model/rnn_attention.h"

#include "regard/nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::model {
namespace {

RnnAttentionOptions options_of(const test::TensorCase& golden) {
  RnnAttentionOptions options;
  options.cell = golden.option<std::string>("cell");
  options.embedding_size = golden.option<int64_t>("embed_size");
  options.hidden_size = golden.option<int64_t>("num_hiddens");
  options.layers = golden.option<int64_t>("num_layers");
  options.bidirectional = golden.option("bidirectional", false);
  options.attention = golden.option<std::string>("score", "additive");
  options.dropout = 0.0;
  return options;
}

torch::Tensor hidden_of(const nn::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.hidden);
  return torch::stack(tensors);
}

torch::Tensor cells_of(const nn::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.cell);
  return torch::stack(tensors);
}

TEST(RnnEncoder, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("seq2seq_encoder")) {
    SCOPED_TRACE(golden.name());
    RnnEncoder encoder(options_of(golden), golden.option<int64_t>("vocab_size"),
                       torch::nn::Embedding(nullptr));
    golden.load_weights(*encoder);
    const auto output = encoder(golden.input("X"), golden.input("valid_lens"));
    golden.expect_output("output", output.states);
    golden.expect_output("h_n", hidden_of(output.last));
    if (golden.has("outputs.c_n")) golden.expect_output("c_n", cells_of(output.last));
    golden.expect_gradients(encoder.get());
  }
}

TEST(RnnDecoder, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("bahdanau_decoder")) {
    SCOPED_TRACE(golden.name());
    const auto states = golden.input("enc_outputs"), hidden = golden.input("hidden_state");
    RnnDecoder decoder(options_of(golden), golden.option<int64_t>("vocab_size"), states.size(2));
    golden.load_weights(*decoder);
    RnnDecoderMemory memory{states, decoder->project_keys(states), {}};
    const auto lengths = golden.input("enc_valid_lens");
    if (lengths.defined()) memory.mask = nn::length_mask(lengths, states.size(1)).unsqueeze(1);
    nn::RecurrentState first;
    for (int64_t layer = 0; layer < hidden.size(0); ++layer) {
      const auto cells = golden.input("cell_state");
      first.push_back({hidden[layer], cells.defined() ? cells[layer] : cells});
    }
    const auto output = decoder(golden.input("X"), memory, first);
    golden.expect_output("output", decoder->dense(output.states));
    golden.expect_output("attention_weights", output.attention);
    golden.expect_output("hidden_state", hidden_of(output.last));
    if (golden.has("outputs.cell_state")) golden.expect_output("cell_state", cells_of(output.last));
    golden.expect_gradients(decoder.get());
  }
}

class RnnAttentionAsInTheBook : public testing::Test {
 protected:
  // The book lets the encoder run through padding; with `packed` it stops where regard's always
  // does.
  static Memory encode(RnnAttention& model, const test::TensorCase& golden) {
    const auto source = golden.input("src"), lengths = golden.input("src_valid_lens");
    if (golden.option<bool>("packed")) return model.encode(source, lengths);
    return model.remember(model.encoder(source), lengths);
  }
  static std::shared_ptr<RnnAttention> load(const test::TensorCase& golden) {
    auto model =
        std::make_shared<RnnAttention>(options_of(golden), golden.option<int64_t>("src_vocab"),
                                       golden.option<int64_t>("tgt_vocab"), false);
    golden.load_weights(*model);
    return model;
  }
};

TEST_F(RnnAttentionAsInTheBook, HasItsLogitsAndGradients) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    golden.expect_output("output", model->decode(golden.input("tgt"), encode(*model, golden)));
    golden.expect_gradients(model.get());
  }
}

TEST_F(RnnAttentionAsInTheBook, HasItsAttentionAndStateStepByStep) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto memory = encode(*model, golden);
    auto state = model->start(memory);
    std::vector<torch::Tensor> maps;
    for (const auto& previous : golden.input("tgt").unbind(1)) {
      maps.push_back(model->step(previous, memory, state, true).attention);
    }
    golden.expect_output("attention_weights", torch::stack(maps, 1));
    const auto layers = static_cast<size_t>(golden.option<int64_t>("num_layers"));
    golden.expect_output("hidden_state",
                         torch::stack(at::TensorList(state.tensors).slice(0, layers)));
  }
}

TEST_F(RnnAttentionAsInTheBook, TranslatesGreedilyToItsTokens) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto memory = encode(*model, golden);
    auto state = model->start(memory);
    auto previous = torch::full({memory.batch()}, golden.option<int64_t>("bos"), torch::kLong);
    std::vector<torch::Tensor> tokens;
    for (int64_t step = 0; step < golden.option<int64_t>("greedy_steps"); ++step) {
      previous = model->step(previous, memory, state).logits.argmax(-1);
      tokens.push_back(previous);
    }
    golden.expect_output("greedy_ids", torch::stack(tokens, 1));
  }
}

}  // namespace
}  // namespace regard::model
