#pragma once
#include <memory>
#include <string>

#include "interop/load_model.h"
#include "model/language_model.h"
#include "support/tiny_model.h"

namespace regard::test {

/// A minimal model section for each language model architecture.
inline const char* tiny_language_options(const std::string& architecture) {
  if (architecture == "transformer_lm") {
    return "{type: transformer_lm, d_model: 8, heads: 2, ffn_size: 16, layers: 2}";
  }
  return "{type: rnn_lm, embedding_size: 8, hidden_size: 8}";
}

/// An untrained language model with everything that belongs to it.
struct TinyLanguageModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  std::shared_ptr<model::LanguageModel> model;

  /// Writes a directory as `regard train` does.
  void save(const std::string& directory) const {
    std::filesystem::create_directories(directory);
    write_file_atomically(directory + "/config.yaml", config::to_yaml(experiment));
    store::ModelDirectory(directory).save_tokenizers(tokenizers);
    interop::save_model(directory + "/model.safetensors", *model,
                        {.architecture = experiment.model.find("type")->text,
                         .options = config::to_yaml(experiment.model),
                         .source_vocab = tokenizers.source().size(),
                         .target_vocab = tokenizers.target().size(),
                         .tokenizer_hash = tokenizers.hash(),
                         .step = 7,
                         .score = "loss 1.5"});
  }
};

/// Weights are random but large, so no two tokens are equally likely.
inline TinyLanguageModel tiny_language_model(
    const std::string& architecture = "rnn_lm",
    config::TokenizerType type = config::TokenizerType::word) {
  config::Experiment experiment;
  experiment.task = config::Task::language_model;
  experiment.data.train.emplace_back().text = "train.en";
  experiment.model = config::read_yaml(tiny_language_options(architecture), "tiny model");
  experiment.bptt.steps = 6;
  auto& options = experiment.tokenizer;
  options.type = type;
  options.vocab_size = 40;
  const auto trained = text::train_tokenizer(tiny_lines(20), options);
  text::TokenizerPair tokenizers(trained, trained, text::Preprocess::none);
  auto model = interop::make_language_model(experiment, tokenizers);
  const torch::NoGradGuard no_grad;
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(1);
  for (auto& weight : model->parameters()) weight.normal_(0.0, 0.7, generator);
  model->eval();
  return {std::move(experiment), std::move(tokenizers), std::move(model)};
}

/// The names of all language models, for TEST_P.
inline std::vector<std::string> language_architecture_names() {
  std::vector<std::string> names;
  for (const auto& row : model::language_architectures()) names.push_back(row.name);
  return names;
}

}  // namespace regard::test
