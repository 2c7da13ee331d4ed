#pragma once
#include <string>
#include <string_view>

#include "text/tokenizer_pair.h"

namespace regard::translate {

/// A sentence in capitals in small letters: a word has a capital letter where it begins the
/// sentence, or where the source's vocabulary knows it better so, such as a name.
std::string recased(std::string_view sentence, const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
