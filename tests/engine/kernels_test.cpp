#include "engine/kernels.h"

#include <c10/util/BFloat16.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "engine/packed_matrix.h"

namespace regard::engine {
namespace {

std::vector<float> random_numbers(int64_t count, unsigned seed, float largest = 1.0F) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-largest, largest);
  std::vector<float> numbers(static_cast<size_t>(count));
  for (auto& number : numbers) number = uniform(random);
  return numbers;
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

/// A linear layer with random weights, and its product by definition, in double precision.
struct Layer {
  int64_t inputs, outputs;
  std::vector<float> weight = random_numbers(inputs * outputs, 1);
  std::vector<float> bias = random_numbers(outputs, 2);

  PackedMatrix packed(Precision precision, const Kernels& kernels) const {
    const Linear layers[] = {{weight.data(), bias.data(), outputs}};
    return {layers, inputs, precision, kernels};
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

/// Each set of kernels that this processor can run.
class EveryKernel : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels_ = *GetParam();
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

TEST_P(EveryKernel, MultipliesAsTheDefinitionSays) {
  for (const int64_t rows : {1, 2, 7, 12, 13, 31}) {
    const Layer layer{.inputs = 37, .outputs = 75};
    const auto x = random_numbers(rows * layer.inputs, 3);
    const auto y = multiply(layer.packed(Precision::float32, kernels_), x, rows);
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t output = 0; output < layer.outputs; ++output) {
        ASSERT_NEAR(y.row(row)[output], layer.product(&x[static_cast<size_t>(row * 37)], output),
                    1e-5)
            << rows << " rows, row " << row << ", output " << output;
      }
    }
  }
}

TEST_P(EveryKernel, AppliesTheActivationAndAddsTheResidual) {
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
    const auto y = multiply(layer.packed(Precision::float32, kernels_), x, 2,
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

TEST_P(EveryKernel, GivesARowTheSameBitsWhateverRowsAreBesideIt) {
  const Layer layer{.inputs = 65, .outputs = 64};
  constexpr int64_t kRows = 29;
  const auto x = random_numbers(kRows * layer.inputs, 6);
  for (const auto precision : {Precision::float32, Precision::bf16, Precision::int8}) {
    const auto matrix = layer.packed(precision, kernels_);
    const auto together = multiply(matrix, x, kRows);
    for (int64_t row = 0; row < kRows; ++row) {
      const std::vector<float> one(x.begin() + row * 65, x.begin() + (row + 1) * 65);
      const auto alone = multiply(matrix, one, 1);
      EXPECT_EQ(std::memcmp(alone.row(0), together.row(row), 64 * sizeof(float)), 0) << row;
    }
  }
}

TEST_P(EveryKernel, GivesTheSameBitsWhenATeamSharesTheProduct) {
  const Layer layer{.inputs = 600, .outputs = 310};
  const auto x = random_numbers(3 * layer.inputs, 6);
  Activations residual;
  residual.resize(3, layer.outputs);
  const auto numbers = random_numbers(3 * layer.outputs, 7);
  for (int64_t row = 0; row < 3; ++row) {
    std::copy_n(&numbers[static_cast<size_t>(row * 310)], 310, residual.row(row));
  }
  for (const auto precision : {Precision::float32, Precision::bf16, Precision::int8}) {
    const auto matrix = layer.packed(precision, kernels_);
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

TEST_P(EveryKernel, RoundsToTheNearestBf16) {
  auto numbers = random_numbers(64, 8, 300.0F);
  const float halfway = 1.0F + 1.0F / 256;
  for (const float special : {0.0F, -0.0F, 1.0F, halfway, halfway + 2.0F / 256, -halfway, 1e-40F,
                              3.4e38F, INFINITY, -INFINITY}) {
    numbers.push_back(special);
  }
  const auto size = static_cast<int64_t>(numbers.size());
  std::vector<uint16_t> rounded(numbers.size() + 3, 1);
  kernels_.round_to_bf16(numbers.data(), size, size + 3, rounded.data());
  for (size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(rounded[i], c10::BFloat16(numbers[i]).x) << numbers[i];
  }
  for (size_t i = numbers.size(); i < rounded.size(); ++i) EXPECT_EQ(rounded[i], 0);
}

TEST_P(EveryKernel, LeavesWhatIsNoNumberOneInBf16) {
  for (const uint32_t bits : {0x7F800001U, 0x7FFFFFFFU, 0xFFC00000U}) {
    float nan;
    std::memcpy(&nan, &bits, sizeof(nan));
    c10::BFloat16 rounded;
    kernels_.round_to_bf16(&nan, 1, 1, &rounded.x);
    EXPECT_TRUE(std::isnan(static_cast<float>(rounded))) << bits;
  }
}

TEST_P(EveryKernel, MultipliesRoundedNumbersInBf16) {
  const auto rounded = [](std::vector<float> numbers) {
    for (auto& number : numbers) number = c10::BFloat16(number);
    return numbers;
  };
  for (const int64_t inputs : {1, 36, 37}) {
    const Layer layer{.inputs = inputs, .outputs = 75};
    Layer expected = layer;
    expected.weight = rounded(layer.weight);
    const auto matrix = layer.packed(Precision::bf16, kernels_);
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

TEST_P(EveryKernel, RoundsEachRowByItsLargestNumberAndEachOutputByItsLargestWeight) {
  const Layer layer{.inputs = 50, .outputs = 33};
  const auto x = random_numbers(3 * layer.inputs, 7);
  const auto y = multiply(layer.packed(Precision::int8, kernels_), x, 3);
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

TEST_P(EveryKernel, MakesRowsOfZerosProductsOfZero) {
  const Layer layer{.inputs = 8, .outputs = 5};
  const auto y = multiply(layer.packed(Precision::int8, kernels_), std::vector<float>(8), 1);
  for (int64_t output = 0; output < 5; ++output) {
    EXPECT_EQ(y.row(0)[output], layer.bias[static_cast<size_t>(output)]);
  }
}

TEST_P(EveryKernel, NormalizesALayer) {
  for (const int64_t size : {5, 16, 64, 67}) {
    const auto x = random_numbers(size, 8, 4.0F), gain = random_numbers(size, 9),
               shift = random_numbers(size, 10);
    std::vector<float> y(static_cast<size_t>(size));
    kernels_.normalize(x.data(), size, gain.data(), shift.data(), 1e-5F, y.data());
    double mean = 0.0, variance = 0.0;
    for (const float number : x) mean += number / static_cast<double>(size);
    for (const float number : x) {
      variance += (number - mean) * (number - mean) / static_cast<double>(size);
    }
    for (size_t i = 0; i < y.size(); ++i) {
      EXPECT_NEAR(y[i], (x[i] - mean) / std::sqrt(variance + 1e-5) * gain[i] + shift[i], 1e-5);
    }
  }
}

TEST_P(EveryKernel, ScalesAndAdds) {
  const auto x = random_numbers(21, 11), z = random_numbers(21, 12);
  std::vector<float> y(21);
  kernels_.scale_add(x.data(), 1.5F, z.data(), 21, y.data());
  for (size_t i = 0; i < 21; ++i) EXPECT_NEAR(y[i], 1.5F * x[i] + z[i], 1e-6);
}

/// What heads attend to by definition, in double precision: `score(head, i, query, key)` is what
/// number i of a head's query and key adds to the score.
template <class Score>
std::vector<double> attended(const AttentionHeads& heads, const std::vector<float>& query,
                             const std::vector<const float*>& keys_values, const Score& score) {
  std::vector<double> context;
  for (int64_t head = 0; head < heads.heads; ++head) {
    std::vector<double> powers;
    double sum = 0.0;
    for (const float* keys : keys_values) {
      double scores = 0.0;
      for (int64_t i = 0; i < heads.key_width; ++i) {
        const int64_t at = head * heads.key_width + i;
        scores += score(at, query[static_cast<size_t>(at)], keys[at]);
      }
      powers.push_back(std::exp(scores));
      sum += powers.back();
    }
    for (int64_t i = 0; i < heads.value_width; ++i) {
      double value = 0.0;
      for (size_t position = 0; position < powers.size(); ++position) {
        value += powers[position] / sum *
                 keys_values[position][heads.keys() + head * heads.value_width + i];
      }
      context.push_back(value);
    }
  }
  return context;
}

/// Positions of random keys and values.
struct RandomMemory {
  RandomMemory(const AttentionHeads& heads, int64_t count)
      : numbers(random_numbers(count * (heads.keys() + heads.values()), 14, 3.0F)) {
    for (int64_t position = 0; position < count; ++position) {
      keys_values.push_back(numbers.data() + position * (heads.keys() + heads.values()));
    }
  }

  std::vector<float> numbers;
  std::vector<const float*> keys_values;
};

TEST_P(EveryKernel, AttendsWithEachHead) {
  const AttentionHeads heads{.heads = 3, .key_width = 10, .value_width = 20, .scale = 0.3F};
  for (const int64_t count : {1, 5, 16, 35}) {
    const auto query = random_numbers(heads.keys(), 13, 3.0F);
    const RandomMemory memory(heads, count);
    std::vector<float> scores(static_cast<size_t>(heads.heads * count)), context(60);
    kernels_.attend(query.data(), memory.keys_values.data(), count, heads, scores.data(),
                    context.data());
    const auto expected =
        attended(heads, query, memory.keys_values,
                 [](int64_t, double number, double key) { return 0.3 * number * key; });
    for (size_t i = 0; i < context.size(); ++i) {
      EXPECT_NEAR(context[i], expected[i], 1e-5) << count << " positions, number " << i;
    }
  }
}

TEST_P(EveryKernel, AttendsWithEachHeadByAnAdditiveScore) {
  for (const int64_t width : {10, 21, 32}) {
    const auto weights = random_numbers(2 * width, 17, 3.0F);
    const AttentionHeads heads{
        .heads = 2, .key_width = width, .value_width = 17, .additive = weights.data()};
    constexpr int64_t kCount = 9;
    const auto query = random_numbers(heads.keys(), 16);
    const RandomMemory memory(heads, kCount);
    std::vector<float> scores(2 * kCount), context(34);
    kernels_.attend(query.data(), memory.keys_values.data(), kCount, heads, scores.data(),
                    context.data());
    const auto expected =
        attended(heads, query, memory.keys_values, [&](int64_t at, double number, double key) {
          return weights[static_cast<size_t>(at)] * std::tanh(number + key);
        });
    for (size_t i = 0; i < context.size(); ++i) {
      EXPECT_NEAR(context[i], expected[i], 1e-5) << width << " numbers a key, number " << i;
    }
  }
}

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

TEST_P(EveryKernel, StepsThroughRecurrentCells) {
  constexpr size_t kSize = 19;
  const auto input = random_numbers(4 * kSize, 19, 3.0F), hidden = random_numbers(4 * kSize, 20);
  const auto state = random_numbers(kSize, 21);
  std::vector<float> next(kSize), cell(kSize);
  kernels_.gru(input.data(), hidden.data(), state.data(), kSize, next.data());
  for (size_t i = 0; i < kSize; ++i) {
    const double reset = sigmoid(input[i] + hidden[i]);
    const double update = sigmoid(input[kSize + i] + hidden[kSize + i]);
    const double fresh = std::tanh(input[2 * kSize + i] + reset * hidden[2 * kSize + i]);
    EXPECT_NEAR(next[i], (1.0 - update) * fresh + update * state[i], 1e-6);
  }
  kernels_.lstm(input.data(), hidden.data(), state.data(), kSize, next.data(), cell.data());
  for (size_t i = 0; i < kSize; ++i) {
    const auto gate = [&](size_t number) -> double {
      return input[number * kSize + i] + hidden[number * kSize + i];
    };
    const double memory = sigmoid(gate(1)) * state[i] + sigmoid(gate(0)) * std::tanh(gate(2));
    EXPECT_NEAR(cell[i], memory, 1e-6);
    EXPECT_NEAR(next[i], sigmoid(gate(3)) * std::tanh(memory), 1e-6);
  }
  kernels_.add_tangent(input.data(), hidden.data(), kSize, next.data());
  for (size_t i = 0; i < kSize; ++i) EXPECT_NEAR(next[i], std::tanh(input[i] + hidden[i]), 1e-6);
}

TEST_P(EveryKernel, FindsTheBestLogitsAndTheSumOfTheirExponentials) {
  constexpr int64_t kTokens = 83, kFirst = 100;
  auto logits = random_numbers(kTokens, 15, 5.0F);
  logits[20] = logits[60] = 9.0F;  // the lower token comes first
  logits[70] = 10.0F;              // forbidden, but counts in the sum
  const std::vector<int64_t> never = {3, kFirst + 70};
  std::vector<float> best_logits(4);
  std::vector<int64_t> best_tokens(4);
  BestLogits best{
      .wanted = 4, .found = 0, .logits = best_logits.data(), .tokens = best_tokens.data()};
  const auto sum = kernels_.scan(logits.data(), kFirst, kTokens, never, best);

  std::vector<int64_t> order;
  double expected = 0.0;
  for (int64_t i = 0; i < kTokens; ++i) {
    if (i != 70) order.push_back(i);
    expected += std::exp(static_cast<double>(logits[static_cast<size_t>(i)]) - 10.0);
  }
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return logits[static_cast<size_t>(a)] > logits[static_cast<size_t>(b)];
  });
  EXPECT_EQ(sum.maximum, 10.0F);
  EXPECT_NEAR(sum.sum, expected, 1e-5 * expected);
  ASSERT_EQ(best.found, 4);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(best_tokens[i], kFirst + order[i]);
    EXPECT_EQ(best_logits[i], logits[static_cast<size_t>(order[i])]);
  }
}

TEST_P(EveryKernel, NoticesLogitsThatAreNoNumbers) {
  std::vector<float> logits(40, 1.0F);
  logits[33] = std::nanf("");
  float best_logit = 0.0F;
  int64_t best_token = 0;
  BestLogits best{.wanted = 1, .found = 0, .logits = &best_logit, .tokens = &best_token};
  EXPECT_TRUE(std::isnan(kernels_.scan(logits.data(), 0, 40, {}, best).sum));
}

// The error is counted in units in the last place of the true value.
TEST_P(EveryKernel, ComputesExponentialsWithinTwoUnitsInTheLastPlace) {
  std::vector<float> x;
  for (float number = -86.9F; number < 87.9F; number += 0.0137F) x.push_back(number);
  std::vector<float> y(x.size());
  kernels_.exponential(x.data(), static_cast<int64_t>(x.size()), y.data());
  for (size_t i = 0; i < x.size(); ++i) {
    const double expected = std::exp(static_cast<double>(x[i]));
    const auto rounded = static_cast<float>(expected);
    const double unit = std::nextafter(rounded, 2 * rounded) - rounded;
    ASSERT_LE(std::abs(y[i] - expected), 2 * unit) << x[i];
  }
}

std::string name_of(const testing::TestParamInfo<const Kernels*>& info) {
  std::string name = info.param->name;
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Processor, EveryKernel, testing::ValuesIn(all_kernels()), name_of);

}  // namespace
}  // namespace regard::engine
