// The formulas of docs/book.md on translation and attention, evaluated.
#include <torch/utils.h>

#include <cmath>
#include <vector>

#include "config/yaml_reader.h"
#include "figures/book_formulas.h"
#include "lessons/kernel_regression.h"
#include "lessons/state_gradients.h"
#include "model/modules.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "model/rnn_encoder.h"
#include "model/seq2seq_model.h"
#include "nn/additive_attention.h"
#include "nn/mask.h"
#include "nn/multi_head_attention.h"
#include "nn/positional_encoding.h"
#include "ops/bodies.h"
#include "ops/head_attention.h"
#include "ops/probe.h"
#include "search/beam_search_options.h"
#include "support/golden_tensors.h"

namespace regard::figures {
namespace {

using test::is_printed, test::kExactly, test::random_rows, test::randomized, test::tensors_near,
    test::weight_of;

const torch::Tensor kRead = torch::tensor({{4, 5, 6, 3}}), kWritten = torch::tensor({{2, 7, 8, 9}});

std::shared_ptr<model::Seq2SeqModel> translator_of(const std::string& yaml) {
  torch::manual_seed(3);
  auto model = model::make_seq2seq_model(config::read_yaml(yaml, "model"), 11, 11, true);
  model->eval();
  return randomized(model);
}

/// a(q, k) of each key: w_v . tanh(W_q q + W_k k).
torch::Tensor additive_scores(const nn::AdditiveAttentionImpl& attention,
                              const torch::Tensor& query, const torch::Tensor& keys) {
  std::vector<torch::Tensor> scores;
  for (const auto& key : keys.unbind(0)) {
    const auto sum = weight_of(attention, "W_q.weight").matmul(query) +
                     weight_of(attention, "W_k.weight").matmul(key);
    scores.push_back(weight_of(attention, "w_v.weight")[0].dot(sum.tanh()));
  }
  return torch::stack(scores);
}

TEST(BookFormula, OfTheEncoderAndDecoder) {
  EXPECT_TRUE(is_printed(
      "e13",
      R"(\mathbf{m} = \mathrm{encode}(\mathbf{x}),\quad P(y_t \mid y_{<t}, \mathbf{x}) = \mathrm{decode}(y_{<t}, \mathbf{m}))"));
  const auto model =
      translator_of("{type: rnn_context, embedding_size: 6, hidden_size: 8, layers: 1}");
  const auto m = model->encode(kRead, torch::tensor({4}));
  const auto all = model->decode(kWritten, m).softmax(-1);
  for (int64_t t = 1; t <= kWritten.size(1); ++t) {  // y_t depends on earlier tokens only
    const auto before = model->decode(kWritten.narrow(1, 0, t), m).softmax(-1);
    EXPECT_TRUE(tensors_near(before.select(1, t - 1), all.select(1, t - 1), kExactly)) << t;
  }
}

TEST(BookFormula, OfSequenceToSequenceLearning) {
  EXPECT_TRUE(is_printed(
      "e14",
      R"(\mathbf{c} = \mathbf{h}_T,\quad \mathbf{s}_t = f([\mathbf{y}_{t-1}; \mathbf{c}], \mathbf{s}_{t-1}))"));
  const auto model =
      translator_of("{type: rnn_context, embedding_size: 6, hidden_size: 8, layers: 1}");
  auto& encoder = *model->named_children()["encoder"]->as<model::RnnEncoder>();
  auto& decoder = *model->named_children()["decoder"]->as<model::RnnContextDecoder>();
  auto& f = *decoder.named_children()["rnn"]->as<nn::Recurrent>();
  const auto last = encoder.forward(kRead, torch::tensor({4})).last;
  const auto c = last.back().hidden;  // h_T
  auto s = last;
  std::vector<torch::Tensor> logits;
  for (int64_t t = 0; t < kWritten.size(1); ++t) {
    const auto y = decoder.embedding(kWritten.select(1, t));
    const auto step = f.forward(torch::cat({y, c}, -1).unsqueeze(0), {}, s);
    s = step.last;
    logits.push_back(decoder.dense(s.back().hidden));
  }
  const auto all = model->decode(kWritten, model->encode(kRead, torch::tensor({4})));
  EXPECT_TRUE(tensors_near(all, torch::stack(logits, 1), kExactly));
}

TEST(BookFormula, OfTheLengthNormalizedScore) {
  EXPECT_TRUE(is_printed(
      "e15",
      R"(\frac{1}{L^\alpha} \log P(y_1,\ldots,y_L \mid \mathbf{c}) = \frac{1}{L^\alpha} \sum_{t=1}^{L} \log P(y_t \mid y_{<t}, \mathbf{c}))"));
  const std::vector<double> log_p = {-0.5, -1.25, -0.75};
  const search::LengthPenalty penalty{.alpha = 0.75};
  const double L = 3, sum = log_p[0] + log_p[1] + log_p[2];
  EXPECT_NEAR(penalty.score(sum, 3, true), 1 / std::pow(L, 0.75) * sum, 1e-12);
}

TEST(BookFormula, OfAttentionPooling) {
  EXPECT_TRUE(is_printed(
      "e16",
      R"(\mathrm{Attention}(\mathbf{q}, \mathcal{D}) = \sum_{i=1}^{m} \alpha(\mathbf{q}, \mathbf{k}_i)\,\mathbf{v}_i)"));
  torch::manual_seed(1);
  const auto q = random_rows({1}), k = random_rows({5}), v = random_rows({5});
  const auto attended = nn::gaussian_pooling(q, k, v);
  double sum = 0;
  for (int64_t i = 0; i < 5; ++i) sum += (attended.weights[0][i] * v[i]).item<double>();
  EXPECT_NEAR(attended.context[0].item<double>(), sum, kExactly);
}

TEST(BookFormula, OfKernelRegression) {
  EXPECT_TRUE(is_printed(
      "e17",
      R"(f(x) = \sum_{i=1}^{n} \mathrm{softmax}\left(-\tfrac{1}{2}((x - x_i) w)^2\right) y_i)"));
  torch::manual_seed(1);
  const auto x = random_rows({1}), x_i = random_rows({5}), y = random_rows({5});
  const double w = 0.7;
  const auto f = (((x - x_i) * w).square() / -2).softmax(0).dot(y);
  const auto attended = nn::gaussian_pooling(x, x_i, y, torch::tensor(w, torch::kDouble));
  EXPECT_NEAR(attended.context[0].item<double>(), f.item<double>(), kExactly);
}

TEST(BookFormula, OfTheMaskedSoftmax) {
  EXPECT_TRUE(
      is_printed("e18", R"(\alpha_i = \frac{\exp(a_i)}{\sum_{j \le l} \exp(a_j)},\quad i \le l)"));
  torch::manual_seed(1);
  const auto a = random_rows({1, 1, 5});
  const int64_t l = 3;
  const auto weights = ops::masked_softmax(a, nn::length_mask(torch::tensor({l}), 5).unsqueeze(1));
  const auto exp = a.flatten().exp();
  for (int64_t i = 0; i < 5; ++i) {
    const double wanted = i < l ? (exp[i] / exp.narrow(0, 0, l).sum()).item<double>() : 0.0;
    EXPECT_NEAR(weights.flatten()[i].item<double>(), wanted, kExactly) << i;
  }
}

TEST(BookFormula, OfAdditiveAttention) {
  EXPECT_TRUE(is_printed(
      "e19",
      R"(a(\mathbf{q}, \mathbf{k}) = \mathbf{w}_v^\top \tanh(\mathbf{W}_q \mathbf{q} + \mathbf{W}_k \mathbf{k}))"));
  torch::manual_seed(1);
  auto attention = randomized(nn::AdditiveAttention(
      nn::AdditiveAttentionOptions{.query_size = 2, .key_size = 3, .hidden_size = 4}));
  const auto q = random_rows({1, 1, 2}), k = random_rows({1, 5, 3});
  const auto weights = attention(q, attention->project_keys(k), k).weights.flatten();
  EXPECT_TRUE(
      tensors_near(weights, additive_scores(*attention, q[0][0], k[0]).softmax(0), kExactly));
}

TEST(BookFormula, OfTheAlignmentModel) {
  EXPECT_TRUE(is_printed("p2", R"(e_{ij} = v_a^\top \tanh(W_a s_{i-1} + U_a h_j))"));
  torch::manual_seed(1);
  auto attention = randomized(nn::AdditiveAttention(
      nn::AdditiveAttentionOptions{.query_size = 2, .key_size = 3, .hidden_size = 4}));
  const auto q = random_rows({1, 1, 2}), k = random_rows({1, 5, 3});
  const auto weights = attention(q, attention->project_keys(k), k).weights.flatten();
  EXPECT_TRUE(
      tensors_near(weights, additive_scores(*attention, q[0][0], k[0]).softmax(0), kExactly));
}

/// Tests the formula that d2l and the paper share.
void expect_scaled_dot_products() {
  torch::manual_seed(1);
  const auto Q = random_rows({3, 4}), K = random_rows({5, 4}), V = random_rows({5, 2});
  const auto wanted = (Q.matmul(K.t()) / std::sqrt(4.0)).softmax(-1).matmul(V);
  EXPECT_TRUE(
      tensors_near(ops::dot_product_attention(Q, K, V, {}, true).context, wanted, kExactly));
}

TEST(BookFormula, OfScaledDotProducts) {
  EXPECT_TRUE(is_printed(
      "e20",
      R"(\mathrm{softmax}\left(\frac{\mathbf{Q}\mathbf{K}^\top}{\sqrt{d}}\right)\mathbf{V})"));
  expect_scaled_dot_products();
}

TEST(BookFormula, OfThePapersAttention) {
  EXPECT_TRUE(is_printed(
      "p5",
      R"(\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V)"));
  expect_scaled_dot_products();
}

TEST(BookFormula, OfBahdanauAttention) {
  EXPECT_TRUE(is_printed(
      "e21",
      R"(\mathbf{c}_{t} = \sum_{j=1}^{T} \alpha(\mathbf{s}_{t-1}, \mathbf{h}_j)\,\mathbf{h}_j)"));
  const auto model =
      translator_of("{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 1}");
  auto& encoder = *model->named_children()["encoder"]->as<model::RnnEncoder>();
  auto& attention = *model->named_children()["decoder"]
                         ->named_children()["attention"]
                         ->as<nn::AdditiveAttention>();
  const auto read = encoder.forward(kRead, torch::tensor({4}));
  const auto h = read.states.squeeze(1);                        // (source, size)
  std::vector<torch::Tensor> s = {read.last.back().hidden[0]};  // s_0, then the recorded ones
  const ops::PlainBodies plain;
  const ops::Recording recording;
  model->decode(kWritten, model->encode(kRead, torch::tensor({4})));
  std::vector<torch::Tensor> c;
  for (const auto& observed : recording.values()) {
    if (observed.path() == "decoder/context") c.push_back(observed.value.flatten());
    if (observed.path() == "decoder/layer/GRU state") s.push_back(observed.value.flatten());
  }
  ASSERT_EQ(c.size(), 4);
  for (size_t t = 0; t < c.size(); ++t) {  // c[t] is c_(t+1), computed from s_t
    const auto alpha = additive_scores(attention, s[t], h).softmax(0);
    EXPECT_TRUE(tensors_near(c[t], alpha.matmul(h), kExactly)) << t;
  }
}

TEST(BookFormula, OfTheDecoderInGeneral) {
  EXPECT_TRUE(is_printed(
      "p13",
      R"(p(y_i \mid y_1,\ldots,y_{i-1}, \mathbf{x}) = g(y_{i-1}, s_i, c_i),\quad s_i = f(s_{i-1}, y_{i-1}, c_i))"));
  const auto model =
      translator_of("{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 1}");
  auto& encoder = *model->named_children()["encoder"]->as<model::RnnEncoder>();
  auto& decoder = *model->named_children()["decoder"]->as<model::RnnDecoder>();
  auto& f = *decoder.named_children()["rnn"]->as<nn::Recurrent>();
  std::vector<torch::Tensor> c;
  torch::Tensor logits;
  {
    const ops::PlainBodies plain;
    const ops::Recording recording;
    logits = model->decode(kWritten, model->encode(kRead, torch::tensor({4})))[0];
    for (const auto& observed : recording.values()) {
      if (observed.path() == "decoder/context") c.push_back(observed.value.view({1, -1}));
    }
  }
  auto s = encoder.forward(kRead, torch::tensor({4})).last;
  ASSERT_EQ(c.size(), 4);
  for (int64_t i = 0; i < 4; ++i) {
    const auto y = decoder.embedding(kWritten.select(1, i));
    s = f.forward(torch::cat({c[static_cast<size_t>(i)], y}, -1).unsqueeze(0), {}, s).last;
    const auto g = decoder.dense(s.back().hidden)[0];  // from s_i, which has read y and c
    EXPECT_TRUE(tensors_near(logits[i], g, kExactly)) << i;
  }
}

TEST(BookFormula, OfMultiHeadAttention) {
  EXPECT_TRUE(is_printed(
      "e22",
      R"(\mathbf{W}_o [\mathbf{h}_1; \ldots; \mathbf{h}_h],\quad \mathbf{h}_i = f(\mathbf{W}_i^{(q)} \mathbf{q}, \mathbf{W}_i^{(k)} \mathbf{k}, \mathbf{W}_i^{(v)} \mathbf{v}))"));
  torch::manual_seed(1);
  auto attention = randomized(nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
      .query_size = 4, .key_size = 4, .value_size = 4, .hidden_size = 6, .heads = 2}));
  const auto q = random_rows({1, 3, 4}), k = random_rows({1, 5, 4});
  std::vector<torch::Tensor> heads;
  for (const int64_t i : {0, 1}) {
    const auto W = [&](const char* name) {
      return weight_of(*attention, name).narrow(0, 3 * i, 3).t();
    };
    heads.push_back(ops::dot_product_attention(q.matmul(W("W_q.weight")), k.matmul(W("W_k.weight")),
                                               k.matmul(W("W_v.weight")), {}, true)
                        .context);
  }
  const auto wanted = torch::cat(heads, -1).matmul(weight_of(*attention, "W_o.weight").t());
  EXPECT_TRUE(
      tensors_near(attention(q, k, k, ops::AttentionMask{}, true).context, wanted, kExactly));
}

