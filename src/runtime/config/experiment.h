#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "config/bptt_options.h"
#include "config/data_options.h"
#include "config/node.h"
#include "config/task.h"
#include "config/tokenizer_options.h"
#include "config/training_options.h"
#include "regard/config/search_options.h"

namespace regard::config {

/// One YAML file: everything that defines a training. Rules over several options are in check().
struct Experiment {
  Task task = Task::translation;
  DataOptions data;
  TokenizerOptions tokenizer;
  Node model;  ///< {type: NAME, ...}; the architecture of that name reads it
               ///< (architecture/registry.h)
  BpttOptions bptt;
  TrainingOptions training;
  SearchOptions search;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Experiment;
    v.field("task", &O::task, "What the model learns: to translate, or to continue a text.");
    v.field("data", &O::data, "The texts and how they are cleaned.");
    v.field("tokenizer", &O::tokenizer, "How text becomes tokens.");
    v.field("model", &O::model, "`type` is the architecture; the other keys are its own.");
    v.field("bptt", &O::bptt,
            "Language models: how a text is cut into segments, and how far gradients flow back.");
    v.field("training", &O::training, "Batches, optimizer, schedule, validation.");
    v.field("search", &O::search, "How the trained model translates.");
  }
};

/// The purpose of reading an experiment: to train it, or to use the trained model, which may come
/// from another program and name no training text.
enum class Use { training, translation };

/// Reads an experiment, applies the overrides ("search.beam_size=8") and checks everything but the
/// model section. Throws one Error with everything that is wrong.
Experiment load_experiment(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides = {}, Use use = Use::training);

/// Search options, completed from other sections: longest_source.
SearchOptions completed(SearchOptions search, const DataOptions& data);

/// Checks the rules over several options. Throws one Error with all that are broken; `where` is the
/// file.
void check(const Experiment& experiment, const std::string& where = {}, Use use = Use::training);

}  // namespace regard::config
