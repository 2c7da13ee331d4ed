#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/tokenizer_options.h"

namespace regard::text {

/// One field of a protobuf message: `bytes` for a string or message, `number` for all other types.
struct ProtoField {
  uint64_t id;
  uint64_t number;
  std::string_view bytes;
};

/// Calls `use` for the fields of a message. Accepts only what protobuf itself writes: tags of at
/// most 32 bits, varints of minimal length, no groups, no field 0, no truncated value. Returns
/// false if it stops early; another reader might then see different fields.
bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use);

/// The log level at which SentencePiece reports only errors.
inline constexpr int kLogErrors = 2;

/// The facts about training that a SentencePiece model records. SentencePiece has no public
/// function for them, so this code reads the protobuf (sentencepiece_model.proto: trainer_spec is
/// field 2, normalizer_spec field 3, the pieces are field 1).
struct ModelDescription {
  config::TokenizerType type = config::TokenizerType::unigram;  ///< SentencePiece's default
  std::string normalization = "identity";  ///< name of the rule; empty for a custom rule
  std::vector<std::string> symbols;        ///< pieces named by the user; never split
};

/// `model` must be a file that SentencePiece has loaded. Otherwise, returns what can be read.
ModelDescription describe_model(std::string_view model);

/// A vocabulary numbered differently from the SentencePiece model that produces its pieces, as in
/// other programs (Marian: vocab.json). Regard renumbers it: first the special tokens, as in
/// tokenizer_pair.h, then all others in list order.
struct VocabularyList {
  static constexpr int64_t kNone = -1;

  std::vector<std::string> pieces;  ///< pieces in the other program's order, without duplicates
  /// Positions of the special tokens in `pieces`; kNone for missing ones.
  int64_t pad = kNone;
  int64_t unk = kNone;
  int64_t bos = kNone;
  int64_t eos = kNone;

  bool operator==(const VocabularyList&) const = default;

  /// For each of regard's ids, its position in `pieces`; kNone for a missing special token.
  std::vector<int64_t> places() const;
  /// For each position in `pieces`, regard's id.
  std::vector<int64_t> ids() const;

  /// A SentencePiece model that carries the list in a field that ModelProto reserves for
  /// extensions. Other programs read the model as usual and ignore the list.
  std::string attach_to(std::string_view model) const;
  /// The list carried by a model, if any. Throws Error naming the model `name` if the list is
  /// damaged.
  static std::optional<VocabularyList> of_model(std::string_view model, const std::string& name);
};

/// `model` without its list, if any.
std::string_view without_list(std::string_view model);

/// Throws Error naming the list `name` unless it has unk and eos, distinct special tokens, and no
/// duplicate pieces.
void check(const VocabularyList& list, const std::string& name);

/// Whether SentencePiece can apply a model's normalization rules to any text without reading out of
/// bounds. SentencePiece reads the rules' trie (Darts-clone's double array) and its texts without
/// bounds checks. Also false if the model or a message in it is not encoded as protobuf encodes it
/// (vocabulary_list.h), since SentencePiece may then find different rules.
bool has_sound_character_maps(std::string_view model);

/// Checks one set of rules, the `precompiled_charsmap` of a model.
bool is_sound_character_map(std::string_view map);

}  // namespace regard::text
