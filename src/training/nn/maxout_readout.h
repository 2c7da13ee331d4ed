#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"

namespace regard::nn {

struct MaxoutReadoutOptions {
  int64_t state_size;
  int64_t embedding_size;
  int64_t context_size;
  int64_t size;  ///< of the result
};

/// The input of the output layer in an attentional decoder: the state s before the step, the
/// embedding y of the previous word and the context c, through one layer of maxout (Goodfellow et
/// al., 2013):   u = U_o s + V_o y + C_o c + b, twice as long as the result; t_j = max(u_2j,
/// u_2j+1). Bahdanau, Cho and Bengio (2015), appendix A.2.2, arXiv:1409.0473, which omits biases;
/// W_o t is computed by the output layer.
class MaxoutReadoutImpl : public torch::nn::Module {
 public:
  explicit MaxoutReadoutImpl(const MaxoutReadoutOptions& options);

  /// state (..., state_size), embedded (..., embedding_size), context (..., context_size) -> (...,
  /// size)
  torch::Tensor forward(const torch::Tensor& state, const torch::Tensor& embedded,
                        const torch::Tensor& context);

  Linear U_o{nullptr}, V_o{nullptr}, C_o{nullptr};
};
TORCH_MODULE(MaxoutReadout);

}  // namespace regard::nn
