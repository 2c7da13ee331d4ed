#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "config/node.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"

namespace regard::model {

/// The model that a model section describes, with new random weights. `shared_vocab`: source and
/// target ids mean the same pieces. Throws Error as find_architecture (architecture/registry.h)
/// does, if the options do not fit together, and if memory cannot hold the weights.
std::shared_ptr<Seq2SeqModel> make_seq2seq_model(const config::Node& section, int64_t source_vocab,
                                                 int64_t target_vocab, bool shared_vocab);
std::shared_ptr<LanguageModel> make_language_model(const config::Node& section, int64_t vocab);

/// The complete section of a model of an architecture of the registry; nothing for others.
std::optional<config::Node> section_of(const Seq2SeqModel& model);

}  // namespace regard::model
