#include "nn/maxout_readout.h"

namespace regard::nn {

MaxoutReadoutImpl::MaxoutReadoutImpl(const MaxoutReadoutOptions& options) {
  using torch::nn::LinearOptions;
  const auto map = [&](const char* name, int64_t input_size, bool bias) {
    return register_module(name, Linear(LinearOptions(input_size, 2 * options.size).bias(bias)));
  };
  U_o = map("U_o", options.state_size, true);
  V_o = map("V_o", options.embedding_size, false);
  C_o = map("C_o", options.context_size, false);
}

torch::Tensor MaxoutReadoutImpl::forward(const torch::Tensor& state, const torch::Tensor& embedded,
                                         const torch::Tensor& context) {
  TORCH_CHECK(
      state.sizes().slice(0, state.dim() - 1) == embedded.sizes().slice(0, embedded.dim() - 1) &&
          state.sizes().slice(0, state.dim() - 1) == context.sizes().slice(0, context.dim() - 1),
      "MaxoutReadout: state ", state.sizes(), ", embedded ", embedded.sizes(), " and context ",
      context.sizes(), " do not fit together");
  const auto sum = U_o(state) + V_o(embedded) + C_o(context);  // (..., 2 * size)
  return sum.unflatten(-1, {-1, 2}).amax(-1);
}

}  // namespace regard::nn
