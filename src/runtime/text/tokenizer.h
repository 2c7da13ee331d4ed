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

/// Converts text to ids and back with a SentencePiece model (Kudo and Richardson, 2018,
/// arXiv:1808.06226). The model either uses the special token ids of tokenizer_pair.h or carries
/// its own vocabulary (vocabulary_list.h). In the latter case, a line may start with a piece such
/// as >>fra<<, which multilingual Marian models expect. Thread-safe.
class Tokenizer {
 public:
  /// Throws Error if the file is missing, is not a SentencePiece model, or assigns different ids to
  /// the special tokens.
  static Tokenizer load(const std::string& path);
  /// `model` is the content of a SentencePiece model file; `name` identifies it in errors.
  static Tokenizer from_bytes(std::string model, const std::string& name);
  /// A tokenizer that uses a SentencePiece model with arbitrary special tokens; `list` numbers its
  /// pieces. A piece missing from the list is unknown. Also throws Error if the list is invalid.
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
  /// Text of the ids; special tokens are omitted, unknown ones become " ⁇ ". Like `piece`, throws
  /// Error for an id outside the vocabulary.
  std::string decode(std::span<const int64_t> ids) const;
  std::string decode_pieces(const std::vector<std::string>& pieces) const;
  /// The line as the model sees it, after SentencePiece's character normalization.
  std::string normalize(std::string_view line) const;

  int64_t size() const;
  const std::string& piece(int64_t id) const;
  /// The id of a piece; kUnk if the vocabulary does not contain the piece.
  int64_t id(std::string_view piece) const;
  /// The score of a piece in a segmentation: in a unigram model, its log-probability. In byte-pair
  /// encoding, a higher score means that the merge was learned earlier.
  double score(int64_t id) const;
  /// For each id, whether it represents part of the text. Special tokens, bytes and symbols do not.
  std::vector<bool> text_pieces() const;
  /// Whether the vocabulary has bytes for the characters that it lacks (tokenizer.byte_fallback).
  bool has_byte_fallback() const;
  /// Whether a character beyond ASCII is part of a longer piece. Always false without byte
  /// fallback.
  bool is_in_longer_piece(char32_t character) const;
  /// Pieces that the user named for training (tokenizer.symbols).
  const std::vector<std::string>& symbols() const;
  /// The id of a symbol, or of a language tag that a line may start with; empty for any other text.
  std::optional<int64_t> symbol_id(const std::string& symbol) const;
  /// The tag at the start of a line that selects the target language: >>fra<<, or a symbol such as
  /// <it>, <2fr>, <fr_CA> or __fr__. Empty if there is none.
  std::string_view tag_of(std::string_view line) const;
  /// The vocabulary that the model carries, if any.
  const std::optional<VocabularyList>& list() const;
  config::TokenizerType type() const;
  /// Name of SentencePiece's normalization: nmt_nfkc, identity, ...
  std::string normalization() const;

  /// The model file's content and its SHA-256. A checkpoint records the hash to detect a wrong
  /// tokenizer.
  const std::string& bytes() const;
  const std::string& hash() const;
  /// Writes the model file, replacing an existing one atomically.
  void save(const std::string& path) const;

 private:
  struct Impl;
  explicit Tokenizer(std::shared_ptr<const Impl> impl);
  void check_id(int64_t id) const;

  std::shared_ptr<const Impl> impl_;
};

/// Trains a tokenizer on `lines`. The same lines and options give the same model on any number of
/// cores. Throws Error stating the limit if the vocabulary is too large or too small for the text.
/// `options.symbols` become pieces that are never split. If the lines are a sample, `all_lines` is
/// the total number of lines; an automatic size depends on it.
Tokenizer train_tokenizer(const std::vector<std::string>& lines,
                          const config::TokenizerOptions& options, size_t all_lines = 0);

}  // namespace regard::text
