#include "trainer/quantized_weights.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interop/load_model.h"
#include "runs/run_log.h"
#include "store/model_file.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

/// The matrix that is read back from a file of integers.
torch::Tensor stored(const torch::Tensor& matrix) {
  const auto integers = store::row_integers(interop::bytes_of(matrix), matrix.size(1));
  auto result = torch::empty_like(matrix);
  store::expand(std::as_bytes(std::span(integers.numbers)),
                std::as_bytes(std::span(integers.scales)), interop::bytes_of(result));
  return result;
}

bool has_the_bits_of(const torch::Tensor& one, const torch::Tensor& other) {
  return one.view(torch::kInt32).equal(other.view(torch::kInt32));
}

TEST(RoundedToIntegers, GivesWhatAFileStoresBitForBit) {
  torch::manual_seed(1);
  for (const double size : {1e-30, 1e-3, 1.0, 1e4, 1e30}) {
    const auto matrix = torch::randn({40, 33}) * size;
    EXPECT_TRUE(has_the_bits_of(rounded_to_integers(matrix), stored(matrix))) << size;
  }
}

TEST(RoundedToIntegers, GivesWhatAFileStoresOfSpecialRows) {
  constexpr float kTiny = std::numeric_limits<float>::min();
  const auto matrix = torch::tensor({{0.0F, 0.0F, -0.0F, 0.0F},
                                     {127.0F, 0.5F, 1.5F, -2.5F},  // ties
                                     {-127.0F, -0.4F, 0.4F, 126.5F},
                                     {0.0F, -3.0F, 1.0F, 2.0F},
                                     {127.0F * kTiny, kTiny, -kTiny, 0.0F}});
  EXPECT_TRUE(has_the_bits_of(rounded_to_integers(matrix), stored(matrix)))
      << rounded_to_integers(matrix) << stored(matrix);
}

TEST(QuantizedWeights, AreTheModelsUntilTheyEnd) {
  const auto tiny = test::tiny_model("transformer");
  const test::TemporaryFolder folder;
  interop::save_model(folder / "int8.safetensors", *tiny.model, store::ModelMetadata(),
                      store::Storage::int8);
  const store::ModelFile file(folder / "int8.safetensors");
  std::vector<torch::Tensor> before;
  for (const auto& weight : tiny.model->parameters()) before.push_back(weight.detach().clone());
  {
    const QuantizedWeights rounded(*tiny.model);
    for (const auto& weight : tiny.model->named_parameters()) {
      auto packed = torch::empty_like(weight.value()).detach();
      file.read(weight.key(), interop::bytes_of(packed));
      EXPECT_TRUE(has_the_bits_of(weight.value().detach(), packed)) << weight.key();
    }
  }
  const auto after = tiny.model->parameters();
  for (size_t i = 0; i < before.size(); ++i) EXPECT_TRUE(after[i].equal(before[i]));
}

TEST(QuantizedWeights, PassTheGradientStraightThrough) {
  torch::manual_seed(1);
  torch::nn::Linear layer(6, 3);
  const auto input = torch::randn({4, 6});
  const auto output_of_rounded = torch::nn::functional::linear(
      input, rounded_to_integers(layer->weight).detach(), layer->bias);
  {
    const QuantizedWeights rounded(*layer);
    const auto output = layer->forward(input);
    EXPECT_TRUE(output.equal(output_of_rounded));
    output.square().sum().backward();
  }
  const auto gradient = (2 * output_of_rounded).t().matmul(input);
  EXPECT_TRUE(torch::allclose(layer->weight.grad(), gradient));
}

/// The squared error of the rounded (0, 1, 1) . weights for the target 7.8.
double error_of_rounded(torch::nn::Linear& layer) {
  const torch::NoGradGuard no_grad;
  const QuantizedWeights rounded(*layer);
  return (layer->forward(torch::tensor({{0.0F, 1.0F, 1.0F}})) - 7.8).square().item<double>();
}

// The first weight sets the rounding step to 7.87. The others sum to 7.8, but both round to 0.
TEST(QuantizedWeights, TeachWhatRoundingWouldTake) {
  const auto trained = [](bool is_rounded) {
    torch::nn::Linear layer(torch::nn::LinearOptions(3, 1).bias(false));
    {
      const torch::NoGradGuard no_grad;
      layer->weight.copy_(torch::tensor({{1000.0F, 3.93F, 3.87F}}));
    }
    for (int step = 0; step < 5; ++step) {
      layer->zero_grad();
      {
        std::optional<QuantizedWeights> rounded;
        if (is_rounded) rounded.emplace(*layer);
        const auto output = layer->forward(torch::tensor({{0.0F, 1.0F, 1.0F}}));
        (output - 7.8).square().sum().backward();
      }
      const torch::NoGradGuard no_grad;
      layer->weight.sub_(layer->weight.grad(), 0.002);
    }
    return error_of_rounded(layer);
  };
  EXPECT_LT(trained(true), 0.1);
  EXPECT_GT(trained(false), 10);
}

class TrainForIntegers : public testing::Test, public test::TrainingFolder {};

TEST_F(TrainForIntegers, ResumesBitForBit) {
  directory_.write("config.yaml", config_of(test::kSmallTransformer));
  expect_resumes_bit_for_bit({"training.quantize_from=0.01"});
  train("without");
  EXPECT_NE(model_of("whole"), model_of("without"));
}

TEST_F(TrainForIntegers, BeginsAtItsShareOfTheSteps) {
  train("without", {"training.steps=12", "training.average=0"});
  train("with", {"training.steps=12", "training.average=0", "training.quantize_from=0.99"});
  const auto weights_of = [&](const std::string& run) {
    return interop::read_safetensors(directory_ / (run + "/last/state.safetensors")).tensors;
  };
  const auto with = weights_of("with");
  for (const auto& [name, weight] : weights_of("without")) {
    EXPECT_TRUE(weight.equal(with.at(name))) << name;
  }
}

TEST_F(TrainForIntegers, IsTestedAsItIsValidated) {
  const std::vector<std::string> text = {"data.test.source=" + directory_ / "text.en",
                                         "data.test.target=" + directory_ / "text.fr",
                                         "training.average=0"};
  train("without", text);
  const auto without = read_run_log(directory_ / "without").summary;
  EXPECT_NEAR(*without.test_loss, *without.loss, 1e-6);
  auto rounding = text;
  rounding.emplace_back("training.quantize_from=0.5");
  train("with", rounding);
  const auto with = read_run_log(directory_ / "with").summary;
  EXPECT_NEAR(*with.test_loss, *with.loss, 1e-6);
}

}  // namespace
}  // namespace regard::train
