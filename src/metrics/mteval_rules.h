#pragma once
#include <string>
#include <string_view>
#include <vector>

/// The rules of NIST's mteval scripts that several tokenizers are made of. They look at bytes: all
/// that they search for is ASCII, and in UTF-8 no byte of a longer sequence is. Like a regular
/// expression that replaces, a rule goes on after what it has matched, neighbour included: in
/// "x.,.y" the rule for stops after non-digits finds "x." and ",.", never ".,".
namespace regard::metrics {

void replace_all(std::string& text, std::string_view from, std::string_view to);

/// &quot; &amp; &lt; &gt;, one after the other: "&amp;lt;" becomes "<".
void decode_entities(std::string& text);

/// All ASCII punctuation but the apostrophe, comma, hyphen and full stop stands alone.
std::string separate_punctuation(std::string_view line);

/// A full stop or comma stands alone unless it is between two digits, a hyphen when a digit comes
/// before it.
std::string separate_stops_and_hyphens(std::string_view line);

/// The words with one space between them.
std::string join(const std::vector<std::string_view>& words);

}  // namespace regard::metrics
