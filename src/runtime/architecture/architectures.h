#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "architecture/conditional_gru_options.h"
#include "architecture/rnn_options.h"
#include "architecture/transformer_options.h"
#include "config/node.h"
#include "config/reader.h"
#include "config/writer.h"

namespace regard::engine {
class EngineModel;
struct WeightsToPack;
}  // namespace regard::engine

namespace regard::model {

/// The options before a section's keys are applied: the defaults or, if the architecture has
/// presets, the section's preset. (The key's check rejects an unknown preset.)
template <class Options>
Options defaults_of(const config::Node& section) {
  if constexpr (requires { Options::of_preset(std::string()); }) {
    const auto* preset = section.find("preset");
    if (preset != nullptr && preset->is_scalar()) return Options::of_preset(preset->text);
  }
  return {};
}

/// Reads and checks the options of an architecture from the model section of a config. Throws
/// Error.
template <class Options>
Options read_options(const config::Node& section) {
  const auto options =
      config::read<Options>(section, "model", {"type"}, defaults_of<Options>(section));
  check(options);
  return options;
}

/// A model section with every value written out and the type first.
template <class Options>
config::Node complete_section(const std::string& type, const Options& options) {
  auto complete = config::Node::map();
  complete.set("type", config::to_node(type));
  for (const auto& entry : config::to_node(options).entries) complete.set(entry.key, entry.value);
  return complete;
}

class LanguageModel;
class Seq2SeqModel;

/// Facts about an architecture that do not depend on its options.
struct ArchitectureFacts {
  const char* name;             ///< `model.type` in a config
  const char* other_name = "";  ///< an alternative name, such as the one in a book
  const char* summary;          ///< a noun phrase for `regard models`
  const char* paper;            ///< "Vaswani et al., 2017"; several are separated by "; "
  bool attends = true;          ///< whether each decoder step attends to the source
};

/// Vocabulary sizes. `is_shared`: source and target ids mean the same pieces.
struct VocabularySizes {
  int64_t source, target;
  bool is_shared;
};

// A row for each architecture: its options, its facts and declarations of the functions that make
// it. Each function is defined next to the class it makes, so a program that never calls `make`
// links without the modules and LibTorch:
//   make, options_of  in training/model; options_of is null for a model of another class
//   make_engine       in runtime/engine; without it, only the architecture's modules translate

struct RnnAttentionRow {
  using Options = RnnAttentionOptions;
  static constexpr ArchitectureFacts kFacts = {
      .name = "rnn_attention",
      .other_name = "bahdanau",
      .summary = "recurrent encoder-decoder with attention",
      .paper = "Bahdanau et al., 2015"};
  static std::shared_ptr<Seq2SeqModel> make(const Options& options, const VocabularySizes& sizes);
  static const Options* options_of(const Seq2SeqModel& model);
  static std::unique_ptr<engine::EngineModel> make_engine(const Options& options,
                                                          const engine::WeightsToPack& weights);
};

struct RnnContextRow {
  using Options = RnnOptions;
  static constexpr ArchitectureFacts kFacts = {
      .name = "rnn_context",
      .summary = "recurrent encoder-decoder without attention: one context vector",
      .paper = "Sutskever et al., 2014; Cho et al., 2014",
      .attends = false};
  static std::shared_ptr<Seq2SeqModel> make(const Options& options, const VocabularySizes& sizes);
  static const Options* options_of(const Seq2SeqModel& model);
  static std::unique_ptr<engine::EngineModel> make_engine(const Options& options,
                                                          const engine::WeightsToPack& weights);
};

struct ConditionalGruRow {
  using Options = ConditionalGruOptions;
  static constexpr ArchitectureFacts kFacts = {
      .name = "conditional_gru",
      .other_name = "s2s",
      .summary = "recurrent encoder-decoder that attends between two GRU cells",
      .paper = "Sennrich et al., 2017; Miceli Barone et al., 2017"};
  static std::shared_ptr<Seq2SeqModel> make(const Options& options, const VocabularySizes& sizes);
  static const Options* options_of(const Seq2SeqModel& model);
  static std::unique_ptr<engine::EngineModel> make_engine(const Options& options,
                                                          const engine::WeightsToPack& weights);
};

struct TransformerRow {
  using Options = TransformerOptions;
  static constexpr ArchitectureFacts kFacts = {.name = "transformer",
                                               .summary = "self-attention encoder-decoder",
                                               .paper = "Vaswani et al., 2017"};
  static std::shared_ptr<Seq2SeqModel> make(const Options& options, const VocabularySizes& sizes);
  static const Options* options_of(const Seq2SeqModel& model);
  static std::unique_ptr<engine::EngineModel> make_engine(const Options& options,
                                                          const engine::WeightsToPack& weights);
};

struct RnnLmRow {
  using Options = RnnLmOptions;
  static constexpr ArchitectureFacts kFacts = {.name = "rnn_lm",
                                               .summary = "recurrent language model",
                                               .paper = "Mikolov et al., 2010",
                                               .attends = false};
  static std::shared_ptr<LanguageModel> make(const Options& options, int64_t vocab);
};

struct TransformerLmRow {
  using Options = TransformerLmOptions;
  static constexpr ArchitectureFacts kFacts = {.name = "transformer_lm",
                                               .summary = "decoder-only Transformer language model",
                                               .paper = "Liu et al., 2018",
                                               .attends = false};
  static std::shared_ptr<LanguageModel> make(const Options& options, int64_t vocab);
};

/// Calls add.template operator()<Row>() for each translation model, in the order of `regard
/// models`.
template <class Add>
void each_architecture(const Add& add) {
  add.template operator()<RnnAttentionRow>();
  add.template operator()<RnnContextRow>();
  add.template operator()<ConditionalGruRow>();
  add.template operator()<TransformerRow>();
}

/// Calls add.template operator()<Row>() for each language model.
template <class Add>
void each_language_architecture(const Add& add) {
  add.template operator()<RnnLmRow>();
  add.template operator()<TransformerLmRow>();
}

}  // namespace regard::model
