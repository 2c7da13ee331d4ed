#include "trainer/trainer.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>

#include "base/machine.h"
#include "interop/load_model.h"
#include "optimizer/step_size.h"
#include "support/base/thrown_error.h"
#include "support/troubled_training.h"

namespace regard::train {
namespace {

using test::TroubledTask;

class TrainerTest : public test::TroubledTraining {
 protected:
  void expect_nearly_the_same_weights(const std::string& a, const std::string& b) const {
    constexpr double kSumsInAnotherOrder = 1e-3;  // after Adam's division by tiny moments
    const auto ours = interop::read_safetensors(directory_ / (a + "/model.safetensors"));
    const auto theirs = interop::read_safetensors(directory_ / (b + "/model.safetensors"));
    for (const auto& [name, weight] : ours.tensors) {
      EXPECT_TRUE(torch::allclose(weight, theirs.tensors.at(name), 0.0, kSumsInAnotherOrder))
          << name;
    }
  }
};

TEST_F(TrainerTest, LeavesOutAStepThatIsNotFinite) {
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [&task](int64_t call, StepSums&) {
      const auto weight = task.model().parameters().front();
      if (call == 6) weight.mutable_grad().fill_(std::numeric_limits<double>::infinity());
    };
  };
  run("skipped");
  EXPECT_EQ(progress_.skipped, 1);
  EXPECT_EQ(progress_.step, 24);
  // A run that never sees the batch of call 6.
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [&task](int64_t call, StepSums& sums) {
      if (call != 6) return;
      task.model().zero_grad();
      sums = task.accumulate_gradients(1, 1, {});
    };
  };
  run("without");
  EXPECT_EQ(progress_.skipped, 0);
  EXPECT_EQ(model_of("skipped"), model_of("without"));
}

TEST_F(TrainerTest, GoesBackOnceWithHalfTheLearningRate) {
  overrides_.emplace_back("training.max_skipped=2");
  trouble_ = loss_is_nan(9, 11);  // step 9 three times: back to the state saved at step 6
  run("run");
  EXPECT_EQ(progress_.step, 24);
  EXPECT_EQ(progress_.skipped, 3);
  const auto log = log_of("run");
  EXPECT_NE(log.find(R"({"event":"back","step":6,"learning_rate_factor":0.5})"), std::string::npos)
      << log;
  const auto options = config::load_experiment(directory_ / "config.yaml", overrides_).training;
  const double halved = 0.5 * learning_rate(options, 24);
  EXPECT_NE(log.find("\"learning_rate\":" + nlohmann::json(halved).dump()), std::string::npos);
}

TEST_F(TrainerTest, StopsTheSecondTimeAndKeepsTheBatch) {
  overrides_.emplace_back("training.max_skipped=2");
  trouble_ = loss_is_nan(9, std::numeric_limits<int64_t>::max());
  const auto error = test::thrown_error([&] { run("run"); });
  EXPECT_NE(std::string(error.problem()).find("the loss is nan at step 7"), std::string::npos)
      << error.problem();
  EXPECT_NE(error.remedy().find("bad_batch.tsv"), std::string::npos) << error.remedy();
  const auto batch = test::content_of(directory_ / "run/bad_batch.tsv");
  EXPECT_EQ(batch.find(directory_ / "text.en:"), 0) << batch;
  EXPECT_NE(batch.find(" .\t"), std::string::npos) << batch;
}

