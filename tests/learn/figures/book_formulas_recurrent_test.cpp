// The formulas of docs/book.md on recurrent networks, evaluated.
#include <torch/utils.h>

#include <cmath>
#include <vector>

#include "config/yaml_reader.h"
#include "figures/book_formulas.h"
#include "lessons/autoregression.h"
#include "model/modules.h"
#include "nn/linear.h"
#include "nn/mask.h"
#include "nn/recurrent.h"
#include "ops/dropout.h"
#include "optimizer/step_size.h"
#include "scoring/score_text.h"
#include "support/golden_tensors.h"
#include "support/tiny_model.h"
#include "text/tokenizer.h"

namespace regard::figures {
namespace {

using test::is_printed, test::kExactly, test::random_rows, test::randomized, test::tensors_near,
    test::weight_of;

/// W_x, W_h and b of one gate of a layer, for products with rows on the left.
struct OneGate {
  torch::Tensor input, hidden, bias;

  torch::Tensor of(const torch::Tensor& x, const torch::Tensor& h) const {
    return x.matmul(input) + h.matmul(hidden) + bias;
  }
};

/// The gates of a layer; the book's bias is the sum of PyTorch's two.
std::vector<OneGate> gates_of(const nn::Recurrent& rnn, size_t layer = 0) {
  const auto& weights = rnn->weights()[layer];
  const int64_t size = rnn->options().hidden_size, count = weights.hidden_weight.size(0) / size;
  std::vector<OneGate> gates;
  for (int64_t i = 0; i < count; ++i) {
    const auto part = [&](const torch::Tensor& of) { return of.narrow(0, i * size, size); };
    gates.push_back({part(weights.input_weight).t(), part(weights.hidden_weight).t(),
                     part(weights.input_bias) + part(weights.hidden_bias)});
  }
  return gates;
}

nn::Recurrent layers_of(ops::Cell cell, int64_t layers = 1, bool bidirectional = false) {
  torch::manual_seed(1);
  return randomized(nn::Recurrent(nn::RecurrentOptions{.cell = cell,
                                                       .input_size = 2,
                                                       .hidden_size = 3,
                                                       .layers = layers,
                                                       .bidirectional = bidirectional}));
}

/// A step of one layer from a random state, X (2, 2), H (2, 3), C (2, 3).
struct OneStep {
  torch::Tensor X = random_rows({2, 2}), H = random_rows({2, 3}), C = random_rows({2, 3});

