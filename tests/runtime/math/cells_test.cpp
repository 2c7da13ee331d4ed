// Compares the steps of recurrent cells with their equations in double precision, and their
// gradients with finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

using Numbers = std::vector<double>;
using Function = std::function<double(const Numbers&)>;

constexpr double kTolerance = 2e-6;  // a few units in the last place of numbers near 1

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// df/dx[k], by central difference.
double slope(const Function& f, Numbers x, size_t k) {
  constexpr double kStep = 1e-5;
  const double at = x[k];
  x[k] = at + kStep;
  const double above = f(x);
  x[k] = at - kStep;
  return (above - f(x)) / (2 * kStep);
}

/// Element i of every row of `size` numbers. Each vector in `of` contains rows one after the
/// other.
Numbers column(int64_t i, int64_t size, const std::vector<const std::vector<float>*>& of) {
  Numbers found;
  for (const auto* rows : of) {
    for (size_t at = static_cast<size_t>(i); at < rows->size(); at += static_cast<size_t>(size)) {
      found.push_back((*rows)[at]);
    }
  }
  return found;
}

/// x: input (reset, update, fresh), hidden (the same), state.
double gru(const Numbers& x) {
  const double reset = sigmoid(x[0] + x[3]), update = sigmoid(x[1] + x[4]);
  const double fresh = std::tanh(x[2] + reset * x[5]);
  return (1.0 - update) * fresh + update * x[6];
}

/// x: input (reset, update, fresh), hidden (reset, update), state, and the weight of the state in
/// fresh.
double gru_before(const Numbers& x) {
  const double reset = sigmoid(x[0] + x[3]), update = sigmoid(x[1] + x[4]);
  const double fresh = std::tanh(x[2] + x[6] * (reset * x[5]));
  return (1.0 - update) * fresh + update * x[5];
}

/// x: input (input, forget, cell, output), hidden (the same), cell.
double lstm_cell(const Numbers& x) {
  return sigmoid(x[1] + x[5]) * x[8] + sigmoid(x[0] + x[4]) * std::tanh(x[2] + x[6]);
}
double lstm_state(const Numbers& x) { return sigmoid(x[3] + x[7]) * std::tanh(lstm_cell(x)); }

class Cells : public EveryVersion {};

TEST_P(Cells, StepThroughAGru) {
  for (const int64_t size : kSizes) {
    const auto input = random_numbers(3 * size, 1, 3.0F),
               hidden = random_numbers(3 * size, 2, 2.0F), state = random_numbers(size, 3);
    auto next = zeros(size), gates = zeros(3 * size);
    kernels_.gru_forward(input.data(), hidden.data(), state.data(), next.data(), gates.data(),
                         size);
    for (int64_t i = 0; i < size; ++i) {
      const auto x = column(i, size, {&input, &hidden, &state});
      EXPECT_NEAR(next[static_cast<size_t>(i)], gru(x), kTolerance);
      EXPECT_NEAR(gates[static_cast<size_t>(i)], sigmoid(x[0] + x[3]), kTolerance);
      EXPECT_NEAR(gates[static_cast<size_t>(size + i)], sigmoid(x[1] + x[4]), kTolerance);
    }
  }
}

TEST_P(Cells, GiveTheSameBitsWithoutGatesAndInPlace) {
  constexpr int64_t kSize = 21;
  const auto input = random_numbers(4 * kSize, 1, 3.0F), hidden = random_numbers(4 * kSize, 2);
  const auto state = random_numbers(kSize, 3);
  auto next = zeros(kSize), next_cell = zeros(kSize), gates = zeros(4 * kSize), in_place = state;
  kernels_.gru_forward(input.data(), hidden.data(), state.data(), next.data(), gates.data(), kSize);
  kernels_.gru_forward(input.data(), hidden.data(), in_place.data(), in_place.data(), nullptr,
                       kSize);
  EXPECT_EQ(in_place, next);
  kernels_.lstm_forward(input.data(), hidden.data(), state.data(), {next.data(), next_cell.data()},
                        gates.data(), kSize);
  in_place = state;
  auto alone = zeros(kSize);
  kernels_.lstm_forward(input.data(), hidden.data(), in_place.data(),
                        {alone.data(), in_place.data()}, nullptr, kSize);
  EXPECT_EQ(alone, next);
  EXPECT_EQ(in_place, next_cell);
}

