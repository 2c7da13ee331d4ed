#pragma once
#include <torch/nn/module.h>

#include "regard/config/experiment.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::train {

/// The tokenizers of the run that a training starts from (training.init_from). Throws Error if
/// there is no such run.
text::TokenizerPair tokenizers_of_beginning(const config::Experiment& experiment);

/// Reads the best weights of that run into `model`. Throws Error if its architecture or sizes
/// differ.
void load_weights_of_beginning(const config::Experiment& experiment, torch::nn::Module& model);

}  // namespace regard::train
