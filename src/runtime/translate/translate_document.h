#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/translate/translator_options.h"
#include "text/copied_items.h"
#include "text/sentences.h"
#include "text/tokenizer_pair.h"
#include "translate/reading.h"

namespace regard::translate {

/// Prepares sentences for a model. Removes invisible characters. Leaves out copied items and,
/// unless the vocabulary consists of words, other words with characters that the model does not
/// know. Lowercases a sentence in capitals if that takes fewer pieces.
class SentenceReader {
 public:
  /// Both references must outlive this object.
  SentenceReader(const text::TokenizerPair& tokenizers, const config::SearchOptions& options,
                 const RequestOptions& request_options);

  /// The tokens that the model reads, and their relation to the sentence.
  struct Result {
    Reading reading;
    std::vector<int64_t> tokens;  ///< tokens of reading.text, ending in eos
  };

  /// Reads a sentence. `tokens`: the tokens of `sentence`, if already computed. If the result's
  /// text has no letters, there is nothing to translate.
  Result read(std::string_view sentence, std::vector<int64_t> tokens = {}) const;
  /// Reads a sentence, leaving out all copied items.
  Result read_without_items(std::string_view sentence) const;

  /// Whether the model reads a line's escaped apostrophes as plain ones; the translation must then
  /// escape them again.
  bool unescapes(std::string_view line) const;

  /// The copied items of a text.
  std::vector<text::CopiedItem> items_of(std::string_view text) const;

 private:
  enum class Leave { unreadable, all };
  Result read(std::string_view sentence, std::vector<int64_t> tokens, Leave which) const;
  bool is_readable(std::string_view text) const;
  void add_unreadable_words(std::string_view text, std::vector<text::CopiedItem>& items) const;
  std::string with_readable_marks(std::string_view text,
                                  const std::vector<text::CopiedItem>& items) const;
  void read_capitals_small(Result& result) const;

  const text::TokenizerPair* tokenizers_;
  const RequestOptions* request_options_;
  text::KeepList keep_;
  config::Copy copy_;
};

/// Translates each sentence of a document into one text. Blank sentences stay blank.
using TranslateSentences =
    std::function<std::vector<std::string>(const std::vector<std::string>& sentences)>;

/// Options for splitting a document.
struct DocumentOptions {
  size_t longest =
      128;  ///< maximum tokens per sentence; a longer one is split into clauses, with a warning
  std::function<size_t(std::string_view)> count;  ///< counts the tokens of a text
  text::Wrapping wrapping = text::Wrapping::detected;
};

/// Translates running text: the lines of a file, or a part of one that ends at the end of a
/// paragraph. The lines of a wrapped paragraph are joined. Other lines, blank lines, indentation,
/// list marks, white space, line ends if present, and text that is not prose (text/sentences.h) are
/// kept. In JSON, whose lines must include their ends, each string is translated separately.
std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);
std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);

}  // namespace regard::translate
