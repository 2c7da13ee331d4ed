#pragma once
#include <string_view>
#include <vector>

namespace regard::text {

/// Cuts English or French running text into sentences; put together again they are the text, each
/// with the white space behind it. A sentence ends at . ! ? or an ellipsis, with the quotes and
/// brackets that close there, before white space and what can begin a sentence. It does not end in
/// a decimal number, after an abbreviation (Mr., p. ex., M., Mme), after the initial of a name, nor
/// before a small letter.
std::vector<std::string_view> split_sentences(std::string_view text);

}  // namespace regard::text