TEST_P(Cells, GiveTheGradientsOfAGru) {
  for (const int64_t size : kSizes) {
    const auto input = random_numbers(3 * size, 1, 2.0F), hidden = random_numbers(3 * size, 2),
               state = random_numbers(size, 3), gradient = random_numbers(size, 4);
    auto next = zeros(size), gates = zeros(3 * size);
    kernels_.gru_forward(input.data(), hidden.data(), state.data(), next.data(), gates.data(),
                         size);
    auto of_input = zeros(3 * size), of_hidden = zeros(3 * size), of_state = zeros(size);
    kernels_.gru_backward(gradient.data(), gates.data(), hidden.data(), state.data(),
                          {of_input.data(), of_hidden.data(), of_state.data()}, size);
    for (int64_t i = 0; i < size; ++i) {
      const auto x = column(i, size, {&input, &hidden, &state});
      auto found = column(i, size, {&of_input, &of_hidden, &of_state});
      // Only the direct gradient of the state: the kernel does not compute the one through W_h h.
      for (size_t k = 0; k < x.size(); ++k) {
        EXPECT_NEAR(found[k], gradient[static_cast<size_t>(i)] * slope(gru, x, k), kTolerance) << k;
      }
    }
  }
}

/// A step of the book's GRU with a diagonal W_h.
struct BookStep {
  BookStep(const Kernels& kernels, int64_t size)
      : input(random_numbers(3 * size, 1, 2.0F)),
        hidden(random_numbers(2 * size, 2)),
        state(random_numbers(size, 3)),
        weight(random_numbers(size, 4)),
        gates(zeros(3 * size)),
        next(zeros(size)) {
    auto reset_state = zeros(size);
    kernels.gru_before_gates(input.data(), hidden.data(), state.data(), gates.data(),
                             reset_state.data(), size);
    for (size_t i = 0; i < weight.size(); ++i) reset_state[i] *= weight[i];
    kernels.gru_before_next(input.data(), reset_state.data(), state.data(), gates.data(),
                            next.data(), size);
  }

  Numbers at(int64_t i) const {
    return column(i, static_cast<int64_t>(state.size()), {&input, &hidden, &state, &weight});
  }

  std::vector<float> input, hidden, state, weight, gates, next;
};

TEST_P(Cells, StepThroughAGruWithTheResetBeforeTheProduct) {
  for (const int64_t size : kSizes) {
    const BookStep step(kernels_, size);
    for (int64_t i = 0; i < size; ++i) {
      EXPECT_NEAR(step.next[static_cast<size_t>(i)], gru_before(step.at(i)), kTolerance);
    }
  }
}

TEST_P(Cells, GiveTheGradientsOfAGruWithTheResetBeforeTheProduct) {
  for (const int64_t size : kSizes) {
    const BookStep step(kernels_, size);
    const auto gradient = random_numbers(size, 5);
    auto of_input = zeros(3 * size), of_state = zeros(size), of_reset_state = zeros(size);
    kernels_.gru_before_backward_candidate(gradient.data(), step.gates.data(), step.state.data(),
                                           of_input.data(), of_state.data(), size);
    for (size_t i = 0; i < of_reset_state.size(); ++i) {
      of_reset_state[i] = step.weight[i] * of_input[static_cast<size_t>(2 * size) + i];
    }
    kernels_.gru_before_backward_gates(of_reset_state.data(), step.gates.data(), step.state.data(),
                                       of_input.data(), of_state.data(), size);
    for (int64_t i = 0; i < size; ++i) {
      const auto found = column(i, size, {&of_input, &of_state});
      const auto x = step.at(i);
      const auto expected = [&](size_t k) {
        return gradient[static_cast<size_t>(i)] * slope(gru_before, x, k);
      };
      for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected(k), kTolerance) << k;
      EXPECT_NEAR(found[3], expected(5), kTolerance);
    }
  }
}

