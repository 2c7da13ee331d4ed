#include "ops/cross_entropy.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <vector>

#include "math/kernels.h"
#include "ops/affine.h"
#include "ops/bodies.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr int64_t kLogitsAtOnce = int64_t{1} << 22;  // 16 MiB

// Labels and options of the loss.
struct Labels {
  torch::Tensor classes;  // (tokens), int64
  double smoothing;
  int64_t pad;
  bool learning;  // whether the loss has a gradient

  Labels narrow(int64_t begin, int64_t rows) const {
    return {classes.narrow(0, begin, rows), smoothing, pad, learning};
  }
};

struct Sums {
  double loss = 0, likelihood = 0;
};

// Sums the losses of rows of logits. If `learning`, the logits are overwritten with the gradients
// of the sum.
Sums row_losses(torch::Tensor logits, const Labels& labels) {
  const int64_t rows = logits.size(0), vocab = logits.size(1);
  std::vector<Sums> losses(rows);
  auto* logit_data = logits.mutable_data_ptr<float>();
  const auto* label_data = labels.classes.const_data_ptr<int64_t>();
  const auto elsewhere = static_cast<float>(labels.smoothing / static_cast<double>(vocab));
  const auto at_label = static_cast<float>(1 - labels.smoothing);
  const int64_t grain = std::max<int64_t>(1, 16384 / vocab);
  at::parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t label = label_data[i];
      float* row = logit_data + i * vocab;
      if (label == labels.pad) {
        if (labels.learning) std::fill(row, row + vocab, 0.0f);
        continue;
      }
      TORCH_CHECK_INDEX(label >= 0 && label < vocab, "projected_cross_entropy: label ", label,
                        " of ", vocab, " classes");
      const auto sums = math::kernels().row_sums(row, vocab);
      const double log_sum_exp = sums.log_sum_exp;
      losses[i].likelihood = log_sum_exp - row[label];
      losses[i].loss = (1 - labels.smoothing) * losses[i].likelihood +
                       labels.smoothing * (log_sum_exp - sums.sum / static_cast<double>(vocab));
      if (!labels.learning) continue;
      math::kernels().softmax_difference(row, vocab, sums.log_sum_exp, elsewhere);
      row[label] -= at_label;
    }
  });
  Sums all;  // always added up in the same order
  for (const auto& loss : losses) {
    all.loss += loss.loss;
    all.likelihood += loss.likelihood;
  }
  return all;
}

class FusedCrossEntropy : public torch::autograd::Function<FusedCrossEntropy> {
 public:
  // -> loss_sum, nll_sum.
  static variable_list forward(AutogradContext* context, const torch::Tensor& states,
                               const torch::Tensor& weight, const torch::Tensor& bias,
                               const Labels& labels) {
    const int64_t tokens = states.size(0), vocab = weight.size(0);
    const int64_t rows_at_once = std::clamp<int64_t>(kLogitsAtOnce / vocab, 1, tokens);
    auto logits = torch::empty({rows_at_once, vocab}, states.options());
    torch::Tensor state_gradient, weight_gradient, bias_gradient;
    if (labels.learning) {
      state_gradient = torch::empty_like(states);
      weight_gradient = torch::zeros_like(weight);
      bias_gradient = torch::zeros_like(bias);
    }
    Sums sums;
    const auto rounded_weight = rounded(weight);
    for (int64_t begin = 0; begin < tokens; begin += rows_at_once) {
      const int64_t rows = std::min(rows_at_once, tokens - begin);
      const auto some_states = states.narrow(0, begin, rows);
      const auto some_logits = logits.narrow(0, 0, rows);
      some_logits.copy_(bias.expand_as(some_logits));
      multiply_add(some_states, rounded_weight.t(), some_logits);
      const auto losses = row_losses(some_logits, labels.narrow(begin, rows));
      sums.loss += losses.loss;
      sums.likelihood += losses.likelihood;
      if (!labels.learning) continue;
      const auto gradient = rounded(some_logits);
      multiply(gradient, rounded_weight, state_gradient.narrow(0, begin, rows));
      multiply_add(gradient.t(), some_states, weight_gradient);
      bias_gradient += some_logits.sum(0);
    }
    if (labels.learning)
      context->save_for_backward({state_gradient, weight_gradient, bias_gradient});
    variable_list result{torch::scalar_tensor(sums.loss, states.options()),
                         torch::scalar_tensor(sums.likelihood, states.options())};
    context->mark_non_differentiable({result[1]});
    return result;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    variable_list result(4);
    const auto saved = context->get_saved_variables();
    for (size_t i = 0; i < saved.size(); ++i) {
      if (context->needs_input_grad(i)) result[i] = saved[i] * gradients[0];
    }
    return result;
  }
};

}  // namespace

TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad) {
  TORCH_CHECK(logits.dim() == labels.dim() + 1, "smoothed_cross_entropy: logits ", logits.sizes(),
              " for labels ", labels.sizes());
  const auto log_probs = logits.reshape({-1, logits.size(-1)}).log_softmax(-1);
  const auto flat_labels = labels.reshape({-1});
  const auto padding = flat_labels == pad;
  const auto likelihood = at::nll_loss(log_probs, flat_labels, {}, at::Reduction::Sum, pad);
  const auto others = log_probs.mean(-1).masked_fill(padding, 0.0).sum();
  return {(1 - smoothing) * likelihood - smoothing * others, likelihood.detach(),
          padding.logical_not().sum()};
}

TokenLoss projected_cross_entropy(const torch::Tensor& states, const torch::Tensor& weight,
                                  const torch::Tensor& bias, const torch::Tensor& labels,
                                  double smoothing, int64_t pad) {
  TORCH_CHECK(states.dim() == 2 && labels.dim() == 1, "projected_cross_entropy: states ",
              states.sizes(), " and labels ", labels.sizes(), " must be (tokens, size), (tokens)");
  if (!may_fuse(states) || states.size(0) == 0)
    return smoothed_cross_entropy(affine(states, weight, bias), labels, smoothing, pad);
  const bool learning = torch::GradMode::is_enabled() &&
                        (states.requires_grad() || weight.requires_grad() || bias.requires_grad());
  const Labels compared{labels.contiguous(), smoothing, pad, learning};
  const auto sums = FusedCrossEntropy::apply(states.contiguous(), weight, bias, compared);
  return {sums[0], sums[1], (labels != pad).sum()};
}

}  // namespace regard::ops
