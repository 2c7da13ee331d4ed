#pragma once
#include <string_view>
#include <vector>

namespace regard::text {

/// Splits English or French running text into sentences, each with the white space after it, so
/// that joining them restores the text. A sentence ends at . ! ? or an ellipsis, with closing
/// quotes and brackets, before white space and a possible start of a sentence. It does not end
/// inside a decimal number, after an abbreviation (Mr., p. ex., M., Mme), after an initial, or
/// before a lower-case letter.
std::vector<std::string_view> split_sentences(std::string_view text);

}  // namespace regard::text
