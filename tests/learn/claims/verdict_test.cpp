#include "claims/trial_file.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::claims {
namespace {

// Values from tables of Student's distribution.
TEST(StudentQuantile, IsThatOfTheTables) {
  EXPECT_NEAR(student_quantile(1), 12.706, 1e-3);
  EXPECT_NEAR(student_quantile(4), 2.776, 1e-3);
  EXPECT_NEAR(student_quantile(9), 2.262, 1e-3);
  EXPECT_NEAR(student_quantile(1000), 1.962, 1e-3);
}

// 1, 2, 3, 4, 5: standard deviation sqrt(2.5), standard error sqrt(0.5), t with 4 degrees of
// freedom.
TEST(Interval, IsTheMeanPlusAndMinusTStandardErrors) {
  const auto interval = interval_of({3, 1, 5, 2, 4});
  EXPECT_DOUBLE_EQ(interval.mean, 3);
  EXPECT_NEAR(interval.high - 3, 2.776 * std::sqrt(0.5), 1e-3);
  EXPECT_NEAR(3 - interval.low, interval.high - 3, 1e-12);
}

TEST(Interval, NeedsTwoValues) {
  EXPECT_EQ(interval_of({7}).mean, 7);
  EXPECT_TRUE(std::isnan(interval_of({7}).low));
}

TEST(Interval, HasNoWidthIfAllValuesAreEqual) {
  const auto interval = interval_of({7, 7, 7});
  EXPECT_EQ(interval.low, 7);
  EXPECT_EQ(interval.high, 7);
}

std::vector<Trial> trials_of(const std::vector<std::pair<double, double>>& values) {
  std::vector<Trial> trials;
  for (const auto& [a, b] : values) {
    trials.push_back({.seed = trials.size() + 1, .measured = Measurements({{"a", a}, {"b", b}})});
  }
  return trials;
}

Check check_of(const Quantity& quantity, double low, double high) {
  return {.statement = "", .quantity_name = "", .quantity = quantity, .low = low, .high = high};
}

TEST(Judge, AnswersByTheWholeInterval) {
  const auto trials = trials_of({{1.0, 0}, {1.1, 0}, {0.9, 0}, {1.0, 0}});
  EXPECT_EQ(judge(check_of(measured("a"), 0, 2), trials).answer, Answer::yes);
  EXPECT_EQ(judge(check_of(measured("a"), 2, 3), trials).answer, Answer::no);
  EXPECT_EQ(judge(check_of(measured("a"), 1, 3), trials).answer, Answer::undecided);
}

TEST(Judge, LeavesUndecidedWhatOneTrialCannotTell) {
  EXPECT_EQ(judge(check_of(measured("a"), 0, 2), trials_of({{1, 0}})).answer, Answer::undecided);
  EXPECT_EQ(judge(check_of(measured("a"), 0, 2), trials_of({{1, 0}, {std::nan(""), 0}})).answer,
            Answer::undecided);
}

// Across trials, each measurement varies far more than the difference between the two.
TEST(Judge, PairsWhatTheTrialsOfOneSeedShare) {
  const auto trials = trials_of({{1.1, 1}, {9.12, 9}, {5.09, 5}, {3.1, 3}});
  EXPECT_EQ(judge(check_of(difference("a", "b"), 0, 1), trials).answer, Answer::yes);
  const auto halves = trials_of({{2, 1}, {18.1, 9}, {10.2, 5}});
  EXPECT_EQ(judge(check_of(ratio("b", "a"), 0.45, 0.55), halves).answer, Answer::yes);
}

TEST(Judge, ComparesPerplexitiesByTheirLosses) {
  const auto trials = trials_of({{std::exp(3.0), std::exp(2.5)}, {std::exp(1.0), std::exp(0.5)}});
  const auto interval = judge(check_of(log_ratio("a", "b"), 0, 1), trials).interval;
  EXPECT_NEAR(interval.mean, 0.5, 1e-12);
}

TEST(Judge, SaysOfAClaimWhetherItHoldsNeverOrDepends) {
  const auto trials = trials_of({{1.0, 0}, {1.1, 0}, {0.9, 0}});
  const auto yes = check_of(measured("a"), 0, 2), no = check_of(measured("a"), 2, 3),
             open = check_of(measured("a"), 1, 3);
  const auto text = [&](std::vector<Check> checks) {
    const Claim claim{.depends_on = "the width", .checks = std::move(checks)};
    return judge(claim, trials).text;
  };
  EXPECT_EQ(text({yes, yes}), "holds");
  EXPECT_EQ(text({no, no}), "refuted");
  EXPECT_EQ(text({yes, no}), "depends on the width");
  EXPECT_EQ(text({yes, no, open}), "depends on the width");
}

TEST(Judge, DoesNotRefuteAClaimThatTooFewSeedsTried) {
  const auto trials = trials_of({{1.0, 0}, {1.1, 0}, {0.9, 0}});
  const auto yes = check_of(measured("a"), 0, 2), no = check_of(measured("a"), 2, 3),
             open = check_of(measured("a"), 1, 3);
  const auto text = [&](std::vector<Check> checks) {
    return judge(Claim{.checks = std::move(checks)}, trials).text;
  };
  EXPECT_EQ(text({open, open, open}), "undecided: too few seeds");
  EXPECT_EQ(text({no, open, open}),
            "refuted in 1 of 3 checks, undecided in the rest: too few seeds");
  EXPECT_EQ(text({yes, yes, open}), "holds in 2 of 3 checks, undecided in the rest: too few seeds");
}

TEST(Judge, HasTheGeometricMeanOfALogarithmicCheck) {
  const auto trials = trials_of({{1, 0}, {4, 0}, {2, 0}, {2, 0}});
  auto check = check_of(measured("a"), 0, 16);
  check.scale = draw::Scale::log;
  const auto result = judge(check, trials);
  EXPECT_NEAR(result.interval.mean, 2, 1e-12);
  EXPECT_NEAR(result.interval.high * result.interval.low, 4, 1e-12);  // symmetric in the logarithms
  EXPECT_EQ(result.answer, Answer::yes);
}

// The standard deviation is 1, so the interval of n seeds is about 1.96 / sqrt(n) on either side.
TEST(Judge, SaysHowManySeedsWouldTell) {
  const auto trials = trials_of({{0, 0}, {1, 0}, {2, 0}});
  const auto seeds = [&](double low) {
    return judge(check_of(measured("a"), low, kNoBound), trials).seeds_to_tell;
  };
  EXPECT_EQ(seeds(0.8), 97);             // (1.96 / 0.2)^2 = 96.04
  EXPECT_EQ(seeds(0.98), std::nullopt);  // about ten thousand
  EXPECT_EQ(seeds(1), std::nullopt);
  EXPECT_EQ(seeds(-100), std::nullopt);  // already decided
  EXPECT_EQ(judge(check_of(measured("a"), 0, 2), trials_of({{1, 0}})).seeds_to_tell, std::nullopt);
}

}  // namespace
}  // namespace regard::claims
