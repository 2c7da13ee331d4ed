#pragma once
#include <string>
#include <vector>

#include "architecture/conditional_gru_options.h"
#include "config/node.h"
#include "interop/foreign_tensors.h"
#include "interop/marian_yaml.h"

namespace regard::interop {

/// What an RNN of Marian (--type s2s) says about itself, in `special:model.yml` of its archive.
struct MarianRnnOptions {
  model::ConditionalGruOptions model;
  MarianEmbeddings embeddings;
};

/// Reads them. Throws Error, naming `path` and the option, where regard's ConditionalGru lacks what
/// it says, and for an option that no model of Marian has.
MarianRnnOptions read_marian_rnn_options(const config::Node& yaml, const std::string& path);

}  // namespace regard::interop
