#include "ops/recurrent_sequence.h"

#include <torch/nn/module.h>
#include <torch/utils.h>

#include "regard/base/str.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::ops {
namespace {

// The book's language model from scratch: one-hot tokens, a cell whose gates have their own
// matrices W_x?, W_h? and b_?, and an output layer.
struct ScratchModel : torch::nn::Module {
  ScratchModel(CellName name, int64_t vocab, int64_t hidden_size)
      : cell(cell_of(name, Reset::before)),
        gates(name == CellName::gru    ? "rzh"
              : name == CellName::lstm ? "ifco"
                                       : "h") {
    for (const char gate : gates) {
      register_parameter(str("W_x", gate), torch::zeros({vocab, hidden_size}));
      register_parameter(str("W_h", gate), torch::zeros({hidden_size, hidden_size}));
      register_parameter(str("b_", gate), torch::zeros({hidden_size}));
    }
    W_hq = register_parameter("W_hq", torch::zeros({hidden_size, vocab}));
    b_q = register_parameter("b_q", torch::zeros({vocab}));
  }

  // The matrices of all gates, side by side.
  torch::Tensor stacked(const std::string& prefix) const {
    std::vector<torch::Tensor> matrices;
    for (const char gate : gates) matrices.push_back(named_parameters()[prefix + gate]);
    return torch::cat(matrices, -1);
  }

  SequenceOutput states(const torch::Tensor& one_hot, const CellState& first) const {
    const auto W_h = stacked("W_h").t();
    return recurrent_sequence(cell, one_hot.matmul(stacked("W_x")) + stacked("b_"),
                              {.input_weight = {},
                               .hidden_weight = W_h,
                               .input_bias = {},
                               .hidden_bias = torch::zeros({W_h.size(0)})},
                              first);
  }

  Cell cell;
  std::string gates;
  torch::Tensor W_hq, b_q;
};

TEST(RecurrentSequence, MatchesTheBooksEquations) {
  for (auto& golden : test::tensor_cases("rnn_scratch")) {
    SCOPED_TRACE(golden.name());
    const auto vocab = golden.option<int64_t>("vocab_size");
    ScratchModel model(test::golden_cell(golden), vocab, golden.option<int64_t>("num_hiddens"));
    golden.load_weights(model);
    const auto one_hot = torch::one_hot(golden.input("X").t(), vocab).to(torch::kFloat);
    const auto output = model.states(one_hot, {golden.input("H_0"), golden.input("C_0")});
    golden.expect_output("H", output.states);
    golden.expect_output("logits", output.states.flatten(0, 1).matmul(model.W_hq) + model.b_q);
    golden.expect_output("H_n", output.states[-1]);
    if (golden.has("outputs.C_n")) golden.expect_output("C_n", output.cells[-1]);
    golden.expect_gradients(&model);
  }
}

// From a zero state, the reset gate has no effect; after that the two GRUs differ.
TEST(RecurrentSequence, OfAGruDependsOnWhereTheResetGateActs) {
  torch::manual_seed(3);
  const auto gates = torch::randn({5, 2, 12});
  const RecurrentWeights weights{{}, torch::rand({12, 4}) - 0.5, {}, torch::zeros({12})};
  const CellState zeros{torch::zeros({2, 4}), {}};
  const auto after = recurrent_sequence(Cell::gru, gates, weights, zeros).states,
             before = recurrent_sequence(Cell::gru_reset_before, gates, weights, zeros).states;
  EXPECT_TRUE(test::tensors_near(after[0], before[0], 1e-6));
  EXPECT_FALSE(after[4].allclose(before[4], 1e-2, 1e-2));
}

}  // namespace
}  // namespace regard::ops
