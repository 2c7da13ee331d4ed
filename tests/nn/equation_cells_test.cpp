#include "regard/nn/equation_cells.h"

#include <torch/nn/init.h>
#include <torch/utils.h>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"
#include "support/recurrent_states.h"

namespace regard::nn {
namespace {

std::shared_ptr<EquationCell> cell_of(const std::string& name, const EquationOptions& options) {
  if (name == "rnn") return std::make_shared<RnnEquationsImpl>(options);
  if (name == "gru") return std::make_shared<GruEquationsImpl>(options);
  if (name == "lstm") return std::make_shared<LstmEquationsImpl>(options);
  throw std::runtime_error("no equations of cell " + name);
}

// The book's language model from scratch: one-hot tokens, the cell, an output layer.
struct ScratchModel : torch::nn::Module {
  ScratchModel(const std::string& name, int64_t vocab, int64_t hidden_size)
      : cell(cell_of(name, {.input_size = vocab, .hidden_size = hidden_size})) {
    for (const auto& weight : cell->named_parameters())
      register_parameter(weight.key(), weight.value());
    W_hq = register_parameter("W_hq", torch::zeros({hidden_size, vocab}));
    b_q = register_parameter("b_q", torch::zeros({vocab}));
  }

  std::shared_ptr<EquationCell> cell;
  torch::Tensor W_hq, b_q;
};

TEST(EquationCells, MatchTheBook) {
  for (auto& golden : test::tensor_cases("rnn_scratch")) {
    SCOPED_TRACE(golden.name());
    const auto vocab = golden.option<int64_t>("vocab_size");
    ScratchModel model(golden.option<std::string>("cell"), vocab,
                       golden.option<int64_t>("num_hiddens"));
    golden.load_weights(model);
    const auto one_hot = torch::one_hot(golden.input("X").t(), vocab).to(torch::kFloat);
    const auto output =
        model.cell->forward(one_hot, {}, {{golden.input("H_0"), golden.input("C_0")}});
    golden.expect_output("H", output.states);
    golden.expect_output("logits", output.states.flatten(0, 1).matmul(model.W_hq) + model.b_q);
    golden.expect_output("H_n", output.last.front().hidden);
    if (golden.has("outputs.C_n")) golden.expect_output("C_n", output.last.front().cell);
    golden.expect_gradients(&model);
  }
}

class EquationCellOf : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    torch::manual_seed(2);
    cell_ = cell_of(GetParam(), {.input_size = 3, .hidden_size = 4});
    for (auto& weight : cell_->parameters()) torch::nn::init::uniform_(weight, -0.7, 0.7);
    input_ = torch::randn({5, 3, 3});
  }

  std::shared_ptr<EquationCell> cell_;
  torch::Tensor input_;  // (steps, batch, input_size)
};

TEST_P(EquationCellOf, HasTheGradientsOfFiniteDifferences) {
  const auto input = input_.to(torch::kDouble).requires_grad_();
  test::expect_gradients_match(
      *cell_,
      [&](const auto& inputs) {
        const auto output = cell_->forward(inputs[0], torch::tensor({5, 1, 3}));
        return torch::cat({output.states, test::hidden_of(output.last)});
      },
      {input});
}

TEST_P(EquationCellOf, ReadsNothingBehindTheEndOfASentence) {
  const auto lengths = torch::tensor({5, 1, 3});
  const auto before = cell_->forward(input_, lengths);
  input_.slice(0, 1).select(1, 1).fill_(NAN);
  const auto after = cell_->forward(input_, lengths);
  EXPECT_TRUE(after.states.equal(before.states));
  EXPECT_EQ(after.states.slice(0, 1).select(1, 1).count_nonzero().item<int64_t>(), 0);
  EXPECT_TRUE(test::hidden_of(after.last).equal(test::hidden_of(before.last)));
}

