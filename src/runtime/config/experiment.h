#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "config/node.h"
#include "config/tokenizer_options.h"
#include "config/training_options.h"
#include "regard/config/check.h"
#include "regard/config/search_options.h"

namespace regard::config {

/// The task that a model is trained for.
enum class Task { translation, language_model };
constexpr auto names_of(Task) { return std::array{"translation", "language_model"}; }

/// The order of a text's segments.
enum class Partition { sequential, random };
constexpr auto names_of(Partition) { return std::array{"sequential", "random"}; }

/// The distance that gradients flow back within a segment.
enum class Truncation { full, truncated, random };
constexpr auto names_of(Truncation) { return std::array{"full", "truncated", "random"}; }

/// Options for reading a language model's training text, and for the distance that gradients flow
/// back through time (d2l 9.3 and 9.7).
struct BpttOptions {
  int64_t steps = 35;
  Partition partition = Partition::sequential;
  bool carry_state = true;
  Truncation mode = Truncation::full;
  int64_t every = 10;
  double keep = 0.9;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BpttOptions;
    v.field("steps", &O::steps, count_of(1),
            "Tokens in a segment. A batch contains training.batch_tokens / steps segments. A "
            "Transformer sees only the current segment.");
    v.field("partition", &O::partition,
            "sequential: each row of a batch continues the same row of the previous batch. random: "
            "segments are in random order.");
    v.field("carry_state", &O::carry_state,
            "Recurrent models, sequential partition: a segment starts from the final state of the "
            "previous one, without its gradient. false: start from 0, as with a random partition.");
    v.field("mode", &O::mode,
            "How far gradients flow back in a segment: to its beginning (full); to the last "
            "multiple of `every` steps (truncated); or through each step with probability `keep`, "
            "divided by `keep` to stay unbiased (random; Tallec and Ollivier, 2017). truncated "
            "and random are for recurrent models.");
    v.field("every", &O::every, count_of(1), "See mode: truncated.");
    v.field("keep", &O::keep, above_to(0.0, 1.0), "See mode: random.");
  }
};

/// An experiment, read from one YAML file: everything that defines a training run. check() checks
/// the rules that involve several options.
struct Experiment {
  Task task = Task::translation;
  DataOptions data;
  TokenizerOptions tokenizer;
  Node model;  ///< {type: NAME, ...}; read by architecture NAME (architecture/registry.h)
  BpttOptions bptt;
  TrainingOptions training;
  SearchOptions search;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Experiment;
    v.field("task", &O::task, "What the model learns: to translate, or to continue a text.");
    v.field("data", &O::data, "The texts and how to clean them.");
    v.field("tokenizer", &O::tokenizer, "How to split text into tokens.");
    v.field("model", &O::model, "`type` is the architecture; the other keys are its options.");
    v.field("bptt", &O::bptt,
            "Language models: how to cut a text into segments, and how far gradients flow back.");
    v.field("training", &O::training, "Batches, optimizer, schedule, validation.");
    v.field("search", &O::search, "How the trained model translates.");
  }
};

/// The purpose of reading an experiment: to train it, or to translate with its model, in which case
/// the config may come from another program and name no training corpus.
enum class Use { training, translation };

/// Reads an experiment, applies the overrides ("search.beam_size=8") and checks everything but the
/// model section. Throws one Error that lists all problems.
Experiment load_experiment(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides = {}, Use use = Use::training);

/// Search options with values from other sections filled in: longest_source.
SearchOptions completed(SearchOptions search, const DataOptions& data);

/// Checks the rules that involve several options. Throws one Error that lists all violations;
/// `where` is the file.
void check(const Experiment& experiment, const std::string& where = {}, Use use = Use::training);

}  // namespace regard::config