  ops::CellState of(nn::Recurrent& rnn) const {
    return rnn->forward(X.unsqueeze(0), {}, {{H, C}}).last.front();
  }
};

std::shared_ptr<model::LanguageModel> language_model() {
  torch::manual_seed(2);
  return model::make_language_model(
      config::read_yaml("{type: rnn_lm, embedding_size: 6, hidden_size: 8}", "model"), 11);
}

struct Stream {
  std::vector<double> log_probs;  ///< one for each token, given the earlier ones
  std::vector<int32_t> tokens;
};

/// Log-probabilities computed token by token; each step continues from the previous state.
Stream log_probs_of_stream() {
  const auto model = language_model();
  model->eval();
  const torch::NoGradGuard no_grad;
  Stream stream{{}, {4, 9, 5, 5, 10, 7}};
  auto state = model->start(1);
  int64_t previous = text::kEos;
  for (const int32_t token : stream.tokens) {
    const auto logits = model->step(torch::tensor({previous}), state);
    stream.log_probs.push_back(logits.log_softmax(-1)[0][token].item<double>());
    previous = token;
  }
  return stream;
}

/// [forward; backward] for each step, from one run in each direction.
torch::Tensor both_directions(const nn::Recurrent& rnn, const torch::Tensor& X) {
  const auto states = [&](size_t direction) {
    auto H = torch::zeros({1, 3}, torch::kDouble);
    std::vector<torch::Tensor> all;
    for (int64_t t = 0; t < X.size(0); ++t) {
      H = gates_of(rnn, direction)[0].of(X[direction == 0 ? t : X.size(0) - 1 - t], H).tanh();
      all.push_back(H);
    }
    return torch::stack(all);
  };
  return torch::cat({states(0), states(1).flip(0)}, -1);
}

TEST(BookFormula, OfDropout) {
  EXPECT_TRUE(
      is_printed("e36", R"(h' = \frac{m}{1 - p}\,h,\quad P(m = 0) = p,\quad P(m = 1) = 1 - p)"));
  torch::manual_seed(1);
  const double p = 0.25;
  const auto h = torch::rand({40000}) + 1;
  const auto dropped = ops::seeded_dropout(h, p, true);
  const auto kept = dropped != 0;
  EXPECT_TRUE(tensors_near(dropped.masked_select(kept), h.masked_select(kept) / (1 - p), 1e-5));
  EXPECT_NEAR(1 - kept.to(torch::kFloat).mean().item<double>(), p, 0.01);
  EXPECT_NEAR((dropped / h).mean().item<double>(), 1, 0.02);  // E[h'] = h
}

TEST(BookFormula, OfTheAutoregressiveNetwork) {
  EXPECT_TRUE(is_printed(
      "e1",
      R"(x_t = \mathbf{w}\,\mathrm{relu}(\mathbf{W}(x_{t-\tau},\ldots,x_{t-1}) + \mathbf{c}) + b)"));
  torch::manual_seed(1);
  auto model = randomized(nn::AutoregressiveModel(3, 4));
  const auto before = random_rows({3});
  const auto W = weight_of(*model, "hidden.weight"), c = weight_of(*model, "hidden.bias");
  const auto w = weight_of(*model, "linear.weight"), b = weight_of(*model, "linear.bias");
  const auto x = w.matmul((W.matmul(before) + c).clamp_min(0)) + b;
  EXPECT_TRUE(tensors_near(model(before.unsqueeze(0)), x, kExactly));
}

TEST(BookFormula, OfTheLatentAutoregressiveModel) {
  EXPECT_TRUE(is_printed("e32", R"(\hat{x}_t = P(x_t \mid h_t),\quad h_t = g(h_{t-1}, x_{t-1}))"));
  auto rnn = layers_of(ops::Cell::rnn_tanh);
  const auto x = random_rows({5, 1, 2});
  const auto h_before = rnn->forward(x.narrow(0, 0, 3)).last;  // has read everything before x_(t-1)
  const auto h = rnn->forward(x.narrow(0, 3, 1), {}, h_before).last.front().hidden;
  EXPECT_TRUE(tensors_near(rnn->forward(x.narrow(0, 0, 4)).last.front().hidden, h, kExactly));
}

TEST(BookFormula, OfTokens) {
  EXPECT_TRUE(is_printed("e2", R"(\text{text} \to \text{tokens} \to \text{ids})"));
  const auto tiny = test::tiny_model();
  const auto ids = tiny.tokenizers.encode_source("the cat sees");
  const auto& tokenizer = tiny.tokenizers.source();
  EXPECT_EQ(tokenizer.decode_pieces(tokenizer.encode_as_pieces("the cat sees")), "the cat sees");
  EXPECT_EQ(ids.size(), tokenizer.encode_as_pieces("the cat sees").size() + 1);  // with eos
  EXPECT_EQ(ids.back(), text::kEos);
}

TEST(BookFormula, OfTheChainOfTokens) {
  EXPECT_TRUE(is_printed("e3", R"(P(x_1,\ldots,x_T) = \prod_t P(x_t \mid x_1,\ldots,x_{t-1}))"));
  const auto [logs, tokens] = log_probs_of_stream();
  double product = 1;
  for (const double log : logs) product *= std::exp(log);
  const auto score = translate::score_stream(*language_model(), tokens, 64);
  EXPECT_NEAR(std::exp(-score.loss * static_cast<double>(tokens.size())) / product, 1, 1e-4);
}

TEST(BookFormula, OfPerplexity) {
  EXPECT_TRUE(is_printed(
      "e33",
      R"(\exp\left(-\frac{1}{n} \sum_{t=1}^{n} \log P(x_t \mid x_{t-1},\ldots,x_1)\right))"));
  const auto [logs, tokens] = log_probs_of_stream();
  double sum = 0;
  for (const double log : logs) sum += log;
  const auto score = translate::score_stream(*language_model(), tokens, 64);
  EXPECT_NEAR(score.perplexity, std::exp(-sum / static_cast<double>(tokens.size())), 1e-4);
}

TEST(BookFormula, OfTheRecurrentState) {
  EXPECT_TRUE(is_printed(
      "e4",
      R"(\mathbf{H}_t = \phi(\mathbf{X}_t \mathbf{W}_{xh} + \mathbf{H}_{t-1} \mathbf{W}_{hh} + \mathbf{b}_h))"));
  auto rnn = layers_of(ops::Cell::rnn_tanh);
  const OneStep step;
  EXPECT_TRUE(
      tensors_near(step.of(rnn).hidden, gates_of(rnn)[0].of(step.X, step.H).tanh(), kExactly));
}

TEST(BookFormula, OfGradientClipping) {
  EXPECT_TRUE(is_printed(
      "e5",
      R"(\mathbf{g} \leftarrow \min\left(1, \frac{\theta}{\lVert\mathbf{g}\rVert}\right)\mathbf{g})"));
  torch::manual_seed(1);
  const auto g = random_rows({7});
  for (const double theta : {0.5, 100.0}) {
    const auto clipped = g.clone();
    train::clip_gradients({clipped.narrow(0, 0, 3), clipped.narrow(0, 3, 4)}, theta);
    const double factor = std::min(1.0, theta / g.norm().item<double>());
    EXPECT_TRUE(tensors_near(clipped, factor * g, kExactly)) << theta;
  }
}

TEST(BookFormula, OfTheOutputLayer) {
  EXPECT_TRUE(is_printed("e6", R"(\mathbf{O}_t = \mathbf{H}_t \mathbf{W}_{hq} + \mathbf{b}_q)"));
  torch::manual_seed(1);
  auto layer = randomized(nn::OutputLayer(3, 5));
  const auto H = random_rows({4, 3}), W = layer->weight.t();
  EXPECT_TRUE(tensors_near(layer(H), H.matmul(W) + layer->bias, kExactly));
}

TEST(BookFormula, OfBackpropagationThroughTime) {
  EXPECT_TRUE(is_printed(
      "e7",
      R"(\frac{\partial h_t}{\partial w_h} = \sum_{i=1}^{t}\left(\prod_{j=i+1}^{t} \frac{\partial h_j}{\partial h_{j-1}}\right)\frac{\partial f(x_i, h_{i-1}, w_h)}{\partial w_h})"));
  torch::manual_seed(1);
  auto rnn = randomized(nn::Recurrent(
      nn::RecurrentOptions{.cell = ops::Cell::rnn_tanh, .input_size = 1, .hidden_size = 1}));
  const auto x = random_rows({6, 1, 1});
  const auto states = rnn->forward(x).states.flatten();
  const auto w_h = weight_of(*rnn, "weight_hh_l0");
  states[-1].backward();
  std::vector<double> h = {0};  // h_0, h_1, ..., h_t
  for (int64_t i = 0; i < 6; ++i) h.push_back(states[i].item<double>());
  // h_j = f(x_j, h_(j-1), w_h) = tanh(... + w_h h_(j-1)), so tanh' is 1 - h_j^2.
  const auto slope = [&](size_t j) { return 1 - h[j] * h[j]; };
  double sum = 0;
  for (size_t i = 1; i < h.size(); ++i) {
    double product = 1;
    for (size_t j = i + 1; j < h.size(); ++j) product *= slope(j) * w_h.item<double>();
    sum += product * slope(i) * h[i - 1];  // the last factor is the direct derivative of the step
  }
  EXPECT_NEAR(w_h.grad().item<double>(), sum, 1e-12);
}

TEST(BookFormula, OfTheLstm) {
  EXPECT_TRUE(is_printed(
      "e8",
      R"(\mathbf{I}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xi} + \mathbf{H}_{t-1} \mathbf{W}_{hi} + \mathbf{b}_i),\quad \mathbf{F}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xf} + \mathbf{H}_{t-1} \mathbf{W}_{hf} + \mathbf{b}_f),\quad \mathbf{O}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xo} + \mathbf{H}_{t-1} \mathbf{W}_{ho} + \mathbf{b}_o),\quad \tilde{\mathbf{C}}_t = \tanh(\mathbf{X}_t \mathbf{W}_{xc} + \mathbf{H}_{t-1} \mathbf{W}_{hc} + \mathbf{b}_c),\quad \mathbf{C}_t = \mathbf{F}_t \odot \mathbf{C}_{t-1} + \mathbf{I}_t \odot \tilde{\mathbf{C}}_t,\quad \mathbf{H}_t = \mathbf{O}_t \odot \tanh(\mathbf{C}_t))"));
  auto rnn = layers_of(ops::Cell::lstm);
  const OneStep step;
  const auto gates = gates_of(rnn);  // in PyTorch's order: i, f, candidate, o
  const auto I = gates[0].of(step.X, step.H).sigmoid(), F = gates[1].of(step.X, step.H).sigmoid(),
             O = gates[3].of(step.X, step.H).sigmoid();
  const auto candidate = gates[2].of(step.X, step.H).tanh();
  const auto C = F * step.C + I * candidate, H = O * C.tanh();
  EXPECT_TRUE(tensors_near(step.of(rnn).cell, C, kExactly));
  EXPECT_TRUE(tensors_near(step.of(rnn).hidden, H, kExactly));
}

TEST(BookFormula, OfTheGru) {
  EXPECT_TRUE(is_printed(
      "e9",
      R"(\mathbf{R}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xr} + \mathbf{H}_{t-1} \mathbf{W}_{hr} + \mathbf{b}_r),\quad \mathbf{Z}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xz} + \mathbf{H}_{t-1} \mathbf{W}_{hz} + \mathbf{b}_z),\quad \tilde{\mathbf{H}}_t = \tanh(\mathbf{X}_t \mathbf{W}_{xh} + (\mathbf{R}_t \odot \mathbf{H}_{t-1}) \mathbf{W}_{hh} + \mathbf{b}_h),\quad \mathbf{H}_t = \mathbf{Z}_t \odot \mathbf{H}_{t-1} + (1 - \mathbf{Z}_t) \odot \tilde{\mathbf{H}}_t)"));
  auto rnn = layers_of(ops::Cell::gru_reset_before);
  const OneStep step;
  const auto gates = gates_of(rnn);
  const auto r = gates[0].of(step.X, step.H).sigmoid(), Z = gates[1].of(step.X, step.H).sigmoid();
  const auto candidate = gates[2].of(step.X, r * step.H).tanh();
  const auto H = Z * step.H + (1 - Z) * candidate;
  EXPECT_TRUE(tensors_near(step.of(rnn).hidden, H, kExactly));
}

TEST(BookFormula, OfDeepLayers) {
  EXPECT_TRUE(is_printed(
      "e10",
      R"(\mathbf{H}_t^{(l)} = \phi(\mathbf{H}_t^{(l-1)} \mathbf{W}_{xh}^{(l)} + \mathbf{H}_{t-1}^{(l)} \mathbf{W}_{hh}^{(l)} + \mathbf{b}_h^{(l)}))"));
  auto rnn = layers_of(ops::Cell::rnn_tanh, 2);
  const auto X = random_rows({2, 2});
  const ops::RecurrentState before = {{random_rows({2, 3}), {}}, {random_rows({2, 3}), {}}};
  const auto last = rnn->forward(X.unsqueeze(0), {}, before).last;
  auto below = X;  // H^(0)
  for (const size_t layer : {0, 1}) {
    below = gates_of(rnn, layer)[0].of(below, before[layer].hidden).tanh();
    EXPECT_TRUE(tensors_near(last[layer].hidden, below, kExactly)) << layer;
  }
}

TEST(BookFormula, OfBothDirections) {
  EXPECT_TRUE(is_printed(
      "e11", R"(\mathbf{H}_t = [\overrightarrow{\mathbf{H}}_t;\ \overleftarrow{\mathbf{H}}_t])"));
  auto rnn = layers_of(ops::Cell::rnn_tanh, 1, true);
  const auto X = random_rows({4, 1, 2});
  EXPECT_TRUE(
      tensors_near(rnn->forward(X, torch::tensor({4})).states, both_directions(rnn, X), kExactly));
}

TEST(BookFormula, OfAnnotations) {
  EXPECT_TRUE(
      is_printed("p1", R"(h_j = [\overrightarrow{h}_j^\top; \overleftarrow{h}_j^\top]^\top)"));
  auto rnn = layers_of(ops::Cell::rnn_tanh, 1, true);
  const auto X = random_rows({4, 1, 2});
  EXPECT_TRUE(
      tensors_near(rnn->forward(X, torch::tensor({4})).states, both_directions(rnn, X), kExactly));
}

TEST(BookFormula, OfSentencesAndTheirLengths) {
  EXPECT_TRUE(is_printed("e12", R"((\mathbf{x}, \text{valid length}))"));
  const auto mask = nn::length_mask(torch::tensor({2, 4}), 4);
  EXPECT_TRUE(mask.equal(torch::tensor({{1, 1, 0, 0}, {1, 1, 1, 1}}) == 1));
  EXPECT_TRUE(mask.sum(1).equal(torch::tensor({2, 4})));
}

}  // namespace
}  // namespace regard::figures
