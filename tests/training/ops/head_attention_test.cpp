#include "ops/head_attention.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>
#include <torch/utils.h>

#include "nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

struct HeadsOfSentences {
  std::string name;
  std::vector<int64_t> queries, keys;  // lengths
  int64_t heads, width, value_width;
  bool causal;
};

void PrintTo(const HeadsOfSentences& shape, std::ostream* out) { *out << shape.name; }

SentenceRows rows_of_lengths(const std::vector<int64_t>& lengths) {
  const auto tensor = torch::tensor(lengths);
  return {tensor, tensor.max().item<int64_t>()};
}

class HeadAttentionOfSentences : public testing::TestWithParam<HeadsOfSentences> {
 protected:
  HeadAttentionOfSentences() {
    torch::manual_seed(3);
    const auto& shape = GetParam();
    const int64_t queries = of_queries_.tokens(), keys = of_keys_.tokens();
    inputs_ = {torch::randn({queries, shape.heads * shape.width}),
               torch::randn({keys, shape.heads * shape.width}),
               torch::randn({keys, shape.heads * shape.value_width})};
    cotangent_ = torch::randn({queries, shape.heads * shape.value_width});
  }

  // The result and the gradients of its product with `cotangent_`, in the type of `inputs`.
  template <class Attend>
  std::vector<torch::Tensor> result_and_gradients(const std::vector<torch::Tensor>& inputs,
                                                  const Attend& attend) const {
    std::vector<torch::Tensor> leaves;
    for (const auto& input : inputs) leaves.push_back(input.detach().clone().requires_grad_());
    const auto result = attend(leaves);
    auto all =
        torch::autograd::grad({(result * cotangent_.to(result.scalar_type())).sum()}, leaves);
    all.insert(all.begin(), result.detach());
    return all;
  }

  torch::Tensor packed(const std::vector<torch::Tensor>& inputs) const {
    return head_attention(inputs[0], inputs[1], inputs[2],
                          {of_queries_, of_keys_, GetParam().causal}, {.heads = GetParam().heads})
        .context;
  }

  // One sentence at a time, by LibTorch's own operations.
  torch::Tensor sentence_by_sentence(const std::vector<torch::Tensor>& inputs) const {
    const auto& shape = GetParam();
    std::vector<torch::Tensor> contexts;
    for (int64_t i = 0; i < of_queries_.sentences(); ++i) {
      const auto of_sentence = [&](const torch::Tensor& rows, const SentenceRows& where) {
        return rows.slice(0, where.begin(i), where.begin(i + 1))
            .unflatten(1, {shape.heads, -1})
            .transpose(0, 1);  // (heads, position, width)
      };
      const auto query = of_sentence(inputs[0], of_queries_),
                 keys = of_sentence(inputs[1], of_keys_), values = of_sentence(inputs[2], of_keys_);
      const auto mask = shape.causal ? nn::causal_mask(query.size(1), keys.size(1), query.device())
                                     : torch::Tensor();
      const auto context = dot_product_attention(query, keys, values, mask, true).context;
      contexts.push_back(context.transpose(0, 1).flatten(1));
    }
    return torch::cat(contexts);
  }

  const SentenceRows of_queries_ = rows_of_lengths(GetParam().queries),
                     of_keys_ = rows_of_lengths(GetParam().keys);
  std::vector<torch::Tensor> inputs_;
  torch::Tensor cotangent_;
};

TEST_P(HeadAttentionOfSentences, IsThatOfEachSentenceWithItsGradients) {
  std::vector<torch::Tensor> in_double;
  for (const auto& input : inputs_) in_double.push_back(input.to(torch::kDouble));
  const auto expected =
      result_and_gradients(in_double, [&](const auto& x) { return sentence_by_sentence(x); });
  const auto actual = result_and_gradients(inputs_, [&](const auto& x) { return packed(x); });
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(test::tensors_near(actual[i], expected[i], 1e-5)) << i;
}

TEST_P(HeadAttentionOfSentences, ReadsSlicesOfAWiderProduct) {
  const auto expected = result_and_gradients(inputs_, [&](const auto& x) { return packed(x); });
  const auto actual = result_and_gradients(inputs_, [&](const auto& x) {
    std::vector<torch::Tensor> slices;
    for (const auto& tensor : x) {
      const auto wider = torch::cat({torch::ones({tensor.size(0), 3}), tensor}, 1);
      slices.push_back(wider.narrow(1, 3, tensor.size(1)));
    }
    return packed(slices);
  });
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(torch::equal(actual[i], expected[i])) << i;
}

TEST_P(HeadAttentionOfSentences, IsTheSameForAnyNumberOfThreads) {
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto expected = result_and_gradients(inputs_, [&](const auto& x) { return packed(x); });
  at::set_num_threads(3);
  const auto actual = result_and_gradients(inputs_, [&](const auto& x) { return packed(x); });
  at::set_num_threads(threads);
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(torch::equal(actual[i], expected[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, HeadAttentionOfSentences,
    testing::Values(HeadsOfSentences{"one_token", {1}, {1}, 1, 4, 4, false},
                    HeadsOfSentences{
                        "short_sentences", {5, 1, 7, 3}, {4, 6, 1, 2}, 4, 16, 16, false},
                    HeadsOfSentences{"causal", {5, 1, 7, 13}, {5, 1, 7, 13}, 2, 32, 32, true},
                    HeadsOfSentences{"more_keys_than_lanes", {9, 20}, {40, 17}, 2, 64, 32, false},
                    HeadsOfSentences{"long_and_causal", {50, 33}, {50, 33}, 1, 16, 48, true},
                    HeadsOfSentences{"odd_widths", {6, 11}, {3, 19}, 3, 5, 7, false}),
    [](const auto& info) { return info.param.name; });

TEST(HeadAttention, StaysFiniteWhereScoresAreLarge) {
  const auto rows = rows_of_lengths({3, 2});
  const auto x = torch::full({5, 8}, 1e3).requires_grad_();
  const auto context = head_attention(x * 10, x, x, {rows, rows, true}, {.heads = 2}).context;
  EXPECT_TRUE(test::tensors_near(context, x, 1e-5));
  context.sum().backward();
  EXPECT_TRUE(x.grad().isfinite().all().item<bool>());
}

TEST(HeadAttention, WantsRowsThatFitTogether) {
  const auto rows = rows_of_lengths({3, 2});
  const auto x = torch::ones({5, 8});
  const AttentionMask mask(rows, rows, false);
  EXPECT_THROW(head_attention(x, x, x.narrow(0, 0, 4), mask, {.heads = 2}), c10::Error);
  EXPECT_THROW(head_attention(x, x, x, mask, {.heads = 3}), c10::Error);
  EXPECT_THROW(head_attention(x, x.narrow(1, 0, 4), x, mask, {.heads = 2}), c10::Error);
}

}  // namespace
}  // namespace regard::ops