TEST_P(Cells, StepThroughAnLstm) {
  for (const int64_t size : kSizes) {
    const auto input = random_numbers(4 * size, 1, 3.0F), hidden = random_numbers(4 * size, 2),
               cell = random_numbers(size, 3);
    auto next = zeros(size), next_cell = zeros(size), gates = zeros(4 * size);
    kernels_.lstm_forward(input.data(), hidden.data(), cell.data(), {next.data(), next_cell.data()},
                          gates.data(), size);
    for (int64_t i = 0; i < size; ++i) {
      const auto x = column(i, size, {&input, &hidden, &cell});
      EXPECT_NEAR(next[static_cast<size_t>(i)], lstm_state(x), kTolerance);
      EXPECT_NEAR(next_cell[static_cast<size_t>(i)], lstm_cell(x), kTolerance);
    }
  }
}

TEST_P(Cells, GiveTheGradientsOfAnLstm) {
  for (const int64_t size : kSizes) {
    const auto input = random_numbers(4 * size, 1, 2.0F), hidden = random_numbers(4 * size, 2),
               cell = random_numbers(size, 3), of_next = random_numbers(size, 4),
               of_next_cell = random_numbers(size, 5);
    auto next = zeros(size), next_cell = zeros(size), gates = zeros(4 * size);
    kernels_.lstm_forward(input.data(), hidden.data(), cell.data(), {next.data(), next_cell.data()},
                          gates.data(), size);
    auto of_gates = zeros(4 * size), of_cell = of_next_cell;
    kernels_.lstm_backward(of_next.data(), of_cell.data(),
                           {gates.data(), cell.data(), next_cell.data()}, of_gates.data(), size);
    for (int64_t i = 0; i < size; ++i) {
      const auto at = static_cast<size_t>(i);
      const Function both = [&](const Numbers& x) {
        return of_next[at] * lstm_state(x) + of_next_cell[at] * lstm_cell(x);
      };
      const auto x = column(i, size, {&input, &hidden, &cell});
      const auto found = column(i, size, {&of_gates, &of_cell});
      for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], slope(both, x, k), kTolerance) << k;
      EXPECT_NEAR(found[4], slope(both, x, 8), kTolerance);
    }
  }
}

TEST_P(Cells, StepThroughAPlainRnnAndBack) {
  for (const int64_t size : kSizes) {
    const auto input = random_numbers(size, 1, 3.0F), hidden = random_numbers(size, 2),
               gradient = random_numbers(size, 3);
    for (const bool relu : {false, true}) {
      auto next = zeros(size), of_sum = zeros(size);
      kernels_.rnn_forward(input.data(), hidden.data(), next.data(), size, relu);
      kernels_.rnn_backward(gradient.data(), next.data(), of_sum.data(), size, relu);
      for (size_t i = 0; i < next.size(); ++i) {
        const double sum = static_cast<double>(input[i]) + hidden[i], tanh = std::tanh(sum);
        EXPECT_NEAR(next[i], relu ? std::max(sum, 0.0) : tanh, kTolerance);
        const double derivative = relu ? (sum > 0.0 ? 1.0 : 0.0) : 1.0 - tanh * tanh;
        EXPECT_NEAR(of_sum[i], gradient[i] * derivative, kTolerance);
      }
    }
  }
}

REGARD_FOR_EVERY_VERSION(Cells);

}  // namespace
}  // namespace regard::math
