#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

#include "regard/config/search_options.h"
#include "store/json_file.h"
#include "text/vocabulary_list.h"

/// The options of search that a checkpoint of transformers names, in generation_config.json, or in
/// an older checkpoint's config.json.
namespace regard::interop {

/// Sets the options that regard has. Warns of those that it lacks, naming them.
void read_generation(const std::filesystem::path& directory, const JsonFile& config,
                     const text::VocabularyList& target, config::SearchOptions& search);

/// The reverse. `start` is the number of the decoder's first token, `longest` the largest number of
/// positions. Throws Error if `search` suppresses a piece that the vocabulary lacks.
nlohmann::ordered_json generation_of(const config::SearchOptions& search,
                                     const text::VocabularyList& target, int64_t start,
                                     int64_t longest);

}  // namespace regard::interop
