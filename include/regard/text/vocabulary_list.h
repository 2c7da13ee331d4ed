#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A vocabulary whose numbers are not those of the SentencePiece model that cuts text into its
/// pieces, as other programs have it (Marian: vocab.json). regard numbers its pieces anew: the
/// special tokens as special_tokens.h has them, then all others in the order of the list.
struct VocabularyList {
  static constexpr int64_t kNone = -1;

  std::vector<std::string> pieces;  ///< in the order of the other program, none twice
  /// Where the special tokens stand in `pieces`; kNone where it has none.
  int64_t pad = kNone;
  int64_t unk = kNone;
  int64_t bos = kNone;
  int64_t eos = kNone;

  bool operator==(const VocabularyList&) const = default;

  /// For each of regard's ids its place in `pieces`; kNone for a special token that is not there.
  std::vector<int64_t> places() const;
  /// For each place in `pieces` regard's id.
  std::vector<int64_t> ids() const;

  /// A SentencePiece model that carries the list: a field that ModelProto leaves to others. Every
  /// program that reads such models reads this one, and does not see the list.
  std::string attach_to(std::string_view model) const;
  /// The list that a model carries. Throws Error, naming the model `name`, where it is damaged.
  static std::optional<VocabularyList> of_model(std::string_view model, const std::string& name);
};

/// `model` without the list that it may carry.
std::string_view without_list(std::string_view model);

/// Throws Error, naming the list `name`: the list must have unk and eos, its special tokens must be
/// four different ones, and no piece may stand in it twice.
void check(const VocabularyList& list, const std::string& name);

}  // namespace regard::text
