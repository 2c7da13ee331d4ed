#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/tokenizer_options.h"
#include "text/vocabulary_list.h"

namespace regard::text {

/// Text to ids and back, by a SentencePiece model (Kudo and Richardson, 2018, arXiv:1808.06226)
/// that either gives the special tokens the ids of tokenizer_pair.h or carries its own vocabulary
/// (vocabulary_list.h). With the latter, a line may start with a piece such as >>fra<<, which
/// multilingual Marian models expect. Safe to use from several threads.
class Tokenizer {
 public:
  /// Throws Error if the file is missing, is not a SentencePiece model, or gives the special tokens
  /// other ids.
  static Tokenizer load(const std::string& path);
  /// `model` is the content of such a file; `name` is its name in errors.
  static Tokenizer from_bytes(std::string model, const std::string& name);
  /// A SentencePiece model with any special tokens, whose pieces `list` numbers; a piece missing
  /// from the list is unknown. Also throws Error if the list is invalid.
  static Tokenizer with_list(std::string_view model, const VocabularyList& list,
                             const std::string& name);

  Tokenizer(const Tokenizer&);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(const Tokenizer&);
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// Ids of a line, without bos and eos.
  std::vector<int64_t> encode(std::string_view line) const;
  std::vector<std::string> encode_as_pieces(std::string_view line) const;
  /// Text of ids; special tokens are omitted, unknown ones become " ⁇ ". Like `piece`, throws Error
  /// for an id outside the vocabulary.
  std::string decode(std::span<const int64_t> ids) const;
  std::string decode_pieces(const std::vector<std::string>& pieces) const;
  /// The line as the model sees it, after SentencePiece's normalization of characters.
  std::string normalize(std::string_view line) const;

  int64_t size() const;
  const std::string& piece(int64_t id) const;
  /// kUnk if the vocabulary does not contain it.
  int64_t id(std::string_view piece) const;
  /// The score of a piece in a segmentation: the log-probability in a unigram model; in byte-pair
  /// encoding the higher, the earlier its merge was learned.
  double score(int64_t id) const;
  /// For each id, whether it represents a part of the text: special tokens, bytes and symbols do
  /// not.
  std::vector<bool> text_pieces() const;
  /// Pieces named by the user at training (tokenizer.symbols).
  const std::vector<std::string>& symbols() const;
  /// The id of one of them, or of a language that a line may start with; nothing for other text.
  std::optional<int64_t> symbol_id(const std::string& symbol) const;
  /// The language that a line is to be translated to, with which it starts: >>fra<<, or a symbol
  /// such as <it>, <2fr>, <fr_CA> or __fr__. Empty if there is none.
  std::string_view tag_of(std::string_view line) const;
  /// The vocabulary that the model carries, if any.
  const std::optional<VocabularyList>& list() const;
  config::TokenizerType type() const;
  /// Name of SentencePiece's normalization: nmt_nfkc, identity, ...
  std::string normalization() const;

  /// The model file's content and its SHA-256, which a checkpoint records so that no other
  /// tokenizer is used with it.
  const std::string& bytes() const;
  const std::string& hash() const;
  /// Replaces the file atomically.
  void save(const std::string& path) const;

 private:
  struct Impl;
  explicit Tokenizer(std::shared_ptr<const Impl> impl);
  void check_id(int64_t id) const;

  std::shared_ptr<const Impl> impl_;
};

/// Trains a tokenizer on `lines`. The same lines and options give the same model on any number of
/// cores. Throws Error if the vocabulary is too large or too small for the text, with the largest
/// or smallest possible size. `options.symbols` become pieces that are never split. If the lines
/// are a sample, `all_lines` is how many the text has: an automatic size follows from it.
Tokenizer train_tokenizer(const std::vector<std::string>& lines,
                          const config::TokenizerOptions& options, size_t all_lines = 0);

}  // namespace regard::text
