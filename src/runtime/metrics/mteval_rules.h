#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// The rules of NIST's mteval scripts that several tokenizers share. They look at bytes: everything
/// they search for is ASCII, and no byte of a longer UTF-8 sequence is. Like a replacing regular
/// expression, a rule continues after what it has matched, neighbour included: in "x.,.y" the rule
/// for stops after non-digits finds "x." and ",.", never ".,".
namespace regard::metrics {

void replace_all(std::string& text, std::string_view from, std::string_view to);

/// Replaces two neighbours where `match` accepts them, and goes on after both.
template <class Letter, class Match, class Replacement>
std::basic_string<Letter> replace_pairs(std::basic_string_view<Letter> line, Match match,
                                        Replacement replacement) {
  std::basic_string<Letter> out;
  out.reserve(line.size() * 2);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i + 1 < line.size() && match(line[i], line[i + 1])) {
      out += replacement(line[i], line[i + 1]);
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}
/// "a .", which ends in a space, and " . a".
template <class Letter>
std::basic_string<Letter> second_alone(Letter first, Letter second) {
  return {first, ' ', second, ' '};
}
template <class Letter>
std::basic_string<Letter> first_alone(Letter first, Letter second) {
  return {' ', first, ' ', second};
}

/// &quot; &amp; &lt; &gt;, in this order: "&amp;lt;" becomes "<".
void decode_entities(std::string& text);

/// Separates all ASCII punctuation but the apostrophe, comma, hyphen and full stop.
std::string separate_punctuation(std::string_view line);

/// Separates full stops and commas, unless between two digits, and hyphens after a digit.
std::string separate_stops_and_hyphens(std::string_view line);

}  // namespace regard::metrics
