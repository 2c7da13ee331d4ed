#include "ops/affine.h"

#include <torch/csrc/autograd/custom_function.h>

#include "ops/bodies.h"
#include "ops/product.h"
#include "ops/rounded_products.h"

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
    auto result = torch::empty(sizes, x.options());  // no view: its user may change it in place
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

}  // namespace regard::ops
