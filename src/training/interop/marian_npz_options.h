#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "architecture/transformer_options.h"
#include "config/node.h"
#include "interop/marian_yaml.h"

namespace regard::interop {

/// Options of a Marian Transformer, from `special:model.yml` in its archive.
struct MarianNpzOptions {
  model::TransformerOptions model;
  /// For each decoder layer, the number, from 1, of the layer whose weights it uses.
  std::vector<int64_t> decoder_layers;
  MarianEmbeddings embeddings;
};

/// Reads the options. Throws Error, naming `path` and the option, for a value that regard's
/// Transformer does not support and for an option that no Marian Transformer has.
MarianNpzOptions read_marian_npz_options(const config::Node& yaml, const std::string& path);

/// The options as Marian writes them. `source_rows` and `target_rows` are the vocabulary sizes.
std::string marian_npz_options(const model::TransformerOptions& options, int64_t source_rows,
                               int64_t target_rows);

/// Transformer options that Marian does not support, as phrases: "model.positions is half".
std::vector<std::string> beyond_marian_npz(const model::TransformerOptions& options);

}  // namespace regard::interop
