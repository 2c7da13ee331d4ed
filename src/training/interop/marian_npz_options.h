#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "architecture/transformer_options.h"
#include "config/node.h"
#include "interop/marian_yaml.h"

namespace regard::interop {

/// What a Transformer of Marian says about itself, in `special:model.yml` of its archive.
struct MarianNpzOptions {
  model::TransformerOptions model;
  /// For each layer of the decoder, the number from 1 of the one whose weights it has.
  std::vector<int64_t> decoder_layers;
  MarianEmbeddings embeddings;
};

/// Reads them. Throws Error, naming `path` and the option, where regard's Transformer lacks what it
/// says, and for an option that no such model has.
MarianNpzOptions read_marian_npz_options(const config::Node& yaml, const std::string& path);

/// The reverse, as Marian writes it. `source_rows` and `target_rows`: pieces of the vocabularies.
std::string marian_npz_options(const model::TransformerOptions& options, int64_t source_rows,
                               int64_t target_rows);

/// Options of a Transformer that Marian lacks, as phrases: "model.positions is half".
std::vector<std::string> beyond_marian_npz(const model::TransformerOptions& options);

}  // namespace regard::interop
