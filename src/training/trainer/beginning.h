#pragma once
#include <torch/nn/module.h>
#include <torch/utils.h>

#include <optional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "text/tokenizer_pair.h"
#include "trainer/run_directory.h"

namespace regard::train {

/// The run that a training starts from. Throws Error if there is none at the path.
RunDirectory run_to_begin_with(const std::string& path);

/// The tokenizers of the run that a training starts from (training.init_from). Throws Error if
/// there is no such run.
text::TokenizerPair tokenizers_of_beginning(const config::Experiment& experiment);

/// The words (text::HalfWords) of the run that a training starts from, if it starts from one; none
/// where they are not known. A resumed `run` has them in its own model, if there is one yet. Throws
/// Error as HalfWords::parse does.
std::optional<std::vector<std::string>> words_of_beginning(const config::Experiment& experiment,
                                                           const RunDirectory& run, bool resume);

/// Loads the best weights of that run. Throws Error if its architecture or sizes differ.
void load_weights_of_beginning(const config::Experiment& experiment, torch::nn::Module& model);

/// The model that `make` makes, on the device: with random weights by the experiment's seed or,
/// unless the run resumes, with those of the run it starts from.
template <class Make>
auto begin_model(const Make& make, const config::Experiment& experiment,
                 const text::TokenizerPair& tokenizers, bool resume, torch::Device device) {
  torch::manual_seed(static_cast<uint64_t>(experiment.training.seed));
  auto model = make(experiment, tokenizers);
  if (!resume && !experiment.training.init_from.empty()) {
    load_weights_of_beginning(experiment, *model);
  }
  model->to(device);
  return model;
}

}  // namespace regard::train
