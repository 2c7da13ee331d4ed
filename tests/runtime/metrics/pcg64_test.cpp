#include "metrics/numpy_array.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using nlohmann::json;

/// Golden cases restart the generator for each kind of draw.
Pcg64 generator_of(const json& golden) {
  return Pcg64(golden["hyper"]["seed"].get<std::uint64_t>());
}

TEST(Pcg64, DrawsNumpysBits) {
  for (const auto& golden : test::load_golden_cases("rng")) {
    SCOPED_TRACE(test::describe_case(golden));
    Pcg64 generator = generator_of(golden);
    for (const std::string word : golden["outputs"]["raw_uint64"]) {
      EXPECT_EQ(std::to_string(generator.next64()), word);
    }
  }
}

TEST(Pcg64, GivesTheLowerHalfOf64BitsFirst) {
  Pcg64 halves(12345);
  Pcg64 words(12345);
  const std::uint64_t word = words.next64();
  EXPECT_EQ(halves.next32(), word & 0xFFFFFFFFU);
  EXPECT_EQ(halves.next32(), word >> 32U);
  EXPECT_EQ(halves.next64(), words.next64());
}

TEST(DrawIndices, DrawsNumpysChoices) {
  for (const auto& golden : test::load_golden_cases("rng")) {
    SCOPED_TRACE(test::describe_case(golden));
    const json& expected = golden["outputs"];
    const std::uint32_t lines = golden["hyper"]["lines"];
    const int rows = golden["hyper"].value("rows", 1000);
    Pcg64 generator = generator_of(golden);
    std::vector<std::uint32_t> row(lines);
    std::uint64_t sum = 0;
    for (int i = 0; i < rows; ++i) {
      draw_indices(generator, lines, row);
      sum += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
      if (i > 0 && i + 1 < rows) continue;
      const std::vector<std::uint32_t> part =
          expected[i == 0 ? "choice_first_row" : "choice_last_row"];
      const std::vector<std::uint32_t> actual =
          i == 0 ? std::vector(row.begin(), row.begin() + std::ssize(part))
                 : std::vector(row.end() - std::ssize(part), row.end());
      EXPECT_EQ(actual, part);
    }
    EXPECT_EQ(sum, expected["choice_sum"]);
  }
}

TEST(CoinFlips, AreNumpysBooleans) {
  for (const auto& golden : test::load_golden_cases("rng")) {
    SCOPED_TRACE(test::describe_case(golden));
    Pcg64 generator = generator_of(golden);
    CoinFlips flips(generator);
    for (const int side : golden["outputs"]["ar_first_row"]) EXPECT_EQ(flips.next(), side == 1);
  }
}

}  // namespace
}  // namespace regard::metrics
