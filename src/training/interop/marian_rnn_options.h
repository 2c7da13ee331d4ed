#pragma once
#include <string>
#include <vector>

#include "architecture/conditional_gru_options.h"
#include "config/node.h"
#include "interop/foreign_tensors.h"
#include "interop/marian_yaml.h"

namespace regard::interop {

/// Options of a Marian RNN (--type s2s), from `special:model.yml` in its archive.
struct MarianRnnOptions {
  model::ConditionalGruOptions model;
  MarianEmbeddings embeddings;
};

/// Reads the options. Throws Error, naming `path` and the option, for a value that regard's
/// ConditionalGru does not support and for an option that no Marian model has.
MarianRnnOptions read_marian_rnn_options(const config::Node& yaml, const std::string& path);

}  // namespace regard::interop
