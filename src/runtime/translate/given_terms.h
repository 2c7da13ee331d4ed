#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "translate/terms_met.h"

namespace regard::translate {

/// Byte ranges of glossary terms in a line; empty without a glossary.
std::vector<BytesOfWords> terms_in(std::string_view line, const text::Glossary* glossary);

/// Byte ranges of the translations of the line's terms in its translation, in order, ignoring case.
/// The glossary gives these words; the model did not choose them.
std::vector<BytesOfWords> given_in(std::string_view translation, std::string_view line,
                                   const text::Glossary* glossary);

/// A text without the given byte ranges, which must be in order. A space replaces each range.
std::string without(std::string_view text, const std::vector<BytesOfWords>& places);

}  // namespace regard::translate
