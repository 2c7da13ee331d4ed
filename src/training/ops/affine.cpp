#include "ops/affine.h"

#include <torch/csrc/autograd/custom_function.h>

#include <vector>

#include "ops/bodies.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using OptionalTensor = std::optional<torch::Tensor>;

// (..., size) -> (rows, size)
torch::Tensor rows_of(const torch::Tensor& x) { return x.reshape({-1, x.size(-1)}); }

class FusedAffine : public torch::autograd::Function<FusedAffine> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const OptionalTensor& bias) {
    const auto rows = rounded(rows_of(x)), rounded_weight = rounded(weight);
    context->save_for_backward({rows, rounded_weight});
    context->saved_data["has_bias"] = bias.has_value();
    auto sizes = x.sizes().vec();
    sizes.back() = weight.size(0);
    auto result = torch::empty(sizes, x.options());  // not a view: callers may change it in place
    auto result_rows = rows_of(result);
    if (bias) {
      result_rows.copy_(bias->expand_as(result_rows));
      multiply_add(rows, rounded_weight.t(), result_rows);
    } else {
      multiply(rows, rounded_weight.t(), result_rows);
    }
    return result;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &rows = saved[0], &weight = saved[1];
    const auto exact = rows_of(gradients[0]), gradient = rounded(exact);
    variable_list result(3);
    if (context->needs_input_grad(0)) {
      auto sizes = gradients[0].sizes().vec();
      sizes.back() = weight.size(1);
      result[0] = product(gradient, weight).view(sizes);
    }
    if (context->needs_input_grad(1)) result[1] = product(gradient.t(), rows);
    if (context->saved_data["has_bias"].toBool()) result[2] = exact.sum(0);
    return result;
  }
};

torch::Tensor plain_affine(const torch::Tensor& x, const torch::Tensor& weight,
                           const torch::Tensor& bias) {
  const auto type = rounded_type();
  if (!type || x.scalar_type() != torch::kFloat) return torch::linear(x, weight, bias);
  const auto result = torch::linear(x.to(*type), weight.to(*type)).to(torch::kFloat);
  return bias.defined() ? result + bias : result;
}

}  // namespace

torch::Tensor affine(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias) {
  const bool gains = rounded_type() || products_by_kernels();
  if (gains && may_fuse(x))
    return FusedAffine::apply(x, weight, bias.defined() ? OptionalTensor(bias) : std::nullopt);
  return plain_affine(x, weight, bias);
}

// An argument of an autograd function must not be an undefined tensor, but may be nullopt.
using OptionalTensor = std::optional<torch::Tensor>;

// The weights, detached, and the data that each step's backward pass stores for their gradients.
struct RecordedSteps : torch::CustomClassHolder {
  RecordedSteps(torch::Tensor of_input, OptionalTensor added)
      : weight(std::move(of_input)), bias(std::move(added)) {}

  torch::Tensor weight;
  OptionalTensor bias;
  std::vector<torch::Tensor> inputs, gradients;
};
using StepsPointer = c10::intrusive_ptr<RecordedSteps>;

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

OptionalTensor if_defined(const torch::Tensor& tensor) {
  return tensor.defined() ? OptionalTensor(tensor) : std::nullopt;
}

StepsPointer steps_of(AutogradContext* context) {
  return c10::static_intrusive_pointer_cast<RecordedSteps>(
      context->saved_data["steps"].toCapsule());
}

// (weight, bias) -> an empty handle that every step takes as an input, so that this backward runs
// after those of all steps.
class StepWeights : public torch::autograd::Function<StepWeights> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& weight,
                               const OptionalTensor& bias, const StepsPointer& steps) {
    context->saved_data["steps"] = torch::IValue::make_capsule(steps);
    context->saved_data["has_bias"] = bias.has_value();
    return torch::empty({0}, weight.options());
  }

  static variable_list backward(AutogradContext* context, const variable_list&) {
    const auto steps = steps_of(context);
    if (steps->inputs.empty()) return {{}, {}, {}};
    const auto inputs = torch::cat(steps->inputs), gradients = torch::cat(steps->gradients);
    steps->inputs.clear();
    steps->gradients.clear();
    const auto of_bias =
        context->saved_data["has_bias"].toBool() ? gradients.sum(0) : torch::Tensor();
    return {gradients.t().mm(inputs), of_bias, {}};
  }
};

torch::Tensor plain_step_linear(const torch::Tensor& x, const torch::Tensor& weight,
                                const OptionalTensor& bias, const OptionalTensor& added) {
  if (!added) return torch::linear(x, weight, bias);
  auto result = torch::addmm(*added, x, weight.t());
  return bias ? result + *bias : result;
}

class FusedStepLinear : public torch::autograd::Function<FusedStepLinear> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& handle, const OptionalTensor& added,
                               const StepsPointer& steps) {
    (void)handle;
    context->save_for_backward({x, steps->weight});
    context->saved_data["steps"] = torch::IValue::make_capsule(steps);
    context->saved_data["has_added"] = added.has_value();
    return plain_step_linear(x, steps->weight, steps->bias, added);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto& gradient = gradients[0];
    const auto steps = steps_of(context);
    steps->inputs.push_back(saved[0]);
    steps->gradients.push_back(gradient);
    const bool wants_x = context->needs_input_grad(0);
    const bool wants_added =
        context->saved_data["has_added"].toBool() && context->needs_input_grad(2);
    return {wants_x ? gradient.mm(saved[1]) : torch::Tensor(),
            {},
            wants_added ? gradient : torch::Tensor(),
            {}};
  }
};

}  // namespace

struct StepLinear::Shared {
  torch::Tensor weight;
  OptionalTensor bias;
  torch::Tensor handle;  // orders the fused gradients; undefined in the plain implementation
  StepsPointer steps;
};

StepLinear::StepLinear(const torch::Tensor& weight, const torch::Tensor& bias) {
  Shared shared{weight, if_defined(bias), {}, {}};
  if (torch::GradMode::is_enabled() && may_fuse()) {
    shared.steps = c10::make_intrusive<RecordedSteps>(
        weight.detach(), shared.bias ? OptionalTensor(bias.detach()) : std::nullopt);
    shared.handle = StepWeights::apply(weight, shared.bias, shared.steps);
  }
  shared_ = std::make_shared<const Shared>(std::move(shared));
}

torch::Tensor StepLinear::operator()(const torch::Tensor& x, const torch::Tensor& added) const {
  const auto& [weight, bias, handle, steps] = *shared_;
  if (!handle.defined()) return plain_step_linear(x, weight, bias, if_defined(added));
  return FusedStepLinear::apply(x, handle, if_defined(added), steps);
}

}  // namespace regard::ops
