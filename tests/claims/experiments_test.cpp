// Each claim's experiment with a hundredth of its effort: not whether the claim holds, but that it
// measures all that its checks and charts ask for, and the same again.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <set>

#include "regard/base/str.h"
#include "regard/claims/claim.h"
#include "regard/claims/verdict.h"

namespace regard::claims {
namespace {

Measurements measure(const Claim& claim, uint64_t seed) {
  torch::manual_seed(seed);
  return claim.measure({.seed = seed, .effort = 0.01});
}

class Experiment : public testing::TestWithParam<size_t> {
 protected:
  const Claim& claim() const { return claims()[GetParam()]; }
};

TEST_P(Experiment, MeasuresWhatItsChecksAndChartsAskFor) {
  const auto measured = measure(claim(), 3);
  for (const auto& check : claim().checks) {
    EXPECT_TRUE(std::isfinite(check.quantity(measured))) << check.statement;
    EXPECT_LT(check.low, check.high) << check.statement;
  }
  for (const auto& chart : claim().charts) {
    for (const auto& row : chart.rows) EXPECT_TRUE(measured.has(row.measurement)) << row.name;
  }
}

TEST_P(Experiment, MeasuresTheSameWithTheSameSeed) {
  const auto first = measure(claim(), 5), again = measure(claim(), 5);
  ASSERT_EQ(first.values().size(), again.values().size());
  for (size_t i = 0; i < first.values().size(); ++i) {
    const auto& [name, value] = first.values()[i];
    if (!name.starts_with("time")) EXPECT_EQ(value, again.values()[i].second) << name;
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
