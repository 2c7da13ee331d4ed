#include "optimizer/step_size.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/golden_json.h"

namespace regard::train {
namespace {

using config::Schedule;

config::TrainingOptions options(Schedule schedule, double peak, int64_t warmup,
                                int64_t steps = 1000) {
  config::TrainingOptions options;
  options.schedule = schedule;
  options.learning_rate = peak;
  options.warmup = warmup;
  options.steps = steps;
  return options;
}

// The peak of a case, or that of Vaswani et al. (2017), section 5.3: factor * d^-0.5 *
// min(step^-0.5, step * warmup^-1.5).
double peak_of(const nlohmann::json& hyper) {
  if (hyper.contains("peak")) return hyper.at("peak");
  return hyper.at("factor").get<double>() /
         std::sqrt(hyper.at("d").get<double>() * hyper.at("warmup").get<double>());
}

TEST(Schedule, InverseSqrtHasTheGoldenLearningRates) {
  for (const auto& golden : test::load_golden_cases("schedule")) {
    SCOPED_TRACE(test::describe_case(golden));
    const auto& hyper = golden.at("hyper");
    const auto ours = options(Schedule::inverse_sqrt, peak_of(hyper), hyper.at("warmup"));
    std::vector<double> rates;
    for (const int64_t step : golden.at("inputs").at("steps")) {
      rates.push_back(learning_rate(ours, step));
    }
    // Relative, because the learning rates themselves are below the golden tolerance.
    const auto wanted = golden.at("outputs").at("lr").get<std::vector<double>>();
    ASSERT_EQ(rates.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_NEAR(rates[i] / wanted[i], 1.0, golden.at("tol").get<double>()) << "rate " << i;
    }
  }
}

// The paper's base model: the learning rate grows for 4000 steps, then falls.
TEST(Schedule, OfThePaperPeaksWhereItsWarmUpEnds) {
  const auto rate_of_paper = [](double step) {
    return std::pow(512, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(4000, -1.5));
  };
  EXPECT_NEAR(rate_of_paper(4000), 0.000699, 5e-7);
  const auto paper = options(Schedule::inverse_sqrt, std::pow(512.0 * 4000.0, -0.5), 4000, 100000);
  for (const int64_t step : {1, 100, 3999, 4000, 4001, 100000}) {
    EXPECT_NEAR(learning_rate(paper, step) / rate_of_paper(static_cast<double>(step)), 1, 1e-12);
  }
}

TEST(Schedule, GrowsLinearlyInTheWarmUp) {
  for (const auto schedule : {Schedule::constant, Schedule::inverse_sqrt, Schedule::cosine,
                              Schedule::linear, Schedule::wsd}) {
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 1), 0.2) << name_of(schedule);
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 3), 0.6) << name_of(schedule);
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 4), 0.8) << name_of(schedule);
  }
}

TEST(Schedule, WithoutWarmUpBeginsAtThePeak) {
  for (const auto schedule : {Schedule::constant, Schedule::inverse_sqrt}) {
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 0), 1), 0.8) << name_of(schedule);
  }
  EXPECT_NEAR(learning_rate(options(Schedule::cosine, 0.8, 0), 1), 0.8, 1e-5);
}

TEST(Schedule, ConstantStays) {
  EXPECT_DOUBLE_EQ(learning_rate(options(Schedule::constant, 0.3, 10), 900), 0.3);
}

TEST(Schedule, LinearIsALineDownToZero) {
  const auto linear = options(Schedule::linear, 0.8, 200, 1000);
  EXPECT_NEAR(learning_rate(linear, 400), 0.6, 1e-12);
  EXPECT_NEAR(learning_rate(linear, 600), 0.4, 1e-12);
  EXPECT_NEAR(learning_rate(linear, 1000), 0.0, 1e-12);
}

// Hägele et al. (2024), section 3: eta * (1 - sqrt((n - (N - N_decay)) / N_decay)).
TEST(Schedule, WsdStaysAndFallsByOneMinusTheRootInItsCooldown) {
  auto wsd = options(Schedule::wsd, 0.8, 100, 1000);
  wsd.cooldown = 400;
  EXPECT_NEAR(learning_rate(wsd, 100), 0.8, 1e-12);
  EXPECT_NEAR(learning_rate(wsd, 600), 0.8, 1e-12);
  EXPECT_NEAR(learning_rate(wsd, 700), 0.8 * (1 - 0.5), 1e-12);
  EXPECT_NEAR(learning_rate(wsd, 825), 0.8 * (1 - 0.75), 1e-12);
  EXPECT_NEAR(learning_rate(wsd, 1000), 0.0, 1e-12);
}

TEST(Schedule, WsdCoolsDownInItsLastFifthUnlessToldOtherwise) {
  const auto wsd = options(Schedule::wsd, 0.8, 100, 1000);
  EXPECT_NEAR(learning_rate(wsd, 800), 0.8, 1e-12);
  EXPECT_LT(learning_rate(wsd, 801), 0.8);
}

TEST(Schedule, CosineIsHalfWayInTheMiddleAndZeroAtTheEnd) {
  const auto cosine = options(Schedule::cosine, 0.8, 200, 1000);
  EXPECT_NEAR(learning_rate(cosine, 600), 0.4, 1e-12);
  EXPECT_NEAR(learning_rate(cosine, 1000), 0.0, 1e-12);
}

}  // namespace
}  // namespace regard::train
