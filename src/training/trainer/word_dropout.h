#pragma once
#include <torch/types.h>

namespace regard::train {

/// Replaces each token (int64, of any shape) except special ones by the unknown token with
/// probability `rate`. It hides whole words or pieces, not numbers of their embeddings (Gal and
/// Ghahramani, 2016, arXiv:1512.05287, section 4.2). Draws from torch's generator unless `rate` is
/// 0.
torch::Tensor word_dropout(const torch::Tensor& tokens, double rate);

}  // namespace regard::train
