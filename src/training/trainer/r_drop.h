#pragma once
#include "batches/batch.h"
#include "ops/cross_entropy.h"

namespace regard::train {

/// A batch with each row twice, one half below the other; dropout differs between the halves.
corpus::Batch doubled(const corpus::Batch& batch);

/// The loss of R-Drop (Liang et al., 2021, arXiv:2106.14448, equation 4) divided by two, so that
/// alpha 0 gives the loss of one pass: the mean of the two passes' losses + alpha / 4 * (KL(p || q)
/// + KL(q || p)). logits (2 * tokens, vocab) and labels (2 * tokens) of a doubled batch, without
/// padding; smoothing and pad as in ops::smoothed_cross_entropy.
ops::TokenLoss r_drop_loss(const torch::Tensor& logits, const torch::Tensor& labels, double alpha,
                           double smoothing, int64_t pad);

}  // namespace regard::train
