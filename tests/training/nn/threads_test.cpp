// regard's own loops over rows give the same results with several threads as with one.
#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <algorithm>
#include <atomic>
#include <functional>

#include "nn/additive_attention.h"
#include "nn/recurrent.h"
#include "ops/cross_entropy.h"
#include "ops/dropout.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

class Threads : public testing::Test {
 protected:
  ~Threads() override { at::set_num_threads(before_); }

  using Tensors = std::vector<torch::Tensor>;
  /// Calls `run` with one thread and with three, from the same state of torch's generator. LibTorch
  /// computes the matrix products in between, and may sum them in a different order.
  static void expect_same(const std::function<Tensors()>& run, double tolerance) {
    const auto with = [&](int threads) {
      at::set_num_threads(threads);
      torch::manual_seed(1);
      return run();
    };
    const auto one = with(1), three = with(3);
    for (size_t i = 0; i < one.size(); ++i) {
      EXPECT_TRUE(test::tensors_near(three[i], one[i], tolerance)) << "result " << i;
    }
  }

 private:
  int before_ = at::get_num_threads();
};

TEST_F(Threads, AreParallelInRegardsOwnLoops) {
#ifdef _OPENMP
  at::set_num_threads(3);
  std::atomic<int> most = 0;
  at::parallel_for(0, 3, 1,
                   [&](int64_t, int64_t) { most = std::max<int>(most, at::get_thread_num()); });
  EXPECT_GT(most, 0);
#else
  GTEST_SKIP() << "compiled without OpenMP";
#endif
}

TEST_F(Threads, DropTheSame) {
  const auto x = torch::ones({300, 100});
  expect_same([&] { return Tensors{ops::seeded_dropout(x, 0.3, true)}; }, 0.0);
}

TEST_F(Threads, HaveTheSameLoss) {
  torch::manual_seed(2);
  const auto states = torch::randn({200, 16}).requires_grad_();
  const auto weight = torch::randn({1000, 16}).requires_grad_();
  const auto bias = torch::randn({1000}).requires_grad_();
  const auto labels = torch::randint(1000, {200});
  expect_same(
      [&] {
        const auto loss =
            ops::projected_cross_entropy(states, weight, bias, labels, 0.1, 0).loss_sum;
        auto results = torch::autograd::grad({loss}, {states, weight, bias});
        results.push_back(loss.detach());
        return results;
      },
      1e-5);
}

TEST_F(Threads, HaveTheSameRecurrence) {
  torch::manual_seed(2);
  const auto x = torch::randn({4, 100, 64}).requires_grad_();
  for (const auto cell : {ops::Cell::gru, ops::Cell::lstm, ops::Cell::rnn_tanh}) {
    Recurrent rnn(RecurrentOptions{.cell = cell, .input_size = 64, .hidden_size = 64});
    for (auto& parameter : rnn->parameters()) torch::nn::init::uniform_(parameter, -0.2, 0.2);
    expect_same(
        [&] {
          const auto states = rnn(x).states;
          return Tensors{states.detach(), torch::autograd::grad({states.sum()}, {x})[0]};
        },
        1e-5);
  }
}

TEST_F(Threads, HaveTheSameAdditiveAttention) {
  torch::manual_seed(2);
  AdditiveAttention attention(
      AdditiveAttentionOptions{.query_size = 64, .key_size = 64, .hidden_size = 64});
  const auto queries = torch::randn({50, 3, 64}).requires_grad_();
  const auto keys = torch::randn({50, 20, 64}).requires_grad_();
  expect_same(
      [&] {
        const auto context = attention(queries, keys, keys).context;
        const auto gradients = torch::autograd::grad({context.sum()}, {queries, keys});
        return Tensors{context.detach(), gradients[0], gradients[1]};
      },
      1e-5);
}

}  // namespace
}  // namespace regard::nn
