#pragma once
#include <span>
#include <string>
#include <string_view>

namespace regard::metrics {

/// How BLEU cuts a line into words. Names are sacreBLEU's and stand in the signature.
struct BleuTokenizer {
  std::string_view name;
  std::string_view description;
  /// The line with white space between its words; BLEU splits it there.
  std::string (*tokenize)(std::string_view line);
};

/// All of them, the default first.
std::span<const BleuTokenizer> bleu_tokenizers();

/// The one of that name; throws Error, naming all there are, when there is none.
const BleuTokenizer& bleu_tokenizer(std::string_view name);

/// NIST's mteval-v13a: ASCII punctuation apart from words, full stops and commas kept inside
/// numbers. The apostrophe and punctuation outside ASCII (« » ’ …) stay where they are.
std::string tokenize_13a(std::string_view line);

/// mteval-v14's international tokenization: Unicode punctuation and symbols apart from words,
/// except inside numbers.
std::string tokenize_intl(std::string_view line);

/// Chinese characters and punctuation words of their own, the rest by 13a's rules for punctuation.
std::string tokenize_zh(std::string_view line);

/// Every code point a word of its own.
std::string tokenize_char(std::string_view line);

}  // namespace regard::metrics
