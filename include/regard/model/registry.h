#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "regard/config/node.h"
#include "regard/model/seq2seq_model.h"

namespace regard::model {

/// One row of the table of architectures: all that the rest of the program needs to know of one.
struct Architecture {
  std::string name;     ///< `model.type` in a config
  std::string summary;  ///< one line for `regard models`

  /// Builds the model with new random weights. `options` is the model section; `shared_vocab`:
  /// source and target ids mean the same pieces. Throws Error where the options do not fit
  /// together.
  std::function<std::shared_ptr<Seq2SeqModel>(const config::Node& options, int64_t source_vocab,
                                              int64_t target_vocab, bool shared_vocab)>
      make;
  /// Checks all keys and values of the model section; returns it with every value written out and
  /// its type first.
  std::function<config::Node(const config::Node& options)> complete;
  /// The options as a Markdown table.
  std::function<std::string()> reference;
};

/// Every architecture, in the order of `regard models`.
const std::vector<Architecture>& architectures();

/// The row that `type` of the model section names. Throws Error naming the nearest one if there is
/// none.
const Architecture& find_architecture(const config::Node& model_section);

}  // namespace regard::model
