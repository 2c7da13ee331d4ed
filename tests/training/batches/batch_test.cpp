#include "batches/batch.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <vector>

#include "corpus/corpus_fixtures.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

using text::kBos;
using text::kEos;
using text::kPad;

Examples two_examples() {
  Examples examples;
  examples.begin_text("two");
  examples.add(std::vector<int64_t>{11, 12, kEos}, std::vector<int64_t>{21, kEos}, 1.0, 1);
  examples.add(std::vector<int64_t>{13, kEos}, std::vector<int64_t>{22, 23, 24, kEos}, 1.0, 2);
  return examples;
}

torch::Tensor matrix(const std::vector<std::vector<int64_t>>& rows) {
  std::vector<torch::Tensor> tensors;
  for (const auto& row : rows) tensors.push_back(torch::tensor(row, torch::kInt64));
  return torch::stack(tensors);
}

TEST(Batch, HasSourcesWithTheirLengths) {
  const auto batch = make_batch(two_examples(), std::vector<size_t>{0, 1});
  EXPECT_TRUE(batch.source.equal(matrix({{11, 12, kEos}, {13, kEos, kPad}})));
  EXPECT_TRUE(batch.source_lengths.equal(torch::tensor({3, 2}, torch::kInt64)));
}

TEST(Batch, HasTargetsThatBeginWithBosAndLabelsThatEndWithEos) {
  const auto batch = make_batch(two_examples(), std::vector<size_t>{0, 1});
  EXPECT_TRUE(batch.target_input.equal(matrix({{kBos, 21, kPad, kPad}, {kBos, 22, 23, 24}})));
  EXPECT_TRUE(batch.target_labels.equal(matrix({{21, kEos, kPad, kPad}, {22, 23, 24, kEos}})));
}

TEST(Batch, CountsTokensWithoutPadding) {
  const auto batch = make_batch(two_examples(), std::vector<size_t>{0, 1});
  EXPECT_EQ(batch.source_tokens, 5);
  EXPECT_EQ(batch.target_tokens, 6);
}

TEST(Batch, KeepsTheOrderAskedAndIsNoWiderThanItsExamples) {
  const auto turned = make_batch(two_examples(), std::vector<size_t>{1, 0, 1});
  EXPECT_TRUE(turned.source.equal(matrix({{13, kEos, kPad}, {11, 12, kEos}, {13, kEos, kPad}})));
  const auto single = make_batch(two_examples(), std::vector<size_t>{1});
  EXPECT_TRUE(single.source.equal(matrix({{13, kEos}})));
  EXPECT_TRUE(single.target_labels.equal(matrix({{22, 23, 24, kEos}})));
}

TEST(Batch, HasIntegersOf64BitsOnTheDeviceAsked) {
  const auto batch = make_batch(two_examples(), std::vector<size_t>{0}, torch::kCPU);
  for (const auto& tensor :
       {batch.source, batch.source_lengths, batch.target_input, batch.target_labels}) {
    EXPECT_EQ(tensor.scalar_type(), torch::kInt64);
    EXPECT_TRUE(tensor.device().is_cpu());
  }
}

}  // namespace
}  // namespace regard::corpus
