#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "regard/config/node.h"
#include "regard/config/reference.h"
#include "regard/config/task.h"
#include "regard/model/language_model.h"
#include "regard/model/seq2seq_model.h"

namespace regard::model {

/// What every row of a table of architectures says of itself and its options.
struct ArchitectureRow {
  std::string name;     ///< `model.type` in a config
  std::string summary;  ///< what it is, a phrase for `regard models`
  std::string paper;    ///< "Vaswani et al., 2017"; several are separated by "; "

  /// Checks all keys and values of the model section; returns it with every value written out and
  /// its type first.
  std::function<config::Node(const config::Node& options)> complete;
  /// A lower bound on the number of weights of a model with `vocab` tokens, those of both sides
  /// together where it has two. Checks the section as `complete` does.
  std::function<double(const config::Node& options, double vocab)> least_weights;
  /// What the section may hold beside its type.
  std::function<std::vector<config::OptionRow>()> options;
};

/// An encoder-decoder: everything the rest of the program needs to know of one.
struct Architecture : ArchitectureRow {
  /// Builds the model with new random weights. `options` is the model section; `shared_vocab`:
  /// source and target ids mean the same pieces. Throws Error if the options do not fit together.
  std::function<std::shared_ptr<Seq2SeqModel>(const config::Node& options, int64_t source_vocab,
                                              int64_t target_vocab, bool shared_vocab)>
      make;
  /// The complete section of a model that `make` has built; nothing for one of another
  /// architecture.
  std::function<std::optional<config::Node>(const Seq2SeqModel& model)> section_of;
};

/// A language model.
struct LanguageArchitecture : ArchitectureRow {
  std::function<std::shared_ptr<LanguageModel>(const config::Node& options, int64_t vocab)> make;
};

/// Every architecture, in the order of `regard models`: of translation models, of language models.
const std::vector<Architecture>& architectures();
const std::vector<LanguageArchitecture>& language_architectures();

/// The row named by `type` of the model section. Throws Error naming the nearest one if there is
/// none.
const Architecture& find_architecture(const config::Node& model_section);
const LanguageArchitecture& find_language_architecture(const config::Node& model_section);

/// The same for the table of a task.
const ArchitectureRow& find_row(config::Task task, const config::Node& model_section);

/// The complete section of a model of an architecture of the table; nothing for others.
std::optional<config::Node> section_of(const Seq2SeqModel& model);

}  // namespace regard::model
