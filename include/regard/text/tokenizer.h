#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/vocabulary_list.h"

namespace regard::text {

/// Text to ids and back, by a SentencePiece model (Kudo and Richardson, 2018, arXiv:1808.06226)
/// whose special tokens have the ids of special_tokens.h, or which carries a vocabulary of its own
/// (vocabulary_list.h). With the latter a line may begin with a piece like >>fra<<, which Marian's
/// models of several languages want. Safe to use from several threads.
class Tokenizer {
 public:
  /// Throws Error if the file is missing, is no SentencePiece model, or gives the special tokens
  /// other ids.
  static Tokenizer load(const std::string& path);
  /// `model` is the content of such a file; `name` is what an error calls it.
  static Tokenizer from_bytes(std::string model, const std::string& name);
  /// A SentencePiece model with any special tokens, whose pieces `list` numbers; a piece that the
  /// list lacks is unknown. Throws Error too where the list is wrong.
  static Tokenizer with_list(std::string_view model, const VocabularyList& list,
                             const std::string& name);

  Tokenizer(const Tokenizer&);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(const Tokenizer&);
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// Ids of a line, without begin or end of sentence.
  std::vector<int64_t> encode(std::string_view line) const;
  std::vector<std::string> encode_as_pieces(std::string_view line) const;
  /// Text of ids; special tokens are left out, unknown ones become " ⁇ ".
  /// Throws Error for an id that the vocabulary does not have, as `piece` does.
  std::string decode(std::span<const int64_t> ids) const;
  std::string decode_pieces(const std::vector<std::string>& pieces) const;
  /// The line as the model sees it, after SentencePiece's normalisation of characters.
  std::string normalize(std::string_view line) const;

  int64_t size() const;
  const std::string& piece(int64_t id) const;
  /// kUnk where the vocabulary does not have it.
  int64_t id(std::string_view piece) const;
  /// How a segmentation is judged: of a unigram model the piece's log-probability; of byte-pair
  /// encoding the higher the earlier its merge was learnt.
  double score(int64_t id) const;
  /// For each id whether it stands for a part of a text: special tokens, bytes and symbols do not.
  std::vector<bool> text_pieces() const;
  /// Pieces that a user has named when the model was trained (tokenizer.symbols).
  std::vector<std::string> symbols() const;
  /// The vocabulary that the model carries, if it does.
  const std::optional<VocabularyList>& list() const;
  /// How the model was trained: unigram, bpe, word or char.
  std::string type() const;
  /// Name of SentencePiece's normalisation: nmt_nfkc, identity, ...
  std::string normalization() const;

  /// The model file's content, and its SHA-256: a checkpoint remembers it, so that no other
  /// tokenizer is used with it.
  const std::string& bytes() const;
  const std::string& hash() const;
  /// Written beside and renamed.
  void save(const std::string& path) const;

 private:
  struct Impl;
  explicit Tokenizer(std::shared_ptr<const Impl> impl);
  void check_id(int64_t id) const;

  std::shared_ptr<const Impl> impl_;
};

}  // namespace regard::text
