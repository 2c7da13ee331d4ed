#pragma once
#include <gtest/gtest.h>
#include <torch/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "interop/load_model.h"
#include "model/seq2seq_model.h"
#include "module_search/searchers.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"
#include "translate/translate_lines.h"

namespace regard::test {

/// Lines of many lengths, with words that a tiny model knows.
inline std::vector<std::string> tiny_lines(size_t count = 6) {
  const std::vector<std::string> words = {"the",  "cat", "sees", "a",   "dog",  "and",
                                          "eats", "in",  "my",   "old", "house"};
  std::vector<std::string> lines;
  for (size_t line = 0; line < count; ++line) {
    std::string text;
    for (size_t word = 0; word < 1 + line * 5 % 13; ++word) {
      text += (word == 0 ? "" : " ") + words[(line * 7 + word * word + word) % words.size()];
    }
    lines.push_back(text);
  }
  return lines;
}

/// A minimal model section for each architecture, with small values for its options.
inline config::Node tiny_options(const std::string& architecture) {
  const std::map<std::string, std::string> small = {
      {"embedding_size", "8"}, {"hidden_size", "8"},    {"layers", "2"},
      {"d_model", "8"},        {"ffn_size", "16"},      {"heads", "2"},
      {"encoder_layers", "2"}, {"decoder_layers", "2"}, {"tied_embeddings", "all"},
  };
  const auto type = config::read_yaml("{type: " + architecture + "}", "tiny model");
  auto section = model::find_architecture(type).complete(type);
  for (auto& entry : section.entries) {
    if (small.contains(entry.key)) entry.value = config::Node::scalar(small.at(entry.key));
  }
  return section;
}

/// An untrained model with everything that belongs to it.
struct TinyModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  std::shared_ptr<model::Seq2SeqModel> model;

  store::ModelMetadata metadata() const {
    return {.architecture = experiment.model.find("type")->text,
            .options = config::to_yaml(experiment.model),
            .source_vocab = tokenizers.source().size(),
            .target_vocab = tokenizers.target().size(),
            .tokenizer_hash = tokenizers.hash(),
            .step = 7,
            .score = "loss 1.5",
            .words = tokenizers.words()};
  }

  /// Translates with the modules.
  std::vector<translate::Translation> translate(
      std::span<const std::string> lines, const translate::TranslationRequest& request = {}) const {
    return translate::translate_lines(*translate::module_searcher(*model), tokenizers, lines,
                                      request);
  }

  /// Writes a directory as `regard train` does.
  void save(const std::string& directory) const {
    std::filesystem::create_directories(directory);
    write_file_atomically(directory + "/config.yaml", config::to_yaml(experiment));
    store::ModelDirectory(directory).save_tokenizers(tokenizers);
    interop::save_model(directory + "/model.safetensors", *model, metadata());
  }
};

/// Weights are random but large, which sharpens the distributions: no two tokens are equally
/// likely, and some sentences end.
inline TinyModel tiny_model(const std::string& architecture = "transformer", uint64_t seed = 1,
                            config::TokenizerType tokenizer = config::TokenizerType::word,
                            const std::vector<std::string>& symbols = {}) {
  config::Experiment experiment;
  experiment.data.train = {{.source = "train.en", .target = "train.fr", .tsv = {}}};
  experiment.model = tiny_options(architecture);
  config::TokenizerOptions options;
  options.type = tokenizer;
  options.vocab_size = 40;
  options.symbols = symbols;
  const auto trained = text::train_tokenizer(tiny_lines(20), options);
  text::TokenizerPair tokenizers(trained, trained, text::Preprocess::none);
  auto model = interop::make_model(experiment, tokenizers);
  const torch::NoGradGuard no_grad;
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  for (auto& weight : model->parameters()) weight.normal_(0.0, 0.7, generator);
  model->eval();
  return {std::move(experiment), std::move(tokenizers), std::move(model)};
}

/// The name of a test that runs for every architecture.
inline std::string name_of_architecture(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

/// The names of all architectures, for TEST_P.
inline std::vector<std::string> architecture_names() {
  std::vector<std::string> names;
  for (const auto& architecture : model::architectures()) names.push_back(architecture.name);
  return names;
}

}  // namespace regard::test
