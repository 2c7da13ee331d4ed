#pragma once
#include <string>

#include "architecture/rnn_options.h"
#include "architecture/transformer_options.h"
#include "config/node.h"
#include "config/reader.h"
#include "config/writer.h"

namespace regard::model {

/// The options that a section's keys change: the defaults or, in an architecture with presets, the
/// section's preset. (The check of the key rejects an unknown preset.)
template <class Options>
Options defaults_of(const config::Node& section) {
  if constexpr (requires { Options::of_preset(std::string()); }) {
    const auto* preset = section.find("preset");
    if (preset != nullptr && preset->is_scalar()) return Options::of_preset(preset->text);
  }
  return {};
}

/// The options of an architecture in the model section of a config, checked. Throws Error.
template <class Options>
Options read_options(const config::Node& section) {
  const auto options =
      config::read<Options>(section, "model", {"type"}, defaults_of<Options>(section));
  check(options);
  return options;
}

/// A model section with every value written out and its type first.
template <class Options>
config::Node complete_section(const std::string& type, const Options& options) {
  auto complete = config::Node::map();
  complete.set("type", config::to_node(type));
  for (const auto& entry : config::to_node(options).entries) complete.set(entry.key, entry.value);
  return complete;
}

class RnnAttention;
class RnnContext;
class RnnLm;
class Transformer;
class TransformerLm;

/// The registry: a line for each architecture, in the order of `regard models`. Read twice, by what
/// knows options alone (registry.cpp) and by what knows the modules (modules.cpp), so that a
/// program can do without the latter, and thus without LibTorch. Calls
///     add.template operator()<Options, Module>(name, summary, paper)
/// for each translation model and each language model.
template <class Add>
void each_architecture(const Add& add) {
  add.template operator()<RnnAttentionOptions, RnnAttention>(
      "rnn_attention", "recurrent encoder-decoder with attention", "Bahdanau et al., 2015");
  add.template operator()<RnnOptions, RnnContext>(
      "rnn_context", "recurrent encoder-decoder without attention: one context vector",
      "Sutskever et al., 2014; Cho et al., 2014");
  add.template operator()<TransformerOptions, Transformer>(
      "transformer", "self-attention encoder-decoder", "Vaswani et al., 2017");
}

template <class Add>
void each_language_architecture(const Add& add) {
  add.template operator()<RnnLmOptions, RnnLm>("rnn_lm", "recurrent language model",
                                               "Mikolov et al., 2010");
  add.template operator()<TransformerLmOptions, TransformerLm>(
      "transformer_lm", "decoder-only Transformer language model", "Liu et al., 2018");
}

}  // namespace regard::model
