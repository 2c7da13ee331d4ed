#pragma once
#include <span>
#include <string>
#include <string_view>

namespace regard::metrics {

/// How BLEU splits a line into words. Names are sacreBLEU's and appear in the signature.
struct BleuTokenizer {
  std::string_view name;
  std::string_view description;
  /// The line with white space between its words, where BLEU splits it.
  std::string (*tokenize)(std::string_view line);
};

/// All tokenizers, the default first.
std::span<const BleuTokenizer> bleu_tokenizers();

/// The tokenizer of that name. Throws Error, listing all names, for an unknown one.
const BleuTokenizer& bleu_tokenizer(std::string_view name);

/// NIST's mteval-v13a: ASCII punctuation is separated from words, except full stops and commas
/// inside numbers. The apostrophe and punctuation outside ASCII (« » ’ …) stay attached.
std::string tokenize_13a(std::string_view line);

/// mteval-v14's international tokenization: Unicode punctuation and symbols apart from words,
/// except inside numbers.
std::string tokenize_intl(std::string_view line);

/// Chinese characters and punctuation become separate words; 13a's punctuation rules apply to the
/// rest.
std::string tokenize_zh(std::string_view line);

/// Every code point is a separate word.
std::string tokenize_char(std::string_view line);

}  // namespace regard::metrics
