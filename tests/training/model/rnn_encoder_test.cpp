#include "model/rnn_encoder.h"

#include <torch/utils.h>

#include "model/golden_rnn.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::model {
namespace {

TEST(RnnEncoder, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("seq2seq_encoder")) {
    SCOPED_TRACE(golden.name());
    RnnEncoder encoder(options_of<RnnOptions>(golden), golden.option<int64_t>("vocab_size"),
                       torch::nn::Embedding(nullptr));
    golden.load_weights(*encoder);
    const auto output = encoder(golden.input("X"), golden.input("valid_lens"));
    golden.expect_output("output", output.states);
    golden.expect_output("h_n", test::hidden_of(output.last));
    if (golden.has("outputs.c_n")) golden.expect_output("c_n", test::cells_of(output.last));
    golden.expect_gradients(encoder.get());
  }
}

ops::RecurrentState random_state(size_t layers) {
  ops::RecurrentState state(layers);
  for (auto& layer : state) layer = {torch::randn({2, 3}), torch::randn({2, 3})};
  return state;
}

RnnOptions lstm(bool bidirectional) {
  RnnOptions options;
  options.cell = ops::CellName::lstm;
  options.hidden_size = 3;
  options.layers = 2;
  options.bidirectional = bidirectional;
  return options;
}

TEST(RnnBridge, HandsTheStatesOfOneDirectionOn) {
  const auto last = random_state(2);
  const auto first = RnnBridge(lstm(false))(last);
  EXPECT_TRUE(test::hidden_of(first).equal(test::hidden_of(last)));
  EXPECT_TRUE(test::cells_of(first).equal(test::cells_of(last)));
}

TEST(RnnBridge, MapsTheTwoDirectionsOfEachLayerToOne) {
  const auto last = random_state(4);  // layer 0 forward, backward, layer 1 forward, backward
  RnnBridge bridge(lstm(true));
  const auto first = bridge(last);
  ASSERT_EQ(first.size(), 2U);
  const auto weights = bridge->named_parameters();
  const auto expected =
      torch::addmm(weights["cell_l1.bias"], torch::cat({last[2].cell, last[3].cell}, 1),
                   weights["cell_l1.weight"].t())
          .tanh();
  EXPECT_TRUE(test::tensors_near(first[1].cell, expected, 1e-6));
}

}  // namespace
}  // namespace regard::model
