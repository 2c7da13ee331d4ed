#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "regard/config/bptt_options.h"
#include "regard/config/data_options.h"
#include "regard/config/node.h"
#include "regard/config/search_options.h"
#include "regard/config/tokenizer_options.h"
#include "regard/config/training_options.h"

namespace regard::config {

/// One YAML file: all that a training is made of. Rules over several options are in check().
struct Experiment {
  std::string task = "translation";
  DataOptions data;
  TokenizerOptions tokenizer;
  Node model;  ///< {type: NAME, ...}; the architecture of that name reads it (model/registry.h)
  BpttOptions bptt;
  TrainingOptions training;
  SearchOptions search;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Experiment;
    v.field("task", &O::task, one_of({"translation", "language_model"}),
            "What is learnt: to translate source texts, or to continue a text.");
    v.field("data", &O::data, "The texts and how they are cleaned.");
    v.field("tokenizer", &O::tokenizer, "How text becomes tokens.");
    v.field("model", &O::model, "`type` is the architecture; the other keys are its own.");
    v.field("bptt", &O::bptt,
            "Language models: how a text is cut into segments, and how far gradients flow back.");
    v.field("training", &O::training, "Batches, optimizer, schedule, validation.");
    v.field("search", &O::search, "How the trained model translates.");
  }
};

/// What an experiment is read for: to train it, or to use what was trained, which may come from
/// another program and so know of no training text.
enum class Use { training, translation };

/// Reads an experiment, sets the overrides ("search.beam_size=8") and checks everything but the
/// model section. Throws one Error with all that is wrong.
Experiment load_experiment(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides = {}, Use use = Use::training);

/// Options of search with what they leave to other sections: longest_source.
SearchOptions completed(SearchOptions search, const DataOptions& data);

/// The rules over several options. Throws one Error with all that are broken; `where` is the file.
void check(const Experiment& experiment, const std::string& where = {}, Use use = Use::training);

}  // namespace regard::config
