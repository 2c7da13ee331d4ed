#include "engine/packed_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "math/every_version.h"

namespace regard::engine {
namespace {

using math::Activation;
using math::random_numbers;

/// The nearest float32 with a lower half of 0; ties go to the even last bit.
float nearest_bf16(float number) {
  const auto bits = std::bit_cast<uint32_t>(number);
  const uint32_t below = bits & 0xFFFF0000U, rest = bits & 0xFFFFU;
  const bool is_last_odd = (bits & 0x10000U) != 0;
  const bool is_up = rest > 0x8000U || (rest == 0x8000U && is_last_odd);
  return std::bit_cast<float>(is_up ? below + 0x10000U : below);
}

double gelu(double x) { return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0))); }

double activated(double x, Activation activation) {
  switch (activation) {
    case Activation::none:
      return x;
    case Activation::relu:
      return std::max(x, 0.0);
    case Activation::gelu:
      return gelu(x);
    case Activation::silu:
      return x / (1.0 + std::exp(-x));
  }
  return x;
}

Matrix matrix_of(const std::vector<float>& numbers, int64_t rows) {
  const auto kept = std::make_shared<std::vector<float>>(numbers);
  return {Numbers(kept, kept->data()), rows, static_cast<int64_t>(numbers.size()) / rows};
}

/// A linear layer with random weights, and its product by definition, in double precision.
struct Layer {
  int64_t inputs, outputs;
  std::vector<float> weight = random_numbers(inputs * outputs, 1);
  std::vector<float> bias = random_numbers(outputs, 2);

  PackedMatrix packed(Precision precision) const { return {{linear()}, precision}; }

  Linear linear() const {
    return {.weight = matrix_of(weight, outputs), .bias = matrix_of(bias, outputs)};
  }

  double product(const float* x, int64_t output) const {
    double sum = bias[static_cast<size_t>(output)];
    for (int64_t k = 0; k < inputs; ++k) {
      sum += static_cast<double>(x[k]) *
             static_cast<double>(weight[static_cast<size_t>(output * inputs + k)]);
    }
    return sum;
  }
};

class PackedMatrices : public math::EveryVersion {
 protected:
  Team team_{1};
  ProductInput input_;

  Activations multiply(const PackedMatrix& matrix, const std::vector<float>& x, int64_t rows,
                       const After& after = {}) {
    Activations y;
    y.resize(rows, matrix.outputs());
    matrix.multiply(team_, {x.data(), matrix.inputs(), rows}, input_, y, after);
    return y;
  }
};

TEST_P(PackedMatrices, MultipliesAsTheDefinitionSays) {
  for (const int64_t rows : {1, 2, 7, 12, 13, 31}) {
    const Layer layer{.inputs = 37, .outputs = 75};
    const auto x = random_numbers(rows * layer.inputs, 3);
    const auto y = multiply(layer.packed(Precision::float32), x, rows);
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t output = 0; output < layer.outputs; ++output) {
        ASSERT_NEAR(y.row(row)[output], layer.product(&x[static_cast<size_t>(row * 37)], output),
                    1e-5)
            << rows << " rows, row " << row << ", output " << output;
      }
    }
  }
}

TEST_P(PackedMatrices, AppliesTheActivationAndAddsTheResidual) {
  const Layer layer{.inputs = 16, .outputs = 40};
  const auto x = random_numbers(2 * layer.inputs, 4, 3.0F);
  Activations residual;
  residual.resize(2, layer.outputs);
  const auto numbers = random_numbers(2 * layer.outputs, 5);
  for (int64_t row = 0; row < 2; ++row) {
    std::copy_n(&numbers[static_cast<size_t>(row * 40)], 40, residual.row(row));
  }
  for (const auto activation :
       {Activation::none, Activation::relu, Activation::gelu, Activation::silu}) {
    const auto y = multiply(layer.packed(Precision::float32), x, 2,
                            {.activation = activation, .residual = residual.row(0)});
    for (int64_t row = 0; row < 2; ++row) {
      for (int64_t output = 0; output < layer.outputs; ++output) {
        const double product = layer.product(&x[static_cast<size_t>(row * 16)], output);
        EXPECT_NEAR(y.row(row)[output], activated(product, activation) + residual.row(row)[output],
                    1e-5);
      }
    }
  }
}