TEST_P(EquationCellOf, TreatsEachRowAsIfItWereAlone) {
  const auto together = cell_->forward(input_, torch::tensor({5, 1, 3}));
  const auto alone = cell_->forward(input_.narrow(1, 2, 1).slice(0, 0, 3));
  EXPECT_TRUE(
      test::tensors_near(together.states.narrow(1, 2, 1).slice(0, 0, 3), alone.states, 1e-6));
  EXPECT_TRUE(
      test::tensors_near(together.last.front().hidden[2], alone.last.front().hidden[0], 1e-6));
}

TEST_P(EquationCellOf, BeginsAtZeroUnlessToldOtherwise) {
  const RecurrentState zeros{cell_->begin(3)};
  EXPECT_EQ(zeros.front().hidden.count_nonzero().item<int64_t>(), 0);
  EXPECT_TRUE(cell_->forward(input_, {}, zeros).states.equal(cell_->forward(input_).states));
}

TEST_P(EquationCellOf, GoesOnFromTheStateThatAPrefixLeft) {
  const auto warm = cell_->warm_up(input_.slice(0, 0, 2));
  const auto rest = cell_->forward(input_.slice(0, 2), {}, warm).states;
  EXPECT_TRUE(test::tensors_near(rest, cell_->forward(input_).states.slice(0, 2), 1e-6));
}

INSTANTIATE_TEST_SUITE_P(Kind, EquationCellOf, testing::Values("rnn", "gru", "lstm"),
                         [](const auto& info) { return std::string(info.param); });

// Copies W_x?, W_h?, b_? of each gate into LibTorch's form: rows for each gate, W transposed.
Recurrent libtorchs_form(Cell kind, const EquationCell& cell, const std::string& letters) {
  Recurrent rnn(RecurrentOptions{.cell = kind, .input_size = 3, .hidden_size = 4});
  const auto from = cell.named_parameters();
  auto to = rnn->named_parameters();
  std::vector<torch::Tensor> input, hidden, bias;
  for (const char letter : letters) {
    input.push_back(from[std::string("W_x") + letter].t());
    hidden.push_back(from[std::string("W_h") + letter].t());
    bias.push_back(from[std::string("b_") + letter]);
  }
  to["weight_ih_l0"].copy_(torch::cat(input));
  to["weight_hh_l0"].copy_(torch::cat(hidden));
  to["bias_ih_l0"].copy_(torch::cat(bias));
  return rnn;
}

TEST(EquationCells, OfRnnAndLstmAreThoseOfLibTorch) {
  const torch::NoGradGuard no_grad;
  for (const auto& [kind, name, letters] :
       {std::tuple(Cell::rnn_tanh, "rnn", "h"), std::tuple(Cell::lstm, "lstm", "ifco")}) {
    torch::manual_seed(3);
    const auto cell = cell_of(name, {.input_size = 3, .hidden_size = 4});
    for (auto& weight : cell->parameters()) torch::nn::init::uniform_(weight, -0.7, 0.7);
    const auto input = torch::randn({5, 2, 3});
    EXPECT_TRUE(test::tensors_near(cell->forward(input).states,
                                   libtorchs_form(kind, *cell, letters)(input).states, 1e-6));
  }
}

TEST(EquationCells, OfGruAreNotThoseOfLibTorch) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(3);
  const auto cell = cell_of("gru", {.input_size = 3, .hidden_size = 4});
  for (auto& weight : cell->parameters()) torch::nn::init::uniform_(weight, -0.7, 0.7);
  const auto input = torch::randn({5, 2, 3});
  auto rnn = libtorchs_form(Cell::gru, *cell, "rzh");
  EXPECT_FALSE(cell->forward(input).states.allclose(rnn(input).states, 1e-2, 1e-2));
  // The first step starts from zero: nothing for the reset gate to act on.
  EXPECT_TRUE(test::tensors_near(cell->forward(input).states[0], rnn(input).states[0], 1e-6));
}

}  // namespace
}  // namespace regard::nn
