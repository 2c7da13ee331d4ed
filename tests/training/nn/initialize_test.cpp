#include "nn/linear.h"

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/utils.h>

#include <cmath>

#include "nn/feed_forward.h"
#include "nn/recurrent.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

class Sample : public torch::nn::Module {
 public:
  Sample() {
    embedding = register_module("embedding", torch::nn::Embedding(1000, 64));
    linear = register_module("linear", torch::nn::Linear(300, 100));
    norm = register_module("norm", AddNorm(AddNormOptions{.normalized_shape = {4}}));
    initialize(*this);
  }
  torch::nn::Embedding embedding{nullptr};
  torch::nn::Linear linear{nullptr};
  AddNorm norm{nullptr};
};

TEST(Initialize, GivesEmbeddingsLengthOne) {
  torch::manual_seed(14);
  EXPECT_NEAR(Sample().embedding->weight.norm(2, 1).mean().item<double>(), 1.0, 0.02);
}

TEST(Initialize, DrawsMatricesByXavierAndSetsBiasesToZero) {
  torch::manual_seed(15);
  const Sample sample;
  const double bound = std::sqrt(6.0 / 400);
  EXPECT_LE(sample.linear->weight.abs().max().item<double>(), bound);
  EXPECT_NEAR(sample.linear->weight.std().item<double>(), bound / std::sqrt(3.0), 0.001);
  EXPECT_EQ(sample.linear->bias.count_nonzero().item<int64_t>(), 0);
}

TEST(Initialize, LeavesNormalizationAsItIs) {
  const Sample sample;
  EXPECT_TRUE(sample.norm->ln->weight.equal(torch::ones({4})));
  EXPECT_TRUE(sample.norm->ln->bias.equal(torch::zeros({4})));
}

TEST(Initialize, AsTheBookDrawsWhatPyTorchDraws) {
  torch::manual_seed(17);
  Sample sample;
  const auto matrix = sample.linear->weight.clone();
  initialize_as_the_book(sample);
  EXPECT_NEAR(sample.embedding->weight.std().item<double>(), 1.0, 0.01);
  EXPECT_TRUE(sample.linear->weight.equal(matrix));
  const double bound = 1 / std::sqrt(300.0);
  EXPECT_LE(sample.linear->bias.abs().max().item<double>(), bound);
  EXPECT_NEAR(sample.linear->bias.std().item<double>(), bound / std::sqrt(3.0), 0.005);
  EXPECT_TRUE(sample.norm->ln->bias.equal(torch::zeros({4})));
}

TEST(Initialize, AsTheBookBoundsBiasesOfRecurrentLayersByTheHiddenSize) {
  Recurrent gru(RecurrentOptions{.cell = ops::Cell::gru, .input_size = 2, .hidden_size = 100});
  initialize_as_the_book(*gru);
  for (const auto& parameter : gru->named_parameters()) {
    if (!parameter.key().starts_with("bias")) continue;
    EXPECT_GT(parameter.value().abs().max().item<double>(), 0.09) << parameter.key();
    EXPECT_LE(parameter.value().abs().max().item<double>(), 0.1) << parameter.key();
  }
}

TEST(Initialize, IsTheSameAfterTheSameSeed) {
  torch::manual_seed(16);
  const Sample first;
  torch::manual_seed(16);
  EXPECT_TRUE(Sample().linear->weight.equal(first.linear->weight));
}

}  // namespace
}  // namespace regard::nn
