#pragma once
#include <torch/types.h>

#include <vector>

namespace regard::train {

/// Guided alignment (Chen, Matusov, Khadivi and Peter, 2016, arXiv:1607.01628): the cross-entropy
///   - sum over j, i of alignments_ji log weights_ji
/// of attention against where target tokens come from, summed over the batch's target tokens and
/// averaged over the `weights`, each (batch, 1, target, source); alignments (batch, target,
/// source), whose rows sum to 1, or to 0 at padding. A tensor of no dimensions, with a gradient.
torch::Tensor guided_alignment_loss(const std::vector<torch::Tensor>& weights,
                                    const torch::Tensor& alignments);

}  // namespace regard::train
