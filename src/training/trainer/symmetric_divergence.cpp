#include "trainer/symmetric_divergence.h"

namespace regard::nn {

// sum p (log p - log q) + sum q (log q - log p)
torch::Tensor symmetric_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits) {
  const auto log_p = p_logits.log_softmax(-1), log_q = q_logits.log_softmax(-1);
  return ((log_p.exp() - log_q.exp()) * (log_p - log_q)).sum();
}

}  // namespace regard::nn
