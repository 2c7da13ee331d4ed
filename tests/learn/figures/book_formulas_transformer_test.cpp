// The formulas of docs/book.md on the Transformer and its training, evaluated.
#include <torch/utils.h>

#include <cmath>
#include <vector>

#include "config/training_options.h"
#include "config/yaml_reader.h"
#include "figures/book_formulas.h"
#include "model/modules.h"
#include "model/transformer_lm.h"
#include "nn/feed_forward.h"
#include "nn/linear.h"
#include "nn/mask.h"
#include "nn/transformer_block.h"
#include "ops/probe.h"
#include "optimizer/optimizer.h"
#include "optimizer/step_size.h"
#include "search/beam_search_options.h"
#include "support/golden_tensors.h"
#include "text/tokenizer.h"

namespace regard::figures {
namespace {

using test::is_printed, test::kExactly, test::random_rows, test::randomized, test::tensors_near,
    test::weight_of;

const nn::TransformerBlockOptions kBlock{.size = 4, .heads = 2, .ffn_size = 8};

/// LN(x) = gamma (x - mean) / sqrt(variance + epsilon) + beta, over the numbers of each position.
torch::Tensor normalized(const nn::AddNormImpl& add_norm, const torch::Tensor& x) {
  const auto mean = x.mean(-1, true), variance = (x - mean).square().mean(-1, true);
  return weight_of(add_norm, "ln.weight") * (x - mean) / (variance + 1e-5).sqrt() +
         weight_of(add_norm, "ln.bias");
}

TEST(BookFormula, OfTheFeedForwardNetwork) {
  EXPECT_TRUE(is_printed(
      "e26",
      R"(\mathbf{W}_2\,\mathrm{relu}(\mathbf{W}_1 \mathbf{x} + \mathbf{b}_1) + \mathbf{b}_2)"));
  torch::manual_seed(1);
  auto network = randomized(
      nn::FeedForward(nn::FeedForwardOptions{.input_size = 3, .hidden_size = 5, .output_size = 2}));
  const auto x = random_rows({3});
  const auto W1 = weight_of(*network, "dense1.weight"), b1 = weight_of(*network, "dense1.bias"),
             W2 = weight_of(*network, "dense2.weight"), b2 = weight_of(*network, "dense2.bias");

  const auto wanted = W2.matmul((W1.matmul(x) + b1).relu()) + b2;
  EXPECT_TRUE(tensors_near(network(x.unsqueeze(0))[0], wanted, kExactly));
}

TEST(BookFormula, OfThePapersFeedForwardNetwork) {
  EXPECT_TRUE(is_printed("p6", R"(\mathrm{FFN}(x) = \max(0, xW_1 + b_1)W_2 + b_2)"));
  torch::manual_seed(1);
  auto network = randomized(
      nn::FeedForward(nn::FeedForwardOptions{.input_size = 3, .hidden_size = 5, .output_size = 2}));
  const auto x = random_rows({3});
  const auto W1 = weight_of(*network, "dense1.weight"), b1 = weight_of(*network, "dense1.bias"),
             W2 = weight_of(*network, "dense2.weight"), b2 = weight_of(*network, "dense2.bias");

  const auto wanted = (x.matmul(W1.t()) + b1).clamp_min(0).matmul(W2.t()) + b2;
  EXPECT_TRUE(tensors_near(network(x.unsqueeze(0))[0], wanted, kExactly));
}

TEST(BookFormula, OfResidualConnectionAndNormalization) {
  EXPECT_TRUE(is_printed("e27", R"(\mathrm{LN}(\mathbf{x} + \mathrm{dropout}(f(\mathbf{x}))))"));
  torch::manual_seed(1);
  auto add_norm = randomized(nn::AddNorm(nn::AddNormOptions{.normalized_shape = {4}}));
  const auto x = random_rows({2, 4}), f = random_rows({2, 4});
  EXPECT_TRUE(tensors_near(add_norm(x, f), normalized(*add_norm, x + f), kExactly));
}

TEST(BookFormula, OfThePapersSublayers) {
  EXPECT_TRUE(is_printed("p4", R"(\mathrm{LayerNorm}(x + \mathrm{Sublayer}(x)))"));
  torch::manual_seed(1);
  auto add_norm = randomized(nn::AddNorm(nn::AddNormOptions{.normalized_shape = {4}}));
  const auto x = random_rows({2, 4});
  const auto sublayer = [](const torch::Tensor& y) { return y.sin(); };
  EXPECT_TRUE(tensors_near(add_norm->around("sublayer", x, sublayer),
                           normalized(*add_norm, x + sublayer(x)), kExactly));
}

TEST(BookFormula, OfTheEncodersBlock) {
  EXPECT_TRUE(is_printed(
      "e28",
      R"(\mathbf{y} = \mathrm{AddNorm}(\mathbf{x}, \mathrm{attention}(\mathbf{x})),\quad \mathrm{AddNorm}(\mathbf{y}, \mathrm{ffn}(\mathbf{y})))"));
  torch::manual_seed(1);
  auto block = randomized(nn::TransformerEncoderBlock(kBlock));
  const auto parts = block->named_children();
  const auto x = random_rows({1, 3, 4});
  const auto attention = parts["attention"]->as<nn::MultiHeadAttention>()->forward(x, x, x).context;
  const auto y = parts["addnorm1"]->as<nn::AddNorm>()->forward(x, attention);
  const auto ffn = parts["ffn"]->as<nn::FeedForward>()->forward(y);
  EXPECT_TRUE(tensors_near(block(x, ops::AttentionMask{}).states,
                           parts["addnorm2"]->as<nn::AddNorm>()->forward(y, ffn), kExactly));
}

TEST(BookFormula, OfTheDecodersBlock) {
  EXPECT_TRUE(is_printed(
      "e29",
      R"(\mathrm{AddNorm}(\mathbf{z}, \mathrm{ffn}(\mathbf{z})),\quad \mathbf{z} = \mathrm{AddNorm}(\mathbf{y}, \mathrm{attention}(\mathbf{y}, \mathbf{m})))"));
  torch::manual_seed(1);
  auto block = randomized(nn::TransformerDecoderBlock(kBlock));
  const auto parts = block->named_children();
  const auto x = random_rows({1, 3, 4}), m = random_rows({1, 5, 4});
  const auto causal = nn::causal_mask(3, 3, torch::kCPU);
  const auto attention = [&](const char* name, const torch::Tensor& of, const torch::Tensor& to,
                             const ops::AttentionMask& mask) {
    return parts[name]->as<nn::MultiHeadAttention>()->forward(of, to, to, mask).context;
  };
  const auto add_norm = [&](const char* name, const torch::Tensor& a, const torch::Tensor& b) {
    return parts[name]->as<nn::AddNorm>()->forward(a, b);
  };
  const auto y = add_norm("addnorm1", x, attention("attention1", x, x, causal));
  const auto z = add_norm("addnorm2", y, attention("attention2", y, m, {}));
  const auto wanted = add_norm("addnorm3", z, parts["ffn"]->as<nn::FeedForward>()->forward(z));
  nn::DecoderPast past;
  const auto output =
      block(x, past, block->project_memory(m), nn::DecoderMasks{.self = causal, .memory = {}},
            nn::WantedWeights::none);
  EXPECT_TRUE(tensors_near(output.states, wanted, kExactly));
}

TEST(BookFormula, OfTheDecoderOnlyTransformer) {
  EXPECT_TRUE(is_printed(
      "e30", R"(P(x_t \mid x_{<t}) = \mathrm{softmax}(\mathbf{W} \mathbf{h}_{t-1} + \mathbf{b}))"));
  torch::manual_seed(1);
  const auto lm = std::make_shared<model::TransformerLm>(
      model::TransformerLmOptions{.d_model = 4, .heads = 2, .ffn_size = 8, .layers = 2}, 7);
  lm->eval();
  randomized(lm);
  const auto tokens = torch::tensor({{4, 5, 6}});
  auto state = lm->start(1), again = lm->start(1);
  const auto before = lm->states(tokens, state).select(1, -1);  // h_3, which has read x_3
  const auto& output = *lm->output_layer();
  const auto wanted = (before.matmul(output.weight.t()) + output.bias).softmax(-1);
  EXPECT_TRUE(tensors_near(lm->logits(tokens, again).select(1, -1).softmax(-1), wanted, kExactly));
}

TEST(BookFormula, OfAdam) {
  EXPECT_TRUE(is_printed(
      "e31",
      R"(\mathbf{v}_t = \beta_1 \mathbf{v}_{t-1} + (1 - \beta_1) \mathbf{g}_t,\quad \mathbf{s}_t = \beta_2 \mathbf{s}_{t-1} + (1 - \beta_2) \mathbf{g}_t^2,\quad \mathbf{x}_t = \mathbf{x}_{t-1} - \frac{\eta\,\mathbf{v}_t / (1 - \beta_1^t)}{\sqrt{\mathbf{s}_t / (1 - \beta_2^t)} + \epsilon})"));
  const double beta1 = 0.9, beta2 = 0.98, epsilon = 1e-9, eta = 0.01;
  auto weight = torch::tensor({0.5}, torch::kDouble).requires_grad_();
  train::Adam adam({{"weight", weight}}, {.beta1 = beta1, .beta2 = beta2, .epsilon = epsilon});
  double v = 0, s = 0, x = 0.5;
  for (int t = 1; t <= 4; ++t) {
    const double g = std::sin(3.0 * t);
    weight.mutable_grad() = torch::tensor({g}, torch::kDouble);
    adam.step(eta);
    v = beta1 * v + (1 - beta1) * g;
    s = beta2 * s + (1 - beta2) * g * g;
    x -= eta * (v / (1 - std::pow(beta1, t))) / (std::sqrt(s / (1 - std::pow(beta2, t))) + epsilon);
    EXPECT_NEAR(weight.item<double>(), x, kExactly) << t;
  }
}

TEST(BookFormula, OfTheCosineSchedule) {
  EXPECT_TRUE(is_printed(
      "e35", R"(\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2}\left(1 + \cos(\pi t / T)\right))"));
  config::TrainingOptions options;
  options.schedule = config::Schedule::cosine;
  options.learning_rate = 0.8;
  options.warmup = 1;
  options.steps = 101;
  const double eta_0 = 0.8, eta_T = 0, T = 100, pi = std::acos(-1.0);
  for (const int t : {0, 1, 50, 99, 100}) {  // counted from the end of the warm-up
    const double wanted = eta_T + (eta_0 - eta_T) / 2 * (1 + std::cos(pi * t / T));
    EXPECT_NEAR(train::learning_rate(options, t + 1), wanted, 1e-12) << t;
  }
}

TEST(BookFormula, OfTheMaxoutReadout) {
  EXPECT_TRUE(is_printed(
      "p3",
      R"(\tilde{t}_i = U_o s_{i-1} + V_o E y_{i-1} + C_o c_i,\quad t_{i,j} = \max(\tilde{t}_{i,2j-1}, \tilde{t}_{i,2j}))"));
  torch::manual_seed(1);
  auto readout = randomized(nn::MaxoutReadout(nn::MaxoutReadoutOptions{
      .state_size = 3, .embedding_size = 2, .context_size = 4, .size = 5}));
  {
    const torch::NoGradGuard no_grad;
    readout->U_o->bias.zero_();  // the paper omits it
  }
  const auto s = random_rows({3}), Ey = random_rows({2}), c = random_rows({4});
  const auto t = weight_of(*readout, "U_o.weight").matmul(s) +
                 weight_of(*readout, "V_o.weight").matmul(Ey) +
                 weight_of(*readout, "C_o.weight").matmul(c);
  const auto found = readout(s, Ey, c);
  for (int64_t j = 1; j <= 5; ++j) {  // counted from 1
    EXPECT_NEAR(found[j - 1].item<double>(),
                std::max(t[2 * j - 2].item<double>(), t[2 * j - 1].item<double>()), kExactly);
  }
}

TEST(BookFormula, OfScaledEmbeddings) {
  EXPECT_TRUE(is_printed("p7", R"(x = \sqrt{d_{\mathrm{model}}}\,E_w)"));
  torch::manual_seed(1);
  auto model = model::make_seq2seq_model(
      config::read_yaml("{type: transformer, d_model: 8, heads: 2, ffn_size: 16}", "model"), 11, 11,
      true);
  model->eval();
  const ops::Recording recording;
  model->encode(torch::tensor({{4, 5, 3}}), torch::tensor({3}));
  torch::Tensor E, x, positions;
  for (const auto& observed : recording.values()) {
    if (observed.path() == "encoder/embedding") E = observed.value;
    if (observed.path() == "encoder/input") x = observed.value;
    if (observed.path() == "encoder/sinusoidal positions") positions = observed.value;
  }
  EXPECT_TRUE(tensors_near(x - positions, std::sqrt(8.0) * E, 1e-5));
}

TEST(BookFormula, OfThePapersLearningRate) {
  EXPECT_TRUE(is_printed(
      "p9",
      R"(lrate = d_{\mathrm{model}}^{-0.5} \cdot \min(step^{-0.5}, step \cdot warmup^{-1.5}))"));
  const double d_model = 512, warmup = 4000;
  config::TrainingOptions options;
  options.schedule = config::Schedule::inverse_sqrt;
  options.warmup = 4000;
  options.learning_rate = std::pow(d_model * warmup, -0.5);
  for (const double step : {1.0, 2000.0, 4000.0, 90000.0}) {
    const double wanted =
        std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
    EXPECT_NEAR(train::learning_rate(options, static_cast<int64_t>(step)) / wanted, 1, 1e-12);
  }
}

TEST(BookFormula, OfLabelSmoothing) {
  EXPECT_TRUE(is_printed("p10", R"(q(k) = (1 - \epsilon)\,\delta_{k,y} + \epsilon / K)"));
  torch::manual_seed(1);
  auto layer = randomized(nn::OutputLayer(3, 6));
  const auto s = random_rows({1, 3});
  const double epsilon = 0.1, K = 6;
  const int64_t y = 4;
  const auto log_p = layer(s).log_softmax(-1)[0];
  double loss = 0;
  for (int64_t k = 0; k < 6; ++k) {
    const double q = (1 - epsilon) * (k == y ? 1 : 0) + epsilon / K;
    loss -= q * log_p[k].item<double>();
  }
  const auto found = layer->loss(s, torch::tensor({y}), epsilon, text::kPad);
  EXPECT_NEAR(found.loss_sum.item<double>(), loss, kExactly);
}

TEST(BookFormula, OfThePapersLengthPenalty) {
  EXPECT_TRUE(is_printed("p11", R"(lp(Y) = \frac{(5 + |Y|)^\alpha}{(5 + 1)^\alpha})"));
  const double alpha = 0.6, Y = 7;
  const search::LengthPenalty penalty{.alpha = alpha, .form = search::LengthPenalty::Form::gnmt};
  EXPECT_NEAR(penalty.normalizer(7), std::pow(5 + Y, alpha) / std::pow(5 + 1, alpha), 1e-12);
}

TEST(BookFormula, OfTheGenerator) {
  EXPECT_TRUE(is_printed("p12", R"(\mathrm{generator}(s) = \log\,\mathrm{softmax}(W s + b))"));
  torch::manual_seed(1);
  auto layer = randomized(nn::OutputLayer(3, 6));
  const auto s = random_rows({3});
  const auto sum = layer->weight.matmul(s) + layer->bias;
  const auto wanted = sum - sum.exp().sum().log();
  EXPECT_TRUE(tensors_near(layer(s.unsqueeze(0)).log_softmax(-1)[0], wanted, kExactly));
}

}  // namespace
}  // namespace regard::figures
