#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <cmath>

#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

// (1, 1, target, source): two target tokens and three source tokens.
torch::Tensor weights() { return torch::tensor({{{{0.7, 0.2, 0.1}, {0.25, 0.5, 0.25}}}}); }

torch::Tensor all_real() { return torch::ones({1, 2}, torch::kBool); }

TEST(GuidedAlignment, IsACrossEntropyAveragedOverLayers) {
  const auto alignments = torch::tensor({{{1.0, 0.0, 0.0}, {0.0, 0.5, 0.5}}});
  const double one = -std::log(0.7) - 0.5 * std::log(0.5) - 0.5 * std::log(0.25);
  EXPECT_NEAR(guided_alignment_loss({weights()}, alignments, all_real()).item<double>(), one, 1e-5);
  // The middle layer is guided when the first token is read, in the second step.
  const auto even = torch::full({1, 1, 2, 3}, 1.0 / 3);
  const double middle = -std::log(0.25);
  EXPECT_NEAR(
      guided_alignment_loss({even, weights(), weights()}, alignments, all_real()).item<double>(),
      (2 * std::log(3.0) + middle + one) / 3, 1e-5);
}

TEST(GuidedAlignment, LeavesOutPadding) {
  const auto alignments = torch::tensor({{{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}});  // then padding
  const auto is_real = torch::tensor({{true, false}});
  const auto loss = guided_alignment_loss({weights(), weights()}, alignments, is_real);
  EXPECT_NEAR(loss.item<double>(), -std::log(0.7) / 2, 1e-5);
}

TEST(GuidedAlignment, IsSmallestWhereAttentionIsTheAlignment) {
  const auto scores = torch::zeros({1, 1, 2, 3}, torch::requires_grad());
  const auto alignments = weights().squeeze(1);
  for (int step = 0; step < 300; ++step) {
    const auto loss = guided_alignment_loss({scores.softmax(-1)}, alignments, all_real());
    const torch::NoGradGuard no_grad;
    scores.sub_(torch::autograd::grad({loss}, {scores})[0]);
  }
  EXPECT_TRUE(torch::allclose(scores.softmax(-1), weights(), 1e-3, 1e-3));
}

TEST(GuidedAlignment, StaysFiniteWhereAttentionIsZero) {
  const auto none = torch::tensor({{{{1.0, 0.0}}}}).requires_grad_();
  const auto loss = guided_alignment_loss({none}, torch::tensor({{{0.0, 1.0}}}),
                                          torch::ones({1, 1}, torch::kBool));
  EXPECT_TRUE(std::isfinite(loss.item<double>()));
}

class TrainGuided : public testing::TestWithParam<const char*>, public test::TrainingFolder {
 protected:
  TrainGuided() { directory_.write("config.yaml", config_of(GetParam())); }
};

TEST_P(TrainGuided, ResumesBitForBitAndDiffersFromUnguided) {
  expect_resumes_bit_for_bit({"training.guided_alignment=0.3"});
  train("without");
  EXPECT_NE(model_of("whole"), model_of("without"));
}

TEST_P(TrainGuided, WithOtherRegularizationsResumesBitForBit) {
  expect_resumes_bit_for_bit(
      {"training.guided_alignment=0.3", "training.r_drop=1", "training.word_dropout=0.1"});
}

INSTANTIATE_TEST_SUITE_P(Architectures, TrainGuided,
                         testing::Values(test::kSmallRnn, test::kSmallTransformer),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "rnn_attention" : "transformer");
                         });

class TrainGuidedTest : public testing::Test, public test::TrainingFolder {};

TEST_F(TrainGuidedTest, IsRefusedForAModelWithoutAttention) {
  directory_.write("config.yaml", config_of(test::kSmallRnn));
  const auto error = test::thrown_error([&] {
    train("run", {"training.guided_alignment=0.3", "model.type=rnn_context"});
  });
  EXPECT_EQ(error.where(), "training.guided_alignment");
}

}  // namespace
}  // namespace regard::train
