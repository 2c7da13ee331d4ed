#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/tokenizer_options.h"

namespace regard::text {

/// One field of a protobuf message: `bytes` of a string or message, `number` of all other types.
struct ProtoField {
  uint64_t id;
  uint64_t number;
  std::string_view bytes;
};

/// The fields of a message, as far as they are written as protobuf writes them: tags of at most 32
/// bits, varints of the fewest bytes, no group, no field 0, no value that goes on beyond the end.
/// False: that is not to the end. Another reader may see other fields in such a message.
bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use);

/// The log level at which SentencePiece reports errors only.
inline constexpr int kLogErrors = 2;

/// What a SentencePiece model records about its training. The library has no public function for
/// it, so this reads the protobuf (sentencepiece_model.proto: trainer_spec is field 2,
/// normalizer_spec field 3, the pieces are field 1).
struct ModelDescription {
  config::TokenizerType type = config::TokenizerType::unigram;  ///< SentencePiece's default
  std::string normalization = "identity";  ///< name of the rule; empty: a custom rule
  std::vector<std::string> symbols;        ///< pieces named by the user: never split
};

/// `model` must be a file that SentencePiece has loaded; otherwise returns what is readable.
ModelDescription describe_model(std::string_view model);

/// A vocabulary numbered differently from the SentencePiece model that produces its pieces, as in
/// other programs (Marian: vocab.json). regard renumbers it: the special tokens as in
/// tokenizer_pair.h, then all others in the order of the list.
struct VocabularyList {
  static constexpr int64_t kNone = -1;

  std::vector<std::string> pieces;  ///< in the order of the other program, without duplicates
  /// Places of the special tokens in `pieces`; kNone for those it lacks.
  int64_t pad = kNone;
  int64_t unk = kNone;
  int64_t bos = kNone;
  int64_t eos = kNone;

  bool operator==(const VocabularyList&) const = default;

  /// For each of regard's ids, its place in `pieces`; kNone for a missing special token.
  std::vector<int64_t> places() const;
  /// For each place in `pieces`, regard's id.
  std::vector<int64_t> ids() const;

  /// A SentencePiece model that carries the list in a field that ModelProto leaves to others. Other
  /// programs read such a model as usual and ignore the list.
  std::string attach_to(std::string_view model) const;
  /// The list that a model carries. Throws Error, naming the model `name`, if it is damaged.
  static std::optional<VocabularyList> of_model(std::string_view model, const std::string& name);
};

/// `model` without its list, if any.
std::string_view without_list(std::string_view model);

/// Throws Error, naming the list `name`, unless the list has unk and eos, four different special
/// tokens, and no duplicate piece.
void check(const VocabularyList& list, const std::string& name);

/// Whether SentencePiece can use the normalization rules of a model without leaving them, whatever
/// text it is given. It trusts them: a rule's trie (Darts-clone's double array) and the texts it
/// points to are read without a look at their bounds. False also where the model or a message in it
/// is not written as protobuf writes it (vocabulary_list.h), since SentencePiece may find other
/// rules there.
bool has_sound_character_maps(std::string_view model);

/// Whether one set of rules, the `precompiled_charsmap` of a model, is sound in that way.
bool is_sound_character_map(std::string_view map);

}  // namespace regard::text
