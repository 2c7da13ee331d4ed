#include "trainer/batch_fit.h"

#include <gtest/gtest.h>

#include <memory>

#include "parallel/group.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"
#include "trainer/translation_task.h"

namespace regard::train {
namespace {

config::TrainingOptions options_of(int64_t update_tokens) {
  config::TrainingOptions options;
  options.batch_tokens = {};
  options.update_tokens = update_tokens;
  return options;
}

TEST(BatchTokensOfAuto, AreWhatFitsWhereAnUpdateHasNoSize) {
  EXPECT_EQ(batch_tokens_of_auto(options_of(0), 4096), 4096);
}

TEST(BatchTokensOfAuto, HoldAnUpdateEvenly) {
  for (const int64_t update : {1, 100, 4096, 25'000, 25'001, 50'000}) {
    for (const int64_t fitting : {256, 1024, 8192}) {
      for (const int64_t processes : {1, 3}) {
        auto options = options_of(update);
        options.batch_tokens.number = batch_tokens_of_auto(options, fitting, processes);
        EXPECT_LE(*options.batch_tokens.number, fitting);
        const int64_t batches = processes * batches_of_update(options, processes);
        const int64_t held = batches * *options.batch_tokens.number;
        EXPECT_GE(held, update);
        EXPECT_LT(held, update + batches);
      }
    }
  }
}

TEST(BatchesOfUpdate, AreThoseToAccumulateWhereAnUpdateHasNoSize) {
  config::TrainingOptions options;
  options.accumulate = 3;
  EXPECT_EQ(batches_of_update(options), 3);
  options.accumulate = 1;
  options.update_tokens = 2 * 4096 + 1;
  EXPECT_EQ(batches_of_update(options), 3);
}

/// A small Transformer and its texts.
class LargestBatch : public testing::Test, public test::TrainingFolder {
 protected:
  const std::unique_ptr<parallel::Group> alone_ = parallel::alone();
  const config::Experiment experiment_ =
      config::load_experiment(directory_.write("auto.yaml", config_of(test::kSmallTransformer)),
                              {"training.batch_tokens=auto"});
  TranslationTask task_{experiment_, RunDirectory(directory_ / "run"), false, torch::kCPU, *alone_};
};

TEST_F(LargestBatch, IsOneForWhichTheMemorySufficesAndTwiceItWouldNot) {
  constexpr int64_t kAvailable = 16 << 20;
  const int64_t tokens = largest_batch(task_, torch::kCPU, kAvailable);
  const auto bytes = [&](int64_t tokens) {
    const MemoryMeter meter;
    task_.try_batch(tokens);
    return meter.peak();
  };
  constexpr int64_t kBudget = kAvailable / 2;
  EXPECT_LE(bytes(tokens), kBudget);
  EXPECT_GT(bytes(2 * tokens), kBudget * 8 / 10) << "less the weights, and rows that do not fit";
}

TEST_F(LargestBatch, IsNeverLargerThanIsOfUse) {
  EXPECT_EQ(largest_batch(task_, torch::kCPU, int64_t{1} << 40), kEnoughTokensOfACpu);
}

TEST_F(LargestBatch, IsAnErrorWhereNothingFits) {
  const auto error = test::thrown_error([&] { largest_batch(task_, torch::kCPU, 1000); });
  EXPECT_EQ(error.where(), "training.batch_tokens");
}

TEST_F(LargestBatch, LeavesGradientsAndRandomNumbersAsTheyWere) {
  const auto next_number = [] {
    torch::manual_seed(5);
    return torch::rand({1}).item<double>();
  };
  const double expected = next_number();
  torch::manual_seed(5);
  largest_batch(task_, torch::kCPU, int64_t{1} << 40);
  EXPECT_EQ(torch::rand({1}).item<double>(), expected);
  for (const auto& weight : task_.model().parameters()) EXPECT_FALSE(weight.grad().defined());
}

}  // namespace
}  // namespace regard::train