TEST(BookFormula, OfSelfAttention) {
  EXPECT_TRUE(is_printed(
      "e34",
      R"(\mathbf{y}_i = f(\mathbf{x}_i, (\mathbf{x}_1, \mathbf{x}_1), \ldots, (\mathbf{x}_n, \mathbf{x}_n)))"));
  torch::manual_seed(1);
  auto attention = randomized(nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
      .query_size = 4, .key_size = 4, .value_size = 4, .hidden_size = 4, .heads = 2}));
  const auto x = random_rows({1, 3, 4});
  nn::KeysValues none;
  const auto y = attention->attend_to_itself(x, none).context;
  for (int64_t i = 0; i < 3; ++i) {  // one query, and every x as a key and a value
    const auto alone = attention(x.narrow(1, i, 1), x, x).context;
    EXPECT_TRUE(tensors_near(y.narrow(1, i, 1), alone, kExactly)) << i;
  }
}

TEST(BookFormula, OfTheCostsOfLayers) {
  EXPECT_TRUE(
      is_printed("e23", R"(\mathcal{O}(knd^2),\quad \mathcal{O}(nd^2),\quad \mathcal{O}(n^2 d))"));
  const auto ratio = [](const nn::LayerCost& one, const nn::LayerCost& other) {
    return static_cast<double>(one.multiplications) / static_cast<double>(other.multiplications);
  };
  // Three times k, five times n, twice d.
  EXPECT_EQ(ratio(nn::convolution_cost(10, 8, 9), nn::convolution_cost(10, 8, 3)), 3);
  EXPECT_EQ(ratio(nn::convolution_cost(50, 8, 3), nn::convolution_cost(10, 8, 3)), 5);
  EXPECT_EQ(ratio(nn::convolution_cost(10, 16, 3), nn::convolution_cost(10, 8, 3)), 4);
  EXPECT_EQ(ratio(nn::recurrent_cost(50, 8), nn::recurrent_cost(10, 8)), 5);
  EXPECT_EQ(ratio(nn::recurrent_cost(10, 16), nn::recurrent_cost(10, 8)), 4);
  EXPECT_EQ(ratio(nn::self_attention_cost(50, 8), nn::self_attention_cost(10, 8)), 25);
  EXPECT_EQ(ratio(nn::self_attention_cost(10, 16), nn::self_attention_cost(10, 8)), 2);
}

