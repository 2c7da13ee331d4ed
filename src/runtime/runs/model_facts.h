#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/experiment.h"

namespace regard::report {

/// Facts about a model, read from its directory or packed file.
struct ModelFacts {
  std::string architecture;
  bool translates = true;      ///< false for a language model
  bool is_run = false;         ///< has a training log
  bool is_unfinished = false;  ///< training can be resumed
  bool has_int8 = false;       ///< matrices are stored as 8-bit integers
  std::string source_language, target_language;
  uint64_t bytes = 0;  ///< size of the weights
  /// The test set, by its file names, and the scores by metric name. Empty if the model was not
  /// tested, or if these are not the tested weights.
  std::string test_text;
  std::map<std::string, double> test_scores;

  /// Names and values in reading order: vocabulary, size, how and on what the model was trained,
  /// and its scores, as far as these are known.
  std::vector<std::pair<std::string, std::string>> lines;
};

/// The facts about a model, with the weights in the file `weights` if given. Throws Error if the
/// directory does not hold a model, or if the model is damaged.
ModelFacts facts_of_model(const std::string& directory, const std::string& weights = "");

/// Suggested next commands. Each works as printed: the files it names exist and may be read, and it
/// overwrites nothing.
std::vector<std::string> advice_for(const std::string& model, const ModelFacts& facts);

/// The command that resumes a training run.
std::string command_to_resume(const std::string& run);

/// The names of the training files: "train.en, more.tsv".
std::string texts_in_words(const config::DataOptions& data);

/// Facts about a model that only the model's owner knows.
struct CardOptions {
  std::string license;
  std::string author;
  std::string description;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = CardOptions;
    v.field("license", &O::license,
            "License of the model, for its card: an identifier such as cc-by-4.0.");
    v.field("author", &O::author, "Author of the model, for its card.");
    v.field("description", &O::description, "Purpose of the model, for its card.");
  }
};

/// Input for a model card: README.md as Hugging Face reads it, with YAML metadata and text. `name`
/// is the model's name, `library` the program that reads it, and `use` explains how to call it.
struct CardUse {
  std::string name;
  std::string library;
  std::string use;
};
std::string model_card(const ModelFacts& facts, const CardOptions& options, const CardUse& use);

constexpr const char* kCardName = "README.md";

/// The part of a packed model's card that its owner wrote: everything from the first line that
/// begins with "## ". Empty if there is none.
std::string card_sections(const std::string& model);

}  // namespace regard::report
