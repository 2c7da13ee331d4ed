#include "engine/matrix.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

namespace regard::engine {
namespace {

/// The numbers from 1 on.
Matrix counting(int64_t rows, int64_t columns) {
  const auto numbers = std::make_shared<std::vector<float>>(rows * columns);
  std::iota(numbers->begin(), numbers->end(), 1.0F);
  return {Numbers(numbers, numbers->data()), rows, columns};
}

using Floats = std::vector<float>;

TEST(Matrix, HasRows) {
  const auto matrix = counting(3, 2);
  EXPECT_EQ(matrix.row(1)[0], 3);
  EXPECT_EQ(matrix.copy(), (Floats{1, 2, 3, 4, 5, 6}));
}

TEST(Matrix, SharesTheMemoryOfSomeOfItsRows) {
  const auto matrix = counting(4, 2);
  const auto some = matrix.rows(1, 2);
  EXPECT_EQ(some.copy(), (Floats{3, 4, 5, 6}));
  EXPECT_EQ(some.data(), matrix.row(1));
}

TEST(Matrix, KeepsTheNumbersThatItsRowsAreOf) {
  const auto some = counting(4, 2).rows(3, 1);
  EXPECT_EQ(some.copy(), (Floats{7, 8}));
}

TEST(Matrix, HasColumns) { EXPECT_EQ(counting(2, 3).columns(1, 2).copy(), (Floats{2, 3, 5, 6})); }

TEST(Matrix, PutsOddRowsBehindEvenOnes) {
  EXPECT_EQ(counting(5, 1).evens_then_odds().copy(), (Floats{1, 3, 5, 2, 4}));
}

TEST(Matrix, HasProducts) {
  const auto result = product(counting(1, 2), counting(2, 3));
  EXPECT_EQ(result.rows(), 1);
  EXPECT_EQ(result.copy(), (Floats{1 + 2 * 4, 2 + 2 * 5, 3 + 2 * 6}));
}

}  // namespace
}  // namespace regard::engine