TEST_F(TrainerTest, GoesOnExactlyWhenKilledBetweenStepsThatAreNotFinite) {
  trouble_ = loss_is_nan(6, 9);
  run("whole");
  trouble_ = [](TroubledTask& task) {
    loss_is_nan(6, 9)(task);
    const auto nan = task.after_gradients;
    task.after_gradients = [=](int64_t call, StepSums& sums) {
      nan(call, sums);
      if (call == 7) std::raise(SIGTERM);
    };
  };
  EXPECT_EQ(run("parts"), SIGTERM);
  EXPECT_EQ(progress_.skipped_in_a_row, 2);
  trouble_ = loss_is_nan(1, 2);
  run("parts");
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_F(TrainerTest, LogsTheEnergyOfStepsAlsoWhenStoppedButNotThatOfValidations) {
  double joules = 0;
  const auto use = [&](double more) {
    joules += more;
    std::filesystem::create_directories(directory_ / "powercap/intel-rapl:0");
    std::ofstream(directory_ / "powercap/intel-rapl:0/energy_uj") << std::fixed << 1e6 * joules;
  };
  use(7);
  const auto using_energy = [&](int64_t last_call) {
    return [&, last_call](TroubledTask& task) {
      task.after_gradients = [&, last_call](int64_t call, StepSums&) {
        use(2);
        if (call == last_call) std::raise(SIGTERM);
      };
      task.in_validation = [&](int64_t) { use(100); };
    };
  };
  trouble_ = using_energy(10);
  EXPECT_EQ(run("run"), SIGTERM);
  use(1000);
  trouble_ = using_energy(0);
  run("run");
  EXPECT_DOUBLE_EQ(progress_.cost.joules, 2 * 24);
  EXPECT_NE(log_of("run").find("\"joules\":48"), std::string::npos) << log_of("run");
}

TEST_F(TrainerTest, LogsNoEnergyWhereItCannotBeRead) {
  run("run");
  EXPECT_EQ(log_of("run").find("joules"), std::string::npos);
}

// The log shows users when memory grows.
TEST_F(TrainerTest, LogsTheMostMemoryThatItHasHad) {
  const auto before = peak_mebibytes();
  run("run");
  const auto log = log_of("run");
  const std::string name = "\"peak_mebibytes\":";
  const auto at = log.find(name);
  ASSERT_NE(at, std::string::npos) << log;
  const double logged = std::stod(log.substr(at + name.size()));
  EXPECT_GE(logged, before);
  EXPECT_LT(logged, 2 * before + 1000);
}

/// Memory runs out at the batch of step 5.
void run_out_of_memory(TroubledTask& task) {
  task.after_gradients = [](int64_t call, StepSums&) {
    if (call == 5) throw std::bad_alloc();
  };
}

TEST_F(TrainerTest, SplitsABatchForWhichMemoryDoesNotSuffice) {
  run("whole");
  trouble_ = run_out_of_memory;
  run("split");
  EXPECT_EQ(progress_.split, 1);
  EXPECT_EQ(progress_.step, 24);
  expect_nearly_the_same_weights("whole", "split");
}

TEST_F(TrainerTest, SplitsTheStateOfALanguageModelToo) {
  directory_.write("config.yaml", language_config_of(test::kSmallRnnLm));
  run("whole");
  trouble_ = run_out_of_memory;
  run("split");
  EXPECT_EQ(progress_.split, 1);
  expect_nearly_the_same_weights("whole", "split");
}

TEST_F(TrainerTest, GivesUpWhereHalvesDoNotFitEither) {
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [](int64_t call, StepSums&) {
      if (call >= 5) throw std::bad_alloc();
    };
  };
  const auto error = test::thrown_error([&] { run("run"); });
  EXPECT_NE(std::string(error.problem()).find("out of memory at step 5"), std::string::npos);
  EXPECT_NE(error.remedy().find("training.batch_tokens"), std::string::npos);
}

TEST_F(TrainerTest, SavesWithinAStepWhenAskedToStop) {
  run("whole");
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [](int64_t call, StepSums&) {
      if (call == 8) std::raise(SIGTERM);
    };
  };
  EXPECT_EQ(run("parts"), SIGTERM);
  EXPECT_EQ(progress_.step, 8);
  trouble_ = [](TroubledTask&) {};
  EXPECT_EQ(run("parts"), std::nullopt);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

/// Which validation is stopped: those after steps 5, 10, 15, 20 and 24, or that of the average of
/// the last two.
class StoppedValidation : public TrainerTest, public testing::WithParamInterface<int64_t> {};

TEST_P(StoppedValidation, IsMadeAgain) {
  overrides_.emplace_back("training.ema=0.9");
  run("whole");
  trouble_ = [](TroubledTask& task) {
    task.in_validation = [](int64_t validation) {
      if (validation == GetParam()) std::raise(SIGTERM);
    };
  };
  EXPECT_EQ(run("parts"), SIGTERM);
  trouble_ = [](TroubledTask&) {};
  EXPECT_EQ(run("parts"), std::nullopt);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

INSTANTIATE_TEST_SUITE_P(Number, StoppedValidation, testing::Values(1, 4, 5, 6),
                         [](const auto& info) { return std::to_string(info.param); });

// -------------------------------------------------------------------------------------------- fp16
// Half precision, in which the loss is scaled.

TEST_F(TrainerTest, WithFp16LearnsWhatFloat32Learns) {
  directory_.write("config.yaml", config_of(test::kSmallTransformer));
  run("float32");
  const double expected = progress_.best.score;
  overrides_.emplace_back("training.precision=fp16");
  run("fp16");
  EXPECT_NEAR(progress_.best.score, expected, 0.02 * expected);
  EXPECT_NE(model_of("fp16"), model_of("float32"));
  EXPECT_EQ(progress_.skipped, 0);
}

TEST_F(TrainerTest, HalvesTheLossScaleWhereGradientsOverflowAndKeepsIt) {
  overrides_.emplace_back("training.precision=fp16");
  run("undisturbed");
  const double before = progress_.loss_scale.factor;
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [&task](int64_t call, StepSums&) {
      constexpr double kTooLarge = std::numeric_limits<double>::infinity();
      if (call == 3) task.model().parameters().front().mutable_grad().fill_(kTooLarge);
    };
  };
  overrides_.emplace_back("training.steps=12");
  run("troubled");
  EXPECT_EQ(progress_.loss_scale.factor, before / 2);
  EXPECT_EQ(progress_.skipped, 0) << "an overflow of the scale is no fault of the training";
  EXPECT_NE(log_of("troubled").find("{\"event\":\"loss_scale\",\"step\":3,"), std::string::npos)
      << log_of("troubled");
  trouble_ = [](TroubledTask&) {};
  overrides_.back() = "training.steps=24";
  run("troubled");
  EXPECT_EQ(progress_.loss_scale.factor, before / 2) << "forgotten on the way";
}

}  // namespace
}  // namespace regard::train
