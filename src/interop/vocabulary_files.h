#pragma once
#include <string>

#include "interop/json_file.h"
#include "regard/text/vocabulary_list.h"

namespace regard::interop {

/// A vocab.json of MarianMT: an object of pieces and their numbers. `config` is the model's
/// config.json, which names the special tokens. Throws Error where the numbers are not those from 0
/// on, each once, or a special token is none of them.
text::VocabularyList marian_vocabulary(const std::string& path, const JsonFile& config);

/// A vocabulary of CTranslate2: a list of pieces, in which `config` names the special tokens. One
/// whose decoder starts `from_zero`, not with a token, has no bos. Throws Error as the other does.
text::VocabularyList ctranslate2_vocabulary(const std::string& path, const JsonFile& config,
                                            bool from_zero);

}  // namespace regard::interop
