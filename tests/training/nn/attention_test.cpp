#include <torch/csrc/autograd/autograd.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <cmath>

#include "nn/additive_attention.h"
#include "nn/feed_forward.h"
#include "nn/mask.h"
#include "nn/multi_head_attention.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

// A mask for (batch, query, key).
torch::Tensor mask_of(const test::TensorCase& golden, int64_t keys) {
  return key_mask(golden.input("valid_lens"), keys);
}

TEST(AdditiveAttention, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("additive_attention")) {
    SCOPED_TRACE(golden.name());
    AdditiveAttention attention(
        AdditiveAttentionOptions{.query_size = golden.option<int64_t>("query_size"),
                                 .key_size = golden.option<int64_t>("key_size"),
                                 .hidden_size = golden.option<int64_t>("num_hiddens")});
    golden.load_weights(*attention);
    const auto keys = golden.input("keys");
    const auto attended = attention(golden.input("queries"), attention->project_keys(keys),
                                    golden.input("values"), mask_of(golden, keys.size(1)));
    golden.expect_output("output", attended.context);
    golden.expect_output("attention_weights", attended.weights);
    golden.expect_gradients(attention.get());
  }
}

// The loop over float32 rows and ATen's operations for all other types compute the same function.
TEST(AdditiveAttention, IsTheSameInSingleAndDoublePrecision) {
  torch::manual_seed(2);
  const auto query = torch::randn({3, 2, 37}), keys = torch::randn({3, 5, 37}),
             values = torch::randn({3, 5, 4});
  const auto weights_of = torch::randn({3, 2, 4});
  std::vector<torch::Tensor> results;
  for (const auto type : {torch::kFloat, torch::kDouble}) {
    AdditiveAttention attention(
        AdditiveAttentionOptions{.query_size = 37, .key_size = 37, .hidden_size = 37});
    torch::nn::init::constant_(attention->w_v->weight, 0.3);
    torch::nn::init::eye_(attention->W_q->weight);
    attention->to(type);
    const auto q = query.to(type, false, true).requires_grad_(),
               k = keys.to(type, false, true).requires_grad_();
    const auto attended = attention(q, k, values.to(type));
    (attended.context * weights_of.to(type)).sum().backward();
    results.push_back(torch::cat({attended.context.flatten(), q.grad().flatten(),
                                  k.grad().flatten(), attention->w_v->weight.grad().flatten()}));
  }
  EXPECT_TRUE(test::tensors_near(results[0], results[1], 1e-5));
}

TEST(DotProductAttention, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("dot_product_attention")) {
    SCOPED_TRACE(golden.name());
    const auto keys = golden.input("keys");
    const auto attended = ops::dot_product_attention(
        golden.input("queries"), keys, golden.input("values"), mask_of(golden, keys.size(1)), true);
    golden.expect_output("output", attended.context);
    golden.expect_output("attention_weights", attended.weights);
    golden.expect_gradients();
  }
}

TEST(DotProductAttention, IsTheWeightedAverageOfValues) {
  for (auto& golden : test::tensor_cases("bmm")) {
    SCOPED_TRACE(golden.name());
    const auto wanted = golden.input("weights").unsqueeze(1);  // (batch, 1, key)
    const auto count = wanted.size(2);
    // One key per unit vector: the softmax of log w is w.
    const auto keys = torch::eye(count).expand({wanted.size(0), count, count});
    const auto query = wanted.log() * std::sqrt(static_cast<double>(count));
    const auto attended =
        ops::dot_product_attention(query, keys, golden.input("values").unsqueeze(-1), {}, true);
    EXPECT_TRUE(test::tensors_near(attended.weights, wanted, golden.tol()));
    golden.expect_output("output", attended.context);
  }
}

TEST(MultiHeadAttention, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("multi_head_attention")) {
    SCOPED_TRACE(golden.name());
    MultiHeadAttention attention(
        MultiHeadAttentionOptions{.query_size = golden.option<int64_t>("query_size"),
                                  .key_size = golden.option<int64_t>("key_size"),
                                  .value_size = golden.option<int64_t>("value_size"),
                                  .hidden_size = golden.option<int64_t>("num_hiddens"),
                                  .heads = golden.option<int64_t>("num_heads"),
                                  .bias = golden.option<bool>("bias")});
    golden.load_weights(*attention);
    const auto keys = golden.input("keys");
    auto mask = mask_of(golden, keys.size(1));
    if (mask.defined()) mask = mask.unsqueeze(1);  // the same for all heads
    const auto attended =
        attention(golden.input("queries"), keys, golden.input("values"), mask, true);
    golden.expect_output("output", attended.context);
    golden.expect_output("attention_weights", attended.weights.flatten(0, 1));
    golden.expect_gradients(attention.get());
  }
}

