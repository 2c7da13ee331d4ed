#include "model/rnn_lm.h"

#include <torch/nn/functional/loss.h>
#include <torch/utils.h>

#include <cmath>

#include "model/rnn_encoder.h"
#include "module_search/generation.h"
#include "nn/truncation.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::model {
namespace {

std::shared_ptr<RnnLm> golden_model(const test::TensorCase& golden) {
  RnnLmOptions options;
  options.cell = test::golden_cell(golden);
  options.input = TokenInput::one_hot;
  options.hidden_size = golden.option<int64_t>("num_hiddens");
  options.layers = golden.option<int64_t>("num_layers");
  options.dropout = 0;
  auto model = std::make_shared<RnnLm>(options, golden.option<int64_t>("vocab_size"));
  golden.load_weights(*model);
  return model;
}

TEST(RnnLm, MatchesTheBooksLossesPerplexityAndGradients) {
  namespace F = torch::nn::functional;
  for (auto& golden : test::tensor_cases("rnn_lm")) {
    SCOPED_TRACE(golden.name());
    const auto model = golden_model(golden);
    const auto rows = golden.option<int64_t>("batch");
    auto state = model->start(rows);
    double loss_sum = 0;
    for (const std::string minibatch : {"0", "1"}) {
      state = golden.option<bool>("carry_state") ? state.detach() : model->start(rows);
      const auto logits = model->logits(golden.input("X" + minibatch), state);
      const auto time_first = logits.transpose(0, 1).flatten(0, 1);  // (steps * rows, vocab)
      const auto loss = F::cross_entropy(time_first, golden.input("Y" + minibatch).t().flatten());
      golden.expect_output("logits" + minibatch, time_first);
      golden.expect_output("loss" + minibatch, loss);
      loss_sum += loss.item<double>();
    }
    const auto perplexity = torch::tensor(std::exp(loss_sum / 2));
    EXPECT_TRUE(test::tensors_near(perplexity, golden.output("perplexity"), golden.tol()));
    golden.expect_output("h_n",
                         state.own.as<RnnState>().layers[0].hidden.unsqueeze(0));  // one layer
    golden.expect_gradients(model.get());
  }
}

TEST(RnnLm, ContinuesAPrefixAsTheBook) {
  for (const auto& golden : test::tensor_cases("rnn_lm")) {
    SCOPED_TRACE(golden.name());
    const auto model = golden_model(golden);
    model->eval();
    const auto numbers = [](const torch::Tensor& t) {
      return std::vector<int64_t>(t.data_ptr<int64_t>(), t.data_ptr<int64_t>() + t.numel());
    };
    auto text = numbers(golden.input("prefix"));
    const auto written = search::generate(
        *model, text,
        {.length = golden.option<int64_t>("num_preds"), .sampling = {.temperature = 0}});
    text.insert(text.end(), written[0].begin(), written[0].end());
    EXPECT_EQ(text, numbers(golden.output("generated")));
  }
}

// With the state cut before the last step, the first tokens' vectors get no gradient from its loss.
TEST(RnnLm, SendsNoGradientThroughACut) {
  RnnLm model({.embedding_size = 4, .hidden_size = 4, .dropout = 0}, 6);
  auto state = model.start(1);
  const auto text = torch::tensor({{0, 1, 2, 3}});
  const auto factors = nn::gradient_factors({.mode = nn::Truncation::truncated, .every = 3}, 4);
  model.states(text, state, factors).select(1, 3).sum().backward();
  const auto reached = model.named_parameters()["embedding.weight"].grad().abs().sum(1) > 0;
  EXPECT_TRUE(reached.equal(torch::tensor({false, false, false, true, false, false})));
}

TEST(RnnLm, CarriesADetachedStateOn) {
  RnnLm model({.embedding_size = 4, .hidden_size = 4, .dropout = 0}, 6);
  auto state = model.start(2);
  model.states(torch::tensor({{0, 1}, {2, 3}}), state);
  EXPECT_TRUE(state.own.tensors()[0].requires_grad());
  const auto carried = state.detach();
  EXPECT_FALSE(carried.own.tensors()[0].requires_grad());
  EXPECT_TRUE(carried.own.tensors()[0].equal(state.own.tensors()[0]));
  EXPECT_EQ(carried.position, 2);
}

}  // namespace
}  // namespace regard::model