TEST(BookFormula, OfPositions) {
  EXPECT_TRUE(is_printed(
      "e24",
      R"(p_{i,2j} = \sin\left(\frac{i}{10000^{2j/d}}\right),\quad p_{i,2j+1} = \cos\left(\frac{i}{10000^{2j/d}}\right))"));
  const int64_t d = 8;
  const auto P = nn::sinusoidal_positions(0, 20, d, torch::kDouble);
  for (const int64_t i : {0, 1, 19}) {
    for (int64_t j = 0; 2 * j < d; ++j) {
      const double angle =
          static_cast<double>(i) / std::pow(10000.0, 2.0 * static_cast<double>(j) / d);
      EXPECT_NEAR(P[i][2 * j].item<double>(), std::sin(angle), kExactly);
      EXPECT_NEAR(P[i][2 * j + 1].item<double>(), std::cos(angle), kExactly);
    }
  }
}

TEST(BookFormula, OfThePapersPositions) {
  EXPECT_TRUE(is_printed("p8", R"(PE_{(pos,2i)} = \sin(pos / 10000^{2i/d_{\mathrm{model}}}))"));
  const int64_t d = 8;
  const auto P = nn::sinusoidal_positions(0, 20, d, torch::kDouble);
  for (const int64_t i : {0, 1, 19}) {
    for (int64_t j = 0; 2 * j < d; ++j) {
      const double angle =
          static_cast<double>(i) / std::pow(10000.0, 2.0 * static_cast<double>(j) / d);
      EXPECT_NEAR(P[i][2 * j].item<double>(), std::sin(angle), kExactly);
      EXPECT_NEAR(P[i][2 * j + 1].item<double>(), std::cos(angle), kExactly);
    }
  }
}

