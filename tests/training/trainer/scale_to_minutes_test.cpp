#include "trainer/train.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/log.h"
#include "config/writer.h"
#include "regard/base/str.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

class ScaleToMinutes : public testing::Test, public test::TrainingFolder {
 protected:
  /// A recipe with everything that scaling changes.
  config::Experiment recipe() const {
    auto experiment = config::load_experiment(
        directory_ / "config.yaml",
        {"training.batch_tokens=3000", "training.steps=18000", "training.learning_rate=0.002",
         "training.ema=0.998", "training.average=0", "training.validate_every=750",
         "training.minutes=5", "training.scale_to_minutes=true"});
    experiment.tokenizer.sampling = 0.1;
    return experiment;
  }

  static double steps_of(const config::Experiment& experiment, double share) {
    constexpr double kTokens = 18000.0 * 3000.0;
    return share * kTokens / static_cast<double>(*experiment.training.batch_tokens.number);
  }

  static double dropout_of(const config::Experiment& experiment) {
    return std::stod(experiment.model.find("dropout")->text);
  }

  std::string config_of_run() const { return directory_.read("run/config.yaml"); }
};

TEST_F(ScaleToMinutes, ChangesNothingOfAWholeTraining) {
  auto same = recipe();
  same.training.scale_to_minutes = false;
  EXPECT_TRUE(config::differences(same, scaled(recipe(), 1.0)).empty());
}

TEST_F(ScaleToMinutes, TakesSmallerBatchesAndLessAgainstOverfittingTheShorterItIs) {
  auto longer = recipe();
  for (const double share : {0.5, 0.2, 0.1}) {
    const auto shorter = scaled(recipe(), share);
    EXPECT_LT(*shorter.training.batch_tokens.number, *longer.training.batch_tokens.number);
    EXPECT_LT(shorter.training.learning_rate, longer.training.learning_rate);
    EXPECT_LT(dropout_of(shorter), dropout_of(longer));
    EXPECT_LT(shorter.tokenizer.sampling, longer.tokenizer.sampling);
    EXPECT_GT(shorter.training.validate_every, longer.training.validate_every);
    longer = shorter;
  }
}

TEST_F(ScaleToMinutes, DoesNothingAgainstOverfittingIfNothingCanBeLearntByHeart) {
  for (const double share : {0.05, 0.001}) {
    EXPECT_EQ(dropout_of(scaled(recipe(), share)), 0);
    EXPECT_EQ(scaled(recipe(), share).tokenizer.sampling, 0);
  }
}

TEST_F(ScaleToMinutes, AveragesOverTheSamePartOfTheSteps) {
  const auto averaged = [](const config::Experiment& experiment, double share) {
    return 1 / (1 - experiment.training.ema) / steps_of(experiment, share);
  };
  for (const double share : {0.5, 0.05}) {
    EXPECT_NEAR(averaged(scaled(recipe(), share), share), averaged(recipe(), 1.0), 1e-9);
  }
}

TEST_F(ScaleToMinutes, AveragesAsFarBackWhereTheRecipeAveragesItsLastValidations) {
  auto of_validations = recipe();
  of_validations.training.ema = 0;
  of_validations.training.average = 4;
  const auto shorter = scaled(of_validations, 0.1);
  EXPECT_EQ(shorter.training.average, 0);
  const double steps_back = 1 / (1 - shorter.training.ema);
  EXPECT_NEAR(steps_back / steps_of(shorter, 0.1), (4 * 750 / 2) / 18000.0, 1e-9);
  EXPECT_EQ(scaled(of_validations, 1.0).training.average, 4);
}

TEST_F(ScaleToMinutes, DoesNotAverageWhereTheRecipeKeepsOneValidation) {
  auto of_one = recipe();
  of_one.training.ema = 0;
  of_one.training.average = 1;
  EXPECT_EQ(scaled(of_one, 0.1).training.ema, 0);
}