// d2l 11.5 (10.5 in Chinese): 100 hidden units, 5 heads, 4 queries, 6 keys, lengths 3 and 2.
TEST(MultiHeadAttention, KeepsTheShapeOfTheBooksQueries) {
  MultiHeadAttention attention(MultiHeadAttentionOptions{
      .query_size = 100, .key_size = 100, .value_size = 100, .hidden_size = 100, .heads = 5});
  const auto queries = torch::ones({2, 4, 100}), keys = torch::ones({2, 6, 100});
  const auto mask = length_mask(torch::tensor({3, 2}), 6).unsqueeze(1).unsqueeze(1);
  const auto attended = attention(queries, keys, keys, mask, true);
  EXPECT_EQ(attended.context.sizes(), (std::vector<int64_t>{2, 4, 100}));
  EXPECT_EQ(attended.weights.sizes(), (std::vector<int64_t>{2, 5, 4, 6}));
}

TEST(MultiHeadAttention, IsTheSameWhetherOrNotWeightsAreWanted) {
  torch::manual_seed(3);
  MultiHeadAttention attention(MultiHeadAttentionOptions{
      .query_size = 8, .key_size = 8, .value_size = 8, .hidden_size = 8, .heads = 2});
  const auto query = torch::randn({3, 4, 8}, torch::requires_grad()),
             keys = torch::randn({3, 6, 8}, torch::requires_grad());
  const auto mask = key_mask(torch::tensor({6, 1, 4}), 6).unsqueeze(1);
  std::vector<torch::Tensor> results;
  for (const bool want_weights : {true, false}) {
    const auto attended = attention(query, keys, keys, mask, want_weights);
    EXPECT_EQ(attended.weights.defined(), want_weights);
    const auto gradients = torch::autograd::grad({attended.context.pow(2).sum()}, {query, keys});
    results.push_back(
        torch::cat({attended.context.flatten(), gradients[0].flatten(), gradients[1].flatten()}));
  }
  EXPECT_TRUE(test::tensors_near(results[1], results[0], 1e-5));
}

TEST(MultiHeadAttention, ShowsWhatItsFirstHeadAttendsTo) {
  torch::manual_seed(3);
  const auto query = torch::randn({3, 4, 6}), keys = torch::randn({3, 5, 6});
  const auto lengths = torch::tensor({5, 1, 4});
  const auto mask = key_mask(lengths, 5).unsqueeze(1);
  for (const auto score : {AttentionScore::dot_product, AttentionScore::additive}) {
    MultiHeadAttention attention(MultiHeadAttentionOptions{.query_size = 6,
                                                           .key_size = 6,
                                                           .value_size = 6,
                                                           .hidden_size = 6,
                                                           .heads = 2,
                                                           .bias = true,
                                                           .key_width = 4,
                                                           .score = score});
    const auto memory = attention->project(keys, keys);
    const auto expected = attention->attend(query, memory, mask, true).weights.narrow(1, 0, 1);
    EXPECT_TRUE(
        test::tensors_near(attention->weights_of_first_head(query, memory, mask), expected, 1e-6));
    const ops::SentenceRows queries(torch::tensor({4, 4, 4}), 4), sources(lengths, 5);
    const auto packed = attention->project(sources.pack(keys), sources.pack(keys));
    const auto of_packed = attention->weights_of_first_head(
        queries.pack(query), packed, ops::AttentionMask(queries, sources, /*causal=*/false));
    EXPECT_TRUE(test::tensors_near(of_packed, expected, 1e-6));
  }
}

TEST(MultiHeadAttention, ReturnsNoWeightsThatNobodyAskedFor) {
  MultiHeadAttention attention(MultiHeadAttentionOptions{.query_size = 4,
                                                         .key_size = 4,
                                                         .value_size = 4,
                                                         .hidden_size = 4,
                                                         .heads = 2,
                                                         .dropout = 0.5});
  const auto x = torch::randn({1, 2, 4});
  EXPECT_FALSE(attention(x, x, x).weights.defined()) << "in training, where no kernel is fused";
}

TEST(MultiHeadAttention, RefusesWidthsThatDoNotShareOutEvenly) {
  const MultiHeadAttentionOptions uneven{
      .query_size = 4, .key_size = 4, .value_size = 4, .hidden_size = 5, .heads = 2};
  EXPECT_THROW(MultiHeadAttention{uneven}, c10::Error);
  auto given = uneven;
  given.key_width = 3, given.value_width = 1;
  EXPECT_EQ(MultiHeadAttention(given)(torch::zeros({1, 2, 4}), torch::zeros({1, 3, 4}),
                                      torch::zeros({1, 3, 4}))
                .context.size(2),
            5);
}

