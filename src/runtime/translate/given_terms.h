#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "translate/terms_met.h"

namespace regard::translate {

/// Bytes of a line that are terms of a glossary; none without one.
std::vector<BytesOfWords> terms_in(std::string_view line, const text::Glossary* glossary);

/// Bytes of a line's translation that are translations of its terms, in any case, in order. The
/// glossary gives these words: the model did not choose them.
std::vector<BytesOfWords> given_in(std::string_view translation, std::string_view line,
                                   const text::Glossary* glossary);

/// A text without some of its bytes, which are in order. A space stands in the place of each run.
std::string without(std::string_view text, const std::vector<BytesOfWords>& places);

}  // namespace regard::translate
