#include "nn/learned_positions.h"

namespace regard::nn {

LearnedPositionsImpl::LearnedPositionsImpl(int64_t max_length, int64_t size) {
  pos_embedding = register_module("pos_embedding", torch::nn::Embedding(max_length, size));
}

torch::Tensor LearnedPositionsImpl::forward(int64_t first, int64_t count) {
  TORCH_CHECK(first >= 0 && first + count <= max_length(), "LearnedPositions: positions ", first,
              " to ", first + count - 1, " are wanted, but there are only ", max_length(),
              ", counted from 0");
  return pos_embedding->weight.narrow(0, first, count);
}

}  // namespace regard::nn
