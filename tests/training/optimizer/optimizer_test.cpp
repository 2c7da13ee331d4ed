#include "optimizer/optimizer.h"

#include <gtest/gtest.h>

#include <map>

#include "regard/base/str.h"
#include "support/golden_tensors.h"

namespace regard::train {
namespace {

config::OptimizerOptions options_of(const test::TensorCase& golden) {
  config::OptimizerOptions options;
  options.optimizer = parse_name<config::OptimizerKind>(golden.option<std::string>("kind")).value();
  options.beta1 = golden.option("beta1", options.beta1);
  options.beta2 = golden.option("beta2", options.beta2);
  options.epsilon = golden.option("eps", options.epsilon);
  options.weight_decay = golden.option("weight_decay", options.weight_decay);
  options.decayed = config::Decayed::all;  // like PyTorch's optimizers
  options.momentum = golden.option("momentum", options.momentum);
  return options;
}

// Parameters p0, p1, ... with the golden gradients g0_step1, g1_step1, ... of a step.
void give_gradients(NamedTensors& parameters, const test::TensorCase& golden,
                    const std::string& step) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    parameters[i].second.mutable_grad() = golden.input(str("g", i, step));
  }
}

TEST(Optimizer, MakesTheGoldenSteps) {
  for (auto& golden : test::tensor_cases("optimiser")) {
    SCOPED_TRACE(golden.name());
    NamedTensors parameters;
    for (const std::string name : {"p0", "p1"}) {
      parameters.emplace_back(name, golden.input(name).clone().requires_grad_());
    }
    const auto optimizer = make_optimizer(parameters, options_of(golden));
    for (const std::string step : {"_step1", "_step2", "_step3"}) {
      give_gradients(parameters, golden, step);
      optimizer->step(golden.option<double>("lr"));
      for (const auto& [name, weight] : parameters) golden.expect_output(name + step, weight);
    }
    for (const auto& [name, tensor] : optimizer->state()) {
      for (const std::string i : {"0", "1"}) {
        if (name == "adam.first.p" + i) golden.expect_output("m" + i, tensor);
        if (name == "adam.second.p" + i) golden.expect_output("v" + i, tensor);
      }
    }
  }
}

class EveryOptimizer : public testing::TestWithParam<config::OptimizerKind> {
 protected:
  config::OptimizerOptions options() const {
    config::OptimizerOptions options;
    options.optimizer = GetParam();
    options.momentum = 0.9;
    options.weight_decay = 0.1;
    return options;
  }
};

NamedTensors three_weights() { return {{"weight", torch::ones({3}).requires_grad_()}}; }

void step(Optimizer& optimizer, NamedTensors& parameters) {
  parameters.front().second.mutable_grad() = torch::tensor({1.0F, -2.0F, 0.5F});
  optimizer.step(0.1);
}

TEST_P(EveryOptimizer, GoesOnFromItsState) {
  auto whole = three_weights(), parts = three_weights();
  const auto without_break = make_optimizer(whole, options());
  for (int i = 0; i < 4; ++i) step(*without_break, whole);
  std::map<std::string, torch::Tensor> saved;
  {
    const auto before = make_optimizer(parts, options());
    for (int i = 0; i < 2; ++i) step(*before, parts);
    for (const auto& [name, tensor] : before->state()) saved.emplace(name, tensor.clone());
  }
  const auto after = make_optimizer(parts, options());
  after->load_state(saved, "last");
  for (int i = 0; i < 2; ++i) step(*after, parts);
  EXPECT_TRUE(whole.front().second.equal(parts.front().second));
}

TEST_P(EveryOptimizer, LeavesAWeightWithoutAGradientAlone) {
  auto weights = three_weights();
  const auto optimizer = make_optimizer(weights, options());
  step(*optimizer, weights);
  optimizer->zero_grad();
  const auto before = weights.front().second.clone();
  optimizer->step(0.1);
  EXPECT_TRUE(weights.front().second.equal(before));
}

// Weight decay moves a matrix as if all weights were decayed, and a vector as if none were.
TEST_P(EveryOptimizer, DecaysMatricesAlone) {
  const auto weights_after = [&](double weight_decay, config::Decayed decayed) {
    NamedTensors weights = {{"matrix", torch::ones({2, 2}).requires_grad_()},
                            {"bias", torch::ones({2}).requires_grad_()}};
    auto options = this->options();
    options.weight_decay = weight_decay;
    options.decayed = decayed;
    const auto optimizer = make_optimizer(weights, options);
    for (auto& [name, weight] : weights)
      weight.mutable_grad() = torch::tensor({0.5F, -0.01F}).expand_as(weight).clone();
    for (int step = 0; step < 2; ++step) optimizer->step(0.1);
    return weights;
  };
  const auto matrices = weights_after(0.1, config::Decayed::matrices),
             all = weights_after(0.1, config::Decayed::all);
  const auto none = weights_after(0.0, config::Decayed::all);
  EXPECT_TRUE(matrices[0].second.equal(all[0].second));
  EXPECT_TRUE(matrices[1].second.equal(none[1].second));
  EXPECT_FALSE(all[1].second.equal(none[1].second));
}

INSTANTIATE_TEST_SUITE_P(Named, EveryOptimizer,
                         testing::Values(config::OptimizerKind::adam, config::OptimizerKind::adamw,
                                         config::OptimizerKind::sgd),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace regard::train
