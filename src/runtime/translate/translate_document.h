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

/// Prepares sentences for a model. Invisible characters are removed. Copied items are left out
/// where the model does not know their characters, and so are words of such characters, unless its
/// vocabulary is of words. A sentence in capitals is read in small letters if that takes fewer
/// pieces.
class SentenceReader {
 public:
  /// `tokenizers` and `request_options` must outlive it.
  SentenceReader(const text::TokenizerPair& tokenizers, const config::SearchOptions& options,
                 const RequestOptions& request_options);

  /// The tokens that the model reads, and how.
  struct Result {
    Reading reading;
    std::vector<int64_t> tokens;  ///< tokens of reading.text, ending in eos
  };

  /// `tokens`: those of `sentence`, if the caller has them; empty: it does not. A reading without a
  /// letter has nothing to translate.
  Result read(std::string_view sentence, std::vector<int64_t> tokens = {}) const;
  /// Leaves out all copied items.
  Result read_without_items(std::string_view sentence) const;

  /// Whether the model reads the escaped apostrophes of a line as apostrophes, which its
  /// translation has to escape.
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

/// Translates the sentences of a document, each to one text. Blank ones stay blank.
using TranslateSentences =
    std::function<std::vector<std::string>(const std::vector<std::string>& sentences)>;

/// How a document is split.
struct DocumentOptions {
  size_t longest = 128;  ///< tokens of a sentence; a longer one is cut into clauses, with a warning
  std::function<size_t(std::string_view)> count;  ///< the tokens of a text
  text::Wrapping wrapping = text::Wrapping::detected;
};

/// Translates running text: lines of a file, or a part of one that ends with a paragraph. The lines
/// of a wrapped paragraph are joined into one; other lines, blank lines, indents, list marks, white
/// space and ends of lines, if the lines have theirs, stay, and so does what is not language
/// (text/sentences.h). Of JSON, whose lines have their ends, the strings are translated, each by
/// itself.
std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);
std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);

}  // namespace regard::translate