TEST_P(PackedMatrices, GivesARowTheSameBitsRegardlessOfOtherRows) {
  const Layer layer{.inputs = 65, .outputs = 64};
  constexpr int64_t kRows = 29;
  const auto x = random_numbers(kRows * layer.inputs, 6);
  for (const auto precision : {Precision::float32, Precision::bf16, Precision::int8}) {
    const auto matrix = layer.packed(precision);
    const auto together = multiply(matrix, x, kRows);
    for (int64_t row = 0; row < kRows; ++row) {
      const std::vector<float> one(x.begin() + row * 65, x.begin() + (row + 1) * 65);
      const auto alone = multiply(matrix, one, 1);
      EXPECT_EQ(std::memcmp(alone.row(0), together.row(row), 64 * sizeof(float)), 0) << row;
    }
  }
}

TEST_P(PackedMatrices, GivesTheSameBitsWhenATeamSharesTheProduct) {
  const Layer layer{.inputs = 600, .outputs = 310};
  const auto x = random_numbers(3 * layer.inputs, 6);
  Activations residual;
  residual.resize(3, layer.outputs);
  const auto numbers = random_numbers(3 * layer.outputs, 7);
  for (int64_t row = 0; row < 3; ++row) {
    std::copy_n(&numbers[static_cast<size_t>(row * 310)], 310, residual.row(row));
  }
  for (const auto precision : {Precision::float32, Precision::bf16, Precision::int8}) {
    const auto matrix = layer.packed(precision);
    const After after{.residual = residual.row(0)};
    const auto alone = multiply(matrix, x, 3, after);
    Team team(3);
    Activations shared;
    shared.resize(3, layer.outputs);
    matrix.multiply(team, {x.data(), layer.inputs, 3}, input_, shared, after);
    for (int64_t row = 0; row < 3; ++row) {
      EXPECT_EQ(std::memcmp(alone.row(row), shared.row(row), 310 * sizeof(float)), 0) << row;
    }
  }
}

TEST_P(PackedMatrices, MultipliesRoundedNumbersInBf16) {
  const auto rounded = [](std::vector<float> numbers) {
    for (auto& number : numbers) number = nearest_bf16(number);
    return numbers;
  };
  for (const int64_t inputs : {1, 36, 37}) {
    const Layer layer{.inputs = inputs, .outputs = 75};
    Layer expected = layer;
    expected.weight = rounded(layer.weight);
    const auto matrix = layer.packed(Precision::bf16);
    for (const int64_t rows : {1, 7, 12, 13}) {
      const auto x = random_numbers(rows * inputs, 3);
      const auto expected_x = rounded(x);
      const auto y = multiply(matrix, x, rows);
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t output = 0; output < layer.outputs; ++output) {
          ASSERT_NEAR(y.row(row)[output],
                      expected.product(&expected_x[static_cast<size_t>(row * inputs)], output),
                      1e-5)
              << inputs << " inputs, " << rows << " rows, row " << row << ", output " << output;
        }
      }
    }
  }
}

TEST_P(PackedMatrices, RoundsEachRowByItsLargestNumberAndEachOutputByItsLargestWeight) {
  const Layer layer{.inputs = 50, .outputs = 33};
  const auto x = random_numbers(3 * layer.inputs, 7);
  const auto y = multiply(layer.packed(Precision::int8), x, 3);
  const auto rounded = [](const float* numbers, int64_t count) {
    float largest = 0.0F;
    for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(numbers[i]));
    std::vector<double> values;
    for (int64_t i = 0; i < count; ++i) {
      values.push_back(std::nearbyint(numbers[i] * 127.0 / largest) * largest / 127.0);
    }
    return values;
  };
  for (int64_t row = 0; row < 3; ++row) {
    const auto inputs = rounded(&x[static_cast<size_t>(row * 50)], 50);
    for (int64_t output = 0; output < layer.outputs; ++output) {
      const auto weights = rounded(&layer.weight[static_cast<size_t>(output * 50)], 50);
      double sum = layer.bias[static_cast<size_t>(output)];
      for (size_t k = 0; k < 50; ++k) sum += inputs[k] * weights[k];
      // A number halfway between two bytes may be rounded either way.
      EXPECT_NEAR(y.row(row)[output], sum, 1.0 / 127) << row << ", " << output;
    }
  }
}

TEST_P(PackedMatrices, MakesRowsOfZerosProductsOfZero) {
  const Layer layer{.inputs = 8, .outputs = 5};
  const auto y = multiply(layer.packed(Precision::int8), std::vector<float>(8), 1);
  for (int64_t output = 0; output < 5; ++output) {
    EXPECT_EQ(y.row(0)[output], layer.bias[static_cast<size_t>(output)]);
  }
}

INSTANTIATE_TEST_SUITE_P(Processor, PackedMatrices, testing::ValuesIn(math::all_kernels()),
                         math::name_of_version);

}  // namespace
}  // namespace regard::engine
