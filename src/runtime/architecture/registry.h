#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "config/node.h"
#include "config/reader.h"

namespace regard::model {

/// Facts and options of an architecture, without LibTorch. The module is made by model/modules.h.
struct Architecture {
  std::string name;        ///< `model.type` in a config
  std::string other_name;  ///< an alternative name, such as the one in a book; empty: none
  std::string summary;     ///< a noun phrase for `regard models`
  std::string paper;       ///< "Vaswani et al., 2017"; several are separated by "; "
  bool attends;            ///< whether each decoder step attends to the source
  bool is_recurrent;       ///< whether it has the options of RnnOptions

  /// Checks all keys and values of the model section; returns it with every value written out and
  /// its type first.
  std::function<config::Node(const config::Node& options)> complete;
  /// A lower bound on the number of weights of a model with `vocab` tokens, source and target
  /// together. Checks the section as `complete` does.
  std::function<double(const config::Node& options, double vocab)> least_weights;
  /// Keys of the section other than `type`.
  std::function<std::vector<config::OptionRow>()> options;
};

/// All architectures, in the order of `regard models`: translation models, then language models.
const std::vector<Architecture>& architectures();
const std::vector<Architecture>& language_architectures();

/// The row for the `type` of the model section. Throws Error naming the nearest type if there is no
/// such row.
const Architecture& find_architecture(const config::Node& model_section);
const Architecture& find_language_architecture(const config::Node& model_section);

/// Looks up an architecture in the table for a task.
const Architecture& find_row(config::Task task, const config::Node& model_section);

}  // namespace regard::model
