// The film of a training run has the right content and does not change the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "runs/film.h"
#include "support/troubled_training.h"
#include "trainer/trainer_step.h"

namespace regard::train {
namespace {

using test::TroubledTask;

const std::vector<int64_t> kSteps = {1, 2, 4, 9, 18, 38, 77, 160};  // see film_schedule_test.cpp

class TrainerFilm : public test::TroubledTraining {
 protected:
  TrainerFilm() {
    overrides_ = {"training.steps=160", "training.validate_every=80", "training.save_every=30",
                  "training.report_every=1", "training.film=true"};
  }

  std::vector<Frame> film_of(const std::string& output) const {
    return read_film(directory_ / output);
  }
  std::vector<int64_t> steps_of(const std::string& output) const {
    std::vector<int64_t> steps;
    for (const auto& frame : film_of(output)) steps.push_back(frame.step);
    return steps;
  }
  /// The film without its times.
  std::string shown_by(const std::string& output) const {
    std::istringstream lines(test::content_of(directory_ / (output + "/film.jsonl")));
    std::string shown;
    for (std::string line; std::getline(lines, line);) {
      auto frame = nlohmann::json::parse(line);
      frame.erase("seconds");
      shown += frame.dump() + '\n';
    }
    return shown;
  }
};

TEST_F(TrainerFilm, HasAFrameOfEachMoment) {
  run("run");
  EXPECT_EQ(steps_of("run"), kSteps);
  double seconds = 0;
  for (const auto& frame : film_of("run")) {
    EXPECT_GT(frame.seconds, seconds);
    seconds = frame.seconds;
    EXPECT_EQ(frame.sentences.size(), 3U);
    EXPECT_EQ(frame.sentences[0].source, film_of("run").front().sentences[0].source);
  }
  EXPECT_LE(seconds, progress_.cost.seconds);
}

TEST_F(TrainerFilm, SaysTheLossAndTheNormThatTheLogSays) {
  run("run");
  std::istringstream log(log_of("run"));
  std::map<int64_t, nlohmann::json> events;
  for (std::string line; std::getline(log, line);) {
    const auto event = nlohmann::json::parse(line);
    if (event["event"] == "train") events[event["step"]] = event;
  }
  for (const auto& frame : film_of("run")) {
    EXPECT_EQ(frame.loss, events.at(frame.step)["loss"].get<double>());
    EXPECT_EQ(frame.gradient_norm, events.at(frame.step)["gradient_norm"].get<double>());
  }
}

/// The squared gradients that autograd has left, summed by layer.
std::map<std::string, double> squares_by_layer(const torch::nn::Module& model) {
  std::map<std::string, double> squares;
  for (const auto& parameter : model.named_parameters()) {
    squares[layer_of(parameter.key())] +=
        parameter.value().grad().to(torch::kDouble).square().sum().item<double>();
  }
  return squares;
}

TEST_F(TrainerFilm, HasTheGradientNormsOfAutogradThoughTheyAreClipped) {
  overrides_.emplace_back("training.clip_norm=0.01");
  std::map<int64_t, std::map<std::string, double>> squares;  // by step
  trouble_ = [&](TroubledTask& task) {
    task.after_gradients = [&](int64_t call, StepSums&) {
      squares[call] = squares_by_layer(task.model());
    };
  };
  run("run");
  for (const auto& frame : film_of("run")) {
    ASSERT_EQ(frame.layers.size(), squares.at(frame.step).size());
    for (const auto& [layer, norm] : frame.layers) {
      const double expected = std::sqrt(squares.at(frame.step).at(layer));
      EXPECT_NEAR(norm, expected, 1e-5 * expected) << layer << " at step " << frame.step;
    }
  }
}

class TrainerFilmOfModel : public TrainerFilm, public testing::WithParamInterface<const char*> {};

// With dropout, which draws random numbers at each step.
TEST_P(TrainerFilmOfModel, ChangesNoBitOfTheWeights) {
  directory_.write("config.yaml", config_of(GetParam()));
  run("filmed");
  overrides_.back() = "training.film=false";
  run("unfilmed");
  EXPECT_EQ(model_of("filmed"), model_of("unfilmed"));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "unfilmed/film.jsonl"));
}

INSTANTIATE_TEST_SUITE_P(, TrainerFilmOfModel,
                         testing::Values(test::kSmallRnn, test::kSmallTransformer),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "Rnn" : "Transformer");
                         });

TEST_F(TrainerFilm, IsTheSameAfterAStopAndAResume) {
  run("whole");
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [](int64_t call, StepSums&) {
      if (call == 20) std::raise(SIGTERM);
    };
  };
  EXPECT_EQ(run("parts"), SIGTERM);
  trouble_ = [](TroubledTask&) {};
  run("parts");
  EXPECT_EQ(shown_by("parts"), shown_by("whole"));
}

// The frame of step 38 was added after the save at step 30.
TEST_F(TrainerFilm, IsTheSameAfterAKillThatLosesSteps) {
  run("whole");
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [](int64_t call, StepSums&) {
      if (call == 45) throw std::runtime_error("killed");
    };
  };
  EXPECT_THROW(run("parts"), std::runtime_error);
  EXPECT_EQ(steps_of("parts").back(), 38);
  trouble_ = [](TroubledTask&) {};
  run("parts");
  EXPECT_EQ(shown_by("parts"), shown_by("whole"));
}

TEST_F(TrainerFilm, TakesFramesAgainWhenTheTrainingGoesBack) {
  overrides_.emplace_back("training.max_skipped=2");
  trouble_ = loss_is_nan(40, 42);  // after step 39: back to the state saved at step 30
  run("run");
  EXPECT_NE(log_of("run").find(R"({"event":"back","step":30)"), std::string::npos);
  EXPECT_EQ(steps_of("run"), kSteps);
}

TEST_F(TrainerFilm, BeginsInTheMiddleWhereARunIsResumedWithIt) {
  overrides_.back() = "training.film=false";
  trouble_ = [](TroubledTask& task) {
    task.after_gradients = [](int64_t call, StepSums&) {
      if (call == 20) std::raise(SIGTERM);
    };
  };
  run("run");
  overrides_.back() = "training.film=true";
  trouble_ = [](TroubledTask&) {};
  run("run");
  EXPECT_EQ(steps_of("run"), (std::vector<int64_t>{38, 77, 160}));
}

TEST_F(TrainerFilm, EndsWithAFrameOfTheLastStepHoweverTheTrainingEnds) {
  overrides_.emplace_back("training.max_epochs=10");
  run("run");
  EXPECT_LT(progress_.step, 160);
  EXPECT_EQ(steps_of("run").back(), progress_.step);
}

}  // namespace
}  // namespace regard::train
