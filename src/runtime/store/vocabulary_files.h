#pragma once
#include <string>

#include "store/json_file.h"
#include "text/vocabulary_list.h"

namespace regard::interop {

/// A vocab.json of MarianMT: an object of pieces and their numbers. `config` is the model's
/// config.json, which names the special tokens; a decoder that starts with pad has no bos. Throws
/// Error unless the numbers count from 0 without gaps or duplicates and include the special tokens.
text::VocabularyList marian_vocabulary(const std::string& path, const JsonFile& config);

/// A vocabulary of CTranslate2: a list of pieces; `config` names the special tokens. Without a
/// start token (`from_zero`) it has no bos. Throws Error likewise.
text::VocabularyList ctranslate2_vocabulary(const std::string& path, const JsonFile& config,
                                            bool from_zero);

}  // namespace regard::interop
