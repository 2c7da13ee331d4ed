#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A vocabulary numbered differently from the SentencePiece model that produces its pieces, as in
/// other programs (Marian: vocab.json). regard renumbers it: the special tokens as in
/// special_tokens.h, then all others in the order of the list.
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

}  // namespace regard::text
