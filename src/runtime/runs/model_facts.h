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
  bool translates = true;      ///< false: it is a language model
  bool is_run = false;         ///< its training's log is there
  bool is_unfinished = false;  ///< its training can continue
  bool has_int8 = false;       ///< its matrices are 8-bit integers
  std::string source_language, target_language;
  uint64_t bytes = 0;  ///< size of the weights
  /// The text of the test scores by its files' names, and the scores by the names of their metrics;
  /// empty if the model was not tested, or if its weights are not those that were tested.
  std::string test_text;
  std::map<std::string, double> test_scores;

  /// Names and values, in an order to read: vocabulary, size, how it was trained and on what, and
  /// its scores, as far as they are known.
  std::vector<std::pair<std::string, std::string>> lines;
};

/// The facts of a model. With other weights, if `weights` names a file. Throws Error if the
/// directory holds no model, or one that is damaged.
ModelFacts facts_of_model(const std::string& directory, const std::string& weights = "");

/// Commands to continue with, which work as they are: a text that the model's config names is there
/// and may be read, and nothing is written over.
std::vector<std::string> advice_for(const std::string& model, const ModelFacts& facts);

/// The command that continues the training of a run.
std::string command_to_resume(const std::string& run);

/// The files that a model learns from, by their names: "train.en, more.tsv".
std::string texts_in_words(const config::DataOptions& data);

/// Facts about a model that only its owner knows.
struct CardOptions {
  std::string license;
  std::string author;
  std::string description;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = CardOptions;
    v.field("license", &O::license,
            "License of the model, for its card: an identifier such as cc-by-4.0.");
    v.field("author", &O::author, "Who made the model, for its card.");
    v.field("description", &O::description, "What the model is for, for its card.");
  }
};

/// A model card: README.md as Hugging Face reads it, YAML for machines and text for people.
/// `name` is the model's, `library` the program that reads it, and `use` how to call it.
struct CardUse {
  std::string name;
  std::string library;
  std::string use;
};
std::string model_card(const ModelFacts& facts, const CardOptions& options, const CardUse& use);

constexpr const char* kCardName = "README.md";

/// The part of a packed model's card that its owner wrote: from the first line that begins with
/// "## " on. Empty if there is none.
std::string card_sections(const std::string& model);

}  // namespace regard::report
