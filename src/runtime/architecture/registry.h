#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "config/node.h"
#include "config/reader.h"

namespace regard::model {

/// What the registry says of an architecture and its options, without LibTorch. Its module is made
/// by model/modules.h.
struct Architecture {
  std::string name;        ///< `model.type` in a config
  std::string other_name;  ///< another one, that of a book; empty: none
  std::string summary;     ///< what it is, a phrase for `regard models`
  std::string paper;       ///< "Vaswani et al., 2017"; several are separated by "; "
  bool attends;            ///< to the source, at each step of the decoder
  bool is_recurrent;       ///< has the options of RnnOptions

  /// Checks all keys and values of the model section; returns it with every value written out and
  /// its type first.
  std::function<config::Node(const config::Node& options)> complete;
  /// A lower bound on the number of weights of a model with `vocab` tokens, those of both sides
  /// together where it has two. Checks the section as `complete` does.
  std::function<double(const config::Node& options, double vocab)> least_weights;
  /// Keys that the section may hold besides its type.
  std::function<std::vector<config::OptionRow>()> options;
};

/// Every architecture, in the order of `regard models`: of translation models, of language models.
const std::vector<Architecture>& architectures();
const std::vector<Architecture>& language_architectures();

/// The row named by `type` of the model section. Throws Error naming the nearest one if there is
/// none.
const Architecture& find_architecture(const config::Node& model_section);
const Architecture& find_language_architecture(const config::Node& model_section);

/// Finds an architecture in the table of a task.
const Architecture& find_row(config::Task task, const config::Node& model_section);

}  // namespace regard::model
