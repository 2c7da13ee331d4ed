#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace regard::metrics {

/// A rule for splitting a line into words. The names are sacreBLEU's and appear in the signature.
struct BleuTokenizer {
  std::string_view name;
  std::string_view description;
  /// The line with white space inserted wherever BLEU splits it.
  std::string (*tokenize)(std::string_view line);
};

/// All tokenizers, the default first.
std::span<const BleuTokenizer> bleu_tokenizers();

/// The tokenizer named `name`. Throws Error listing all names if it is unknown.
const BleuTokenizer& bleu_tokenizer(std::string_view name);

/// NIST's mteval-v13a: ASCII punctuation is separated from words, except full stops and commas
/// inside numbers. The apostrophe and punctuation outside ASCII (« » ’ …) stay attached.
std::string tokenize_13a(std::string_view line);

/// mteval-v14's international tokenization: Unicode punctuation and symbols are separated from
/// words, except inside numbers.
std::string tokenize_intl(std::string_view line);

/// Chinese characters and punctuation become separate words; 13a's punctuation rules apply to the
/// rest.
std::string tokenize_zh(std::string_view line);

/// Every code point is a separate word.
std::string tokenize_char(std::string_view line);

}  // namespace regard::metrics

/// The rules of NIST's mteval scripts that several tokenizers share. They work on bytes: everything
/// they search for is ASCII, and the bytes of longer UTF-8 sequences never are. Like a
/// regular-expression replacement, a rule continues after its match, including the neighbor:
/// in "x.,.y" the rule for stops after non-digits finds "x." and ",.", never ".,".
namespace regard::metrics {

/// Replaces adjacent pairs that `match` accepts, and continues after both.
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
/// Replacements that set off one of two letters with spaces: "a . " and " . a".
template <class Letter>
std::basic_string<Letter> second_alone(Letter first, Letter second) {
  return {first, ' ', second, ' '};
}
template <class Letter>
std::basic_string<Letter> first_alone(Letter first, Letter second) {
  return {' ', first, ' ', second};
}

/// Decodes &quot; &amp; &lt; &gt;, in this order: "&amp;lt;" becomes "<".
void decode_entities(std::string& text);

/// Separates all ASCII punctuation except the apostrophe, comma, hyphen and full stop.
std::string separate_punctuation(std::string_view line);

/// Separates full stops and commas, except between two digits, and hyphens after a digit.
std::string separate_stops_and_hyphens(std::string_view line);

}  // namespace regard::metrics
