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

/// The limit if options.longest_source is 0. On a line far longer than the sentences in training,
/// search would write nonsense for minutes.
inline constexpr size_t kLongestSource = 1024;

/// Text to translate, each line normalized and tokenized once. Blank lines are left out. With
/// `options.split`, the sentences of a line (text/sentences.h) are sources of their own: a model
/// trained on single sentences drops the others. A sentence of more than `options.longest_source`
/// tokens becomes several sources, its clauses (text/sentences.h). What stands beside sentences,
/// such as marks of lists, is in no source, and neither is a sentence of copied items alone.
/// translate_lines.h joins translations.
struct Sources {
  size_t line_count = 0;
  std::vector<Tokens> tokens;      ///< tokens of the readings; each list ends in eos
  std::vector<std::string> texts;  ///< unchanged parts of the lines
  std::vector<Reading> readings;   ///< the parts that the model reads
  std::vector<size_t> lines;       ///< the line of each source; parts of a line are consecutive
  std::vector<size_t> sentences;   ///< the sentence of each source, counted through all lines
  std::vector<size_t> parts;       ///< the number of each source in its line, from 0
  /// The text before each source in its line, from the end of the previous source. Clauses and
  /// sentences without anything between them get a space.
  std::vector<std::string> before;
  std::vector<std::string> behind;  ///< text after each line's last source, or a whole line

  /// `encoded`: the tokens of all lines, if the caller has them already. `before_sentence` is
  /// called before each sentence; it may throw to end the work.
  Sources(
      const text::TokenizerPair& tokenizers, std::span<const std::string> all,
      const config::SearchOptions& options = {}, std::span<const Tokens> encoded = {},
      const std::function<void()>& before_sentence = [] {},
      const RequestOptions& request_options = {});

  /// The sources of the given numbers, read by `reader` without their copied items.
  Sources without_items(std::span<const size_t> numbers, const SentenceReader& reader) const;

  /// Whether a source is a whole line or its first part.
  bool begins_line(size_t source) const { return parts[source] == 0; }

 private:
  Sources() = default;
};

}  // namespace regard::translate
