#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/tokenizer_options.h"

namespace regard::text {

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

}  // namespace regard::text
