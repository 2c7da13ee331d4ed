#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <utility>
#include <vector>

namespace regard::train {

/// The matrix (rows, columns) represented by its 8-bit integers, as regard quantize and regard pack
/// write them (store::row_integers), bit for bit:
///   scale_r = max_c |w_rc| / 127,  integer_rc = w_rc / scale_r to the nearest, ties to even,
///   result_rc = integer_rc * scale_r.
torch::Tensor rounded_to_integers(const torch::Tensor& matrix);

/// Quantization-aware training (Jacob et al., 2018, arXiv:1712.05877): during its lifetime the
/// model's matrices are rounded to their 8-bit integers. Gradients computed meanwhile are those
/// with respect to the rounded weights; an optimizer applies them to the original weights, which
/// are restored at the end: the straight-through estimator (Bengio et al., 2013, arXiv:1308.3432).
class QuantizedWeights {
 public:
  explicit QuantizedWeights(const torch::nn::Module& model);
  ~QuantizedWeights();
  QuantizedWeights(const QuantizedWeights&) = delete;
  QuantizedWeights& operator=(const QuantizedWeights&) = delete;

 private:
  std::vector<std::pair<torch::Tensor, torch::Tensor>>
      matrices_;  // the model's matrices and their copies
};

}  // namespace regard::train