// One head's additive attention in plain loops: w_v . tanh(W_q q + W_k k), softmax over the first
// `length` keys, the average of W_v v. query (query, size), keys (key, size).
torch::Tensor additive_head(const torch::Tensor& query, const torch::Tensor& keys,
                            const torch::Tensor& values, const torch::Tensor& vector,
                            int64_t length) {
  auto context = torch::zeros({query.size(0), values.size(1)}, torch::kDouble);
  for (int64_t i = 0; i < query.size(0); ++i) {
    double total = 0;
    for (int64_t j = 0; j < length; ++j) {
      double score = 0;
      for (int64_t n = 0; n < vector.size(0); ++n) {
        score += vector[n].item<double>() *
                 std::tanh(query[i][n].item<double>() + keys[j][n].item<double>());
      }
      context[i] += std::exp(score) * values[j];
      total += std::exp(score);
    }
    context[i] /= total;
  }
  return context;
}

TEST(MultiHeadAttention, OverTheAdditiveScoreIsAnAdditiveAttentionForEachHead) {
  torch::manual_seed(4);
  constexpr int64_t kHeads = 2, kKeyWidth = 3, kValueWidth = 2;
  MultiHeadAttention attention(MultiHeadAttentionOptions{.query_size = 4,
                                                         .key_size = 5,
                                                         .value_size = 6,
                                                         .hidden_size = 7,
                                                         .heads = kHeads,
                                                         .key_width = kKeyWidth,
                                                         .value_width = kValueWidth,
                                                         .score = AttentionScore::additive});
  attention->to(torch::kDouble);
  const torch::NoGradGuard no_grad;
  const auto weight = [&](const std::string& name) {
    return attention->named_parameters()[name + ".weight"];
  };
  const auto query = torch::randn({2, 3, 4}, torch::kDouble),
             keys = torch::randn({2, 4, 5}, torch::kDouble),
             values = torch::randn({2, 4, 6}, torch::kDouble);
  const std::vector<int64_t> lengths = {4, 2};
  std::vector<torch::Tensor> rows;
  for (int64_t row = 0; row < 2; ++row) {
    std::vector<torch::Tensor> heads;
    for (int64_t head = 0; head < kHeads; ++head) {
      const auto projected = [&](const torch::Tensor& x, const char* name, int64_t width) {
        return x[row].matmul(weight(name).narrow(0, head * width, width).t());
      };
      heads.push_back(additive_head(projected(query, "W_q", kKeyWidth),
                                    projected(keys, "W_k", kKeyWidth),
                                    projected(values, "W_v", kValueWidth), weight("w_v")[head],
                                    lengths[static_cast<size_t>(row)]));
    }
    rows.push_back(torch::cat(heads, 1).matmul(weight("W_o").t()));
  }
  const auto mask = key_mask(torch::tensor(lengths), 4).unsqueeze(1);
  EXPECT_TRUE(
      test::tensors_near(attention(query, keys, values, mask).context, torch::stack(rows), 1e-12));
}

// Multi-head attention and its residual connection, which the bias-free original has in one module.
struct BiasFreeAttention : torch::nn::Module {
  explicit BiasFreeAttention(const test::TensorCase& golden) {
    const auto size = golden.option<int64_t>("d_model");
    attention = register_module("attention", MultiHeadAttention(MultiHeadAttentionOptions{
                                                 .query_size = size,
                                                 .key_size = size,
                                                 .value_size = size,
                                                 .hidden_size = size,
                                                 .heads = golden.option<int64_t>("n_head"),
                                                 .key_width = golden.option<int64_t>("d_k"),
                                                 .value_width = golden.option<int64_t>("d_v")}));
    addnorm = register_module("addnorm",
                              AddNorm(AddNormOptions{.normalized_shape = {size}, .epsilon = 1e-6}));
  }

  MultiHeadAttention attention{nullptr};
  AddNorm addnorm{nullptr};
};

TEST(MultiHeadAttention, WithWidthsOfItsOwnAndNoBiasMatchesTheBiasFreeSource) {
  for (auto& golden : test::tensor_cases("biasfree_attention")) {
    SCOPED_TRACE(golden.name());
    for (const auto& [theirs, ours] : {std::pair{"w_qs", "attention.W_q"},
                                       {"w_ks", "attention.W_k"},
                                       {"w_vs", "attention.W_v"},
                                       {"fc", "attention.W_o"},
                                       {"layer_norm", "addnorm.ln"}}) {
      golden.rename_weights(theirs, ours);
    }
    BiasFreeAttention module(golden);
    golden.load_weights(module);
    auto mask = golden.input("mask");  // 1 where a key is seen
    if (mask.defined()) mask = mask.to(torch::kBool).unsqueeze(1);
    const auto query = golden.input("q");
    const auto attended = module.attention(query, golden.input("k"), golden.input("v"), mask, true);
    golden.expect_output("attention_weights", attended.weights);
    golden.expect_output("output", module.addnorm(query, attended.context));
    golden.expect_gradients(&module);
  }
}

}  // namespace
}  // namespace regard::nn
