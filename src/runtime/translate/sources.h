#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/translate/translator_options.h"
#include "text/tokenizer_pair.h"
#include "translate/reading.h"
#include "translate/translate_document.h"

namespace regard::translate {

using Tokens = std::vector<int64_t>;

/// The tokens of each line, ending with eos.
std::vector<Tokens> encode_sources(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines);
std::vector<Tokens> encode_targets(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines);

/// Maximum tokens of a source if options.longest_source is 0. On a line far longer than the
/// training sentences, search would produce nonsense for minutes.
inline constexpr size_t kLongestSource = 1024;

/// Text to translate; each line is normalized and tokenized once. Blank lines are omitted. With
/// `options.split`, the sentences of a line (text/sentences.h) are separate sources: a model
/// trained on single sentences would drop all but one. A sentence of more than
/// `options.longest_source` tokens is split into clauses (text/sentences.h). Text around sentences,
/// such as list marks, is not part of any source, nor are sentences that consist only of copied
/// items. translate_lines.h joins the translations.
struct Sources {
  size_t line_count = 0;
  std::vector<Tokens> tokens;      ///< tokens of the readings, each ending in eos
  std::vector<std::string> texts;  ///< the original parts of the lines
  std::vector<Reading> readings;   ///< the text that the model reads
  std::vector<size_t> lines;       ///< the line of each source; parts of a line are consecutive
  std::vector<size_t> sentences;   ///< the sentence of each source, numbered across all lines
  std::vector<size_t> parts;       ///< the index of each source within its line
  /// The text before each source in its line, from the end of the previous source. A space if
  /// nothing is between two sources.
  std::vector<std::string> before;
  std::vector<std::string>
      behind;  ///< text after each line's last source, or the whole line if it has no source

  /// `encoded`: the tokens of all lines, if already computed. `before_sentence` is called before
  /// each sentence; it may throw to cancel the work.
  Sources(
      const text::TokenizerPair& tokenizers, std::span<const std::string> all,
      const config::SearchOptions& options = {}, std::span<const Tokens> encoded = {},
      const std::function<void()>& before_sentence = [] {},
      const RequestOptions& request_options = {});

  /// The sources with the given indices, reread by `reader` without their copied items.
  Sources without_items(std::span<const size_t> numbers, const SentenceReader& reader) const;

  /// Whether a source is the first, or only, part of its line.
  bool begins_line(size_t source) const { return parts[source] == 0; }

 private:
  Sources() = default;
};

}  // namespace regard::translate
