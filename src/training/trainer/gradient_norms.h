#pragma once
#include <torch/nn/module.h>

#include <string>
#include <vector>

#include "runs/film.h"

namespace regard::train {

/// The layer that a parameter belongs to, as a reader knows it: encoder.block.0 that of
/// encoder.blks.block0.ffn.dense1.weight, encoder.rnn.1 that of encoder.rnn.weight_ih_l1_reverse,
/// decoder.attention that of decoder.attention.W_q.weight.
std::string layer_of(const std::string& parameter);

/// The gradient norms of a model's layers after a step. Its gradients were clipped together, so
/// what they are now is scaled to `norm`, that of all of them before.
std::vector<GradientNorm> gradient_norms(const torch::nn::Module& model, double norm);

}  // namespace regard::train
