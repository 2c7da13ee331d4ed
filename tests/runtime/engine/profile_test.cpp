#include "engine/profile.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/packed_matrix.h"

namespace regard::engine {
namespace {

constexpr int64_t kInputs = 8, kOutputs = 40, kRows = 3;

/// Multiplies kRows rows by a layer, within a phase.
void multiply_in(Phase phase, Team& team) {
  const auto weights = std::make_shared<std::vector<float>>(kInputs * kOutputs, 1.0F);
  const PackedMatrix layer(
      {{.weight = {{weights, weights->data()}, kOutputs, kInputs}, .bias = {}}},
      Precision::float32);
  const std::vector<float> x(kRows * kInputs, 1.0F);
  ProductInput input;
  Activations y;
  y.resize(kRows, kOutputs);
  const PhaseTimer timer(phase, team.members());
  layer.multiply(team, {x.data(), kInputs, kRows}, input, y);
}

const PhaseProfile& of(const std::array<PhaseProfile, kPhases>& profiles, Phase phase) {
  return profiles[static_cast<size_t>(phase)];
}

TEST(EngineProfile, CountsTheProductsOfEachPhase) {
  Team team(1);
  const Profile profile;
  for (int times = 0; times < 3; ++times) multiply_in(Phase::steps, team);
  multiply_in(Phase::output, team);
  const auto found = profile.read();
  EXPECT_EQ(of(found, Phase::steps).product_operations, 3 * 2 * kRows * kInputs * kOutputs);
  EXPECT_EQ(of(found, Phase::output).product_operations, 2 * kRows * kInputs * kOutputs);
  EXPECT_EQ(of(found, Phase::reading).product_operations, 0);
  EXPECT_GT(of(found, Phase::steps).product_seconds, 0);
  EXPECT_GE(of(found, Phase::steps).seconds, of(found, Phase::steps).product_seconds);
}

TEST(EngineProfile, CountsOnlyWhileItLives) {
  Team team(1);
  multiply_in(Phase::steps, team);
  const Profile profile;
  EXPECT_EQ(of(profile.read(), Phase::steps).product_operations, 0);
  EXPECT_EQ(of(profile.read(), Phase::steps).seconds, 0);
}

TEST(EngineProfile, HasARateForEveryPrecision) {
  for (const auto precision : {Precision::float32, Precision::bf16, Precision::int8}) {
    EXPECT_GT(product_rate(precision), 0);
  }
}

}  // namespace
}  // namespace regard::engine
