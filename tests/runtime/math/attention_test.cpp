#include "math/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class AttentionOfRows : public EveryVersion {};

TEST_P(AttentionOfRows, ScoresAdditively) {
  for (const int64_t size : kSizes) {
    const auto query = random_numbers(size, 1, 2.0F), key = random_numbers(size, 2, 2.0F),
               weights = random_numbers(size, 3);
    double expected = 0.0;
    for (size_t i = 0; i < query.size(); ++i) {
      expected += weights[i] * std::tanh(static_cast<double>(query[i]) + key[i]);
    }
    EXPECT_NEAR(kernels_.additive_score(query.data(), key.data(), weights.data(), size), expected,
                1e-5);
  }
}

// d/dx w tanh(x) = w (1 - tanh(x)^2)
TEST_P(AttentionOfRows, AddsTheGradientsOfTheAdditiveScore) {
  for (const int64_t size : kSizes) {
    const auto query = random_numbers(size, 1), key = random_numbers(size, 2),
               weights = random_numbers(size, 3);
    std::vector<float> of_query(query.size(), 1.0F), of_key(query.size(), 2.0F),
        of_weights(query.size(), 3.0F);
    kernels_.additive_score_backward(0.5F, query.data(), key.data(), weights.data(),
                                     {of_query.data(), of_key.data(), of_weights.data()}, size);
    for (size_t i = 0; i < query.size(); ++i) {
      const double tanh = std::tanh(static_cast<double>(query[i]) + key[i]);
      const double of_sum = 0.5 * weights[i] * (1.0 - tanh * tanh);
      EXPECT_NEAR(of_query[i], 1.0 + of_sum, 1e-6);
      EXPECT_NEAR(of_key[i], 2.0 + of_sum, 1e-6);
      EXPECT_NEAR(of_weights[i], 3.0 + 0.5 * tanh, 1e-6);
    }
  }
}

/// Attention by definition, in double precision: `score(head, i, query, key)` is the contribution
/// of component i of a head's query and key to the score.
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

/// Random keys and values for some positions.
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

TEST_P(AttentionOfRows, AttendsWithEachHead) {
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

TEST_P(AttentionOfRows, AttendsWithEachHeadByAnAdditiveScore) {
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

/// The softmax of a head's scores by definition, (queries, width), and log(sum(e^(scale * x))).
struct ExpectedSoftmax {
  ExpectedSoftmax(const HeadScores& shape, const std::vector<float>& scores)
      : weights(scores.size()) {
    for (int64_t query = 0; query < shape.queries; ++query) {
      const int64_t first = query * shape.width;
      double sum = 0.0;
      for (int64_t key = 0; key < shape.keys_of(query); ++key) {
        auto& weight = weights[static_cast<size_t>(first + key)];
        weight =
            std::exp(shape.scale * static_cast<double>(scores[static_cast<size_t>(first + key)]));
        sum += weight;
      }
      for (int64_t key = 0; key < shape.width; ++key) {
        weights[static_cast<size_t>(first + key)] /= sum;
      }
      log_sums.push_back(std::log(sum));
    }
  }

  std::vector<double> weights, log_sums;
};

TEST_P(AttentionOfRows, MakesWeightsOfScoresAndMakesThemAgain) {
  for (const bool causal : {false, true}) {
    const HeadScores shape{.queries = 5, .keys = 21, .width = 32, .causal = causal, .scale = 0.7F};
    const auto scores = random_numbers(5 * 32, 1, 4.0F);
    const ExpectedSoftmax expected(shape, scores);
    auto weights = scores, again = scores, log_sums = zeros(5);
    kernels_.softmax_scores(shape, weights.data(), log_sums.data());
    kernels_.softmax_scores_again(shape, log_sums.data(), again.data());
    for (size_t i = 0; i < 5; ++i) EXPECT_NEAR(log_sums[i], expected.log_sums[i], 1e-5);
    for (size_t i = 0; i < weights.size(); ++i) {
      EXPECT_NEAR(weights[i], expected.weights[i], 1e-6) << i;
      EXPECT_NEAR(again[i], expected.weights[i], 2e-6) << i;
      if (expected.weights[i] == 0.0) {
        EXPECT_EQ(weights[i], 0.0F);
        EXPECT_EQ(again[i], 0.0F);
      }
    }
  }
}

// For softmax(scale * x), dL/dx_i = scale * w_i * (g_i - sum_j w_j g_j). The sum equals the dot
// product of context and its gradient, since context = sum_j w_j v_j and g_j = v_j . dL/dcontext.
TEST_P(AttentionOfRows, GivesTheGradientsOfScores) {
  constexpr int64_t kQueries = 3, kKeys = 16, kWidth = 11;
  const HeadScores shape{
      .queries = kQueries, .keys = kKeys, .width = kKeys, .causal = false, .scale = 0.7F};
  auto weights = random_numbers(kQueries * kKeys, 1), log_sums = zeros(kQueries);
  kernels_.softmax_scores(shape, weights.data(), log_sums.data());
  const auto values = random_numbers(kKeys * kWidth, 2),
             of_context = random_numbers(kQueries * kWidth, 3);
  auto context = zeros(kQueries * kWidth), gradients = zeros(kQueries * kKeys);
  const ProductShape to_context{.rows = kQueries, .inner = kKeys, .columns = kWidth};
  kernels_.small_product(to_context, {weights.data(), kKeys}, {values.data(), kWidth},
                         context.data(), kWidth);
  for (int64_t query = 0; query < kQueries; ++query) {
    for (int64_t key = 0; key < kKeys; ++key) {
      gradients[static_cast<size_t>(query * kKeys + key)] =
          kernels_.dot(of_context.data() + query * kWidth, values.data() + key * kWidth, kWidth);
    }
  }
  const auto of_weights = gradients;
  kernels_.softmax_scores_backward(shape, weights.data(), {context.data(), kWidth},
                                   {of_context.data(), kWidth}, kWidth, gradients.data());
  for (size_t i = 0; i < gradients.size(); ++i) {
    const size_t row = i / kKeys * kKeys;
    double mean = 0.0;
    for (size_t key = row; key < row + kKeys; ++key) mean += weights[key] * of_weights[key];
    EXPECT_NEAR(gradients[i], 0.7 * weights[i] * (of_weights[i] - mean), 1e-6);
  }
}

REGARD_FOR_EVERY_VERSION(AttentionOfRows);

}  // namespace
}  // namespace regard::math
