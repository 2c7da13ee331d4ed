#pragma once
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "architecture/layer_kinds.h"
#include "regard/config/search_options.h"
#include "store/vocabulary_files.h"
#include "text/vocabulary_list.h"

namespace regard::interop {

/// The names of a weight in regard and in a checkpoint of MarianMT or Pegasus
/// (interop/foreign_model.h). Its shape is the same in both.
struct WeightNames {
  std::string ours;
  std::string theirs;
  /// Whether the rows (or the columns) have size d_model, the size of the states between layers.
  bool states_in_rows = false;
  bool states_in_columns = false;
};

/// Names of all weights in both stacks, except embeddings, positions and the output layer. With
/// pre-norm, each stack ends with a layer normalization.
std::vector<WeightNames> marian_layers(int64_t encoder_layers, int64_t decoder_layers,
                                       nn::Norm norm);

}  // namespace regard::interop

/// Search options of a transformers checkpoint, from generation_config.json or, in older
/// checkpoints, config.json.
namespace regard::interop {

/// Sets the search options that regard supports. Warns about all others, naming them.
void read_generation(const std::filesystem::path& directory, const JsonFile& config,
                     const text::VocabularyList& target, config::SearchOptions& search);

/// The content of generation_config.json. `start` is the id of the decoder's first token; `longest`
/// the maximum number of positions. Throws Error if `search` suppresses an unknown piece.
nlohmann::ordered_json generation_of(const config::SearchOptions& search,
                                     const text::VocabularyList& target, int64_t start,
                                     int64_t longest);

}  // namespace regard::interop
