#include <torch/csrc/autograd/autograd.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include "regard/nn/additive_attention.h"
#include "regard/nn/dot_product_attention.h"
#include "regard/nn/mask.h"
#include "regard/nn/multi_head_attention.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

// valid_lens (batch) or (batch, query), or none -> a mask for (batch, query, key)
torch::Tensor mask_of(const test::TensorCase& golden, int64_t keys) {
  const auto lengths = golden.input("valid_lens");
  if (!lengths.defined()) return {};
  const auto mask = length_mask(lengths, keys);
  return lengths.dim() == 1 ? mask.unsqueeze(1) : mask;
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

// The loop over single-precision rows and ATen's operations, which do any other type, are the same
// function.
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
    attention->to(type);
    const auto q = query.to(type, false, true).requires_grad_(),
               k = keys.to(type, false, true).requires_grad_();
    const auto attended = attention->attend(q, k, values.to(type));
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
    const auto attended = dot_product_attention(
        golden.input("queries"), keys, golden.input("values"), mask_of(golden, keys.size(1)), true);
    golden.expect_output("output", attended.context);
    golden.expect_output("attention_weights", attended.weights);
    golden.expect_gradients();
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

TEST(MultiHeadAttention, IsTheSameWhetherOrNotWeightsAreWanted) {
  torch::manual_seed(3);
  MultiHeadAttention attention(MultiHeadAttentionOptions{
      .query_size = 8, .key_size = 8, .value_size = 8, .hidden_size = 8, .heads = 2});
  const auto query = torch::randn({3, 4, 8}, torch::requires_grad()),
             keys = torch::randn({3, 6, 8}, torch::requires_grad());
  const auto mask = length_mask(torch::tensor({6, 1, 4}), 6).unsqueeze(1).unsqueeze(1);
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

}  // namespace
}  // namespace regard::nn
