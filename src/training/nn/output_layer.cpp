#include "nn/output_layer.h"

namespace regard::nn {

OutputLayerImpl::OutputLayerImpl(int64_t size, int64_t vocab, const torch::Tensor& embedding) {
  weight =
      embedding.defined() ? embedding : register_parameter("weight", torch::zeros({vocab, size}));
  bias = register_parameter("bias", torch::zeros({vocab}));
}

}  // namespace regard::nn
