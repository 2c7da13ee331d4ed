#include "lessons/layer_cost.h"

#include <c10/util/Exception.h>

namespace regard::nn {

LayerCost convolution_cost(int64_t tokens, int64_t size, int64_t kernel) {
  TORCH_CHECK(kernel > 1, "convolution_cost: kernel ", kernel, " never joins two tokens");
  const int64_t distance = tokens - 1, reach = kernel - 1;
  return {kernel * tokens * size * size, 1, (distance + reach - 1) / reach};
}

LayerCost recurrent_cost(int64_t tokens, int64_t size) {
  return {tokens * size * size, tokens, tokens};
}

LayerCost self_attention_cost(int64_t tokens, int64_t size) {
  return {2 * tokens * tokens * size, 1, 1};
}

}  // namespace regard::nn
