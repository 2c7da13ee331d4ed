#include "regard/nn/smoothed_cross_entropy.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <vector>

#include "kernels.h"

namespace regard::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

int64_t grain(int64_t vocab) { return std::max<int64_t>(1, 16384 / vocab); }

// logits (tokens, vocab), labels (tokens) -> loss_sum, nll_sum.
class SmoothedCrossEntropy : public torch::autograd::Function<SmoothedCrossEntropy> {
 public:
  static variable_list forward(AutogradContext* context, const torch::Tensor& logits,
                               const torch::Tensor& labels, double smoothing, int64_t pad) {
    TORCH_CHECK(logits.is_contiguous() && labels.is_contiguous(),
                "smoothed_cross_entropy: tensors must be contiguous");
    const int64_t tokens = logits.size(0), vocab = logits.size(1);
    auto log_sum_exps = torch::empty({tokens}, logits.options());
    std::vector<double> losses(tokens, 0.0), likelihoods(tokens, 0.0);
    const float* logit_data = logits.const_data_ptr<float>();
    const int64_t* label_data = labels.const_data_ptr<int64_t>();
    float* log_sum_exp_data = log_sum_exps.mutable_data_ptr<float>();
    at::parallel_for(0, tokens, grain(vocab), [&](int64_t begin, int64_t end) {
      for (int64_t token = begin; token < end; ++token) {
        const int64_t label = label_data[token];
        if (label == pad) continue;
        TORCH_CHECK_INDEX(label >= 0 && label < vocab, "smoothed_cross_entropy: label ", label,
                          " of ", vocab, " classes");
        const float* row = logit_data + token * vocab;
        const auto sums = kernels::row_sums(row, vocab);
        const double log_sum_exp = log_sum_exp_data[token] = sums.log_sum_exp;
        likelihoods[token] = log_sum_exp - row[label];
        losses[token] =
            (1 - smoothing) * likelihoods[token] + smoothing * (log_sum_exp - sums.sum / vocab);
      }
    });
    double loss = 0, likelihood = 0;  // always added up in the same order
    for (int64_t token = 0; token < tokens; ++token) {
      loss += losses[token];
      likelihood += likelihoods[token];
    }
    context->save_for_backward({logits, labels, log_sum_exps});
    context->saved_data["smoothing"] = smoothing;
    context->saved_data["pad"] = pad;
    variable_list sums{torch::scalar_tensor(loss, logits.options()),
                       torch::scalar_tensor(likelihood, logits.options())};
    context->mark_non_differentiable({sums[1]});
    return sums;
  }

  // softmax - target, times the gradient of the sum, written over the logits.
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto logits = saved[0].detach();
    const auto &labels = saved[1], &log_sum_exps = saved[2];
    const double smoothing = context->saved_data["smoothing"].toDouble();
    const int64_t pad = context->saved_data["pad"].toInt();
    const auto scale = gradients[0].item<float>();
    const int64_t tokens = logits.size(0), vocab = logits.size(1);
    const auto elsewhere = static_cast<float>(smoothing / static_cast<double>(vocab));
    const auto at_label = static_cast<float>(1 - smoothing) * scale;
    float* logit_data = logits.mutable_data_ptr<float>();
    const int64_t* label_data = labels.const_data_ptr<int64_t>();
    const float* log_sum_exp_data = log_sum_exps.const_data_ptr<float>();
    at::parallel_for(0, tokens, grain(vocab), [&](int64_t begin, int64_t end) {
      for (int64_t token = begin; token < end; ++token) {
        float* row = logit_data + token * vocab;
        if (label_data[token] == pad) {
          std::fill(row, row + vocab, 0.0f);
          continue;
        }
        kernels::softmax_difference(row, vocab, log_sum_exp_data[token], elsewhere, scale);
        row[label_data[token]] -= at_label;
      }
    });
    torch::autograd::impl::bump_version(
        logits);  // whoever else kept the logits for a backward pass gets an error
    return {logits, {}, {}, {}};
  }
};

// The same by ATen's operations, for other devices and types.
variable_list composed(const torch::Tensor& logits, const torch::Tensor& labels, double smoothing,
                       int64_t pad) {
  const auto log_probs = logits.log_softmax(-1);
  const auto likelihood = at::nll_loss(log_probs, labels, {}, at::Reduction::Sum, pad);
  const auto others = log_probs.mean(-1).masked_fill(labels == pad, 0.0).sum();
  return {(1 - smoothing) * likelihood - smoothing * others, likelihood.detach()};
}

}  // namespace

TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad) {
  TORCH_CHECK(logits.dim() == labels.dim() + 1, "smoothed_cross_entropy: logits ", logits.sizes(),
              " for labels ", labels.sizes());
  const auto rows = logits.reshape({-1, logits.size(-1)});
  const auto flat_labels = labels.reshape({-1}).contiguous();
  const bool fused = rows.is_cpu() && rows.scalar_type() == torch::kFloat;
  auto sums = fused ? SmoothedCrossEntropy::apply(rows.contiguous(), flat_labels, smoothing, pad)
                    : composed(rows, flat_labels, smoothing, pad);
  return {sums[0], sums[1], (flat_labels != pad).sum()};
}

}  // namespace regard::nn
