#ifdef REGARD_READERS_HEADER
#include "nn/moefied_feed_forward.h"
#else
#include "exercises/solutions/moefied_feed_forward.h"
#endif

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(MoefiedFeedForward, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("moefied_feed_forward");
#else
  test::skip_for_want_of("moefied_feed_forward");
#endif
}

MoefiedFeedForward network(int64_t experts, int64_t active) {
  torch::manual_seed(1);
  MoefiedFeedForward network(MoefiedFeedForwardOptions{
      .input_size = 3, .hidden_size = 8, .output_size = 2, .experts = experts, .active = active});
  network->to(torch::kDouble);
  return network;
}

const torch::Tensor& tokens() {
  torch::manual_seed(2);
  static const auto x = torch::randn({5, 3}, torch::kDouble);
  return x;
}

torch::Tensor dense_result(MoefiedFeedForward& network, const torch::Tensor& x) {
  return network->dense2(network->dense1(x).relu());
}

TEST(MoefiedFeedForward, WithAllExpertsIsTheWholeNetwork) {
  auto all = network(4, 4);
  EXPECT_TRUE(test::tensors_near(all(tokens()), dense_result(all, tokens()), 1e-12));
}

TEST(MoefiedFeedForward, WithOneExpertOfAllIsTheWholeNetwork) {
  auto one = network(1, 1);
  EXPECT_TRUE(test::tensors_near(one(tokens()), dense_result(one, tokens()), 1e-12));
}

TEST(MoefiedFeedForward, EqualsALoopOverTokensAndExperts) {
  auto some = network(4, 2);
  const auto found = some(tokens());
  for (int64_t token = 0; token < 5; ++token) {
    auto hidden = some->dense1(tokens()[token]).relu();
    std::vector<double> sums;
    for (int64_t expert = 0; expert < 4; ++expert) {
      sums.push_back(hidden.slice(0, 2 * expert, 2 * expert + 2).sum().item<double>());
    }
    std::vector<int64_t> order(4);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, std::greater(),
                      [&](int64_t e) { return sums[static_cast<size_t>(e)]; });
    auto kept = hidden.detach().clone();
    for (const int64_t expert : {order[2], order[3]})
      kept.slice(0, 2 * expert, 2 * expert + 2).zero_();
    EXPECT_TRUE(test::tensors_near(found[token], some->dense2(kept), 1e-12)) << token;
  }
}

// A unit that relu sets to 0 adds nothing, so experts of such units can be left out without loss.
TEST(MoefiedFeedForward, LosesNothingByExpertsThatAreSilent) {
  const torch::NoGradGuard no_grad;
  auto some = network(4, 1);
  some->dense1->bias.slice(0, 2).fill_(-100);  // all experts but the first
  some->dense1->bias.slice(0, 0, 2).fill_(100);
  EXPECT_TRUE(test::tensors_near(some(tokens()), dense_result(some, tokens()), 1e-12));
}

TEST(MoefiedFeedForward, ChoosesForEachTokenByItself) {
  auto some = network(4, 2);
  EXPECT_TRUE(
      test::tensors_near(some(tokens()).slice(0, 3, 4), some(tokens().slice(0, 3, 4)), 1e-12));
}

TEST(MoefiedFeedForward, RefusesExpertsOfUnequalSize) { EXPECT_THROW(network(3, 1), c10::Error); }

TEST(MoefiedFeedForward, HasTheGradientsOfFiniteDifferences) {
  auto some = network(4, 2);
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  torch::manual_seed(4);
  test::expect_gradients_match(*some, [&](const auto& inputs) { return some(inputs[0]); },
                               {torch::randn({3, 3}, variable)});
}

}  // namespace
}  // namespace regard::nn
