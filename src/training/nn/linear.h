#pragma once
#include <torch/nn/module.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>

#include "ops/affine.h"
#include "ops/cross_entropy.h"
#include "ops/probe.h"

namespace regard::nn {

/// torch::nn::Linear, computed by `affine`.
class LinearImpl : public torch::nn::LinearImpl {
 public:
  using torch::nn::LinearImpl::LinearImpl;

  /// (..., in_features) -> (..., out_features)
  torch::Tensor forward(const torch::Tensor& x) { return ops::affine(x, weight, bias); }
};
TORCH_MODULE(Linear);

/// Applies all layers to the same x as one matrix multiplication. They must agree on in_features
/// and on having a bias.
std::vector<torch::Tensor> linear_together(const torch::Tensor& x,
                                           const std::vector<Linear>& layers);

/// Initializes a whole model with new random weights from torch's generator:
/// - Matrices, stacked gates of recurrent layers included: Xavier uniform (Glorot and Bengio,
///   2010), as in d2l 10.7.
/// - Embeddings: normal with standard deviation 1 / sqrt(size). The expected norm of a word
///   vector is then 1 for any size, so the matrix can also serve as the output layer. The
///   Transformer multiplies embeddings by sqrt(size), so they have unit variance.
/// - Biases: 0. Layer normalization keeps its gain 1 and bias 0.
void initialize(torch::nn::Module& module);

/// Reinitializes the weights that d2l leaves at PyTorch's defaults: embeddings become standard
/// normal, biases of recurrent layers uniform up to 1 / sqrt(hidden size), those of linear layers
/// up to 1 / sqrt(inputs).
void initialize_as_the_book(torch::nn::Module& module);

/// Maps states to logits: W s + b. W is a separate parameter or the target embedding (Press and
/// Wolf, 2017, arXiv:1608.05859).
class OutputLayerImpl : public torch::nn::Module {
 public:
  /// `embedding` (vocab, size), if given, is the weight; only the bias is then a parameter of this
  /// module.
  OutputLayerImpl(int64_t size, int64_t vocab, const torch::Tensor& embedding = {});

  /// (..., size) -> (..., vocab)
  torch::Tensor forward(const torch::Tensor& states) {
    return REGARD_OBSERVED("logits", ops::affine(states, weight, bias));
  }

  /// The loss of the states' logits, which are not stored; states (tokens, size), labels (tokens),
  /// int64.
  ops::TokenLoss loss(const torch::Tensor& states, const torch::Tensor& labels, double smoothing,
                      int64_t pad) const {
    return ops::projected_cross_entropy(states, weight, bias, labels, smoothing, pad);
  }

  torch::Tensor weight, bias;
};
TORCH_MODULE(OutputLayer);

struct MaxoutReadoutOptions {
  int64_t state_size;
  int64_t embedding_size;
  int64_t context_size;
  int64_t size;  ///< size of the result
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
