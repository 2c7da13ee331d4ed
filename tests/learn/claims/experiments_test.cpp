// Each claim's experiment at a hundredth of its size. The tests do not check whether the claim
// holds, but that the experiment measures reproducibly all that its checks and charts need.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <set>

#include "claims/claim.h"
#include "claims/trial_file.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

Measurements measure(const Claim& claim) {
  constexpr uint64_t kSeed = 3;
  torch::manual_seed(kSeed);
  return claim.measure({.seed = kSeed, .effort = 0.01});
}

class Experiment : public testing::TestWithParam<size_t> {
 protected:
  const Claim& claim() const { return claims()[GetParam()]; }
};

TEST_P(Experiment, MeasuresWhatItsChecksAndChartsAskForAndTheSameAgain) {
  const auto measured = measure(claim()), again = measure(claim());
  for (const auto& check : claim().checks) {
    EXPECT_TRUE(std::isfinite(check.quantity(measured))) << check.statement;
    EXPECT_LT(check.low, check.high) << check.statement;
  }
  for (const auto& chart : claim().charts) {
    for (const auto& row : chart.rows) EXPECT_TRUE(measured.has(row.measurement)) << row.name;
  }
  ASSERT_EQ(measured.values().size(), again.values().size());
  for (const auto& [name, value] : measured.values()) {
    if (name.starts_with("time")) continue;
    EXPECT_EQ(value, again.at(name)) << name;
  }
}

TEST_P(Experiment, SaysWhatWhereAndHow) {
  for (const auto text : {claim().title, claim().statement, claim().source, claim().experiment,
                          claim().depends_on, claim().remark}) {
    EXPECT_FALSE(text.empty());
  }
  EXPECT_GE(claim().seeds, 5);
  EXPECT_GE(claim().checks.size(), 2);
}

INSTANTIATE_TEST_SUITE_P(Claims, Experiment, testing::Range<size_t>(0, claims().size()),
                         [](const auto& info) {
                           std::string name(claims()[info.param].name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Claims, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const auto& claim : claims()) names.insert(claim.name);
  EXPECT_EQ(names.size(), claims().size());
}

}  // namespace
}  // namespace regard::claims
