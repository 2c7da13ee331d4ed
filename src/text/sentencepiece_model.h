#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// What a SentencePiece model says about its own making. The library has no public function for it,
/// so this reads the protobuf (sentencepiece_model.proto: trainer_spec is field 2 and
/// normalizer_spec field 3).
struct ModelDescription {
  std::string type = "unigram";  ///< unigram, bpe, word, char; the default where nothing is said
  std::string normalization = "identity";  ///< name of the rule; empty: a rule of its own
};

/// `model` must be a file that SentencePiece has loaded; of another, what can be read is returned.
ModelDescription describe_model(std::string_view model);

}  // namespace regard::text
