// Cost of attention: memory of the additive score, and steps of a decoder with and without cached
// keys and values.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "nn/additive_attention.h"
#include "nn/mask.h"
#include "nn/multi_head_attention.h"
#include "ops/bodies.h"
#include "support/golden_tensors.h"
#include "trainer/batch_fit.h"

namespace regard::nn {
namespace {

constexpr int64_t kQueries = 20, kKeys = 30, kHidden = 64;

template <class Compute>
int64_t numbers_at_peak(const Compute& compute) {
  const torch::NoGradGuard no_grad;
  const ops::PlainBodies plain;
  const train::MemoryMeter meter;
  compute();
  return meter.peak() / static_cast<int64_t>(sizeof(float));
}

// tanh of 20 * 30 * 64 = 38,400 numbers, for 20 * 30 = 600 scores.
TEST(AdditiveScore, KeepsAHiddenLayerForEachPairOfQueryAndKey) {
  const auto queries = torch::randn({1, kQueries, kHidden}),
             keys = torch::randn({1, kKeys, kHidden});
  const auto w_v = torch::randn({kHidden});
  EXPECT_EQ(ops::additive_score(queries, keys, w_v).numel(), 600);
  EXPECT_GE(numbers_at_peak([&] { ops::additive_score(queries, keys, w_v); }), 38400);
  // The dot product: the scaled queries, the scores and their softmax.
  const int64_t of_dot_product =
      numbers_at_peak([&] { ops::dot_product_attention(queries, keys, keys, {}, true); });
  EXPECT_LT(of_dot_product, 38400 / 4);
}

/// Self-attention over x (2, steps, 24), step by step; `rows` receives the number of projected
/// rows.
torch::Tensor with_cache(MultiHeadAttention& attention, const torch::Tensor& x, int64_t& rows) {
  KeysValues past;
  std::vector<torch::Tensor> contexts;
  for (const auto& token : x.split(1, 1)) {
    contexts.push_back(attention->attend_to_itself(token, past).context);
    rows += token.size(1);
    EXPECT_EQ(past.length(), rows);
  }
  return torch::cat(contexts, 1);
}

torch::Tensor recomputed(MultiHeadAttention& attention, const torch::Tensor& x, int64_t& rows) {
  std::vector<torch::Tensor> contexts;
  for (int64_t length = 1; length <= x.size(1); ++length) {
    const auto prefix = x.narrow(1, 0, length);
    KeysValues none;
    const auto mask = causal_mask(length, length, torch::kCPU);
    contexts.push_back(
        attention->attend_to_itself(prefix, none, mask).context.slice(1, length - 1));
    rows += length;
  }
  return torch::cat(contexts, 1);
}

// For 100 tokens: 100 rows, or 100 * 101 / 2 = 5050.
TEST(KeysAndValuesKept, GiveTheSameForFewerRows) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(1);
  MultiHeadAttention attention(MultiHeadAttentionOptions{
      .query_size = 24, .key_size = 24, .value_size = 24, .hidden_size = 24, .heads = 2});
  const auto x = torch::randn({2, 100, 24});
  int64_t rows = 0, rows_again = 0;
  const auto kept = with_cache(attention, x, rows);
  EXPECT_TRUE(test::tensors_near(kept, recomputed(attention, x, rows_again), 1e-5));
  EXPECT_EQ(rows, 100);
  EXPECT_EQ(rows_again, 5050);
}

TEST(KeysAndValuesKept, GrowByARowEachStep) {
  MultiHeadAttention attention(MultiHeadAttentionOptions{
      .query_size = 24, .key_size = 24, .value_size = 24, .hidden_size = 24, .heads = 2});
  KeysValues past;
  for (const int64_t length : {1, 2}) {
    attention->attend_to_itself(torch::randn({2, 1, 24}), past);
    EXPECT_EQ(past.keys.sizes(), (std::vector<int64_t>{2, length, 24}));
  }
}

}  // namespace
}  // namespace regard::nn