TEST_F(ScaleToMinutes, LetsAdamLookBackOverTheSameTokens) {
  const auto tokens = [](const config::Experiment& experiment) {
    return static_cast<double>(*experiment.training.batch_tokens.number) /
           (1 - experiment.training.beta2);
  };
  for (const double share : {0.5, 0.05}) {
    EXPECT_NEAR(tokens(scaled(recipe(), share)) / tokens(recipe()), 1, 1e-9);
  }
}

TEST_F(ScaleToMinutes, LeavesOutWhatTheRecipeLeavesOut) {
  auto plain = recipe();
  plain.training.ema = 0;
  plain.tokenizer.sampling = 0;
  plain.model.set("dropout", config::Node::scalar("0"));
  const auto shorter = scaled(plain, 0.1);
  EXPECT_EQ(shorter.training.ema, 0);
  EXPECT_EQ(shorter.tokenizer.sampling, 0);
  EXPECT_EQ(dropout_of(shorter), 0);
}

TEST_F(ScaleToMinutes, NeverTakesMoreThanTheRecipe) {
  auto small = recipe();
  small.training.batch_tokens = {100};
  EXPECT_EQ(*scaled(small, 0.01).training.batch_tokens.number, 100);
}

TEST_F(ScaleToMinutes, GivesBackEverythingThatItChanges) {
  const auto begun = scaled(recipe(), 0.05);
  auto resumed = recipe();
  take_scaled(resumed, begun);
  EXPECT_TRUE(config::differences(begun, resumed).empty());
}

TEST_F(ScaleToMinutes, TrainsWithWhatItsConfigSaysAndResumesWithTheOriginalOne) {
  std::vector<std::string> options = {
      "training.minutes=0.01",       "training.scale_to_minutes=true",
      "training.steps=10000000",     "training.warmup=100",
      "training.batch_tokens=2000",  "training.validate_every=10000000",
      "training.save_every=10000000"};
  train("run", options);
  const auto begun = config::load_experiment(directory_ / "run/config.yaml");
  EXPECT_EQ(*begun.training.batch_tokens.number, 256);
  EXPECT_LT(dropout_of(begun), 0.2);
  EXPECT_FALSE(begun.training.scale_to_minutes);
  const auto written = config_of_run();
  options.emplace_back("training.learning_rate=0.5");  // changes the recipe, not the run
  set_quiet(false);
  testing::internal::CaptureStderr();
  train("run", options, true);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(config_of_run(), written);
  EXPECT_NE(said.find("scaled as at the start: training.batch_tokens 256, learning_rate " +
                      str(begun.training.learning_rate)),
            std::string::npos)
      << said;
}

TEST_F(ScaleToMinutes, OfARunThatIsNotScaledTakesNothing) {
  const auto begun = recipe();  // still asks for scaling, so it is not scaled
  auto changed = recipe();
  changed.training.learning_rate = 1;
  take_scaled(changed, begun);
  EXPECT_EQ(changed.training.learning_rate, 1);
}

TEST_F(ScaleToMinutes, RefusesToResumeWithAnotherRateARunThatIsNotScaled) {
  std::vector<std::string> options = {"training.scale_to_minutes=true", "training.steps=2",
                                      "training.warmup=1"};
  train("run", options);
  options.emplace_back("training.learning_rate=0.5");
  const auto error = test::thrown_error([&] { train("run", options, true); });
  EXPECT_NE(std::string(error.problem()).find("learning_rate"), std::string::npos)
      << error.problem();
}

TEST_F(ScaleToMinutes, DoesNothingWithoutMinutes) {
  train("run", {"training.scale_to_minutes=true", "training.steps=2", "training.warmup=1"});
  EXPECT_EQ(*config::load_experiment(directory_ / "run/config.yaml").training.batch_tokens.number,
            24);
}

}  // namespace
}  // namespace regard::train
