#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// SentencePiece's level of logging at which it keeps to what went wrong.
inline constexpr int kLogErrors = 2;

/// What a SentencePiece model says about its own making. The library has no public function for it,
/// so this reads the protobuf (sentencepiece_model.proto: trainer_spec is field 2 and
/// normalizer_spec field 3; the pieces are field 1).
struct ModelDescription {
  std::string type = "unigram";  ///< unigram, bpe, word, char; the default where nothing is said
  std::string normalization = "identity";  ///< name of the rule; empty: a rule of its own
  std::vector<std::string>
      symbols;  ///< pieces that a user has named: one piece wherever they stand
};

/// `model` must be a file that SentencePiece has loaded; of another, what can be read is returned.
ModelDescription describe_model(std::string_view model);

}  // namespace regard::text
