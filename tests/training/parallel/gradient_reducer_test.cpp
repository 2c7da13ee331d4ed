#include "parallel/gradient_reducer.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "support/processes.h"

namespace regard::parallel {
namespace {

using NamedTensors = GradientReducer::NamedTensors;

NamedTensors parameters_named(const std::vector<std::string>& names) {
  NamedTensors parameters;
  for (const auto& name : names) {
    parameters.emplace_back(name, torch::ones({2, 3}, torch::requires_grad()));
  }
  return parameters;
}

constexpr ReducerOptions kOneBucketALayer = {.layer_bytes = 1};

TEST(GradientReducer, SumsTheGradientsOfAllProcesses) {
  test::as_processes(2, [](Group& group) {
    const auto parameters = parameters_named({"a.0.w", "a.1.w", "a.1.b"});
    GradientReducer reducer(parameters, group, kOneBucketALayer);
    for (int step = 1; step <= 2; ++step) {  // the second behaves like the first
      torch::Tensor loss = torch::zeros({});
      for (const auto& [name, parameter] : parameters) {
        parameter.mutable_grad().reset();
        loss = loss + parameter.sum() * (group.rank() + 1) * step;
      }
      reducer.begin();
      loss.backward();
      reducer.finish();
      for (const auto& [name, parameter] : parameters) {
        EXPECT_TRUE(torch::equal(parameter.grad(), torch::full({2, 3}, 3.0 * step))) << name;
      }
    }
  });
}

TEST(GradientReducer, AddsWhatPassesBeforeTheLastOneGave) {
  test::as_processes(2, [](Group& group) {
    const auto parameters = parameters_named({"w", "only in the first pass"});
    GradientReducer reducer(parameters, group);
    (parameters[0].second.sum() + parameters[1].second.sum()).backward();
    reducer.begin();
    parameters[0].second.sum().backward();
    reducer.finish();
    EXPECT_TRUE(torch::equal(parameters[0].second.grad(), torch::full({2, 3}, 4.0)));
    EXPECT_TRUE(torch::equal(parameters[1].second.grad(), torch::full({2, 3}, 2.0)));
  });
}

TEST(GradientReducer, TakesAParameterThatOneProcessDoesNotUseAsZeroThere) {
  test::as_processes(2, [](Group& group) {
    const auto parameters = parameters_named({"w", "of the first process", "of none"});
    GradientReducer reducer(parameters, group);
    auto loss = parameters[0].second.sum();
    if (group.is_first()) loss = loss + 5 * parameters[1].second.sum();
    reducer.begin();
    loss.backward();
    reducer.finish();
    EXPECT_TRUE(torch::equal(parameters[1].second.grad(), torch::full({2, 3}, 5.0)));
    EXPECT_FALSE(parameters[2].second.grad().defined());
  });
}

TEST(GradientReducer, HasABucketForEachLayerAndSplitsLargeOnes) {
  const auto group = alone();
  const auto layers =
      parameters_named({"embedding.weight", "encoder.0.attention.W_q", "encoder.0.ffn.W_1",
                        "encoder.1.ffn.W_1", "decoder.0.ffn.W_1"});
  EXPECT_EQ(GradientReducer(layers, *group, kOneBucketALayer).buckets(), 4);
  EXPECT_EQ(GradientReducer(layers, *group).buckets(), 1) << "tiny layers travel together";
  constexpr int64_t kTwoParameters = 2 * 6 * sizeof(float);
  EXPECT_EQ(GradientReducer(layers, *group, {.bucket_bytes = kTwoParameters}).buckets(), 3);
}

/// Records the requested operations.
class Recorder : public Group {
 public:
  Recorder() : Group(0, 2) {}
  std::unique_ptr<Pending> start_sum(const torch::Tensor& tensor) override {
    struct Done : Pending {
      void wait() override {}
    };
    sums.push_back(tensor.numel());
    return std::make_unique<Done>();
  }
  void broadcast(const torch::Tensor&, int64_t) override {}
  void fail(const std::string&) noexcept override {}
  void leave() noexcept override {}

  std::vector<int64_t> sums;
};

TEST(GradientReducer, SumsLateLayersWhileEarlyOnesAreComputed) {
  Recorder group;
  const auto first = torch::ones({2}, torch::requires_grad());
  const auto second = torch::ones({3}, torch::requires_grad());
  GradientReducer reducer({{"layer.0.w", first}, {"layer.1.w", second}}, group, kOneBucketALayer);
  auto hidden = first * 2;
  size_t sums_before_the_first_layer = 0;
  hidden.register_hook(
      [&](const torch::Tensor&) { sums_before_the_first_layer = group.sums.size(); });
  const auto loss = (hidden.sum() * second).sum();
  reducer.begin();
  loss.backward();
  EXPECT_EQ(sums_before_the_first_layer, 1);
  reducer.finish();
  EXPECT_EQ(group.sums, (std::vector<int64_t>{3 + 1, 2 + 1}));
}

}  // namespace
}  // namespace regard::parallel