TEST(BookFormula, OfRelativePositions) {
  EXPECT_TRUE(is_printed(
      "e25",
      R"(\begin{bmatrix} \cos(\delta\omega_j) & \sin(\delta\omega_j) \\ -\sin(\delta\omega_j) & \cos(\delta\omega_j) \end{bmatrix} \begin{bmatrix} p_{i,2j} \\ p_{i,2j+1} \end{bmatrix} = \begin{bmatrix} p_{i+\delta,2j} \\ p_{i+\delta,2j+1} \end{bmatrix})"));
  const int64_t d = 8, delta = 3, i = 11;
  const auto P = nn::sinusoidal_positions(0, 20, d, torch::kDouble);
  const auto rotations = nn::position_rotation(delta, d, torch::kDouble);
  for (int64_t j = 0; 2 * j < d; ++j) {
    const double angle =
        static_cast<double>(delta) * std::pow(10000.0, -2.0 * static_cast<double>(j) / d);
    const auto wanted = torch::tensor(
        {{std::cos(angle), std::sin(angle)}, {-std::sin(angle), std::cos(angle)}}, torch::kDouble);
    EXPECT_TRUE(tensors_near(rotations[j], wanted, kExactly));
    EXPECT_TRUE(tensors_near(wanted.matmul(P[i].narrow(0, 2 * j, 2)),
                             P[i + delta].narrow(0, 2 * j, 2), kExactly));
  }
}

}  // namespace
}  // namespace regard::figures
